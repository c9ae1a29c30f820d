// pairs.h: walks the hierarchies of two objects at once, and visits pairs of their triangles and parts. Private.
#ifndef PICKING_SRC_PAIRS_H
#define PICKING_SRC_PAIRS_H

#include "query/query_internal.h"
#include "sweep/convex.h"

// A triangle, a part of a volume, or a segment of points and curves.
typedef struct pick_pair_item {
    pick_hull hull; // relative to `from`
    pick_place place;
    uint32_t number;       // of the triangle or part
    uint32_t order;        // the least wins ties: that number, or that of the segment
    const pick_vec3 *ends; // of a segment, or NULL
} pick_pair_item;

typedef struct pick_pairs pick_pairs;

struct pick_pairs {
    const pick_object *object[2]; // not scenes
    const pick_query *query;      // triangles and volumes of its hidden kinds are left out
    pick_vec3 from;
    bool brute_force;
    // The least that visiting a pair in these boxes can give; pairs above the limit are left out. The least comes
    // first.
    double (*key)(const pick_pairs *pairs, const pick_place *a, const pick_place *b);
    double (*limit)(const pick_pairs *pairs);
    void (*visit)(pick_pairs *pairs, const pick_pair_item *a, const pick_pair_item *b);
    void *user;
};

void pick_pairs_walk(pick_pairs *pairs);

// A point of an item's hull in the world; of a triangle also the weights of vertex 1 and 2, of a segment the place
// along its part, else 0.
pick_vec3 pick_pair_point(const pick_pairs *pairs, int side, const pick_pair_item *item, pick_vec3 point,
                          double barycentric[2]);

#endif
