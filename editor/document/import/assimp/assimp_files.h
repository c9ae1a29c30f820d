// assimp_files.h: the files that Assimp may open: the model, and what it may refer to (system/reference.h).
#ifndef EDITOR_DOCUMENT_ASSIMP_FILES_H
#define EDITOR_DOCUMENT_ASSIMP_FILES_H

#include "document/import/common/foreign.h"

#include <assimp/cfileio.h>

typedef struct assimp_source {
    editor_importer *importer; // whose bytes are read as the model's file: once, and no others than were hashed
    editor_child *child;       // opens all other files
    uint32_t depth;            // files that Assimp has open
} assimp_source;

// The callbacks for one import, within a task of the child. `source` must outlive them.
struct aiFileIO assimp_files(assimp_source *source);

// The editor_foreign.open of the import, on the other side of the child. A file that exists and is refused adds a
// warning, and Assimp goes on as if it did not exist. The others become sources of the level.
editor_file_result assimp_files_open(void *user, const char *name, FILE **file);

#endif
