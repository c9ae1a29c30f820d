// shape_capped.c: volumes with flat ends: cylinder and cone; and the shapes that need nothing but themselves.
#include "base/compiler.h"
#include "math/math_inline.h"
#include "shapes/shape_solid.h"

#include <float.h>

// A ray along and across the axis of a volume.
typedef struct axis_ray {
    pick_vec3 axis;        // unit
    double length;         // of the volume along it
    double along, along_d; // of origin and direction
    pick_vec3 across, across_d;
} axis_ray;

static axis_ray axis_ray_make(pick_vec3 axis, double length, pick_vec3 f, pick_vec3 d)
{
    axis_ray ray = {.axis = axis, .length = length, .along = pick_vec3_dot(f, axis), .along_d = pick_vec3_dot(d, axis)};
    ray.across = pick_vec3_sub(f, pick_vec3_scale(axis, ray.along));
    ray.across_d = pick_vec3_sub(d, pick_vec3_scale(axis, ray.along_d));
    return ray;
}

// Clips the span to the planes across both ends. `start` and `end` are their faces.
static bool clip_to_ends(const axis_ray *ray, int start, int end, pick_span *span)
{
    if (ray->along_d == 0)
        return ray->along >= 0 && ray->along <= ray->length && span->enter <= span->exit;
    const bool forward = ray->along_d > 0;
    const double at_start = -ray->along / ray->along_d;
    const double at_end = (ray->length - ray->along) / ray->along_d;
    const double enter = forward ? at_start : at_end;
    if (enter > span->enter) {
        span->enter = enter;
        span->face = forward ? start : end;
        span->normal = pick_vec3_scale(ray->axis, forward ? -1 : 1);
    }
    span->exit = fmin(span->exit, forward ? at_end : at_start);
    return span->enter <=
           span->exit + fabs(span->exit) * (4 * DBL_EPSILON); // as boxes: a ray through a rim is not lost
}

bool pick_ray_cylinder(const pick_ray *ray, const pick_cylinder *cylinder, pick_shape_hit *hit)
{
    if (!cylinder || !hit || !pick_ray_is_valid(ray) || !pick_vec3_is_finite(cylinder->a) ||
        !pick_vec3_is_finite(cylinder->b) || !isfinite(cylinder->radius) || cylinder->radius < 0)
        return false;
    const pick_vec3 segment = pick_vec3_sub(cylinder->b, cylinder->a);
    const double length = pick_vec3_length(segment);
    const axis_ray local =
        axis_ray_make(pick_vec3_normalize(segment), length, pick_vec3_sub(ray->origin, cylinder->a), ray->direction);
    pick_span span = {.enter = -HUGE_VAL, .exit = HUGE_VAL};
    if (length == 0)
        return false;
    const bool met = pick_is_zero_vec3(local.across_d)
                         ? pick_vec3_length(local.across) <= cylinder->radius
                         : pick_ball_span(local.across, local.across_d, cylinder->radius, &span);
    span.face = 0;
    return met && clip_to_ends(&local, 1, 2, &span) && pick_span_hit(ray, &span, hit);
}

// The part of the line in the nappe on the positive side of the apex, which the origin of `ray` is relative to: where
// |across|^2 <= (slope along)^2, a quadratic A t^2 + 2 B t + C <= 0.
//
// If A > 0 the line crosses one nappe, between two roots; a span in the other one has no part between the ends. If
// A < 0 it runs in both to infinity, in this one from the root that is last on its way there. If A = 0 it is parallel
// to the side and runs in one nappe to infinity, or, if B = 0 too, to the axis of a cone of radius 0 or along a side.
static bool nappe_span(const axis_ray *ray, double slope, pick_span *span)
{
    const double square = slope * slope;
    const double a = pick_vec3_dot(ray->across_d, ray->across_d) - square * ray->along_d * ray->along_d;
    const double b = pick_vec3_dot(ray->across, ray->across_d) - square * ray->along * ray->along_d;
    const double c = pick_vec3_dot(ray->across, ray->across) - square * ray->along * ray->along;
    // b^2 - a c, but without its cancellation, which let rays past a thin cone hit it.
    const pick_vec3 lever =
        pick_vec3_sub(pick_vec3_scale(ray->across_d, ray->along), pick_vec3_scale(ray->across, ray->along_d));
    const pick_vec3 passing = pick_vec3_cross(ray->across, ray->across_d);
    const double discriminant = square * pick_vec3_dot(lever, lever) - pick_vec3_dot(passing, passing);
    if (a > 0 && !(discriminant >= 0))
        return false;
    if (a == 0 && (b == 0 ? c > 0 : (b > 0) == (ray->along_d > 0)))
        return false;
    const double root = sqrt(fmax(0, discriminant));
    const double q = b >= 0 ? -(b + root) : root - b, other = b >= 0 ? root - b : -(b + root);
    const double first = a != 0 ? q / a : (ray->along_d > 0 ? -HUGE_VAL : HUGE_VAL);
    // c is a difference, and where q is small their quotient is noise, as in pick_ball_span.
    const double whole = pick_vec3_dot(ray->across, ray->across) + square * ray->along * ray->along;
    const double second = q * q > fmax(a, 0) * whole ? c / q : (a > 0 ? other / a : first);
    if (a > 0)
        *span = (pick_span){.enter = fmin(first, second), .exit = fmax(first, second)};
    else if (ray->along_d > 0)
        *span = (pick_span){.enter = fmax(first, second), .exit = HUGE_VAL};
    else
        *span = (pick_span){.enter = -HUGE_VAL, .exit = fmin(first, second)};
    return true;
}

// The ray starts anew where it passes the apex, where the roots are close together: far origins would cancel in the
// quadratic.
bool pick_ray_cone(const pick_ray *ray, const pick_cone *cone, pick_shape_hit *hit)
{
    if (!cone || !hit || !pick_ray_is_valid(ray) || !pick_vec3_is_finite(cone->base) ||
        !pick_vec3_is_finite(cone->apex) || !isfinite(cone->radius) || cone->radius < 0)
        return false;
    const pick_vec3 segment = pick_vec3_sub(cone->base, cone->apex);
    const double length = pick_vec3_length(segment);
    if (length == 0)
        return false;
    const pick_vec3 axis = pick_vec3_normalize(segment);
    const pick_vec3 d = ray->direction;
    const double start = -pick_vec3_dot(pick_vec3_sub(ray->origin, cone->apex), d) / pick_vec3_dot(d, d);
    const pick_vec3 f = pick_vec3_add(pick_vec3_sub(ray->origin, cone->apex), pick_vec3_scale(d, start));
    const axis_ray local = axis_ray_make(axis, length, f, d);
    pick_span span;
    if (!nappe_span(&local, cone->radius / length, &span) || !clip_to_ends(&local, 0, 1, &span))
        return false;
    if (span.face == 0) {
        const pick_vec3 at = pick_vec3_add(local.across, pick_vec3_scale(local.across_d, span.enter));
        span.normal = pick_vec3_normalize(
            pick_vec3_sub(pick_vec3_scale(pick_vec3_normalize(at), length), pick_vec3_scale(axis, cone->radius)));
        if (pick_is_zero_vec3(span.normal)) // radius 0: every direction is a normal
            span.normal = pick_vec3_normalize(pick_vec3_scale(d, -1));
    }
    span.enter += start;
    span.exit += start;
    return pick_span_hit(ray, &span, hit);
}

// --- Any of them ----------------------------------------------------------------------------------------------------

bool pick_ray_body(const pick_ray *ray, const pick_shape *shape, pick_shape_hit *hit)
{
    switch (shape->type) {
    case PICK_SHAPE_SPHERE:
        return pick_ray_sphere(ray, &shape->as.sphere, hit);
    case PICK_SHAPE_AABB:
        return pick_ray_aabb(ray, &shape->as.aabb, hit);
    case PICK_SHAPE_OBB:
        return pick_ray_obb(ray, &shape->as.obb, hit);
    case PICK_SHAPE_CAPSULE:
        return pick_ray_capsule(ray, &shape->as.capsule, hit);
    case PICK_SHAPE_CYLINDER:
        return pick_ray_cylinder(ray, &shape->as.cylinder, hit);
    case PICK_SHAPE_CONE:
        return pick_ray_cone(ray, &shape->as.cone, hit);
    case PICK_SHAPE_TRIANGLE:
        return pick_ray_triangle(ray, &shape->as.triangle, hit);
    case PICK_SHAPE_CONVEX:
        return pick_ray_convex(ray, &shape->as.convex, hit);
    default:
        return false;
    }
}
