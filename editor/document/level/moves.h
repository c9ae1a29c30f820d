// moves.h: vertices of meshes that were moved in the level.
//
// Copies:     a mesh with moved vertices is one of the level: a copy of another mesh, its original, which a model's
//             file or a primitive has. The original stays as it is, and so does the file. Where clips deform it, the
//             copy is one of the mesh at rest.
// Places:     vertices that the original has in one place, one for each normal or uv, are moved together (topology.h
//             merges them).
// Normals:    turn as the triangles around them do. Vertices in one place whose normals were equal keep equal ones, so
//             what is smooth stays smooth, and what is sharp sharp.
// Fits:       a vertex is named by its number. So moves count as long as the original has as many vertices as it had
//             when they were made. Otherwise, because the model's file is missing or has changed, the copy looks like
//             the original, and the moves are kept.
// Size:       all copies of a level have at most EDITOR_MOVED_TRIANGLES triangles, and twice as many vertices, and
// those
//             of primitives EDITOR_MOVED_SHAPES triangles, so that a small file cannot ask for much memory. Beyond,
//             vertices cannot be moved, and what a file has beyond is shown as boxes.
// Space:      that of the mesh; floats, as all positions of meshes.
#ifndef EDITOR_DOCUMENT_MOVES_H
#define EDITOR_DOCUMENT_MOVES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct editor_moved_vertex {
    uint32_t vertex;
    float position[3]; // where it is now
} editor_moved_vertex;

typedef struct editor_moves {
    editor_moved_vertex *items; // ascending by vertex, each once; owned
    uint32_t count;
    uint32_t vertex_count; // of the original when they were made
} editor_moves;

enum { EDITOR_MOVED_TRIANGLES = 1 << 24, EDITOR_MOVED_SHAPES = 1 << 22 };

bool editor_moves_equal(const editor_moves *a, const editor_moves *b);
// False: out of memory; then `to` is empty.
bool editor_moves_copy(const editor_moves *from, editor_moves *to);
void editor_moves_free(editor_moves *moves); // an empty one is fine

#endif
