// pack.h: a model as bytes: what a child process that read a foreign format hands back.
//
// Writer and reader are the same program, so there are no versions, and numbers lie as in memory. The reader believes
// nothing, because whoever breaks a format's reader chooses the bytes: it checks every length, number and index.
// Pictures are not decoded: they are named, or their encoded bytes lie in the pack.
#ifndef EDITOR_DOCUMENT_PACK_H
#define EDITOR_DOCUMENT_PACK_H

#include "document/import/common/importer.h"

#include <stdio.h>

// Nodes nested deeper are refused.
enum { EDITOR_PACK_DEPTH = 1000 };

// A picture of a model that is being packed.
typedef struct editor_pack_image {
    char *name;     // a file, unless there are bytes
    uint8_t *bytes; // or NULL
    size_t size;
    uint32_t width, height; // not 0: the bytes are RGBA
} editor_pack_image;

// Writes facts, and objects, meshes, materials and warnings of `level`, which are not finished; its materials number
// the pictures of `images`. Frees the meshes' arrays on the way, so that the model is in memory once. False: out of
// space.
bool editor_pack_write(editor_level *level, const editor_model_facts *facts, const editor_pack_image *images,
                       uint32_t image_count, FILE *out);

// Adds what was packed to the importer's level. Reads pictures that are files, by the importer's path, and decodes
// pictures. False: refused.
bool editor_pack_read(editor_importer *importer, const uint8_t *bytes, size_t size);

#endif
