// assimp_guard.h: tests whether Assimp survives a file.
#ifndef EDITOR_DOCUMENT_ASSIMP_GUARD_H
#define EDITOR_DOCUMENT_ASSIMP_GUARD_H

#include "document/import/common/importer.h"

// Reads the file once in a child process, because Assimp crashes on some broken files (failed assertions, uncaught
// exceptions, reads out of bounds) or takes all memory. False: the child found no model or crashed; the refusal says
// why. On systems without child processes every file passes.
bool assimp_guard_check(editor_importer *importer, unsigned flags);

#endif
