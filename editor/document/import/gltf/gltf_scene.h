// gltf_scene.h: the nodes of a glTF file while they are read, for the parts of the reader that follow them.
#ifndef EDITOR_DOCUMENT_GLTF_SCENE_H
#define EDITOR_DOCUMENT_GLTF_SCENE_H

#include "document/import/gltf/gltf_import.h"

typedef struct gltf_node {
    const cJSON *json;
    uint32_t parent, mesh, skin; // numbers in the file, or EDITOR_NONE
    pick_affine local, world;
    double translation[3], rotation[4], scale[3]; // `local`, unless it has a matrix that no clip moves
    bool has_matrix;
    bool has_weights; // others than those of its mesh
    bool hidden;
    bool is_morphed; // a clip sets the weights of its mesh
    bool reached;
    uint32_t place;      // in the order
    uint32_t object;     // in the level
    uint32_t level_mesh; // or EDITOR_NONE
} gltf_node;

// What a mesh of the file becomes: a mesh of the level with its number, and another one for each further form.
typedef struct gltf_mesh_forms {
    editor_mesh_form first;
    uint32_t further[3]; // by form: the mesh in the level; EDITOR_NONE: none
} gltf_mesh_forms;

typedef struct gltf_scene {
    gltf_import *import;
    gltf_mesh_forms *forms;  // of each mesh of the file
    uint32_t *target_counts; // of each mesh of the file: its morph targets
    uint32_t *weight_counts; // and its weights, without the zeros at their end
    gltf_node *nodes;
    uint32_t node_count;
    uint32_t *stack; // nodes still to be visited
    uint32_t *order; // parents before children, the scene's nodes first
    uint32_t order_count, scene_count;
    editor_motion *motion; // NULL: the file has no clip that can be played
} gltf_scene;

// gltf_skin.c. The joints of a skin, by the nodes' numbers in the file; the caller frees both arrays.
bool gltf_read_skin(const gltf_scene *scene, uint32_t number, motion_skin *out);
// Reads mesh `number` as `node` shows it (NULL: as no node does) and adds it to the level, and to the motion where
// clips deform it.
bool gltf_add_mesh(const gltf_scene *scene, uint32_t number, const gltf_node *node, uint32_t *out);
// Adds the points or the lines of mesh `number` to the level.
bool gltf_add_thin(const gltf_scene *scene, uint32_t number, editor_mesh_form form, uint32_t *out);

// gltf_boxes.c. Adds, in place of them, a box of the size that the file states of them.
bool gltf_add_box(const gltf_scene *scene, uint32_t number, editor_mesh_form form, uint32_t *out);

// gltf_motion.c. Reads the clips once all nodes are read. What cannot be played is left out, with a warning.
bool gltf_read_clips(gltf_scene *scene);
// Completes the motion once all objects are added, and hands it to the importer.
bool gltf_finish_motion(gltf_scene *scene);

#endif
