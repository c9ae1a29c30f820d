#include "picking/points.h"
#include "base/compiler.h"
#include "base/memory.h"
#include "shapes/thin_internal.h"

pick_result pick_points_create(const pick_points_desc *desc, const pick_allocator *allocator, pick_thin **out)
{
    if (desc == NULL || out == NULL || !pick_allocator_is_usable(allocator))
        return PICK_ERROR_INVALID_ARGUMENT;
    pick_result result = pick_thin_check(desc->positions, desc->position_stride, desc->count, desc->radius, desc->unit,
                                         desc->kinds, desc->tasks);
    if (result != PICK_OK)
        return result;
    const pick_thin_source source = {desc->positions,
                                     desc->position_stride != 0 ? desc->position_stride : 3 * sizeof(float)};
    pick_thin plan = {.radius = desc->radius,
                      .on_screen = desc->unit == PICK_THIN_ON_SCREEN,
                      .are_points = true,
                      .submesh = {.flags = desc->kinds},
                      .part_count = desc->count,
                      .vertex_count = desc->count,
                      .control_count = desc->count};
    pick_even_plan(&plan.tree, desc->count, PICK_THIN_LEAF);
    pick_thin *thin = pick_thin_allocate(&plan, allocator != NULL ? allocator : pick_default_allocator());
    if (thin == NULL)
        return PICK_ERROR_OUT_OF_MEMORY;
    result = pick_thin_build(thin, &source, desc->tasks);
    if (result == PICK_OK)
        *out = thin;
    return result;
}
