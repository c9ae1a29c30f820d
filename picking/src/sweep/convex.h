// convex.h: when a moving convex solid meets another one. Private.
#ifndef PICKING_SRC_CONVEX_H
#define PICKING_SRC_CONVEX_H

#include "shapes/volume_internal.h"

// A convex set in world axes: the hull of points, or a part of a volume.
typedef struct pick_hull {
    const pick_vec3 *points;
    uint32_t count;
    pick_vec3 from;        // subtracted from the points
    const pick_vec3 *edge; // of a triangle, from vertex i to vertex (i + 1) % 3; else NULL
    const pick_body *body; // or NULL; the points are ignored
    double reach, size;    // its largest coordinate; how large it is itself
} pick_hull;

// The hull of a triangle relative to the origin.
pick_hull pick_hull_of_triangle(const pick_vec3 vertex[3], const pick_vec3 edge[3]);
// That of a body, and the box around it.
pick_hull pick_hull_of_body(const pick_body *body, pick_aabb *bounds);
// That of points around `from`.
pick_hull pick_hull_of_points(const pick_vec3 *points, uint32_t count, pick_vec3 from);

// A hull with a radius around it that moves.
typedef struct pick_mover {
    pick_hull hull;
    double radius;
    pick_vec3 motion;
} pick_mover;

typedef struct pick_impact {
    double t;
    pick_vec3 point;  // of the thing met
    pick_vec3 normal; // unit, towards the mover; zero if inside
    bool inside;      // they touch at t = 0
} pick_impact;

// When the mover first touches `still`. False: not before or at `limit`.
bool pick_cast(const pick_mover *mover, const pick_hull *still, double limit, pick_impact *out);

// Two hulls, apart: how far they are, and the point of each nearest to the other. 0: they touch, at `point`.
typedef struct pick_gap {
    double distance;
    pick_vec3 point[2];
} pick_gap;

pick_gap pick_gap_between(const pick_hull *a, const pick_hull *b);

#endif
