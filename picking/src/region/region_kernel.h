// region_kernel.h: traverses either kind of hierarchy by planes, one function per SIMD width. Private.
//
// Boxes are tested conservatively in float: a node classified as outside or inside a set of planes is so for the exact
// tests in double too. All other leaves go to the exact tests.
#ifndef PICKING_SRC_REGION_KERNEL_H
#define PICKING_SRC_REGION_KERNEL_H

#include "bvh/bvh.h"
#include "picking/region.h"
#include "region/region_internal.h"
#include "scene/nested_waiting.h"
#include "scene/scene_internal.h"
#include "simd/simd.h"

typedef struct pick_plane_walk pick_plane_walk;

// Collects objects that are wholly inside, if only tags decide whether they count.
typedef struct pick_inside {
    pick_object_id *out; // entries beyond `total` are scratch
    size_t capacity, total;
    bool contain;                  // boxes must be contained; else touched
    uint32_t layer_mask, rejected; // flags
} pick_inside;

struct pick_plane_walk {
    // In the space of the boxes: inside where normal . p + offset >= 0.
    float normal[PICK_REGION_PLANES][3];
    uint8_t farthest[PICK_REGION_PLANES][3]; // indices of a node's bounds that are farthest inside, by axis
    float offset[PICK_REGION_PLANES];
    float pad[PICK_REGION_PLANES]; // absolute rounding error of a distance
    float relative;                // and relative to a box's coordinates
    const pick_region *region;     // the region whose shape is tested; read with PICK_OPEN_SHAPE
    // Window position from the space of the boxes, as pick_frustum.to_window; read with PICK_OPEN_SHAPE.
    double to_window[3][4];
    double box_error; // error of a box's coordinates
    // May be changed by `leaf` on the way.
    bool skip_inside, report_outside;
    // Called for each leaf that is not outside, with its open set (0: wholly inside), and with PICK_OPEN_OUTSIDE for
    // those outside if they are wanted. True ends the traversal of a mesh.
    bool (*leaf)(pick_plane_walk *walk, uint32_t ref, uint32_t open);
    void *user;
    uint64_t nodes;          // visited
    const pick_scene *scene; // NULL in walks of a mesh
    bool reads_objects;      // scenes: `leaf` reads objects, not only their tags
    pick_inside *inside;     // NULL: `leaf` is also called for objects wholly inside
    pick_box3f box;          // box of the object, if `leaf` is called for one that is not wholly inside
};

// The classification of a node's children by planes, as masks.
typedef struct pick_plane_sides {
    uint32_t outside;                    // of any plane
    uint32_t inside[PICK_REGION_PLANES]; // inside the i-th plane
    uint32_t wholly;                     // inside all
    uint32_t reaching;                   // certainly not wholly outside any plane
    uint32_t leaving;                    // certainly not wholly inside all planes
} pick_plane_sides;

// The open set of a child, from that of its node.
static inline uint32_t pick_plane_still_open(const pick_plane_sides *sides, uint32_t child, uint32_t open)
{
    uint32_t still = open;
    for (uint32_t planes = open & ~PICK_OPEN_SHAPE; planes != 0; planes &= planes - 1) {
        const uint32_t i = pick_lowest_bit(planes);
        still &= ~((sides->inside[i] >> child & 1u) << i);
    }
    return still;
}

// The memory of nodes: see pick_blocks_at. A mesh's nodes lie in a single block.
typedef struct pick_plane_nodes {
    const void *const *table;
    uint32_t shift;
    size_t unit; // bytes per unit of a reference
} pick_plane_nodes;

// Roots have consecutive numbers; a single one may be a leaf. True: `leaf` ended the traversal.
typedef bool (*pick_plane_walker)(pick_plane_walk *walk, const pick_plane_nodes *nodes, uint32_t first_root,
                                  uint32_t root_count, uint32_t open);

// Tests the children of a node against a set of planes; masks may have bits of children that there are not.
typedef void (*pick_plane_tester)(const pick_plane_walk *walk, const pick_bvh_node *node, uint32_t planes,
                                  pick_plane_sides *sides);

pick_plane_walker pick_plane_walker_at(pick_simd level);
pick_plane_tester pick_plane_tester_at(pick_simd level);

void pick_plane_test_scalar(const pick_plane_walk *walk, const pick_bvh_node *node, uint32_t planes,
                            pick_plane_sides *sides);
bool pick_plane_walk_scalar(pick_plane_walk *walk, const pick_plane_nodes *nodes, uint32_t first_root,
                            uint32_t root_count, uint32_t open);
#ifdef PICK_HAVE_SSE2
void pick_plane_test_sse2(const pick_plane_walk *walk, const pick_bvh_node *node, uint32_t planes,
                          pick_plane_sides *sides);
bool pick_plane_walk_sse2(pick_plane_walk *walk, const pick_plane_nodes *nodes, uint32_t first_root,
                          uint32_t root_count, uint32_t open);
#endif
#ifdef PICK_HAVE_AVX2
void pick_plane_test_avx2(const pick_plane_walk *walk, const pick_bvh_node *node, uint32_t planes,
                          pick_plane_sides *sides);
bool pick_plane_walk_avx2(pick_plane_walk *walk, const pick_plane_nodes *nodes, uint32_t first_root,
                          uint32_t root_count, uint32_t open);
#endif

// --- Making walks ready (region_walks.c) ----------------------------------------------------------------------------

// Prepare planes for the boxes of a scene's tree, and for those of an object's mesh, there only the planes in `open`. A
// caller with PICK_OPEN_SHAPE in `open` sets `region` afterwards.
void pick_plane_walk_for_scene(pick_plane_walk *walk, const pick_scene *scene, const pick_frustum *frustum);
void pick_plane_walk_for_object(pick_plane_walk *walk, const pick_object *object, const pick_frustum *frustum,
                                uint32_t open);
// Traverse a scene, whose references are slots with PICK_REF_LEAF, and an object's mesh.
bool pick_plane_walk_scene(pick_plane_walk *walk, const pick_scene *scene, uint32_t open, pick_stats *stats);
bool pick_plane_walk_mesh(pick_plane_walk *walk, const pick_mesh *mesh, uint32_t open, pick_stats *stats);

// --- Nested scenes (region_nested.c) --------------------------------------------------------------------------------

// Prepares all planes for the boxes of a nested scene's tree; `around` is the object that is the scene, or what stands
// in for it (region_walks.c). A caller with PICK_OPEN_SHAPE in its open set sets `region` afterwards.
void pick_plane_walk_for_nested(pick_plane_walk *walk, const pick_object *around, const pick_frustum *frustum);
// Traverses the tree as that of a mesh, its leaves slots with PICK_REF_LEAF: what `leaf` returns counts. Where there is
// no room for it, `leaf` gets all objects that can be picked, with the open set of all.
bool pick_plane_walk_nested(pick_plane_walk *walk, const pick_scene *nested, uint32_t open,
                            pick_nested_waiting *waiting, pick_stats *stats);

#endif
