// assimp_files.h: the files that Assimp may open: the model, and what it may refer to (system/reference.h).
#ifndef EDITOR_DOCUMENT_ASSIMP_FILES_H
#define EDITOR_DOCUMENT_ASSIMP_FILES_H

#include "document/import/common/importer.h"

#include <assimp/cfileio.h>

// The callbacks for one import. `importer` must outlive them. A file that they refuse although it exists adds a
// warning, and Assimp goes on as if it did not exist.
struct aiFileIO assimp_files(editor_importer *importer);

#endif
