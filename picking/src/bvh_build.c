// Builds wide nodes directly: a node opens its widest child, by the surface area heuristic over binned centroids,
// until all eight places are taken. No binary tree is made on the way.
//
// Sources: I. Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies", 2007 (binning); I. Wald,
// C. Benthin, S. Boulos, "Getting Rid of Packets", 2008 (wide nodes).
#include "bvh.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { BINS = 32 };

// Relative to one visit of a node, which tests eight boxes: testing one unit of triangles.
#define LEAF_UNIT_COST 0.5f

typedef struct build_range {
    uint32_t first, count;
    pick_box3f box;       // of the primitives
    pick_box3f centroids; // of lo + hi: twice the centre
    float area;
    bool closed; // becomes a leaf, or cannot be opened further in this node
} build_range;

typedef struct build_split {
    int axis; // -1: none
    uint32_t bin;
    float cost; // sum of child area times leaf units, unnormalised
    float offset, factor;
    uint32_t bins;
} build_split;

typedef struct build_bin {
    pick_box3f box;
    uint32_t count;
} build_bin;

typedef struct builder {
    const pick_build_input *input;
    pick_node_pool *pool;
    uint32_t levels;
} builder;

static const pick_box3f empty_box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

static inline void box_grow(pick_box3f *box, const float lo[3], const float hi[3])
{
    for (int k = 0; k < 3; ++k) {
        box->lo[k] = lo[k] < box->lo[k] ? lo[k] : box->lo[k];
        box->hi[k] = hi[k] > box->hi[k] ? hi[k] : box->hi[k];
    }
}

static inline void centroid_of(const pick_build_prim *prim, float out[3])
{
    for (int k = 0; k < 3; ++k) {
        out[k] = prim->lo[k] + prim->hi[k];
    }
}

// Half the surface area; 0 for an empty box.
static inline float box_area(const pick_box3f *box)
{
    const float x = box->hi[0] - box->lo[0];
    const float y = box->hi[1] - box->lo[1];
    const float z = box->hi[2] - box->lo[2];
    return x < 0 ? 0.0f : x * y + y * z + z * x;
}

static inline float leaf_units(const builder *b, uint32_t count)
{
    return (float)((count + b->input->cost_unit - 1) / b->input->cost_unit);
}

static inline uint32_t bin_of(const build_split *split, float centroid)
{
    const float f = (centroid - split->offset) * split->factor;
    const uint32_t bin = f > 0 ? (uint32_t)f : 0;
    return bin < split->bins ? bin : split->bins - 1;
}

static void measure_range(const builder *b, build_range *range)
{
    range->box = empty_box;
    range->centroids = empty_box;
    for (uint32_t i = 0; i < range->count; ++i) {
        const pick_build_prim *prim = &b->input->prims[range->first + i];
        float c[3];
        centroid_of(prim, c);
        box_grow(&range->box, prim->lo, prim->hi);
        box_grow(&range->centroids, c, c);
    }
    range->area = box_area(&range->box);
    range->closed = false;
}

static void fill_bins(const builder *b, const build_range *range, const build_split axes[3], build_bin bins[3][BINS])
{
    for (int axis = 0; axis < 3; ++axis) {
        for (uint32_t i = 0; i < axes[axis].bins; ++i) {
            bins[axis][i] = (build_bin){empty_box, 0};
        }
    }
    for (uint32_t i = 0; i < range->count; ++i) {
        const pick_build_prim *prim = &b->input->prims[range->first + i];
        for (int axis = 0; axis < 3; ++axis) {
            build_bin *bin = &bins[axis][bin_of(&axes[axis], prim->lo[axis] + prim->hi[axis])];
            box_grow(&bin->box, prim->lo, prim->hi);
            ++bin->count;
        }
    }
}

// The cheapest place between two bins of one axis, if cheaper than what `best` holds.
static void sweep_axis(const builder *b, const build_bin *bins, const build_split *axis, build_split *best)
{
    float right_cost[BINS];
    pick_box3f box = empty_box;
    uint32_t count = 0;
    for (uint32_t i = axis->bins; i-- > 1;) {
        box_grow(&box, bins[i].box.lo, bins[i].box.hi);
        count += bins[i].count;
        right_cost[i] = count == 0 ? INFINITY : box_area(&box) * leaf_units(b, count);
    }
    box = empty_box;
    count = 0;
    for (uint32_t i = 1; i < axis->bins; ++i) {
        box_grow(&box, bins[i - 1].box.lo, bins[i - 1].box.hi);
        count += bins[i - 1].count;
        const float cost = box_area(&box) * leaf_units(b, count) + right_cost[i];
        if (count > 0 && cost < best->cost) {
            *best = *axis;
            best->bin = i;
            best->cost = cost;
        }
    }
}

static build_split find_split(const builder *b, const build_range *range)
{
    build_split axes[3];
    build_bin bins[3][BINS];
    build_split best = {.axis = -1, .cost = INFINITY};
    const uint32_t wanted = 4 + range->count / 2;
    for (int axis = 0; axis < 3; ++axis) {
        const float extent = range->centroids.hi[axis] - range->centroids.lo[axis];
        const uint32_t count = wanted < BINS ? wanted : BINS;
        const float factor = (float)count / extent;
        axes[axis] = (build_split){.axis = axis, .offset = range->centroids.lo[axis], .factor = factor, .bins = count};
        if (!(extent > 0) || !(factor < INFINITY)) {
            axes[axis].factor = 0;
            axes[axis].bins = 1;
        }
    }
    fill_bins(b, range, axes, bins);
    for (int axis = 0; axis < 3; ++axis) {
        sweep_axis(b, bins[axis], &axes[axis], &best);
    }
    return best;
}

// Splits `range` into itself and `*right`. Without a usable split, by count.
static void split_range(const builder *b, const build_split *split, build_range *range, build_range *right)
{
    pick_build_prim *prims = b->input->prims + range->first;
    uint32_t left = range->count / 2;
    if (split->axis >= 0) {
        left = 0;
        uint32_t end = range->count;
        while (left < end) {
            const pick_build_prim *prim = &prims[left];
            if (bin_of(split, prim->lo[split->axis] + prim->hi[split->axis]) < split->bin) {
                ++left;
            } else {
                const pick_build_prim moved = prims[--end];
                prims[end] = prims[left];
                prims[left] = moved;
            }
        }
    }
    assert(left > 0 && left < range->count);
    right->first = range->first + left;
    right->count = range->count - left;
    range->count = left;
    measure_range(b, range);
    measure_range(b, right);
}

// Where single primitives are leaves: whether opening `range`, which is to be a node of its own, helps. One that is
// larger than a node must be opened; one that is not, only when it dissolves into the places left.
static bool worth_opening(const builder *b, const build_range *range, uint32_t places)
{
    return b->input->cost_unit == b->input->leaf_unit || range->count > b->input->cost_unit ||
           range->count <= places + 1;
}

// The open range to split next: the widest by area, or below PICK_BVH_SAH_DEPTH the fullest, which bounds the depth.
static build_range *next_to_open(const builder *b, build_range *ranges, uint32_t count, bool by_count)
{
    build_range *best = NULL;
    bool best_is_large = false;
    for (uint32_t i = 0; i < count; ++i) {
        if (ranges[i].closed || !worth_opening(b, &ranges[i], PICK_BVH_WIDTH - count)) {
            continue;
        }
        const bool large = ranges[i].count > b->input->cost_unit;
        const bool better = best == NULL || (by_count ? ranges[i].count > best->count
                                                      : (large != best_is_large ? large : ranges[i].area > best->area));
        if (better) {
            best = &ranges[i];
            best_is_large = large;
        }
    }
    return best;
}

static uint32_t open_ranges(const builder *b, build_range ranges[PICK_BVH_WIDTH], uint32_t depth)
{
    const bool by_count = depth >= PICK_BVH_SAH_DEPTH;
    uint32_t count = 1;
    while (count < PICK_BVH_WIDTH) {
        build_range *range = next_to_open(b, ranges, count, by_count);
        if (range == NULL) {
            break;
        }
        build_split split = {.axis = -1, .cost = INFINITY};
        if (range->count <= b->input->leaf_unit) {
            range->closed = true;
            continue;
        }
        if (!by_count) {
            split = find_split(b, range);
        }
        if (range->count <= b->input->max_leaf && !(split.cost < range->area * leaf_units(b, range->count))) {
            range->closed = true;
            continue;
        }
        split_range(b, &split, range, &ranges[count++]);
    }
    return count;
}

// A range that found no room to be opened further: is it cheaper as a leaf or as a node of its own?
static bool is_leaf(const builder *b, const build_range *range, uint32_t depth)
{
    if (range->count > b->input->max_leaf) {
        return false;
    }
    const float cost = LEAF_UNIT_COST * leaf_units(b, range->count) * range->area;
    if (range->closed || cost <= range->area || depth + 1 >= PICK_BVH_SAH_DEPTH) {
        return true;
    }
    const build_split split = find_split(b, range);
    return cost <= range->area + LEAF_UNIT_COST * split.cost;
}

static bool build_node(builder *b, const build_range *whole, uint32_t parent, uint32_t depth, uint32_t *out)
{
    build_range ranges[PICK_BVH_WIDTH] = {*whole};
    const uint32_t count = open_ranges(b, ranges, depth);
    uint32_t index;
    b->levels = b->levels > depth + 1 ? b->levels : depth + 1;
    if (!pick_node_pool_push(b->pool, &index)) {
        return false;
    }
    pick_bvh_node *node = &b->pool->nodes[index];
    pick_bvh_node_clear(node, parent);
    node->count = count;
    for (uint32_t i = 0; i < count; ++i) {
        pick_bvh_node_set_box(node, i, &ranges[i].box);
    }
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t child;
        if (is_leaf(b, &ranges[i], depth)) {
            child = b->input->make_leaf(b->input->user, &b->input->prims[ranges[i].first], ranges[i].count);
        } else if (!build_node(b, &ranges[i], index, depth + 1, &child)) {
            return false;
        }
        b->pool->nodes[index].child[i] = child; // the pool may have moved
    }
    *out = index;
    return true;
}

pick_result pick_bvh_build(const pick_build_input *input, pick_node_pool *pool, uint32_t *root, uint32_t *levels)
{
    assert(input->count > 0 && input->max_leaf >= 1 && input->max_leaf <= PICK_BVH_MAX_LEAF &&
           input->leaf_unit <= input->max_leaf);
    builder b = {input, pool, 0};
    *levels = 0;
    build_range whole = {.first = 0, .count = input->count};
    if (whole.count <= input->leaf_unit && input->max_leaf > 1) {
        *root = input->make_leaf(input->user, input->prims, whole.count);
        return PICK_OK;
    }
    measure_range(&b, &whole);
    if (!build_node(&b, &whole, PICK_REF_NONE, 0, root)) {
        return PICK_ERROR_OUT_OF_MEMORY;
    }
    *levels = b.levels;
    return PICK_OK;
}
