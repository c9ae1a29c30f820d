// Triangulation of polygons: the number of triangles and the area are right, and nothing lies outside.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "document/level/polygon.h"
#include "random.h"

static pick_vec3 vertex(const float *positions, uint32_t i)
{
    return pick_vec3_make((double)positions[3 * i], (double)positions[3 * i + 1], (double)positions[3 * i + 2]);
}

static pick_vec3 area(const float *positions, const uint32_t *t)
{
    pick_vec3 a = vertex(positions, t[0]);
    return pick_vec3_cross(pick_vec3_sub(vertex(positions, t[1]), a), pick_vec3_sub(vertex(positions, t[2]), a));
}

static void test_convex_is_a_fan(void **state)
{
    (void)state;
    const float positions[15] = {0, 0, 0, 2, 0, 0, 3, 1, 0, 2, 2, 0, 0, 2, 0};
    const uint32_t corners[5] = {0, 1, 2, 3, 4}, expected[9] = {0, 1, 2, 0, 2, 3, 0, 3, 4};
    uint32_t out[9];
    editor_polygon_split(positions, corners, 5, out);
    assert_memory_equal(out, expected, sizeof(expected));
    const uint32_t backwards[5] = {4, 3, 2, 1, 0}, turned[9] = {4, 3, 2, 4, 2, 1, 4, 1, 0};
    editor_polygon_split(positions, backwards, 5, out);
    assert_memory_equal(out, turned, sizeof(turned));
    editor_polygon_split(positions, corners, 3, out);
    assert_memory_equal(out, expected, 3 * sizeof(uint32_t));
}

// A square with a corner in the middle of each side, from each of its corners: no triangle is flat.
static void test_corners_within_sides(void **state)
{
    (void)state;
    const float positions[24] = {0, 0, 0, 1, 0, 0, 2, 0, 0, 2, 1, 0, 2, 2, 0, 1, 2, 0, 0, 2, 0, 0, 1, 0};
    for (uint32_t first = 0; first < 8; first++) {
        uint32_t corners[8], out[18];
        for (uint32_t i = 0; i < 8; i++)
            corners[i] = (first + i) % 8;
        editor_polygon_split(positions, corners, 8, out);
        for (int i = 0; i < 6; i++)
            assert_true(area(positions, out + 3 * i).z > 0);
    }
}

static void test_arrow_head(void **state)
{
    (void)state;
    // Concave at corner 3: the fan about corner 0 would cover what is outside.
    const float positions[12] = {2, 0, 0, 0, 0, 1, 2, 0, -4, 1, 0, 0};
    const uint32_t corners[4] = {1, 0, 2, 3};
    uint32_t out[6];
    editor_polygon_split(positions, corners, 4, out);
    for (int i = 0; i < 2; i++)
        assert_true(area(positions, out + 3 * i).y > 0);
}

// Stars about the origin, in any plane: every triangle turns as the star does, and the areas add up to its own.
static void test_random_stars(void **state)
{
    (void)state;
    test_random random = {7};
    int concave = 0;
    for (int round = 0; round < 400; round++) {
        enum { MOST = 40 };
        float positions[3 * MOST];
        uint32_t corners[MOST], out[3 * MOST], count = 4 + random_index(&random, MOST - 4);
        pick_vec3 u = random_direction(&random), v = random_direction(&random);
        pick_vec3 normal = pick_vec3_normalize(pick_vec3_cross(u, v));
        if (pick_vec3_length(pick_vec3_cross(u, v)) < 0.2)
            continue;
        v = pick_vec3_cross(normal, u);
        for (uint32_t i = 0; i < count; i++) {
            double angle = 6.283185307179586 * i / count, radius = random_between(&random, 0.2, 2);
            pick_vec3 p =
                pick_vec3_add(pick_vec3_scale(u, radius * cos(angle)), pick_vec3_scale(v, radius * sin(angle)));
            positions[3 * i] = (float)p.x;
            positions[3 * i + 1] = (float)p.y;
            positions[3 * i + 2] = (float)p.z;
            corners[i] = i;
        }
        double whole = 0, sum = 0;
        for (uint32_t i = 0; i < count; i++)
            whole += pick_vec3_dot(normal, pick_vec3_cross(vertex(positions, i), vertex(positions, (i + 1) % count)));
        editor_polygon_split(positions, corners, count, out);
        bool is_fan = true;
        for (uint32_t i = 0; i < count - 2; i++) {
            double one = pick_vec3_dot(normal, area(positions, out + 3 * i));
            assert_true(one > -1e-5);
            sum += one;
            is_fan = is_fan && out[3 * i] == 0;
        }
        assert_true(fabs(sum - whole) < 1e-5 * fabs(whole) + 1e-5);
        concave += !is_fan;
    }
    assert_true(concave > 200);
}

// Three quarters of a ring, which is concave along all of its inner side, with more corners than modellers make.
static void test_large_ring(void **state)
{
    (void)state;
    enum { MOST = 16384 };
    static const uint32_t counts[] = {100, 4098, MOST};
    float *positions = malloc(3 * MOST * sizeof(*positions));
    uint32_t *corners = malloc(MOST * sizeof(*corners)), *out = malloc(3 * MOST * sizeof(*out));
    assert_true(positions && corners && out);
    for (size_t k = 0; k < sizeof(counts) / sizeof(counts[0]); k++) {
        const uint32_t count = counts[k], half = count / 2;
        for (uint32_t i = 0; i < count; i++) {
            const double angle = 4.71238898038469 * (i < half ? i : count - 1 - i) / (half - 1);
            positions[3 * i] = (float)((i < half ? 2 : 1) * cos(angle));
            positions[3 * i + 1] = (float)((i < half ? 2 : 1) * sin(angle));
            positions[3 * i + 2] = 0;
            corners[i] = i;
        }
        double whole = 0, sum = 0;
        for (uint32_t i = 0; i < count; i++)
            whole += pick_vec3_cross(vertex(positions, i), vertex(positions, (i + 1) % count)).z;
        assert_false(editor_polygon_is_fan(positions, corners, count));
        editor_polygon_split(positions, corners, count, out);
        for (uint32_t i = 0; i < count - 2; i++) {
            const double one = area(positions, out + 3 * (size_t)i).z;
            assert_true(one > 0);
            sum += one;
        }
        assert_true(fabs(sum - whole) < 1e-9 * whole);
        assert_true(editor_polygon_is_fan(positions, corners, half)); // its outer side alone
    }
    free(positions);
    free(corners);
    free(out);
}

static void test_degenerate(void **state)
{
    (void)state;
    // A bow tie, a line, one point over and over: still count - 2 triangles of the polygon's own corners.
    static const float shapes[3][18] = {{0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0, 0.5f, 2, 0, -1, 1, 0},
                                        {0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 2, 0, 0, 1, 0, 0},
                                        {5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5}};
    const uint32_t corners[6] = {0, 1, 2, 3, 4, 5};
    for (int shape = 0; shape < 3; shape++) {
        uint32_t out[13];
        memset(out, 0xff, sizeof(out));
        editor_polygon_split(shapes[shape], corners, 6, out);
        bool used[6] = {false};
        for (int i = 0; i < 12; i++) {
            assert_true(out[i] < 6);
            used[out[i]] = true;
        }
        for (int i = 0; i < 6; i++)
            assert_true(used[i]);
        assert_int_equal(out[12], UINT32_MAX);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_convex_is_a_fan), cmocka_unit_test(test_corners_within_sides),
        cmocka_unit_test(test_arrow_head),      cmocka_unit_test(test_random_stars),
        cmocka_unit_test(test_large_ring),      cmocka_unit_test(test_degenerate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
