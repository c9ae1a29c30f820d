// gjk.h: the point of a convex set nearest to the origin, from its support function alone. Private.
//
// The set is mostly the difference of two convex sets, which meet where it contains the origin.
#ifndef PICKING_SRC_GJK_H
#define PICKING_SRC_GJK_H

#include "picking/math.h"

// A point of the set, and whatever it comes from.
typedef struct pick_gjk_vertex {
    pick_vec3 p;
    pick_vec3 source;
    pick_vec3 direction; // set by pick_gjk_nearest: the one in which it is the farthest
} pick_gjk_vertex;

// The point of the set that is farthest along a direction of any length.
typedef pick_gjk_vertex (*pick_gjk_support)(const void *set, pick_vec3 direction);

typedef struct pick_gjk_result {
    double distance;   // 0: the set contains the origin, up to 2^-40 of its farthest coordinate
    pick_vec3 nearest; // to the origin
    // `nearest` as a weighted sum of points of the set; the weights sum to 1.
    uint32_t count;
    pick_gjk_vertex vertex[4];
    double weight[4];
} pick_gjk_result;

// The distance is at most a few roundings of the set's farthest coordinate and 1e-14 of itself too large, and the
// nearest point is within the root of that, in flat sets within the roundings alone. It stops as soon as it is certain
// that the distance is above `enough`; that of the result is then above it too, and no more is known. HUGE_VAL: never.
pick_gjk_result pick_gjk_nearest(pick_gjk_support support, const void *set, double enough);

// The sum of the sources with the result's weights.
pick_vec3 pick_gjk_source(const pick_gjk_result *result);

#endif
