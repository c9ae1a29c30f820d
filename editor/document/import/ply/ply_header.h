// ply_header.h: the header of a PLY file: its format, its elements and their properties.
#ifndef EDITOR_DOCUMENT_PLY_HEADER_H
#define EDITOR_DOCUMENT_PLY_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum ply_format { PLY_ASCII, PLY_LITTLE_ENDIAN, PLY_BIG_ENDIAN } ply_format;

typedef enum ply_type { PLY_I8, PLY_U8, PLY_I16, PLY_U16, PLY_I32, PLY_U32, PLY_F32, PLY_F64, PLY_TYPE_COUNT } ply_type;

// What a number of a row is. Rows of vertices, faces and materials share the colours.
typedef enum ply_role {
    PLY_X,
    PLY_Y,
    PLY_Z,
    PLY_RED,
    PLY_GREEN,
    PLY_BLUE,
    PLY_ALPHA,
    PLY_NX,
    PLY_NY,
    PLY_NZ,
    PLY_U,
    PLY_V,
    PLY_TEXTURE,  // number of a face's texture
    PLY_MATERIAL, // number of a face's material
    PLY_AMBIENT_RED,
    PLY_AMBIENT_GREEN,
    PLY_AMBIENT_BLUE,
    PLY_OPACITY,
    PLY_FROM, // of an edge, and
    PLY_TO,
    PLY_NO_ROLE
} ply_role;

enum { PLY_ELEMENTS = 64, PLY_PROPERTIES = 1024, PLY_TEXTURES = 1024, PLY_ROLE_COUNT = PLY_NO_ROLE };

typedef struct ply_property {
    ply_type type; // of the list's values too
    bool is_list;
    ply_type count_type; // of a list
    ply_role role;       // or PLY_NO_ROLE
    bool is_corners;     // the list of a face's vertices
    bool is_uvs;         // the list of a face's texture coordinates, two for each corner
} ply_property;

typedef struct ply_element {
    bool is_vertex, is_edge, is_material;
    bool is_face, is_strips;   // strips are faces
    bool has_corners, has_uvs; // lists
    bool is_splat;             // a vertex has what Gaussian splats have
    uint64_t count;
    uint32_t first, property_count; // among the properties of the header
} ply_element;

// A name in the header, which is not copied.
typedef struct ply_name {
    const uint8_t *text;
    size_t length;
} ply_name;

typedef struct ply_header {
    ply_format format;
    ply_element elements[PLY_ELEMENTS];
    uint32_t element_count;
    ply_property properties[PLY_PROPERTIES];
    uint32_t property_count;
    ply_name textures[PLY_TEXTURES]; // files that comments name, in their order
    uint32_t texture_count;          // further ones are not there
    size_t size;                     // bytes, up to the first element
    bool is_too_large;               // why it was not read: there is no room for all elements or properties
} ply_header;

// False: it is none, or too large.
bool ply_header_read(const uint8_t *bytes, size_t size, ply_header *out);

size_t ply_type_size(ply_type type);

#endif
