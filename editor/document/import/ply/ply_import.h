// ply_import.h: reads PLY files: meshes, lines and point clouds.
//
// Read:       of the element "vertex" x, y, z, as any type; red, green, blue and alpha, as sRGB, which are linear
//             afterwards; of meshes nx, ny, nz and texture coordinates too; faces of any size, with texture coordinates
//             and colours of their own; strips of triangles; edges, as lines; materials; the textures of comments.
// Submeshes:  one for each texture and material of faces, in the order of the first face of each. Their triangles have
//             the order of the file.
// Far away:   coordinates of doubles and of text are read relative to a corner near the first vertex, which becomes the
//             object's place: surveys are hundreds of kilometres from their origin, where floats are centimetres apart.
// Elements:   may stand in any order: those before the vertices are skipped first, and read afterwards.
#ifndef EDITOR_DOCUMENT_PLY_IMPORT_H
#define EDITOR_DOCUMENT_PLY_IMPORT_H

#include "document/import/common/importer.h"

// Fills the importer's level, not finished, and frees its bytes. False: refused.
bool editor_import_ply(editor_importer *importer);

#endif
