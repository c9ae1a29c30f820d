// cached_model.h: a model with one of each thing that the cache can hold, as files in a folder.
#ifndef TESTS_SUPPORT_CACHED_MODEL_H
#define TESTS_SUPPORT_CACHED_MODEL_H

#include "document/level/level.h"

// Writes FOLDER/model.gltf, grid.bin and paint.pix. `height`: of the grid's hills, so that models differ in grid.bin
// alone.
void cached_model_write(const char *folder, float height);

// Decodes paint.pix: its bytes are the red of 8 by 4 pixels. Others cannot be decoded.
bool cached_model_decode(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error);

// A hash of all that a level has from its model: objects, meshes, materials, pictures, the asset, warnings.
uint64_t cached_model_hash(const editor_level *level);

// Rays through the level, and its surfaces' alpha: the same number for the same answers.
uint64_t cached_model_pick(const editor_level *level);

#endif
