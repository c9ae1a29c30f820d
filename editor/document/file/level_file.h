// level_file.h: levels in files. docs/level-format.md describes the format.
//
// Reading:    strict: violations of the format are refused with file, line and field, and nothing is half loaded.
//             Unknown fields are kept and written back. Assets that cannot be read are warnings: boxes replace their
//             meshes, and their entries in the file are kept.
// Writing:    every number reads back as the same bits. Paths of assets are relative to the file.
#ifndef EDITOR_DOCUMENT_LEVEL_FILE_H
#define EDITOR_DOCUMENT_LEVEL_FILE_H

#include "document/import/import.h"
#include "document/level/level.h"
#include "system/text.h"

// Whether the name ends with .vkpick or .level.json.
bool editor_level_is_file(const char *path);

// Reads a level file. `path` is the level's file, which relative paths refer to. The text is read from `from` (NULL:
// from `path`); a recovery reads its copy that way.
editor_level *editor_level_read(const char *path, const char *from, editor_image_decoder decoder, void *decoder_user,
                                editor_error *error);

// The same, told of and cancelled by `progress`; NULL: nobody looks.
editor_level *editor_level_read_watched(const char *path, const char *from, editor_image_decoder decoder,
                                        void *decoder_user, editor_progress *progress, editor_error *error);

// The same, but leaves the models of a level of at least `least` bytes of model files (not counting what they refer
// to) unread: boxes of the sizes that the level lists replace them. An asset without such a list is read.
// `unread` of the others is set until they get their content (models.h).
editor_level *editor_level_read_boxes(const char *path, uint64_t least, editor_image_decoder decoder,
                                      void *decoder_user, editor_progress *progress, editor_error *error);

// The asset of the model at `path` that the level has and that is not missing, or EDITOR_NONE.
uint32_t editor_level_find_model(editor_level *level, const char *path);

// The asset of the model at `path` that is still to be read (editor_level_read_boxes), or EDITOR_NONE.
uint32_t editor_level_find_unread(editor_level *level, const char *path);

// Adds the meshes of `source`, which was read from the model at `path` and is taken, as the next function does.
uint32_t editor_level_adopt(editor_level *level, const char *path, editor_level *source, editor_error *error);

// Adds the meshes of a model, read as chosen (import.h), to a level, but no objects. A file that the level already has
// is not read again. Returns the asset's number, or EDITOR_NONE with `error`.
uint32_t editor_level_import_as(editor_level *level, const char *path, const editor_import_options *options,
                                editor_image_decoder decoder, void *decoder_user, editor_error *error);

// Writes the level as text, as it would be saved at `path`. Refused if a mesh comes from no file. Free `out` in any
// case.
bool editor_level_write(const editor_level *level, const char *path, editor_text *out, editor_error *error);

// Writes objects and their descendants as a level of their own, with absolute paths, for the clipboard. Objects with a
// written ancestor keep their places; the others become roots with their world transforms. `roots` must not be below
// each other.
bool editor_level_write_objects(const editor_level *level, const uint32_t *roots, uint32_t count, editor_text *out,
                                editor_error *error);

#endif
