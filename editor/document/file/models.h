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

// Reads the file of an asset again. False: `error` has the reason, and the level is as it was.
bool editor_document_reload_model(editor_document *document, uint32_t asset, editor_image_decoder decoder,
                                  void *decoder_user, editor_error *error);

// Reads a missing asset from another file, which becomes its file, and then all other missing assets that lie beside
// `path` as they lay beside the missing one. Returns how many are missing no more; 0: `error` has the reason, and the
// level is as it was. The document counts as changed.
uint32_t editor_document_relink_model(editor_document *document, uint32_t asset, const char *path,
                                      editor_image_decoder decoder, void *decoder_user, editor_error *error);

#endif
