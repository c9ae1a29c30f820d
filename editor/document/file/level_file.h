// level_file.h: levels in files. docs/level-format.md describes the format.
//
// Reading:    strict: violations of the format are refused with file, line and field, and nothing is half loaded.
//             Unknown fields are kept and written back. Assets that cannot be read are warnings: boxes replace their
//             meshes, and their entries in the file are kept.
// Writing:    every number reads back as the same bits. Paths of assets are relative to the file.
#ifndef EDITOR_DOCUMENT_LEVEL_FILE_H
#define EDITOR_DOCUMENT_LEVEL_FILE_H

#include "document/level/level.h"
#include "system/text.h"

// Whether the name ends with .vkpick or .level.json.
bool editor_level_is_file(const char *path);

// Reads a level file. `path` is what the level is called and relative to; the text is
// read from `from` (NULL: the same), which is how a recovery stands in for the file that it is of.
editor_level *editor_level_read(const char *path, const char *from, editor_image_decoder decoder, void *decoder_user,
                                editor_error *error);

// Adds the meshes of a model to a level that may have others, but no objects. A file that the level has already is not
// read again. Returns the asset's number, or EDITOR_NONE with `error`.
uint32_t editor_level_import(editor_level *level, const char *path, editor_image_decoder decoder, void *decoder_user,
                             editor_error *error);

// The level as it would be saved at `path`. Refused when a mesh comes from no file. Free `out` in any case.
bool editor_level_write(const editor_level *level, const char *path, editor_text *out, editor_error *error);

// The objects and all below them as a level of their own, with paths from the root: what is copied. Objects that stand
// below another that is written keep their places; the others are at the top, where they are in the world. `roots` are
// not below each other.
bool editor_level_write_objects(const editor_level *level, const uint32_t *roots, uint32_t count, editor_text *out,
                                editor_error *error);

#endif
