// region_ids.h: what region_walk.h asks of a node's children, where the width has no better way. Private.
#ifndef PICKING_SRC_REGION_IDS_H
#define PICKING_SRC_REGION_IDS_H

#include "region/region_kernel.h"

// Bit by bit: children that there are, and those that are leaves or that there are not.
static inline uint32_t used_children(const uint32_t child[PICK_BVH_WIDTH])
{
    uint32_t mask = 0;
    for (int c = 0; c < PICK_BVH_WIDTH; ++c) {
        mask |= (uint32_t)(child[c] != PICK_REF_NONE) << c;
    }
    return mask;
}

static inline uint32_t leaf_children(const uint32_t child[PICK_BVH_WIDTH])
{
    uint32_t mask = 0;
    for (int c = 0; c < PICK_BVH_WIDTH; ++c) {
        mask |= child[c] >> 31 << c;
    }
    return mask;
}

// The handles of the leaves in the mask. Writes as many as eight, of which those after them mean nothing.
static inline void write_ids(pick_object_id *out, const uint32_t child[PICK_BVH_WIDTH],
                             const uint16_t generation[PICK_BVH_WIDTH], uint32_t mask)
{
    for (int c = 0; c < PICK_BVH_WIDTH; ++c) {
        *out = (pick_object_id){(child[c] & ~PICK_REF_LEAF) + 1, generation[c]};
        out += mask >> c & 1u;
    }
}

#endif
