// line_drag.c: where the mouse points along a line in space.
#include "tools/tools_private.h"

#include <math.h>

static const double least_sine = 0.1; // of the angle between the line and the line of sight, to be dragged

bool editor_place_along(const pick_view *view, pick_vec2 position, pick_vec3 anchor, pick_vec3 axis, double *out)
{
    const pick_ray ray = pick_view_ray(view, position);
    const pick_vec3 from = pick_vec3_sub(anchor, ray.origin);
    const double cosine = pick_vec3_dot(axis, ray.direction), square = 1 - cosine * cosine;
    // The point of the line that is nearest to the ray.
    *out = (cosine * pick_vec3_dot(from, ray.direction) - pick_vec3_dot(from, axis)) / square;
    return square > least_sine * least_sine && isfinite(*out);
}
