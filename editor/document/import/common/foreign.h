// foreign.h: models that a library reads, which is not trusted. It reads in a child process (system/child.h), which
// hands back the model as bytes (pack.h), within bounds of memory, of time and of what the model unpacks to.
#ifndef EDITOR_DOCUMENT_FOREIGN_H
#define EDITOR_DOCUMENT_FOREIGN_H

#include "document/import/common/pack.h"

typedef struct editor_foreign {
    editor_importer *importer; // `bytes` is the model's file
    // In the child: makes the importer's level, without hierarchies, and lists the pictures that its materials number.
    // False: refused.
    bool (*read)(editor_importer *importer, editor_child *child, editor_pack_images *images);
    // As in editor_child_desc; `user` is the editor_foreign. NULL: the library opens no file.
    editor_file_result (*open)(void *user, const char *name, FILE **file);
    editor_child *child; // while it runs
} editor_foreign;

// False: refused.
bool editor_foreign_import(editor_foreign *foreign);

// In `open`: the library reads so many bytes more, and has more time for them. Some readers find no end in broken
// files, or take a time that grows with the square of what they read.
void editor_foreign_allow(editor_foreign *foreign, uint64_t bytes);

// In `read`, last: a model without triangles opens with a warning, or is refused where it `is_empty`. False: refused.
bool editor_foreign_check(editor_importer *importer, bool is_empty);

// In `read`: as editor_import_claim.
bool editor_foreign_claim(editor_importer *importer, size_t bytes);

#endif
