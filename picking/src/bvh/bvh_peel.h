// bvh_peel.h: fills the places that a node has left with single primitives. Private.
//
// Where leaves are single primitives, a node whose ranges are small enough to be nodes of their own (one of 16 is
// parted 8 and 8) takes the primitives that widen these most for children of its own. That costs no node, since a box
// beside others is tested for nothing, and leaves smaller nodes below, which fewer rays visit.
#ifndef PICKING_SRC_BVH_PEEL_H
#define PICKING_SRC_BVH_PEEL_H

#include "bvh/bvh_open.h"

// `count` ranges of PICK_BVH_WIDTH primitives at most, in `width` places. Returns how many ranges there are now.
uint32_t pick_build_peel(const pick_builder *b, pick_build_range *ranges, uint32_t count, uint32_t width);

#endif
