// affine.h: operations on transforms that picking/affine.h lacks.
#ifndef EDITOR_DOCUMENT_AFFINE_H
#define EDITOR_DOCUMENT_AFFINE_H

#include "picking/affine.h"

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

// Whether the pick scene and the renderer can represent it: finite, the linear part also as float.
bool editor_affine_fits_float(const pick_affine *affine);

// Whether it flattens what it moves, by the test of picking: its determinant against the lengths of its axes. What is
// flat is neither picked nor drawn.
bool editor_transform_is_flat(const pick_transform *transform);

bool editor_affine_equal(const pick_affine *a, const pick_affine *b); // bit for bit: -0 is not 0

// What brings one transform to another: `to` = result * `from`. A `from` that is flat loses a part of it: an axis
// without a length is taken as turned and scaled like those that have one; where none has one, as by `guess`.
pick_affine editor_affine_between(const pick_affine *from, const pick_affine *to, const pick_affine *guess);

#endif
