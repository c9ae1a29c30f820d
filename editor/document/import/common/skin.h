// skin.h: applies a skin's joints to a mesh.
//
// Every vertex is transformed by the weighted mean of its joints' transforms. A vertex without weights stays.
#ifndef EDITOR_DOCUMENT_SKIN_H
#define EDITOR_DOCUMENT_SKIN_H

#include "document/import/common/importer.h"

typedef struct editor_skin {
    pick_affine *sums; // per vertex: the sum of weight * joint over its joints
    double *totals;    // per vertex: the sum of the weights
    uint32_t vertex_count;
} editor_skin;

// False: out of memory, with the importer's refusal. Free it in either case.
bool editor_skin_init(editor_skin *skin, editor_importer *importer, uint32_t vertex_count);
void editor_skin_free(editor_skin *skin);

// `joint` maps the mesh's space to the posed mesh in the same space. Ignores weights that are not above 0, and vertices
// out of range.
void editor_skin_add(editor_skin *skin, size_t vertex, double weight, const pick_affine *joint);

// Transforms positions (3 floats per vertex), and normals if there are any, which it normalises.
void editor_skin_bend(const editor_skin *skin, float *positions, float *normals);

#endif
