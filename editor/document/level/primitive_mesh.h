// primitive_mesh.h: the triangles of a primitive.
//
// Surface:    closed, but for a plane; vertices at one place have the same coordinates to the bit; front faces and
//             normals point outward. Round shapes have their vertices on the surface, so they are a little smaller.
// Textures:   (0, 0) to (1, 1) over each face of a cube and plane, each cap and each side.
#ifndef EDITOR_DOCUMENT_PRIMITIVE_MESH_H
#define EDITOR_DOCUMENT_PRIMITIVE_MESH_H

#include "document/level/level.h"

// Makes the mesh of a valid primitive that is no volume: one submesh without a material, named after the shape. Free it
// with mesh_tools_free. False: out of memory; nothing to free.
bool editor_primitive_mesh(const editor_primitive *primitive, editor_mesh *out);

// How many triangles that is. A volume has none.
uint32_t editor_primitive_triangle_count(const editor_primitive *primitive);

#endif
