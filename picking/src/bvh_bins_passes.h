// bvh_bins_passes.h: the passes of bvh_bins.h. Compiled once per SIMD width by the file that includes it after its
// vocabulary, with PICK_BIN_KERNEL set to the name of the table it defines. Private.
#include "bvh_bins.h"

#include <math.h>

// (c, *, -c, *) for c = lo + hi.
static inline f8 centroid(f8 box)
{
    return f8_sub(box, f8_swap_halves(box));
}

static void measure(const pick_build_prim *prims, uint32_t count, float box[8], float centroids[8])
{
    f8 all = f8_load(box);
    f8 centers = f8_load(centroids);
    for (uint32_t i = 0; i < count; ++i) {
        const f8 prim = f8_load(prims[i].box);
        all = f8_min(all, prim);
        centers = f8_min(centers, centroid(prim));
    }
    f8_store(box, all);
    f8_store(centroids, centers);
}

static void clear(const pick_bin_grid *grid, pick_bins *bins)
{
    const f8 empty = f8_set1(INFINITY);
    for (int axis = 0; axis < 3; ++axis) {
        for (uint32_t i = 0; i < grid->bins[axis]; ++i) {
            f8_store(bins->box[axis][i], empty);
            bins->count[axis][i] = 0;
        }
    }
}

static inline void add(float *bin, uint32_t *count, f8 box)
{
    f8_store(bin, f8_min(f8_load(bin), box));
    ++*count;
}

static inline void fill_one(const pick_build_prim *prim, f8 offset, f8 factor, pick_bins *bins)
{
    alignas(16) int32_t at[4];
    const f8 box = f8_load(prim->box);
    f8_truncate4(at, f8_mul(f8_sub(centroid(box), offset), factor));
    add(bins->box[0][at[0]], &bins->count[0][at[0]], box);
    add(bins->box[1][at[1]], &bins->count[1][at[1]], box);
    add(bins->box[2][at[2]], &bins->count[2][at[2]], box);
}

// Four places at once: neighbours tend to fall into one bin, and would wait for each other.
static void fill(const pick_build_prim *prims, uint32_t count, const pick_bin_grid *grid, pick_bins *bins)
{
    const f8 offset = f8_load(grid->offset);
    const f8 factor = f8_load(grid->factor);
    const uint32_t quarter = count / 4;
    for (uint32_t i = 0; i < quarter; ++i) {
        fill_one(&prims[i], offset, factor, bins);
        fill_one(&prims[i + quarter], offset, factor, bins);
        fill_one(&prims[i + 2 * quarter], offset, factor, bins);
        fill_one(&prims[i + 3 * quarter], offset, factor, bins);
    }
    for (uint32_t i = 4 * quarter; i < count; ++i) {
        fill_one(&prims[i], offset, factor, bins);
    }
}

static void merge(const pick_bin_grid *grid, const pick_bins *from, pick_bins *into)
{
    for (int axis = 0; axis < 3; ++axis) {
        for (uint32_t i = 0; i < grid->bins[axis]; ++i) {
            f8_store(into->box[axis][i], f8_min(f8_load(into->box[axis][i]), f8_load(from->box[axis][i])));
            into->count[axis][i] += from->count[axis][i];
        }
    }
}

static inline float cost_of(f8 box, uint32_t count, uint32_t unit_shift)
{
    return f8_half_area(box) * (float)((count + (1u << unit_shift) - 1) >> unit_shift);
}

static void sweep_axis(const pick_bins *bins, uint32_t bin_count, int axis, uint32_t unit_shift, float *best_cost,
                       int *best_axis, uint32_t *best_bin)
{
    float right_cost[PICK_BINS];
    f8 box = f8_set1(INFINITY);
    uint32_t count = 0;
    for (uint32_t i = bin_count; i-- > 1;) {
        box = f8_min(box, f8_load(bins->box[axis][i]));
        count += bins->count[axis][i];
        right_cost[i] = cost_of(box, count, unit_shift);
    }
    box = f8_set1(INFINITY);
    count = 0;
    for (uint32_t i = 1; i < bin_count; ++i) {
        box = f8_min(box, f8_load(bins->box[axis][i - 1]));
        count += bins->count[axis][i - 1];
        const float cost = cost_of(box, count, unit_shift) + right_cost[i];
        if (cost < *best_cost) { // never for an empty side: infinity times 0 is NaN
            *best_cost = cost;
            *best_axis = axis;
            *best_bin = i;
        }
    }
}

static void sweep(const pick_bins *bins, const pick_bin_grid *grid, uint32_t unit_shift, pick_build_split *out)
{
    float cost = INFINITY;
    int axis = -1;
    uint32_t bin = 0;
    for (int k = 0; k < 3; ++k) {
        sweep_axis(bins, grid->bins[k], k, unit_shift, &cost, &axis, &bin);
    }
    out->cost = cost;
    out->axis = axis;
    if (axis < 0) {
        return;
    }
    f8 side[2] = {f8_set1(INFINITY), f8_set1(INFINITY)};
    out->bin = bin;
    out->offset = grid->offset[axis];
    out->factor = grid->factor[axis];
    out->left = 0;
    for (uint32_t i = 0; i < bin; ++i) {
        side[0] = f8_min(side[0], f8_load(bins->box[axis][i]));
        out->left += bins->count[axis][i];
    }
    for (uint32_t i = bin; i < grid->bins[axis]; ++i) {
        side[1] = f8_min(side[1], f8_load(bins->box[axis][i]));
    }
    f8_store(out->box[0], side[0]);
    f8_store(out->box[1], side[1]);
}

// Which side is a matter of arithmetic: a branch would be guessed wrong half the time.
static uint32_t part(const pick_build_prim *prims, uint32_t count, const pick_build_split *split, pick_build_prim *left,
                     pick_build_prim *right, float centroids[2][8])
{
    static const float away[2][2] = {{0, -INFINITY}, {-INFINITY, 0}}; // taken from the side that it is not on
    pick_build_prim *to[2] = {left, right};
    const int axis = split->axis;
    const float offset = split->offset, factor = split->factor;
    const float bin = (float)split->bin;
    f8 centers[2] = {f8_load(centroids[0]), f8_load(centroids[1])};
    uint32_t lefts = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const float *box = prims[i].box;
        const f8 prim = f8_load(box);
        const f8 c = centroid(prim);
        const uint32_t side = (box[axis] - box[axis + 4] - offset) * factor >= bin;
        const uint32_t at[2] = {lefts, i - lefts};
        f8_store(to[side][at[side]].box, prim);
        centers[0] = f8_min(centers[0], f8_sub(c, f8_set1(away[side][0])));
        centers[1] = f8_min(centers[1], f8_sub(c, f8_set1(away[side][1])));
        lefts += 1 - side;
    }
    f8_store(centroids[0], centers[0]);
    f8_store(centroids[1], centers[1]);
    return lefts;
}

const pick_bin_kernel PICK_BIN_KERNEL = {measure, clear, fill, merge, sweep, part};
