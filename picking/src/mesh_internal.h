// mesh_internal.h: what a mesh is made of. Private.
#ifndef PICKING_SRC_MESH_INTERNAL_H
#define PICKING_SRC_MESH_INTERNAL_H

#include "bvh.h"
#include "picking/mesh.h"
#include "query_sink.h"
#include "simd.h"

enum { PICK_BLOCK_SIZE = 4, PICK_MESH_MAX_PARTS = PICK_BVH_WIDTH * PICK_BVH_WIDTH };

// Nodes and leaves lie in one arena, each node followed by its leaves and then by the subtrees of its children, so that
// what a ray visits next is mostly on the same page. A reference is a distance from the arena's start in units of 32
// bytes. That of a leaf: PICK_REF_LEAF, then the number of blocks less one in 2 bits, then the distance of the first.
// (While building, before the arena is laid out, distances count nodes and blocks of their own arrays.)
#define PICK_ARENA_UNIT 32
#define PICK_LEAF_PLACE_BITS 29
#define PICK_LEAF_PLACE_MASK ((1u << PICK_LEAF_PLACE_BITS) - 1)
// A block's triangle number keeps its submesh's flags in the two highest bits.
#define PICK_BLOCK_TRIANGLE_MASK 0x3fffffffu
#define PICK_BLOCK_FLAG_SHIFT 30
#define PICK_BLOCK_UNUSED 0xffffffffu // an empty lane; its vertices coincide, so that it is never hit

// Four triangles, exact positions in object space. vertex[i][k] holds axis k of vertex i.
typedef struct pick_block {
    alignas(32) float vertex[3][3][PICK_BLOCK_SIZE];
    uint32_t triangle[PICK_BLOCK_SIZE];
} pick_block;

typedef struct pick_kernel pick_kernel;

// One allocation holds the mesh and all its arrays.
struct pick_mesh {
    pick_allocator allocator;
    const pick_kernel *kernel;
    // Node boxes are kept in box space, (position - center) * scale, where every coordinate is within [-1, 1]; scale is
    // a power of two. Errors of their tests then have one bound for all meshes.
    double center[3];
    double scale;
    const char *arena;
    size_t arena_bytes;
    uint32_t root; // a node, a leaf, or PICK_REF_NONE
    uint32_t triangle_count, dropped_count, vertex_count, submesh_count, part_count;
    const float *positions;
    const float *uvs;        // or NULL
    const uint32_t *indices; // or NULL: 0 1 2 3 ...
    const pick_submesh *submeshes;
    const pick_box3f *parts; // boxes of the upper levels, in object space: tight bounds under rotation
    pick_box3f bounds;       // object space
    size_t total_bytes;
};

// Which kernel walks the mesh; tests try them all. The level must be available.
void pick_mesh_set_simd(pick_mesh *mesh, pick_simd level);

// Offers the hits of all triangles near the ray, or of all triangles.
void pick_mesh_walk(const pick_mesh *mesh, const pick_local_ray *ray, pick_sink *sink);
void pick_mesh_walk_brute_force(const pick_mesh *mesh, const pick_local_ray *ray, pick_sink *sink);

static inline const pick_bvh_node *pick_mesh_node(const pick_mesh *mesh, uint32_t ref)
{
    return (const pick_bvh_node *)(const void *)(mesh->arena + (size_t)ref * PICK_ARENA_UNIT);
}

// The first of the blocks of a leaf.
static inline const pick_block *pick_mesh_blocks(const pick_mesh *mesh, uint32_t ref)
{
    return (const pick_block *)(const void *)(mesh->arena + (size_t)(ref & PICK_LEAF_PLACE_MASK) * PICK_ARENA_UNIT);
}

static inline uint32_t pick_leaf_block_count(uint32_t ref)
{
    return (ref >> PICK_LEAF_PLACE_BITS & 3u) + 1;
}

static inline void pick_mesh_vertex_numbers(const pick_mesh *mesh, uint32_t triangle, uint32_t out[3])
{
    for (uint32_t i = 0; i < 3; ++i) {
        out[i] = mesh->indices != NULL ? mesh->indices[3 * triangle + i] : 3 * triangle + i;
    }
}

static inline void pick_mesh_positions(const pick_mesh *mesh, uint32_t triangle, float out[3][3])
{
    uint32_t index[3];
    pick_mesh_vertex_numbers(mesh, triangle, index);
    for (int i = 0; i < 3; ++i) {
        for (size_t k = 0; k < 3; ++k) {
            out[i][k] = mesh->positions[3 * (size_t)index[i] + k];
        }
    }
}

// A triangle that is kept: finite, and of an area that is not exactly zero.
bool pick_triangle_is_sound(const float vertex[3][3]);

void pick_mesh_complete_hit(const pick_mesh *mesh, const pick_candidate *candidate, pick_mesh_hit *hit);

typedef struct pick_mesh_plan {
    const pick_allocator *allocator;
    pick_node_pool pool;
    pick_block *blocks;
    uint32_t block_count, block_capacity;
    uint32_t root;
    uint32_t dropped;
    double center[3];
    double scale;
    pick_box3f bounds;
    pick_box3f parts[PICK_MESH_MAX_PARTS];
    uint32_t part_count;
} pick_mesh_plan;

// Builds the hierarchy for the positions, indices and submeshes that `mesh` holds. The plan's arrays belong to the
// caller, who gives them back with pick_mesh_plan_finish, on failure too.
pick_result pick_mesh_plan_build(pick_mesh_plan *plan, const pick_mesh *mesh);
void pick_mesh_plan_finish(pick_mesh_plan *plan);

// Bytes of the arena that the plan's tree fills. 0: too many to refer to.
size_t pick_mesh_plan_arena_bytes(const pick_mesh_plan *plan);
// Lays nodes and leaves out at `arena`, aligned to 64. Returns the root's reference in it.
uint32_t pick_mesh_plan_lay_out(const pick_mesh_plan *plan, char *arena);

#endif
