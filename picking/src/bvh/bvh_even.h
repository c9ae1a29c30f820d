// bvh_even.h: a balanced hierarchy over small items, such as the points of a cloud. Private.
//
// Ranges are halved at the middle item along their longest axis, so leaves are full and the shape of the tree follows
// from the number of items alone. Nodes lie level by level and name no children: a node takes 192 bytes, and a leaf
// none. Unlike the surface area heuristic (bvh_open.h) this needs no memory for unfinished nodes, and leaves of 8 items
// take 7.5 bytes an item in all.
//
// Sources: J. L. Bentley, "Multidimensional Binary Search Trees", CACM 18(9), 1975; C. A. R. Hoare, "Algorithm 65:
// Find", CACM 4(7), 1961.
#ifndef PICKING_SRC_BVH_EVEN_H
#define PICKING_SRC_BVH_EVEN_H

#include "bvh/bvh.h"

enum {
    PICK_EVEN_WIDTH = PICK_BVH_WIDTH,
    PICK_EVEN_LEVELS = 11,                      // of nodes: 8^11 leaves are more than 2^32
    PICK_EVEN_STACK = 8 * PICK_EVEN_LEVELS + 8, // each level leaves at most 7 children waiting, the deepest one 8
    PICK_EVEN_LIMIT = 1 << 30                   // items
};

// Boxes of the children, as in pick_bvh_node, of the owner's space. Unused children are empty boxes (+inf, -inf).
typedef struct pick_even_node {
    alignas(64) float bounds[6][PICK_EVEN_WIDTH];
} pick_even_node;

// Where an item is, while the hierarchy is built. Not NaN.
typedef struct pick_even_place {
    float at[3];
    uint32_t item;
} pick_even_place;

typedef struct pick_even_tree {
    uint32_t item_count, leaf_size, leaf_count, node_count;
    uint32_t level_count;             // 0: no items
    uint32_t first[PICK_EVEN_LEVELS]; // the first node of each level, the root's being 0
    // Both are the owner's memory.
    pick_even_node *nodes;
    uint32_t *items; // numbers, leaf by leaf
} pick_even_tree;

// Sets the counts. The owner then provides `nodes` and `items`.
void pick_even_plan(pick_even_tree *tree, uint32_t item_count, uint32_t leaf_size);
// Sorts the places, one for each item, and writes `items`. The result does not depend on the order of the places.
void pick_even_sort(pick_even_tree *tree, pick_even_place *places, const pick_task_hook *tasks);
// Writes the boxes. `grow` grows a box by that of an item; where it leaves a box empty, the item is never visited.
typedef void (*pick_even_grow)(const void *user, uint32_t item, pick_box3f *box);
void pick_even_fit(pick_even_tree *tree, pick_even_grow grow, const void *user, const pick_task_hook *tasks);
// How many entries of `items` come before those of a leaf; the leaf may be one that does not exist.
uint32_t pick_even_items_before(const pick_even_tree *tree, uint32_t leaf);
// The bounds of all items.
pick_box3f pick_even_bounds(const pick_even_tree *tree);

// Numbers rounded down and up by more than the tests of boxes are wrong; infinite ones stay.
static inline double pick_even_down(double x)
{
    return x * (x > 0 ? 1 - 0x1p-44 : 1 + 0x1p-44);
}

static inline double pick_even_up(double x)
{
    return -pick_even_down(-x);
}

// --- Walks ----------------------------------------------------------------------------------------------------------

typedef struct pick_even_walk pick_even_walk;

// Writes the keys of a node's children; HUGE_VAL for those to pass over. `key` is that of the node. Empty boxes are
// passed over whatever their keys.
typedef void (*pick_even_keys)(pick_even_walk *walk, const pick_even_node *node, double key,
                               double out[PICK_EVEN_WIDTH]);
// Called for each item of a leaf with the leaf's key. True ends the walk.
typedef bool (*pick_even_item)(pick_even_walk *walk, uint32_t item, double key);

// Visits leaves in the order of keys that the owner gives boxes, the least of siblings first.
struct pick_even_walk {
    double limit; // what has a larger key is passed over; it may shrink on the way
    pick_even_keys keys;
    pick_even_item item;
    // What items read first, three numbers each: those of a leaf are fetched at once. An item has the place of its own
    // number, or the one that `place_of`, if it is not NULL, has for it.
    const float *places;
    const uint32_t *place_of;
    uint64_t nodes; // visited
};

// `key`: of the root. Returns whether `item` ended the walk.
bool pick_even_visit(const pick_even_tree *tree, pick_even_walk *walk, double key);

#endif
