// models.h: the model files of a level, when they change on disk or are missing.
//
// Objects keep their meshes by number, so selection and undo stay as they are. Meshes are found again by name, as when
// a level is read; a box stands in for one that the file has no more.
#ifndef EDITOR_DOCUMENT_MODELS_H
#define EDITOR_DOCUMENT_MODELS_H

#include "document/history/document.h"

// Whether the file of an asset, or another that it was read from (buffers, textures, material libraries), was written
// since it was read.
bool editor_model_is_changed(const editor_asset *asset);
// Another number for each state of these files on disk.
uint64_t editor_model_version(const editor_asset *asset);
// Whether the level was read from this file: its own, a model's, or one that a model was read from.
bool editor_level_reads(const editor_level *level, const char *path);

// Gives an asset the content of `source`, which was read from its file again or, if it is missing, from another one
// (load.h): that one becomes its file, and the document counts as changed. Takes `source`. False: out of memory, and
// the level is as it was.
bool editor_document_exchange_model(editor_document *document, uint32_t asset, editor_level *source,
                                    editor_error *error);

// Whether the objects that were added of an asset whose boxes the level shows (import.h) are those that its file, read
// as `source`, gives.
bool editor_document_boxes_were_right(const editor_document *document, uint32_t asset, const editor_level *source);

// An asset that is still to be read (level_file.h) could not be: from now on it is missing, and a warning says why.
void editor_document_give_up_model(editor_document *document, uint32_t asset, const char *why);

// The file that lies beside `path` as the missing one `lost` lies beside `was`, if it exists. The caller frees it.
// NULL: there is none.
char *editor_model_beside(const char *was, const char *lost, const char *path);

#endif
