// affine.c: affine transforms in double.
#include "picking/affine.h"
#include "base/compiler.h"
#include "math/math_inline.h"

#include <float.h>
#include <math.h>

// Largest error of a child's place, relative to its size and distance.
static const double LOCAL_TOLERANCE = 1e-9;

pick_affine pick_affine_from_transform(const pick_transform *transform)
{
    if (!transform)
        return (pick_affine){0};
    pick_affine affine = {.origin = transform->origin};
    for (int i = 0; i < 9; i++)
        affine.linear[i] = (double)transform->linear[i];
    return affine;
}

pick_transform pick_affine_to_transform(const pick_affine *affine)
{
    if (!affine)
        return (pick_transform){0};
    pick_transform transform = {.origin = affine->origin};
    for (int i = 0; i < 9; i++)
        transform.linear[i] = (float)affine->linear[i];
    return transform;
}

bool pick_affine_is_finite(const pick_affine *affine)
{
    if (!affine)
        return false;
    for (int i = 0; i < 9; i++) {
        if (!isfinite(affine->linear[i]))
            return false;
    }
    return pick_vec3_is_finite(affine->origin);
}

pick_vec3 pick_affine_column(const pick_affine *affine, int column)
{
    if (!affine || column < 0 || column >= 3)
        return (pick_vec3){0};
    return pick_column3(affine->linear, column);
}

static void set_column(pick_affine *affine, int column, pick_vec3 v)
{
    affine->linear[3 * column] = v.x;
    affine->linear[3 * column + 1] = v.y;
    affine->linear[3 * column + 2] = v.z;
}

pick_vec3 pick_affine_vector(const pick_affine *affine, pick_vec3 v)
{
    if (!affine)
        return (pick_vec3){0};
    return pick_multiply3(affine->linear, v);
}

pick_vec3 pick_affine_point(const pick_affine *affine, pick_vec3 point)
{
    if (!affine)
        return (pick_vec3){0};
    return pick_vec3_add(pick_affine_vector(affine, point), affine->origin);
}

pick_affine pick_affine_multiply(const pick_affine *outer, const pick_affine *inner)
{
    if (!outer || !inner)
        return (pick_affine){0};
    pick_affine product = {.origin = pick_affine_point(outer, inner->origin)};
    for (int i = 0; i < 3; i++)
        set_column(&product, i, pick_affine_vector(outer, pick_affine_column(inner, i)));
    return product;
}

bool pick_affine_invert(const pick_affine *affine, pick_affine *out)
{
    if (!out || !pick_affine_is_finite(affine))
        return false;
    // Columns are brought to sizes in [1/2, 1) by powers of two, which is exact, so that no product leaves the range
    // of double.
    pick_vec3 column[3];
    int exponent[3];
    for (int i = 0; i < 3; i++) {
        const pick_vec3 c = pick_affine_column(affine, i);
        frexp(fmax(fabs(c.x), fmax(fabs(c.y), fabs(c.z))), &exponent[i]);
        column[i] = pick_vec3_make(ldexp(c.x, -exponent[i]), ldexp(c.y, -exponent[i]), ldexp(c.z, -exponent[i]));
    }
    pick_affine inverse;
    if (pick_determinant3((const pick_vec3 *)column) == 0)
        return false;
    (void)pick_invert3((const pick_vec3 *)column, inverse.linear);
    for (int i = 0; i < 9; i++) // a row for each column
        inverse.linear[i] = ldexp(inverse.linear[i], -exponent[i % 3]);
    inverse.origin = pick_vec3_scale(pick_affine_vector(&inverse, affine->origin), -1);
    if (!pick_affine_is_finite(&inverse))
        return false;
    *out = inverse;
    return true;
}

pick_aabb pick_affine_aabb(const pick_affine *affine, const pick_aabb *box)
{
    if (!affine || pick_aabb_is_empty(box))
        return PICK_AABB_EMPTY;
    const pick_aabb all = {{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL, HUGE_VAL}};
    if (!pick_vec3_is_finite(box->min) || !pick_vec3_is_finite(box->max))
        return all;
    const double low[3] = {box->min.x, box->min.y, box->min.z};
    const double high[3] = {box->max.x, box->max.y, box->max.z};
    const double origin[3] = {affine->origin.x, affine->origin.y, affine->origin.z};
    double min[3], max[3];
    for (int row = 0; row < 3; row++) {
        double sum[2] = {0, 0}, size = fabs(origin[row]);
        for (int column = 0; column < 3; column++) {
            const double a = affine->linear[3 * column + row] * low[column];
            const double b = affine->linear[3 * column + row] * high[column];
            sum[0] += fmin(a, b);
            sum[1] += fmax(a, b);
            size += fmax(fabs(a), fabs(b));
        }
        const double slack = size * (4 * DBL_EPSILON); // sums of four rounded terms
        min[row] = sum[0] + origin[row] - slack;
        max[row] = sum[1] + origin[row] + slack;
    }
    const pick_aabb result = {{min[0], min[1], min[2]}, {max[0], max[1], max[2]}};
    return pick_vec3_is_finite(result.min) ? result : all; // terms that overflow make the slack infinite on both sides
}

const char *pick_local_reason(pick_local_result result)
{
    static const char *const REASONS[] = {
        [PICK_LOCAL_OK] = "the transform is representable under this parent",
        [PICK_LOCAL_NOT_FINITE] = "the transform is not finite",
        [PICK_LOCAL_FLAT_PARENT] = "the parent is scaled to zero along an axis, so its children cannot be placed",
        [PICK_LOCAL_INVALID] = "a transform is missing",
        [PICK_LOCAL_IMPRECISE] = "the parent is nearly flat, so its children cannot be placed exactly",
    };
    return (unsigned)result < sizeof REASONS / sizeof REASONS[0] ? REASONS[result] : "unknown";
}

static double distance(pick_vec3 a, pick_vec3 b)
{
    return pick_vec3_length(pick_vec3_sub(a, b));
}

static bool is_near(const pick_affine *made, const pick_affine *wanted, pick_vec3 parent_origin)
{
    for (int i = 0; i < 3; i++) {
        const pick_vec3 column = pick_affine_column(wanted, i);
        if (!(distance(pick_affine_column(made, i), column) <= LOCAL_TOLERANCE * pick_vec3_length(column)))
            return false;
    }
    // The rounding error of coordinates is proportional to their size.
    const double rounding = 4 * DBL_EPSILON * (pick_vec3_length(wanted->origin) + pick_vec3_length(parent_origin));
    return distance(made->origin, wanted->origin) <=
           LOCAL_TOLERANCE * distance(wanted->origin, parent_origin) + rounding;
}

pick_local_result pick_affine_to_local(const pick_affine *world, const pick_affine *parent, pick_affine *local)
{
    if (!world || !parent || !local)
        return PICK_LOCAL_INVALID;
    if (!pick_affine_is_finite(world) || !pick_affine_is_finite(parent))
        return PICK_LOCAL_NOT_FINITE;
    // Compute relative to the parent's origin, so that places far out keep their precision.
    pick_affine frame = *parent, inverse;
    frame.origin = pick_vec3_make(0, 0, 0);
    if (!pick_affine_invert(&frame, &inverse))
        return PICK_LOCAL_FLAT_PARENT;
    pick_affine from_parent = *world;
    from_parent.origin = pick_vec3_sub(world->origin, parent->origin);
    const pick_affine result = pick_affine_multiply(&inverse, &from_parent);
    if (!pick_affine_is_finite(&result))
        return PICK_LOCAL_NOT_FINITE;
    const pick_affine made = pick_affine_multiply(parent, &result);
    if (!is_near(&made, world, parent->origin))
        return PICK_LOCAL_IMPRECISE;
    *local = result;
    return PICK_LOCAL_OK;
}
