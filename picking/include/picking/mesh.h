// mesh.h: triangles and the bounding-volume hierarchy over them, built once and shared by any number of objects.
//
// Space:      object space, any unit. Front faces are counter-clockwise; they stay the front under any transform, a
//             mirrored one too, because rays are brought into this space before facing is decided.
// Polygons:   a mesh may say which of its triangles were one polygon: a quad, the cap of a cylinder. Picks are the
//             same; parts.h, topology.h, nearest.h and snap.h then take the polygon as one face, whose inner sides are
//             no edges. A side is inner if two triangles of the polygon have it, by the vertices' numbers, in opposite
//             directions, and no third, and if both can be hit. So vertices that are separate for each triangle have no
//             inner sides. A mesh without polygons has one for each triangle.
// Numbers:    a triangle keeps the number it has in the index list (index / 3), whatever the hierarchy does.
// Checking:   caller data is checked here, once. An index out of range refuses the mesh; a triangle with a
//             non-finite vertex or of zero area, computed in double from its first vertex, can never be hit, is dropped
//             from the hierarchy and counted.
// Ownership:  the mesh copies what it needs; the caller's arrays may go. The caller destroys it, after every scene
//             object that uses it.
// Threads:    many readers at once, or one writer alone. Only pick_mesh_refit, pick_mesh_set_normals,
//             pick_mesh_find_closed and pick_mesh_destroy write.
#ifndef PICKING_MESH_H
#define PICKING_MESH_H

#include "picking/math.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pick_mesh pick_mesh;

typedef enum pick_index_type {
    PICK_INDEX_NONE = 0, // vertices 0 1 2, 3 4 5, ...
    PICK_INDEX_UINT16,
    PICK_INDEX_UINT32
} pick_index_type;

enum {
    PICK_SUBMESH_DOUBLE_SIDED = 1u << 0, // back faces are drawn, so they can be picked
    PICK_SUBMESH_ALPHA_TEST = 1u << 1    // the query's filter decides whether a hit counts
};

// Kinds, 0 to 15, whose meaning is the caller's (glass, decals, collision): bits for `flags`. A submesh has any number
// of them, and a query's `hidden_kinds` leaves it out if all of them are hidden. One without kinds is always seen.
#define PICK_SUBMESH_KIND(number) (1u << (16 + (number)))
#define PICK_SUBMESH_KINDS 0xffff0000u

// A run of triangles with one material. Runs are in order and cover the mesh without gaps.
typedef struct pick_submesh {
    uint32_t first_triangle;
    uint32_t triangle_count;
    uint32_t flags; // PICK_SUBMESH_*, with PICK_SUBMESH_KIND
} pick_submesh;

typedef struct pick_mesh_desc {
    const float *positions; // 3 floats each; no alignment needed, here and below
    size_t position_stride; // bytes; 0 means 12
    uint32_t vertex_count;
    const float *uvs;     // 2 floats each, or NULL. Copied; they come back interpolated in a hit
    size_t uv_stride;     // bytes; 0 means 8
    const float *normals; // 3 floats each, any length, or NULL. Copied; they come back interpolated in a hit
    size_t normal_stride; // bytes; 0 means 12
    const void *indices;  // copied; omitted when trivial (0, 1, 2, ... for all vertices)
    pick_index_type index_type;
    uint32_t index_count;          // a multiple of 3. With PICK_INDEX_NONE ignored: vertex_count is used
    const pick_submesh *submeshes; // NULL: one submesh without flags
    uint32_t submesh_count;
    // NULL: no polygons. Else a byte for each triangle: 1 if it goes on with the polygon of the triangle before, else
    // 0. A polygon is within one submesh. Copied, in 4 bits a triangle; omitted when all are 0
    const uint8_t *continues;
    const pick_task_hook *tasks; // threads to build with, or NULL. Not kept
} pick_mesh_desc;

typedef struct pick_mesh_stats {
    uint32_t triangle_count; // in the source, dropped ones included
    uint32_t dropped_triangles;
    uint32_t vertex_count;
    uint32_t submesh_count;
    size_t hierarchy_bytes; // nodes and leaves
    size_t total_bytes;     // everything the mesh holds; of a mapped one without the mapped bytes
} pick_mesh_stats;

// Builds the mesh and its hierarchy. `allocator` NULL: the default one; it must outlive the mesh.
// An empty mesh (no triangles) is fine and is never hit. Errors leave `*out` untouched:
// PICK_ERROR_INVALID_ARGUMENT (index_count not a multiple of 3, indices not aligned to their size, submeshes that do
// not cover or have unknown flags, a polygon that begins with no triangle of its own or reaches into another submesh, a
// byte of `continues` above 1, a stride smaller than an element, NULL positions, tasks without a run function),
// PICK_ERROR_INDEX_OUT_OF_RANGE, PICK_ERROR_TOO_LARGE (2^31 indices or more, a hierarchy of 16 GiB or more),
// PICK_ERROR_OUT_OF_MEMORY.
PICK_API pick_result pick_mesh_create(const pick_mesh_desc *desc, const pick_allocator *allocator, pick_mesh **out);
PICK_API void pick_mesh_destroy(pick_mesh *mesh); // NULL is fine

// A mesh of its own with the same triangles and hierarchy, for the cost of copying its bytes: to refit one that others
// use, or one that is mapped. What pick_mesh_find_closed has found is copied too. `mesh` need not outlive it.
// `allocator` as in pick_mesh_create. Errors leave `*out` untouched: PICK_ERROR_INVALID_ARGUMENT,
// PICK_ERROR_OUT_OF_MEMORY.
PICK_API pick_result pick_mesh_copy(const pick_mesh *mesh, const pick_allocator *allocator, pick_mesh **out);

// Moves the vertices of a deforming mesh, as many as it was made with; triangles, UVs and normals stay. The hierarchy
// keeps its shape and gets new boxes: a tenth of the time of a new build, or less, and no allocation. Picks are as
// exact as before whatever the positions are; how long they take grows with pick_mesh_quality. A triangle that becomes
// degenerate or not finite is never hit, counts as dropped, and comes back when it is valid again.
// `position_stride` is in bytes; 0 means 12. Every scene with objects of this mesh must be told, before it is asked
// again: pick_scene_mesh_changed.
// PICK_ERROR_INVALID_ARGUMENT (NULL positions of a mesh with vertices, a stride below 12, a mapped mesh) changes
// nothing.
PICK_API pick_result pick_mesh_refit(pick_mesh *mesh, const float *positions, size_t position_stride);

// Replaces the normals of a mesh that has some. Scenes need no notice. Errors as above, and for a mesh without any.
PICK_API pick_result pick_mesh_set_normals(pick_mesh *mesh, const float *normals, size_t normal_stride);

// Finds out whether the mesh is closed, so that it has an inside: whether each edge of its triangles, as a pair of
// positions, is there as often in one direction as in the other. Vertices at one place count as one, whatever their UVs
// and normals are; it may have several shells, which may overlap. Costs a pass over the triangles (tens of nanoseconds
// each), no memory; the answer is kept until pick_mesh_refit, so asking again costs nothing. It compares sums of
// 64-bit hashes: an open mesh passes with a chance of 2^-64. NULL, and a mesh without triangles that can be hit: false.
PICK_API bool pick_mesh_find_closed(pick_mesh *mesh);
// Whether pick_mesh_find_closed has found it closed since the last refit. NULL: false.
PICK_API bool pick_mesh_is_closed(const pick_mesh *mesh);

// What a random ray through the mesh is expected to cost by the surface area heuristic, over what it was when the
// hierarchy was built: 1 at first. Build the mesh anew when it stays above 1.5 or so; below, that is time lost.
PICK_API double pick_mesh_quality(const pick_mesh *mesh);

// A number of what a pick depends on: the triangles' positions, UVs and normals, corner by corner, the submeshes and
// polygons. Equal on every machine, whatever the index type, the allocator or the library's version. Costs a pass over
// the mesh.
PICK_API uint64_t pick_mesh_hash(const pick_mesh *mesh);

// Writes the mesh, hierarchy included, so that it can be mapped instead of built. Returns how many bytes that takes;
// writes nothing when `capacity` is less (`buffer` may then be NULL).
PICK_API size_t pick_mesh_write(const pick_mesh *mesh, void *buffer, size_t capacity);

// A mesh over bytes that pick_mesh_write made, wherever they lie: a read-only mapping of a file is fine. They are used
// in place, must be aligned to PICK_MESH_ALIGNMENT and must outlive the mesh unchanged. Everything in them is checked,
// so that bytes from anywhere are safe and a mesh that is accepted answers as one that was built: this costs a pass
// over them. Such a mesh cannot be refitted, but a copy of it can. Errors leave `*out` untouched:
// PICK_ERROR_INVALID_ARGUMENT (alignment), PICK_ERROR_BAD_DATA (not a mesh, of another version or byte order, cut
// short, damaged), PICK_ERROR_OUT_OF_MEMORY.
enum { PICK_MESH_ALIGNMENT = 64 };
PICK_API pick_result pick_mesh_map(const void *bytes, size_t size, const pick_allocator *allocator, pick_mesh **out);

// The same for bytes that the caller knows to be what pick_mesh_write made, by a checksum of its own for instance.
// Checks only what keeps queries within the bytes: counts, indices and the tree's references, in an eighth of the time
// of pick_mesh_map. Other bytes that it accepts are safe to query, and their copies to refit, but answers may be wrong.
PICK_API pick_result pick_mesh_map_quick(const void *bytes, size_t size, const pick_allocator *allocator,
                                         pick_mesh **out);

// The mesh's own copies of what it was made from. They live as long as the mesh; those of a mapped mesh lie in its
// bytes, and live as long as these. Of a mesh NULL, all are NULL.
typedef struct pick_mesh_arrays {
    const float *positions;  // 3 floats each
    const float *uvs;        // 2 floats each, or NULL
    const float *normals;    // 3 floats each, or NULL
    const uint32_t *indices; // 3 a triangle, or NULL when trivial (0, 1, 2, ...)
    const pick_submesh *submeshes;
} pick_mesh_arrays;
PICK_API pick_mesh_arrays pick_mesh_get_arrays(const pick_mesh *mesh);

PICK_API pick_mesh_stats pick_mesh_get_stats(const pick_mesh *mesh);

// Object-space box of the pickable triangles; empty when there are none.
PICK_API pick_aabb pick_mesh_bounds(const pick_mesh *mesh);

// The vertex farthest along a direction of any length, in object space; of triangles that can be hit. It may fall short
// of the farthest by `slack`, a length of object space, and by 2^-22 of the mesh's longest size. So hulls and boxes
// around a mesh, along any axes, need no pass over it: of ten million triangles, microseconds where they are flat, some
// tenths of a millisecond where they are round, and microseconds there too with a slack larger than most triangles.
// False, and `out` untouched: a NULL, no such triangle, a direction that is not finite, a slack that is negative or
// NaN.
PICK_API bool pick_mesh_farthest(const pick_mesh *mesh, pick_vec3 direction, double slack, pick_vec3 *out);

// Positions of triangle `triangle`. False when there is no such triangle.
PICK_API bool pick_mesh_triangle(const pick_mesh *mesh, uint32_t triangle, float out[3][3]);

// The polygon that a triangle belongs to: `first` and the triangles behind it, `count` in all. Without polygons, the
// triangle alone. False, and the rest untouched: a NULL, or no such triangle.
PICK_API bool pick_mesh_polygon(const pick_mesh *mesh, uint32_t triangle, uint32_t *first, uint32_t *count);

// The sides of a triangle that are inner: bit i is the side from its vertex i to the next. 0 for a NULL, no such
// triangle, and one that cannot be hit. So the outline of a polygon is what is left of the sides of its triangles.
PICK_API uint32_t pick_mesh_inner_sides(const pick_mesh *mesh, uint32_t triangle);

// The submesh that holds `triangle`, or NULL.
PICK_API const pick_submesh *pick_mesh_submesh_of(const pick_mesh *mesh, uint32_t triangle, uint32_t *index);

typedef enum pick_cull {
    PICK_CULL_MATERIAL = 0, // back faces only where the submesh is double-sided (what the renderer draws)
    PICK_CULL_NONE,
    PICK_CULL_BACK,
    PICK_CULL_FRONT
} pick_cull;

// A hit in object space. t is that of the ray given, which need not be unit length.
typedef struct pick_mesh_hit {
    double t;
    uint32_t triangle;      // source number
    uint32_t submesh;       // its number in the mesh
    double barycentric[2];  // weights of vertex 1 and 2
    float uv[2];            // interpolated; 0 when the mesh has none
    float smooth_normal[3]; // interpolated, unit; 0 without
    bool has_uv;
    bool has_smooth_normal; // false when the mesh has no normals, or where they cancel out
    bool backface;
} pick_mesh_hit;

// Asked for every hit on an alpha-tested submesh that would otherwise count; false lets the ray pass through.
typedef bool (*pick_mesh_filter)(void *user, const pick_mesh_hit *candidate);

// Counters of the work done. Queries add to them and never reset them.
typedef struct pick_stats {
    uint64_t nodes;     // hierarchy nodes visited (each tests all of its children's boxes)
    uint64_t triangles; // triangles, parts of volumes, and segments tested exactly
    uint64_t objects;   // objects whose mesh or volume was entered
} pick_stats;

// A zeroed query, and NULL, is the default. A cull that does not exist hits nothing.
typedef struct pick_mesh_query {
    pick_cull cull;
    pick_mesh_filter filter; // NULL: alpha-tested triangles count as solid
    void *filter_user;
    pick_stats *stats; // NULL: not counted
} pick_mesh_query;

// Nearest hit in [ray->t_min, ray->t_max], ties to the lower triangle number. Object space.
// A miss, an invalid ray included, leaves `hit` untouched. `query` NULL: material culling, no filter.
PICK_API bool pick_mesh_closest(const pick_mesh *mesh, const pick_ray *ray, const pick_mesh_query *query,
                                pick_mesh_hit *hit);

// All hits, sorted by (t, triangle). Writes at most `capacity`, the nearest ones; returns how many there are.
PICK_API size_t pick_mesh_all(const pick_mesh *mesh, const pick_ray *ray, const pick_mesh_query *query,
                              pick_mesh_hit *hits, size_t capacity);

// The twins that test every triangle. Slow, simple and kept for ever: they say what the fast ones must answer.
PICK_API bool pick_mesh_closest_brute_force(const pick_mesh *mesh, const pick_ray *ray, const pick_mesh_query *query,
                                            pick_mesh_hit *hit);
PICK_API size_t pick_mesh_all_brute_force(const pick_mesh *mesh, const pick_ray *ray, const pick_mesh_query *query,
                                          pick_mesh_hit *hits, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
