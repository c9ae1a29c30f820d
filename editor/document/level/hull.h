// hull.h: fits a convex volume around bodies: around the vertices of meshes, the points of clouds, boxes.
//
// Contains:   every such place, and keeps a two-hundredth of the longest size of their box away from them, at least a
//             millimetre, so that no side lies in a surface that it goes around.
// Size:       beyond their convex hull it reaches at most a twentieth of that size, and along x, y and z a
//             fiftieth. A hull with more than EDITOR_SIDES sides, such as that of a ball, gets as many as there may be.
// Flat:       bodies in a plane, on a line or in one place get a volume that is thin, but not flat.
#ifndef EDITOR_DOCUMENT_HULL_H
#define EDITOR_DOCUMENT_HULL_H

#include "document/level/farthest.h"
#include "document/level/primitive.h"

typedef struct editor_hull {
    double sides[EDITOR_SIDES][4]; // relative to `middle`; unit normals
    uint32_t side_count;
    pick_vec3 middle; // of the bodies' box
} editor_hull;

// `bodies` is not empty. False: out of memory.
bool editor_hull_fit(const editor_farthest *bodies, editor_hull *out);

#endif
