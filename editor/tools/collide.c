// collide.c: moves that stop at what is in the way, and slide along it.
#include "tools/tools_private.h"

#include "document/level/look.h"
#include "document/level/prefab.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HULL_POINTS = 1000, SLIDES = 4 };

static const double shrink = 1e-4; // of what is swept against objects that are touched

void editor_collide_finish(editor_collision *collision)
{
    free(collision->points);
    free(collision->shrunk);
    free(collision->solids);
    free(collision->marks);
    *collision = (editor_collision){0};
}

// --- What is held ---

// How many points a mesh has as a hull: its vertices, or the corners of its box.
static uint32_t points_of_mesh(const editor_mesh *mesh, bool boxes)
{
    return boxes || mesh->volume ? 8 : mesh->vertex_count;
}

static uint32_t points_below(const editor_level *level, uint32_t root, bool boxes)
{
    uint32_t count = 0;
    for (uint32_t i = root; i != EDITOR_NONE && count <= HULL_POINTS; i = editor_level_next_below(level, root, i)) {
        if (level->objects[i].mesh != EDITOR_NONE)
            count += points_of_mesh(&level->meshes[level->objects[i].mesh], boxes);
    }
    return count;
}

static void corners_of_box(const pick_aabb *box, pick_vec3 out[8])
{
    for (int i = 0; i < 8; i++)
        out[i] = pick_vec3_make(i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y,
                                i & 4 ? box->max.z : box->min.z);
}

static uint32_t add_mesh(const editor_level *level, uint32_t object, bool boxes, pick_vec3 *out)
{
    const editor_object *o = &level->objects[object];
    const editor_mesh *mesh = &level->meshes[o->mesh];
    pick_aabb box;
    if (mesh->volume) {
        if (pick_scene_object_bounds(level->scene, o->pick, &box) != PICK_OK || pick_aabb_is_empty(&box))
            return 0;
        corners_of_box(&box, out);
        return 8;
    }
    const pick_affine world = editor_level_mesh_world(level, o);
    if (boxes) {
        box = mesh->pick ? pick_mesh_bounds(mesh->pick) : pick_thin_bounds(mesh->thin);
        if (pick_aabb_is_empty(&box))
            return 0;
        corners_of_box(&box, out);
        for (int i = 0; i < 8; i++)
            out[i] = pick_affine_point(&world, out[i]);
        return 8;
    }
    const float *positions = mesh->pick ? pick_mesh_get_arrays(mesh->pick).positions : mesh->positions; // as posed
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        const float *p = &positions[3 * (size_t)i];
        out[i] = pick_affine_point(&world, pick_vec3_make((double)p[0], (double)p[1], (double)p[2]));
    }
    return mesh->vertex_count;
}

// The points whose hull is swept for a subtree, world, at the press: its vertices, or the corners of the meshes' boxes,
// or those of the box around all.
static uint32_t add_points(const editor_level *level, uint32_t root, pick_vec3 *out)
{
    const bool boxes = points_below(level, root, false) > HULL_POINTS;
    uint32_t count = 0;
    if (points_below(level, root, true) > HULL_POINTS) {
        const pick_aabb box = editor_level_subtree_bounds(level, root);
        corners_of_box(&box, out);
        return 8;
    }
    for (uint32_t i = root; i != EDITOR_NONE; i = editor_level_next_below(level, root, i)) {
        if (level->objects[i].mesh != EDITOR_NONE)
            count += add_mesh(level, i, boxes, &out[count]);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!pick_vec3_is_finite(out[i]))
            return 0;
    }
    return count;
}

static uint32_t most_points(const editor_level *level, uint32_t root)
{
    const uint32_t vertices = points_below(level, root, false), corners = points_below(level, root, true);
    return vertices <= HULL_POINTS ? vertices : corners <= HULL_POINTS ? corners : 8;
}

void editor_collide_begin(editor_transform *transform, const editor_level *level)
{
    editor_collision *collision = &transform->collision;
    editor_collide_finish(collision);
    if (transform->count > EDITOR_COLLIDE_OBJECTS) {
        collision->passes = "so many objects pass through";
        return;
    }
    size_t total = 1;
    for (uint32_t i = 0; i < transform->count; i++)
        total += most_points(level, transform->objects[i]);
    collision->points = malloc(total * sizeof(*collision->points));
    collision->shrunk = malloc(total * sizeof(*collision->shrunk));
    collision->solids = malloc((size_t)transform->count * sizeof(*collision->solids));
    collision->marks = calloc(level->object_count, 1);
    collision->mark_count = level->object_count;
    if (!collision->points || !collision->shrunk || !collision->solids || !collision->marks) {
        editor_collide_finish(collision);
        collision->passes = "out of memory: nothing stops the move";
        return;
    }
    uint32_t first = 0;
    for (uint32_t i = 0; i < transform->count; i++) {
        const uint32_t root = transform->objects[i];
        const uint32_t count = add_points(level, root, &collision->points[first]);
        collision->solids[i] = (editor_held){level->objects[root].world.origin, first, count};
        const pick_aabb box = editor_level_subtree_bounds(level, root);
        const pick_vec3 middle = pick_vec3_scale(pick_vec3_add(box.min, box.max), 0.5);
        for (uint32_t k = first; k < first + count; k++)
            collision->shrunk[k] =
                pick_vec3_add(middle, pick_vec3_scale(pick_vec3_sub(collision->points[k], middle), 1 - shrink));
        first += count;
    }
    collision->point_count = first;
    collision->active = true;
}

// --- What is in the way ---

typedef struct collide_sweep {
    const editor_transform *transform;
    const editor_level *level;
    bool touched; // sees what is touched alone; else all else
} collide_sweep;

static bool is_obstacle(void *user, pick_object_id object, uint64_t number)
{
    const collide_sweep *sweep = user;
    const editor_collision *collision = &sweep->transform->collision;
    const uint32_t mesh = sweep->level->objects[number].mesh;
    (void)object;
    return number < collision->mark_count && !sweep->transform->dragged[number] &&
           (collision->marks[number] != 0) == sweep->touched && mesh != EDITOR_NONE &&
           sweep->level->meshes[mesh].form == EDITOR_FORM_TRIANGLES;
}

// What is overlapped already, and the back of what has one side, can be left.
static bool is_met(void *user, const pick_hit *candidate)
{
    const collide_sweep *sweep = user;
    const editor_object *o = editor_level_hit_object(sweep->level, candidate);
    return !candidate->inside &&
           (!candidate->backface || editor_level_material(sweep->level, o, candidate->submesh)->double_sided);
}

static pick_query query_of(const collide_sweep *sweep)
{
    pick_query query = editor_level_surface_query(sweep->level);
    query.filter = NULL; // cut-outs are in the way
    query.object_filter = is_obstacle;
    query.object_filter_user = (void *)(uintptr_t)sweep; // the filters only read it
    return query;
}

static void mark(editor_collision *collision, const editor_level *level, pick_object_id id)
{
    const uint32_t object = editor_level_object(level, id);
    if (object >= collision->mark_count || collision->marks[object] ||
        collision->touched_count == EDITOR_COLLIDE_TOUCHED)
        return;
    collision->marks[object] = 1;
    collision->touched[collision->touched_count++] = object;
}

// Marks what the held objects touch where they are.
static void mark_touched(editor_transform *transform, const editor_level *level)
{
    editor_collision *collision = &transform->collision;
    for (uint32_t i = 0; i < collision->touched_count; i++)
        collision->marks[collision->touched[i]] = 0;
    collision->touched_count = 0;
    const collide_sweep sweep = {transform, level, false};
    const pick_query query = query_of(&sweep);
    for (uint32_t i = 0; i < transform->count; i++) {
        const editor_held *held = &collision->solids[i];
        const pick_solid solid = {&collision->points[held->first], held->count, 0};
        pick_object_id ids[64];
        size_t count = pick_overlaps(level->scene, &solid, &query, ids, 64);
        for (size_t k = 0; k < count && k < 64; k++)
            mark(collision, level, ids[k]);
    }
}

static bool sweep_all(const editor_transform *transform, const editor_level *level, pick_vec3 motion,
                      pick_contact *first)
{
    const editor_collision *collision = &transform->collision;
    bool found = false;
    for (int touched = 0; touched < (collision->touched_count > 0 ? 2 : 1); touched++) {
        const collide_sweep sweep = {transform, level, touched != 0};
        pick_query query = query_of(&sweep);
        query.filter = is_met;
        query.filter_user = query.object_filter_user;
        query.filter_all = true;
        const pick_vec3 *points = touched ? collision->shrunk : collision->points;
        for (uint32_t i = 0; i < transform->count; i++) {
            const editor_held *held = &collision->solids[i];
            const pick_solid solid = {&points[held->first], held->count, 0};
            pick_contact contact;
            if (pick_sweep(level->scene, &solid, motion, &query, &contact) && (!found || contact.t < first->t)) {
                *first = contact;
                found = true;
            }
        }
    }
    return found;
}

static void advance(editor_transform *transform, pick_vec3 by)
{
    editor_collision *collision = &transform->collision;
    for (uint32_t k = 0; k < collision->point_count; k++) {
        collision->points[k] = pick_vec3_add(collision->points[k], by);
        collision->shrunk[k] = pick_vec3_add(collision->shrunk[k], by);
    }
    for (uint32_t i = 0; i < transform->count; i++)
        collision->solids[i].origin = pick_vec3_add(collision->solids[i].origin, by);
}

// --- Sliding ---

// The normal as far as the handle lets things move; zero: it does not let them slide.
static pick_vec3 slide_normal(const pick_gizmo *gizmo, pick_vec3 normal)
{
    const pick_gizmo_handle handle = gizmo->active;
    if (handle >= PICK_GIZMO_MOVE_X && handle <= PICK_GIZMO_MOVE_Z)
        return (pick_vec3){0, 0, 0};
    if (handle >= PICK_GIZMO_MOVE_PLANE_X && handle <= PICK_GIZMO_MOVE_PLANE_Z) {
        const int across = (int)handle - PICK_GIZMO_MOVE_PLANE_X;
        const pick_vec3 axis = pick_vec3_normalize(
            pick_vec3_cross(gizmo->start.axis[(across + 1) % 3], gizmo->start.axis[(across + 2) % 3]));
        normal = pick_vec3_sub(normal, pick_vec3_scale(axis, pick_vec3_dot(axis, normal)));
        return pick_vec3_length(normal) > 1e-6 ? pick_vec3_normalize(normal) : (pick_vec3){0, 0, 0};
    }
    return normal;
}

// What is left of a motion beside one plane, in the crease of two, or in the corner of three: nothing.
static pick_vec3 slide(const editor_collision *collision, pick_vec3 motion)
{
    const editor_contact_plane *planes = collision->planes;
    const uint32_t count = collision->plane_count;
    for (uint32_t i = 0; i < count; i++) {
        const double into = pick_vec3_dot(motion, planes[i].normal);
        if (into >= 0)
            continue;
        if (planes[i].stops)
            return (pick_vec3){0, 0, 0};
        pick_vec3 along = pick_vec3_sub(motion, pick_vec3_scale(planes[i].normal, into));
        for (uint32_t k = 0; k < count; k++) {
            if (k == i || pick_vec3_dot(along, planes[k].normal) >= -1e-9 * pick_vec3_length(motion))
                continue;
            const pick_vec3 crease = pick_vec3_normalize(pick_vec3_cross(planes[i].normal, planes[k].normal));
            along = pick_vec3_scale(crease, pick_vec3_dot(crease, motion));
            for (uint32_t l = 0; l < count; l++) {
                if (l != i && l != k && pick_vec3_dot(along, planes[l].normal) < 0)
                    return (pick_vec3){0, 0, 0};
            }
        }
        return along;
    }
    return motion;
}

// Drops the planes of objects that are not touched any more.
static void keep_planes(editor_collision *collision)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < collision->plane_count; i++) {
        if (collision->marks[collision->planes[i].object])
            collision->planes[kept++] = collision->planes[i];
    }
    collision->plane_count = kept;
}

// Moves what is held as far as it can go.
static void move(editor_transform *transform, const editor_level *level, pick_vec3 motion)
{
    editor_collision *collision = &transform->collision;
    const pick_gizmo *gizmo = &transform->gizmo[transform->view];
    mark_touched(transform, level);
    keep_planes(collision);
    pick_vec3 left = slide(collision, motion);
    collision->stopped = left.x != motion.x || left.y != motion.y || left.z != motion.z;
    for (uint32_t i = 0; i < collision->plane_count; i++) { // the last that is in the way, not the last that was met
        if (pick_vec3_dot(motion, collision->planes[i].normal) < 0)
            collision->object = collision->planes[i].object;
    }
    for (int i = 0; i < SLIDES && (left.x != 0 || left.y != 0 || left.z != 0); i++) {
        pick_contact contact = {0};
        if (!sweep_all(transform, level, left, &contact)) {
            advance(transform, left);
            return;
        }
        advance(transform, pick_vec3_scale(left, contact.t));
        mark(collision, level, contact.object);
        collision->stopped = true;
        collision->object = editor_level_object(level, contact.object);
        const pick_vec3 normal = slide_normal(gizmo, contact.normal);
        const bool stops = normal.x == 0 && normal.y == 0 && normal.z == 0;
        if (collision->plane_count == EDITOR_COLLIDE_PLANES)
            return;
        collision->planes[collision->plane_count++] =
            (editor_contact_plane){stops ? contact.normal : normal, collision->object, stops};
        left = slide(collision, pick_vec3_scale(left, 1 - contact.t));
    }
}

// Whether all that is held moves alike and turns nowhere; individual orientations move each object its own way.
static bool moves_alike(const editor_transform *transform, pick_vec3 motion)
{
    const editor_held *solids = transform->collision.solids;
    for (uint32_t i = 0; i < transform->count; i++) {
        const pick_vec3 own = pick_vec3_sub(transform->results[i].origin, solids[i].origin);
        const double reach = pick_vec3_length(transform->results[i].origin) + pick_vec3_length(motion);
        if (!(pick_vec3_length(pick_vec3_sub(own, motion)) <= 1e-12 * reach) ||
            memcmp(transform->results[i].linear, transform->targets[i].world.linear,
                   sizeof(transform->results[i].linear)) != 0)
            return false;
    }
    return true;
}

void editor_collide(editor_transform *transform, const editor_level *level)
{
    editor_collision *collision = &transform->collision;
    collision->stopped = false;
    if (!collision->active || transform->count == 0 || level->object_count != collision->mark_count)
        return;
    const pick_vec3 motion = pick_vec3_sub(transform->results[0].origin, collision->solids[0].origin);
    if (!pick_vec3_is_finite(motion) || !moves_alike(transform, motion)) {
        collision->active = false; // until the next drag: places were passed that nothing was swept from
        collision->passes = "what turns, or moves each its own way, passes through";
        return;
    }
    move(transform, level, motion);
    for (uint32_t i = 0; collision->stopped && i < transform->count; i++)
        transform->results[i].origin = collision->solids[i].origin;
    collision->moved = pick_vec3_length(pick_vec3_sub(collision->solids[0].origin, transform->targets[0].world.origin));
}

void editor_collide_text(const editor_collision *collision, const editor_level *level, char *out, size_t size)
{
    const char *name = level->objects[collision->object].name;
    snprintf(out, size, "Moved %.4g m     Stopped by %.60s", collision->moved, name ? name : "an object");
}
