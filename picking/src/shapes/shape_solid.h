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

// Where the line f + t d is within `radius` of the zero point. d is not zero. The fields of `span` are all set but
// for the face.
bool pick_ball_span(pick_vec3 f, pick_vec3 d, double radius, pick_span *span);

pick_aabb pick_convex_bounds(const pick_convex *convex);

// Whether three non-zero half axes lie in one plane, so that the box encloses nothing.
bool pick_obb_is_flattened(const pick_obb *box);

// The shapes that need nothing but themselves: sphere, boxes, capsule, cylinder, cone, triangle, convex. Others are a
// miss. Does not set the user pointer.
bool pick_ray_body(const pick_ray *ray, const pick_shape *shape, pick_shape_hit *hit);

// --- Parts of compounds ----------------------------------------------------------------------------------------------

// Transforms the ray into a part's space. Its direction is not normalised, so that t keeps its meaning.
static inline pick_ray pick_part_ray(const pick_affine *inverse, pick_vec3 part_origin, const pick_ray *ray)
{
    pick_ray local = *ray;
    local.origin = pick_affine_vector(inverse, pick_vec3_sub(ray->origin, part_origin));
    local.direction = pick_affine_vector(inverse, ray->direction);
    return local;
}

// Transforms a normal out of a part's space, by the inverse transpose: rows of the inverse are its columns.
static inline pick_vec3 pick_part_normal(const pick_affine *inverse, pick_vec3 n)
{
    const double *m = inverse->linear;
    // Scale to size 1 first, so that tiny and huge parts keep their normals.
    double size = 0;
    for (int i = 0; i < 9; i++)
        size = fmax(size, fabs(m[i]));
    return pick_vec3_normalize(pick_vec3_make((m[0] * n.x + m[1] * n.y + m[2] * n.z) / size,
                                              (m[3] * n.x + m[4] * n.y + m[5] * n.z) / size,
                                              (m[6] * n.x + m[7] * n.y + m[8] * n.z) / size));
}

#endif
