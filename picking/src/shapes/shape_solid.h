// shape_solid.h: shared by all solid volumes: makes a hit from the part of the line inside the volume. Private.
#ifndef PICKING_SRC_SHAPE_SOLID_H
#define PICKING_SRC_SHAPE_SOLID_H

#include "picking/shape.h"

#include <math.h>

// Where the line enters and leaves a volume, and the face of entry.
typedef struct pick_span {
    double enter, exit;
    pick_vec3 normal; // unit, outward
    int face;
} pick_span;

// The hit of a ray whose line runs inside the volume between span->enter and span->exit. enter may exceed exit by
// the rounding of a grazing hit.
static inline bool pick_span_hit(const pick_ray *ray, const pick_span *span, pick_shape_hit *hit)
{
    if (!(span->exit >= ray->t_min && span->enter <= ray->t_max))
        return false;
    const bool inside = span->enter < ray->t_min;
    const double t = inside ? ray->t_min : span->enter;
    if (!isfinite(t))
        return false;
    *hit = (pick_shape_hit){
        .t = t,
        .t_exit = fmin(fmax(span->exit, t), ray->t_max),
        .point = pick_ray_at(ray, t),
        .normal = inside ? pick_vec3_make(0, 0, 0) : span->normal,
        .face = inside ? -1 : span->face,
        .inside = inside,
    };
    return true;
}

pick_aabb pick_convex_bounds(const pick_convex *convex);

#endif
