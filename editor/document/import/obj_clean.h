// obj_clean.h: makes unusual OBJ text plain.
//
// Exporters and people write what the format allows and few readers take: UTF-16, a byte order mark, line ends of old
// Macs, lines joined by a backslash, numbers like +1, .5 and 1., indices like +1 and 01, corners like 1/, comments
// after faces. Plain text has the same lines with the same numbers, so that messages name the right one.
#ifndef EDITOR_DOCUMENT_OBJ_CLEAN_H
#define EDITOR_DOCUMENT_OBJ_CLEAN_H

#include "document/import/common/importer.h"

// Replaces the importer's bytes by plain text where they are unusual; `importer->is_rewritten` says so. Warns of curves
// and surfaces, which are not drawn. False: refused.
bool editor_obj_clean(editor_importer *importer);

#endif
