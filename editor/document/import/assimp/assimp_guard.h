// assimp_guard.h: finds out whether Assimp survives a file.
#ifndef EDITOR_DOCUMENT_ASSIMP_GUARD_H
#define EDITOR_DOCUMENT_ASSIMP_GUARD_H

#include "document/import/common/importer.h"

// Reads the file once in a child process, because Assimp ends the process on some broken files: by an assertion, by an
// uncaught exception, or by a read out of bounds; or takes all memory. False with the refusal when the child found no
// model or did not come back by itself.
// Where there are no child processes every file passes.
bool assimp_guard_check(editor_importer *importer, unsigned flags);

#endif
