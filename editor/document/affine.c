// affine.c: transforms in double.
#include "document/level.h"

#include <math.h>
#include <string.h>

const editor_affine EDITOR_AFFINE_IDENTITY = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};

pick_transform editor_affine_to_pick(const editor_affine *affine)
{
    pick_transform out;
    for (int i = 0; i < 9; i++)
        out.linear[i] = (float)affine->linear[i];
    out.origin = pick_vec3_make(affine->origin[0], affine->origin[1], affine->origin[2]);
    return out;
}

editor_affine editor_affine_multiply(const editor_affine *a, const editor_affine *b)
{
    editor_affine out;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            const double *v = b->linear + 3 * column;
            out.linear[3 * column + row] =
                a->linear[row] * v[0] + a->linear[3 + row] * v[1] + a->linear[6 + row] * v[2];
        }
        const double *o = b->origin;
        out.origin[row] =
            a->linear[row] * o[0] + a->linear[3 + row] * o[1] + a->linear[6 + row] * o[2] + a->origin[row];
    }
    return out;
}

bool editor_affine_invert(const editor_affine *affine, editor_affine *out)
{
    const double *m = affine->linear;
    // Rows of the inverse are cross products of the columns, over the determinant.
    pick_vec3 a = {m[0], m[1], m[2]}, b = {m[3], m[4], m[5]}, c = {m[6], m[7], m[8]};
    pick_vec3 rows[3] = {pick_vec3_cross(b, c), pick_vec3_cross(c, a), pick_vec3_cross(a, b)};
    double determinant = pick_vec3_dot(a, rows[0]);
    if (determinant == 0 || !isfinite(1 / determinant))
        return false;
    editor_affine inverse;
    for (int row = 0; row < 3; row++) {
        inverse.linear[row] = rows[row].x / determinant;
        inverse.linear[3 + row] = rows[row].y / determinant;
        inverse.linear[6 + row] = rows[row].z / determinant;
    }
    for (int row = 0; row < 3; row++)
        inverse.origin[row] = -(inverse.linear[row] * affine->origin[0] + inverse.linear[3 + row] * affine->origin[1] +
                                inverse.linear[6 + row] * affine->origin[2]);
    *out = inverse;
    return true;
}

editor_affine editor_affine_from_parts(const double translation[3], const double rotation[4], const double scale[3])
{
    double length = sqrt(rotation[0] * rotation[0] + rotation[1] * rotation[1] + rotation[2] * rotation[2] +
                         rotation[3] * rotation[3]);
    bool turned = length > 0 && isfinite(length);
    double x = turned ? rotation[0] / length : 0, y = turned ? rotation[1] / length : 0;
    double z = turned ? rotation[2] / length : 0, w = turned ? rotation[3] / length : 1;
    const double turn[9] = {1 - 2 * (y * y + z * z), 2 * (x * y + z * w),     2 * (x * z - y * w),
                            2 * (x * y - z * w),     1 - 2 * (x * x + z * z), 2 * (y * z + x * w),
                            2 * (x * z + y * w),     2 * (y * z - x * w),     1 - 2 * (x * x + y * y)};
    editor_affine out;
    for (int i = 0; i < 9; i++)
        out.linear[i] = turn[i] * scale[i / 3];
    for (int i = 0; i < 3; i++)
        out.origin[i] = translation[i];
    return out;
}

bool editor_affine_is_finite(const editor_affine *affine)
{
    pick_transform transform = editor_affine_to_pick(affine);
    return pick_transform_is_finite(&transform);
}

bool editor_affine_equal(const editor_affine *a, const editor_affine *b)
{
    return memcmp(a, b, sizeof(*a)) == 0; // twelve doubles, no padding
}
