// ply_faces.h: the faces of a PLY file.
#ifndef EDITOR_DOCUMENT_PLY_FACES_H
#define EDITOR_DOCUMENT_PLY_FACES_H

#include "document/import/ply/ply_corners.h"
#include "document/import/ply/ply_looks.h"

bool ply_has_faces(const ply_header *header);

// Reads all faces as the indices of `mesh`, which has the file's vertices: into these, or into those that `corners`
// gets if faces have texture coordinates or colours. `looks`, which has begun, gets the texture and material of each
// triangle. Faces of more than three corners are split in place; those of fewer are left out, with a warning.
// False: refused.
bool ply_read_faces(ply_reader *reader, editor_mesh *mesh, ply_corners *corners, ply_looks *looks);

#endif
