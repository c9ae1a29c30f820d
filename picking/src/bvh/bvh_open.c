#include "bvh/bvh_open.h"
#include "base/compiler.h"

#include "bvh/bvh_peel.h"

#include <math.h>
#include <string.h>

// The cost of testing one unit of triangles, relative to visiting a node, which tests eight boxes.
#define LEAF_UNIT_COST 0.5f
// The fixed work of a split, mostly its bins, in primitives.
#define SPLIT_WORK 60u
// Slightly less than 1, so that the last centroid falls into the last bin.
#define BELOW_ONE 0.99999f

static float leaf_units(const pick_builder *b, uint32_t count)
{
    return (float)((count + (1u << b->unit_shift) - 1) >> b->unit_shift);
}

void pick_build_whole(const pick_builder *b, uint32_t count, pick_build_range *out)
{
    *out = (pick_build_range){.count = count};
    pick_build_box_clear(out->box);
    pick_build_box_clear(out->centroids);
    b->kernel->measure(b->prims[0], count, out->box, out->centroids);
    out->area = pick_build_area(out->box);
}

void pick_open_begin(pick_opening *opening, pick_build_range ranges[PICK_BVH_WIDTH], const pick_build_range *whole,
                     uint32_t depth)
{
    pick_open_begin_root(opening, ranges, PICK_BVH_WIDTH, whole, 0);
    opening->depth = depth;
}

void pick_open_begin_root(pick_opening *opening, pick_build_range *ranges, uint32_t width,
                          const pick_build_range *whole, float least_area)
{
    opening->ranges = ranges;
    opening->width = width;
    opening->least_area = least_area;
    opening->ranges[0] = *whole;
    opening->ranges[0].closed = false;
    opening->count = 1;
    opening->depth = 0;
    opening->state = PICK_OPEN_CHOOSE;
}

// --- Finding a split ------------------------------------------------------------------------------------------------

static void make_grid(const pick_build_range *range, pick_bin_grid *grid)
{
    const uint32_t wanted = 4 + range->count / 2;
    const uint32_t bins = wanted < PICK_BINS ? wanted : PICK_BINS;
    memset(grid, 0, sizeof *grid);
    for (int k = 0; k < 3; k++) {
        const float extent = -(range->centroids[k] + range->centroids[k + 4]);
        const float factor = (float)bins * BELOW_ONE / extent;
        const bool splits = extent > 0 && factor < INFINITY;
        grid->offset[k] = range->centroids[k];
        grid->factor[k] = splits ? factor : 0;
        grid->bins[k] = splits ? bins : 1;
    }
}

static void find_small_split(const pick_builder *b, pick_opening *o, pick_build_range *range)
{
    make_grid(range, &o->grid);
    b->kernel->clear(&o->grid, &o->bins);
    b->kernel->fill(b->prims[range->buffer] + range->first, range->count, &o->grid, &o->bins);
    b->kernel->sweep(&o->bins, &o->grid, b->unit_shift, &range->split);
}

// --- Tasks ----------------------------------------------------------------------------------------------------------

typedef struct chunk_job {
    const pick_builder *builder;
    const pick_bin_grid *grid;
    const pick_build_range *range;
} chunk_job;

static uint32_t chunk_count(uint32_t count)
{
    return (count + PICK_BUILD_CHUNK - 1) / PICK_BUILD_CHUNK;
}

static uint32_t chunk_size(const pick_build_range *range, uint32_t chunk)
{
    const uint32_t rest = range->count - chunk * PICK_BUILD_CHUNK;
    return rest < PICK_BUILD_CHUNK ? rest : PICK_BUILD_CHUNK;
}

static void fill_chunk(void *data, uint32_t index)
{
    const chunk_job *job = data;
    const pick_builder *b = job->builder;
    pick_build_chunk *chunk = &b->chunks[index];
    const pick_build_prim *prims = b->prims[job->range->buffer] + job->range->first + index * PICK_BUILD_CHUNK;
    b->kernel->clear(job->grid, &chunk->bins);
    b->kernel->fill(prims, chunk_size(job->range, index), job->grid, &chunk->bins);
}

static void partition_chunk(void *data, uint32_t index)
{
    const chunk_job *job = data;
    const pick_builder *b = job->builder;
    pick_build_chunk *chunk = &b->chunks[index];
    const pick_build_prim *prims = b->prims[job->range->buffer] + job->range->first + index * PICK_BUILD_CHUNK;
    pick_build_prim *to = b->prims[!job->range->buffer] + job->range->first;
    pick_build_box_clear(chunk->centroids[0]);
    pick_build_box_clear(chunk->centroids[1]);
    b->kernel->partition(prims, chunk_size(job->range, index), &job->range->split, to, job->range->count - 1,
                         chunk->cursor, chunk->centroids);
}

static void fill_with_tasks(const pick_builder *b, pick_opening *o, const pick_build_range *range)
{
    chunk_job job = {b, &o->grid, range};
    const uint32_t chunks = chunk_count(range->count);
    b->tasks->run(b->tasks->user, fill_chunk, &job, chunks);
    for (uint32_t i = 0; i < chunks; i++)
        b->kernel->merge(&o->grid, &b->chunks[i].bins, &o->bins);
}

// False: a side received another number of primitives than its bins counted.
static bool partition_with_tasks(const pick_builder *b, pick_opening *o, const pick_build_range *range)
{
    chunk_job job = {b, NULL, range};
    const uint32_t chunks = chunk_count(range->count);
    const pick_build_split *split = &range->split;
    uint32_t left = 0;
    for (uint32_t i = 0; i < chunks; i++) {
        pick_build_chunk *chunk = &b->chunks[i];
        chunk->cursor[0] = left;
        chunk->cursor[1] = split->left + i * PICK_BUILD_CHUNK - left;
        for (uint32_t bin = 0; bin < split->bin; bin++)
            left += chunk->bins.count[bin][split->axis];
        chunk->end[0] = left;
        chunk->end[1] = chunk->cursor[0] + chunk->cursor[1] + chunk_size(range, i) - left;
    }
    b->tasks->run(b->tasks->user, partition_chunk, &job, chunks);
    bool fits = true;
    for (uint32_t i = 0; i < chunks; i++) {
        fits = fits && memcmp(b->chunks[i].cursor, b->chunks[i].end, sizeof b->chunks[i].end) == 0;
        for (int side = 0; side < 2; side++) {
            for (int k = 0; k < 8; k++) {
                const float c = b->chunks[i].centroids[side][k];
                o->centroids[side][k] = c < o->centroids[side][k] ? c : o->centroids[side][k];
            }
        }
    }
    return fits;
}

// --- Opening a node -------------------------------------------------------------------------------------------------

// Free places in the last of the adjacent nodes.
static uint32_t places_left(const pick_opening *o)
{
    return (0u - o->count) % PICK_BVH_WIDTH;
}

// Whether opening `range` helps. If leaves are single primitives, a range that fits into a node of its own is opened
// only if it dissolves completely into the free places, which saves a node; pick_build_peel uses the other free places.
static bool worth_opening(const pick_builder *b, const pick_opening *o, const pick_build_range *range)
{
    const uint32_t unit = 1u << b->unit_shift;
    const uint32_t places = range->area < o->least_area ? places_left(o) : o->width - o->count;
    return places > 0 && (unit == b->leaf_unit || range->count > unit || range->count <= places + 1);
}

// The open range to split next: the widest by area, or below PICK_BVH_SAH_DEPTH the fullest, which bounds the depth.
// `width`: none.
static uint32_t next_to_open(const pick_builder *b, const pick_opening *o)
{
    const bool by_count = o->depth >= PICK_BVH_SAH_DEPTH;
    uint32_t best = o->width;
    bool best_is_large = false;
    for (uint32_t i = 0; i < o->count; i++) {
        const pick_build_range *range = &o->ranges[i];
        if (range->closed || !worth_opening(b, o, range))
            continue;
        const bool large = range->count > 1u << b->unit_shift;
        const bool better =
            best == o->width || (by_count ? range->count > o->ranges[best].count
                                          : (large != best_is_large ? large : range->area > o->ranges[best].area));
        if (better) {
            best = i;
            best_is_large = large;
        }
    }
    return best;
}

static bool uses_tasks(const pick_builder *b, const pick_build_range *range)
{
    return b->tasks != NULL && range->count >= 2 * PICK_BUILD_CHUNK;
}

// Splits a range that no plane splits.
static void split_by_count(pick_build_range *range)
{
    range->split.axis = -1;
    range->split.cost = INFINITY;
}

// Chooses the range to open next. Returns the first step of its work.
static pick_open_state choose(const pick_builder *b, pick_opening *o)
{
    const uint32_t which = o->count < o->width ? next_to_open(b, o) : o->width;
    if (which == o->width) {
        if (b->leaf_unit == 1 && places_left(o) > 0)
            o->count = pick_build_peel(b, o->ranges, o->count, o->count + places_left(o));
        return PICK_OPEN_DONE;
    }
    pick_build_range *range = &o->ranges[which];
    if (range->count <= b->leaf_unit) {
        range->closed = true;
        return PICK_OPEN_CHOOSE;
    }
    o->current = which;
    o->progress = 0;
    if (o->depth >= PICK_BVH_SAH_DEPTH) {
        split_by_count(range);
        range->split_known = true;
    }
    if (!range->split_known) {
        make_grid(range, &o->grid);
        b->kernel->clear(&o->grid, &o->bins);
    }
    return PICK_OPEN_BIN;
}

static void begin_partition(pick_opening *o)
{
    pick_build_split *split = &o->ranges[o->current].split;
    if (split->axis < 0) {
        split->left = o->ranges[o->current].count / 2;
        pick_build_box_clear(split->box[0]);
        pick_build_box_clear(split->box[1]);
    }
    pick_build_box_clear(o->centroids[0]);
    pick_build_box_clear(o->centroids[1]);
    o->progress = o->cursor[0] = 0;
    o->cursor[1] = split->left;
}

static pick_open_state continue_bins(const pick_builder *b, pick_opening *o, uint64_t *budget)
{
    pick_build_range *range = &o->ranges[o->current];
    if (!range->split_known) {
        if (uses_tasks(b, range)) {
            fill_with_tasks(b, o, range);
        } else {
            const uint32_t rest = range->count - o->progress;
            const uint32_t count = rest < *budget ? rest : (uint32_t)*budget;
            b->kernel->fill(b->prims[range->buffer] + range->first + o->progress, count, &o->grid, &o->bins);
            o->progress += count;
            *budget -= count;
            if (o->progress < range->count)
                return PICK_OPEN_BIN;
        }
        b->kernel->sweep(&o->bins, &o->grid, b->unit_shift, &range->split);
        range->split_known = true;
        if (range->split.axis >= 0 && range->split.left - 1 >= range->count - 1) // the bins were wrong
            split_by_count(range);
    }
    if (range->count <= b->max_leaf && !(range->split.cost < range->area * leaf_units(b, range->count))) {
        range->closed = true;
        return PICK_OPEN_CHOOSE;
    }
    begin_partition(o);
    return PICK_OPEN_PARTITION;
}

static void finish_partition(pick_opening *o)
{
    pick_build_range *range = &o->ranges[o->current];
    PICK_ASSERT(o->count < o->width);
    pick_build_range *right = &o->ranges[o->count++];
    const pick_build_split *split = &range->split;
    PICK_ASSERT(split->left > 0 && split->left < range->count);
    right->first = range->first + split->left;
    right->count = range->count - split->left;
    right->buffer = range->buffer = split->axis >= 0 ? !range->buffer : range->buffer;
    memcpy(right->box, split->box[1], sizeof right->box);
    memcpy(right->centroids, o->centroids[1], sizeof right->centroids);
    memcpy(range->box, split->box[0], sizeof range->box);
    memcpy(range->centroids, o->centroids[0], sizeof range->centroids);
    range->count = split->left;
    range->area = pick_build_area(range->box);
    right->area = pick_build_area(right->box);
    range->closed = right->closed = range->split_known = right->split_known = false;
}

// Ends a partition when every primitive was copied. If a side received another number than its bins counted, the
// arithmetic of the two passes disagrees: the range is still intact in the buffer it was copied from, and is split by
// count.
static pick_open_state end_partition(pick_opening *o, bool fits)
{
    if (!fits) {
        split_by_count(&o->ranges[o->current]);
        begin_partition(o);
        return PICK_OPEN_PARTITION;
    }
    finish_partition(o);
    return PICK_OPEN_CHOOSE;
}

static pick_open_state continue_partition(const pick_builder *b, pick_opening *o, uint64_t *budget)
{
    pick_build_range *range = &o->ranges[o->current];
    pick_build_split *split = &range->split;
    if (uses_tasks(b, range) && split->axis >= 0)
        return end_partition(o, partition_with_tasks(b, o, range));
    while (o->progress < range->count) {
        if (*budget == 0)
            return PICK_OPEN_PARTITION;
        const pick_build_prim *prims = b->prims[range->buffer] + range->first + o->progress;
        const uint32_t side = o->progress >= split->left;
        const uint32_t end = split->axis >= 0 || side ? range->count : split->left;
        const uint32_t rest = end - o->progress;
        const uint32_t count = rest < *budget ? rest : (uint32_t)*budget;
        if (split->axis >= 0) {
            pick_build_prim *to = b->prims[!range->buffer] + range->first;
            b->kernel->partition(prims, count, split, to, range->count - 1, o->cursor, o->centroids);
        } else {
            b->kernel->measure(prims, count, split->box[side], o->centroids[side]);
        }
        o->progress += count;
        *budget -= count;
    }
    return end_partition(o, split->axis < 0 || o->cursor[0] == split->left);
}

bool pick_open_continue(const pick_builder *b, pick_opening *o, uint64_t *budget)
{
    while (o->state != PICK_OPEN_DONE && *budget > 0) {
        switch (o->state) {
        case PICK_OPEN_CHOOSE:
            o->state = choose(b, o);
            *budget -= *budget < SPLIT_WORK ? *budget : SPLIT_WORK;
            break;
        case PICK_OPEN_BIN:
            o->state = continue_bins(b, o, budget);
            break;
        default:
            o->state = continue_partition(b, o, budget);
            break;
        }
    }
    return o->state == PICK_OPEN_DONE;
}

// Whether a range that could not be opened further is cheaper as a leaf than as a node of its own.
bool pick_open_is_leaf(const pick_builder *b, pick_opening *o, uint32_t child)
{
    pick_build_range *range = &o->ranges[child];
    if (range->count > b->max_leaf)
        return false;
    const float cost = LEAF_UNIT_COST * leaf_units(b, range->count) * range->area;
    if (range->closed || cost <= range->area || o->depth + 1 >= PICK_BVH_SAH_DEPTH)
        return true;
    find_small_split(b, o, range);
    return cost <= range->area + LEAF_UNIT_COST * range->split.cost;
}
