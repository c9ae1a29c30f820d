// near.h: cmocka assertions on doubles that print the values.
#ifndef TESTS_SUPPORT_NEAR_H
#define TESTS_SUPPORT_NEAR_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "picking/math.h"

static inline void check_near(double actual, double expected, double tolerance, const char *what, const char *file,
                              int line)
{
    const bool same = actual == expected || fabs(actual - expected) <= tolerance; // NaN fails; infinities compare
    if (!same) {
        print_error("%s = %.17g, expected %.17g within %g\n", what, actual, expected, tolerance);
        _fail(file, line);
    }
}

static inline void check_vec3_near(pick_vec3 actual, pick_vec3 expected, double tolerance, const char *what,
                                   const char *file, int line)
{
    const pick_vec3 off = {fabs(actual.x - expected.x), fabs(actual.y - expected.y), fabs(actual.z - expected.z)};
    if (!(off.x <= tolerance && off.y <= tolerance && off.z <= tolerance)) {
        print_error("%s = (%.17g, %.17g, %.17g), expected (%.17g, %.17g, %.17g) within %g\n", what, actual.x, actual.y,
                    actual.z, expected.x, expected.y, expected.z, tolerance);
        _fail(file, line);
    }
}

#define assert_near(actual, expected, tolerance)                                                                       \
    check_near((actual), (expected), (tolerance), #actual, __FILE__, __LINE__)
#define assert_vec3_near(actual, expected, tolerance)                                                                  \
    check_vec3_near((actual), (expected), (tolerance), #actual, __FILE__, __LINE__)

#endif
