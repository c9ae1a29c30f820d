// affine.c: operations on transforms that picking/affine.h lacks.
#include "document/motion/affine.h"

#include <math.h>
#include <string.h>

pick_affine editor_affine_from_parts(const double translation[3], const double rotation[4], const double scale[3])
{
    double length = sqrt(rotation[0] * rotation[0] + rotation[1] * rotation[1] + rotation[2] * rotation[2] +
                         rotation[3] * rotation[3]);
    bool turned = length > 0 && isfinite(length);
    double x = turned ? rotation[0] / length : 0, y = turned ? rotation[1] / length : 0;
    double z = turned ? rotation[2] / length : 0, w = turned ? rotation[3] / length : 1;
    const double turn[9] = {1 - 2 * (y * y + z * z), 2 * (x * y + z * w),     2 * (x * z - y * w),
                            2 * (x * y - z * w),     1 - 2 * (x * x + z * z), 2 * (y * z + x * w),
                            2 * (x * z + y * w),     2 * (y * z - x * w),     1 - 2 * (x * x + y * y)};
    pick_affine out = {.origin = pick_vec3_make(translation[0], translation[1], translation[2])};
    for (int i = 0; i < 9; i++)
        out.linear[i] = turn[i] * scale[i / 3];
    return out;
}

bool editor_affine_fits_float(const pick_affine *affine)
{
    pick_transform transform = pick_affine_to_transform(affine);
    return pick_transform_is_finite(&transform);
}

bool editor_transform_is_flat(const pick_transform *transform)
{
    double lengths = 1;
    for (int i = 0; i < 3; i++) {
        const float *axis = &transform->linear[3 * i];
        lengths *= pick_vec3_length(pick_vec3_make((double)axis[0], (double)axis[1], (double)axis[2]));
    }
    return !(fabs(pick_transform_determinant(transform)) > ldexp(lengths, -40));
}

bool editor_affine_equal(const pick_affine *a, const pick_affine *b)
{
    return memcmp(a, b, sizeof(*a)) == 0; // twelve doubles, no padding
}
