// gltf_export_internal.h: shared by the parts of the exporter.
#ifndef EDITOR_DOCUMENT_GLTF_EXPORT_INTERNAL_H
#define EDITOR_DOCUMENT_GLTF_EXPORT_INTERNAL_H

#include "document/export/gltf_export.h"
#include "document/json/json_write.h"

enum {
    GLTF_USES_VISIBILITY = 1 << 0,
    GLTF_USES_LIGHTS = 1 << 1,
    GLTF_USES_TEXTURE_TRANSFORM = 1 << 2,
    GLTF_USES_EMISSIVE_STRENGTH = 1 << 3,
    GLTF_USES_UNLIT = 1 << 4,
    GLTF_USES_POLYGONS = 1 << 5
};

// A list of the file as text, elements separated by commas. The lists are joined at the end.
typedef struct gltf_export_list {
    editor_text text;
    uint32_t count;
} gltf_export_list;

typedef struct gltf_export_texture {
    uint32_t image; // number in the level
    editor_wrap wrap_u, wrap_v;
} gltf_export_texture;

// What the meshes of a shape have in common.
typedef struct gltf_export_shape {
    editor_text attributes;      // as JSON; nothing: not written
    editor_text flat_attributes; // the same without normals; nothing: each submesh has normals, or none has
    uint32_t *indices;           // accessors, one for each submesh
    bool tells_polygons;         // its triangles do
} gltf_export_shape;

typedef struct gltf_exporter {
    const editor_level *level;
    editor_image_encoder encoder;
    void *encoder_user;
    editor_text data; // the buffer
    gltf_export_list views, accessors, meshes, materials, images, textures, samplers, nodes, lights, cameras, roots;
    uint32_t *mesh_numbers;     // number in the file of each mesh of the level; EDITOR_NONE: not written
    uint32_t *material_numbers; // likewise
    uint32_t *image_numbers;
    uint32_t *look_numbers;       // number of the mesh of each look of the level
    gltf_export_shape *shapes;    // one for each mesh of the level, where it was written
    gltf_export_texture *written; // textures, textures.count of them
    uint32_t written_capacity;
    unsigned uses; // GLTF_USES_*
    bool failed;   // out of memory
} gltf_exporter;

// Begins an element. Returns its number.
uint32_t gltf_export_begin(gltf_export_list *list);
// Appends to the buffer, aligned to four bytes, as a view; `target`: glTF's value, or 0. Returns the view's number.
uint32_t gltf_export_data(gltf_exporter *exporter, const void *bytes, size_t size, unsigned target);

// Each writes an element once and returns its number in the file; EDITOR_NONE: there is nothing to write.
// The mesh of an object. Objects that override materials differently have meshes of their own with the same accessors.
uint32_t gltf_export_mesh(gltf_exporter *exporter, const editor_object *object);
uint32_t gltf_export_material(gltf_exporter *exporter, uint32_t material);
// Writes a material that is none of the level's.
uint32_t gltf_export_own_material(gltf_exporter *exporter, const editor_material *material);
void gltf_export_nodes(gltf_exporter *exporter);
// How many parts the instances of prefabs have together, those of prefabs in prefabs included: nodes in the file.
uint64_t gltf_export_count_parts(const editor_level *level);

#endif
