// thin.c: what points and curves share: memory, the hierarchy, refits, places on parts.
#include "picking/thin.h"
#include "base/compiler.h"
#include "base/memory.h"
#include "shapes/thin_internal.h"

#include <float.h>
#include <math.h>

pick_result pick_thin_check(const float *positions, size_t stride, uint32_t count, double radius, pick_thin_unit unit,
                            uint32_t kinds, const pick_task_hook *tasks)
{
    if ((positions == NULL && count > 0) || (stride != 0 && stride < 3 * sizeof(float)) || radius < 0 ||
        (unsigned)unit > PICK_THIN_ON_SCREEN || (kinds & ~PICK_SUBMESH_KINDS) != 0 ||
        (tasks != NULL && tasks->run == NULL))
        return PICK_ERROR_INVALID_ARGUMENT;
    if (!isfinite(radius))
        return PICK_ERROR_NOT_FINITE;
    return count > PICK_EVEN_LIMIT ? PICK_ERROR_TOO_LARGE : PICK_OK;
}

// --- Memory ---------------------------------------------------------------------------------------------------------

// Cuts the next array off.
static void *take_array(char *memory, uint64_t *end, uint64_t count, size_t item)
{
    void *const array = memory != NULL ? memory + (size_t)*end : NULL;
    *end += (count * item + 63) & ~(uint64_t)63;
    return array;
}

// Places the arrays, and returns the bytes of all. `memory` NULL: only counts.
static uint64_t place_arrays(pick_thin *thin, char *memory)
{
    uint64_t end = (sizeof *thin + 63) & ~(size_t)63;
    thin->tree.nodes = take_array(memory, &end, thin->tree.node_count, sizeof(pick_even_node));
    thin->tree.items = take_array(memory, &end, thin->tree.item_count, sizeof(uint32_t));
    thin->positions = take_array(memory, &end, thin->vertex_count, 3 * sizeof(float));
    thin->vertex_of = take_array(memory, &end, thin->are_points ? 0 : thin->tree.item_count, sizeof(uint32_t));
    thin->first = take_array(memory, &end, thin->are_cubics ? (uint64_t)thin->part_count + 1 : 0, sizeof(uint32_t));
    thin->control_of = take_array(memory, &end, thin->are_cubics ? thin->part_count : 0, sizeof(uint32_t));
    return end;
}

pick_thin *pick_thin_allocate(const pick_thin *plan, const pick_allocator *allocator)
{
    pick_thin sizes = *plan;
    const size_t bytes = pick_size(place_arrays(&sizes, NULL));
    pick_thin *thin = pick_allocate(allocator, bytes);
    if (thin == NULL)
        return NULL;
    *thin = *plan;
    (void)place_arrays(thin, (char *)thin);
    thin->bytes = bytes;
    thin->mesh = (pick_mesh){.scale = 1,
                             .root = PICK_ROOT_THIN,
                             .simd = pick_simd_best(),
                             .allocator = *allocator,
                             .bounds = PICK_BOX3F_EMPTY,
                             .submesh_count = 1,
                             .submeshes = &thin->submesh};
    return thin;
}

void pick_thin_destroy(pick_thin *thin)
{
    if (thin != NULL) {
        const pick_allocator allocator = thin->mesh.allocator;
        pick_deallocate(&allocator, thin, thin->bytes);
    }
}

// --- The hierarchy --------------------------------------------------------------------------------------------------

static float float_at_most(double x)
{
    const float f = (float)x;
    return (double)f > x ? nextafterf(f, -INFINITY) : f;
}

static void grow_by_segment(const void *user, uint32_t item, pick_box3f *box)
{
    const pick_thin *thin = user;
    const double radius = thin->on_screen ? 0 : thin->radius;
    pick_vec3 a, b;
    if (!pick_thin_segment(thin, item, &a, &b))
        return;
    const double low[3] = {pick_least(a.x, b.x), pick_least(a.y, b.y), pick_least(a.z, b.z)};
    const double high[3] = {pick_most(a.x, b.x), pick_most(a.y, b.y), pick_most(a.z, b.z)};
    pick_box3f own;
    for (int k = 0; k < 3; k++) {
        own.lo[k] = float_at_most(low[k] - radius);
        own.hi[k] = -float_at_most(-(high[k] + radius));
    }
    pick_box3f_grow(box, &own);
}

// Updates everything that follows from the positions but the order of the items.
static void fit_thin(pick_thin *thin, const pick_task_hook *tasks)
{
    pick_vec3 a, b;
    pick_even_fit(&thin->tree, grow_by_segment, thin, tasks);
    thin->dropped_count = 0;
    for (uint32_t i = 0; i < thin->part_count; i++) // of a cubic that is not finite, no segment is
        thin->dropped_count += !pick_thin_segment(thin, pick_thin_first(thin, i), &a, &b);
    const pick_box3f box = pick_even_bounds(&thin->tree);
    for (int k = 0; k < 3; k++) {
        const double center = 0.5 * (double)box.lo[k] + 0.5 * (double)box.hi[k];
        thin->mesh.center[k] = isfinite(center) ? center : 0; // empty, or so large that it reaches beyond all floats
    }
}

static void read_points(pick_thin *thin, const pick_thin_source *source)
{
    if (thin->are_cubics) {
        pick_thin_flatten(thin, source);
        return;
    }
    for (uint32_t i = 0; i < thin->vertex_count; i++)
        memcpy(thin->positions + 3 * (size_t)i, (const char *)source->positions + i * source->stride,
               3 * sizeof(float));
}

pick_result pick_thin_build(pick_thin *thin, const pick_thin_source *source, const pick_task_hook *tasks)
{
    const pick_allocator allocator = thin->mesh.allocator;
    const size_t bytes = pick_array_size(thin->tree.item_count, sizeof(pick_even_place));
    pick_even_place *places = bytes > 0 ? pick_allocate(&allocator, bytes) : NULL;
    if (places == NULL && bytes > 0) {
        pick_thin_destroy(thin);
        return PICK_ERROR_OUT_OF_MEMORY;
    }
    read_points(thin, source);
    for (uint32_t i = 0; i < thin->tree.item_count; i++) {
        pick_vec3 a, b;
        const bool valid = pick_thin_segment(thin, i, &a, &b);
        const pick_vec3 at = pick_vec3_add(pick_vec3_scale(a, 0.5), pick_vec3_scale(b, 0.5));
        places[i] = (pick_even_place){{FLT_MAX, FLT_MAX, FLT_MAX}, i}; // those that are not finite, side by side
        if (valid)
            places[i] = (pick_even_place){{(float)at.x, (float)at.y, (float)at.z}, i};
    }
    pick_even_sort(&thin->tree, places, tasks);
    pick_deallocate(&allocator, places, bytes);
    fit_thin(thin, tasks);
    return PICK_OK;
}

pick_result pick_thin_refit(pick_thin *thin, const float *positions, size_t position_stride)
{
    if (thin == NULL || thin->shares || (positions == NULL && thin->control_count > 0) ||
        (position_stride != 0 && position_stride < 3 * sizeof(float)))
        return PICK_ERROR_INVALID_ARGUMENT;
    const pick_thin_source source = {positions, position_stride != 0 ? position_stride : 3 * sizeof(float)};
    read_points(thin, &source);
    fit_thin(thin, NULL);
    return PICK_OK;
}

pick_result pick_thin_share(const pick_thin *thin, double radius, pick_thin_unit unit, const pick_task_hook *tasks,
                            pick_thin **out)
{
    const pick_result checked = pick_thin_check(NULL, 0, 0, radius, unit, 0, tasks);
    if (thin == NULL || out == NULL || checked != PICK_OK)
        return checked != PICK_OK ? checked : PICK_ERROR_INVALID_ARGUMENT;
    const bool on_screen = unit == PICK_THIN_ON_SCREEN;
    const bool fits = !on_screen || !thin->on_screen; // boxes hold a radius in space
    uint64_t end = (sizeof *thin + 63) & ~(size_t)63;
    const uint64_t nodes = end;
    (void)take_array(NULL, &end, fits ? thin->tree.node_count : 0, sizeof(pick_even_node));
    const pick_allocator allocator = thin->mesh.allocator;
    pick_thin *shared = pick_allocate(&allocator, pick_size(end));
    if (shared == NULL)
        return PICK_ERROR_OUT_OF_MEMORY;
    *shared = *thin;
    shared->mesh.submeshes = &shared->submesh;
    shared->bytes = pick_size(end);
    shared->shares = true;
    shared->radius = radius;
    shared->on_screen = on_screen;
    if (fits) {
        shared->tree.nodes = (pick_even_node *)(void *)((char *)shared + (size_t)nodes);
        fit_thin(shared, tasks);
    }
    *out = shared;
    return PICK_OK;
}

// --- What is known of it --------------------------------------------------------------------------------------------

pick_aabb pick_thin_bounds(const pick_thin *thin)
{
    const pick_box3f box = thin != NULL ? pick_even_bounds(&thin->tree) : PICK_BOX3F_EMPTY;
    return (pick_aabb){{(double)box.lo[0], (double)box.lo[1], (double)box.lo[2]},
                       {(double)box.hi[0], (double)box.hi[1], (double)box.hi[2]}};
}

pick_thin_stats pick_thin_get_stats(const pick_thin *thin)
{
    if (thin == NULL)
        return (pick_thin_stats){.part_count = 0};
    return (pick_thin_stats){.part_count = thin->part_count,
                             .dropped_parts = thin->dropped_count,
                             .segment_count = thin->tree.item_count,
                             .flatness = thin->flatness,
                             .hierarchy_bytes = thin->tree.node_count * sizeof(pick_even_node) +
                                                thin->tree.item_count * sizeof(uint32_t),
                             .total_bytes = thin->bytes};
}

uint32_t pick_thin_part(const pick_thin *thin, uint32_t segment)
{
    if (!thin->are_cubics)
        return segment;
    uint32_t low = 0;
    uint32_t high = thin->part_count;
    while (high - low > 1) { // the last part that begins at or before the segment
        const uint32_t middle = low + (high - low) / 2;
        if (thin->first[middle] <= segment)
            low = middle;
        else
            high = middle;
    }
    return low;
}

double pick_thin_along(const pick_thin *thin, uint32_t part, uint32_t segment, double along)
{
    if (!thin->are_cubics)
        return along;
    return ((double)(segment - thin->first[part]) + along) / (double)(thin->first[part + 1] - thin->first[part]);
}

double pick_thin_nearest_along(pick_vec3 a, pick_vec3 b, pick_vec3 p)
{
    const pick_vec3 ab = pick_vec3_sub(b, a);
    const double square = pick_vec3_dot(ab, ab);
    const double dot = pick_vec3_dot(pick_vec3_sub(p, a), ab);
    return dot <= 0 ? 0 : (dot >= square ? 1 : dot / square);
}

bool pick_thin_place(const pick_thin *thin, uint32_t part, double along, pick_vec3 *out)
{
    if (thin == NULL || out == NULL || part >= thin->part_count || isnan(along))
        return false;
    const uint32_t first = pick_thin_first(thin, part);
    const uint32_t count = pick_thin_first(thin, part + 1) - first;
    const double at = fmin(fmax(along, 0), 1) * (double)count;
    const uint32_t segment = at < (double)count ? (uint32_t)at : count - 1;
    pick_vec3 a, b;
    if (!pick_thin_segment(thin, first + segment, &a, &b))
        return false;
    const double rest = at - (double)segment;
    *out = rest < 1 ? pick_vec3_add(a, pick_vec3_scale(pick_vec3_sub(b, a), rest)) : b;
    return true;
}
