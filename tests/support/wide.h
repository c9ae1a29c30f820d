// wide.h: vectors in long double, for references that are more precise than the tested code.
#ifndef TESTS_SUPPORT_WIDE_H
#define TESTS_SUPPORT_WIDE_H

#include "picking/math.h"

typedef struct wide3 {
    long double x, y, z;
} wide3;

static inline wide3 widen(pick_vec3 v)
{
    return (wide3){(long double)v.x, (long double)v.y, (long double)v.z};
}

static inline wide3 wide_sub(wide3 a, wide3 b)
{
    return (wide3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline wide3 wide_add_scaled(wide3 a, wide3 b, long double s)
{
    return (wide3){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}

static inline long double wide_dot(wide3 a, wide3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline wide3 wide_cross(wide3 a, wide3 b)
{
    return (wide3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

#endif
