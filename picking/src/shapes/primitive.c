// primitive.c: makes volumes of callbacks.
#include "picking/primitive.h"

#include "base/compiler.h"
#include "base/memory.h"
#include "math/math_inline.h"
#include "shapes/volume_internal.h"

#include <math.h>

// Beyond it, products of three coordinates overflow in what transforms them.
#define FARTHEST 1e30

typedef struct primitive_volume {
    pick_volume volume; // first: pick_volume_destroy frees it
    pick_volume_part part;
    pick_primitive primitive;
} primitive_volume;

static double longest_side(const pick_aabb *box)
{
    const pick_vec3 size = pick_vec3_sub(box->max, box->min);
    return fmax(size.x, fmax(size.y, size.z));
}

static pick_result check_bounds(const pick_aabb *box)
{
    if (!pick_vec3_is_finite(box->min) || !pick_vec3_is_finite(box->max))
        return PICK_ERROR_NOT_FINITE;
    if (pick_aabb_is_empty(box) || !(longest_side(box) > 0))
        return PICK_ERROR_INVALID_ARGUMENT;
    const double farthest =
        fmax(pick_largest(box->min.x, box->min.y, box->min.z), pick_largest(box->max.x, box->max.y, box->max.z));
    return farthest <= FARTHEST ? PICK_OK : PICK_ERROR_TOO_LARGE;
}

static void set_bounds(pick_volume *volume, const pick_aabb *bounds)
{
    const double side = longest_side(bounds);
    const double far = fmax(pick_largest(bounds->min.x, bounds->min.y, bounds->min.z),
                            pick_largest(bounds->max.x, bounds->max.y, bounds->max.z));
    const double margin = 0x1p-20 * side + 0x1p-50 * far;
    const pick_vec3 by = {margin, margin, margin};
    const pick_aabb wide = {pick_vec3_sub(bounds->min, by), pick_vec3_add(bounds->max, by)};
    const pick_shape exact = {.type = PICK_SHAPE_AABB, .as.aabb = *bounds};
    const pick_shape reach = {.type = PICK_SHAPE_AABB, .as.aabb = wide};
    volume->parts[0] = pick_volume_part_of(&exact, 0);
    volume->primitive->reach = pick_volume_part_of(&reach, 0);
    volume->primitive->desc.bounds = *bounds;
}

pick_result pick_primitive_create(const pick_primitive_desc *desc, const pick_allocator *allocator, pick_volume **out)
{
    if (desc == NULL || out == NULL || !pick_allocator_is_usable(allocator) ||
        (desc->flags & ~(PICK_VOLUME_SURFACE | PICK_SUBMESH_KINDS)) != 0)
        return PICK_ERROR_INVALID_ARGUMENT;
    const pick_result result = check_bounds(&desc->bounds);
    if (result != PICK_OK)
        return result;
    allocator = allocator != NULL ? allocator : pick_default_allocator();
    primitive_volume *made = pick_allocate(allocator, sizeof *made);
    if (made == NULL)
        return PICK_ERROR_OUT_OF_MEMORY;
    pick_volume *volume = &made->volume;
    made->primitive.desc = *desc;
    *volume =
        (pick_volume){.bytes = sizeof *made, .part_count = 1, .parts = &made->part, .primitive = &made->primitive};
    volume->submesh.flags =
        (desc->flags & PICK_SUBMESH_KINDS) | ((desc->flags & PICK_VOLUME_SURFACE) != 0 ? PICK_SUBMESH_DOUBLE_SIDED : 0);
    set_bounds(volume, &desc->bounds);
    pick_volume_set_mesh(volume, allocator);
    *out = volume;
    return PICK_OK;
}

pick_result pick_primitive_set_bounds(pick_volume *volume, const pick_aabb *bounds)
{
    if (volume == NULL || bounds == NULL || volume->primitive == NULL)
        return PICK_ERROR_INVALID_ARGUMENT;
    const pick_result result = check_bounds(bounds);
    if (result != PICK_OK)
        return result;
    const pick_allocator allocator = volume->mesh.allocator;
    set_bounds(volume, bounds);
    pick_volume_set_mesh(volume, &allocator);
    return PICK_OK;
}

uint32_t pick_primitive_missing(const pick_volume *volume)
{
    if (volume == NULL || volume->primitive == NULL)
        return 0;
    const pick_primitive_desc *desc = &volume->primitive->desc;
    return (desc->ray == NULL ? PICK_PRIMITIVE_RAY : 0u) | (desc->region == NULL ? PICK_PRIMITIVE_REGION : 0u) |
           (desc->nearest == NULL ? PICK_PRIMITIVE_NEAREST : 0u);
}
