// Hulls around points: they contain all of them with the margin, are as small as promised, valid, and defined where the
// points are flat.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "document/level/hull.h"
#include "document/level/sides.h"
#include "effort.h"
#include "random.h"

enum { MOST = 8000, CORNERS = 6 * EDITOR_SIDES + EDITOR_SIDE_CORNERS };

static pick_vec3 points[MOST];
static editor_body bodies[MOST];

typedef struct fitted {
    editor_hull hull;
    double size;       // the longest one of the points' box
    double nearest;    // how near the nearest point is to a side, from inside
    double growth;     // how far the hull reaches beyond the points in some direction, at most
    double box_growth; // the same along x, y and z
} fitted;

static double reach(const pick_vec3 *at, size_t count, pick_vec3 direction)
{
    double most = -HUGE_VAL;
    for (size_t i = 0; i < count; i++)
        most = fmax(most, pick_vec3_dot(at[i], direction));
    return most;
}

// How far two convex bodies are apart is the largest difference of what they reach in any direction: here in many, and
// in those of the corners, where it is largest.
static fitted fit_around(size_t count)
{
    fitted f = {.nearest = HUGE_VAL};
    test_random random = {5};
    pick_vec3 corners[CORNERS];
    uint32_t corner_count = 0;
    char why[128] = "";
    for (size_t i = 0; i < count; i++)
        bodies[i] = (editor_body){.box = {points[i], points[i]}, .place = PICK_AFFINE_IDENTITY};
    editor_farthest *farthest = editor_farthest_create(bodies, count);
    assert_non_null(farthest);
    assert_true(editor_hull_fit(farthest, &f.hull));
    editor_farthest_destroy(farthest);
    const editor_primitive p = {.shape = EDITOR_SHAPE_CONVEX_VOLUME,
                                .sides = (const double(*)[4])f.hull.sides,
                                .side_count = f.hull.side_count};
    if (!editor_primitive_is_valid(&p, why, sizeof(why)))
        fail_msg("%s", why);
    for (int i = 0; i < 6; i++) {
        const double sign = i < 3 ? 1 : -1;
        const pick_vec3 e = {i % 3 == 0 ? sign : 0, i % 3 == 1 ? sign : 0, i % 3 == 2 ? sign : 0};
        f.size = fmax(f.size, reach(points, count, e) + reach(points, count, pick_vec3_scale(e, -1)));
    }
    for (uint32_t i = 0; i < p.side_count; i++) {
        assert_true(corner_count < 6 * EDITOR_SIDES);
        corner_count += editor_side_corners(&p, i, &corners[corner_count]);
        const editor_side side = editor_side_of(&p, i);
        for (size_t k = 0; k < count; k++)
            f.nearest =
                fmin(f.nearest, pick_vec3_dot(side.normal, pick_vec3_sub(points[k], f.hull.middle)) + side.offset);
    }
    for (uint32_t i = 0; i < corner_count + 1000; i++) {
        const pick_vec3 to = i < corner_count ? pick_vec3_normalize(corners[i]) : random_direction(&random);
        const double of_points = reach(points, count, to) - pick_vec3_dot(f.hull.middle, to);
        f.growth = fmax(f.growth, reach(corners, corner_count, to) - of_points);
    }
    for (int i = 0; i < 6; i++) {
        const double sign = i < 3 ? 1 : -1;
        const pick_vec3 e = {i % 3 == 0 ? sign : 0, i % 3 == 1 ? sign : 0, i % 3 == 2 ? sign : 0};
        const double of_points = reach(points, count, e) - pick_vec3_dot(f.hull.middle, e);
        f.box_growth = fmax(f.box_growth, reach(corners, corner_count, e) - of_points);
    }
    return f;
}

static void check(size_t count, uint32_t least_sides, uint32_t most_sides)
{
    const fitted f = fit_around(count);
    assert_in_range(f.hull.side_count, least_sides, most_sides);
    assert_true(f.nearest > 0.00499 * f.size && f.nearest < 0.00501 * f.size);
    assert_true(f.growth < f.size / 20);
    assert_true(f.box_growth < f.size / 50);
}

// A few sides: exactly those of the hull.
static void test_exact(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++)
        points[i] = pick_vec3_make(i & 1 ? 3 : 1, i & 2 ? 5 : 2, i & 4 ? -1 : -2);
    for (int i = 8; i < 500; i++) // inside, and in its faces
        points[i] = pick_vec3_make(1 + (i % 9) / 4.0, 2 + 3 * (i % 7) / 6.0, -2 + (i % 5) / 4.0);
    check(500, 6, 6);
    const fitted f = fit_around(500);
    assert_true(f.hull.middle.x == 2 && f.hull.middle.y == 3.5 && f.hull.middle.z == -1.5);
    assert_true(f.growth < 0.005 * f.size * 1.7321); // of its corners
    // An octahedron, turned.
    const pick_vec3 axis[3] = {{0.6, 0.8, 0}, {-0.8, 0.6, 0}, {0, 0, 2}};
    for (int i = 0; i < 6; i++)
        points[i] = pick_vec3_add(pick_vec3_make(1e6, -2e6, 3), pick_vec3_scale(axis[i % 3], i < 3 ? 1 : -1));
    check(6, 8, 14);
}

static void test_clouds(void **state)
{
    (void)state;
    test_random random = {6};
    for (uint32_t n = 0; n < test_effort(12, 30); n++) {
        const size_t count = 4 + random_index(&random, n % 3 == 0 ? 8 : n % 3 == 1 ? 300 : 4000);
        const double scale = exp(random_between(&random, -3, 9));
        const pick_vec3 stretch = {random_between(&random, 0.05, 1), random_between(&random, 0.05, 1), 1};
        for (size_t i = 0; i < count; i++) {
            const pick_vec3 p = n % 2 == 0 ? random_in_cube(&random, 1) : random_direction(&random);
            points[i] = pick_vec3_make(scale * stretch.x * p.x, scale * (stretch.y * p.y + p.x), scale * (p.z - p.y));
        }
        check(count, 4, EDITOR_SIDES);
    }
}

// More sides than there may be.
static void test_round(void **state)
{
    (void)state;
    test_random random = {7};
    for (int i = 0; i < MOST; i++)
        points[i] = random_direction(&random);
    check(MOST, EDITOR_SIDES, EDITOR_SIDES);
    for (int i = 0; i < 2000; i++) { // a cylinder keeps its ends flat
        const double turn = 6.28318530717958648 * i / 2000;
        points[i] = pick_vec3_make(cos(turn), i % 2 * 3, sin(turn));
    }
    check(2000, EDITOR_SIDES, EDITOR_SIDES);
    for (int i = 0; i < 2000; i++) { // a needle: the tip does not grow long
        const double turn = 6.28318530717958648 * i / 2000;
        points[i] = pick_vec3_make(i == 0 ? 0 : 0.05 * cos(turn), i == 0 ? 10 : 0, i == 0 ? 0 : 0.05 * sin(turn));
    }
    check(2000, 5, EDITOR_SIDES);
    points[0] = pick_vec3_make(0, 10, 0); // and one with three sides
    for (int i = 1; i < 4; i++)
        points[i] = pick_vec3_make(0.1 * cos(2.1 * i), 0, 0.1 * sin(2.1 * i));
    check(4, 5, 12);
}

// In a plane, on a line, in one place: as thick as twice the margin and more.
static void test_flat(void **state)
{
    (void)state;
    test_random random = {8};
    for (int n = 0; n < 8; n++) {
        const pick_vec3 u = random_direction(&random), v = random_direction(&random), at = random_in_cube(&random, 50);
        const bool line = n % 2 == 0;
        for (int i = 0; i < 100; i++)
            points[i] = pick_vec3_add(at, pick_vec3_add(pick_vec3_scale(u, random_between(&random, -3, 3)),
                                                        pick_vec3_scale(v, line ? 0 : random_between(&random, -3, 3))));
        const fitted f = fit_around(100);
        assert_true(f.nearest > 0.00499 * f.size && f.nearest < 0.008 * f.size);
        assert_true(f.growth < f.size / 20);
        assert_true(!line || f.hull.side_count == 6);
    }
    for (int i = 0; i < 3; i++)
        points[i] = pick_vec3_make(4, 5, 6);
    for (size_t count = 1; count <= 3; count += 2) {
        const fitted f = fit_around(count);
        assert_int_equal(f.hull.side_count, 6);
        assert_true(f.nearest > 0.000999 && f.growth < 0.003);
        assert_true(f.hull.middle.x == 4 && f.hull.middle.y == 5 && f.hull.middle.z == 6);
    }
    for (int i = 0; i < 50; i++) // hardly larger than a place
        points[i] = pick_vec3_scale(random_in_cube(&random, 1), 1e-5);
    const fitted f = fit_around(50);
    assert_true(f.nearest > 0.000999 && f.growth < 0.0036);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact),
        cmocka_unit_test(test_clouds),
        cmocka_unit_test(test_round),
        cmocka_unit_test(test_flat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
