// ply_edges.h: edges of a PLY file, as lines.
#ifndef EDITOR_DOCUMENT_PLY_EDGES_H
#define EDITOR_DOCUMENT_PLY_EDGES_H

#include "document/import/ply/ply_rows.h"

// The element of edges that have vertices. NULL: there are none.
const ply_element *ply_find_edges(const ply_header *header);
// Makes a mesh of lines, each between two of the file's vertices, with a colour of its own or theirs. False: refused.
bool ply_read_edges(ply_reader *reader, const ply_element *edges, const editor_mesh *file, editor_mesh *lines);

#endif
