// clipboard.h: copies objects as text and pastes them, in this level or another.
#ifndef EDITOR_DOCUMENT_CLIPBOARD_H
#define EDITOR_DOCUMENT_CLIPBOARD_H

#include "document/history/edit.h"

// Objects with all below them as text, a level file with paths from the root: for the clipboard, and good in another
// run and another level. The caller frees it; NULL when there are none, with the reason.
char *editor_edit_copy(editor_document *document, const uint32_t *objects, uint32_t count);
// Adds what such a text holds at the end of `parent`, where it was in the world, with new names where they are in use,
// and selects it. Meshes of files that the level has are shared; others are imported, which undo does not take back.
editor_edit_result editor_edit_paste(editor_document *document, const char *text, uint32_t parent,
                                     editor_image_decoder decoder, void *decoder_user);

#endif
