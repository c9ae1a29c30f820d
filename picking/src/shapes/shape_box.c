// shape_box.c: axis-aligned and oriented boxes.
#include "base/compiler.h"
#include "math/math_inline.h"
#include "shapes/shape_solid.h"

#include <float.h>

// Ray and box along each axis of the box: origin, direction and extent in that axis's own unit.
typedef struct slabs {
    double origin[3], direction[3], min[3], max[3];
} slabs;

// The slab method of T. Kay and J. Kajiya ("Ray Tracing Complex Scenes", SIGGRAPH 1986), made robust after T. Ize,
// "Robust BVH Ray Traversal", JCGT 2(2), 2013. `span` gets entry, exit and entry face.
static bool clip_to_slabs(const slabs *s, pick_span *span)
{
    span->enter = -(double)INFINITY;
    span->exit = (double)INFINITY;
    span->face = 0;
    for (int axis = 0; axis < 3; axis++) {
        if (s->direction[axis] == 0) { // do not divide: 0/0 would lose rays that lie in a face
            if (s->origin[axis] < s->min[axis] || s->origin[axis] > s->max[axis])
                return false;
            continue;
        }
        const bool forward = s->direction[axis] > 0;
        const double near_side = forward ? s->min[axis] : s->max[axis];
        const double far_side = forward ? s->max[axis] : s->min[axis];
        const double enter = (near_side - s->origin[axis]) / s->direction[axis];
        const double exit = (far_side - s->origin[axis]) / s->direction[axis];
        if (enter > span->enter) {
            span->enter = enter;
            span->face = 2 * axis + (forward ? 0 : 1);
        }
        span->exit = fmin(span->exit, exit);
    }
    // Each distance was rounded twice. Allow four units in the last place, so that a ray through an edge or a corner is
    // not lost.
    return span->enter <= span->exit + fabs(span->exit) * (4 * DBL_EPSILON);
}

bool pick_ray_aabb(const pick_ray *ray, const pick_aabb *box, pick_shape_hit *hit)
{
    if (!box || !hit || !pick_ray_is_valid(ray) || pick_aabb_is_empty(box) || !pick_vec3_is_finite(box->min) ||
        !pick_vec3_is_finite(box->max))
        return false;
    const slabs s = {
        .origin = {ray->origin.x, ray->origin.y, ray->origin.z},
        .direction = {ray->direction.x, ray->direction.y, ray->direction.z},
        .min = {box->min.x, box->min.y, box->min.z},
        .max = {box->max.x, box->max.y, box->max.z},
    };
    pick_span span;
    if (!clip_to_slabs(&s, &span))
        return false;
    double normal[3] = {0, 0, 0};
    normal[span.face / 2] = span.face % 2 ? 1 : -1;
    span.normal = pick_vec3_make(normal[0], normal[1], normal[2]);
    return pick_span_hit(ray, &span, hit);
}

// Any vector perpendicular to `v`, which has a component of size 1.
static pick_vec3 any_across(pick_vec3 v)
{
    if (fabs(v.x) <= fabs(v.y) && fabs(v.x) <= fabs(v.z))
        return pick_vec3_make(0, -v.z, v.y);
    return fabs(v.y) <= fabs(v.z) ? pick_vec3_make(-v.z, 0, v.x) : pick_vec3_make(-v.y, v.x, 0);
}

// Splits the half axes into directions (largest component 1) and extents. A zero half axis gets extent 0 and a
// direction across the others, so that rectangles, segments and points need no special case.
static void split_axes(const pick_vec3 half_axis[3], pick_vec3 direction[3], double extent[3])
{
    int missing[3], missing_count = 0;
    for (int i = 0; i < 3; i++) {
        const pick_vec3 h = half_axis[i];
        extent[i] = fmax(fabs(h.x), fmax(fabs(h.y), fabs(h.z)));
        if (extent[i] == 0)
            missing[missing_count++] = i;
        else
            direction[i] = pick_vec3_make(h.x / extent[i], h.y / extent[i], h.z / extent[i]);
    }
    if (missing_count == 3) {
        direction[0] = pick_vec3_make(1, 0, 0);
        missing_count = 2;
        missing[0] = 1;
        missing[1] = 2;
    }
    if (missing_count == 2) {
        const int known = 3 - missing[0] - missing[1];
        direction[missing[1]] = any_across(direction[known]);
    }
    if (missing_count >= 1) {
        const int i = missing[0];
        direction[i] = pick_vec3_cross(direction[(i + 1) % 3], direction[(i + 2) % 3]);
    }
}

bool pick_obb_is_flattened(const pick_obb *box)
{
    pick_vec3 axis[3];
    double extent[3];
    split_axes(box->half_axis, axis, extent);
    return pick_determinant3((const pick_vec3 *)axis) == 0;
}

// The inverse affine map, without a division: along axis k, a point's coordinate times the determinant is its dot
// product with the cross product of the other two axes. Exact for boxes whose axes are the world's.
bool pick_ray_obb(const pick_ray *ray, const pick_obb *box, pick_shape_hit *hit)
{
    if (!box || !hit || !pick_ray_is_valid(ray) || !pick_vec3_is_finite(box->center) ||
        !pick_vec3_is_finite(box->half_axis[0]) || !pick_vec3_is_finite(box->half_axis[1]) ||
        !pick_vec3_is_finite(box->half_axis[2]))
        return false;
    pick_vec3 axis[3];
    double extent[3];
    split_axes(box->half_axis, axis, extent);
    pick_vec3 across[3];
    for (int i = 0; i < 3; i++)
        across[i] = pick_vec3_cross(axis[(i + 1) % 3], axis[(i + 2) % 3]);
    const double determinant = pick_determinant3((const pick_vec3 *)axis);
    if (determinant == 0)
        return false;
    const pick_vec3 from_center = pick_vec3_sub(ray->origin, box->center);
    slabs s;
    for (int i = 0; i < 3; i++) {
        if (determinant < 0) // left-handed axes: keep each face on its own side
            across[i] = pick_vec3_scale(across[i], -1);
        s.origin[i] = pick_vec3_dot(from_center, across[i]);
        s.direction[i] = pick_vec3_dot(ray->direction, across[i]);
        s.max[i] = extent[i] * fabs(determinant);
        s.min[i] = -s.max[i];
    }
    pick_span span;
    if (!clip_to_slabs(&s, &span))
        return false;
    span.normal = pick_vec3_normalize(pick_vec3_scale(across[span.face / 2], span.face % 2 ? 1 : -1));
    return pick_span_hit(ray, &span, hit);
}

pick_obb pick_obb_from_aabb(const pick_aabb *box, const pick_transform *transform)
{
    if (!transform || pick_aabb_is_empty(box))
        return (pick_obb){.center = {(double)NAN, (double)NAN, (double)NAN}};
    const pick_vec3 half = pick_vec3_scale(pick_vec3_sub(box->max, box->min), 0.5);
    const pick_vec3 center = pick_vec3_add(box->min, half);
    return (pick_obb){
        .center = pick_transform_point(transform, center),
        .half_axis = {pick_transform_vector(transform, pick_vec3_make(half.x, 0, 0)),
                      pick_transform_vector(transform, pick_vec3_make(0, half.y, 0)),
                      pick_transform_vector(transform, pick_vec3_make(0, 0, half.z))},
    };
}
