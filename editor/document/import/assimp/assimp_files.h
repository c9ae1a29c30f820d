// assimp_files.h: the files that Assimp may open: the model, and what it may refer to (system/reference.h).
#ifndef EDITOR_DOCUMENT_ASSIMP_FILES_H
#define EDITOR_DOCUMENT_ASSIMP_FILES_H

#include "document/import/common/importer.h"
#include "system/child.h"

#include <assimp/cfileio.h>

// The callbacks for one import, within a task of `child`, which must outlive them.
struct aiFileIO assimp_files(editor_child *child);

// The editor_child_desc.open of that child; `user` is the editor_importer. A file that exists and is refused adds a
// warning, and Assimp goes on as if it did not exist. Files besides the model become sources.
editor_file_result assimp_files_open(void *user, const char *name, FILE **file);

#endif
