// threemf_import.h: reads 3MF files, packages (ZIP) of XML parts and pictures, with lib3mf.
//
// Read:       build items, objects, meshes and components, with their transforms and names; parts that others refer to
//             (production extension); base materials, colours and textures of objects and triangles.
// Units:      numbers as they are, with +Z up; the facts have the unit.
// Left out:   with a warning: beam lattices, mixed materials, and what else lib3mf warns of.
#ifndef EDITOR_DOCUMENT_THREEMF_IMPORT_H
#define EDITOR_DOCUMENT_THREEMF_IMPORT_H

#include "document/import/common/importer.h"

// Reads the model in a child process, because whoever wrote the package chose what its parts unpack to. True with the
// level filled in (not finished), or false with the refusal.
bool editor_import_threemf(editor_importer *importer);

#endif
