// pack.h: a model as bytes: what a child process that read a foreign format hands back.
//
// Writer and reader are the same program, so there are no versions, and numbers lie as in memory. The reader believes
// nothing, because whoever breaks a format's reader chooses the bytes: it checks every length, number and index.
// Pictures are not decoded: they are named, or their encoded bytes lie in the pack.
#ifndef EDITOR_DOCUMENT_PACK_H
#define EDITOR_DOCUMENT_PACK_H

#include "document/import/common/importer.h"
#include "system/cache.h"

#include <stdio.h>

// Nodes nested deeper are refused.
enum { EDITOR_PACK_DEPTH = 1000 };
// What a model may take in memory for each byte of its file (editor_import_claim). Many: instances of skinned meshes
// are meshes of their own.
enum { EDITOR_PACK_BYTES_PER_BYTE = 128 };

// A picture of a model that is being packed.
typedef struct editor_pack_image {
    char *name;     // a file, unless there are bytes
    uint8_t *bytes; // or NULL
    size_t size;
    uint32_t width, height; // not 0: the bytes are RGBA
} editor_pack_image;

// The pictures of a model that is being packed. Start from zeros.
typedef struct editor_pack_images {
    editor_pack_image *list;
    uint32_t count, capacity;
} editor_pack_images;

// Takes the picture, and returns its number. EDITOR_NONE: out of memory, and the picture is freed.
uint32_t editor_pack_images_add(editor_pack_images *images, const editor_pack_image *image);
void editor_pack_images_free(editor_pack_images *images);

// Writes facts, and objects, meshes, materials and warnings of `level`, which are not finished; its materials number
// the pictures of `images`. Frees the meshes' arrays on the way, so that the model is in memory once. False: out of
// space.
bool editor_pack_write(editor_level *level, const editor_model_facts *facts, const editor_pack_image *images,
                       uint32_t image_count, FILE *out);

// Adds what was packed to the importer's level. Reads pictures that are files, by the importer's path, and decodes
// pictures. False: refused.
bool editor_pack_read(editor_importer *importer, const uint8_t *bytes, size_t size);

// --- The pack of a model in the cache: its arrays and pictures lie in an area beside the pack ---

// What lies in the area, in order; `at` counts from its start. Start from zeros; free `pieces`.
typedef struct editor_pack_plan {
    editor_cache_piece *pieces;
    size_t count, capacity;
    uint64_t size;
    bool failed; // out of memory
} editor_pack_plan;

// Writes the single asset of a finished level, and plans the area, whose pieces point into the level. The level stays.
// False: out of space or memory, or something that the reader would refuse.
bool editor_pack_write_placed(const editor_level *level, FILE *out, editor_pack_plan *plan);

// Reads such a pack. Meshes and pictures use the area, in `mapping` from `at` on, and hold the mapping.
bool editor_pack_read_placed(editor_importer *importer, const uint8_t *bytes, size_t size, editor_mapping *mapping,
                             size_t at);

#endif
