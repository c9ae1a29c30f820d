// affine.h: transforms beyond picking/affine.h.
#ifndef EDITOR_DOCUMENT_AFFINE_H
#define EDITOR_DOCUMENT_AFFINE_H

#include "picking/affine.h"

// Scaled, then turned by the quaternion x y z w (made unit length; all zero turns nothing), then moved.
pick_affine editor_affine_from_parts(const double translation[3], const double rotation[4], const double scale[3]);

// Whether the pick scene and the renderer can hold it: finite, the linear part also as float.
bool editor_affine_fits_float(const pick_affine *affine);

bool editor_affine_equal(const pick_affine *a, const pick_affine *b); // bit for bit: -0 is not 0

#endif
