// ply_import.h: reads PLY files: point clouds, and meshes whose faces have corners and nothing that is drawn besides.
//
// Why not Assimp: it reads every number as an object of its own, and takes ten times as long. It reads what is left:
//             faces with materials or texture coordinates, files that name a texture.
// Read:       of the element "vertex" x, y, z, as any type; red, green, blue and alpha, as sRGB, which are linear
//             afterwards; of meshes nx, ny, nz and texture coordinates too; faces of any size; strips of triangles.
// Far away:   coordinates of doubles and of text are read relative to a corner near the first vertex, which becomes the
//             object's place: surveys are hundreds of kilometres from their origin, where floats are centimetres apart.
#ifndef EDITOR_DOCUMENT_PLY_IMPORT_H
#define EDITOR_DOCUMENT_PLY_IMPORT_H

#include "document/import/common/importer.h"

// Refuses a PLY file whose header is broken: Assimp's reader goes on for ever in some of them.
bool editor_ply_check_header(editor_importer *importer);
// Refuses a file for Assimp's reader whose elements have more rows than it has bytes for: that reader counts them all.
bool editor_ply_check_counts(editor_importer *importer);
// Whether the file is one that is read here. A broken header is no such file.
bool editor_ply_is_read(const editor_importer *importer);
// Reads one; frees the file's bytes once they are read. False: refused.
bool editor_ply_read(editor_importer *importer);

#endif
