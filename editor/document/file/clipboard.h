// clipboard.h: copies objects as text and pastes them, in this level or another.
#ifndef EDITOR_DOCUMENT_CLIPBOARD_H
#define EDITOR_DOCUMENT_CLIPBOARD_H

#include "document/history/edit.h"

// Writes objects and their descendants as text; a group of which all children (two or more) are given goes along: a
// level file with absolute paths, for the clipboard, valid in another run and another level. The caller frees it. NULL:
// there are no objects; editor_document_reason says why.
char *editor_edit_copy(editor_document *document, const uint32_t *objects, uint32_t count);
// Adds the objects of such a text at the end of `parent`, with the same world transforms and unique names, and selects
// them. Meshes of files that the level has are shared; other files are imported, which undo does not revert.
editor_edit_result editor_edit_paste(editor_document *document, const char *text, uint32_t parent,
                                     editor_image_decoder decoder, void *decoder_user);

#endif
