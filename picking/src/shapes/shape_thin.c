// shape_thin.c: points and segments of a size on screen, tested against a cone around the ray.
#include "base/compiler.h"
#include "math/math_inline.h"
#include "picking/shape.h"

#include <math.h>

void pick_view_cone(const pick_view *view, double points, double *radius, double *spread)
{
    if (!view || !radius || !spread)
        return;
    const pick_vec3 ahead = pick_vec3_sub(view->eye, pick_vec3_normalize(pick_column3(view->inverse_rotation, 2)));
    const double size = points * pick_view_point_size(view, ahead); // one metre away
    *radius = view->kind == PICK_ORTHOGRAPHIC ? size : 0;
    *spread = view->kind == PICK_ORTHOGRAPHIC ? 0 : size;
}

// Clips [low, high] to start + s * slope >= 0. Returns whether anything is left.
static bool clip_interval(double start, double slope, double *low, double *high)
{
    if (slope == 0)
        return start >= 0;
    const double at = -start / slope;
    if (slope > 0)
        *low = fmax(*low, at);
    else
        *high = fmin(*high, at);
    return *low <= *high;
}

// Along the segment, the distance from the ray's line squared less the cone's radius squared is a quadratic in s. It
// is least at its vertex, or at an end of the part that the ray's range leaves.
bool pick_ray_segment(const pick_ray *ray, const pick_segment *segment, pick_shape_hit *hit)
{
    if (!segment || !hit || !pick_ray_is_valid(ray) || !pick_vec3_is_finite(segment->a) ||
        !pick_vec3_is_finite(segment->b) || !isfinite(segment->radius) || !isfinite(segment->spread) ||
        segment->radius < 0 || segment->spread < 0)
        return false;
    const double speed = pick_vec3_length(ray->direction);
    const pick_vec3 u = pick_vec3_normalize(ray->direction);
    const pick_vec3 from = pick_vec3_sub(segment->a, ray->origin), along = pick_vec3_sub(segment->b, segment->a);
    const double depth = pick_vec3_dot(from, u), depth_slope = pick_vec3_dot(along, u);
    const pick_vec3 across = pick_vec3_sub(from, pick_vec3_scale(u, depth));
    const pick_vec3 across_slope = pick_vec3_sub(along, pick_vec3_scale(u, depth_slope));
    const double radius = segment->radius + segment->spread * depth, radius_slope = segment->spread * depth_slope;
    double low = 0, high = 1;
    if (!clip_interval(radius, radius_slope, &low, &high) ||
        !clip_interval(depth - ray->t_min * speed, depth_slope, &low, &high) ||
        (ray->t_max < HUGE_VAL && !clip_interval(ray->t_max * speed - depth, -depth_slope, &low, &high)))
        return false;
    const double curve = pick_vec3_dot(across_slope, across_slope) - radius_slope * radius_slope;
    const double slope = pick_vec3_dot(across, across_slope) - radius * radius_slope; // half of it, at s = 0
    double s = -slope / curve;
    if (!(curve > 0)) // the minimum is at an end; at the nearer one if both are equal
        s = slope + curve * (low + high) / 2 < 0 ? high : low;
    s = fmin(fmax(s, low), high);
    const pick_vec3 off = pick_vec3_add(across, pick_vec3_scale(across_slope, s));
    const double distance = pick_vec3_length(off);
    const double t = (depth + s * depth_slope) / speed;
    if (!(distance <= radius + s * radius_slope) || !isfinite(t))
        return false;
    *hit = (pick_shape_hit){
        .t = t,
        .t_exit = t,
        .point = pick_vec3_add(segment->a, pick_vec3_scale(along, s)),
        .normal = distance > 0 ? pick_vec3_normalize(pick_vec3_scale(off, -1)) : pick_vec3_scale(u, -1),
        .barycentric = {s, 0},
    };
    return true;
}

bool pick_ray_point(const pick_ray *ray, const pick_point *point, pick_shape_hit *hit)
{
    if (!ray || !point || !hit)
        return false;
    const pick_segment segment = {point->position, point->position, point->radius, point->spread};
    return pick_ray_segment(ray, &segment, hit);
}
