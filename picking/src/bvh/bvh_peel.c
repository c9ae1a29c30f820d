#include "bvh/bvh_peel.h"
#include "base/compiler.h"

#include <string.h>

// A primitive of a range, and the reduction of the range's area without it.
typedef struct peeling {
    uint32_t which;
    float gain;
} peeling;

static pick_build_prim *prims_of(const pick_builder *b, const pick_build_range *range)
{
    return b->prims[range->buffer] + range->first;
}

static void grow(float box[8], const float by[8])
{
    for (int k = 0; k < 8; k++)
        box[k] = by[k] < box[k] ? by[k] : box[k];
}

static peeling best_of(const pick_builder *b, const pick_build_range *range)
{
    PICK_ASSERT(range->count <= PICK_BVH_WIDTH);
    const pick_build_prim *prims = prims_of(b, range);
    peeling best = {0, -1};
    if (range->count == 1)
        return best;
    if (range->count == 2) { // both become children, which saves the node
        best.gain = range->area;
        return best;
    }
    alignas(32) float behind[PICK_BVH_WIDTH][8]; // the box of all primitives after this one
    alignas(32) float before[8];
    pick_build_box_clear(behind[range->count - 1]);
    for (uint32_t i = range->count - 1; i > 0; i--) {
        memcpy(behind[i - 1], behind[i], sizeof before);
        grow(behind[i - 1], prims[i].box);
    }
    pick_build_box_clear(before);
    for (uint32_t i = 0; i < range->count; i++) {
        grow(behind[i], before);
        const float gain = range->area - pick_build_area(behind[i]);
        if (gain > best.gain)
            best = (peeling){i, gain};
        grow(before, prims[i].box);
    }
    return best;
}

static void measure_peeled(const pick_builder *b, pick_build_range *range)
{
    pick_build_box_clear(range->box);
    pick_build_box_clear(range->centroids);
    b->kernel->measure(prims_of(b, range), range->count, range->box, range->centroids);
    range->area = pick_build_area(range->box);
}

// Moves the primitive to the end of its range, and makes it a range of its own.
static void peel(const pick_builder *b, pick_build_range *range, uint32_t which, pick_build_range *single)
{
    PICK_ASSERT(!range->split_known);
    pick_build_prim *prims = prims_of(b, range);
    const pick_build_prim taken = prims[which];
    const uint32_t rest = range->count - 1;
    memmove(prims + which, prims + which + 1, (rest - which) * sizeof *prims);
    prims[rest] = taken;
    range->count = rest;
    *single = *range;
    single->first += rest;
    single->count = 1;
    measure_peeled(b, range);
    measure_peeled(b, single);
}

uint32_t pick_build_peel(const pick_builder *b, pick_build_range *ranges, uint32_t count, uint32_t width)
{
    peeling found[PICK_TREE_WIDTH];
    PICK_ASSERT(width <= PICK_TREE_WIDTH);
    for (uint32_t i = 0; i < count; i++)
        found[i] = best_of(b, &ranges[i]);
    while (count < width) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < count; i++)
            best = found[i].gain > found[best].gain ? i : best;
        if (ranges[best].count == 1) // as have all others
            break;
        peel(b, &ranges[best], found[best].which, &ranges[count]);
        found[best] = best_of(b, &ranges[best]);
        found[count] = best_of(b, &ranges[count]);
        ++count;
    }
    return count;
}
