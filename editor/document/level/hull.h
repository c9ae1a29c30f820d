// hull.h: fits a convex volume around points.
//
// Contains:   every point, and keeps a two-hundredth of the longest size of the points' box away from them, at least a
//             millimetre, so that no side lies in a surface that it goes around.
// Size:       beyond the points' convex hull it reaches at most a twentieth of that size, and along x, y and z a
//             fiftieth. A hull with more than EDITOR_SIDES sides, such as that of a ball, gets as many as there may be.
// Flat:       points in a plane, on a line or in one place get a volume that is thin, but not flat.
#ifndef EDITOR_DOCUMENT_HULL_H
#define EDITOR_DOCUMENT_HULL_H

#include "document/level/primitive.h"
#include "picking/math.h"

typedef struct editor_hull {
    double sides[EDITOR_SIDES][4]; // relative to `middle`; unit normals
    uint32_t side_count;
    pick_vec3 middle; // of the points' box
} editor_hull;

// `points` are finite, 1 or more. False: out of memory.
bool editor_hull_fit(const pick_vec3 *points, size_t count, editor_hull *out);

#endif
