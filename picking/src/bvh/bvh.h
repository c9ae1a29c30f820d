// bvh.h: the node that meshes and scenes share, and the tree node around it. Private.
//
// A node has up to 8 children. Their boxes are a structure of arrays, so that one SIMD operation processes one plane of
// all eight. A child is a node, or a leaf whose meaning the owner defines (a run of triangle blocks, an object).
#ifndef PICKING_SRC_BVH_H
#define PICKING_SRC_BVH_H

#include "base/blocks.h"
#include "base/compiler.h"
#include "bvh/box3f.h"

#include <stdalign.h>

enum {
    PICK_BVH_WIDTH = 8,
    // The most nodes on a path from the root. The builder splits by surface area down to PICK_BVH_SAH_DEPTH and by
    // count below it, where 11 more levels suffice for 2^31 leaves. Incremental insertion may use the rest.
    PICK_BVH_SAH_DEPTH = 32,
    PICK_BVH_BUILT_DEPTH = 44,
    PICK_BVH_MAX_DEPTH = 64,
    // Each level leaves at most 7 children on the stack, the deepest one 8.
    PICK_BVH_STACK = PICK_BVH_MAX_DEPTH * (PICK_BVH_WIDTH - 1) + 1,
    PICK_BVH_MAX_LEAF = 16,
    // The most adjacent nodes of the root of an editable tree: see pick_tree.
    PICK_TREE_ROOTS = 16,
    PICK_TREE_WIDTH = PICK_TREE_ROOTS * PICK_BVH_WIDTH,
    PICK_TREE_STACK = PICK_TREE_WIDTH + PICK_BVH_STACK
};

#define PICK_REF_LEAF 0x80000000u // set in a child that is a leaf
#define PICK_REF_NONE 0xffffffffu // no child, no node

// 224 bytes: three and a half cache lines, so reading a node always touches four.
typedef struct pick_bvh_node {
    // [2 * axis] holds minima, [2 * axis + 1] maxima. Unused children are empty boxes (+inf, -inf).
    alignas(32) float bounds[6][PICK_BVH_WIDTH];
    uint32_t child[PICK_BVH_WIDTH]; // used ones first, then PICK_REF_NONE
} pick_bvh_node;

// A node of an editable tree.
typedef struct pick_tree_node {
    alignas(64) pick_bvh_node node;
    uint32_t parent; // of a root: PICK_REF_LEAF and its index among the roots
    uint16_t count;  // number of used children
    uint16_t full;   // mask of the children that are nodes without room
    // What a region query reads of objects wholly inside, in the cache line of their numbers. `plain` is the mask of
    // the leaves whose objects are not locked, have these layers, and a generation that fits.
    uint16_t generation[PICK_BVH_WIDTH];
    uint32_t layers;
    uint32_t plain;
} pick_tree_node;

// What a walk that goes nearest first still has to visit.
typedef struct pick_waiting_node {
    double key; // the least is visited first
    uint32_t ref, depth;
} pick_waiting_node;

typedef struct pick_waiting {
    uint32_t count;
    pick_waiting_node nodes[PICK_TREE_STACK];
} pick_waiting;

// Pushes a node on the stack, sorted in among those above `bottom`, the least on top.
static inline void pick_waiting_push(pick_waiting *waiting, uint32_t bottom, pick_waiting_node node)
{
    uint32_t place = waiting->count++;
    PICK_ASSERT(place < PICK_TREE_STACK);
    for (; place > bottom && waiting->nodes[place - 1].key < node.key; place--)
        waiting->nodes[place] = waiting->nodes[place - 1];
    waiting->nodes[place] = node;
}

// A growing pool of nodes, addressed by index. Nodes never move once there are PICK_NODE_BLOCK of them.
typedef struct pick_node_pool {
    pick_blocks nodes;
    uint32_t count;
} pick_node_pool;

enum { PICK_NODE_SHIFT = 11, PICK_NODE_BLOCK = 1 << PICK_NODE_SHIFT };

static inline pick_tree_node *pick_node_at(const pick_node_pool *pool, uint32_t index)
{
    PICK_ASSERT(index < pool->count);
    return pick_blocks_at(pool->nodes.table, index, PICK_NODE_SHIFT, sizeof(pick_tree_node));
}

void pick_node_pool_init(pick_node_pool *pool, const pick_allocator *allocator);

// Appends an uninitialised node. False: out of memory; nothing changed.
bool pick_node_pool_push(pick_node_pool *pool, uint32_t *index);
// Reserves room for `capacity` nodes in total. False: out of memory; nothing changed.
bool pick_node_pool_reserve(pick_node_pool *pool, uint32_t capacity);
void pick_node_pool_finish(pick_node_pool *pool);

void pick_bvh_node_clear(pick_bvh_node *node);
void pick_bvh_node_set_box(pick_bvh_node *node, uint32_t child, const pick_box3f *box);
pick_box3f pick_bvh_node_box(const pick_bvh_node *node, uint32_t child);
// The union of all children.
pick_box3f pick_bvh_node_bounds(const pick_bvh_node *node);

// Whether a child is a node: neither a leaf nor PICK_REF_NONE, which has the leaf bit.
static inline bool pick_ref_is_node(uint32_t ref)
{
    return (ref & PICK_REF_LEAF) == 0;
}

static inline uint32_t pick_bvh_node_count(const pick_bvh_node *node)
{
    uint32_t count = 0;
    while (count < PICK_BVH_WIDTH && node->child[count] != PICK_REF_NONE)
        ++count;
    return count;
}

#endif
