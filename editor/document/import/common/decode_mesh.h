// decode_mesh.h: the codecs of compressed geometry, behind C. For the child of decode.h: their input is not trusted.
#ifndef EDITOR_DOCUMENT_DECODE_MESH_H
#define EDITOR_DOCUMENT_DECODE_MESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

// A stream of EXT_meshopt_compression.
typedef enum editor_meshopt_mode {
    EDITOR_MESHOPT_ATTRIBUTES,
    EDITOR_MESHOPT_TRIANGLES,
    EDITOR_MESHOPT_INDICES
} editor_meshopt_mode;
typedef enum editor_meshopt_filter {
    EDITOR_MESHOPT_NONE,
    EDITOR_MESHOPT_OCTAHEDRAL,
    EDITOR_MESHOPT_QUATERNION,
    EDITOR_MESHOPT_EXPONENTIAL
} editor_meshopt_filter;
typedef struct editor_meshopt {
    uint32_t mode, filter;  // of the enums above
    uint32_t count, stride; // elements, and bytes of each
} editor_meshopt;

// A mesh of KHR_draco_mesh_compression, and what the file says of it.
enum { EDITOR_DRACO_ATTRIBUTES = 16 };
typedef struct editor_draco_attribute {
    uint32_t id;                         // in the compressed mesh
    uint32_t component_type, components; // as in glTF: 5120..5126, 1..4
} editor_draco_attribute;
typedef struct editor_draco {
    uint32_t vertex_count, index_count, attribute_count;
    editor_draco_attribute attributes[EDITOR_DRACO_ATTRIBUTES];
} editor_draco;

// Why a stream of that description cannot exist, or NULL. The codec has no checks of its own for it.
const char *editor_meshopt_fault(const editor_meshopt *stream);

// Write what was decoded: the elements; the indices as 32 bits each, then one attribute after the other. False: broken,
// or other counts than the file says. Where the codec was not there when this was built, always false.
bool editor_decode_meshopt_stream(const editor_meshopt *stream, const uint8_t *bytes, size_t size, FILE *out);
bool editor_decode_draco_mesh(const editor_draco *mesh, const uint8_t *bytes, size_t size, FILE *out);

#ifdef __cplusplus
}
#endif

#endif
