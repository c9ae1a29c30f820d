// The colours of highlights stay apart from each other, and with their rims from any surface, for people who see all
// colours and for those who do not see red, green or blue.
//
// Missing colours: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for Simulation of
// Color Vision Deficiency", 2009, severity 1. Distances: B. Ottosson, Oklab, 2020; 0.02 is about the smallest step that
// can be seen, 1 is from black to white.
#include "shaders/highlight.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { SIGHTS = 4, MARKS = 3, SURFACES = 4 };

static const double FAR_ENOUGH = 0.15;

static const struct {
    const char *name;
    double m[3][3]; // of linear sRGB
} SIGHT[SIGHTS] = {
    {"all colours", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {"no red", {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {"no green", {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    {"no blue", {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
};

typedef struct color {
    const char *name;
    float linear[3];
} color;

static const color MARK[MARKS] = {
    {"selected", {SHADER_COLOR_SELECTED}}, {"active", {SHADER_COLOR_ACTIVE}}, {"hovered", {SHADER_COLOR_HOVERED}}};
static const color SURFACE[SURFACES] = {
    {"white", {1, 1, 1}}, {"black", {0, 0, 0}}, {"orange", {0.79f, 0.19f, 0.007f}}, {"grey", {0.2f, 0.2f, 0.2f}}};

static void to_oklab(int sight, const color *it, double out[3])
{
    static const double to_cones[3][3] = {{0.4122214708, 0.5363325363, 0.0514459929},
                                          {0.2119034982, 0.6806995451, 0.1073969566},
                                          {0.0883024619, 0.2817188376, 0.6299787005}};
    static const double to_lab[3][3] = {{0.2104542553, 0.7936177850, -0.0040720468},
                                        {1.9779984951, -2.4285922050, 0.4505937099},
                                        {0.0259040371, 0.7827717662, -0.8086757660}};
    double seen[3], cones[3];
    for (int i = 0; i < 3; i++) {
        const double *row = SIGHT[sight].m[i];
        const double sum =
            row[0] * (double)it->linear[0] + row[1] * (double)it->linear[1] + row[2] * (double)it->linear[2];
        seen[i] = fmin(fmax(sum, 0), 1);
    }
    for (int i = 0; i < 3; i++)
        cones[i] = cbrt(to_cones[i][0] * seen[0] + to_cones[i][1] * seen[1] + to_cones[i][2] * seen[2]);
    for (int i = 0; i < 3; i++)
        out[i] = to_lab[i][0] * cones[0] + to_lab[i][1] * cones[1] + to_lab[i][2] * cones[2];
}

static double distance(int sight, const color *a, const color *b)
{
    double x[3], y[3], sum = 0;
    to_oklab(sight, a, x);
    to_oklab(sight, b, y);
    for (int i = 0; i < 3; i++)
        sum += (x[i] - y[i]) * (x[i] - y[i]);
    return sqrt(sum);
}

static void expect_apart(int sight, const color *a, const color *b, double found)
{
    if (!(found >= FAR_ENOUGH))
        fail_msg("%s: %s and %s are %.3f apart", SIGHT[sight].name, a->name, b->name, found);
}

// The formulas agree with known values.
static void test_distances(void **state)
{
    (void)state;
    const color red = {"red", {1, 0, 0}}, green = {"green", {0, 1, 0}},
                like_red = {"like red", {0.152286f, 0.114503f, 0}};
    assert_true(fabs(distance(0, &SURFACE[0], &SURFACE[1]) - 1) < 1e-3);
    assert_true(fabs(distance(0, &red, &green) - 0.520) < 0.01);
    assert_true(distance(1, &red, &like_red) < 0.2 * distance(0, &red, &like_red));
}

static void test_marks_differ(void **state)
{
    (void)state;
    for (int sight = 0; sight < SIGHTS; sight++) {
        for (int a = 0; a < MARKS; a++) {
            for (int b = 0; b < a; b++)
                expect_apart(sight, &MARK[a], &MARK[b], distance(sight, &MARK[a], &MARK[b]));
        }
    }
}

// The line differs from its rim, and one of the two from the surface.
static void test_marks_are_seen(void **state)
{
    (void)state;
    for (int sight = 0; sight < SIGHTS; sight++) {
        for (int s = 0; s < SURFACES; s++) {
            color rim = SURFACE[s];
            for (int i = 0; i < 3; i++)
                rim.linear[i] *= 1.0f - SHADER_RIM_OPACITY;
            for (int m = 0; m < MARKS; m++) {
                double line = distance(sight, &MARK[m], &SURFACE[s]);
                double either = fmax(line, distance(sight, &rim, &SURFACE[s]));
                expect_apart(sight, &MARK[m], &SURFACE[s], fmin(either, distance(sight, &MARK[m], &rim)));
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_distances), cmocka_unit_test(test_marks_differ),
                                       cmocka_unit_test(test_marks_are_seen)};
    return cmocka_run_group_tests_name("highlight colours", tests, NULL, NULL);
}
