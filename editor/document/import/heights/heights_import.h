// heights_import.h: reads a grey PNG as a terrain: each pixel is the height of a sample, from black, 0, to white,
// 65535.
//
// Read:       8 or 16 bits of grey, no more; 8 bits count 257 each. Gamma and colour profiles are not applied: a height
//             is no brightness. 2 to 16 385 samples along each side, EDITOR_TERRAIN_SAMPLES in all.
// Becomes:    two meshes (terrain_mesh.h), without and with holes, and one object, with a metre from sample to sample.
#ifndef EDITOR_DOCUMENT_HEIGHTS_IMPORT_H
#define EDITOR_DOCUMENT_HEIGHTS_IMPORT_H

#include "document/import/common/importer.h"

// Frees the file's bytes once they are read. False: refused.
bool editor_import_heights(editor_importer *importer);

#endif
