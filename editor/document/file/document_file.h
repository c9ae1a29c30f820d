// document_file.h: saves a document, and takes models into it.
#ifndef EDITOR_DOCUMENT_DOCUMENT_FILE_H
#define EDITOR_DOCUMENT_DOCUMENT_FILE_H

#include "document/history/document.h"

// The asset of a model that the level has already, or EDITOR_NONE.
uint32_t editor_document_find_model(const editor_document *document, const char *path);
// The asset of a model that the level shows as boxes and that is still to be read, or EDITOR_NONE.
uint32_t editor_document_find_unread(const editor_document *document, const char *path);
// Takes a model that was read from that file (load.h), for editor_edit_add_asset. Adds no undo step: an unused asset
// changes nothing. EDITOR_NONE: out of memory.
uint32_t editor_document_adopt(editor_document *document, const char *path, editor_level *source);

// Saves the document as a level file (level_file.h, file_save.h), which becomes the level's file. Marks the document
// saved. False: `error` has the reason, the old file is untouched, and the document still counts as changed.
// Does not look whether another program has written the file meanwhile: editor_document_is_overtaken does.
bool editor_document_save(editor_document *document, const char *path, editor_error *error);

// Whether the level's file was written by another program, or replaced, since it was read or saved. A file that is gone
// does not count: a save makes it again.
bool editor_document_is_overtaken(const editor_document *document);

#endif
