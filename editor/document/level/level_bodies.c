// level_bodies.c: what the box around objects is made of.
#include "document/level/level.h"
#include "document/level/sides.h"
#include "document/level/volume.h"

#include <math.h>
#include <stdlib.h>

typedef struct bodies {
    editor_body *items;
    size_t count, capacity;
    bool failed; // out of memory
} bodies;

static void add(bodies *b, const editor_body *body)
{
    if (b->failed)
        return;
    if (b->count == b->capacity) {
        const size_t capacity = b->capacity ? 2 * b->capacity : 64;
        editor_body *grown = realloc(b->items, capacity * sizeof(*grown));
        b->failed = !grown;
        if (!grown)
            return;
        b->items = grown;
        b->capacity = capacity;
    }
    b->items[b->count++] = *body;
}

static void add_sides(bodies *b, const pick_affine *world, const editor_primitive *convex)
{
    for (uint32_t i = 0; i < convex->side_count; i++) {
        pick_vec3 corners[EDITOR_SIDE_CORNERS];
        const uint32_t count = editor_side_corners(convex, i, corners);
        for (uint32_t k = 0; k < count; k++)
            add(b, &(editor_body){.box = {corners[k], corners[k]}, .place = *world});
    }
}

// Of round volumes their boxes.
static void add_volume(bodies *b, const pick_affine *world, const editor_primitive *volume)
{
    if (volume->shape == EDITOR_SHAPE_CONVEX_VOLUME) {
        add_sides(b, world, volume);
        return;
    }
    if (volume->shape != EDITOR_SHAPE_COMPOUND_VOLUME) {
        double half[3];
        editor_volume_half_sizes(volume, half);
        add(b, &(editor_body){.box = {{-half[0], -half[1], -half[2]}, {half[0], half[1], half[2]}}, .place = *world});
    }
    for (uint32_t i = 0; i < volume->part_count; i++) {
        const pick_affine part = pick_affine_multiply(world, &volume->parts[i].local);
        add_volume(b, &part, &volume->parts[i].volume);
    }
}

bool editor_level_selected_bodies(const editor_level *level, const pick_selection *selection, bool hidden,
                                  editor_body **out, size_t *count)
{
    bodies b = {0};
    uint32_t root = EDITOR_NONE;
    for (uint32_t i = editor_level_next_selected(level, selection, &root, EDITOR_NONE); i != EDITOR_NONE;
         i = editor_level_next_selected(level, selection, &root, i)) {
        const editor_object *o = &level->objects[i];
        if (o->mesh == EDITOR_NONE || (o->is_hidden && !hidden))
            continue;
        const editor_mesh *mesh = &level->meshes[o->mesh];
        const pick_affine world = editor_level_mesh_world(level, o);
        if (editor_shape_is_volume(mesh->primitive.shape))
            add_volume(&b, &world, &mesh->primitive);
        else // of a terrain its box
            add(&b, &(editor_body){.mesh = mesh->pick,
                                   .thin = mesh->thin,
                                   .box = mesh->volume ? pick_volume_bounds(mesh->volume) : PICK_AABB_EMPTY,
                                   .place = world});
    }
    *out = b.items;
    *count = b.count;
    if (b.failed)
        free(b.items);
    return !b.failed;
}
