// affine.h: affine transforms in double: what gizmos move, and how a wanted world transform becomes a local one.
//
// Space:      maps a space to its parent: parent = linear * child + origin. Column vectors, columns are the images of
//             the child's axes. Any linear part: mirrored, sheared, non-uniform, flat.
// Precision:  double throughout; pick_affine_to_transform rounds the linear part to float.
#ifndef PICKING_AFFINE_H
#define PICKING_AFFINE_H

#include "picking/math.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pick_affine {
    double linear[9]; // column-major 3x3
    pick_vec3 origin; // in the parent's space
} pick_affine;

#define PICK_AFFINE_IDENTITY ((pick_affine){{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}})

PICK_API pick_affine pick_affine_from_transform(const pick_transform *transform);
PICK_API pick_transform pick_affine_to_transform(const pick_affine *affine);

PICK_API bool pick_affine_is_finite(const pick_affine *affine);
PICK_API pick_vec3 pick_affine_column(const pick_affine *affine, int column); // 0..2; else zero
PICK_API pick_vec3 pick_affine_point(const pick_affine *affine, pick_vec3 point);
PICK_API pick_vec3 pick_affine_vector(const pick_affine *affine, pick_vec3 vector);

// First `inner`, then `outer`.
PICK_API pick_affine pick_affine_multiply(const pick_affine *outer, const pick_affine *inner);

// False, and `out` untouched, when the linear part is flat, within rounding, or not finite. Columns may differ in
// length by any factor: it is their directions that decide.
PICK_API bool pick_affine_invert(const pick_affine *affine, pick_affine *out);

// The box around the image of a box. Empty stays empty; one that reaches infinity reaches it in every direction.
PICK_API pick_aabb pick_affine_aabb(const pick_affine *affine, const pick_aabb *box);

// Whether an object can have a world transform under its parent, and if not, why.
typedef enum pick_local_result {
    PICK_LOCAL_OK = 0,
    PICK_LOCAL_NOT_FINITE,  // a NaN or an infinity in either, or in the result
    PICK_LOCAL_FLAT_PARENT, // the parent maps space to a plane, a line or a point: it has no inverse
    PICK_LOCAL_IMPRECISE,   // the parent is so nearly flat that its child would miss the wanted place
    PICK_LOCAL_INVALID      // an argument is NULL
} pick_local_result;

// A sentence for a status line, without a full stop; a static string.
PICK_API const char *pick_local_reason(pick_local_result result);

// The local transform with parent * local = world, for any parent that has one: mirrored, sheared and non-uniform ones
// too. The product is checked: its columns are within 1e-9 of their length, its origin within 1e-9 of the distance
// from the parent's. On failure `local` is untouched.
PICK_API pick_local_result pick_affine_to_local(const pick_affine *world, const pick_affine *parent,
                                                pick_affine *local);

#ifdef __cplusplus
}
#endif

#endif
