// curves.c: makes polylines and cubic curves.
#include "picking/curves.h"
#include "base/compiler.h"
#include "base/memory.h"
#include "shapes/thin_internal.h"

#include <math.h>

// --- Creating -------------------------------------------------------------------------------------------------------

// A description with its defaults filled in.
typedef struct curves_plan {
    const pick_curves_desc *desc;
    pick_thin_source source;
    uint32_t curve_count;
    double flatness;
} curves_plan;

static uint32_t points_of(const curves_plan *plan, uint32_t curve)
{
    return plan->desc->counts != NULL ? plan->desc->counts[curve] : plan->desc->position_count;
}

static pick_result check_counts(const curves_plan *plan)
{
    const bool cubic = plan->desc->kind == PICK_CURVE_CUBIC;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < plan->curve_count; i++) {
        const uint32_t count = points_of(plan, i);
        if (cubic ? count < 4 || count % 3 != 1 : count < 2)
            return PICK_ERROR_INVALID_ARGUMENT;
        sum += count;
    }
    return sum == plan->desc->position_count ? PICK_OK : PICK_ERROR_INVALID_ARGUMENT;
}

static double usual_flatness(const curves_plan *plan)
{
    pick_box3f box = PICK_BOX3F_EMPTY;
    double side = 0;
    for (uint32_t i = 0; i < plan->desc->position_count; i++) {
        const pick_vec3 p = pick_thin_source_point(&plan->source, i);
        const pick_box3f point = {{(float)p.x, (float)p.y, (float)p.z}, {(float)p.x, (float)p.y, (float)p.z}};
        if (pick_is_finite_vec3(p))
            pick_box3f_grow(&box, &point);
    }
    for (int k = 0; k < 3; k++)
        side = pick_most((double)box.hi[k] - (double)box.lo[k], side);
    return side > 0 ? side / 8192 : 1; // all in one place: any will do
}

// Counts parts, segments and vertices. With `thin`, also writes what it says of each.
static bool lay_out(const curves_plan *plan, pick_thin *counts, pick_thin *thin)
{
    const bool cubic = plan->desc->kind == PICK_CURVE_CUBIC;
    uint64_t segments = 0;
    uint32_t parts = 0, vertex = 0, control = 0;
    for (uint32_t i = 0; i < plan->curve_count; i++) {
        const uint32_t points = points_of(plan, i);
        const uint32_t step = cubic ? 3 : 1;
        for (uint32_t p = 0; p + 1 < points; p += step) {
            uint32_t count = 1;
            if (cubic)
                count = pick_cubic_segments(&plan->source, control + p, plan->flatness);
            if (thin != NULL && cubic) {
                thin->first[parts] = (uint32_t)segments;
                thin->control_of[parts] = control + p;
            }
            for (uint32_t k = 0; thin != NULL && k < count; k++)
                thin->vertex_of[segments + k] = vertex + k;
            segments += count;
            vertex += count;
            ++parts;
            if (segments > PICK_EVEN_LIMIT)
                return false;
        }
        ++vertex; // the last one
        control += points;
    }
    if (thin != NULL && cubic)
        thin->first[parts] = (uint32_t)segments;
    counts->part_count = parts;
    counts->vertex_count = vertex;
    pick_even_plan(&counts->tree, (uint32_t)segments, PICK_THIN_LEAF);
    return true;
}

static pick_result check_curves(const pick_curves_desc *desc)
{
    if ((unsigned)desc->kind > PICK_CURVE_CUBIC || desc->flatness < 0)
        return PICK_ERROR_INVALID_ARGUMENT;
    if (!isfinite(desc->flatness))
        return PICK_ERROR_NOT_FINITE;
    return pick_thin_check(desc->positions, desc->position_stride, desc->position_count, desc->radius, desc->unit,
                           desc->kinds, desc->tasks);
}

pick_result pick_curves_create(const pick_curves_desc *desc, const pick_allocator *allocator, pick_thin **out)
{
    if (desc == NULL || out == NULL || !pick_allocator_is_usable(allocator))
        return PICK_ERROR_INVALID_ARGUMENT;
    pick_result result = check_curves(desc);
    if (result != PICK_OK)
        return result;
    curves_plan plan = {
        .desc = desc,
        .source = {desc->positions, desc->position_stride != 0 ? desc->position_stride : 3 * sizeof(float)},
        .curve_count = desc->counts != NULL ? desc->curve_count : desc->position_count > 0,
        .flatness = desc->flatness};
    result = check_counts(&plan);
    if (result != PICK_OK)
        return result;
    const bool cubic = desc->kind == PICK_CURVE_CUBIC;
    if (cubic && plan.flatness == 0)
        plan.flatness = usual_flatness(&plan);
    pick_thin counts = {.radius = desc->radius,
                        .on_screen = desc->unit == PICK_THIN_ON_SCREEN,
                        .are_cubics = cubic,
                        .submesh = {.flags = desc->kinds},
                        .control_count = desc->position_count};
    if (!lay_out(&plan, &counts, NULL))
        return PICK_ERROR_TOO_LARGE;
    pick_thin *thin = pick_thin_allocate(&counts, allocator != NULL ? allocator : pick_default_allocator());
    if (thin == NULL)
        return PICK_ERROR_OUT_OF_MEMORY;
    (void)lay_out(&plan, &counts, thin);
    result = pick_thin_build(thin, &plan.source, desc->tasks);
    if (result == PICK_OK)
        *out = thin;
    return result;
}

uint32_t pick_curve_segments(const pick_thin *thin, uint32_t part)
{
    if (thin == NULL || thin->are_points || part >= thin->part_count)
        return 0;
    return pick_thin_first(thin, part + 1) - pick_thin_first(thin, part);
}
