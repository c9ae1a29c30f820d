// skin.h: a mesh in the pose that a skin's joints give it.
//
// Every vertex goes where the mean of its joints' transforms takes it, by weight; one without weights stays.
#ifndef EDITOR_DOCUMENT_SKIN_H
#define EDITOR_DOCUMENT_SKIN_H

#include "document/import/common/importer.h"

typedef struct editor_skin {
    pick_affine *sums; // per vertex: weight * joint over its joints, number by number
    double *totals;    // and the sum of the weights
    uint32_t vertex_count;
} editor_skin;

// False, with the importer's refusal, when out of memory. Free it in either case.
bool editor_skin_init(editor_skin *skin, editor_importer *importer, uint32_t vertex_count);
void editor_skin_free(editor_skin *skin);

// `joint` goes from the mesh's space to where it takes the mesh, in the same space. Weights that are not above 0, and
// vertices out of range, are ignored.
void editor_skin_add(editor_skin *skin, size_t vertex, double weight, const pick_affine *joint);

// Moves 3 floats per vertex, and turns the normals, if there are any, and makes them unit length.
void editor_skin_bend(const editor_skin *skin, float *positions, float *normals);

#endif
