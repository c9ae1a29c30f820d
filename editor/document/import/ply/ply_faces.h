// ply_faces.h: the faces of a PLY file.
#ifndef EDITOR_DOCUMENT_PLY_FACES_H
#define EDITOR_DOCUMENT_PLY_FACES_H

#include "document/import/ply/ply_rows.h"

// The element of faces, after that of the vertices. NULL: there are none, or they have more than their corners, such as
// materials and texture coordinates, or there is a texture.
const ply_element *ply_find_plain_faces(const ply_header *header);

// Reads the faces, which come next, as the indices of `mesh`, which has its vertices. Faces of more than three corners
// are split in place; those of fewer are left out, with a warning. False: refused.
bool ply_read_faces(ply_reader *reader, const ply_element *faces, editor_mesh *mesh);

#endif
