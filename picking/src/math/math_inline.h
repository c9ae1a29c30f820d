// math_inline.h: what every pick runs of picking/math.h, to be compiled into its place. Private.
#ifndef PICKING_SRC_MATH_INLINE_H
#define PICKING_SRC_MATH_INLINE_H

#include "picking/math.h"

#include <float.h>
#include <math.h>

#define PICK_PI 3.14159265358979323846

// Whether a sum of squares was formed without overflow and without losing bits to underflow.
static inline bool pick_squares_are_safe(double sum)
{
    return sum >= DBL_MIN / DBL_EPSILON && sum <= DBL_MAX;
}

// pick_vec3_normalize
static inline pick_vec3 pick_unit_vec3(pick_vec3 a)
{
    const double sum = pick_vec3_dot(a, a);
    if (!pick_squares_are_safe(sum)) {
        return pick_vec3_normalize(a);
    }
    const double length = sqrt(sum);
    return pick_vec3_make(a.x / length, a.y / length, a.z / length);
}

// pick_vec3_is_finite
static inline bool pick_is_finite_vec3(pick_vec3 a)
{
    return (a.x - a.x) + (a.y - a.y) + (a.z - a.z) == 0; // infinity less itself is NaN
}

static inline bool pick_is_finite_vec2(pick_vec2 a)
{
    return (a.x - a.x) + (a.y - a.y) == 0;
}

// pick_ray_is_valid
static inline bool pick_is_valid_ray(const pick_ray *ray)
{
    const pick_vec3 d = ray->direction;
    return pick_is_finite_vec3(ray->origin) && pick_is_finite_vec3(d) && (d.x != 0 || d.y != 0 || d.z != 0) &&
           ray->t_min <= ray->t_max; // false for NaN
}

// A 2x2 matrix, column-major, times (x, y).
static inline pick_vec2 pick_multiply2(const double m[4], double x, double y)
{
    return (pick_vec2){m[0] * x + m[2] * y, m[1] * x + m[3] * y};
}

#endif
