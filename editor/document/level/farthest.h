// farthest.h: which place of many bodies is the farthest in a direction.
//
// Bodies:     meshes and points, whose hierarchies are searched (pick_mesh_farthest, pick_thin_farthest), and boxes.
//             No vertex is read or copied in advance.
// Cells:      the bodies are sorted once into the cells of a grid. A question looks into those cells, and at those
//             bodies, whose boxes reach farthest: microseconds for a few large bodies that are not round, some tenths
//             of a millisecond for round ones of ten million vertices, 10 to 90 microseconds for 100 000 small ones.
// Exactness:  a place is the farthest to within a hundred-millionth of the size of all bodies, or of one mesh
//             (pick_mesh_farthest).
// Memory:     56 bytes a body, twice that while it is made.
#ifndef EDITOR_DOCUMENT_FARTHEST_H
#define EDITOR_DOCUMENT_FARTHEST_H

#include "picking/affine.h"
#include "picking/mesh.h"
#include "picking/thin.h"

typedef struct editor_body {
    const pick_mesh *mesh; // its vertices
    const pick_thin *thin; // the ends of its parts
    pick_aabb box;         // of what has neither: its corners. Object space; of a point, twice the point
    pick_affine place;     // object to world
} editor_body;

typedef struct editor_farthest editor_farthest;

// The bodies must outlive it; those that are empty, or reach beyond all numbers, are left out. NULL: out of memory.
editor_farthest *editor_farthest_create(const editor_body *bodies, size_t count);
void editor_farthest_destroy(editor_farthest *farthest); // NULL is fine

// Whether there is no body but those left out.
bool editor_farthest_is_empty(const editor_farthest *farthest);

// The place that is farthest along the direction, in the world: one of them, if several are. It may fall short by
// `slack` metres, which saves time where bodies are round. Not empty. `direction` is finite, and has any length.
pick_vec3 editor_farthest_point(const editor_farthest *farthest, pick_vec3 direction, double slack);

#endif
