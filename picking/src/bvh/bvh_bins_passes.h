// bvh_bins_passes.h: the loops of bvh_bins.h. Each SIMD width's source file includes it after its vocabulary, with
// PICK_BIN_KERNEL defined as the name of the table it defines, and after what sweeps need beyond that vocabulary: u4,
// four counts, and three_half_areas. Private.
#include "base/compiler.h"
#include "bvh/bvh_bins.h"

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
    for (uint32_t i = 0; i < count; i++) {
        const f8 prim = f8_load(prims[i].box);
        all = f8_min(all, prim);
        centers = f8_min(centers, centroid(prim));
    }
    f8_store(box, all);
    f8_store(centroids, centers);
}

static inline uint32_t most_bins(const pick_bin_grid *grid)
{
    const uint32_t most = grid->bins[0] > grid->bins[1] ? grid->bins[0] : grid->bins[1];
    return most > grid->bins[2] ? most : grid->bins[2];
}

// Clears as many bins on each axis as on the axis with most, because a sweep reads all three at once.
static void clear(const pick_bin_grid *grid, pick_bins *bins)
{
    const uint32_t count = most_bins(grid);
    const f8 empty = f8_set1(INFINITY);
    for (int axis = 0; axis < 3; axis++) {
        for (uint32_t i = 0; i < count; i++)
            f8_store(bins->box[axis][i], empty);
    }
    memset(bins->count, 0, count * sizeof bins->count[0]);
}

static inline void add(float *bin, uint32_t *count, f8 box)
{
    f8_store(bin, f8_min(f8_load(bin), box));
    ++*count;
}

// Masks the result to five bits, so that it is always a valid bin, whatever the arithmetic gave. With wrong bins the
// split is wrong too, and is rejected (bvh_open.c).
static inline void fill_one(const pick_build_prim *prim, f8 offset, f8 factor, pick_bins *bins)
{
    alignas(16) int32_t at[4];
    const f8 box = f8_load(prim->box);
    f8_truncate4(at, f8_mul(f8_sub(centroid(box), offset), factor));
    const uint32_t x = (uint32_t)at[0] % PICK_BINS, y = (uint32_t)at[1] % PICK_BINS, z = (uint32_t)at[2] % PICK_BINS;
    PICK_ASSERT((uint32_t)at[0] < PICK_BINS && (uint32_t)at[1] < PICK_BINS && (uint32_t)at[2] < PICK_BINS);
    add(bins->box[0][x], &bins->count[x][0], box);
    add(bins->box[1][y], &bins->count[y][1], box);
    add(bins->box[2][z], &bins->count[z][2], box);
}

// Fills from four positions at once: neighbours tend to fall into the same bin, and their updates would depend on each
// other.
static void fill(const pick_build_prim *prims, uint32_t count, const pick_bin_grid *grid, pick_bins *bins)
{
    const f8 offset = f8_load(grid->offset);
    const f8 factor = f8_load(grid->factor);
    const uint32_t quarter = count / 4;
    for (uint32_t i = 0; i < quarter; i++) {
        fill_one(&prims[i], offset, factor, bins);
        fill_one(&prims[i + quarter], offset, factor, bins);
        fill_one(&prims[i + 2 * quarter], offset, factor, bins);
        fill_one(&prims[i + 3 * quarter], offset, factor, bins);
    }
    for (uint32_t i = 4 * quarter; i < count; i++)
        fill_one(&prims[i], offset, factor, bins);
}

static void merge(const pick_bin_grid *grid, const pick_bins *from, pick_bins *into)
{
    for (int axis = 0; axis < 3; axis++) {
        for (uint32_t i = 0; i < grid->bins[axis]; i++) {
            f8_store(into->box[axis][i], f8_min(f8_load(into->box[axis][i]), f8_load(from->box[axis][i])));
            into->count[i][axis] += from->count[i][axis];
        }
    }
}

// The boxes and counts of one side, for the three axes; grows by their i-th bins.
typedef struct sides {
    f8 x, y, z;
    u4 count;
} sides;

static inline f4 grow(sides *s, const pick_bins *bins, uint32_t i, uint32_t unit_shift)
{
    s->x = f8_min(s->x, f8_load(bins->box[0][i]));
    s->y = f8_min(s->y, f8_load(bins->box[1][i]));
    s->z = f8_min(s->z, f8_load(bins->box[2][i]));
    s->count = u4_add(s->count, bins->count[i]);
    return f4_mul(three_half_areas(s->x, s->y, s->z), u4_units(s->count, unit_shift));
}

// Sweeps three axes at once. An empty side costs infinity times 0, which is NaN and never the minimum.
static void sweep(const pick_bins *bins, const pick_bin_grid *grid, uint32_t unit_shift, pick_build_split *out)
{
    alignas(16) float cost[PICK_BINS][4];
    alignas(16) float least[4];
    const uint32_t bin_count = most_bins(grid);
    const sides none = {f8_set1(INFINITY), f8_set1(INFINITY), f8_set1(INFINITY), u4_zero()};
    sides s = none;
    f4 best = f4_set1(INFINITY);
    for (uint32_t i = bin_count; i-- > 1;)
        f4_store(cost[i], grow(&s, bins, i, unit_shift));
    s = none;
    for (uint32_t i = 1; i < bin_count; i++) {
        const f4 sum = f4_add(grow(&s, bins, i - 1, unit_shift), f4_load(cost[i]));
        f4_store(cost[i], sum);
        best = f4_min(sum, best); // a NaN sum keeps `best`
    }
    f4_store(least, best);
    int axis = least[1] < least[0] ? 1 : 0;
    axis = least[2] < least[axis] ? 2 : axis;
    out->cost = least[axis];
    if (!(out->cost < INFINITY)) {
        out->axis = -1;
        return;
    }
    uint32_t bin = 1;
    while (bin + 1 < bin_count && cost[bin][axis] != out->cost)
        ++bin;
    out->axis = axis;
    f8 side[2] = {f8_set1(INFINITY), f8_set1(INFINITY)};
    out->bin = bin;
    out->offset = grid->offset[axis];
    out->factor = grid->factor[axis];
    out->left = 0;
    for (uint32_t i = 0; i < bin; i++) {
        side[0] = f8_min(side[0], f8_load(bins->box[axis][i]));
        out->left += bins->count[i][axis];
    }
    for (uint32_t i = bin; i < grid->bins[axis]; i++)
        side[1] = f8_min(side[1], f8_load(bins->box[axis][i]));
    f8_store(out->box[0], side[0]);
    f8_store(out->box[1], side[1]);
}

// Chooses the side by arithmetic: a branch would be mispredicted half the time.
static void partition(const pick_build_prim *prims, uint32_t count, const pick_build_split *split, pick_build_prim *to,
                      uint32_t last, uint32_t cursor[2], float centroids[2][8])
{
    // Makes the box empty for the side that it is not on.
    static const float away[2][2] = {{0, -INFINITY}, {-INFINITY, 0}};
    const int axis = split->axis;
    const float offset = split->offset, factor = split->factor;
    const float bin = (float)split->bin;
    f8 centers[2] = {f8_load(centroids[0]), f8_load(centroids[1])};
    uint32_t left = cursor[0], sum = cursor[0] + cursor[1];
    for (uint32_t i = 0; i < count; i++) {
        const float *box = prims[i].box;
        const f8 prim = f8_load(box);
        const f8 c = centroid(prim);
        const uint32_t side = (box[axis] - box[axis + 4] - offset) * factor >= bin;
        const uint32_t at[2] = {left, sum + i - left};
        f8_store(to[at[side] < last ? at[side] : last].box, prim);
        centers[0] = f8_min(centers[0], f8_sub(c, f8_set1(away[side][0])));
        centers[1] = f8_min(centers[1], f8_sub(c, f8_set1(away[side][1])));
        left += 1 - side;
    }
    f8_store(centroids[0], centers[0]);
    f8_store(centroids[1], centers[1]);
    cursor[0] = left;
    cursor[1] = sum + count - left;
}

static void span(const pick_box3f *boxes, uint32_t count, const float linear[9], double lo[4], double hi[4])
{
    d4 column[3];
    d4 low = d4_set1(HUGE_VAL);
    d4 high = d4_set1(-HUGE_VAL);
    for (int i = 0; i < 3; i++)
        column[i] = d4_load3_f(linear + 3 * i);
    for (uint32_t b = 0; b < count; b++) {
        d4 box_low = d4_set1(0);
        d4 box_high = box_low;
        for (int i = 0; i < 3; i++) {
            const d4 x = d4_mul(column[i], d4_set1((double)boxes[b].lo[i]));
            const d4 y = d4_mul(column[i], d4_set1((double)boxes[b].hi[i]));
            box_low = d4_add(box_low, d4_min(x, y));
            box_high = d4_add(box_high, d4_max(x, y));
        }
        low = d4_min(low, box_low);
        high = d4_max(high, box_high);
    }
    d4_store(lo, low);
    d4_store(hi, high);
}

// x * y + (x + y) * z, from the sides of the boxes; the signs of two of them cancel.
static inline f8 half_areas(const f8 lo[3], const f8 hi[3])
{
    const f8 x = f8_sub(hi[0], lo[0]);
    const f8 minus_y = f8_sub(lo[1], hi[1]);
    const f8 minus_z = f8_sub(lo[2], hi[2]);
    const f8 rest = f8_mul(f8_sub(x, minus_y), minus_z);
    return f8_sub(f8_sub(f8_set1(0), f8_mul(x, minus_y)), rest);
}

static uint32_t join(const pick_bvh_node *node, const pick_box3f *box, float limit, float joined[PICK_BVH_WIDTH],
                     float growth[PICK_BVH_WIDTH])
{
    f8 lo[3], hi[3];
    for (int k = 0; k < 3; k++) {
        lo[k] = f8_load(node->bounds[2 * k]);
        hi[k] = f8_load(node->bounds[2 * k + 1]);
    }
    const f8 alone = half_areas(lo, hi);
    for (int k = 0; k < 3; k++) {
        lo[k] = f8_min(lo[k], f8_set1(box->lo[k]));
        hi[k] = f8_max(hi[k], f8_set1(box->hi[k]));
    }
    const f8 both = half_areas(lo, hi);
    const f8 more = f8_sub(both, alone);
    f8_store(joined, both);
    f8_store(growth, more);
    return f8_le(more, f8_set1(limit));
}

const pick_bin_kernel PICK_BIN_KERNEL = {measure, clear, fill, merge, sweep, partition, span, join};
