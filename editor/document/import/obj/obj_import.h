// obj_import.h: reads OBJ files.
//
// Text is UTF-8 or UTF-16 with a byte order mark, or has names in another encoding; lines end as on any system, and may
// be joined by a backslash. Numbers are rounded to the nearest float, far out relative to the first vertex, where the
// objects then stand. Faces are split in place, so that triangles have the order of the file. Each `o` and `g` begins
// an object, which exists if elements follow; its lines and points are objects of their own. Corners of one object that
// name the same share a vertex. Materials are looked for in all libraries.
//
// Memory is proportional to the file: at most some 10 bytes for each of it, but for objects and materials, which take
// some hundred for each of theirs.
#ifndef EDITOR_DOCUMENT_OBJ_IMPORT_H
#define EDITOR_DOCUMENT_OBJ_IMPORT_H

#include "document/import/common/importer.h"

// Fills the importer's level, not finished, and frees its bytes. False: refused.
bool editor_import_obj(editor_importer *importer);

#endif
