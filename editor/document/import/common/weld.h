// weld.h: one vertex of a mesh for all corners of faces that name the same: a vertex of the file, and besides it
// texture coordinates, a normal, a colour.
//
// Time and memory are proportional to the corners: a file in which all corners lie at one vertex gets equal vertices.
#ifndef EDITOR_DOCUMENT_WELD_H
#define EDITOR_DOCUMENT_WELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Vertices of the mesh at one vertex of the file that are compared. Beyond it there may be equal ones.
enum { EDITOR_WELD_CHAIN = 64 };

// Start from zeros.
typedef struct editor_weld {
    uint32_t *newest; // for each vertex of the file: the vertex that was made of it last, + 1; 0: none
    uint32_t *words;  // for each vertex its parts, and the one made before of the same vertex of the file, + 1
    uint32_t count, capacity;
} editor_weld;

// Makes room for the vertices of the file, once. False: out of memory.
bool editor_weld_init(editor_weld *weld, uint32_t file_vertices);
void editor_weld_free(editor_weld *weld);
// Forgets all vertices, for the next mesh of the same file.
void editor_weld_clear(editor_weld *weld, uint32_t part_count);
// Adds a vertex. False: out of memory, or too many.
bool editor_weld_add(editor_weld *weld, const uint32_t *parts, uint32_t part_count);

// The parts that a vertex was made of.
static inline const uint32_t *editor_weld_parts(const editor_weld *weld, uint32_t part_count, size_t vertex)
{
    return weld->words + (part_count + 1) * vertex;
}

// The vertex of a corner, which is added where it is new. parts[0] is the vertex of the file; the others are equal or
// not. `part_count` is the same in all calls, and a constant, for which the compiler makes a loop of its own.
// False: out of memory, or too many.
static inline bool editor_weld_find(editor_weld *weld, const uint32_t *parts, uint32_t part_count, uint32_t *out)
{
    uint32_t number = weld->newest[parts[0]];
    for (int i = 0; number != 0 && i < EDITOR_WELD_CHAIN; i++) {
        const uint32_t *vertex = editor_weld_parts(weld, part_count, number - 1);
        bool is_same = true;
        for (uint32_t k = 1; k < part_count; k++)
            is_same = is_same && vertex[k] == parts[k];
        if (is_same) {
            *out = number - 1;
            return true;
        }
        number = vertex[part_count];
    }
    *out = weld->count;
    return editor_weld_add(weld, parts, part_count);
}

#endif
