// threemf_model.h: 3MF models as lib3mf reads them, for C: its header is C++. For a child process: the bytes are not
// trusted.
#ifndef EDITOR_DOCUMENT_THREEMF_MODEL_H
#define EDITOR_DOCUMENT_THREEMF_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct threemf_model threemf_model;

// A build item, or a component: an object in its place.
typedef struct threemf_use {
    uint32_t object;             // its number in the model; 0: none
    double linear[9], origin[3]; // by columns
} threemf_use;

typedef struct threemf_object {
    uint32_t vertex_count, triangle_count, component_count;
    bool has_beams;
} threemf_object;

// What the corner of a triangle looks like. No padding, so that looks can be compared as bytes.
typedef struct threemf_look {
    uint32_t texture;    // its number in the model; 0: none
    uint32_t base[2];    // of a base material: its group, and the number in it; else 0
    uint32_t is_colored; // 0: neither colour nor texture
    uint8_t rgba[4];     // sRGB
    float uv[2];         // of the texture, v down
} threemf_look;

// The picture of a texture. The caller frees `path` and `bytes`.
typedef struct threemf_picture {
    char *path;     // or NULL
    uint8_t *bytes; // NULL: the package does not have it
    size_t size;
    uint32_t styles[2]; // along u and v: 0 repeat, 1 mirror, 2 clamp, 3 none, which is drawn as clamp
} threemf_picture;

// NULL, with the reason: it cannot be read. `bytes` must outlive the model.
threemf_model *threemf_open(const uint8_t *bytes, size_t size, char reason[160]);
void threemf_close(threemf_model *model); // NULL is fine
// What is wrong with the package, one after the other; "" where nothing is missed by it. False: that is all.
bool threemf_warning(threemf_model *model, uint32_t number, char text[160]);
double threemf_unit(threemf_model *model); // in metres

// The next build item. False: that was the last one.
bool threemf_next_item(threemf_model *model, threemf_use *item);
void threemf_get_object(threemf_model *model, uint32_t object, threemf_object *out);
// NULL: it has none. The caller frees it.
char *threemf_object_name(threemf_model *model, uint32_t object);
void threemf_get_component(threemf_model *model, uint32_t object, uint32_t number, threemf_use *out);
// Writes 3 floats for each vertex and 3 indices for each triangle. False: it has no such mesh.
bool threemf_get_mesh(threemf_model *model, uint32_t object, const threemf_object *size, float *vertices,
                      uint32_t *indices);
// Looks of all corners, which the caller frees. NULL: all are plain, or, with `*failed`, out of memory.
threemf_look *threemf_get_looks(threemf_model *model, uint32_t object, uint32_t triangle_count, bool *failed);
// NULL: it has none. The caller frees it.
char *threemf_base_name(threemf_model *model, const uint32_t base[2]);
void threemf_get_picture(threemf_model *model, uint32_t texture, threemf_picture *out);

#ifdef __cplusplus
}
#endif

#endif
