// obj_library.h: material libraries (MTL).
#ifndef EDITOR_DOCUMENT_OBJ_LIBRARY_H
#define EDITOR_DOCUMENT_OBJ_LIBRARY_H

#include "document/import/obj/obj_text.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum obj_map_kind {
    OBJ_MAP_COLOR,
    OBJ_MAP_NORMAL,
    OBJ_MAP_EMISSIVE,
    OBJ_MAP_DRAWN, // the number of those that are drawn
    OBJ_MAP_SPECULAR = OBJ_MAP_DRAWN,
    OBJ_MAP_AMBIENT,
    OBJ_MAP_BUMP,
    OBJ_MAP_GLOSS,
    OBJ_MAP_OPACITY,
    OBJ_MAP_DISPLACEMENT,
    OBJ_MAP_REFLECTION,
    OBJ_MAP_METALLIC,
    OBJ_MAP_ROUGHNESS,
    OBJ_MAP_SHEEN,
    OBJ_MAP_COUNT
} obj_map_kind;

typedef struct obj_map {
    obj_name file; // empty: there is none
    bool clamps;
    float scale[2], offset[2]; // of texture coordinates
} obj_map;

typedef struct obj_material {
    obj_name name;
    const char *folder; // of its library, relative to the model: "mtl/"; "": the model's own
    bool has_color;     // the library has a line for it
    float color[3], emissive[3];
    float opacity, roughness, metallic;
    obj_map maps[OBJ_MAP_COUNT];
} obj_material;

// A name, and what a file that names it without a definition gets: grey.
obj_material obj_material_default(obj_name name);

// Takes each material of a library; `material` is valid during the call, its texts as long as the library's.
// False: do not go on.
typedef bool (*obj_material_taker)(void *user, const obj_material *material);

// Reads a library's text, with a zero behind it and none in it. Lines that it does not understand are passed over.
// False: `take` said so.
bool obj_library_read(const char *text, obj_material_taker take, void *user);

#endif
