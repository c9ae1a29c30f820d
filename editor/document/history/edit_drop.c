// edit_drop.c: the commands that move objects straight down.
#include "document/history/document_internal.h"
#include "document/history/edit_fall.h"

#include <math.h>

editor_edit_result editor_edit_drop_to_height(editor_document *document, const uint32_t *objects, uint32_t count,
                                              double height)
{
    char label[128];
    bool ok = edit_enter(document, edit_label(document, "Drop", objects, count, label, sizeof(label))) &&
              edit_targets(document, objects, count, true, EDIT_PARENTS_FIRST) &&
              edit_leave_locked(document, "dropped");
    for (uint32_t i = 0; ok && i < document->target_count; i++) {
        pick_aabb box = editor_level_subtree_bounds(document->level, document->targets[i]);
        ok = edit_shift(document, document->targets[i], pick_vec3_make(0, height - box.min.y, 0));
    }
    return edit_leave(document, ok);
}

enum { DROP_GRID = 9, DROP_POINTS = DROP_GRID * DROP_GRID, DROP_VERTICES = 256 };

// A grid over the footprint of a subtree, with the lowest point of it above each point of the grid.
typedef struct drop_grid {
    double x[DROP_POINTS], z[DROP_POINTS];
    double height[DROP_POINTS]; // HUGE_VAL: none
} drop_grid;

static void measure_underside(const editor_level *level, uint32_t root, const pick_aabb *box, drop_grid *grid)
{
    for (int k = 0; k < DROP_POINTS; k++) {
        double u = (k % DROP_GRID + 0.5) / DROP_GRID, v = (double)(k / DROP_GRID) / DROP_GRID + 0.5 / DROP_GRID;
        grid->x[k] = box->min.x + u * (box->max.x - box->min.x);
        grid->z[k] = box->min.z + v * (box->max.z - box->min.z);
        grid->height[k] = HUGE_VAL;
    }
    for (uint32_t i = root; i != EDITOR_NONE; i = editor_level_next_below(level, root, i)) {
        const editor_object *o = &level->objects[i];
        pick_affine inverse;
        if (o->mesh == EDITOR_NONE || !level->meshes[o->mesh].pick)
            continue;
        const pick_affine world = editor_level_mesh_world(level, o);
        if (!pick_affine_invert(&world, &inverse))
            continue;
        pick_ray ray = {.direction = pick_affine_column(&inverse, 1), .t_min = 0, .t_max = HUGE_VAL}; // straight up
        for (int k = 0; k < DROP_POINTS; k++) {
            pick_mesh_hit hit;
            pick_vec3 from = pick_vec3_make(grid->x[k], box->min.y - 1, grid->z[k]);
            ray.origin = pick_affine_vector(&inverse, pick_vec3_sub(from, world.origin));
            if (pick_mesh_closest(level->meshes[o->mesh].pick, &ray, &(pick_mesh_query){.cull = PICK_CULL_NONE}, &hit))
                grid->height[k] = fmin(grid->height[k], box->min.y - 1 + hit.t);
        }
    }
}

// Measures the gap between an object and the surfaces below it.
typedef struct drop_probe {
    const editor_level *level;
    pick_query query;
    pick_aabb box;
    double slack; // what gaps are off by
    double least; // no gap is smaller, and none below 0 matters, because nothing is ever raised
    double gap;   // the smallest so far
    double inset; // rays stay so far within the box's sides: what only touches a side is beside the object
    bool found;
} drop_probe;

// How far the box can move down is a lower bound: the box holds the object.
static double least_gap(drop_probe *drop, double depth)
{
    const pick_vec3 lo = drop->box.min, hi = drop->box.max;
    const pick_vec3 corners[8] = {{lo.x, lo.y, lo.z}, {hi.x, lo.y, lo.z}, {lo.x, hi.y, lo.z}, {hi.x, hi.y, lo.z},
                                  {lo.x, lo.y, hi.z}, {hi.x, lo.y, hi.z}, {lo.x, hi.y, hi.z}, {hi.x, hi.y, hi.z}};
    // A little more than the tolerance of sweeps.
    drop->slack = 4e-12 * (depth + fabs(lo.x) + fabs(hi.x) + fabs(lo.y) + fabs(hi.y) + fabs(lo.z) + fabs(hi.z));
    pick_contact contact;
    if (!pick_sweep(drop->level->scene, &(pick_solid){corners, 8, 0}, pick_vec3_make(0, -depth, 0), &drop->query,
                    &contact))
        return 0;
    return contact.t * depth + drop->slack;
}

// Casts a ray down at (x, z), where the object's lowest point is `lowest`. It begins at half the object's height, so
// that ground which the object is sunk into is met, and what lies on the object is not. False: no gap is smaller than
// the one that is known.
static bool probe(drop_probe *drop, double x, double z, double lowest)
{
    double start = fmax(lowest - drop->inset, (drop->box.min.y + drop->box.max.y) / 2);
    x = fmax(drop->box.min.x + drop->inset, fmin(drop->box.max.x - drop->inset, x));
    z = fmax(drop->box.min.z + drop->inset, fmin(drop->box.max.z - drop->inset, z));
    pick_ray ray = {.origin = {x, start, z}, .direction = {0, -1, 0}, .t_min = 0, .t_max = HUGE_VAL};
    pick_hit hit;
    if (!pick_closest(drop->level->scene, &ray, &drop->query, &hit))
        return true;
    double gap = lowest - hit.point.y;
    drop->gap = drop->found ? fmin(drop->gap, gap) : gap;
    drop->found = true;
    return drop->gap > drop->least;
}

static void probe_grid(drop_probe *drop, uint32_t object)
{
    drop_grid grid;
    measure_underside(drop->level, object, &drop->box, &grid);
    for (int k = 0; k < DROP_POINTS; k++) {
        if (grid.height[k] < HUGE_VAL && !probe(drop, grid.x[k], grid.z[k], grid.height[k]))
            return;
    }
}

static bool probe_vertices(drop_probe *drop, const editor_object *object)
{
    const editor_mesh *mesh = &drop->level->meshes[object->mesh];
    const pick_affine world = editor_level_mesh_world(drop->level, object);
    uint32_t step = mesh->vertex_count / DROP_VERTICES + 1;
    for (uint32_t k = 0; k < mesh->vertex_count; k += step) {
        const float *p = &mesh->positions[3 * (size_t)k];
        pick_vec3 at = pick_affine_point(&world, pick_vec3_make((double)p[0], (double)p[1], (double)p[2]));
        if (!probe(drop, at.x, at.z, at.y))
            return false;
    }
    return true;
}

// The vertices find what is below the object's tips; the grid finds bumps between them.
static void probe_all(drop_probe *drop, uint32_t object)
{
    const editor_level *level = drop->level;
    for (uint32_t i = object; i != EDITOR_NONE; i = editor_level_next_below(level, object, i)) {
        if (level->objects[i].mesh != EDITOR_NONE && !probe_vertices(drop, &level->objects[i]))
            return;
    }
    probe_grid(drop, object);
    if (!drop->found) { // the object has no triangles, or nothing is below it
        double lowest = drop->box.min.y;
        probe(drop, (drop->box.min.x + drop->box.max.x) / 2, (drop->box.min.z + drop->box.max.z) / 2, lowest);
    }
}

// Finds the first contact of the object's own triangles, where the rays have left that open. `depth`: how far down
// anything can be. False: out of memory.
static bool land_exactly(drop_probe *drop, uint32_t object, double depth)
{
    if (drop->found && drop->gap <= drop->least)
        return true;
    const edit_fall fall = {drop->level, object, drop->box, drop->least};
    edit_landing landing = {.gap = 0};
    // A ray that was moved from its vertex may end a little higher than the vertex does.
    if (drop->found && !edit_fall_find(&fall, drop->gap + 100 * drop->inset, &landing))
        return false;
    // What a ray has met may only be touched by a side of the object.
    if (!landing.landed && !landing.cut_out && !edit_fall_find(&fall, depth, &landing))
        return false;
    if (landing.landed) {
        drop->gap = landing.gap;
        drop->found = true;
    }
    return true;
}

void edit_hide_from_scene(editor_document *document, uint32_t root)
{
    editor_level *level = document->level;
    editor_level_begin_refresh(level);
    for (uint32_t i = root; i != EDITOR_NONE; i = editor_level_next_below(level, root, i)) {
        level->objects[i].is_hidden = true;
        editor_level_fall_behind(level, i);
    }
    editor_level_end_refresh(level);
}

// Whether something that is shown could be below a part of the box; far cheaper than to look for it.
static bool has_ground(const pick_aabb *shown, const pick_aabb *box)
{
    return shown->min.x <= box->max.x && shown->max.x >= box->min.x && shown->min.z <= box->max.z &&
           shown->max.z >= box->min.z && shown->min.y <= box->max.y;
}

editor_edit_result editor_edit_drop_to_surface(editor_document *document, const uint32_t *objects, uint32_t count)
{
    char label[128];
    const editor_level *level = document->level;
    bool ok = edit_enter(document, edit_label(document, "Drop", objects, count, label, sizeof(label))) &&
              edit_targets(document, objects, count, true, EDIT_PARENTS_FIRST) &&
              edit_leave_locked(document, "dropped");
    uint32_t targets = ok ? document->target_count : 0, landed = 0;
    editor_level_begin_refresh(document->level);
    for (uint32_t i = 0; i < targets; i++)
        edit_hide_from_scene(document, document->targets[i]);
    editor_level_end_refresh(document->level);
    const pick_aabb shown = targets > 0 ? pick_scene_bounds(level->scene) : PICK_AABB_EMPTY;
    for (uint32_t i = 0; ok && i < targets; i++) {
        drop_probe drop = {.level = level,
                           .query = editor_level_surface_query(level),
                           .box = editor_level_subtree_bounds(level, document->targets[i])};
        if (has_ground(&shown, &drop.box)) {
            const pick_vec3 size = pick_vec3_sub(drop.box.max, drop.box.min);
            const double depth = drop.box.max.y - (shown.min.y - 1);
            drop.inset = fmin(2 * EDIT_FALL_GRAZE * fmax(size.x, fmax(size.y, size.z)), fmin(size.x, size.z) / 4);
            drop.least = least_gap(&drop, depth);
            probe_all(&drop, document->targets[i]);
            ok = land_exactly(&drop, document->targets[i], depth) || edit_out_of_memory(document);
        }
        landed += drop.found;
        ok = ok &&
             (!(drop.gap > drop.slack) || edit_shift(document, document->targets[i], pick_vec3_make(0, -drop.gap, 0)));
    }
    editor_level_begin_refresh(document->level);
    for (uint32_t i = 0; i < targets; i++)
        editor_level_refresh_flags(document->level, document->targets[i]);
    editor_level_end_refresh(document->level);
    if (ok && targets > 0 && landed == 0)
        ok = edit_refuse(document, "nothing below to rest on");
    return edit_leave(document, ok);
}
