// mesh_tools.h: builds an editor_mesh from parts, one submesh each.
#ifndef EDITOR_DOCUMENT_MESH_TOOLS_H
#define EDITOR_DOCUMENT_MESH_TOOLS_H

#include "document/level/level.h"

typedef struct mesh_part {
    const float *positions; // 3 per vertex
    const float *normals;   // or NULL; likewise uvs and colors
    const float *uvs;
    const float *colors;
    uint32_t vertex_count;
    uint32_t triangle_count;
    uint32_t material;
} mesh_part;

// Appends vertices and a submesh, and makes room for the part's indices, which the caller writes from mesh->index_count
// on. Fills in attributes that some parts have and others lack: normals with zeros, which are shown flat. False: out of
// memory, or too many vertices or indices; the mesh can then only be freed.
bool mesh_tools_append(editor_mesh *mesh, const mesh_part *part);

// Call after the last part for smooth normals in place of zeros, if the mesh has any normals.
bool mesh_tools_finish(editor_mesh *mesh);

// The polygons that a mesh was made from, as they are read. Start from zeros; free with mesh_polygons_free.
typedef struct mesh_polygons {
    uint8_t *continues; // NULL as long as all are triangles
    size_t count, capacity;
    bool failed; // out of memory
} mesh_polygons;

// The next triangles are one polygon; those of 1 each are triangles.
void mesh_polygons_add(mesh_polygons *polygons, uint32_t triangles);
// Gives them to the mesh, which has as many triangles. False: out of memory.
bool mesh_polygons_take(mesh_polygons *polygons, editor_mesh *mesh);
void mesh_polygons_free(mesh_polygons *polygons);

// The vertices that a mesh of points or lines has at most: as many as picking takes.
#define MESH_TOOLS_POINTS (1u << 30)

// Appends vertices, with positions and perhaps colours, to a mesh of points; to one of lines, `line_count` polylines
// that they make up, each of 2 vertices or more. The first part gives the mesh its submesh and material. False: out of
// memory, or too many vertices; the mesh can then only be freed.
bool mesh_tools_append_points(editor_mesh *mesh, const mesh_part *part);
bool mesh_tools_append_lines(editor_mesh *mesh, const mesh_part *part, const uint32_t *counts, uint32_t line_count);

// The width of points and lines, as their file has it.
editor_width mesh_tools_width(const editor_mesh *mesh);
// The parts of a mesh of points or lines: points, or segments.
uint32_t mesh_tools_part_count(const editor_mesh *mesh);

// What a part of the mesh is called: "triangle", "point", "segment".
const char *mesh_tools_part_name(const editor_mesh *mesh);
// What the status line adds to the name of an object whose mesh is a box in place of another one; else "".
const char *mesh_tools_box_note(const editor_mesh *mesh);

void mesh_tools_free(editor_mesh *mesh); // all but `pick`, `thin` and `volume`

// Triangles in a primitive of `count` vertices: glTF's mode 4 (list), 5 (strip) or 6 (fan).
uint32_t mesh_tools_triangle_count(uint32_t mode, uint32_t count);

#endif
