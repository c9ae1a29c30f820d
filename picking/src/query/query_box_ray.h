// query_box_ray.h: a ray made ready for float boxes, so that none it could hit is ever missed. Private.
//
// Boxes of a mesh lie in [-1, 1]^3 (box space). The ray's origin is first moved along it to where it passes the middle,
// so that distances are small numbers again however far away it started. Then
//     plane distance = plane * inverse - origin * inverse
// is wrong, as a length along the axis, by at most some 20 float roundings of numbers below 5, and the boxes themselves
// by one: every plane is moved outward by BOX_PAD, 32 of them, which is folded into two constants per axis. What the
// doubles of the exact test lost on the way from a far origin is added to it.
#ifndef PICKING_SRC_QUERY_BOX_RAY_H
#define PICKING_SRC_QUERY_BOX_RAY_H

#include "base/compiler.h"
#include "mesh/mesh_internal.h"

#include <float.h>

#define BOX_PAD 0x1p-19

typedef enum box_ray_result {
    BOX_RAY_MISSES,
    BOX_RAY_READY,
    BOX_RAY_UNRESOLVED // so far away, or so scaled, that boxes cannot decide: test every triangle
} box_ray_result;

// Times of the query as times of boxes, never too early or never too late. What a float cannot hold is infinite; no
// time of a box lies beyond a NaN, which only the end of an empty range becomes.
static inline float box_time_up(double time, double slack)
{
    return (float)(time + (fabs(time) * 0x1p-22 + slack));
}

static inline float box_time_down(double time, double slack)
{
    return (float)(time - (fabs(time) * 0x1p-22 + slack));
}

// A power of two that brings a direction to where float arithmetic is safe. False when there is none.
static inline bool box_ray_rescale(double largest, double *factor, double *time)
{
    int exponent = 0;
    if (!(largest > 0 && isfinite(largest))) {
        return false;
    }
    (void)frexp(largest, &exponent);
    *factor = ldexp(1.0, -exponent);
    *time = ldexp(1.0, exponent);
    PICK_ASSERT(*factor > 0 && *time > 0); // exponents of doubles are -1073 .. 1024, and 2^-1074 is still one
    return isfinite(*factor) && isfinite(*time);
}

#endif
