// Splitting ranges into the children of wide nodes: the loops of every SIMD width give the same bits, and the builder
// handles cases that meshes and scenes do not reach, as deep as a tree may be.
#include "bvh/bvh_open.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { COUNT = 403, MANY = 3 * PICK_BUILD_CHUNK };

static pick_build_prim *make_prims(uint32_t count)
{
    const pick_allocator *a = pick_default_allocator();
    pick_build_prim *prims = a->allocate(a->user, 2 * count * sizeof *prims, 64);
    assert_non_null(prims);
    test_random r = {3};
    for (uint32_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            const float at = (float)random_between(&r, -1, 1);
            prims[i].box[k] = at;
            prims[i].box[k + 4] = -(at + (float)random_between(&r, 0, 0.1));
        }
        pick_prim_set(&prims[i], i, i % 8);
    }
    return prims;
}

static void free_prims(pick_build_prim *prims, uint32_t count)
{
    const pick_allocator *a = pick_default_allocator();
    a->deallocate(a->user, prims, 2 * count * sizeof *prims, 64);
}

// The inputs and outputs of one split.
typedef struct split_run {
    alignas(32) float box[8], centroids[8], sides[2][8];
    pick_bin_grid grid;
    pick_bins bins;
    pick_build_split split;
    uint32_t lefts;
    pick_build_prim parted[COUNT];
} split_run;

static void run_split(const pick_bin_kernel *kernel, const pick_build_prim *prims, split_run *run)
{
    static pick_bins half;
    memset(run, 0, sizeof *run);
    for (int i = 0; i < 8; i++)
        run->box[i] = run->centroids[i] = run->sides[0][i] = run->sides[1][i] = INFINITY;
    kernel->measure(prims, COUNT, run->box, run->centroids);
    for (int k = 0; k < 3; k++) {
        run->grid.bins[k] = PICK_BINS;
        run->grid.offset[k] = run->centroids[k];
        run->grid.factor[k] = PICK_BINS * 0.999f / -(run->centroids[k] + run->centroids[k + 4]);
    }
    kernel->clear(&run->grid, &run->bins);
    kernel->clear(&run->grid, &half);
    kernel->fill(prims, 100, &run->grid, &run->bins);
    kernel->fill(prims + 100, COUNT - 100, &run->grid, &half);
    kernel->merge(&run->grid, &half, &run->bins);
    kernel->sweep(&run->bins, &run->grid, 2, &run->split);
    uint32_t cursor[2] = {0, run->split.left};
    kernel->partition(prims, 77, &run->split, run->parted, COUNT - 1, cursor, run->sides);
    kernel->partition(prims + 77, COUNT - 77, &run->split, run->parted, COUNT - 1, cursor, run->sides);
    assert_int_equal(cursor[1], COUNT);
    run->lefts = cursor[0];
}

static bool is_smaller_box(const float *inner, const float *outer)
{
    bool inside = true;
    for (int k = 0; k < 3; k++)
        inside = inside && inner[k] >= outer[k] && inner[k + 4] >= outer[k + 4];
    return inside;
}

static void every_width_gives_the_same_bits(void **state)
{
    (void)state;
    static split_run right, run;
    pick_build_prim *prims = make_prims(COUNT);
    run_split(pick_bin_kernel_at(PICK_SIMD_SCALAR), prims, &right);
    assert_true(right.split.axis >= 0 && right.split.cost < INFINITY);
    assert_int_equal(right.lefts, right.split.left);
    assert_true(right.lefts > 0 && right.lefts < COUNT);
    for (uint32_t i = 0; i < COUNT; i++) { // the sides' boxes hold what was parted, in its order
        const bool left = i < right.lefts;
        const pick_build_prim *prim = &right.parted[i];
        assert_true(is_smaller_box(prim->box, right.split.box[left ? 0 : 1]));
        assert_true(i == 0 || i == right.lefts || pick_prim_id(prim) > pick_prim_id(prim - 1));
        assert_int_equal(pick_prim_bits(prim), pick_prim_id(prim) % 8);
    }
    for (int level = PICK_SIMD_SCALAR + 1; level < PICK_SIMD_COUNT; level++) {
        if (pick_simd_available((pick_simd)level)) {
            run_split(pick_bin_kernel_at((pick_simd)level), prims, &run);
            assert_int_equal(run.lefts, right.lefts);
            assert_int_equal(run.split.axis, right.split.axis);
            assert_int_equal(run.split.bin, right.split.bin);
            assert_true(run.split.cost == right.split.cost);
            assert_memory_equal(run.sides[0], right.sides[0], 3 * sizeof(float));
            assert_memory_equal(run.sides[1], right.sides[1], 3 * sizeof(float));
            assert_memory_equal(run.parted, right.parted, sizeof run.parted);
            assert_memory_equal(run.bins.count, right.bins.count, sizeof run.bins.count);
        }
    }
    free_prims(prims, COUNT);
}

// All primitives in one bin, with empty bins at either end: no boundary between bins separates any of them.
static void one_full_bin_cannot_be_split(void **state)
{
    (void)state;
    static pick_bins bins;
    static pick_bin_grid grid = {.bins = {4, 4, 1}};
    for (int level = 0; level < PICK_SIMD_COUNT; level++) {
        if (!pick_simd_available((pick_simd)level))
            continue;
        const pick_bin_kernel *kernel = pick_bin_kernel_at((pick_simd)level);
        pick_build_split split;
        kernel->clear(&grid, &bins);
        for (int axis = 0; axis < 3; axis++) {
            bins.count[axis][axis == 0 ? 2 : 0] = 9;
            memset(bins.box[axis][axis == 0 ? 2 : 0], 0, sizeof bins.box[0][0]);
        }
        kernel->sweep(&bins, &grid, 2, &split);
        assert_int_equal(split.axis, -1);
        assert_true(isinf(split.cost));
    }
}

static void run_in_turn(void *user, void (*task)(void *data, uint32_t index), void *data, uint32_t count)
{
    *(uint32_t *)user += count;
    for (uint32_t i = count; i-- > 0;)
        task(data, i);
}

// Opens the root range at `depth`; `slice` limits the work of one call. Returns the number of calls.
static uint32_t open_at(const pick_builder *b, uint32_t count, uint32_t depth, uint64_t slice, pick_opening *opening)
{
    pick_build_range whole;
    pick_build_whole(b, count, &whole);
    static pick_build_range ranges[PICK_BVH_WIDTH];
    pick_open_begin(opening, ranges, &whole, depth);
    uint32_t goes = 0;
    bool done = false;
    while (!done) {
        uint64_t budget = slice;
        done = pick_open_continue(b, opening, &budget);
        ++goes;
    }
    return goes;
}

// Every primitive lies in one range, and each range's box contains its primitives.
static void check_ranges(const pick_builder *b, const pick_opening *o, uint32_t count)
{
    uint32_t sum = 0;
    char *seen = calloc(count, 1);
    assert_non_null(seen);
    for (uint32_t i = 0; i < o->count; i++) {
        const pick_build_range *range = &o->ranges[i];
        for (uint32_t k = 0; k < range->count; k++) {
            const pick_build_prim *prim = b->prims[range->buffer] + range->first + k;
            assert_true(is_smaller_box(prim->box, range->box));
            assert_int_equal(seen[pick_prim_id(prim)], 0);
            seen[pick_prim_id(prim)] = 1;
        }
        sum += range->count;
    }
    assert_int_equal(sum, count);
    free(seen);
}

// Below the depth of the surface area heuristic ranges are halved, which is what bounds the depth of a tree.
static void deep_nodes_are_split_by_count(void **state)
{
    (void)state;
    static pick_opening opening;
    const uint32_t counts[] = {COUNT, MANY};
    for (int i = 0; i < 2; i++) {
        const uint32_t count = counts[i];
        uint32_t tasks_run = 0;
        const pick_task_hook tasks = {run_in_turn, &tasks_run};
        pick_build_prim *prims = make_prims(count);
        const size_t chunk_bytes = (count / PICK_BUILD_CHUNK + 1) * sizeof(pick_build_chunk);
        const pick_allocator *memory = pick_default_allocator();
        pick_build_chunk *chunks = memory->allocate(memory->user, chunk_bytes, 64);
        assert_non_null(chunks);
        const pick_builder b = {.kernel = pick_bin_kernel_at(pick_simd_best()),
                                .prims = {prims, prims + count},
                                .max_leaf = PICK_BVH_MAX_LEAF,
                                .leaf_unit = 4,
                                .unit_shift = 2,
                                .tasks = &tasks,
                                .chunks = chunks};
        assert_int_equal(open_at(&b, count, PICK_BVH_SAH_DEPTH, UINT64_MAX, &opening), 1);
        assert_int_equal(opening.count, PICK_BVH_WIDTH);
        assert_int_equal(tasks_run, 0); // halves need no bins
        check_ranges(&b, &opening, count);
        for (uint32_t k = 0; k < opening.count; k++) {
            assert_true(opening.ranges[k].count >= count / 8 && opening.ranges[k].count <= count / 8 + 1);
            assert_int_equal(pick_open_is_leaf(&b, &opening, k), opening.ranges[k].count <= PICK_BVH_MAX_LEAF);
        }
        assert_true(open_at(&b, count, PICK_BVH_SAH_DEPTH, 50, &opening) > 5); // in slices the same
        assert_int_equal(opening.count, PICK_BVH_WIDTH);
        check_ranges(&b, &opening, count);
        memory->deallocate(memory->user, chunks, chunk_bytes, 64);
        free_prims(prims, count);
    }
}

// The deepest nodes that the heuristic splits: a child small enough for a leaf becomes one, whatever its cost.
static void the_last_level_of_the_heuristic_makes_leaves(void **state)
{
    (void)state;
    static pick_opening opening;
    pick_build_prim *prims = make_prims(COUNT);
    const pick_builder b = {.kernel = pick_bin_kernel_at(pick_simd_best()),
                            .prims = {prims, prims + COUNT},
                            .max_leaf = PICK_BVH_MAX_LEAF,
                            .leaf_unit = 4,
                            .unit_shift = 2};
    (void)open_at(&b, 100, PICK_BVH_SAH_DEPTH - 1, UINT64_MAX, &opening);
    check_ranges(&b, &opening, 100);
    uint32_t leaves = 0;
    for (uint32_t k = 0; k < opening.count; k++) {
        const bool leaf = pick_open_is_leaf(&b, &opening, k);
        assert_int_equal(leaf, opening.ranges[k].count <= PICK_BVH_MAX_LEAF);
        leaves += leaf;
    }
    assert_true(leaves > 0);
    free_prims(prims, COUNT);
}

// Centroids so near each other that a bin would be narrower than floats can say: halved as well.
static void centroids_that_bins_cannot_tell_apart(void **state)
{
    (void)state;
    static pick_opening opening;
    pick_build_prim *prims = make_prims(COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        const float z = (float)i * 1e-43f;
        const float box[8] = {-1, -1, z, prims[i].box[3], -1, -1, -z, prims[i].box[7]};
        memcpy(prims[i].box, box, sizeof box);
    }
    const pick_builder b = {.kernel = pick_bin_kernel_at(pick_simd_best()),
                            .prims = {prims, prims + COUNT},
                            .max_leaf = PICK_BVH_MAX_LEAF,
                            .leaf_unit = 4,
                            .unit_shift = 2};
    (void)open_at(&b, COUNT, 0, UINT64_MAX, &opening);
    assert_int_equal(opening.count, PICK_BVH_WIDTH);
    check_ranges(&b, &opening, COUNT);
    free_prims(prims, COUNT);
}

// A small box at a point.
static void put_box(pick_build_prim *prim, uint32_t id, float x, float y, float z)
{
    const float box[8] = {x, y, z, 0, -(x + 0.1f), -(y + 0.1f), -(z + 0.1f), 0};
    memcpy(prim->box, box, sizeof box);
    pick_prim_set(prim, id, 0);
}

// Two clusters of five and some outliers far apart: each outlier gets a place of its own, each cluster a node.
static void free_places_go_to_outliers(void **state)
{
    (void)state;
    static pick_opening opening;
    enum { HEAP = 5, GROUP = 8 };
    pick_build_prim *prims = make_prims(2 * GROUP);
    const pick_builder b = {.kernel = pick_bin_kernel_at(pick_simd_best()),
                            .prims = {prims, prims + 2 * GROUP},
                            .max_leaf = 1,
                            .leaf_unit = 1,
                            .unit_shift = 3};
    for (uint32_t i = 0; i < 2 * GROUP; i++) {
        const uint32_t k = i / 2;
        const float middle = i % 2 == 0 ? 0.0f : 1000.0f;
        const float far = k < HEAP ? (float)k * 0.01f : (float)(k - HEAP + 1) * 20;
        put_box(&prims[i], i, middle + (k == 5 ? far : 0), k == 6 ? far : 0, k == 7 ? far : 0);
    }
    (void)open_at(&b, 2 * GROUP, 0, UINT64_MAX, &opening);
    assert_int_equal(opening.count, PICK_BVH_WIDTH);
    check_ranges(&b, &opening, 2 * GROUP);
    uint32_t heaps = 0;
    for (uint32_t i = 0; i < opening.count; i++) {
        const pick_build_range *range = &opening.ranges[i];
        const uint32_t id = pick_prim_id(b.prims[range->buffer] + range->first);
        assert_true(range->area == pick_build_area(range->box));
        assert_int_equal(range->count, id / 2 < HEAP ? HEAP : 1);
        assert_true(range->area < 0.2f);
        heaps += range->count > 1;
    }
    assert_int_equal(heaps, 2);
    // One cluster alone: each of its boxes becomes a child, and three places stay empty.
    (void)open_at(&b, 1, 0, UINT64_MAX, &opening);
    assert_int_equal(opening.count, 1);
    for (uint32_t i = 0; i < HEAP; i++)
        put_box(&prims[i], i, 0, 0, (float)i);
    (void)open_at(&b, HEAP, 0, UINT64_MAX, &opening);
    assert_int_equal(opening.count, HEAP);
    check_ranges(&b, &opening, HEAP);
    free_prims(prims, 2 * GROUP);
}

// What fits a node of its own is not scattered over several nodes, even if a gap in it invites a split: single boxes
// leave it for the places left, and the rest is one node.
static void rows_that_fit_a_node_stay_together(void **state)
{
    (void)state;
    static pick_opening opening;
    enum { ROW = PICK_BVH_WIDTH };
    pick_build_prim *prims = make_prims(2 * ROW);
    const pick_builder b = {.kernel = pick_bin_kernel_at(pick_simd_best()),
                            .prims = {prims, prims + 2 * ROW},
                            .max_leaf = 1,
                            .leaf_unit = 1,
                            .unit_shift = 3};
    for (uint32_t i = 0; i < 2 * ROW; i++) {
        const uint32_t k = i / 2;
        put_box(&prims[i], i, i % 2 == 0 ? 0.0f : 1000.0f, 0, (float)(k < ROW / 2 ? k : k + 100));
    }
    (void)open_at(&b, 2 * ROW, 0, UINT64_MAX, &opening);
    assert_int_equal(opening.count, PICK_BVH_WIDTH);
    check_ranges(&b, &opening, 2 * ROW);
    uint32_t nodes = 0;
    for (uint32_t i = 0; i < opening.count; i++)
        nodes += opening.ranges[i].count > 1;
    assert_true(nodes <= 2);
    free_prims(prims, 2 * ROW);
}

// At a root, ranges that are smaller than `least_area` are opened only into places that are left in a node.
static void small_children_of_a_root_fill_its_last_node(void **state)
{
    (void)state;
    static pick_opening opening;
    enum { WIDTH = 4 * PICK_BVH_WIDTH };
    static pick_build_range ranges[WIDTH];
    pick_build_prim *prims = make_prims(COUNT);
    const pick_builder b = {.kernel = pick_bin_kernel_at(pick_simd_best()),
                            .prims = {prims, prims + COUNT},
                            .max_leaf = 1,
                            .leaf_unit = 1,
                            .unit_shift = 3};
    pick_build_range whole;
    pick_build_whole(&b, COUNT, &whole);
    const float least_areas[] = {0, 2 * whole.area};
    const uint32_t counts[] = {WIDTH, PICK_BVH_WIDTH};
    for (int i = 0; i < 2; i++) {
        uint64_t budget = UINT64_MAX;
        pick_open_begin_root(&opening, ranges, WIDTH, &whole, least_areas[i]);
        assert_true(pick_open_continue(&b, &opening, &budget));
        assert_int_equal(opening.count, counts[i]);
        whole.buffer = 0;
    }
    free_prims(prims, COUNT);
}

// The least key is on top of those above the bottom, and what is below stays as it is.
static void the_queue_keeps_the_least_on_top(void **state)
{
    (void)state;
    enum { BELOW = 3, PUSHED = 40 };
    static pick_waiting waiting;
    test_random r = {7};
    waiting.count = 0;
    for (uint32_t i = 0; i < BELOW; i++) // each is a bottom of its own
        pick_waiting_push(&waiting, i, (pick_waiting_node){i, 100 + i, i});
    for (uint32_t i = 0; i < PUSHED; i++) {
        pick_waiting_push(&waiting, BELOW, (pick_waiting_node){random_between(&r, -9, 9), i, 2 * i});
        assert_int_equal(waiting.count, BELOW + i + 1);
        uint32_t sum = 0;
        for (uint32_t k = BELOW; k < waiting.count; k++) {
            assert_true(k == BELOW || waiting.nodes[k].key <= waiting.nodes[k - 1].key);
            assert_int_equal(waiting.nodes[k].depth, 2 * waiting.nodes[k].ref);
            sum += waiting.nodes[k].ref;
        }
        assert_int_equal(sum, i * (i + 1) / 2);
    }
    for (uint32_t i = 0; i < BELOW; i++)
        assert_int_equal(waiting.nodes[i].ref, 100 + i);
}

// The last chunk of a range has what the others leave, and no chunk is empty.
static void tasks_take_a_chunk_each(void **state)
{
    (void)state;
    static pick_opening opening;
    static const uint32_t counts[] = {2 * PICK_BUILD_CHUNK, 3 * PICK_BUILD_CHUNK - 1, 3 * PICK_BUILD_CHUNK,
                                      3 * PICK_BUILD_CHUNK + 1};
    static const uint32_t chunk_counts[] = {2, 3, 3, 4};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        const uint32_t count = counts[i];
        uint32_t tasks_run = 0;
        const pick_task_hook tasks = {run_in_turn, &tasks_run};
        pick_build_prim *prims = make_prims(count);
        const pick_allocator *memory = pick_default_allocator();
        enum { SPARE = 8 };
        pick_build_chunk *chunks = memory->allocate(memory->user, SPARE * sizeof *chunks, 64);
        assert_non_null(chunks);
        const pick_builder b = {.kernel = pick_bin_kernel_at(pick_simd_best()),
                                .prims = {prims, prims + count},
                                .max_leaf = PICK_BVH_MAX_LEAF,
                                .leaf_unit = 4,
                                .unit_shift = 2,
                                .tasks = &tasks,
                                .chunks = chunks};
        pick_build_range whole, halves[2];
        uint64_t budget = UINT64_MAX;
        pick_build_whole(&b, count, &whole);
        pick_open_begin_root(&opening, halves, 2, &whole, 0);
        assert_true(pick_open_continue(&b, &opening, &budget));
        assert_int_equal(opening.count, 2);
        assert_true(halves[0].split.axis >= 0);
        check_ranges(&b, &opening, count);
        assert_int_equal(tasks_run, 2 * chunk_counts[i]); // to fill bins, and to partition
        memory->deallocate(memory->user, chunks, SPARE * sizeof *chunks, 64);
        free_prims(prims, count);
    }
}

// --- Wrong arithmetic -----------------------------------------------------------------------------------------------
// A compiler that breaks the rules of floating point may give any number. Trees may get worse by it; nothing may be
// written elsewhere, nor any primitive be lost.

static const pick_bin_kernel *right_kernel(void)
{
    return pick_bin_kernel_at(pick_simd_best());
}

// Partitions at another bin than the one that the split names.
static void part_elsewhere(const pick_build_prim *prims, uint32_t count, const pick_build_split *split,
                           pick_build_prim *to, uint32_t last, uint32_t cursor[2], float centroids[2][8])
{
    pick_build_split wrong = *split;
    wrong.bin += split->bin > PICK_BINS / 2 ? 0u - PICK_BINS / 4 : PICK_BINS / 4;
    right_kernel()->partition(prims, count, &wrong, to, last, cursor, centroids);
}

static void part_right(const pick_build_prim *prims, uint32_t count, const pick_build_split *split, pick_build_prim *to,
                       uint32_t last, uint32_t cursor[2], float centroids[2][8])
{
    pick_build_split wrong = *split;
    wrong.bin = 0;
    right_kernel()->partition(prims, count, &wrong, to, last, cursor, centroids);
}

static void part_left(const pick_build_prim *prims, uint32_t count, const pick_build_split *split, pick_build_prim *to,
                      uint32_t last, uint32_t cursor[2], float centroids[2][8])
{
    pick_build_split wrong = *split;
    wrong.offset = NAN;
    right_kernel()->partition(prims, count, &wrong, to, last, cursor, centroids);
}

static void sweep_to_none(const pick_bins *bins, const pick_bin_grid *grid, uint32_t unit_shift, pick_build_split *out)
{
    right_kernel()->sweep(bins, grid, unit_shift, out);
    out->left = 0;
}

static void sweep_to_many(const pick_bins *bins, const pick_bin_grid *grid, uint32_t unit_shift, pick_build_split *out)
{
    right_kernel()->sweep(bins, grid, unit_shift, out);
    out->left = MANY + 1;
}

static void wrong_splits_fall_back_to_halves(void **state)
{
    (void)state;
    static pick_opening opening;
    pick_bin_kernel wrong[5];
    for (int i = 0; i < 5; i++)
        wrong[i] = *right_kernel();
    wrong[0].partition = part_elsewhere;
    wrong[1].partition = part_right;
    wrong[2].partition = part_left;
    wrong[3].sweep = sweep_to_none;
    wrong[4].sweep = sweep_to_many;
    const uint32_t counts[] = {COUNT, MANY};
    for (int i = 0; i < 10; i++) {
        const uint32_t count = counts[i / 5];
        uint32_t tasks_run = 0;
        const pick_task_hook tasks = {run_in_turn, &tasks_run};
        pick_build_prim *prims = make_prims(count);
        const size_t chunk_bytes = (count / PICK_BUILD_CHUNK + 1) * sizeof(pick_build_chunk);
        const pick_allocator *memory = pick_default_allocator();
        pick_build_chunk *chunks = memory->allocate(memory->user, chunk_bytes, 64);
        assert_non_null(chunks);
        // Guards on both sides detect writes beyond the primitives.
        const size_t bytes = 2 * (size_t)(count + 2) * sizeof *prims;
        pick_build_prim *walled = memory->allocate(memory->user, bytes, 64);
        assert_non_null(walled);
        memset(walled, 0x5a, bytes);
        memcpy(walled + 1, prims, count * sizeof *prims);
        const pick_builder b = {.kernel = &wrong[i % 5],
                                .prims = {walled + 1, walled + count + 3},
                                .max_leaf = PICK_BVH_MAX_LEAF,
                                .leaf_unit = 4,
                                .unit_shift = 2,
                                .tasks = &tasks,
                                .chunks = chunks};
        (void)open_at(&b, count, 0, i % 2 == 0 ? UINT64_MAX : 5000, &opening);
        assert_int_equal(opening.count, PICK_BVH_WIDTH);
        assert_int_equal(tasks_run > 0, count == MANY);
        check_ranges(&b, &opening, count);
        for (size_t k = 0; k < sizeof *prims; k++) {
            const unsigned char *wall[] = {(unsigned char *)walled, (unsigned char *)(walled + count + 1),
                                           (unsigned char *)(walled + count + 2),
                                           (unsigned char *)(walled + 2 * count + 3)};
            assert_true(wall[0][k] == 0x5a && wall[1][k] == 0x5a && wall[2][k] == 0x5a && wall[3][k] == 0x5a);
        }
        memory->deallocate(memory->user, walled, bytes, 64);
        memory->deallocate(memory->user, chunks, chunk_bytes, 64);
        free_prims(prims, count);
    }
}

#ifdef NDEBUG // else asserts find bins that do not exist
static void bins_are_bins_whatever_the_arithmetic(void **state)
{
    (void)state;
    static struct {
        alignas(64) unsigned char before[4096];
        pick_bins bins;
        alignas(64) unsigned char after[4096];
    } walled;
    static const float factors[] = {NAN, INFINITY, -INFINITY, 1e9f, -1e9f, 40, -1, 3e9f};
    pick_build_prim *prims = make_prims(COUNT);
    for (int level = 0; level < PICK_SIMD_COUNT; level++) {
        for (size_t i = 0; i < sizeof factors / sizeof factors[0] && pick_simd_available((pick_simd)level); i++) {
            const pick_bin_kernel *kernel = pick_bin_kernel_at((pick_simd)level);
            pick_bin_grid grid = {.bins = {PICK_BINS, PICK_BINS, PICK_BINS}};
            for (int k = 0; k < 3; k++) {
                grid.offset[k] = -1;
                grid.factor[k] = factors[i];
            }
            memset(&walled, 0x5a, sizeof walled);
            kernel->clear(&grid, &walled.bins);
            kernel->fill(prims, COUNT, &grid, &walled.bins);
            uint32_t sum = 0;
            for (int bin = 0; bin < PICK_BINS; bin++)
                sum += walled.bins.count[bin][0];
            assert_int_equal(sum, COUNT);
            for (size_t k = 0; k < sizeof walled.before; k++)
                assert_true(walled.before[k] == 0x5a && walled.after[k] == 0x5a);
        }
    }
    free_prims(prims, COUNT);
}
#endif

// The cheapest split may be the one before the last bin.
static void the_last_bin_alone_is_a_side(void **state)
{
    (void)state;
    static pick_bins bins;
    static pick_bin_grid grid = {.bins = {PICK_BINS, 1, 1}};
    pick_build_split split;
    right_kernel()->clear(&grid, &bins);
    for (int bin = 0; bin < PICK_BINS; bin += PICK_BINS - 1) {
        const float lo = (float)bin, box[8] = {lo, 0, 0, 0, -lo - 1, -1, -1, 0};
        memcpy(bins.box[0][bin], box, sizeof box);
        bins.count[bin][0] = 8;
    }
    const float wide[8] = {0, 0, 0, 0, -20, -1, -1, 0};
    memcpy(bins.box[0][PICK_BINS - 2], wide, sizeof wide);
    bins.count[PICK_BINS - 2][0] = 8;
    right_kernel()->sweep(&bins, &grid, 2, &split);
    assert_int_equal(split.axis, 0);
    assert_int_equal(split.bin, PICK_BINS - 1);
    assert_int_equal(split.left, 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_width_gives_the_same_bits),
        cmocka_unit_test(one_full_bin_cannot_be_split),
        cmocka_unit_test(deep_nodes_are_split_by_count),
        cmocka_unit_test(the_last_level_of_the_heuristic_makes_leaves),
        cmocka_unit_test(centroids_that_bins_cannot_tell_apart),
        cmocka_unit_test(free_places_go_to_outliers),
        cmocka_unit_test(rows_that_fit_a_node_stay_together),
        cmocka_unit_test(small_children_of_a_root_fill_its_last_node),
        cmocka_unit_test(the_queue_keeps_the_least_on_top),
        cmocka_unit_test(tasks_take_a_chunk_each),
        cmocka_unit_test(wrong_splits_fall_back_to_halves),
#ifdef NDEBUG
        cmocka_unit_test(bins_are_bins_whatever_the_arithmetic),
#endif
        cmocka_unit_test(the_last_bin_alone_is_a_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
