// scene_rebuild.h: the state of a rebuild of a scene's tree. Private to scene_rebuild.c and its tests.
#ifndef PICKING_SRC_SCENE_REBUILD_H
#define PICKING_SRC_SCENE_REBUILD_H

#include "bvh/bvh_open.h"
#include "scene/scene_internal.h"

typedef enum rebuild_phase { REBUILD_COLLECT, REBUILD_OPEN, REBUILD_FIT, REBUILD_CATCH_UP } rebuild_phase;

// A range that will become a node.
typedef struct pending_node {
    pick_build_range range;
    uint32_t parent, child, depth; // PICK_REF_NONE: none, for the root
} pending_node;

struct pick_rebuild {
    rebuild_phase phase;
    pick_builder builder;
    pick_tree next;
    bool same_anchor;
    bool at_once; // of all pickable objects as they are now: the old tree is not up to date
    uint32_t prim_count, prim_capacity;
    uint32_t cursor; // index of the next slot, later of the next node
    pick_build_range whole;
    double cost;
    uint32_t *journal;
    uint32_t journal_count, journal_capacity;
    pick_opening opening;
    bool is_opening;
    pending_node now; // the node being opened
    uint32_t pending_count;
    pending_node pending[PICK_TREE_WIDTH + PICK_BVH_BUILT_DEPTH * (PICK_BVH_WIDTH - 1)];
    pick_build_range ranges[PICK_TREE_WIDTH];
};

#endif
