// Sides of convex volumes: corners and middles against known solids and against all triples of planes, what is refused,
// how far a side can move.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "document/level/sides.h"
#include "random.h"

static editor_primitive of(const double (*sides)[4], uint32_t count)
{
    return (editor_primitive){.shape = EDITOR_SHAPE_CONVEX_VOLUME, .sides = sides, .side_count = count};
}

static double depth(const double side[4], pick_vec3 p)
{
    return side[0] * p.x + side[1] * p.y + side[2] * p.z + side[3];
}

// Normals of several lengths; x from -1 to 1, y from 0 to 3, z from 5 to 6.
static const double box[6][4] = {{1, 0, 0, 1},  {-2, 0, 0, 2},     {0, 5, 0, 0},
                                 {0, -1, 0, 3}, {0, 0, 0.1, -0.5}, {0, 0, -1, 6}};

static void test_box(void **state)
{
    (void)state;
    const editor_primitive p = of(box, 6);
    char why[128] = "";
    assert_true(editor_primitive_is_valid(&p, why, sizeof(why)));
    static const double middles[6][3] = {{-1, 1.5, 5.5}, {1, 1.5, 5.5}, {0, 0, 5.5},
                                         {0, 3, 5.5},    {0, 1.5, 5},   {0, 1.5, 6}};
    for (uint32_t i = 0; i < 6; i++) {
        pick_vec3 corners[EDITOR_SIDE_CORNERS], middle;
        assert_int_equal(editor_side_corners(&p, i, corners), 4);
        assert_true(editor_side_middle(&p, i, &middle));
        assert_true(fabs(middle.x - middles[i][0]) + fabs(middle.y - middles[i][1]) + fabs(middle.z - middles[i][2]) <
                    1e-8);
        const editor_side side = editor_side_of(&p, i);
        assert_true(fabs(pick_vec3_length(side.normal) - 1) < 1e-15);
    }
    // Not the mean of the corners: a trapezoid's middle lies towards its longer side.
    static const double ramp[5][4] = {{1, 0, 0, 2}, {0, 1, 0, 0}, {0, 0, 1, 1}, {0, 0, -1, 1}, {-1, -1, 0, 2}};
    const editor_primitive slope = of(ramp, 5); // z = 1: a triangle with corners (-2, 0), (2, 0), (-2, 4)
    pick_vec3 middle;
    assert_true(editor_side_middle(&slope, 3, &middle));
    assert_true(fabs(middle.x + 2.0 / 3) < 1e-8 && fabs(middle.y - 4.0 / 3) < 1e-8);
    static const double cut[6][4] = {{1, 0, 0, 2},  {0, 1, 0, 0},   {0, 0, 1, 1},
                                     {0, 0, -1, 1}, {-1, -1, 0, 2}, {0, -1, 0, 2}};
    const editor_primitive trapezoid = of(cut, 6); // (-2, 0), (2, 0), (0, 2), (-2, 2)
    assert_true(editor_side_middle(&trapezoid, 3, &middle));
    assert_true(fabs(middle.x + 4.0 / 9) < 1e-8 && fabs(middle.y - 8.0 / 9) < 1e-8);
}

// All corners of a random solid: each triple's place that is inside all planes is a corner of the three sides.
static void test_corners(void **state)
{
    (void)state;
    test_random random = {11};
    uint32_t places = 0, hidden = 0;
    for (int n = 0; n < 60; n++) {
        double sides[20][4];
        for (uint32_t i = 0; i < 20; i++) {
            const pick_vec3 normal = random_direction(&random);
            const double length = random_between(&random, 0.1, 4);
            sides[i][0] = length * normal.x;
            sides[i][1] = length * normal.y;
            sides[i][2] = length * normal.z;
            sides[i][3] = length * random_between(&random, 0.6, 1.4);
        }
        const editor_primitive p = of((const double(*)[4])sides, 20);
        pick_vec3 corners[20][EDITOR_SIDE_CORNERS];
        uint32_t counts[20];
        for (uint32_t i = 0; i < 20; i++) {
            counts[i] = editor_side_corners(&p, i, corners[i]);
            hidden += counts[i] == 0;
            for (uint32_t c = 0; c < counts[i]; c++) {
                for (uint32_t k = 0; k < 20; k++)
                    assert_true(depth(sides[k], corners[i][c]) > -1e-6 * (1 + pick_vec3_length(corners[i][c])));
            }
        }
        for (uint32_t i = 0; i < 20 * 20 * 20; i++) {
            const uint32_t t[3] = {i % 20, i / 20 % 20, i / 400};
            if (!(t[0] < t[1] && t[1] < t[2]))
                continue;
            const pick_vec3 u = pick_vec3_make(sides[t[0]][0], sides[t[0]][1], sides[t[0]][2]);
            const pick_vec3 v = pick_vec3_make(sides[t[1]][0], sides[t[1]][1], sides[t[1]][2]);
            const pick_vec3 w = pick_vec3_make(sides[t[2]][0], sides[t[2]][1], sides[t[2]][2]);
            const double det = pick_vec3_dot(u, pick_vec3_cross(v, w));
            const pick_vec3 sum = pick_vec3_add(pick_vec3_scale(pick_vec3_cross(v, w), -sides[t[0]][3]),
                                                pick_vec3_add(pick_vec3_scale(pick_vec3_cross(w, u), -sides[t[1]][3]),
                                                              pick_vec3_scale(pick_vec3_cross(u, v), -sides[t[2]][3])));
            const pick_vec3 place = pick_vec3_scale(sum, 1 / det);
            bool inside = fabs(det) > 1e-3;
            for (uint32_t k = 0; inside && k < 20; k++)
                inside = k == t[0] || k == t[1] || k == t[2] || depth(sides[k], place) > 1e-6;
            if (!inside || pick_vec3_length(place) > 100)
                continue;
            places++;
            for (int k = 0; k < 3; k++) {
                bool found = false;
                for (uint32_t c = 0; c < counts[t[k]]; c++)
                    found = found || pick_vec3_length(pick_vec3_sub(corners[t[k]][c], place)) < 1e-6;
                assert_true(found);
            }
        }
    }
    assert_true(places > 600 && hidden > 20);
}

static void check_refused(const double (*sides)[4], uint32_t count, const char *part)
{
    const editor_primitive p = of(sides, count);
    char why[128] = "";
    assert_false(editor_primitive_is_valid(&p, why, sizeof(why)));
    if (strstr(why, part) == NULL)
        fail_msg("%s: not in: %s", part, why);
}

static void test_refused(void **state)
{
    (void)state;
    static double many[EDITOR_SIDES + 1][4];
    double wrong[6][4];
    check_refused(box, 3, "sides: expected 4 to 64, not 3");
    check_refused((const double(*)[4])many, EDITOR_SIDES + 1, "sides: expected 4 to 64, not 65");
    check_refused(box, 5, "enclose"); // open towards +z
    for (int kind = 0; kind < 9; kind++) {
        static const char *const parts[] = {"sides[3]", "sides[3]", "sides[3]", "sides[3]",      "sides[3]",
                                            "at least", "at least", "enclose",  "at least 0.001"};
        memcpy(wrong, box, sizeof(wrong));
        if (kind == 0)
            wrong[3][1] = 0; // no normal
        if (kind == 1)
            wrong[3][1] = NAN;
        if (kind == 2)
            wrong[3][3] = INFINITY;
        if (kind == 3)
            wrong[3][0] = INFINITY;
        if (kind == 4)
            wrong[3][3] = 3e5; // too far
        if (kind == 5)
            wrong[5][3] = 4; // z from 5 to 4: nothing
        if (kind == 6)
            wrong[5][3] = 5; // flat
        if (kind == 7)
            wrong[1][3] = 2 * 100001; // too large
        if (kind == 8)
            wrong[3][3] = 0.0009; // thin along y
        check_refused((const double(*)[4])wrong, 6, parts[kind]);
    }
    memcpy(wrong, box, sizeof(wrong));
    wrong[3][3] = 0.0011;
    const editor_primitive thin = of((const double(*)[4])wrong, 6);
    char why[128];
    assert_true(editor_primitive_is_valid(&thin, why, sizeof(why)));
    // A side that cuts nothing off is fine, and so are as many as there may be.
    for (uint32_t i = 0; i < EDITOR_SIDES; i++) {
        memcpy(many[i], box[i % 6], sizeof(many[i]));
        many[i][3] += i < 6 ? 0 : i;
    }
    const editor_primitive most = of((const double(*)[4])many, EDITOR_SIDES);
    assert_true(editor_primitive_is_valid(&most, why, sizeof(why)));
}

static void test_moves(void **state)
{
    (void)state;
    const editor_primitive p = of(box, 6);
    double moved[EDITOR_SIDES][4];
    // By metres, whatever the length of the normal.
    editor_side_move(&p, 1, 0.25, moved);
    assert_true(fabs(depth(moved[1], pick_vec3_make(1.25, 0, 0))) < 1e-12);
    editor_side_move(&p, 1, -0.25, moved);
    assert_true(fabs(depth(moved[1], pick_vec3_make(0.75, 0, 0))) < 1e-12);
    assert_memory_equal(moved[0], box[0], sizeof(moved[0]));
    assert_memory_equal(moved[5], box[5], sizeof(moved[5]));
    // Inwards until it is as thin as may be; outwards until it is as large.
    assert_true(editor_side_limit(&p, 3, -1) == -1);
    assert_true(fabs(editor_side_limit(&p, 3, -10) + 2.999) < 1e-6);
    assert_true(editor_side_limit(&p, 3, 50) == 50);
    assert_true(fabs(editor_side_limit(&p, 3, 1e6) - (100000 - 3)) < 1e-3);
    // Where two sides meet outside, a third one between them has no part any more: from y = 3 up to the ridge at 4.
    static const double roof[7][4] = {{1, 0, 0, 1}, {-1, 0, 0, 1},  {0, 1, 0, 0}, {0, -1, 0, 3},
                                      {0, 0, 1, 1}, {0, -1, -1, 4}, {0, -1, 1, 4}};
    const editor_primitive gable = of(roof, 7);
    assert_true(fabs(editor_side_limit(&gable, 3, 10) - 1) < 1e-6);
    double limits[EDITOR_SIDES][4];
    editor_side_move(&gable, 3, editor_side_limit(&gable, 3, 10), limits);
    const editor_primitive ridge = of((const double(*)[4])limits, 7);
    pick_vec3 middle;
    char why[128];
    assert_true(editor_primitive_is_valid(&ridge, why, sizeof(why)) && editor_side_middle(&ridge, 3, &middle));
    // The side across is the roof: it cannot be pushed through.
    assert_true(fabs(editor_side_limit(&gable, 2, -10) + 2.999) < 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_box),
        cmocka_unit_test(test_corners),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
