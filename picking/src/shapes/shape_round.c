// shape_round.c: volumes bounded by a distance: sphere and capsule.
#include "base/compiler.h"
#include "math/math_inline.h"
#include "shapes/shape_solid.h"

// E. Haines, J. Günther, T. Akenine-Möller, "Precision Improvements for Ray/Sphere Intersection", Ray Tracing Gems,
// ch. 7, 2019: the discriminant comes from the line's closest point and not from b^2 - 4ac, which cancels when the
// sphere is small or far; the roots come as c/q and q/a, which never subtract like numbers. But c does, next to the
// sphere: where q is small too, near the closest point of a line that hardly enters, their quotient is noise, and the
// difference is the better one.
bool pick_ball_span(pick_vec3 f, pick_vec3 d, double radius, pick_span *span)
{
    const double a = pick_vec3_dot(d, d);
    const double b = -pick_vec3_dot(f, d);
    const pick_vec3 closest = pick_vec3_add(f, pick_vec3_scale(d, b / a));
    const double discriminant = radius * radius - pick_vec3_dot(closest, closest);
    if (!(discriminant >= 0))
        return false;
    const double root = sqrt(a * discriminant);
    const double q = b >= 0 ? b + root : b - root, other = b >= 0 ? b - root : b + root;
    const double first = q / a;
    const double c = pick_vec3_dot(f, f) - radius * radius;
    const double second = q * q > a * radius * radius ? c / q : other / a;
    span->enter = fmin(first, second);
    span->exit = fmax(first, second);
    // Going back from the closest point keeps the normal precise however far the ray came.
    pick_vec3 normal = pick_vec3_sub(closest, pick_vec3_scale(d, sqrt(discriminant / a)));
    if (pick_is_zero_vec3(normal)) // radius 0: every direction is a normal
        normal = pick_vec3_scale(d, -1);
    span->normal = pick_vec3_normalize(normal);
    return true;
}

bool pick_ray_sphere(const pick_ray *ray, const pick_sphere *sphere, pick_shape_hit *hit)
{
    if (!sphere || !hit || !pick_ray_is_valid(ray) || !pick_vec3_is_finite(sphere->center) ||
        !isfinite(sphere->radius) || sphere->radius < 0)
        return false;
    pick_span span;
    if (!pick_ball_span(pick_vec3_sub(ray->origin, sphere->center), ray->direction, sphere->radius, &span))
        return false;
    span.face = 0;
    return pick_span_hit(ray, &span, hit);
}

// The part of the line inside the cylinder of the capsule, between the two end planes. `f` is relative to capsule->a.
static bool side_span(const pick_capsule *capsule, pick_vec3 f, pick_vec3 d, pick_span *span)
{
    const pick_vec3 segment = pick_vec3_sub(capsule->b, capsule->a);
    const double length = pick_vec3_length(segment);
    if (length == 0)
        return false;
    const pick_vec3 axis = pick_vec3_normalize(segment);
    const double f_axis = pick_vec3_dot(f, axis);
    const double d_axis = pick_vec3_dot(d, axis);
    const pick_vec3 f_across = pick_vec3_sub(f, pick_vec3_scale(axis, f_axis));
    const pick_vec3 d_across = pick_vec3_sub(d, pick_vec3_scale(axis, d_axis));
    if (pick_is_zero_vec3(d_across))
        return false; // along the axis: the caps decide
    if (!pick_ball_span(f_across, d_across, capsule->radius, span))
        return false;
    if (d_axis == 0)
        return f_axis >= 0 && f_axis <= length;
    const double at_a = -f_axis / d_axis;
    const double at_b = (length - f_axis) / d_axis;
    span->enter = fmax(span->enter, fmin(at_a, at_b));
    span->exit = fmin(span->exit, fmax(at_a, at_b));
    return span->enter <= span->exit;
}

// A capsule is two balls and the cylinder between them. It is convex, so the line is inside it from the first entry
// into any of the three to the last exit. Where the line enters the cylinder through an end plane, it has entered a
// ball before.
bool pick_ray_capsule(const pick_ray *ray, const pick_capsule *capsule, pick_shape_hit *hit)
{
    if (!capsule || !hit || !pick_ray_is_valid(ray) || !pick_vec3_is_finite(capsule->a) ||
        !pick_vec3_is_finite(capsule->b) || !isfinite(capsule->radius) || capsule->radius < 0)
        return false;
    const pick_vec3 from_a = pick_vec3_sub(ray->origin, capsule->a);
    const pick_vec3 from_b = pick_vec3_sub(ray->origin, capsule->b);
    pick_span whole = {.enter = (double)INFINITY, .exit = -(double)INFINITY};
    pick_span part;
    for (int face = 2; face >= 0; face--) {
        const bool met = face == 2   ? pick_ball_span(from_b, ray->direction, capsule->radius, &part)
                         : face == 1 ? pick_ball_span(from_a, ray->direction, capsule->radius, &part)
                                     : side_span(capsule, from_a, ray->direction, &part);
        if (!met)
            continue;
        if (part.enter < whole.enter) {
            whole.enter = part.enter;
            whole.normal = part.normal;
            whole.face = face;
        }
        whole.exit = fmax(whole.exit, part.exit);
    }
    return pick_span_hit(ray, &whole, hit);
}
