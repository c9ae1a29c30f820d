// model_cache.h: imported models, remembered in the cache (system/cache.h), so that opening a file again maps them.
//
// Key:        the content of the model's file, its name if it is not glTF (PLY names an object by it, OBJ looks for a
//             library of that name), scene and variant as chosen, whether the file lacks them and was read without,
//             whether pictures are read and how large they may be, an origin that is given where the reader would
//             choose another, and the version of the importer below. Not the scale and up axis, which are applied to
//             what was read.
// Other files: an entry lists the files that the reader asked for, with what it got: a content, or a reason why not. It
//             counts only if all give the same again, by the same rules for references.
// Content:    the list; the model as a pack (pack.h), without the arrays; an area of arrays as they lie in memory: for
//             each mesh what pick_mesh_write made, hierarchy included, whose positions, texture coordinates and indices
//             are the level's too; normals, colours, indices that the hierarchy has no use for, the box; pictures as
//             RGBA. Nothing of the area is copied: it stays mapped until the last mesh or picture of it goes.
// Checked:    the checksum of the cache, always, of every byte; then what keeps the program within the bytes: the pack
//             as that of a child process, places, pick_mesh_map_quick. So no bytes crash the program, and what changed
//             by accident is read again. Somebody who may write to the user's own files can make an entry with a right
//             checksum and another model in it, as he can exchange the model.
// Left out:   models of less than EDITOR_MODEL_CACHE_LEAST bytes here, which are read as fast; those with a picture
//             that could not be decoded, because the next attempt may.
// Cost:       of a 10 M triangle GLB (240 MB): docs/import.md. Entries are written by a process of their own, after the
//             load.
#ifndef EDITOR_DOCUMENT_MODEL_CACHE_H
#define EDITOR_DOCUMENT_MODEL_CACHE_H

#include "document/import/common/importer.h"

// Increase it whenever a reader makes something else of a file, or the format of entries changes.
#define EDITOR_MODEL_CACHE_VERSION 17u

enum { EDITOR_MODEL_CACHE_LEAST = 1 << 20 };

// Adds the model `importer->path` to the empty level, its asset included, if the cache has it. False: it has not; then
// everything is as it was.
bool editor_model_cache_find(editor_importer *importer);

// Begins to write the model that was read and finished, if it is worth it. `importer->bytes` need not be there any
// more.
void editor_model_cache_store(editor_importer *importer);

// From now on models of at least so many bytes are remembered; for tests.
void editor_model_cache_set_least(uint64_t bytes);

// Adds the content of an entry to the level, as find does. False, with a reason in the importer's error: it is none.
bool editor_model_cache_read(editor_importer *importer, editor_mapping *entry);

#endif
