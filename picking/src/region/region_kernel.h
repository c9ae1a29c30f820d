// region_kernel.h: the walk of either kind of hierarchy by planes, one per SIMD width. Private.
//
// Boxes are tested in float with room for every rounding on the way, so a node said to be outside or inside all of a
// set of planes is so to the exact tests in double too; of the others, the exact tests are asked.
#ifndef PICKING_SRC_REGION_KERNEL_H
#define PICKING_SRC_REGION_KERNEL_H

#include "bvh/bvh.h"
#include "picking/region.h"
#include "region/region_internal.h"
#include "scene/scene_internal.h"
#include "simd/simd.h"

typedef struct pick_plane_walk pick_plane_walk;

// Where objects go that are wholly inside, when only tags decide whether they count.
typedef struct pick_inside {
    pick_object_id *out; // what lies beyond `total` is scratch
    size_t capacity, total;
    bool contain;                  // boxes must be in the region wholly; else partly
    uint32_t layer_mask, rejected; // flags
} pick_inside;

struct pick_plane_walk {
    // In the space of the boxes: inside where normal . p + offset >= 0.
    float normal[PICK_REGION_PLANES][3];
    uint8_t farthest[PICK_REGION_PLANES][3]; // the bounds of a node, axis by axis, that are farthest inside
    float offset[PICK_REGION_PLANES];
    float pad[PICK_REGION_PLANES]; // what rounding may change a distance by, whatever the box
    float relative;                // and in proportion to a box's coordinates
    const pick_region *region;     // whose shape is tested; read with PICK_OPEN_SHAPE
    // Window position from the space of the boxes, as pick_frustum.to_window; read with PICK_OPEN_SHAPE.
    double to_window[3][4];
    double box_error; // how far off a box's coordinates may be
    // May be changed by `leaf` on the way.
    bool skip_inside, report_outside;
    // Called for each leaf that is not outside, with what it may cross (0: wholly inside), and with PICK_OPEN_OUTSIDE
    // for those outside if they are wanted. True ends the walk of a mesh.
    bool (*leaf)(pick_plane_walk *walk, uint32_t ref, uint32_t open);
    void *user;
    uint64_t nodes;          // visited
    const pick_scene *scene; // NULL in walks of a mesh
    bool reads_objects;      // of a scene: `leaf` reads more of them than their tags
    pick_inside *inside;     // NULL: `leaf` is called for those wholly inside too
    pick_box3f box;          // of the object, when `leaf` is called for one that is not wholly inside
};

// Where nodes lie: see pick_blocks_at. A mesh's lie in one block.
typedef struct pick_plane_nodes {
    const void *const *table;
    uint32_t shift;
    size_t unit; // bytes that a reference counts
} pick_plane_nodes;

// Roots are numbered one after the other; a single one may be a leaf. True when `leaf` has ended the walk.
typedef bool (*pick_plane_walker)(pick_plane_walk *walk, const pick_plane_nodes *nodes, uint32_t first_root,
                                  uint32_t root_count, uint32_t open);

pick_plane_walker pick_plane_walker_at(pick_simd level);

bool pick_plane_walk_scalar(pick_plane_walk *walk, const pick_plane_nodes *nodes, uint32_t first_root,
                            uint32_t root_count, uint32_t open);
#ifdef PICK_HAVE_SSE2
bool pick_plane_walk_sse2(pick_plane_walk *walk, const pick_plane_nodes *nodes, uint32_t first_root,
                          uint32_t root_count, uint32_t open);
#endif
#ifdef PICK_HAVE_AVX2
bool pick_plane_walk_avx2(pick_plane_walk *walk, const pick_plane_nodes *nodes, uint32_t first_root,
                          uint32_t root_count, uint32_t open);
#endif

// --- Making walks ready (region_walks.c) ----------------------------------------------------------------------------

// For the boxes of a scene's tree, and for those of an object's mesh, of which only the planes in `open` are made
// ready. A caller with PICK_OPEN_SHAPE in `open` sets `region` afterwards.
void pick_plane_walk_for_scene(pick_plane_walk *walk, const pick_scene *scene, const pick_frustum *frustum);
void pick_plane_walk_for_object(pick_plane_walk *walk, const pick_object *object, const pick_frustum *frustum,
                                uint32_t open);
// Walk a scene, with slots behind PICK_REF_LEAF for references, and an object's mesh.
bool pick_plane_walk_scene(pick_plane_walk *walk, const pick_scene *scene, uint32_t open, pick_stats *stats);
bool pick_plane_walk_mesh(pick_plane_walk *walk, const pick_mesh *mesh, uint32_t open, pick_stats *stats);

#endif
