// open.h: opens any file that the editor can read.
#ifndef EDITOR_DOCUMENT_OPEN_H
#define EDITOR_DOCUMENT_OPEN_H

#include "document/import/import.h"
#include "document/level/level.h"

// Reads a level (level_file.h) or a model (import.h), by the file's name. NULL, with the reason in `error`, when the
// file is refused. `decoder` NULL: no textures.
editor_level *editor_open(const char *path, editor_image_decoder decoder, void *decoder_user, editor_error *error);

// The same, told of and cancelled by `progress`; NULL: nobody looks.
editor_level *editor_open_watched(const char *path, editor_image_decoder decoder, void *decoder_user,
                                  editor_progress *progress, editor_error *error);

// Reads a model as chosen. Refuses levels.
editor_level *editor_open_model(const char *path, const editor_import_options *options, editor_image_decoder decoder,
                                void *decoder_user, editor_error *error);

#endif
