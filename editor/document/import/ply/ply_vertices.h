// ply_vertices.h: the vertices of a PLY file.
#ifndef EDITOR_DOCUMENT_PLY_VERTICES_H
#define EDITOR_DOCUMENT_PLY_VERTICES_H

#include "document/import/ply/ply_rows.h"

// Reads the element `vertices`, which comes next, into arrays of `mesh` that it allocates; the mesh's form is set.
// Positions are relative to `origin`, zeros before, which becomes a corner near the first vertex where doubles or text
// lie far from zero. Colours are sRGB in the file, and linear afterwards. Of points, those that are not finite are left
// out, with a warning. Triangles get normals and texture coordinates too. False: refused.
bool ply_read_vertices(ply_reader *reader, const ply_element *vertices, editor_mesh *mesh, double origin[3]);

#endif
