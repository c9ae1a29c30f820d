// affine.h: operations on transforms that picking/affine.h lacks.
#ifndef EDITOR_DOCUMENT_AFFINE_H
#define EDITOR_DOCUMENT_AFFINE_H

#include "picking/affine.h"

#include <math.h>

// Scale, then rotation by the quaternion x y z w (normalised here; all zero: no rotation), then translation.
pick_affine editor_affine_from_parts(const double translation[3], const double rotation[4], const double scale[3]);

// The reverse. False: there are no such parts, because the axes are not perpendicular (by more than the 1e-4 that files
// round away), or too long; nothing is written then. A mirrored transform gets a negative first scale; an axis without
// a length turns with the others.
bool editor_affine_to_parts(const pick_affine *affine, double translation[3], double rotation[4], double scale[3]);

// Splits the columns `m` = rotation * scale into lengths and unit columns. False: the cosine of an angle between two is
// above `tolerance`. Columns of zero length get a direction that completes the rotation.
bool editor_affine_split_columns(const pick_vec3 m[3], pick_vec3 rotation[3], double scale[3], double tolerance);
// Converts the columns of a rotation to a quaternion x y z w.
void editor_affine_to_quaternion(const pick_vec3 m[3], double q[4]);

// What is farther from the origin, in metres, is in no picture: the renderer computes with floats.
#define EDITOR_FARTHEST 1e30

// Whether the pick scene and the renderer can represent it: finite, the linear part also as float, and not too far.
bool editor_affine_fits_float(const pick_affine *affine);
bool editor_transform_is_usable(const pick_transform *transform); // the same of what it was converted to

// Whether it flattens what it moves, by the test of picking: its determinant against the lengths of its axes. What is
// flat is neither picked nor drawn.
bool editor_transform_is_flat(const pick_transform *transform);

// The direction of a normal `n` of a surface that is transformed by the columns `linear`, not of unit length. It is the
// inverse transpose by its cofactors, so without a division: a flat transform gives the normal of its plane, or zero if
// it is a line or a point. The cofactors of a mirrored one point inward. Inline: called for each vertex of a clip.
static inline pick_vec3 editor_affine_normal(const double linear[9], const float n[3])
{
    const double *x = linear, *y = linear + 3, *z = linear + 6;
    const double a = (double)n[0], b = (double)n[1], c = (double)n[2];
    const double yz[3] = {y[1] * z[2] - y[2] * z[1], y[2] * z[0] - y[0] * z[2], y[0] * z[1] - y[1] * z[0]};
    const double zx[3] = {z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]};
    const double xy[3] = {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
    const double parts[3] = {x[0] * yz[0], x[1] * yz[1], x[2] * yz[2]};
    // The determinant; of a flat one the sign is that of rounding errors, which differ from vertex to vertex.
    const double volume = parts[0] + parts[1] + parts[2];
    const double size = fabs(parts[0]) + fabs(parts[1]) + fabs(parts[2]);
    const double sign = volume < -1e-12 * size ? -1 : 1;
    return pick_vec3_make(sign * (yz[0] * a + zx[0] * b + xy[0] * c), sign * (yz[1] * a + zx[1] * b + xy[1] * c),
                          sign * (yz[2] * a + zx[2] * b + xy[2] * c));
}

bool editor_affine_equal(const pick_affine *a, const pick_affine *b); // bit for bit: -0 is not 0

// What brings one transform to another: `to` = result * `from`. A `from` that is flat loses a part of it: an axis
// without a length is taken as turned and scaled like those that have one; where none has one, as by `guess`.
pick_affine editor_affine_between(const pick_affine *from, const pick_affine *to, const pick_affine *guess);

#endif
