// ply_looks.h: textures and materials of faces: a submesh for each pair of them.
#ifndef EDITOR_DOCUMENT_PLY_LOOKS_H
#define EDITOR_DOCUMENT_PLY_LOOKS_H

#include "document/import/ply/ply_rows.h"

// A texture and a material of the file; EDITOR_NONE: without.
typedef struct ply_look {
    uint32_t texture, material;
} ply_look;

// The looks of a mesh's triangles. Start from zeros, with the reader.
typedef struct ply_looks {
    ply_reader *reader;
    const ply_element *materials; // NULL: there are none
    ply_look *list;
    uint32_t count, capacity;
    uint32_t last; // the one that was added last
    editor_hash_index numbers;
    uint32_t *of_triangles; // NULL: all have the first
    uint32_t triangle_count, triangle_capacity;
    uint64_t unknown; // faces that name a texture or material that is not there
} ply_looks;

// Finds the element of materials.
void ply_looks_begin(ply_looks *looks, ply_reader *reader);
// The next triangles, of a face, have the texture and material of these numbers; negative ones: without. False:
// refused.
bool ply_looks_add(ply_looks *looks, double texture, double material, uint32_t triangles);
// Gives the mesh its submeshes, for which its triangles are sorted, and the level their materials. `has_uvs`: its
// vertices will have texture coordinates; `has_colors`: and colours. False: refused.
bool ply_looks_take(ply_looks *looks, editor_mesh *mesh, bool has_uvs, bool has_colors);
void ply_looks_free(ply_looks *looks);

#endif
