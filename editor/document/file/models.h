// models.h: the model files of a level, when they change on disk or are missing.
//
// Objects keep their meshes by number, so selection and undo stay as they are. Meshes are found again by name, as when
// a level is read; a box stands in for one that the file has no more.
#ifndef EDITOR_DOCUMENT_MODELS_H
#define EDITOR_DOCUMENT_MODELS_H

#include "document/history/document.h"

// Whether the file of an asset, or another that it was read from (buffers, textures, material libraries), was written
// since it was read, or since it could not be read.
bool editor_model_is_changed(const editor_asset *asset);
// The path of the asset's file, or of another that it was read from, that is no longer there. NULL: none.
const char *editor_model_find_gone(const editor_asset *asset);
// Another number for each state of these files on disk.
uint64_t editor_model_version(const editor_asset *asset);
// Whether the level was read from this file: its own, a model's, or one that a model was read from.
bool editor_level_reads(const editor_level *level, const char *path);

// Marks the assets that objects and prefabs have meshes or clips of; `undone`: those objects, too, that undo or redo
// may bring back. The caller frees the result. NULL: out of memory.
bool *editor_document_find_used_models(const editor_document *document, bool undone);

// Gives an asset the content of `source`, which was read from its file again or, if it is missing, from another one
// (load.h): that one becomes its file, and the document counts as changed. Takes `source`. False: out of memory, and
// the level is as it was.
bool editor_document_exchange_model(editor_document *document, uint32_t asset, editor_level *source,
                                    editor_error *error);

// Whether `source`, which was read from a file, is the file of a missing asset by what the level knows of it: it has a
// mesh of a name that the missing one had, or, if that had none, a node that an object follows. What has no names
// counts by its number.
bool editor_document_finds_model(const editor_document *document, uint32_t asset, const editor_level *source);
// Whether another asset of the level, which would be saved or which undo may bring back, is of this file.
bool editor_document_has_file(const editor_document *document, uint32_t asset, const char *path);

// Chooses another scene or variant of an asset, and scale and up axis: `source` was read from its file with them, and
// is taken. One that it `may_lack` (import.h) stays chosen. One step: objects that were added of another scene make way
// for those of the chosen one, where they stand (edit_choice.c). After undo the content is still that of the choice,
// until it is exchanged: it counts as not read as chosen (choice.h). `*left`: objects that stay because they were
// changed since. False: refused; then at most the content is another one.
bool editor_document_choose(editor_document *document, uint32_t asset, editor_level *source, const editor_fit *fit,
                            uint32_t *left, editor_error *error);
// An asset's file could not be read as chosen: it keeps the content that it has, and a warning says why.
void editor_document_keep_content(editor_document *document, uint32_t asset, const char *why);

// Whether the objects that were added of an asset whose boxes the level shows (import.h) are those that its file, read
// as `source`, gives.
bool editor_document_boxes_were_right(const editor_document *document, uint32_t asset, const editor_level *source);

// An asset that is still to be read (level_file.h) could not be: from now on it is missing, and a warning says why.
void editor_document_give_up_model(editor_document *document, uint32_t asset, const char *why);

// The file that lies beside `path` as the missing one `lost` lies beside `was`, if it exists. The caller frees it.
// NULL: there is none.
char *editor_model_beside(const char *was, const char *lost, const char *path);

#endif
