// bvh_peel.h: fills the free places of a node with single primitives. Private.
//
// If leaves are single primitives, a node whose ranges are small enough for nodes of their own (16 split into 8 and 8)
// adopts the primitives that widen these ranges most as children. That costs no node, since testing one more box of a
// node is free, and makes the nodes below smaller, so that fewer rays visit them.
#ifndef PICKING_SRC_BVH_PEEL_H
#define PICKING_SRC_BVH_PEEL_H

#include "bvh/bvh_open.h"

// `count` ranges of PICK_BVH_WIDTH primitives at most, in `width` places. Returns the new number of ranges.
uint32_t pick_build_peel(const pick_builder *b, pick_build_range *ranges, uint32_t count, uint32_t width);

#endif
