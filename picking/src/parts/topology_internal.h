// topology_internal.h: the struct behind pick_topology. Private.
#ifndef PICKING_SRC_TOPOLOGY_INTERNAL_H
#define PICKING_SRC_TOPOLOGY_INTERNAL_H

#include "picking/topology.h"

#include "mesh/mesh_internal.h"

// Stands in for an edge's number where a side is inner to a polygon, in a triangle that is valid.
#define PICK_INNER_SIDE (PICK_NO_PART - 1)

// A corner is 3 times its triangle plus its index. Lists "of a vertex" run from first[v] up to first[v + 1], and are
// empty for vertices merged into another one. Edge i of a triangle runs from its corner i to the next.
struct pick_topology {
    const pick_mesh *mesh;
    pick_allocator allocator;
    size_t bytes;
    uint32_t vertex_count, triangle_count, edge_count;
    bool has_polygons;      // the mesh has
    uint32_t *merged;       // the vertex that each vertex of the mesh is merged into
    uint32_t *first_corner; // of a vertex, in `corners`
    uint32_t *first_edge;   // of a vertex, in `edge_end`: those to higher vertices
    uint32_t *corners;      // of valid triangles
    uint32_t *edge_of;  // the edge that starts at each corner, or PICK_INNER_SIDE; PICK_NO_PART in degenerate triangles
    uint32_t *edge_end; // the higher vertex of each edge, ascending for each lower one
};

static inline uint32_t pick_corner_after(uint32_t corner)
{
    return corner % 3 == 2 ? corner - 2 : corner + 1;
}

static inline uint32_t pick_corner_before(uint32_t corner)
{
    return corner % 3 == 0 ? corner + 2 : corner - 1;
}

// The merged vertex at a corner.
static inline uint32_t pick_topology_at(const pick_topology *topology, uint32_t corner)
{
    const uint32_t *indices = topology->mesh->indices;
    return topology->merged[indices != NULL ? indices[corner] : corner];
}

// Whether the triangle is not degenerate.
static inline bool pick_topology_has(const pick_topology *topology, uint32_t triangle)
{
    return topology->edge_of[3 * (size_t)triangle] != PICK_NO_PART;
}

// The face of a corner.
static inline uint32_t pick_topology_face(const pick_topology *topology, uint32_t corner)
{
    return topology->has_polygons ? pick_mesh_find_first(topology->mesh, corner / 3) : corner / 3;
}

// The merged vertices of an edge, the lower one first.
void pick_topology_ends(const pick_topology *topology, uint32_t edge, uint32_t out[2]);

#endif
