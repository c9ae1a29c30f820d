// closest_point.h: the point of a triangle or a segment that is nearest to the origin. Private.
#ifndef PICKING_SRC_CLOSEST_POINT_H
#define PICKING_SRC_CLOSEST_POINT_H

#include "picking/math.h"

// Callers move their point to the origin, which keeps precision far out in the world.
// `weights` get the barycentric weights of the vertices, not negative, of sum 1 up to rounding. A triangle without area
// is the segment or point that it is.
pick_vec3 pick_closest_on_triangle(const pick_vec3 vertex[3], double weights[3]);
// `weight` gets that of b.
pick_vec3 pick_closest_on_segment(pick_vec3 a, pick_vec3 b, double *weight);

#endif
