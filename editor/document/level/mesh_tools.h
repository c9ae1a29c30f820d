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
// on. Fills in attributes that some parts have and others lack (normals: see mesh_tools_finish). False: out of memory,
// or too many vertices or indices; the mesh can then only be freed.
bool mesh_tools_append(editor_mesh *mesh, const mesh_part *part);

// Call after the last part. Computes normals for parts without any, if other parts have some.
bool mesh_tools_finish(editor_mesh *mesh);

void mesh_tools_free(editor_mesh *mesh);

// Triangles in a primitive of `count` vertices: glTF's mode 4 (list), 5 (strip) or 6 (fan).
uint32_t mesh_tools_triangle_count(uint32_t mode, uint32_t count);

#endif
