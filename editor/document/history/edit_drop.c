// edit_drop.c: the commands that move objects straight down.
#include "document/history/document_internal.h"

#include <math.h>

editor_edit_result editor_edit_drop_to_height(editor_document *document, const uint32_t *objects, uint32_t count,
                                              double height)
{
    char label[128];
    bool ok = edit_enter(document, edit_label(document, "Drop", objects, count, label, sizeof(label))) &&
              edit_targets(document, objects, count, true, EDIT_PARENTS_FIRST);
    for (uint32_t i = 0; ok && i < document->target_count; i++) {
        pick_aabb box = editor_level_subtree_bounds(document->level, document->targets[i]);
        ok = edit_shift(document, document->targets[i], pick_vec3_make(0, height - box.min.y, 0));
    }
    return edit_leave(document, ok);
}

// The height of the lowest point of a subtree at (x, z). False: it has none there.
static bool underside(const editor_level *level, uint32_t root, const pick_aabb *box, double x, double z,
                      double *height)
{
    bool found = false;
    for (uint32_t i = root; i != EDITOR_NONE; i = editor_level_next_below(level, root, i)) {
        const editor_object *o = &level->objects[i];
        pick_affine inverse;
        if (o->mesh == EDITOR_NONE || level->meshes[o->mesh].volume || !pick_affine_invert(&o->world, &inverse))
            continue;
        pick_vec3 from = pick_vec3_sub(pick_vec3_make(x, box->min.y - 1, z), o->world.origin);
        pick_ray ray = {.origin = pick_affine_vector(&inverse, from),
                        .direction = pick_affine_column(&inverse, 1), // straight up
                        .t_min = 0,
                        .t_max = HUGE_VAL};
        pick_mesh_hit hit;
        if (!pick_mesh_closest(level->meshes[o->mesh].pick, &ray, &(pick_mesh_query){.cull = PICK_CULL_NONE}, &hit))
            continue;
        double y = box->min.y - 1 + hit.t;
        *height = found ? fmin(*height, y) : y;
        found = true;
    }
    return found;
}

// Measures the gap between an object and the surfaces below it.
typedef struct drop_probe {
    const editor_level *level;
    pick_query query;
    pick_aabb box;
    double gap; // the smallest so far
    bool found;
} drop_probe;

// Casts a ray down at (x, z), from half the object's height above its lowest point.
static void probe(drop_probe *drop, double x, double z, double lowest)
{
    double start = lowest + (drop->box.max.y - drop->box.min.y) / 2;
    pick_ray ray = {.origin = {x, start, z}, .direction = {0, -1, 0}, .t_min = 0, .t_max = HUGE_VAL};
    pick_hit hit;
    if (!pick_closest(drop->level->scene, &ray, &drop->query, &hit))
        return;
    double gap = lowest - hit.point.y;
    drop->gap = drop->found ? fmin(drop->gap, gap) : gap;
    drop->found = true;
}

enum { DROP_GRID = 9, DROP_VERTICES = 256 };

// A grid over the footprint finds bumps between the object's vertices; the vertices find what is below its tips.
static void probe_all(drop_probe *drop, uint32_t object)
{
    const editor_level *level = drop->level;
    for (int i = 0; i < DROP_GRID * DROP_GRID; i++) {
        double u = (i % DROP_GRID + 0.5) / DROP_GRID, v = (double)(i / DROP_GRID) / DROP_GRID + 0.5 / DROP_GRID;
        double x = drop->box.min.x + u * (drop->box.max.x - drop->box.min.x);
        double z = drop->box.min.z + v * (drop->box.max.z - drop->box.min.z), lowest;
        if (underside(level, object, &drop->box, x, z, &lowest))
            probe(drop, x, z, lowest);
    }
    for (uint32_t i = object; i != EDITOR_NONE; i = editor_level_next_below(level, object, i)) {
        const editor_object *o = &level->objects[i];
        if (o->mesh == EDITOR_NONE)
            continue;
        const editor_mesh *mesh = &level->meshes[o->mesh];
        uint32_t step = mesh->vertex_count / DROP_VERTICES + 1;
        for (uint32_t k = 0; k < mesh->vertex_count; k += step) {
            const float *p = &mesh->positions[3 * (size_t)k];
            pick_vec3 at = pick_affine_point(&o->world, pick_vec3_make((double)p[0], (double)p[1], (double)p[2]));
            probe(drop, at.x, at.z, at.y);
        }
    }
    if (!drop->found) { // the object has no triangles, or nothing is below it
        double lowest = drop->box.min.y;
        probe(drop, (drop->box.min.x + drop->box.max.x) / 2, (drop->box.min.z + drop->box.max.z) / 2, lowest);
    }
}

void edit_hide_from_scene(editor_document *document, uint32_t root)
{
    editor_level *level = document->level;
    for (uint32_t i = root; i != EDITOR_NONE; i = editor_level_next_below(level, root, i))
        pick_scene_set_flags(level->scene, level->objects[i].pick, PICK_OBJECT_HIDDEN);
}

editor_edit_result editor_edit_drop_to_surface(editor_document *document, const uint32_t *objects, uint32_t count)
{
    char label[128];
    const editor_level *level = document->level;
    bool ok = edit_enter(document, edit_label(document, "Drop", objects, count, label, sizeof(label))) &&
              edit_targets(document, objects, count, true, EDIT_PARENTS_FIRST);
    uint32_t targets = ok ? document->target_count : 0, landed = 0;
    for (uint32_t i = 0; i < targets; i++)
        edit_hide_from_scene(document, document->targets[i]);
    for (uint32_t i = 0; ok && i < targets; i++) {
        drop_probe drop = {.level = level,
                           .query = editor_level_surface_query(level),
                           .box = editor_level_subtree_bounds(level, document->targets[i])};
        probe_all(&drop, document->targets[i]);
        landed += drop.found;
        ok = !(drop.gap > 0) || edit_shift(document, document->targets[i], pick_vec3_make(0, -drop.gap, 0));
    }
    editor_level_begin_refresh(document->level);
    for (uint32_t i = 0; i < targets; i++)
        editor_level_refresh_flags(document->level, document->targets[i]);
    editor_level_end_refresh(document->level);
    if (ok && targets > 0 && landed == 0)
        ok = edit_refuse(document, "nothing below to rest on");
    return edit_leave(document, ok);
}
