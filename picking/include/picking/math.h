// math.h: the plain structs that cross the API, and the few operations that everyone needs.
//
// Space:      the world is right-handed, +Y up, in metres. Column vectors (M * v).
// Precision:  points and directions are double; the linear part of a transform is float, its origin double.
// Matrices:   16 floats, column-major (cglm, GLM, Vulkan): element (row r, column c) is m[4 * c + r].
#ifndef PICKING_MATH_H
#define PICKING_MATH_H

#include "picking/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pick_vec2 {
    double x, y;
} pick_vec2;

typedef struct pick_vec3 {
    double x, y, z;
} pick_vec3;

// An axis-aligned box. Empty when any min > max.
typedef struct pick_aabb {
    pick_vec3 min, max;
} pick_aabb;

// The points p with dot(normal, p) + offset = 0. `normal` need not be unit length. Not solid: hit from both sides.
// A parallel ray misses, even in the plane.
typedef struct pick_plane {
    pick_vec3 normal;
    double offset;
} pick_plane;

// A half-line piece: the points origin + t * direction for t in [t_min, t_max].
// `direction` need not be unit length; t counts in units of its length. t_max may be +infinity.
typedef struct pick_ray {
    pick_vec3 origin;
    pick_vec3 direction;
    double t_min, t_max;
} pick_ray;

// An affine transform from object to world space: world = linear * object + origin.
// Any linear part is allowed: mirrored, sheared, non-uniform, singular (then the object is flat).
typedef struct pick_transform {
    float linear[9];  // column-major 3x3: columns are the images of the object's x, y and z axes
    pick_vec3 origin; // world space, metres
} pick_transform;

#define PICK_TRANSFORM_IDENTITY ((pick_transform){{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}})
// A box that holds nothing; growing it by a point gives that point. Needs <math.h>.
#define PICK_AABB_EMPTY ((pick_aabb){{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}})

static inline pick_vec3 pick_vec3_make(double x, double y, double z)
{
    pick_vec3 v = {x, y, z};
    return v;
}

static inline pick_vec3 pick_vec3_add(pick_vec3 a, pick_vec3 b)
{
    return pick_vec3_make(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline pick_vec3 pick_vec3_sub(pick_vec3 a, pick_vec3 b)
{
    return pick_vec3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline pick_vec3 pick_vec3_scale(pick_vec3 a, double s)
{
    return pick_vec3_make(a.x * s, a.y * s, a.z * s);
}

static inline double pick_vec3_dot(pick_vec3 a, pick_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline pick_vec3 pick_vec3_cross(pick_vec3 a, pick_vec3 b)
{
    return pick_vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

// Length without overflow or underflow for any finite vector.
PICK_API double pick_vec3_length(pick_vec3 a);

// Unit vector in the direction of `a`; the zero vector stays zero. No overflow or underflow. Of a vector that is not
// finite: zero, or not finite.
PICK_API pick_vec3 pick_vec3_normalize(pick_vec3 a);

PICK_API bool pick_vec3_is_finite(pick_vec3 a);

// The point at `t` along the ray.
PICK_API pick_vec3 pick_ray_at(const pick_ray *ray, double t);

// Whether the ray can be cast: finite origin, finite non-zero direction, t_min <= t_max, neither NaN.
PICK_API bool pick_ray_is_valid(const pick_ray *ray);

// A box with a NaN is empty too.
PICK_API bool pick_aabb_is_empty(const pick_aabb *box);
// The box around both; an empty one adds nothing.
PICK_API pick_aabb pick_aabb_union(const pick_aabb *a, const pick_aabb *b);

// A transform from an affine 4x4 matrix. Fails with PICK_ERROR_INVALID_ARGUMENT when the last row is not
// (0, 0, 0, 1), with PICK_ERROR_NOT_FINITE on NaN or infinity; `out` is then untouched.
PICK_API pick_result pick_transform_from_matrix(const float matrix[16], pick_transform *out);

PICK_API bool pick_transform_is_finite(const pick_transform *transform);

// Determinant of the linear part: negative mirrors, zero flattens.
PICK_API double pick_transform_determinant(const pick_transform *transform);

PICK_API pick_vec3 pick_transform_point(const pick_transform *transform, pick_vec3 point);
PICK_API pick_vec3 pick_transform_vector(const pick_transform *transform, pick_vec3 vector);

// The world-space box of an object-space box. It holds pick_transform_point of every point of the box, to the last
// bit. Empty stays empty.
PICK_API pick_aabb pick_transform_aabb(const pick_transform *transform, const pick_aabb *box);

// The ray from an object's transform along its forward axis, object -Z. Scale and shear are kept in the
// direction, so t counts in object-space units; [t_min, t_max] = [0, +infinity).
PICK_API pick_ray pick_ray_from_transform(const pick_transform *transform);

#ifdef __cplusplus
}
#endif

#endif
