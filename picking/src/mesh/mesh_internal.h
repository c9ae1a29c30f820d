// mesh_internal.h: the struct behind pick_mesh. Private.
#ifndef PICKING_SRC_MESH_INTERNAL_H
#define PICKING_SRC_MESH_INTERNAL_H

#include "bvh/bvh.h"
#include "picking/mesh.h"
#include "simd/simd.h"

#include <math.h>
#include <string.h>

enum { PICK_BLOCK_SIZE = 4, PICK_MESH_MAX_SUB_BOUNDS = PICK_BVH_WIDTH * PICK_BVH_WIDTH };

// Nodes and leaves lie in one arena, in the order of mesh_arena.c: the root first, children behind their
// parents. A reference is a distance from the arena's start in units of 32 bytes. That of a leaf: PICK_REF_LEAF, then
// the number of blocks less one in 2 bits, then the distance of the first.
#define PICK_ARENA_UNIT 32
#define PICK_LEAF_PLACE_BITS 29
#define PICK_LEAF_PLACE_MASK ((1u << PICK_LEAF_PLACE_BITS) - 1)
// A block's triangle number keeps its submesh's flags in the two highest bits.
#define PICK_BLOCK_TRIANGLE_MASK 0x3fffffffu
#define PICK_BLOCK_FLAG_SHIFT 30
#define PICK_BLOCK_UNUSED 0xffffffffu // an empty lane; its vertices coincide, so it is never hit

// Four triangles, exact positions in object space. vertex[i][k] holds axis k of vertex i.
typedef struct pick_block {
    alignas(32) float vertex[3][3][PICK_BLOCK_SIZE];
    uint32_t triangle[PICK_BLOCK_SIZE];
} pick_block;

// A single allocation holds the mesh and all its arrays, except for a mapped mesh, whose arrays belong to the caller.
// Fields that every ray reads come first.
struct pick_mesh {
    // Node boxes are kept in box space, (position - center) * scale, where every coordinate is within [-1, 1]; scale is
    // a power of two. Errors of their tests then have one bound for all meshes.
    double center[3];
    double scale;
    const char *arena;
    uint32_t root;   // a node, or PICK_REF_NONE without triangles
    uint32_t levels; // most nodes on a path from the root
    pick_simd simd;  // of the kernels that traverse it
    bool closed;     // by pick_mesh_find_closed
    bool closed_is_known;
    pick_allocator allocator;
    size_t arena_bytes;
    uint32_t triangle_count, degenerate_count, vertex_count, submesh_count, sub_bounds_count;
    const float *positions;
    const float *uvs;        // or NULL
    const float *normals;    // or NULL
    const uint32_t *indices; // or NULL when trivial (0, 1, 2, ...)
    const pick_submesh *submeshes;
    const uint8_t *polygons;      // 4 bits a triangle, PICK_POLYGON_*, the lower ones first; or NULL
    const pick_box3f *sub_bounds; // boxes of the upper levels, in object space: tight bounds under rotation
    pick_box3f bounds;            // object space
    double built_cost, cost;      // by the surface area heuristic, at build and now
    char *data;                   // the arrays, one after the other (mesh_layout.c); NULL: mapped, read only
    size_t total_bytes;
};

// Offset of the arena from the mesh, if it is not mapped. The root node, if any, comes first.
#define PICK_MESH_ARENA_PLACE ((sizeof(pick_mesh) + 63) & ~(size_t)63)

// Offsets of the arrays from the start of the arena, which comes first and is aligned to 64.
typedef struct pick_mesh_layout {
    size_t sub_bounds, positions, uvs, normals, indices, submeshes, polygons, total;
} pick_mesh_layout;

// Computed from the mesh's counts, and from which of its optional arrays are not NULL.
pick_mesh_layout pick_mesh_plan_layout(const pick_mesh *mesh);
// Points the mesh's arrays into `data`.
void pick_mesh_set_arrays(pick_mesh *mesh, const pick_mesh_layout *layout, const char *data);

// The extent of valid triangles.
typedef struct pick_mesh_extent {
    pick_box3f box;
    uint32_t count;
} pick_mesh_extent;

#define PICK_MESH_EXTENT_EMPTY ((pick_mesh_extent){PICK_BOX3F_EMPTY, 0})

// Adds a triangle's box.
static inline void pick_mesh_extent_grow(pick_mesh_extent *extent, const pick_box3f *box)
{
    pick_box3f_grow(&extent->box, box);
    ++extent->count;
}

// Sets bounds, box space and the number of degenerate triangles from the extent of all triangles.
void pick_mesh_set_extent(pick_mesh *mesh, const pick_mesh_extent *extent);
// The same, from the mesh's positions.
void pick_mesh_measure(pick_mesh *mesh);
// Updates boxes of nodes, sub_bounds and cost from the leaves of a measured mesh.
void pick_mesh_fit(pick_mesh *mesh);
// Updates everything from the positions, including the leaves.
void pick_mesh_fit_to_positions(pick_mesh *mesh);
// Whether boxes, sub_bounds and cost are what pick_mesh_fit would make them. There are as many sub_bounds as it makes.
bool pick_mesh_fits(const pick_mesh *mesh);

// --- Polygons (mesh_polygons.c) -------------------------------------------------------------------------------------

// Of a triangle: it goes on with the polygon of the one before; its side i is that of another triangle of the polygon,
// the other way round, by the numbers of vertices. That one may be degenerate, which depends on positions.
enum { PICK_POLYGON_CONTINUES = 1u << 0, PICK_POLYGON_SHARED_SIDE = 1u << 1 };

// The size of `polygons`.
static inline size_t pick_mesh_polygon_bytes(uint32_t triangle_count)
{
    return ((size_t)triangle_count + 1) / 2;
}

static inline uint32_t pick_mesh_polygon_bits(const pick_mesh *mesh, uint32_t triangle)
{
    return (uint32_t)mesh->polygons[triangle / 2] >> 4 * (triangle % 2) & 15u;
}

// Whether it is a triangle that goes on with the polygon of the one before, in a mesh with polygons.
static inline bool pick_mesh_continues(const pick_mesh *mesh, uint32_t triangle)
{
    return triangle < mesh->triangle_count && (pick_mesh_polygon_bits(mesh, triangle) & PICK_POLYGON_CONTINUES) != 0;
}

// The first triangle of a triangle's polygon, and the one behind its last, in a mesh with polygons; in any mesh.
uint32_t pick_mesh_find_first(const pick_mesh *mesh, uint32_t triangle);
uint32_t pick_mesh_find_end(const pick_mesh *mesh, uint32_t triangle);

static inline uint32_t pick_mesh_polygon_first(const pick_mesh *mesh, uint32_t triangle)
{
    return mesh->polygons != NULL ? pick_mesh_find_first(mesh, triangle) : triangle;
}

static inline uint32_t pick_mesh_polygon_end(const pick_mesh *mesh, uint32_t triangle)
{
    return mesh->polygons != NULL ? pick_mesh_find_end(mesh, triangle) : triangle + 1;
}

// The triangle and side that a shared side is, too: 3 times the triangle plus the side.
uint32_t pick_mesh_mate(const pick_mesh *mesh, uint32_t triangle, uint32_t side);
// pick_mesh_inner_sides for a valid triangle of a mesh with polygons.
uint32_t pick_mesh_sides_within(const pick_mesh *mesh, uint32_t triangle);

// pick_mesh_inner_sides for a valid triangle.
static inline uint32_t pick_mesh_inner(const pick_mesh *mesh, uint32_t triangle)
{
    return mesh->polygons != NULL ? pick_mesh_sides_within(mesh, triangle) : 0;
}

// Writes the `polygons` of a mesh that has its indices, from a desc's `continues`. PICK_ERROR_OUT_OF_MEMORY.
pick_result pick_mesh_find_polygons(const pick_mesh *mesh, const uint8_t *continues, uint8_t *out);
// Whether `polygons` is what pick_mesh_find_polygons writes. PICK_ERROR_BAD_DATA, PICK_ERROR_OUT_OF_MEMORY.
pick_result pick_mesh_check_polygons(const pick_mesh *mesh);

// The checksum of the bytes of pick_mesh_write, with 0 in its own place.
uint64_t pick_mesh_file_checksum(const void *bytes, size_t size);

// A hash of a sequence of 64-bit words.
#define PICK_HASH_START 0x9e3779b97f4a7c15u

static inline uint64_t pick_hash_add(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0xd6e8feb86659fd93u;
    return hash ^ hash >> 32;
}

// Chooses the kernels that traverse the mesh; tests try them all. The level must be available.
void pick_mesh_set_simd(pick_mesh *mesh, pick_simd level);

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
    for (uint32_t i = 0; i < 3; i++)
        out[i] = mesh->indices != NULL ? mesh->indices[3 * triangle + i] : 3 * triangle + i;
}

static inline void pick_mesh_positions(const pick_mesh *mesh, uint32_t triangle, float out[3][3])
{
    uint32_t index[3];
    pick_mesh_vertex_numbers(mesh, triangle, index);
    for (int i = 0; i < 3; i++) {
        for (size_t k = 0; k < 3; k++)
            out[i][k] = mesh->positions[3 * (size_t)index[i] + k];
    }
}

static inline void pick_vertex_range(const float vertex[3][3], pick_box3f *out)
{
    for (int k = 0; k < 3; k++) {
        const float a = vertex[0][k], b = vertex[1][k], c = vertex[2][k];
        out->lo[k] = a < b ? (a < c ? a : c) : (b < c ? b : c);
        out->hi[k] = a > b ? (a > c ? a : c) : (b > c ? b : c);
    }
}

// Whether a triangle can be hit: it is finite, and its area is not exactly zero.
bool pick_triangle_is_valid(const float vertex[3][3]);

// An unused lane may keep a degenerate triangle that a refit may make valid: its number is in the x, and its submesh's
// flags are in the y, of all three vertices, each with a bit that makes it an ordinary float.
#define PICK_BLOCK_DORMANT 0x40000000u

// Puts a triangle into a lane. `valid` false: makes the lane an unused one that keeps the triangle, and overwrites
// `vertex`. PICK_BLOCK_UNUSED: an empty lane; `vertex` must be zeros.
static inline void pick_block_put(pick_block *block, uint32_t lane, float vertex[3][3], uint32_t tagged, bool valid)
{
    if (!valid && tagged != PICK_BLOCK_UNUSED) {
        memset(vertex, 0, 9 * sizeof(float));
        const uint32_t x = PICK_BLOCK_DORMANT | (tagged & PICK_BLOCK_TRIANGLE_MASK);
        const uint32_t y = PICK_BLOCK_DORMANT | tagged >> PICK_BLOCK_FLAG_SHIFT;
        for (int i = 0; i < 3; i++) {
            memcpy(&vertex[i][0], &x, sizeof x);
            memcpy(&vertex[i][1], &y, sizeof y);
        }
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            block->vertex[i][k][lane] = vertex[i][k];
    }
    block->triangle[lane] = valid ? tagged : PICK_BLOCK_UNUSED;
}

// Reads the vertices of a used lane.
static inline void pick_block_vertices(const pick_block *block, uint32_t lane, float out[3][3])
{
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            out[i][k] = block->vertex[i][k][lane];
    }
}

// pick_block_put with the mesh's vertices.
static inline void pick_block_set(pick_block *block, uint32_t lane, const pick_mesh *mesh, uint32_t tagged, bool valid)
{
    float vertex[3][3] = {{0}};
    if (valid)
        pick_mesh_positions(mesh, tagged & PICK_BLOCK_TRIANGLE_MASK, vertex);
    pick_block_put(block, lane, vertex, tagged, valid);
}

// The tagged number of the triangle that a lane holds or keeps.
static inline uint32_t pick_block_tagged(const pick_block *block, uint32_t lane)
{
    uint32_t x, y;
    memcpy(&x, &block->vertex[0][0][lane], sizeof x);
    memcpy(&y, &block->vertex[0][1][lane], sizeof y);
    if (block->triangle[lane] != PICK_BLOCK_UNUSED || x == 0)
        return block->triangle[lane];
    return (x & ~PICK_BLOCK_DORMANT) | y << PICK_BLOCK_FLAG_SHIFT;
}

// The number of a triangle's submesh. The triangle exists.
static inline uint32_t pick_mesh_submesh_number(const pick_mesh *mesh, uint32_t triangle)
{
    uint32_t low = 0;
    uint32_t high = mesh->submesh_count;
    while (high - low > 1) { // the last run that begins at or before the triangle
        const uint32_t middle = low + (high - low) / 2;
        if (mesh->submeshes[middle].first_triangle <= triangle)
            low = middle;
        else
            high = middle;
    }
    return low;
}

typedef struct pick_mesh_plan pick_mesh_plan;

// PICK_ERROR_TOO_LARGE: references cannot address the whole arena.
static inline pick_result pick_mesh_arena_check(uint64_t bytes)
{
    return bytes / PICK_ARENA_UNIT < PICK_LEAF_PLACE_MASK ? PICK_OK : PICK_ERROR_TOO_LARGE;
}

// Builds the hierarchy for the positions, indices and submeshes of `mesh`, and sets its box space and counts. `tasks`
// may be NULL. Whatever the result, the caller destroys the plan with pick_mesh_plan_destroy; it is NULL for a mesh
// without triangles, or out of memory.
pick_result pick_mesh_plan_create(pick_mesh *mesh, const pick_task_hook *tasks, pick_mesh_plan **out);
void pick_mesh_plan_destroy(pick_mesh_plan *plan);
// Lays nodes and leaves out at `arena`: `mesh->arena_bytes`, aligned to 64.
void pick_mesh_plan_lay_out(pick_mesh_plan *plan, char *arena);

#endif
