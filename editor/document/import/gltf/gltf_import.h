// gltf_import.h: shared by the parts of the glTF reader.
#ifndef EDITOR_DOCUMENT_GLTF_IMPORT_H
#define EDITOR_DOCUMENT_GLTF_IMPORT_H

#include "document/import/gltf/gltf_document.h"
#include "document/motion/motion.h"

typedef struct gltf_import {
    gltf_document document;
    uint32_t *uv_sets;    // per material: the TEXCOORD_n of its base-colour texture
    uint32_t variant;     // of the materials; EDITOR_NONE: none
    const cJSON **lights; // of KHR_lights_punctual
    uint32_t light_count;
} gltf_import;

// gltf_choose.c. The number of the scene to read, or EDITOR_NONE: the file has none. Names the others in a warning.
bool gltf_choose_scene(const gltf_document *document, uint32_t *out);
// Sets import->variant, and names the others in a warning.
bool gltf_choose_variant(gltf_import *import);
// Replaces the material of a primitive by that of the variant, if it has one.
bool gltf_variant_material(const gltf_import *import, const cJSON *primitive, const char *where, uint32_t *material);

// What a node does with its mesh, as far as reading the mesh needs to know.
typedef struct gltf_pose {
    const double *weights; // of morph targets
    uint32_t weight_count;
    bool keeps_targets; // also those whose weight is 0
    bool is_skinned;
    uint32_t joint_count; // of the skin
} gltf_pose;

// A primitive while it is read.
typedef struct gltf_part {
    char where[64];
    const cJSON *json, *attributes;
    uint32_t vertex_count;
    bool has_normals;
} gltf_part;

// gltf_shape.c. The accessor of an attribute. EDITOR_NONE: there is none, or its count is not the vertex count.
bool gltf_find_attribute(gltf_import *import, const gltf_part *part, const cJSON *attributes, const char *name,
                         uint32_t *out);
// Reads the first `components` numbers of each element of an attribute that may be left out. False: refused. NULL:
// there is none (EDITOR_NONE), or it has fewer numbers; `where` names it in the warning. The caller frees it.
bool gltf_read_first(gltf_import *import, const char *where, uint32_t accessor, uint32_t components, float **out);
// How many morph targets a mesh has. Its primitives should have the same number; if not, the most that any has.
uint32_t gltf_count_targets(const gltf_document *document, uint32_t mesh);
// Gives a shape `count` targets, unless it has more. The new ones move nothing.
bool gltf_make_targets(gltf_import *import, motion_shape *shape, uint32_t count);
// Appends the targets and joints of a primitive to a shape, whose positions and normals stay NULL.
bool gltf_add_to_shape(gltf_import *import, motion_shape *shape, const gltf_part *part, const gltf_pose *pose);

// gltf_mesh.c. An optional colour of each vertex, 4 numbers; the caller frees it.
bool gltf_read_colors(gltf_import *import, const gltf_part *part, float **out);
// The vertices of a primitive in its order; the caller frees them, after a refusal too.
bool gltf_read_sequence(gltf_import *import, const gltf_part *part, uint32_t **out, uint32_t *count);
// Names a mesh, in `out` and for messages in `where`, and finds its primitives. False: refused, or out of memory.
bool gltf_begin_mesh(gltf_import *import, uint32_t mesh, char where[32], editor_mesh *out, const cJSON **primitives);
// Whether all positions are finite; warns otherwise.
bool gltf_are_finite(gltf_import *import, const gltf_part *part, const float *positions);
// Refuses positions of the sequence that are not finite.
bool gltf_check_used(const gltf_import *import, const gltf_part *part, const float *positions, uint32_t accessor,
                     const uint32_t *sequence, uint32_t count);

// gltf_thin.c. What primitives of that mode are.
editor_mesh_form gltf_form_of(size_t mode);
// What a mesh consists of: a bit 1 << form for each form that its primitives have.
bool gltf_find_forms(const gltf_document *document, uint32_t mesh, unsigned *out);
// Reads the points or the lines of a mesh, which clips do not deform. The caller gives `out` to the level. On a refusal
// `out` is empty.
bool gltf_read_thin(gltf_import *import, uint32_t mesh, editor_mesh_form form, editor_mesh *out);

// Reads a glTF file. True with the level filled in (not finished), or false with the refusal.
bool editor_import_gltf(editor_importer *importer);

// The light and the camera of a node.
typedef struct gltf_light_camera {
    bool is_light, is_camera;
    editor_light light;
    editor_lens lens;
} gltf_light_camera;

// Finds the lights of the file. The caller frees import->lights.
bool gltf_list_lights(gltf_import *import);

// Reads the light and the camera of a node, if any. Invalid ones are left out with a warning.
bool gltf_read_light_camera(gltf_import *import, const cJSON *node, const char *where, gltf_light_camera *out);

// Adds all materials, so that they keep their numbers, and the images that they use.
bool gltf_import_materials(gltf_import *import);

// Reads the triangles of one mesh at rest; the caller gives `out` to the level, and frees `shape` in any case, which
// gets what deforms the mesh. On a refusal `out` is empty.
bool gltf_read_mesh(gltf_import *import, uint32_t mesh, const gltf_pose *pose, motion_shape *shape, editor_mesh *out);

#endif
