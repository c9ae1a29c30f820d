// mesh_plan.h: a mesh's hierarchy between building it (mesh_build.c) and laying it out (mesh_arena.c). Private.
#ifndef PICKING_SRC_MESH_PLAN_H
#define PICKING_SRC_MESH_PLAN_H

#include "base/compiler.h"
#include "bvh/bvh_open.h"
#include "mesh/mesh_internal.h"

// A node whose place is not known yet, one of an array of drafts. A child that is a leaf: PICK_REF_LEAF, the buffer of
// its triangles in one bit, the first of them. One that is not: a number among the same drafts; above the subtrees it
// may also be DRAFT_SUBTREE and the number of one.
#define DRAFT_BUFFER_SHIFT 30
#define DRAFT_SUBTREE 0x40000000u

//
// Trees may be deep and threads that the caller lends may have small stacks, so nothing recurses: drafts that wait are
// chained, the next one first, in bytes that alignment would waste.
typedef struct draft_node {
    union {
        pick_build_range range; // until the node is made of it
        pick_bvh_node node;
    };
    uint8_t size[PICK_BVH_WIDTH]; // of leaves, in triangles
    uint32_t depth;
    uint32_t next;         // of the drafts that wait, or PICK_REF_NONE
    uint32_t parent, slot; // laying out: the parent's reference, and which of its children this is
} draft_node;

typedef struct subtree {
    pick_build_range range;
    draft_node *drafts; // the first one is the root
    uint32_t count, capacity;
    uint32_t depth;
    bool full;
    uint32_t sub_bounds; // boxes that it adds to the mesh's sub_bounds
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
    growing tops;       // draft_node, of what is above the subtrees; the first one is the root, if there is one
    growing subtrees;   // subtree
    growing waiting;    // top_range: what is to become tops and subtrees, the next one last
    draft_node *drafts; // of all subtrees
    size_t draft_count, chunk_bytes;
    uint32_t prims_per_node;
    pick_mesh_extent *extents; // of what each task made ready
    uint32_t sub_bounds;
    size_t top_bytes; // of what is above the subtrees, in the arena
    char *arena;
};

// Beside a submesh's flags: the triangle cannot be hit.
#define PRIM_DEGENERATE 4u

// Finds a place for each subtree. Returns how large the arena will be.
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
