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

// Shepperd, J. Guidance and Control 1, 1978: from the largest component.
void editor_affine_to_quaternion(const pick_vec3 m[3], double q[4])
{
    const pick_vec3 a = m[0], b = m[1], c = m[2];
    double t[4] = {1 + a.x - b.y - c.z, 1 - a.x + b.y - c.z, 1 - a.x - b.y + c.z, 1 + a.x + b.y + c.z};
    int best = 0;
    for (int i = 1; i < 4; i++)
        best = t[i] > t[best] ? i : best;
    double x[4] = {b.z - c.y, c.x - a.z, a.y - b.x, t[3]};
    if (best == 0)
        memcpy(x, (double[4]){t[0], a.y + b.x, c.x + a.z, b.z - c.y}, sizeof(x));
    else if (best == 1)
        memcpy(x, (double[4]){a.y + b.x, t[1], b.z + c.y, c.x - a.z}, sizeof(x));
    else if (best == 2)
        memcpy(x, (double[4]){c.x + a.z, b.z + c.y, t[2], a.y - b.x}, sizeof(x));
    double length = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]);
    for (int i = 0; i < 4; i++)
        q[i] = x[i] / length;
}

// A unit vector perpendicular to `given`; to z if `given` is zero.
static pick_vec3 find_across(pick_vec3 given)
{
    const pick_vec3 axis = fabs(given.x) < 0.6 ? pick_vec3_make(1, 0, 0) : pick_vec3_make(0, 1, 0);
    return pick_vec3_normalize(
        pick_vec3_cross(pick_vec3_dot(given, given) > 0 ? given : pick_vec3_make(0, 0, 1), axis));
}

bool editor_affine_split_columns(const pick_vec3 m[3], pick_vec3 rotation[3], double scale[3], double tolerance)
{
    for (int i = 0; i < 3; i++) {
        scale[i] = pick_vec3_length(m[i]);
        rotation[i] = pick_vec3_normalize(m[i]);
    }
    for (int i = 0; i < 3; i++) {
        if (fabs(pick_vec3_dot(rotation[i], rotation[(i + 1) % 3])) > tolerance)
            return false;
    }
    for (int pass = 0; pass < 3; pass++) { // complete the zero columns from the others
        for (int i = 0; i < 3; i++) {
            const pick_vec3 a = rotation[(i + 1) % 3], b = rotation[(i + 2) % 3];
            if (pick_vec3_dot(rotation[i], rotation[i]) > 0)
                continue;
            rotation[i] = pick_vec3_cross(a, b);
            if (pick_vec3_dot(rotation[i], rotation[i]) > 0.5 || pass == 0)
                continue;
            rotation[i] = find_across(pick_vec3_dot(a, a) > 0 ? a : b); // at most one of them has a direction
        }
    }
    if (pick_vec3_dot(pick_vec3_cross(rotation[0], rotation[1]), rotation[2]) < 0) { // mirrored
        scale[0] = -scale[0];
        rotation[0] = pick_vec3_scale(rotation[0], -1);
    }
    return true;
}

bool editor_affine_to_parts(const pick_affine *affine, double translation[3], double rotation[4], double scale[3])
{
    pick_vec3 m[3], turn[3];
    double sizes[3], q[4];
    for (int i = 0; i < 3; i++)
        m[i] = pick_affine_column(affine, i);
    if (!editor_affine_split_columns(m, turn, sizes, 1e-4))
        return false;
    editor_affine_to_quaternion(turn, q);
    for (int i = 0; i < 4; i++) {
        if (!isfinite(q[i]) || (i < 3 && !isfinite(sizes[i])))
            return false;
    }
    memcpy(rotation, q, sizeof(q));
    memcpy(scale, sizes, sizeof(sizes));
    translation[0] = affine->origin.x;
    translation[1] = affine->origin.y;
    translation[2] = affine->origin.z;
    return true;
}

bool editor_transform_is_usable(const pick_transform *transform)
{
    const pick_vec3 at = transform->origin;
    return pick_transform_is_finite(transform) && fabs(at.x) <= EDITOR_FARTHEST && fabs(at.y) <= EDITOR_FARTHEST &&
           fabs(at.z) <= EDITOR_FARTHEST;
}

bool editor_affine_fits_float(const pick_affine *affine)
{
    const pick_transform transform = pick_affine_to_transform(affine);
    return editor_transform_is_usable(&transform);
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

static void set_axes(pick_affine *out, const pick_vec3 axes[3])
{
    for (int k = 0; k < 3; k++) {
        out->linear[3 * k] = axes[k].x;
        out->linear[3 * k + 1] = axes[k].y;
        out->linear[3 * k + 2] = axes[k].z;
    }
}

// A vector at a right angle, of the same length.
static pick_vec3 beside(pick_vec3 v)
{
    const double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    const pick_vec3 other = pick_vec3_make(x <= y && x <= z, y < x && y <= z, z < x && z < y);
    return pick_vec3_scale(pick_vec3_normalize(pick_vec3_cross(v, other)), pick_vec3_length(v));
}

// Turns `v`, which is at a right angle to `from`, as `from` has to be turned the short way to `to`; both are unit
// vectors.
static pick_vec3 turn_with(pick_vec3 v, pick_vec3 from, pick_vec3 to)
{
    const double share = 1 + pick_vec3_dot(from, to);
    const double part = share > 1e-12 ? pick_vec3_dot(to, v) / share : 0;
    return pick_vec3_sub(v, pick_vec3_scale(pick_vec3_add(from, to), part));
}

// A third axis, of a length between those of the two.
static pick_vec3 third(pick_vec3 a, pick_vec3 b)
{
    const double size = sqrt(pick_vec3_length(a) * pick_vec3_length(b));
    return pick_vec3_scale(pick_vec3_normalize(pick_vec3_cross(a, b)), size);
}

// Replaces the axes without a length, and their images.
static void complete(pick_vec3 axes[3], pick_vec3 images[3], bool known[3], const pick_affine *guess)
{
    int count = known[0] + known[1] + known[2];
    const int first = known[0] ? 0 : known[1] ? 1 : 2;
    if (count == 1) {
        const int next = (first + 1) % 3;
        axes[next] = beside(axes[first]);
        const pick_vec3 from = pick_vec3_normalize(pick_affine_vector(guess, axes[first]));
        const pick_vec3 turned =
            turn_with(pick_affine_vector(guess, axes[next]), from, pick_vec3_normalize(images[first]));
        images[next] = pick_vec3_scale(pick_vec3_normalize(turned), pick_vec3_length(images[first]));
        known[next] = true;
        count++;
    }
    if (count == 2) {
        const int last = !known[0] ? 0 : !known[1] ? 1 : 2;
        axes[last] = third(axes[(last + 1) % 3], axes[(last + 2) % 3]);
        images[last] = third(images[(last + 1) % 3], images[(last + 2) % 3]);
    }
}

pick_affine editor_affine_between(const pick_affine *from, const pick_affine *to, const pick_affine *guess)
{
    pick_affine out = *guess, back, frame = *from, moved = *to;
    pick_vec3 axes[3], images[3];
    bool known[3];
    if (pick_affine_invert(from, &back))
        return pick_affine_multiply(to, &back);
    for (int k = 0; k < 3; k++) {
        axes[k] = pick_affine_column(from, k);
        images[k] = pick_affine_column(to, k);
        known[k] = pick_vec3_length(axes[k]) > 0 && pick_vec3_length(images[k]) > 0;
    }
    complete(axes, images, known, guess);
    set_axes(&frame, axes);
    set_axes(&moved, images);
    moved.origin = frame.origin = pick_vec3_make(0, 0, 0);
    if (pick_affine_invert(&frame, &back))
        out = pick_affine_multiply(&moved, &back);
    out.origin = pick_vec3_sub(to->origin, pick_affine_vector(&out, from->origin));
    return out;
}
