#include "picking/math.h"
#include "base/compiler.h"

#include "math/math_inline.h"

#include <float.h>
#include <math.h>

static double largest_component(pick_vec3 a)
{
    return fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
}

double pick_vec3_length(pick_vec3 a)
{
    const double sum = pick_vec3_dot(a, a);
    if (pick_squares_are_safe(sum))
        return sqrt(sum);
    const double largest = largest_component(a);
    if (largest == 0 || !pick_vec3_is_finite(a))
        return sqrt(sum); // zero, infinite or NaN, like the sum of squares
    const pick_vec3 scaled = {a.x / largest, a.y / largest, a.z / largest};
    return largest * sqrt(pick_vec3_dot(scaled, scaled));
}

pick_vec3 pick_vec3_normalize(pick_vec3 a)
{
    if (!pick_squares_are_safe(pick_vec3_dot(a, a))) {
        const double largest = largest_component(a);
        if (largest == 0)
            return pick_vec3_make(0, 0, 0);
        a = pick_vec3_make(a.x / largest, a.y / largest, a.z / largest);
    }
    const double length = sqrt(pick_vec3_dot(a, a));
    return pick_vec3_make(a.x / length, a.y / length, a.z / length);
}

bool pick_vec3_is_finite(pick_vec3 a)
{
    return pick_is_finite_vec3(a);
}

pick_vec3 pick_ray_at(const pick_ray *ray, double t)
{
    if (!ray)
        return (pick_vec3){0};
    return pick_vec3_add(ray->origin, pick_vec3_scale(ray->direction, t));
}

bool pick_ray_is_valid(const pick_ray *ray)
{
    return ray && pick_is_valid_ray(ray);
}

bool pick_aabb_is_empty(const pick_aabb *box)
{
    // Written so that a box with NaN is empty.
    return !(box && box->min.x <= box->max.x && box->min.y <= box->max.y && box->min.z <= box->max.z);
}

pick_aabb pick_aabb_union(const pick_aabb *a, const pick_aabb *b)
{
    if (pick_aabb_is_empty(a))
        return b ? *b : PICK_AABB_EMPTY;
    if (pick_aabb_is_empty(b))
        return *a;
    return (pick_aabb){
        {fmin(a->min.x, b->min.x), fmin(a->min.y, b->min.y), fmin(a->min.z, b->min.z)},
        {fmax(a->max.x, b->max.x), fmax(a->max.y, b->max.y), fmax(a->max.z, b->max.z)},
    };
}

pick_result pick_transform_from_matrix(const float matrix[16], pick_transform *out)
{
    if (!matrix || !out)
        return PICK_ERROR_INVALID_ARGUMENT;
    for (int i = 0; i < 16; i++) {
        if (!isfinite(matrix[i]))
            return PICK_ERROR_NOT_FINITE;
    }
    if (matrix[3] != 0 || matrix[7] != 0 || matrix[11] != 0 || matrix[15] != 1)
        return PICK_ERROR_INVALID_ARGUMENT;
    for (int column = 0; column < 3; column++) {
        for (int row = 0; row < 3; row++)
            out->linear[3 * column + row] = matrix[4 * column + row];
    }
    out->origin = pick_vec3_make((double)matrix[12], (double)matrix[13], (double)matrix[14]);
    return PICK_OK;
}

bool pick_transform_is_finite(const pick_transform *transform)
{
    if (!transform)
        return false;
    for (int i = 0; i < 9; i++) {
        if (!isfinite(transform->linear[i]))
            return false;
    }
    return pick_vec3_is_finite(transform->origin);
}

static pick_vec3 linear_column(const pick_transform *transform, int column)
{
    const float *c = &transform->linear[3 * column];
    return pick_vec3_make((double)c[0], (double)c[1], (double)c[2]);
}

double pick_transform_determinant(const pick_transform *transform)
{
    if (!transform)
        return 0;
    return pick_vec3_dot(linear_column(transform, 0),
                         pick_vec3_cross(linear_column(transform, 1), linear_column(transform, 2)));
}

pick_vec3 pick_transform_vector(const pick_transform *transform, pick_vec3 vector)
{
    if (!transform)
        return (pick_vec3){0};
    const pick_vec3 x = pick_vec3_scale(linear_column(transform, 0), vector.x);
    const pick_vec3 y = pick_vec3_scale(linear_column(transform, 1), vector.y);
    const pick_vec3 z = pick_vec3_scale(linear_column(transform, 2), vector.z);
    return pick_vec3_add(pick_vec3_add(x, y), z);
}

pick_vec3 pick_transform_point(const pick_transform *transform, pick_vec3 point)
{
    if (!transform)
        return (pick_vec3){0};
    return pick_vec3_add(pick_transform_vector(transform, point), transform->origin);
}

// The products of one axis, sorted. 0 times an infinite side, which a plane's box has, is 0.
static void axis_bounds(double factor, double low, double high, double *min, double *max)
{
    const double a = factor == 0 ? 0 : factor * low;
    const double b = factor == 0 ? 0 : factor * high;
    *min = fmin(a, b);
    *max = fmax(a, b);
}

// J. Arvo, "Transforming Axis-Aligned Bounding Boxes", Graphics Gems, 1990. The terms are added in the order that
// pick_transform_point adds them; rounding is monotone, so the box holds every transformed point to the last bit.
pick_aabb pick_transform_aabb(const pick_transform *transform, const pick_aabb *box)
{
    if (!transform || pick_aabb_is_empty(box))
        return PICK_AABB_EMPTY;
    const double low[3] = {box->min.x, box->min.y, box->min.z};
    const double high[3] = {box->max.x, box->max.y, box->max.z};
    const double origin[3] = {transform->origin.x, transform->origin.y, transform->origin.z};
    double min[3], max[3];
    for (int row = 0; row < 3; row++) {
        double a[3], b[3];
        for (int column = 0; column < 3; column++)
            axis_bounds((double)transform->linear[3 * column + row], low[column], high[column], &a[column], &b[column]);
        min[row] = ((a[0] + a[1]) + a[2]) + origin[row];
        max[row] = ((b[0] + b[1]) + b[2]) + origin[row];
    }
    return (pick_aabb){{min[0], min[1], min[2]}, {max[0], max[1], max[2]}};
}

pick_ray pick_ray_from_transform(const pick_transform *transform)
{
    if (!transform)
        return (pick_ray){0};
    return (pick_ray){
        .origin = transform->origin,
        .direction = pick_vec3_scale(linear_column(transform, 2), -1),
        .t_min = 0,
        .t_max = (double)INFINITY,
    };
}
