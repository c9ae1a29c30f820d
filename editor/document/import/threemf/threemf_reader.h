// threemf_reader.h: shared by the parts of the 3MF reader.
#ifndef EDITOR_DOCUMENT_THREEMF_READER_H
#define EDITOR_DOCUMENT_THREEMF_READER_H

#include "document/import/common/importer.h"
#include "document/import/common/pack.h"

#include <stdio.h>
#include <zip.h>

typedef enum threemf_kind {
    THREEMF_OBJECT,
    THREEMF_COLORS,      // base materials, or a group of colours
    THREEMF_COORDINATES, // a group of texture coordinates
    THREEMF_TEXTURE,
    THREEMF_MIX // composites and multi-properties, which are not drawn
} threemf_kind;

// What a part defines under a number. Numbers count in their part.
typedef struct threemf_resource {
    threemf_kind kind;
    char *name;               // of an object, or NULL; of a texture, the picture's path
    uint32_t first, count;    // an object's components, or entries of a group
    uint32_t mesh;            // of an object, or EDITOR_NONE
    uint32_t texture;         // of coordinates: the number of their texture in this part
    uint32_t material, image; // of a texture: EDITOR_NONE until a mesh has it
    editor_wrap wrap_u, wrap_v;
} threemf_resource;

// A build item, or a component: an object in its place.
typedef struct threemf_use {
    uint32_t part, object;
    pick_affine local;
} threemf_use;

typedef struct threemf_color {
    float rgba[4];     // linear
    char *name;        // of a base material, or NULL
    uint32_t material; // for meshes that have this colour alone; EDITOR_NONE: not yet made
} threemf_color;

typedef struct threemf_triangle {
    uint32_t vertices[3];
    uint32_t group;      // EDITOR_NONE: the object's
    uint32_t entries[3]; // in the group; EDITOR_NONE: the object's
} threemf_triangle;

typedef struct threemf_reader {
    editor_importer *importer;
    zip_t *zip;
    char **parts; // paths; the first is the model, others are those that it names
    uint32_t part_count, part_capacity;
    threemf_resource *resources;
    uint32_t resource_count, resource_capacity;
    editor_hash_index numbers; // of resources, by part and number
    threemf_use *components, *items;
    uint32_t component_count, component_capacity, item_count, item_capacity;
    threemf_color *colors;
    uint32_t color_count, color_capacity;
    float *coordinates; // 2 each, v down
    uint32_t coordinate_count, coordinate_capacity;
    editor_pack_image *images;
    uint32_t image_count, image_capacity;
    uint32_t plain, white; // materials without a colour, and of meshes with several; EDITOR_NONE: not yet made
    // Of the part and object that are being read.
    uint32_t part;
    uint32_t object_id, object_group, object_entry;
    float *vertices; // 3 each
    uint32_t vertex_count, vertex_capacity;
    threemf_triangle *triangles;
    uint32_t triangle_count, triangle_capacity;
} threemf_reader;

#define THREEMF_PART_LIMIT (1u << 30) // of one array

// --- threemf_store.c ---

// Makes room for one element more. `array` is the address of the pointer to the elements. False: refused.
bool threemf_grow(editor_importer *importer, void *array, uint32_t *capacity, uint32_t count, size_t size);
// As assimp_claim: what the model takes in memory.
bool threemf_claim(editor_importer *importer, size_t bytes);

// EDITOR_NONE: the part does not define that number.
uint32_t threemf_find(const threemf_reader *reader, uint32_t part, uint32_t number);
// Adds what the part that is being read defines. NULL: refused. The first one of a number counts.
threemf_resource *threemf_add(threemf_reader *reader, threemf_kind kind, uint32_t number);
// The number of a part, by its path; a new one is read later. EDITOR_NONE: refused.
uint32_t threemf_part(threemf_reader *reader, const char *path);

// --- threemf_package.c ---

// The entry of that path, with or without a slash before it, in capitals or not. False: there is none.
bool threemf_locate(const threemf_reader *reader, const char *path, zip_uint64_t *out);
// The path of the model, as the package says; the caller frees it. NULL: refused.
char *threemf_find_model(threemf_reader *reader);
// The picture of a texture, as its number in the list. EDITOR_NONE, with a warning: it cannot be read.
uint32_t threemf_picture(threemf_reader *reader, const char *path);

// --- threemf_part.c ---

// Reads parts[reader->part]. False: refused.
bool threemf_read_part(threemf_reader *reader);

// --- threemf_mesh.c ---

// Makes the mesh of the object that was read. False: refused.
bool threemf_add_mesh(threemf_reader *reader, threemf_resource *object);

#endif
