// mesh_plan.h: a mesh's hierarchy between building it (mesh_build.c) and laying it out (mesh_arena.c). Private.
#ifndef PICKING_SRC_MESH_PLAN_H
#define PICKING_SRC_MESH_PLAN_H

#include "base/compiler.h"
#include "bvh/bvh_open.h"
#include "mesh/mesh_internal.h"

// A node whose place is not known yet, in an array of drafts. A leaf child: PICK_REF_LEAF, and the first of its
// triangles in the builder's first buffer. Another child: an index among the same drafts; above the subtrees also
// DRAFT_SUBTREE and the index of a subtree.
#define DRAFT_SUBTREE 0x40000000u

//
// Trees can be deep, and the caller's threads can have small stacks, so nothing recurses: waiting drafts are chained,
// the next one first, in bytes that alignment would waste.
typedef struct draft_node {
    union {
        pick_build_range range; // valid until the node is made
        pick_bvh_node node;
    };
    uint8_t size[PICK_BVH_WIDTH]; // triangles of each leaf
    uint32_t depth;
    uint32_t next;         // next waiting draft, or PICK_REF_NONE
    uint32_t parent, slot; // layout: the parent's reference, and the index among its children
} draft_node;

typedef struct subtree {
    pick_build_range range;
    draft_node *drafts; // the first one is the root
    uint32_t count, capacity;
    uint32_t depth;
    bool full;
    uint32_t sub_bounds; // boxes that this subtree adds to the mesh's sub_bounds
    size_t bytes, place; // in the arena
} subtree;

// An array that grows on the caller's thread.
typedef struct growing {
    char *items;
    uint32_t count, capacity;
} growing;

struct pick_mesh_plan {
    pick_mesh *mesh;
    const pick_task_hook *tasks;
    pick_builder builder;
    uint32_t prim_count;
    growing tops;       // draft_node above the subtrees; the first one is the root, if any
    growing subtrees;   // subtree
    growing waiting;    // top_range: future tops and subtrees, the next one last
    draft_node *drafts; // of all subtrees
    size_t draft_count, chunk_bytes;
    uint32_t prims_per_node;
    pick_mesh_extent *extents; // extents of the triangles that each task prepared
    uint32_t sub_bounds;
    size_t top_bytes; // bytes of the nodes above the subtrees
    char *arena;
};

// Added to a submesh's flags: the triangle is degenerate.
#define PRIM_DEGENERATE 4u

// Assigns a place to each subtree. Returns the size of the arena.
size_t pick_mesh_plan_place(pick_mesh_plan *plan);

static inline subtree *subtree_at(const pick_mesh_plan *plan, uint32_t i)
{
    PICK_ASSERT(i < plan->subtrees.count);
    return (subtree *)(void *)plan->subtrees.items + i;
}

static inline uint32_t block_count(uint32_t triangles)
{
    return (triangles + PICK_BLOCK_SIZE - 1) / PICK_BLOCK_SIZE;
}

#endif
