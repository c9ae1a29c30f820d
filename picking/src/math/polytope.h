// polytope.h: the corners of a bounded solid that planes enclose. Private.
#ifndef PICKING_SRC_POLYTOPE_H
#define PICKING_SRC_POLYTOPE_H

#include "picking/math.h"

enum { PICK_POLYTOPE_PLANES = 64 }; // at most

// Writes the corners, each several times, at most `capacity`, and returns how many there are. The solid lies within
// `radius` of `center`; planes are unit normals and offsets, the inside where n . p + d >= 0. The solid is enlarged by
// 2^-40 of the radius, so that flat ones have corners.
uint32_t pick_polytope_corners(const double (*planes)[4], uint32_t count, pick_vec3 center, double radius,
                               pick_vec3 *out, uint32_t capacity);

#endif
