// closest_point.h: the point of a triangle or a segment that is nearest to the origin. Private.
#ifndef PICKING_SRC_CLOSEST_POINT_H
#define PICKING_SRC_CLOSEST_POINT_H

#include "picking/math.h"

// Callers move their point to the origin, so distant vertices have a rounding error proportional to their distance.
// Edges must not be differences of such vertices: for a triangle much smaller than its distance they would be all
// rounding error. They are differences of object-space positions (pick_object_edges), with the triangle's own
// precision.
//
// `edge[i]` runs from vertex i to vertex (i + 1) % 3. `weights` receives the barycentric weights of the vertices, in
// [0, 1], of sum 1 up to rounding. A triangle without area is the segment or the point that it is.
pick_vec3 pick_closest_on_triangle(const pick_vec3 vertex[3], const pick_vec3 edge[3], double weights[3]);
// Returns the weight of b, in [0, 1], for the segment from `a` to a + ab.
double pick_closest_on_segment(pick_vec3 a, pick_vec3 ab);

#endif
