// gltf_import.h: shared by the parts of the glTF reader.
#ifndef EDITOR_DOCUMENT_GLTF_IMPORT_H
#define EDITOR_DOCUMENT_GLTF_IMPORT_H

#include "document/import/gltf/gltf_document.h"

typedef struct gltf_import {
    gltf_document document;
    uint32_t *uv_sets; // per material: the TEXCOORD_n of its base-colour texture
    uint32_t variant;  // of the materials; EDITOR_NONE: none
} gltf_import;

// gltf_choose.c. The number of the scene to read, or EDITOR_NONE: the file has none. Names the others in a warning.
bool gltf_choose_scene(const gltf_document *document, uint32_t *out);
// Sets import->variant, and names the others in a warning.
bool gltf_choose_variant(gltf_import *import);
// Replaces the material of a primitive by that of the variant, if it has one.
bool gltf_variant_material(const gltf_import *import, const cJSON *primitive, const char *where, uint32_t *material);

// The pose that a node gives its mesh.
typedef struct gltf_pose {
    const double *weights; // of morph targets
    uint32_t weight_count;
    const pick_affine *joints; // maps the mesh's space to the pose of each joint; NULL: not skinned
    uint32_t joint_count;
} gltf_pose;

// Reads a glTF file. True with the level filled in (not finished), or false with the refusal.
bool editor_import_gltf(editor_importer *importer);

// The light and the camera of a node.
typedef struct gltf_light_camera {
    bool is_light, is_camera;
    editor_light light;
    editor_lens lens;
} gltf_light_camera;

// Reads the light and the camera of a node, if any. Invalid ones are left out with a warning.
bool gltf_read_light_camera(gltf_import *import, const cJSON *node, const char *where, gltf_light_camera *out);

// Adds all materials, so that they keep their numbers, and the images that they use.
bool gltf_import_materials(gltf_import *import);

// Reads one mesh in a pose; the caller gives `out` to the level. On a refusal `out` is empty.
bool gltf_read_mesh(gltf_import *import, uint32_t mesh, const gltf_pose *pose, editor_mesh *out);

#endif
