// gltf_import.h: what the parts of the glTF reader share.
#ifndef EDITOR_DOCUMENT_GLTF_IMPORT_H
#define EDITOR_DOCUMENT_GLTF_IMPORT_H

#include "document/import/gltf/gltf_document.h"

typedef struct gltf_import {
    gltf_document document;
    uint32_t *uv_sets; // per material: the TEXCOORD_n of its base-colour texture
    bool warned_lines, warned_no_positions, warned_attribute;
} gltf_import;

// The shape that a node gives its mesh.
typedef struct gltf_pose {
    const double *weights; // of morph targets
    uint32_t weight_count;
    const pick_affine *joints; // from the mesh's space to where the joint takes it; NULL: not skinned
    uint32_t joint_count;
} gltf_pose;

// Reads a glTF file. True with the level filled in (not finished), or false with the refusal.
bool editor_import_gltf(editor_importer *importer);

// What a node may be beside a mesh.
typedef struct gltf_sight {
    bool is_light, is_camera;
    editor_light light;
    editor_lens lens;
} gltf_sight;

// The light and the camera that a node names, if any. One that makes no sense is a warning, and left out.
bool gltf_read_sight(gltf_import *import, const cJSON *node, const char *where, gltf_sight *out);

// Adds all materials, so that they keep their numbers, and the images that they use.
bool gltf_import_materials(gltf_import *import);

// Reads one mesh in a pose; the caller gives `out` to the level. On a refusal `out` is empty.
bool gltf_read_mesh(gltf_import *import, uint32_t mesh, const gltf_pose *pose, editor_mesh *out);

#endif
