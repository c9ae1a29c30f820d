// query_box_ray.h: a ray prepared for conservative tests against float boxes. Private.
//
// Boxes of a mesh lie in [-1, 1]^3 (box space). The ray's origin is first moved along the ray to where it passes the
// centre, so that distances are small numbers however far away it started. Then
//     plane distance = plane * inverse - origin * inverse
// has an error, as a length along the axis, of at most about 20 float roundings of numbers below 5, and the boxes of
// one: every plane is moved outward by BOX_PAD, which is 32 of them, folded into two constants per axis. The error of
// the doubles of the exact test from a far origin is added to it.
#ifndef PICKING_SRC_QUERY_BOX_RAY_H
#define PICKING_SRC_QUERY_BOX_RAY_H

#include "base/compiler.h"
#include "mesh/mesh_internal.h"

#include <float.h>

#define BOX_PAD 0x1p-19

typedef enum box_ray_result {
    BOX_RAY_MISSES,
    BOX_RAY_READY,
    BOX_RAY_UNRESOLVED // too far away, or too badly scaled, for float boxes: test every triangle
} box_ray_result;

// Converts times of the query to times of boxes, rounded up or down. What a float cannot hold is infinite. NaN comes
// only from the end of an empty range, and no time of a box lies beyond it.
static inline float box_time_up(double time, double slack)
{
    return (float)(time + (fabs(time) * 0x1p-22 + slack));
}

static inline float box_time_down(double time, double slack)
{
    return (float)(time - (fabs(time) * 0x1p-22 + slack));
}

// A power of two that scales a direction into the range of safe float arithmetic. False: there is none.
static inline bool box_ray_rescale(double largest, double *factor, double *time)
{
    int exponent = 0;
    if (!(largest > 0 && isfinite(largest)))
        return false;
    (void)frexp(largest, &exponent);
    *factor = ldexp(1.0, -exponent);
    *time = ldexp(1.0, exponent);
    PICK_ASSERT(*factor > 0 && *time > 0); // exponents of doubles are -1073 .. 1024, and 2^-1074 is still one
    return isfinite(*factor) && isfinite(*time);
}

#endif
