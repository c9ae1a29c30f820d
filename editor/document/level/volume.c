#include "document/level/volume.h"

#include "system/platform_memory.h"

#include <assert.h>
#include <stdlib.h>

void editor_volume_half_sizes(const editor_primitive *primitive, double half[3])
{
    const double *value = primitive->value;
    const double radius = value[EDITOR_PRIMITIVE_RADIUS], height = value[EDITOR_PRIMITIVE_HEIGHT];
    const bool is_box = primitive->shape == EDITOR_SHAPE_BOX_VOLUME;
    assert(editor_shape_is_volume(primitive->shape) && primitive->shape < EDITOR_SHAPE_CONVEX_VOLUME);
    half[0] = is_box ? value[EDITOR_PRIMITIVE_WIDTH] / 2 : radius;
    half[1] = primitive->shape == EDITOR_SHAPE_SPHERE_VOLUME ? radius : height / 2;
    half[2] = is_box ? value[EDITOR_PRIMITIVE_DEPTH] / 2 : radius;
}

// `planes` has room for EDITOR_SIDES. Not of a compound.
static pick_shape shape_of(const editor_primitive *primitive, pick_plane *planes)
{
    if (primitive->shape == EDITOR_SHAPE_CONVEX_VOLUME) {
        assert(primitive->side_count <= EDITOR_SIDES);
        for (uint32_t i = 0; i < primitive->side_count; i++) {
            const double *side = primitive->sides[i];
            planes[i] = (pick_plane){{side[0], side[1], side[2]}, side[3]};
        }
        return (pick_shape){.type = PICK_SHAPE_CONVEX, .as.convex = {planes, primitive->side_count}};
    }
    double half[3];
    editor_volume_half_sizes(primitive, half);
    const pick_vec3 low = {0, -half[1], 0}, high = {0, half[1], 0};
    if (primitive->shape == EDITOR_SHAPE_SPHERE_VOLUME)
        return (pick_shape){.type = PICK_SHAPE_SPHERE, .as.sphere = {.radius = half[0]}};
    if (primitive->shape == EDITOR_SHAPE_CAPSULE_VOLUME)
        return (pick_shape){.type = PICK_SHAPE_CAPSULE,
                            .as.capsule = {{0, half[0] - half[1], 0}, {0, half[1] - half[0], 0}, half[0]}};
    if (primitive->shape == EDITOR_SHAPE_CYLINDER_VOLUME)
        return (pick_shape){.type = PICK_SHAPE_CYLINDER, .as.cylinder = {low, high, half[0]}};
    if (primitive->shape == EDITOR_SHAPE_CONE_VOLUME)
        return (pick_shape){.type = PICK_SHAPE_CONE, .as.cone = {low, high, half[0]}};
    return (pick_shape){.type = PICK_SHAPE_AABB,
                        .as.aabb = {{-half[0], -half[1], -half[2]}, {half[0], half[1], half[2]}}};
}

static pick_result create(const pick_shape *shape, pick_volume **out)
{
    const pick_volume_desc desc = {.shape = shape, .flags = PICK_VOLUME_SURFACE | EDITOR_VOLUME_KIND};
    return pick_volume_create(&desc, editor_platform_memory(), out);
}

static pick_result create_compound(const editor_primitive *primitive, pick_volume **out)
{
    pick_shape_part parts[EDITOR_PARTS];
    pick_plane(*planes)[EDITOR_SIDES] = malloc(primitive->part_count * sizeof(*planes));
    if (!planes)
        return PICK_ERROR_OUT_OF_MEMORY;
    assert(primitive->part_count <= EDITOR_PARTS);
    for (uint32_t i = 0; i < primitive->part_count; i++)
        parts[i] = (pick_shape_part){primitive->parts[i].local, shape_of(&primitive->parts[i].volume, planes[i])};
    const pick_shape shape = {.type = PICK_SHAPE_COMPOUND, .as.compound = {parts, primitive->part_count}};
    const pick_result result = create(&shape, out);
    free(planes);
    return result;
}

pick_result editor_volume_create(const editor_primitive *primitive, pick_volume **out)
{
    pick_plane planes[EDITOR_SIDES];
    if (primitive->shape == EDITOR_SHAPE_COMPOUND_VOLUME)
        return create_compound(primitive, out);
    const pick_shape shape = shape_of(primitive, planes);
    return create(&shape, out);
}
