// bvh_open.h: splits a range of primitives into the children of a wide node. Private.
//
// A node opens its widest child, by the surface area heuristic over binned centroids, until all its places are used; no
// binary tree is built in between. Several adjacent nodes, the root of a scene, are opened as one. The owner decides
// what becomes of a child, and where nodes and leaves are stored. The work can be done in slices, and large ranges in
// parallel; neither changes the result.
//
// Sources: I. Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies", 2007 (binning); I. Wald,
// C. Benthin, S. Boulos, "Getting Rid of Packets", 2008 (wide nodes).
#ifndef PICKING_SRC_BVH_OPEN_H
#define PICKING_SRC_BVH_OPEN_H

#include "bvh/bvh.h"
#include "bvh/bvh_bins.h"

// Primitives first to first + count of prims[buffer].
typedef struct pick_build_range {
    alignas(32) float box[8], centroids[8];
    pick_build_split split; // valid if split_known
    uint32_t first, count, buffer;
    float area;
    bool closed; // becomes a leaf, or cannot be opened further in this node
    bool split_known;
} pick_build_range;

// A piece of a range that tasks share.
typedef struct pick_build_chunk {
    pick_bins bins;
    alignas(32) float centroids[2][8];
    uint32_t cursor[2]; // place of its next primitive on each side
    uint32_t end[2];    // expected end of both
} pick_build_chunk;

enum { PICK_BUILD_CHUNK = 1 << 15 };

typedef struct pick_builder {
    const pick_bin_kernel *kernel;
    pick_build_prim *prims[2];   // splitting a range moves it from one to the other, in order
    uint32_t max_leaf;           // 1..PICK_BVH_MAX_LEAF
    uint32_t leaf_unit;          // primitives that a leaf tests at once, which splits keep together
    uint32_t unit_shift;         // the heuristic counts in units of 2^this, which fills leaves or lowest nodes
    const pick_task_hook *tasks; // or NULL
    pick_build_chunk *chunks;    // with tasks: enough for the largest range
} pick_builder;

typedef enum pick_open_state { PICK_OPEN_CHOOSE, PICK_OPEN_BIN, PICK_OPEN_PARTITION, PICK_OPEN_DONE } pick_open_state;

// A node being opened, or several adjacent ones.
typedef struct pick_opening {
    pick_build_range *ranges; // the caller's, `width` of them
    uint32_t width;           // a multiple of PICK_BVH_WIDTH
    float least_area;         // smaller ranges are opened only into free places of a node
    pick_bins bins;
    pick_bin_grid grid;
    alignas(32) float centroids[2][8];
    uint32_t count; // of ranges
    uint32_t depth; // of the node; 0 at the root
    uint32_t current, progress;
    uint32_t cursor[2]; // place of the next primitive on each side
    pick_open_state state;
} pick_opening;

// The range of all primitives, in prims[0].
void pick_build_whole(const pick_builder *b, uint32_t count, pick_build_range *out);

// Begins to open one node. Its children will be in `ranges`.
void pick_open_begin(pick_opening *opening, pick_build_range ranges[PICK_BVH_WIDTH], const pick_build_range *whole,
                     uint32_t depth);
// Begins to open a root of `width` places. Uses as many as there are children larger than `least_area`.
void pick_open_begin_root(pick_opening *opening, pick_build_range *ranges, uint32_t width,
                          const pick_build_range *whole, float least_area);
// Continues until the node's children are known (true), or about `*budget` primitives have been processed (false).
bool pick_open_continue(const pick_builder *b, pick_opening *opening, uint64_t *budget);
// Whether a child becomes a leaf; otherwise it becomes a node of its own. Call it once for each child.
bool pick_open_is_leaf(const pick_builder *b, pick_opening *opening, uint32_t child);

static inline void pick_node_set_build_box(pick_bvh_node *node, uint32_t child, const float box[8])
{
    for (int k = 0; k < 3; k++) {
        node->bounds[2 * k][child] = box[k];
        node->bounds[2 * k + 1][child] = -box[k + 4];
    }
}

#endif
