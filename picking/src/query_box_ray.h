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

#include "mesh_internal.h"

#include <float.h>

#define BOX_PAD 0x1p-19
#define BOX_LARGEST 3e38

typedef struct box_ray {
    float inverse[3], near_offset[3], far_offset[3];
    double shift, time, middle; // box time = (t - shift) * time - middle
    double slack;               // in box time
    float t_near;
} box_ray;

typedef enum box_ray_result {
    BOX_RAY_MISSES,
    BOX_RAY_READY,
    BOX_RAY_UNRESOLVED // so far away, or so scaled, that boxes cannot tell: test every triangle
} box_ray_result;

static inline float box_time_up(double time, double slack)
{
    const double up = time + (fabs(time) * 0x1p-22 + slack);
    return (float)(up < BOX_LARGEST ? up : BOX_LARGEST);
}

static inline float box_time_down(double time, double slack)
{
    const double down = time - (fabs(time) * 0x1p-22 + slack);
    return (float)(down > -BOX_LARGEST ? (down < BOX_LARGEST ? down : BOX_LARGEST) : -BOX_LARGEST);
}

static inline float box_ray_far(const box_ray *box, double t)
{
    return box_time_up((t - box->shift) * box->time - box->middle, box->slack);
}

// Unlike fmin and fmax one instruction each: NaN in `a` gives b.
static inline double lesser(double a, double b)
{
    return a < b ? a : b;
}

static inline double greater(double a, double b)
{
    return a > b ? a : b;
}

static inline double largest_of(const double v[3])
{
    return greater(fabs(v[0]), greater(fabs(v[1]), fabs(v[2])));
}

// Scales the direction to where float arithmetic is safe. False when that is impossible.
static inline bool box_ray_rescale(double direction[3], double *largest, double *time)
{
    int exponent = 0;
    if (!(*largest > 0 && isfinite(*largest))) {
        return false;
    }
    *largest = frexp(*largest, &exponent);
    *time = ldexp(1.0, exponent);
    for (int k = 0; k < 3; ++k) {
        direction[k] = ldexp(direction[k], -exponent);
    }
    return *time > 0 && isfinite(*time);
}

static inline box_ray_result box_ray_init(box_ray *box, const pick_mesh *mesh, const pick_local_ray *ray, double t_min)
{
    double o[3], d[3];
    for (int k = 0; k < 3; ++k) {
        o[k] = (ray->origin[k] - mesh->center[k]) * mesh->scale;
        d[k] = ray->direction[k] * mesh->scale;
    }
    double largest = largest_of(d);
    box->time = 1;
    if (!(largest >= 0x1p-60 && largest <= 0x1p60) && !box_ray_rescale(d, &largest, &box->time)) {
        return BOX_RAY_UNRESOLVED;
    }
    const double distance = largest_of(o);
    const double pad = BOX_PAD + (distance + 2) * 0x1p-48;
    if (!(pad < 0x1p-4)) {
        return BOX_RAY_UNRESOLVED;
    }
    box->middle = 0;
    if (distance > 4) {
        box->middle = -(o[0] * d[0] + o[1] * d[1] + o[2] * d[2]) / (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        for (int k = 0; k < 3; ++k) {
            o[k] += box->middle * d[k];
        }
        if (largest_of(o) > 2) { // the box lies within sqrt(3) of the middle
            return BOX_RAY_MISSES;
        }
    }
    box->shift = ray->shift;
    box->slack = 2 * pad / largest + (fabs(ray->shift) * box->time + fabs(box->middle)) * 0x1p-50;
    box->t_near = box_time_down((t_min - box->shift) * box->time - box->middle, box->slack);
    for (int k = 0; k < 3; ++k) {
        // A direction too small to matter is enlarged, so that no product overflows and none is 0 times infinity.
        const double least = largest * 0x1p-30;
        const float inverse = 1.0f / (float)(fabs(d[k]) < least ? copysign(least, d[k]) : d[k]);
        const float margin = (float)pad * fabsf(inverse);
        const float offset = (float)o[k] * inverse;
        box->inverse[k] = inverse;
        box->near_offset[k] = -offset - margin;
        box->far_offset[k] = -offset + margin;
    }
    return BOX_RAY_READY;
}

#endif
