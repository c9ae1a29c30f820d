// ply_corners.h: vertices of corners that have texture coordinates or a colour of their own. Those of equal corners are
// one.
#ifndef EDITOR_DOCUMENT_PLY_CORNERS_H
#define EDITOR_DOCUMENT_PLY_CORNERS_H

#include "document/import/common/importer.h"
#include "document/import/common/weld.h"

// What a vertex is made of: one of the file's; texture coordinates, as the bits of their floats; a colour, as
// ply_pack_color makes it.
typedef enum ply_corner_part {
    PLY_CORNER_VERTEX,
    PLY_CORNER_U,
    PLY_CORNER_V,
    PLY_CORNER_COLOR,
    PLY_CORNER_ALPHA,
    PLY_CORNER_PARTS
} ply_corner_part;

// Start from zeros, with what corners have. With neither there are no vertices but those of the file.
typedef struct ply_corners {
    bool has_uvs, has_colors;
    editor_weld weld;
    float *positions; // of the vertices, 3 each
    uint32_t capacity;
    uint32_t claimed; // vertices whose memory is claimed
} ply_corners;

// The vertex of a corner; parts that corners do not have are 0. `file` has the file's vertices. False: refused.
bool ply_corners_find(ply_corners *corners, editor_importer *importer, const editor_mesh *file,
                      const uint32_t parts[PLY_CORNER_PARTS], uint32_t *out);
// Claims the memory of the vertices that were made since the last call. False: refused.
bool ply_corners_claim(ply_corners *corners, editor_importer *importer);
// Gives a mesh these vertices in place of the file's. False: refused.
bool ply_corners_take(ply_corners *corners, editor_importer *importer, editor_mesh *mesh);
void ply_corners_free(ply_corners *corners);

#endif
