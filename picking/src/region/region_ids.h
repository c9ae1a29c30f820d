// region_ids.h: functions on a node's children for region_walk.h, for SIMD widths without a better way. Private.
#ifndef PICKING_SRC_REGION_IDS_H
#define PICKING_SRC_REGION_IDS_H

#include "region/region_kernel.h"

// Masks: used children; children that are leaves or unused.
static inline uint32_t used_children(const uint32_t child[PICK_BVH_WIDTH])
{
    uint32_t mask = 0;
    for (int c = 0; c < PICK_BVH_WIDTH; c++)
        mask |= (uint32_t)(child[c] != PICK_REF_NONE) << c;
    return mask;
}

static inline uint32_t leaf_children(const uint32_t child[PICK_BVH_WIDTH])
{
    uint32_t mask = 0;
    for (int c = 0; c < PICK_BVH_WIDTH; c++)
        mask |= child[c] >> 31 << c;
    return mask;
}

// Writes the handles of the leaves in the mask. May write up to eight; those after the leaves are undefined.
static inline void write_ids(pick_object_id *out, const uint32_t child[PICK_BVH_WIDTH],
                             const uint16_t generation[PICK_BVH_WIDTH], uint32_t mask)
{
    for (int c = 0; c < PICK_BVH_WIDTH; c++) {
        *out = (pick_object_id){(child[c] & ~PICK_REF_LEAF) + 1, generation[c]};
        out += mask >> c & 1u;
    }
}

#endif
