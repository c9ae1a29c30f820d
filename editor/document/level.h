// level.h: what is being edited: objects in a tree, the meshes, materials and images they use, and the pick scene
// that mirrors them.
//
// Space:      world space, right-handed, +Y up, metres. Local transforms are relative to the parent, in double.
// Numbers:    objects, meshes, materials and images are numbered from 0 in file order; EDITOR_NONE is none.
// Ownership:  the level owns everything in it, the pick meshes and the pick scene included.
#ifndef EDITOR_DOCUMENT_LEVEL_H
#define EDITOR_DOCUMENT_LEVEL_H

#include "picking/picking.h"

#define EDITOR_NONE UINT32_MAX

// Straight RGBA, sRGB colour, top row first.
typedef struct editor_image {
    char *name;
    uint32_t width, height;
    uint8_t *rgba;
} editor_image;

typedef enum editor_alpha_mode { EDITOR_ALPHA_OPAQUE, EDITOR_ALPHA_MASK, EDITOR_ALPHA_BLEND } editor_alpha_mode;
typedef enum editor_wrap { EDITOR_WRAP_REPEAT, EDITOR_WRAP_CLAMP, EDITOR_WRAP_MIRROR } editor_wrap;

typedef struct editor_material {
    char *name;
    float base_color[4];       // linear
    uint32_t base_color_image; // or EDITOR_NONE
    editor_wrap wrap_u, wrap_v;
    float uv_transform[6]; // rows: u' = a u + b v + c; v' = d u + e v + f
    editor_alpha_mode alpha_mode;
    float alpha_cutoff;
    bool double_sided;
    float metallic, roughness;
} editor_material;

typedef struct editor_submesh {
    uint32_t first_triangle, triangle_count;
    uint32_t material; // or EDITOR_NONE: the default material
} editor_submesh;

typedef struct editor_mesh {
    char *name;
    float *positions; // 3 per vertex
    float *normals;   // 3 per vertex, or NULL
    float *uvs;       // 2 per vertex, or NULL
    float *colors;    // 4 per vertex, linear, or NULL
    uint32_t vertex_count;
    uint32_t *indices;
    uint32_t index_count; // 3 per triangle
    editor_submesh *submeshes;
    uint32_t submesh_count;
    pick_mesh *pick; // made by editor_level_finish
} editor_mesh;

// An affine transform in double: column-major 3x3, then the origin.
typedef struct editor_affine {
    double linear[9];
    double origin[3];
} editor_affine;

// A node of the tree. Without a mesh it is a group (or a light, a camera: not pickable yet).
typedef struct editor_object {
    char *name;      // never empty; not necessarily unique
    uint32_t parent; // always a lower number, or EDITOR_NONE
    uint32_t mesh;   // or EDITOR_NONE
    uint32_t number; // among the objects with a mesh, from 0 in file order; EDITOR_NONE for a group
    editor_affine local;
    editor_affine world; // kept by editor_level_set_local
    uint32_t layers;     // as in pick_object_desc; 1 unless set before finish
    bool hidden, locked; // its own flags; a hidden or locked ancestor counts as well
    pick_object_id pick; // made by editor_level_finish; a group's names it in a selection and is never hit
} editor_object;

typedef struct editor_level {
    char *path; // where it was read from; NULL for the demo level
    editor_object *objects;
    uint32_t object_count, object_capacity;
    uint32_t meshed_count; // objects with a mesh
    editor_mesh *meshes;
    uint32_t mesh_count, mesh_capacity;
    editor_material *materials;
    uint32_t material_count, material_capacity;
    editor_image *images;
    uint32_t image_count, image_capacity;
    char **warnings; // what was read but could not be honoured, one line each
    uint32_t warning_count, warning_capacity;
    pick_mesh *nothing; // what groups have in the scene
    pick_scene *scene;  // an object's `user` is its number here. Made by editor_level_finish
} editor_level;

// Description, location and cause of a refusal, one line: "FILE: what is wrong, where".
typedef struct editor_error {
    char text[512];
} editor_error;

editor_level *editor_level_create(void);        // NULL when out of memory
void editor_level_destroy(editor_level *level); // NULL is fine

// Building. Each takes over the pointers in its argument and returns the number, or EDITOR_NONE out of memory.
uint32_t editor_level_add_image(editor_level *level, const editor_image *image);
uint32_t editor_level_add_material(editor_level *level, const editor_material *material);
uint32_t editor_level_add_mesh(editor_level *level, const editor_mesh *mesh);
// Copies `name`. `local` is relative to `parent`; the world transform is computed here.
uint32_t editor_level_add_object(editor_level *level, const char *name, uint32_t parent, uint32_t mesh,
                                 const editor_affine *local);
void editor_level_add_warning(editor_level *level, const char *format, ...);

// Builds the pick meshes and the pick scene; call once, after the last add. On failure the level can only be destroyed.
bool editor_level_finish(editor_level *level, editor_error *error);

// Editing, after finish: world transforms of the whole subtree and the pick scene follow.
// set_local refuses (false, nothing changed) a transform that puts a number that is not finite in the subtree.
bool editor_level_set_local(editor_level *level, uint32_t object, const editor_affine *local);
void editor_level_set_hidden(editor_level *level, uint32_t object, bool hidden);
void editor_level_set_locked(editor_level *level, uint32_t object, bool locked);

// Own flag or an ancestor's.
bool editor_level_is_hidden(const editor_level *level, uint32_t object);
bool editor_level_is_locked(const editor_level *level, uint32_t object);

pick_transform editor_affine_to_pick(const editor_affine *affine);
editor_affine editor_affine_multiply(const editor_affine *a, const editor_affine *b);
// False, and `out` untouched, when the linear part is singular.
bool editor_affine_invert(const editor_affine *affine, editor_affine *out);
// Scaled, then turned by the quaternion x y z w (made unit length; all zero turns nothing), then moved.
editor_affine editor_affine_from_parts(const double translation[3], const double rotation[4], const double scale[3]);
extern const editor_affine EDITOR_AFFINE_IDENTITY;

typedef struct editor_level_counts {
    uint32_t objects; // those with a mesh
    uint32_t meshes;
    uint64_t triangles;           // of all meshes, each once
    uint64_t instanced_triangles; // of all objects
    uint64_t dropped_triangles;   // degenerate or not finite, each mesh once
} editor_level_counts;
editor_level_counts editor_level_count(const editor_level *level);

// The object that a handle of the level's scene stands for, or EDITOR_NONE.
uint32_t editor_level_object(const editor_level *level, pick_object_id id);

// First object of that name numbered above `after` (EDITOR_NONE: from the first on), or EDITOR_NONE.
uint32_t editor_level_find(const editor_level *level, const char *name, uint32_t after);

// The query that picks what is drawn: material culling and the alpha cut-out of this level's materials and images.
// `level` must outlive the query.
pick_query editor_level_query(const editor_level *level);

#endif
