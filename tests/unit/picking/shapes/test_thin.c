// Making points, lines and curves: what is accepted and refused, what is copied, memory, flatness, the hierarchy.
#include "nearest/nearest_thin.h"
#include "shapes/thin_internal.h"

#include "effort.h"
#include "failing_allocator.h"
#include "near.h"
#include "random.h"

#include "picking/picking.h"

#include <stdlib.h>
#include <string.h>

static const float FIVE[15] = {0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 1, 0, 4, 0, 0};

static pick_thin *points_of(const float *positions, uint32_t count, double radius, pick_thin_unit unit)
{
    const pick_points_desc desc = {.positions = positions, .count = count, .radius = radius, .unit = unit};
    pick_thin *thin = NULL;
    assert_int_equal(pick_points_create(&desc, NULL, &thin), PICK_OK);
    return thin;
}

static pick_thin *curves_of(const float *positions, uint32_t count, pick_curve_kind kind, double flatness,
                            double radius)
{
    const pick_curves_desc desc = {
        .positions = positions, .position_count = count, .kind = kind, .flatness = flatness, .radius = radius};
    pick_thin *thin = NULL;
    assert_int_equal(pick_curves_create(&desc, NULL, &thin), PICK_OK);
    return thin;
}

static void no_tasks(void *user, void (*task)(void *, uint32_t), void *data, uint32_t count)
{
    (void)user;
    for (uint32_t i = count; i-- > 0;) // any order
        task(data, i);
}

static void bad_points_are_refused(void **state)
{
    const pick_points_desc good = {.positions = FIVE, .count = 5, .radius = 1};
    const pick_task_hook hook = {NULL, NULL};
    const struct {
        pick_points_desc desc;
        pick_result result;
    } bad[] = {
        {{.positions = NULL, .count = 5}, PICK_ERROR_INVALID_ARGUMENT},
        {{.positions = FIVE, .count = 5, .position_stride = 11}, PICK_ERROR_INVALID_ARGUMENT},
        {{.positions = FIVE, .count = 5, .radius = -1}, PICK_ERROR_INVALID_ARGUMENT},
        {{.positions = FIVE, .count = 5, .radius = -HUGE_VAL}, PICK_ERROR_INVALID_ARGUMENT},
        {{.positions = FIVE, .count = 5, .radius = HUGE_VAL}, PICK_ERROR_NOT_FINITE},
        {{.positions = FIVE, .count = 5, .radius = (double)NAN}, PICK_ERROR_NOT_FINITE},
        {{.positions = FIVE, .count = 5, .unit = (pick_thin_unit)2}, PICK_ERROR_INVALID_ARGUMENT},
        {{.positions = FIVE, .count = 5, .tasks = &hook}, PICK_ERROR_INVALID_ARGUMENT},
        {{.positions = FIVE, .count = (1u << 30) + 1}, PICK_ERROR_TOO_LARGE},
    };
    pick_thin *thin = NULL;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(pick_points_create(&bad[i].desc, NULL, &thin), bad[i].result);
    assert_null(thin);
    assert_int_equal(pick_points_create(&good, NULL, &thin), PICK_OK);
    pick_thin_destroy(thin);
}

static void bad_curves_are_refused(void **state)
{
    static const uint32_t one[] = {4, 1}, many[] = {3, 3}, overflow[] = {5, UINT32_MAX, 1};
    const pick_task_hook hook = {NULL, NULL};
    const struct {
        pick_curves_desc desc;
        pick_result result;
    } bad[] = {
        {{.positions = NULL, .position_count = 5}, PICK_ERROR_INVALID_ARGUMENT},
        {{.positions = FIVE, .position_count = 1}, PICK_ERROR_INVALID_ARGUMENT},
        {{.positions = FIVE, .position_count = 5, .kind = PICK_CURVE_CUBIC}, PICK_ERROR_INVALID_ARGUMENT},
        {{.positions = FIVE, .position_count = 1, .kind = PICK_CURVE_CUBIC}, PICK_ERROR_INVALID_ARGUMENT},
        {{.positions = FIVE, .position_count = 5, .kind = (pick_curve_kind)2}, PICK_ERROR_INVALID_ARGUMENT},
        {{.positions = FIVE, .position_count = 5, .counts = one, .curve_count = 2}, PICK_ERROR_INVALID_ARGUMENT},
        {{.positions = FIVE, .position_count = 5, .counts = one, .curve_count = 1}, PICK_ERROR_INVALID_ARGUMENT},
        {{.positions = FIVE, .position_count = 5, .counts = many, .curve_count = 2}, PICK_ERROR_INVALID_ARGUMENT},
        {{.positions = FIVE, .position_count = 5, .counts = overflow, .curve_count = 2}, PICK_ERROR_INVALID_ARGUMENT},
        {{.positions = FIVE, .position_count = 5, .position_stride = 4}, PICK_ERROR_INVALID_ARGUMENT},
        {{.positions = FIVE, .position_count = 5, .radius = -1}, PICK_ERROR_INVALID_ARGUMENT},
        {{.positions = FIVE, .position_count = 5, .radius = HUGE_VAL}, PICK_ERROR_NOT_FINITE},
        {{.positions = FIVE, .position_count = 5, .flatness = -1}, PICK_ERROR_INVALID_ARGUMENT},
        {{.positions = FIVE, .position_count = 5, .flatness = (double)NAN}, PICK_ERROR_NOT_FINITE},
        {{.positions = FIVE, .position_count = 5, .tasks = &hook}, PICK_ERROR_INVALID_ARGUMENT},
        {{.positions = FIVE, .position_count = (1u << 30) + 1}, PICK_ERROR_TOO_LARGE},
    };
    pick_thin *thin = NULL;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(pick_curves_create(&bad[i].desc, NULL, &thin), bad[i].result);
    assert_null(thin);
}

// 2^20 pieces of 1 024 segments each: refused before anything is allocated for them.
static void too_many_segments_are_refused(void **state)
{
    const uint32_t pieces = (1u << 20) + 1;
    failing_allocator memory = {.fail_at = 1};
    const pick_allocator allocator = failing_allocator_hook(&memory);
    float *positions = calloc(3 * (3 * (size_t)pieces + 1), sizeof *positions);
    pick_thin *thin = NULL;
    (void)state;
    assert_non_null(positions);
    for (uint32_t i = 0; i < 3 * pieces + 1; i++)
        positions[3 * i] = i % 3 == 0 ? 0 : 1e6f;
    pick_curves_desc desc = {
        .positions = positions, .position_count = 3 * pieces + 1, .kind = PICK_CURVE_CUBIC, .flatness = 1e-6};
    assert_int_equal(pick_curves_create(&desc, &allocator, &thin), PICK_ERROR_TOO_LARGE);
    desc.position_count -= 3;
    assert_int_equal(pick_curves_create(&desc, &allocator, &thin), PICK_ERROR_OUT_OF_MEMORY);
    free(positions);
}

static void without_memory_nothing_is_made(void **state)
{
    const pick_points_desc points = {.positions = FIVE, .count = 5};
    const pick_curves_desc curves = {.positions = FIVE, .position_count = 4, .kind = PICK_CURVE_CUBIC};
    (void)state;
    for (size_t fail = 1; fail <= 3; fail++) {
        for (int kind = 0; kind < 2; kind++) {
            failing_allocator memory = {.fail_at = fail};
            const pick_allocator allocator = failing_allocator_hook(&memory);
            pick_thin *thin = NULL;
            const pick_result result = kind == 0 ? pick_points_create(&points, &allocator, &thin)
                                                 : pick_curves_create(&curves, &allocator, &thin);
            assert_int_equal(result, fail <= 2 ? PICK_ERROR_OUT_OF_MEMORY : PICK_OK);
            assert_int_equal(thin != NULL, fail > 2);
            pick_thin_destroy(thin);
            assert_int_equal(memory.held_bytes, 0);
            assert_int_equal(memory.held_blocks, 0);
        }
    }
}

static void empty_ones_are_fine(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        const pick_ray ray = {{0, 0, 5}, {0, 0, -1}, 0, 10};
        pick_thin *thin = kind == 0 ? points_of(NULL, 0, 1, PICK_THIN_IN_SPACE)
                                    : curves_of(NULL, 0, kind == 1 ? PICK_CURVE_LINES : PICK_CURVE_CUBIC, 0, 1);
        const pick_aabb box = pick_thin_bounds(thin);
        pick_vec3 place;
        pick_thin_hit hit;
        assert_true(pick_aabb_is_empty(&box));
        assert_int_equal(pick_thin_get_stats(thin).part_count, 0);
        assert_false(pick_thin_closest(thin, NULL, &ray, &hit));
        assert_false(pick_thin_place(thin, 0, 0, &place));
        assert_int_equal(pick_curve_segments(thin, 0), 0);
        assert_int_equal(pick_thin_refit(thin, NULL, 0), PICK_OK);
        pick_thin_destroy(thin);
    }
}

static void what_is_not_finite_is_dropped_and_comes_back(void **state)
{
    float positions[15];
    (void)state;
    memcpy(positions, FIVE, sizeof positions);
    positions[4] = NAN;
    positions[12] = INFINITY;
    pick_thin *points = points_of(positions, 5, 0.5, PICK_THIN_IN_SPACE);
    pick_thin *lines = curves_of(positions, 5, PICK_CURVE_LINES, 0, 0.5);
    pick_thin *cubic = curves_of(positions, 4, PICK_CURVE_CUBIC, 0, 0);
    pick_vec3 place;
    assert_int_equal(pick_thin_get_stats(points).dropped_parts, 2);
    assert_int_equal(pick_thin_get_stats(lines).dropped_parts, 3); // of 4: 0-1, 1-2 and 3-4
    assert_int_equal(pick_thin_get_stats(cubic).dropped_parts, 1); // by a handle
    assert_false(pick_thin_place(points, 1, 0, &place));
    assert_false(pick_thin_place(cubic, 0, 0, &place));
    pick_aabb box = pick_thin_bounds(points);
    assert_vec3_near(box.min, pick_vec3_make(-0.5, -0.5, -0.5), 0);
    assert_vec3_near(box.max, pick_vec3_make(3.5, 1.5, 0.5), 0);
    box = pick_thin_bounds(cubic);
    assert_true(pick_aabb_is_empty(&box));
    pick_thin *all[] = {points, lines, cubic};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pick_thin_refit(all[i], FIVE, 0), PICK_OK);
        assert_int_equal(pick_thin_get_stats(all[i]).dropped_parts, 0);
        assert_true(pick_thin_place(all[i], 0, 0, &place));
    }
    box = pick_thin_bounds(lines);
    assert_vec3_near(box.max, pick_vec3_make(4.5, 1.5, 0.5), 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pick_thin_refit(all[i], NULL, 0), PICK_ERROR_INVALID_ARGUMENT);
        assert_int_equal(pick_thin_refit(all[i], FIVE, 8), PICK_ERROR_INVALID_ARGUMENT);
        pick_thin_destroy(all[i]);
    }
    assert_int_equal(pick_thin_refit(NULL, FIVE, 0), PICK_ERROR_INVALID_ARGUMENT);
    pick_thin_destroy(NULL);
}

// Sizes that reach beyond all floats end there.
static void huge_radii_have_infinite_bounds(void **state)
{
    (void)state;
    pick_thin *thin = points_of(FIVE, 5, 1e300, PICK_THIN_IN_SPACE);
    const pick_aabb box = pick_thin_bounds(thin);
    assert_true(box.min.x < -3e38 && box.max.x > 3e38);
    pick_thin_destroy(thin);
    thin = points_of(FIVE, 5, 1e300, PICK_THIN_ON_SCREEN); // has no part in the box
    assert_vec3_near(pick_thin_bounds(thin).max, pick_vec3_make(4, 1, 0), 0);
    pick_thin_destroy(thin);
}

// Boxes hold what the doubles say, however they round.
static void boxes_are_rounded_outward(void **state)
{
    const float place[3] = {1, 1, 1};
    (void)state;
    pick_thin *thin = points_of(place, 1, 1e-12, PICK_THIN_IN_SPACE);
    const pick_aabb box = pick_thin_bounds(thin);
    assert_true(box.min.x <= 1 - 1e-12 && box.max.x >= 1 + 1e-12 && box.max.x < 1 + 1e-6);
    pick_thin_destroy(thin);
}

static void strides_are_respected(void **state)
{
    struct {
        float at[3], other;
    } wide[4];
    (void)state;
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++)
            wide[i].at[k] = FIVE[3 * i + k];
        wide[i].other = 99;
    }
    const pick_points_desc points = {.positions = wide[0].at, .position_stride = sizeof wide[0], .count = 4};
    const pick_curves_desc cubic = {
        .positions = wide[0].at, .position_stride = sizeof wide[0], .position_count = 4, .kind = PICK_CURVE_CUBIC};
    pick_thin *thin = NULL;
    assert_int_equal(pick_points_create(&points, NULL, &thin), PICK_OK);
    assert_vec3_near(pick_thin_bounds(thin).max, pick_vec3_make(3, 1, 0), 0);
    assert_int_equal(pick_thin_refit(thin, wide[0].at, sizeof wide[0]), PICK_OK);
    assert_vec3_near(pick_thin_bounds(thin).max, pick_vec3_make(3, 1, 0), 0);
    pick_thin_destroy(thin);
    assert_int_equal(pick_curves_create(&cubic, NULL, &thin), PICK_OK);
    assert_vec3_near(pick_thin_bounds(thin).max, pick_vec3_make(3, 1, 0), 0);
    pick_thin_destroy(thin);
}

static void places_lie_on_parts(void **state)
{
    pick_vec3 place;
    (void)state;
    pick_thin *lines = curves_of(FIVE, 5, PICK_CURVE_LINES, 0, 0);
    assert_true(pick_thin_place(lines, 2, 0.25, &place));
    assert_vec3_near(place, pick_vec3_make(2.25, 0.25, 0), 0);
    assert_true(pick_thin_place(lines, 2, 7, &place));
    assert_vec3_near(place, pick_vec3_make(3, 1, 0), 0);
    assert_true(pick_thin_place(lines, 2, -7, &place));
    assert_vec3_near(place, pick_vec3_make(2, 0, 0), 0);
    assert_false(pick_thin_place(lines, 4, 0, &place));
    assert_false(pick_thin_place(lines, 0, (double)NAN, &place));
    assert_false(pick_thin_place(lines, 0, 0, NULL));
    assert_false(pick_thin_place(NULL, 0, 0, &place));
    assert_int_equal(pick_curve_segments(lines, 3), 1);
    assert_int_equal(pick_curve_segments(lines, 4), 0);
    assert_int_equal(pick_curve_segments(NULL, 0), 0);
    pick_thin *points = points_of(FIVE, 5, 0, PICK_THIN_ON_SCREEN);
    assert_true(pick_thin_place(points, 3, 0.5, &place));
    assert_vec3_near(place, pick_vec3_make(3, 1, 0), 0);
    assert_int_equal(pick_curve_segments(points, 0), 0);
    const pick_aabb nothing = pick_thin_bounds(NULL);
    assert_true(pick_aabb_is_empty(&nothing));
    assert_int_equal(pick_thin_get_stats(NULL).part_count, 0);
    pick_thin_destroy(points);
    pick_thin_destroy(lines);
}

// --- Curves ---------------------------------------------------------------------------------------------------------

static long double bernstein(const float *p, int axis, long double t)
{
    const long double s = 1 - t;
    const long double a = (long double)p[axis], b = (long double)p[3 + axis];
    const long double c = (long double)p[6 + axis], d = (long double)p[9 + axis];
    return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
}

// Distances from places of the true curve to the segments, by long double.
static void curves_are_as_flat_as_asked(void **state)
{
    test_random random = {5};
    (void)state;
    for (uint32_t round = 0; round < test_effort(40, 2000); round++) {
        float p[12];
        for (int i = 0; i < 12; i++)
            p[i] = (float)random_between(&random, -1, 1);
        const double flatness = round % 5 == 0 ? 0 : pow(10, random_between(&random, -5, -1));
        pick_thin *thin = curves_of(p, 4, PICK_CURVE_CUBIC, flatness, 0);
        const uint32_t count = pick_curve_segments(thin, 0);
        const double claimed = pick_thin_get_stats(thin).flatness;
        const double allowed = flatness > 0 ? flatness : 2.0 / 8192;
        double worst = 0;
        assert_in_range(count, 2, PICK_CURVE_SEGMENTS);
        assert_int_equal(pick_thin_get_stats(thin).segment_count, count);
        assert_true(claimed <= allowed);
        for (uint32_t k = 0; k < count; k++) {
            pick_vec3 a, b;
            assert_true(pick_thin_place(thin, 0, (double)k / count, &a));
            assert_true(pick_thin_place(thin, 0, (double)(k + 1) / count, &b));
            for (int i = 0; i <= 4; i++) {
                const long double t = (k + i / 4.0L) / count;
                const pick_vec3 on = {(double)bernstein(p, 0, t), (double)bernstein(p, 1, t),
                                      (double)bernstein(p, 2, t)};
                const double s = pick_thin_nearest_along(a, b, on);
                const pick_vec3 near = pick_vec3_add(a, pick_vec3_scale(pick_vec3_sub(b, a), s));
                worst = fmax(worst, pick_vec3_length(pick_vec3_sub(on, near)));
            }
        }
        assert_true(worst <= claimed + 2e-7); // positions are floats
        if (count > 4)
            assert_true(worst > claimed / 40); // no more segments than that takes, about
        pick_thin_destroy(thin);
    }
    // As many as there can be.
    const float bent[12] = {0, 0, 0, 1e6f, 1e6f, 0, -1e6f, 1e6f, 0, 0, 0, 1};
    pick_thin *thin = curves_of(bent, 4, PICK_CURVE_CUBIC, 1e-3, 0);
    assert_int_equal(pick_curve_segments(thin, 0), PICK_CURVE_SEGMENTS);
    assert_true(pick_thin_get_stats(thin).flatness > 1e-3);
    pick_thin_destroy(thin);
    const float still[12] = {1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3};
    thin = curves_of(still, 4, PICK_CURVE_CUBIC, 0, 1);
    assert_int_equal(pick_curve_segments(thin, 0), 2);
    pick_thin_destroy(thin);
}

// A refit keeps the segments, and says how far the curve is from them.
static void refits_keep_the_segments(void **state)
{
    float p[21];
    (void)state;
    for (int i = 0; i < 21; i++)
        p[i] = (float)(i % 3 == 0 ? i / 3 : (i / 3 % 3 == 1 ? 1 : 0));
    pick_thin *thin = curves_of(p, 7, PICK_CURVE_CUBIC, 0.01, 0);
    const uint32_t count = pick_curve_segments(thin, 0);
    assert_int_equal(pick_thin_get_stats(thin).part_count, 2);
    for (int i = 0; i < 21; i++)
        p[i] *= 10;
    assert_int_equal(pick_thin_refit(thin, p, 0), PICK_OK);
    assert_int_equal(pick_curve_segments(thin, 0), count);
    assert_true(pick_thin_get_stats(thin).flatness > 0.05);
    pick_vec3 place;
    assert_true(pick_thin_place(thin, 1, 1, &place));
    assert_vec3_near(place, pick_vec3_make(60, 0, 0), 0);
    assert_true(pick_thin_place(thin, 1, 0, &place));
    assert_vec3_near(place, pick_vec3_make(30, 0, 0), 0);
    pick_thin_destroy(thin);
}

// --- The hierarchy --------------------------------------------------------------------------------------------------

// Every item once, leaves full but the last, boxes tight, the items of a leaf in order.
static void check_tree(const pick_thin *thin)
{
    const pick_even_tree *tree = &thin->tree;
    uint8_t *seen = calloc(tree->item_count + 1, 1);
    const uint32_t last = tree->first[tree->level_count - 1];
    for (uint32_t i = 0; i < tree->item_count; i++) {
        assert_in_range(tree->items[i], 0, tree->item_count - 1);
        assert_int_equal(seen[tree->items[i]]++, 0);
        if (i % PICK_THIN_LEAF != 0)
            assert_true(tree->items[i] > tree->items[i - 1]);
    }
    for (uint32_t leaf = 0; leaf < tree->leaf_count; leaf++) {
        const pick_even_node *node = &tree->nodes[last + leaf / PICK_EVEN_WIDTH];
        for (int k = 0; k < 3; k++) {
            float lo = INFINITY, hi = -INFINITY;
            for (uint32_t i = leaf * PICK_THIN_LEAF; i < tree->item_count && i < (leaf + 1) * PICK_THIN_LEAF; i++) {
                const float x = thin->positions[3 * tree->items[i] + (uint32_t)k];
                lo = x < lo ? x : lo;
                hi = x > hi ? x : hi;
            }
            assert_true(node->bounds[2 * k][leaf % PICK_EVEN_WIDTH] == lo);
            assert_true(node->bounds[2 * k + 1][leaf % PICK_EVEN_WIDTH] == hi);
        }
    }
    free(seen);
}

static void hierarchies_of_any_size_are_whole(void **state)
{
    test_random random = {6};
    const uint32_t sizes[] = {1, 7, 8, 9, 63, 64, 65, 512, 513, 3000, 40000};
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        float *p = calloc(3 * (size_t)sizes[s], sizeof *p);
        for (int order = 0; order < 4; order++) { // random, sorted, all equal, few values
            for (uint32_t i = 0; i < 3 * sizes[s]; i++)
                p[i] = order == 0   ? (float)random_between(&random, -1, 1)
                       : order == 1 ? (float)i
                       : order == 2 ? 1
                                    : (float)random_index(&random, 3);
            pick_thin *thin = points_of(p, sizes[s], 0, PICK_THIN_IN_SPACE);
            check_tree(thin);
            pick_thin_destroy(thin);
        }
        free(p);
    }
}

// A tree of points in a square is no worse than what halving promises: its leaves are small.
static void leaves_are_small(void **state)
{
    test_random random = {8};
    enum { SIDE_LEAVES = 64, COUNT = SIDE_LEAVES * SIDE_LEAVES * PICK_THIN_LEAF };
    float *p = calloc(3 * (size_t)COUNT, sizeof *p);
    double sum = 0;
    (void)state;
    for (uint32_t i = 0; i < COUNT; i++) {
        p[3 * i] = (float)random_between(&random, 0, 1);
        p[3 * i + 1] = (float)random_between(&random, 0, 1);
    }
    pick_thin *thin = points_of(p, COUNT, 0, PICK_THIN_IN_SPACE);
    const pick_even_tree *tree = &thin->tree;
    for (uint32_t n = tree->first[tree->level_count - 1]; n < tree->node_count; n++) {
        for (int c = 0; c < PICK_EVEN_WIDTH; c++)
            sum += ((double)tree->nodes[n].bounds[1][c] - (double)tree->nodes[n].bounds[0][c]) +
                   ((double)tree->nodes[n].bounds[3][c] - (double)tree->nodes[n].bounds[2][c]);
    }
    assert_true(sum / tree->leaf_count < 2.0 / SIDE_LEAVES);
    pick_thin_destroy(thin);
    free(p);
}

static void memory_is_as_promised(void **state)
{
    const uint32_t count = 100000;
    float *p = calloc(3 * (size_t)count, sizeof *p);
    failing_allocator memory = {.calls = 0};
    const pick_allocator allocator = failing_allocator_hook(&memory);
    const pick_points_desc desc = {.positions = p, .count = count};
    pick_thin *thin = NULL;
    (void)state;
    assert_int_equal(pick_points_create(&desc, &allocator, &thin), PICK_OK);
    const pick_thin_stats stats = pick_thin_get_stats(thin);
    assert_int_equal(stats.total_bytes, memory.held_bytes);
    assert_true(stats.hierarchy_bytes < 8 * (size_t)count);
    assert_true(stats.total_bytes < (12 + 8) * (size_t)count);
    pick_thin_destroy(thin);
    free(p);
}

static void tasks_change_nothing(void **state)
{
    test_random random = {7};
    const uint32_t count = 300000;
    const pick_task_hook hook = {no_tasks, NULL};
    float *p = calloc(3 * (size_t)count, sizeof *p);
    pick_thin *thin[2] = {NULL, NULL};
    (void)state;
    for (uint32_t i = 0; i < 3 * count; i++)
        p[i] = (float)random_between(&random, -1, 1);
    for (int i = 0; i < 2; i++) {
        const pick_points_desc desc = {.positions = p, .count = count, .tasks = i == 0 ? NULL : &hook};
        assert_int_equal(pick_points_create(&desc, NULL, &thin[i]), PICK_OK);
    }
    assert_memory_equal(thin[0]->tree.items, thin[1]->tree.items, count * sizeof(uint32_t));
    assert_memory_equal(thin[0]->tree.nodes, thin[1]->tree.nodes,
                        thin[0]->tree.node_count * sizeof *thin[0]->tree.nodes);
    for (int i = 0; i < 2; i++)
        pick_thin_destroy(thin[i]);
    free(p);
}

// One of each kind: points, lines, cubics, nothing.
static pick_thin *kind_of(int kind, const float *positions, uint32_t count, double radius, pick_thin_unit unit,
                          const pick_allocator *allocator)
{
    const pick_points_desc points = {.positions = positions, .count = count, .radius = radius, .unit = unit};
    const pick_curves_desc curves = {.positions = positions,
                                     .position_count = kind == 3 ? 0 : count,
                                     .kind = kind == 2 ? PICK_CURVE_CUBIC : PICK_CURVE_LINES,
                                     .radius = radius,
                                     .unit = unit};
    pick_thin *thin = NULL;
    assert_int_equal(kind == 0 ? pick_points_create(&points, allocator, &thin)
                               : pick_curves_create(&curves, allocator, &thin),
                     PICK_OK);
    return thin;
}

// A shared one is what would have been made with its radius, to the bit, whatever the radius of its lender.
static void shared_ones_are_like_others(void **state)
{
    enum { COUNT = 1000 };
    static float p[3 * COUNT];
    test_random random = {7};
    const pick_task_hook hook = {no_tasks, NULL};
    (void)state;
    for (int i = 0; i < 3 * COUNT; i++)
        p[i] = (float)random_between(&random, -5, 5);
    p[30] = NAN;
    for (int kind = 0; kind < 4; kind++) {
        for (int units = 0; units < 4; units++) {
            const pick_thin_unit from = (pick_thin_unit)(units % 2), to = (pick_thin_unit)(units / 2);
            pick_thin *lender = kind_of(kind, p, COUNT, 0.5, from, NULL),
                      *wanted = kind_of(kind, p, COUNT, 2, to, NULL);
            pick_thin *shared = NULL, *again = NULL;
            assert_int_equal(pick_thin_share(lender, 2, to, units == 3 ? &hook : NULL, &shared), PICK_OK);
            assert_int_equal(pick_thin_share(shared, 0.5, from, &hook, &again), PICK_OK);
            assert_memory_equal(shared->tree.nodes, wanted->tree.nodes,
                                wanted->tree.node_count * sizeof *wanted->tree.nodes);
            assert_memory_equal(again->tree.nodes, lender->tree.nodes,
                                lender->tree.node_count * sizeof *lender->tree.nodes);
            assert_memory_equal(shared->mesh.center, wanted->mesh.center, sizeof wanted->mesh.center);
            assert_true(shared->radius == 2 && shared->on_screen == wanted->on_screen);
            const pick_aabb is = pick_thin_bounds(shared), as = pick_thin_bounds(wanted);
            assert_memory_equal(&is, &as, sizeof is);
            const pick_thin_stats a = pick_thin_get_stats(shared), b = pick_thin_get_stats(wanted);
            assert_true(a.part_count == b.part_count && a.dropped_parts == b.dropped_parts);
            assert_true(kind == 3 || b.dropped_parts > 0);
            assert_true(a.segment_count == b.segment_count && a.flatness == b.flatness);
            const size_t nodes = b.hierarchy_bytes - a.segment_count * sizeof(uint32_t);
            assert_true(a.total_bytes < 1024 + (units == 3 ? 0 : nodes)); // both on screen: next to nothing
            assert_true(shared->positions == lender->positions && shared->mesh.submeshes == &shared->submesh);
            // Through its lender it is not changed, and it changes nothing.
            assert_int_equal(pick_thin_refit(shared, p, 0), PICK_ERROR_INVALID_ARGUMENT);
            pick_thin_destroy(again);
            pick_thin_destroy(shared);
            pick_vec3 place;
            assert_true(kind == 3 || pick_thin_place(lender, 0, 0.5, &place));
            pick_thin_destroy(lender);
            pick_thin_destroy(wanted);
        }
    }
}

static void bad_sharing_is_refused(void **state)
{
    const pick_task_hook half = {NULL, NULL};
    pick_thin *thin = points_of(FIVE, 5, 1, PICK_THIN_IN_SPACE), *out = NULL;
    (void)state;
    assert_int_equal(pick_thin_share(NULL, 1, PICK_THIN_IN_SPACE, NULL, &out), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_thin_share(thin, 1, PICK_THIN_IN_SPACE, NULL, NULL), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_thin_share(thin, -1, PICK_THIN_IN_SPACE, NULL, &out), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_thin_share(thin, 1, (pick_thin_unit)2, NULL, &out), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_thin_share(thin, 1, PICK_THIN_IN_SPACE, &half, &out), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_thin_share(thin, (double)NAN, PICK_THIN_IN_SPACE, NULL, &out), PICK_ERROR_NOT_FINITE);
    assert_int_equal(pick_thin_share(thin, HUGE_VAL, PICK_THIN_ON_SCREEN, NULL, &out), PICK_ERROR_NOT_FINITE);
    assert_null(out);
    pick_thin_destroy(thin);
    failing_allocator memory = {.fail_at = 3}; // two make the lender
    const pick_allocator allocator = failing_allocator_hook(&memory);
    thin = kind_of(0, FIVE, 5, 1, PICK_THIN_ON_SCREEN, &allocator);
    assert_int_equal(pick_thin_share(thin, 2, PICK_THIN_IN_SPACE, NULL, &out), PICK_ERROR_OUT_OF_MEMORY);
    assert_null(out);
    assert_int_equal(pick_thin_share(thin, 2, PICK_THIN_IN_SPACE, NULL, &out), PICK_OK);
    pick_thin_destroy(out);
    pick_thin_destroy(thin);
    assert_int_equal(memory.held_bytes, 0);
    assert_int_equal(memory.held_blocks, 0);
}

static void ties_are_broken_in_order(void **state)
{
    const pick_thin_hit base = {.part = 3, .along = 0.5, .distance = 1, .depth = 2};
    pick_thin_hit other[8];
    (void)state;
    for (int i = 0; i < 8; i++)
        other[i] = base;
    other[0].distance = 0.5; // before, by each field and in spite of the next
    other[0].depth = 9;
    other[1].depth = 1;
    other[1].part = 9;
    other[2].part = 2;
    other[2].along = 0.9;
    other[3].along = 0.4;
    other[4].distance = 2;
    other[5].depth = 3;
    other[6].part = 4;
    other[7].along = 0.6;
    for (int i = 0; i < 8; i++) {
        assert_int_equal(pick_thin_comes_before(&other[i], &base), i < 4);
        assert_int_equal(pick_thin_comes_before(&base, &other[i]), i >= 4);
    }
    assert_false(pick_thin_comes_before(&base, &base));
}

// Of clouds, lines and curves, with a radius and without, some dropped: as far as the farthest of all ends.
static void the_farthest_end_is_found(void **state)
{
    enum { COUNT = 3001 };
    static float positions[3 * COUNT];
    (void)state;
    test_random r = {32};
    for (int n = 0; n < 12; n++) {
        for (size_t i = 0; i < 3 * COUNT; i++)
            positions[i] = n % 4 == 3 && i % 3 == 1 ? 2 : (float)random_between(&r, -9, 5);
        for (size_t i = 0; i < 3 * COUNT && n >= 6; i += 300)
            positions[i] = i % 600 == 0 ? INFINITY : NAN;
        const double radius = n % 2 == 0 ? 0 : 3;
        pick_thin *thin =
            n % 3 == 0 ? points_of(positions, COUNT, radius, n < 3 ? PICK_THIN_ON_SCREEN : PICK_THIN_IN_SPACE)
                       : curves_of(positions, COUNT, n % 3 == 1 ? PICK_CURVE_LINES : PICK_CURVE_CUBIC, 0.5, radius);
        for (int i = 0; i < 100; i++) {
            const pick_vec3 way = i < 27 ? pick_vec3_make(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1) : random_direction(&r);
            const pick_vec3 to = pick_vec3_normalize(way);
            const double slack = i % 3 == 0 ? 0.7 : 0;
            pick_vec3 found = {0, 0, 0};
            double most = -HUGE_VAL;
            bool is_end = false;
            assert_true(
                pick_thin_farthest(thin, pick_vec3_scale(way, exp(random_between(&r, -300, 300))), slack, &found));
            for (uint32_t k = 0; k < thin->tree.item_count; k++) {
                pick_vec3 end[2];
                for (int e = 0; e < 2 && pick_thin_segment(thin, k, &end[0], &end[1]); e++) {
                    most = fmax(most, pick_vec3_dot(to, end[e]));
                    is_end = is_end || memcmp(&end[e], &found, sizeof found) == 0;
                }
            }
            assert_true(is_end);
            assert_true(pick_vec3_dot(to, found) >= most - slack - 1e-14);
        }
        pick_vec3 found = {7, 7, 7};
        assert_false(pick_thin_farthest(thin, pick_vec3_make(0, (double)NAN, 0), 0, &found));
        assert_false(pick_thin_farthest(thin, pick_vec3_make(1, 0, 0), -1, &found));
        assert_false(pick_thin_farthest(thin, pick_vec3_make(1, 0, 0), (double)NAN, &found));
        for (size_t i = 0; i < 3 * COUNT; i++)
            positions[i] = NAN;
        assert_int_equal(pick_thin_refit(thin, positions, 0), PICK_OK);
        assert_false(pick_thin_farthest(thin, pick_vec3_make(1, 0, 0), 0, &found));
        assert_true(found.x == 7);
        pick_thin_destroy(thin);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_points_are_refused),
        cmocka_unit_test(bad_curves_are_refused),
        cmocka_unit_test(too_many_segments_are_refused),
        cmocka_unit_test(without_memory_nothing_is_made),
        cmocka_unit_test(empty_ones_are_fine),
        cmocka_unit_test(what_is_not_finite_is_dropped_and_comes_back),
        cmocka_unit_test(huge_radii_have_infinite_bounds),
        cmocka_unit_test(boxes_are_rounded_outward),
        cmocka_unit_test(strides_are_respected),
        cmocka_unit_test(places_lie_on_parts),
        cmocka_unit_test(curves_are_as_flat_as_asked),
        cmocka_unit_test(refits_keep_the_segments),
        cmocka_unit_test(hierarchies_of_any_size_are_whole),
        cmocka_unit_test(leaves_are_small),
        cmocka_unit_test(memory_is_as_promised),
        cmocka_unit_test(tasks_change_nothing),
        cmocka_unit_test(shared_ones_are_like_others),
        cmocka_unit_test(bad_sharing_is_refused),
        cmocka_unit_test(ties_are_broken_in_order),
        cmocka_unit_test(the_farthest_end_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
