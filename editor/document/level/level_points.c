// level_points.c: the places that the box around objects is made of.
#include "document/level/level.h"
#include "document/level/sides.h"
#include "document/level/volume.h"

#include <stdlib.h>

typedef struct points {
    pick_vec3 *at;
    size_t count, capacity;
    bool failed; // out of memory
} points;

static void add_point(points *p, pick_vec3 at)
{
    if (!pick_vec3_is_finite(at) || p->failed)
        return;
    if (p->count == p->capacity) {
        const size_t capacity = p->capacity ? 2 * p->capacity : 1024;
        pick_vec3 *grown = realloc(p->at, capacity * sizeof(*grown));
        p->failed = !grown;
        if (!grown)
            return;
        p->at = grown;
        p->capacity = capacity;
    }
    p->at[p->count++] = at;
}

static void add_box(points *p, const pick_affine *world, const pick_aabb *box)
{
    for (int i = 0; i < 8 && !pick_aabb_is_empty(box); i++) {
        const pick_vec3 corner = pick_vec3_make(i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y,
                                                i & 4 ? box->max.z : box->min.z);
        add_point(p, pick_affine_point(world, corner));
    }
}

static void add_sides(points *p, const pick_affine *world, const editor_primitive *convex)
{
    for (uint32_t i = 0; i < convex->side_count; i++) {
        pick_vec3 corners[EDITOR_SIDE_CORNERS];
        const uint32_t count = editor_side_corners(convex, i, corners);
        for (uint32_t k = 0; k < count; k++)
            add_point(p, pick_affine_point(world, corners[k]));
    }
}

// Of round volumes their boxes.
static void add_volume(points *p, const pick_affine *world, const editor_primitive *volume)
{
    if (volume->shape == EDITOR_SHAPE_CONVEX_VOLUME) {
        add_sides(p, world, volume);
        return;
    }
    if (volume->shape != EDITOR_SHAPE_COMPOUND_VOLUME) {
        double half[3];
        editor_volume_half_sizes(volume, half);
        const pick_aabb box = {{-half[0], -half[1], -half[2]}, {half[0], half[1], half[2]}};
        add_box(p, world, &box);
    }
    for (uint32_t i = 0; i < volume->part_count; i++) {
        const pick_affine part = pick_affine_multiply(world, &volume->parts[i].local);
        add_volume(p, &part, &volume->parts[i].volume);
    }
}

// Vertices, each once: of triangles those that one of them has.
static void add_vertices(points *p, const pick_affine *world, const editor_mesh *mesh)
{
    const bool triangles = mesh->form == EDITOR_FORM_TRIANGLES;
    const float *positions = mesh->pick ? pick_mesh_get_arrays(mesh->pick).positions : mesh->positions; // as posed
    bool *used = triangles ? calloc((size_t)mesh->vertex_count + 1, sizeof(*used)) : NULL;
    p->failed = p->failed || (triangles && !used);
    for (uint32_t i = 0; used && i < mesh->index_count; i++)
        used[mesh->indices[i]] = true;
    for (uint32_t i = 0; !p->failed && i < mesh->vertex_count; i++) {
        const float *v = &positions[3 * (size_t)i];
        if (!used || used[i])
            add_point(p, pick_affine_point(world, pick_vec3_make((double)v[0], (double)v[1], (double)v[2])));
    }
    free(used);
}

bool editor_level_selected_points(const editor_level *level, const pick_selection *selection, bool hidden,
                                  pick_vec3 **out, size_t *count)
{
    points p = {0};
    uint32_t root = EDITOR_NONE;
    for (uint32_t i = editor_level_next_selected(level, selection, &root, EDITOR_NONE); i != EDITOR_NONE;
         i = editor_level_next_selected(level, selection, &root, i)) {
        const editor_object *o = &level->objects[i];
        if (o->mesh == EDITOR_NONE || (o->is_hidden && !hidden))
            continue;
        const editor_mesh *mesh = &level->meshes[o->mesh];
        const pick_affine world = editor_level_mesh_world(level, o);
        const pick_aabb box = pick_volume_bounds(mesh->volume);
        if (editor_shape_is_volume(mesh->primitive.shape))
            add_volume(&p, &world, &mesh->primitive);
        else if (mesh->volume) // a terrain
            add_box(&p, &world, &box);
        else
            add_vertices(&p, &world, mesh);
    }
    *out = p.at;
    *count = p.count;
    if (p.failed)
        free(p.at);
    return !p.failed;
}
