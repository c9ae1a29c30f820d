// hull.h: fits a convex volume around points.
//
// Contains:   every point, and keeps a hundredth of the longest size of the points' box away from them, so that no side
//             lies in a surface that it goes around.
// Size:       no point of it is farther outside of the points' convex hull than 1/25 of the longest size of their box:
//             what has more than EDITOR_SIDES sides gets as many as there may be, and the box's are among them. The
//             tests measure this.
// Flat:       points in a plane, on a line or in one place get a volume that is as thick as twice that distance, and at
//             least 2 mm.
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
