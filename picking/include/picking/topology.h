// topology.h: how the vertices, edges and faces of a mesh are connected, to grow and shrink a selection of parts, to
// select loops of edges and linked faces.
//
// Merged:     vertices at the same position are one, whatever normals, uvs or missing indices separate them in the
//             mesh. The lowest of their numbers stands for all. Positions are compared exactly; -0 is 0.
// Numbers:    the parts of each kind are numbered from 0: vertices and faces as in the mesh, edges by their lower, then
//             their higher vertex. Numbers of vertices that are merged into a lower one, or that no face has, and of
//             degenerate triangles, are gaps: no function adds them to a set.
// Polygons:   of a mesh that has them (mesh.h), they are the faces, each numbered as its first triangle; the other
//             numbers are gaps. Inner sides are no edges, so in a grid of quads four edges meet at a vertex. The normal
//             of a face is the mean of its triangles', by area.
// Sets:       a byte for each number of a kind, not 0 if the part is in it. The caller owns them.
// Angles:     in radians, between the normals of two faces in object space, within some 1e-15: 0, or next to it, where
//             they are in one plane.
// Lifetime:   the mesh must outlive its topology. After a refit that tears or joins vertices, make a new one.
// Threads:    any number of readers at once.
// Cost:       to create: a fraction of a microsecond for each triangle. It holds 12 bytes a vertex and 36 a triangle.
#ifndef PICKING_TOPOLOGY_H
#define PICKING_TOPOLOGY_H

#include "picking/parts.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pick_topology pick_topology;

#define PICK_NO_PART UINT32_MAX

// `allocator` NULL: the default one; it must outlive the topology. Errors leave `*out` untouched:
// PICK_ERROR_INVALID_ARGUMENT, PICK_ERROR_OUT_OF_MEMORY.
PICK_API pick_result pick_topology_create(const pick_mesh *mesh, const pick_allocator *allocator, pick_topology **out);
PICK_API void pick_topology_destroy(pick_topology *topology); // NULL is fine

// The size of a set of this kind; 0 for a NULL or an unknown kind.
PICK_API uint32_t pick_topology_count(const pick_topology *topology, uint32_t kind);

// The number of a part, which is that of the part it is merged into; its object is not read. PICK_NO_PART: a NULL, or
// no part of the mesh.
PICK_API uint32_t pick_topology_number(const pick_topology *topology, const pick_part *part);
// The part with a number. False, and `out` untouched: a gap, a NULL or an unknown kind. `object` is copied.
PICK_API bool pick_topology_part(const pick_topology *topology, uint32_t kind, uint32_t number, pick_object_id object,
                                 pick_part *out);

// Each function below returns false, and leaves the set unchanged, for a NULL, an unknown kind or number. A set of a
// kind that the mesh has no parts of may be NULL.

// Adds the neighbours of all parts in the set: vertices that an edge joins to one in it, edges and faces that share a
// vertex with one.
PICK_API bool pick_topology_grow(const pick_topology *topology, uint32_t kind, uint8_t *set);
// Removes the parts that have a neighbour outside the set.
PICK_API bool pick_topology_shrink(const pick_topology *topology, uint32_t kind, uint8_t *set);

// Adds the loop through an edge: the edge, and in both directions the next one as long as there is one. A turn around
// the vertex finds it: from the edge over a face to that face's other edge there, and on, while edges have two faces.
// On the border of an open mesh the next edge is the other border that the turn ends at. Elsewhere the turn must come
// back to the edge: at a vertex of the border, inner edges have no next one. Between two faces that meet at more than
// PICK_CREASE_ANGLE it is the opposite crease, if the turn meets an even number of creases; of two, the other one. Of
// the rest it is the opposite edge of an even number that are no creases, if it turns by less than 60 degrees. Opposite
// means with as many on either side. So loops follow rims, bevels and the lines of triangulated grids. An edge of three
// faces or more has no next one.
PICK_API bool pick_topology_loop(const pick_topology *topology, uint32_t edge, uint8_t *set);
#define PICK_CREASE_ANGLE 0.5235987755982988 // 30 degrees

// Adds every part that is connected to one in the set, over edges and over vertices that faces share.
// PICK_ERROR_INVALID_ARGUMENT as above; PICK_ERROR_OUT_OF_MEMORY: the set is unchanged.
PICK_API pick_result pick_topology_linked(const pick_topology *topology, uint32_t kind, uint8_t *set);
// Adds the faces that are reached from one in the set over edges between faces at most `angle` apart: with a small
// angle a flat side; with 0, rounding may part faces in one plane. The angle is finite. Errors as above.
PICK_API pick_result pick_topology_flat(const pick_topology *topology, double angle, uint8_t *faces);

#ifdef __cplusplus
}
#endif

#endif
