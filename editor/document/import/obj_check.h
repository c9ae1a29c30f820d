// obj_check.h: checks OBJ files strictly before Assimp reads them leniently.
#ifndef EDITOR_DOCUMENT_OBJ_CHECK_H
#define EDITOR_DOCUMENT_OBJ_CHECK_H

#include "document/import/common/importer.h"

// Whether the text of an OBJ file is valid: finite numbers, indices of vertices that exist. False with the refusal,
// which names the line.
bool editor_obj_check(editor_importer *importer);

#endif
