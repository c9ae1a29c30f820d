// level.h: a level: a tree of objects, the meshes, materials and images they use, and the pick scene that mirrors
// them.
//
// Space:      world space, right-handed, +Y up, metres. Local transforms are relative to the parent, in double.
// Numbers:    objects, meshes, materials and images are numbered from 0; EDITOR_NONE is none. An object keeps its
//             number and its handle as long as undo can restore it: a deleted object stays, invisible, until the
//             history forgets it (document.h). So check `exists` when iterating over `objects`, or traverse
//             the tree with editor_level_next.
// Order:      the tree's: an object, its descendants, then its next sibling. A model has the order of its file.
// Editing:    functions here change the level directly. Changes by a user go through edit.h, which can undo them.
// Ownership:  the level owns everything in it, the pick meshes and the pick scene included.
#ifndef EDITOR_DOCUMENT_LEVEL_H
#define EDITOR_DOCUMENT_LEVEL_H

#include "document/level/farthest.h"
#include "document/level/line.h"
#include "document/level/moves.h"
#include "document/level/override.h"
#include "document/level/primitive.h"
#include "document/level/terrain.h"
#include "document/motion/motion.h"
#include "picking/picking.h"
#include "system/error.h"
#include "system/file_save.h"
#include "system/mapping.h"

#define EDITOR_NONE UINT32_MAX
#define EDITOR_PI 3.14159265358979323846

// Straight RGBA, sRGB colour, top row first.
typedef struct editor_image {
    char *name;
    uint32_t width, height;
    uint8_t *rgba;
    editor_mapping *mapping; // not NULL: `rgba` lies in it, and is only read
    bool is_heights;         // set before it is decoded: 16-bit numbers are wanted, in `heights`; greys alone have them
    uint16_t *heights;       // then, instead of `rgba`: 0 is black, 65535 white
} editor_image;

// Decodes an encoded image (PNG, JPEG, ...) to RGBA, or a grey one to numbers. The caller frees `out->rgba` or
// `out->heights` with free(). False: `error` may say why, as it follows the image's name ("cannot be decoded"). The
// document depends on no decoder: the program passes one in.
typedef bool (*editor_image_decoder)(void *user, const void *bytes, size_t size, editor_image *out,
                                     editor_error *error);
// Encodes a picture as PNG; the caller frees `*bytes` with free().
typedef bool (*editor_image_encoder)(void *user, const editor_image *image, uint8_t **bytes, size_t *size);

typedef enum editor_wrap { EDITOR_WRAP_REPEAT, EDITOR_WRAP_CLAMP, EDITOR_WRAP_MIRROR } editor_wrap;

// The maps of a material besides its base colour. Channels have glTF's meaning.
typedef enum editor_map_kind {
    EDITOR_MAP_METALLIC_ROUGHNESS, // G times roughness, B times metallic; numbers, not colours
    EDITOR_MAP_NORMAL,             // 2 RGB - 1 in tangent space, +Y against v; numbers
    EDITOR_MAP_OCCLUSION,          // R; numbers
    EDITOR_MAP_EMISSIVE,           // RGB times emissive; colours
    EDITOR_MAP_COUNT
} editor_map_kind;

typedef struct editor_map {
    uint32_t image; // or EDITOR_NONE
    editor_wrap wrap_u, wrap_v;
    float uv_transform[6]; // like the material's
} editor_map;

// Start from EDITOR_MATERIAL_DEFAULT and set what differs.
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
    editor_map maps[EDITOR_MAP_COUNT];
    float normal_scale;       // scale of the normal map's x and y
    float occlusion_strength; // 0..1
    float emissive[3];        // linear, times KHR_materials_emissive_strength
    bool unlit;               // KHR_materials_unlit: shown without lighting
    bool is_retired;          // nothing can have it any more, and its images were freed
} editor_material;

#define EDITOR_MAP_NONE ((editor_map){EDITOR_NONE, EDITOR_WRAP_REPEAT, EDITOR_WRAP_REPEAT, {1, 0, 0, 0, 1, 0}})
// White, rough, opaque, single-sided, without textures.
#define EDITOR_MATERIAL_DEFAULT                                                                                        \
    ((editor_material){.base_color = {1, 1, 1, 1},                                                                     \
                       .base_color_image = EDITOR_NONE,                                                                \
                       .uv_transform = {1, 0, 0, 0, 1, 0},                                                             \
                       .alpha_cutoff = 0.5f,                                                                           \
                       .roughness = 1,                                                                                 \
                       .maps = {EDITOR_MAP_NONE, EDITOR_MAP_NONE, EDITOR_MAP_NONE, EDITOR_MAP_NONE},                   \
                       .normal_scale = 1,                                                                              \
                       .occlusion_strength = 1})

typedef struct editor_look editor_look;     // look.h
typedef struct editor_prefab editor_prefab; // prefab.h
typedef struct editor_prefab_content editor_prefab_content;

typedef struct editor_submesh {
    uint32_t first_triangle, triangle_count;
    uint32_t material; // or EDITOR_NONE: the default material
} editor_submesh;

// What a mesh consists of. Points and lines have no triangles, normals and texture coordinates, and one submesh, which
// has their material.
typedef enum editor_mesh_form {
    EDITOR_FORM_TRIANGLES = 0,
    EDITOR_FORM_POINTS, // each vertex is one
    EDITOR_FORM_LINES   // the vertices of all polylines, one after the other
} editor_mesh_form;

// What a mesh of lines or points that names no width gets.
#define EDITOR_POINT_WIDTH 4.0f
#define EDITOR_LINE_WIDTH 2.0f

typedef struct editor_mesh {
    char *name;
    editor_mesh_form form;
    float *positions; // 3 per vertex
    float *normals;   // 3 per vertex, or NULL; 0 0 0: it has none, and is shown flat
    float *uvs;       // 2 per vertex, or NULL
    float *colors;    // 4 per vertex, linear, or NULL
    uint32_t vertex_count;
    uint32_t *indices;
    uint32_t index_count; // 3 per triangle
    // A byte for each triangle: 1 if it goes on with the polygon of the one before. NULL: no polygons, or those that
    // `pick` has.
    uint8_t *continues;
    editor_submesh *submeshes;
    uint32_t submesh_count;
    uint32_t *line_counts; // of lines: the vertices of each polyline, 2 or more; a closed one repeats its first vertex
    uint32_t line_count;
    float width; // of points and lines: their size on screen, logical points; 0: the form's own
    // Not NULL: the arrays above but for `submeshes`, and what `pick` maps, lie in it, and are only read.
    editor_mapping *mapping;
    const double *box; // of the positions, as in editor_asset_mesh, in `mapping`; NULL: not known
    pick_mesh *pick;   // made by editor_level_finish; NULL for a volume, points and lines
    pick_thin *thin;   // likewise, of points and lines. Else NULL
    // Of a primitive that is one: then there are neither vertices nor triangles. Of a terrain: a height field, and the
    // triangles are those that it is picked as. Else NULL.
    pick_volume *volume;
    uint32_t columns, rows;  // of a terrain's heights: samples (terrain_mesh.h). 0: it is none, or a box replaces it
    const uint16_t *samples; // row by row, in `mapping`
    editor_prefab_content *content; // of which this is all triangles; NULL: of no prefab
    bool in_prefabs;                // mark of editor_level_prefab_room
    bool is_deformed, is_part;      // marks of level_pose.c
    uint32_t asset;                 // its asset and its number there; set by the level. EDITOR_NONE: from no file
    uint32_t asset_index;
    bool stand_in;              // a box that replaces a mesh whose file is missing
    bool unread;                // a stand-in, because the file is still to be read: drawn as an outline
    editor_primitive primitive; // what the mesh was made from, if it has a shape; with its own sides
    editor_line line;           // likewise, if it has points
    uint32_t next_in_bucket;    // the next mesh that was made from values of the same hash; EDITOR_NONE: none
    uint32_t original;          // 1 + the mesh that this is a copy of, with `moves` of its vertices; 0: it is no copy
    editor_moves moves;
    // Of a copy, per vertex: the lowest one that the original has in the same place; and of those, the lowest one with
    // the same normal.
    uint32_t *places, *smooth;
    uint32_t version; // counts how often the number got another mesh
} editor_mesh;

typedef enum editor_object_kind {
    EDITOR_OBJECT_GROUP, // only a node of the tree: a group, an empty, a bone
    EDITOR_OBJECT_MESH,
    EDITOR_OBJECT_LIGHT,
    EDITOR_OBJECT_CAMERA,
    EDITOR_OBJECT_VOLUME, // a trigger or collider (volume.h)
    EDITOR_OBJECT_PREFAB, // an instance of a prefab (prefab.h)
    EDITOR_OBJECT_TERRAIN // heights of a picture, with sizes (terrain.h)
} editor_object_kind;

typedef enum editor_light_type { EDITOR_LIGHT_DIRECTIONAL, EDITOR_LIGHT_POINT, EDITOR_LIGHT_SPOT } editor_light_type;

// As in glTF's KHR_lights_punctual. A light shines along its object's -Z; scale is ignored.
typedef struct editor_light {
    editor_light_type type;
    double color[3];     // linear RGB, 0..1
    double intensity;    // candela; lux for a directional one. Not negative
    double range;        // metres; 0: no limit
    double inner, outer; // half angles of a spot's cone, radians: 0 <= inner < outer <= pi / 2
} editor_light;

// The projection of a camera object. It looks along its -Z, with +Y up.
typedef struct editor_lens {
    bool orthographic;
    double fov;                   // perspective: vertical, full angle, radians, above 0 and below pi
    double height;                // orthographic: height of the view, metres, above 0
    double near_plane, far_plane; // metres; far_plane 0: none
} editor_lens;

// Why the values are invalid, as "FIELD: expected ...", or NULL.
const char *editor_light_fault(const editor_light *light);
const char *editor_lens_fault(const editor_lens *lens);

// A node of the tree.
typedef struct editor_object {
    char *name; // never empty; not necessarily unique
    double id;  // identifies it in level files: an integer from 1 to 2^53 - 1, unique in the level, never reused
    editor_object_kind kind;
    uint32_t parent, first_child, last_child, previous, next; // its place in the tree; EDITOR_NONE: none
    uint32_t mesh; // of an EDITOR_OBJECT_MESH, _VOLUME, _PREFAB or _TERRAIN; else EDITOR_NONE
    // Whether it follows a node that clips move or switch, and which: asset and node of its motion. Copies follow the
    // same one. `follow_name` (not NULL; "": unnamed): the asset has no such node, because the file is missing or has
    // changed; `motion_node` is then the number of the asset's node in the level's file.
    bool follows;
    uint32_t motion_asset, motion_node;
    char *follow_name;
    const editor_look *look; // of that mesh: materials that differ from the model's; NULL: none
    uint32_t prefab; // 1 + the number of its definition, or, of a group, of the one that it was unpacked from; 0: none
    uint32_t number; // among the objects with a mesh, from 0 in file order; EDITOR_NONE without a mesh
    pick_affine local;
    uint32_t layers;     // as in pick_object_desc; 1 unless set before finish
    uint32_t sets;       // bits: the selection sets that it is in (selection_set.h); new objects and copies are in none
    bool hidden, locked; // the object's own flags
    // Unknown fields of the object in its level file, as JSON; NULL: none. Kept on save and copied with the object. The
    // second are those of its light, camera or primitive.
    char *extra, *device_extra;
    bool attached; // has a place in the tree, or in a detached subtree. False: deleted, or not placed yet
    union {
        editor_light light;     // only for an EDITOR_OBJECT_LIGHT
        editor_lens lens;       // only for an EDITOR_OBJECT_CAMERA
        editor_terrain terrain; // only for an EDITOR_OBJECT_TERRAIN
    };
    // Kept up to date by the level:
    pick_affine world;
    bool exists; // the object and all its ancestors are attached
    // Effective: its own flag, an ancestor's, or that of all its layers; both true for a deleted object.
    bool is_hidden, is_locked;
    bool is_off;         // is_hidden without regard to isolation
    bool isolated;       // chosen by editor_level_isolate, or created since
    bool is_outside;     // isolation leaves it out: neither it nor an ancestor is isolated. Then is_hidden
    bool is_behind;      // it is among level->behind
    bool is_late;        // the pick scene gets it at the end of the next refresh: see level->adds_late
    uint64_t pass;       // the level's last pass that refreshed it
    bool is_finite;      // the world transform is finite; the pick scene keeps the last finite one
    pick_object_id pick; // created by editor_level_finish; an object without a mesh has one too, which is never hit
} editor_object;

enum {
    EDITOR_LAYER_COUNT = 32,
    EDITOR_SET_COUNT = 32,
    EDITOR_VIEW_COUNT = 4,
    EDITOR_BOOKMARK_COUNT = 9,
    EDITOR_PRIMITIVE_BUCKETS = 1024,
    EDITOR_LOOK_BUCKETS = 1024
};

typedef struct editor_asset_mesh {
    char *name;    // or NULL
    double box[6]; // in object space: x, y, z of the minimum, then of the maximum
    uint32_t mesh; // number in the level; EDITOR_NONE: unused, and its file is missing
} editor_asset_mesh;

// A file that a model was read from besides its own: a buffer, a texture, a material library.
typedef struct editor_source {
    char *path;
    editor_file_stamp stamp; // as it was when it was read; it may have been missing
} editor_source;

typedef enum editor_axis { EDITOR_AXIS_NONE, EDITOR_AXIS_X, EDITOR_AXIS_Y, EDITOR_AXIS_Z } editor_axis;

// What a model file says of itself, as far as its reader knows.
typedef struct editor_model_facts {
    char format[48];     // "glTF 2.0"; "": unknown
    double unit;         // of the file, metres; 0: it names none
    editor_axis up;      // of the file; NONE: it names none
    bool is_converted;   // to metres with +Y up, by the reader. False: numbers are read as they are
    uint32_t animations; // clips; those of glTF files are in the asset's motion
    uint32_t skins;
    uint32_t morphs; // meshes with morph targets
} editor_model_facts;

// What models take beyond what the sizes of their files allow (import/common/importer.h). A level's models share a
// bound.
typedef struct editor_excess {
    uint64_t bytes;  // in memory, of what they unpack to
    uint64_t pixels; // of their pictures
} editor_excess;

// How the numbers of a model are to be read: `scale` metres each, with its axis `up` (X, Y or Z) pointing up.
// Start from EDITOR_FIT_PLAIN, which leaves them as its reader gives them.
typedef struct editor_fit {
    double scale; // EDITOR_FIT_LEAST to EDITOR_FIT_MOST
    editor_axis up;
} editor_fit;

// What a model's vertices are relative to, in the numbers of its file, so that floats keep their millimetres far out.
// The readers of OBJ and PLY choose it by the first vertex. The objects of the asset stand there, so the asset keeps it
// when another vertex comes first.
typedef struct editor_model_origin {
    double at[3];
    bool is_known; // false: not read yet, or of a format that has none
} editor_model_origin;

// From here on a first coordinate is far out: it has an origin other than 0.
#define EDITOR_MODEL_FAR 4096.0

// What can be chosen in a model's file: scenes and material variants of glTF. Each text chooses its own: its name, or
// its number where it has none or another one of that name comes first.
typedef struct editor_model_choices {
    char **scenes, **variants;
    uint32_t scene_count, variant_count; // at most EDITOR_CHOICE_LIMIT; the file may have more
    uint32_t scene;                      // the file's own, which is read if none is chosen
} editor_model_choices;

enum { EDITOR_CHOICE_LIMIT = 256 };

#define EDITOR_FIT_PLAIN ((editor_fit){1, EDITOR_AXIS_Y})
#define EDITOR_FIT_LEAST 1e-6
#define EDITOR_FIT_MOST 1e6

// A node that clips move, by its name.
typedef struct editor_node_name {
    const char *name;
    uint32_t node;
} editor_node_name;

// A source of meshes: a model file, or the built-in level. It is read once, however many objects use it, and stays if
// no object does.
typedef struct editor_asset {
    double id;      // id in level files; 0: none yet
    char *path;     // path from the current folder; for a built-in asset its name
    char *absolute; // the same from the root, found when it was first needed, and a hash of it; NULL: not yet
    uint64_t absolute_hash;
    char *reference; // path in the level file; NULL: none yet
    bool builtin;
    bool missing;            // could not be read, or has not been: boxes replace its meshes
    bool unread;             // missing, and still to be read (level_file.h)
    editor_file_stamp stamp; // the file as it was when it was read
    editor_model_facts facts;
    editor_excess excess;          // that reading it took; none of what lies in the cache, which is mapped
    editor_motion *motion;         // what clips do with the nodes and meshes; NULL: nothing moves
    editor_node_name *mover_names; // of the nodes that clips move, sorted by name; NULL: nothing moves
    uint32_t mover_name_count;
    motion_pose *pose;               // the nodes in the level's pose (editor_level_set_pose); NULL: none so far
    uint32_t clip;                   // of the pose; MOTION_NONE: the asset is at rest
    editor_fit fit;                  // changed at import; `nodes` are as read
    editor_model_origin origin;      // of the first reading
    char *scene, *variant;           // glTF: which one is chosen, by name or number; NULL: the file's own
    char *read_scene, *read_variant; // those that the content was read with: others than the chosen ones after an undo,
                                     // or where the file lacks those
    bool keeps_content;              // which could not be read: not tried again until another one is chosen
    editor_model_choices choices;    // of the file, as it was read
    editor_source *sources;          // the other files that it was read from
    uint32_t source_count;
    editor_asset_mesh *meshes;
    uint32_t mesh_count;
    // The objects that adding the asset adds, parents first. `parent` is the number of a node, `mesh` one of `meshes`.
    // Only name, kind, parent, mesh, local, layers, hidden, light, lens and terrain count.
    editor_object *nodes;
    uint32_t node_count;
    char *extra;
} editor_asset;

// The camera of a viewport, saved in level files. Undo does not affect it.
typedef struct editor_view {
    double eye[3], target[3], up[3]; // world space
    double fov;                      // vertical, full angle, radians, above 0 and below pi
    bool orthographic;
    double height; // of what an orthographic one shows, metres, above 0
    char *extra;
} editor_view;

// Whose a handle of the pick scene is.
typedef struct editor_handle {
    uint32_t generation; // of the handle; 0: nobody's
    uint32_t object;
} editor_handle;

typedef struct editor_level {
    char *path;              // file that it was read from; NULL for the demo level
    bool is_level_file;      // `path` is a level file, not a model
    editor_file_stamp stamp; // the level file as it was when it was read or saved last
    bool is_demo;            // the built-in level
    editor_object *objects;
    uint32_t object_count, object_capacity; // including deleted ones
    uint32_t first_root, last_root;
    uint32_t meshed_count; // the next `number`
    double next_id;
    editor_mesh *meshes;
    uint32_t mesh_count, mesh_capacity;
    uint32_t primitives[EDITOR_PRIMITIVE_BUCKETS]; // by hash: the first mesh of each bucket, or EDITOR_NONE; lines too
    uint32_t primitive_count;                      // meshes in the buckets
    uint64_t primitive_triangles;                  // of these
    bool has_coarse;                               // some are shown with few segments, and there is a warning
    uint32_t measure_count;                        // of these, lines that measure something
    uint32_t moved_count;                          // copies with moved vertices
    uint64_t moved_triangles, moved_vertices;      // of them all
    uint64_t moved_shapes;                         // triangles of those that are copies of primitives
    uint32_t *free_meshes;                         // numbers of meshes that were removed
    uint32_t free_mesh_count, free_mesh_capacity;
    uint64_t mesh_versions; // counts changes of any mesh's version
    editor_material *materials;
    uint32_t material_count, material_capacity;
    editor_look **looks;                            // NULL: a free number
    uint32_t look_count, look_capacity, look_total; // numbers, and looks
    editor_look *look_buckets[EDITOR_LOOK_BUCKETS]; // by hash
    editor_prefab *prefabs;                         // definitions
    uint32_t prefab_count, prefab_capacity;
    uint32_t content_count; // meshes that are the content of one
    uint64_t look_serial;   // counts changes of looks; the last serial that was given
    editor_image *images;
    uint32_t image_count, image_capacity;
    uint64_t image_frees; // how often images were freed, and materials retired
    editor_asset *assets;
    uint32_t asset_count, asset_capacity;
    editor_view views[EDITOR_VIEW_COUNT];
    uint32_t view_count;
    editor_view bookmarks[EDITOR_BOOKMARK_COUNT]; // cameras to return to, like views; number 1 is the first
    uint32_t bookmarks_set;                       // bits: those that are set
    char *extra;                                  // unknown fields, as of an object
    char **warnings;                              // unsupported or unreadable content, one line each
    uint32_t *warning_assets;                     // the asset that each is about; EDITOR_NONE: about none
    uint32_t *warning_meshes; // the copy that does not fit, or the lost mesh (misfits.c); EDITOR_NONE: of another kind
    uint32_t misfit_count;    // warnings of these kinds
    uint32_t lost_count;      // meshes that the changed files of their models no longer have, used or not
    uint32_t warning_count, warning_capacity;
    char *layer_names[EDITOR_LAYER_COUNT]; // names of the bits of `layers`; NULL: unnamed
    char *layer_extras[EDITOR_LAYER_COUNT];
    char *set_names[EDITOR_SET_COUNT]; // of the bits of `sets`; NULL: there is no such set
    char *set_extras[EDITOR_SET_COUNT];
    bool is_posed;   // see editor_level_set_pose
    char *pose_clip; // or NULL
    double pose_time;
    uint32_t *movers; // objects that clips can change, in the tree's order; see editor_level_movers
    uint32_t mover_count, mover_capacity;
    uint64_t movers_tree; // the tree_revision that they were found at, + 1
    uint32_t movers_assets;
    bool is_isolating;                     // see editor_level_isolate
    bool hides_volumes;                    // see editor_level_show_volumes
    bool hides_measurements;               // see editor_level_show_measurements
    uint32_t hidden_layers, locked_layers; // bits: objects only in these layers are hidden or locked
    pick_layer_matrix sees;                // which layers objects see that are in a layer (sight.h)
    pick_mesh *nothing;                    // mesh of objects without a mesh in the scene
    pick_scene *scene;                     // an object's `user` is its number here. Created by editor_level_finish
    editor_handle *handles;                // by `index1` - 1 of the handle, for editor_level_object
    uint32_t handle_capacity;
    uint64_t revision;       // counts changes of any kind
    uint64_t tree_revision;  // counts changes of names, places in the tree and existence
    uint32_t unfinite_count; // existing objects that are not is_finite
    uint32_t *changed;       // see editor_level_changes
    uint32_t changed_count, changed_capacity;
    uint64_t changed_first; // number of changes before the first one in `changed`
    bool adds_late;         // objects that are made get their handles, all at once, at the end of the next refresh
    uint32_t *behind;       // objects that the pick scene does not know as they are: see editor_level_begin_refresh
    uint32_t behind_count, behind_capacity;
    bool has_unlisted;                // memory ran out for `behind`: others may be, too
    uint32_t refreshing;              // depth of editor_level_begin_refresh
    uint64_t pass;                    // counts editor_level_begin_pass
    struct editor_progress *progress; // of the work that makes the level, as long as it does; NULL: nobody looks
    uint32_t *free_objects;           // slots of objects that cannot be restored
    uint32_t free_count, free_capacity;
} editor_level;

editor_level *editor_level_create(void);        // NULL: out of memory
void editor_level_destroy(editor_level *level); // NULL is fine

// Building. Each takes ownership of the pointers in its argument and returns the number. EDITOR_NONE: out of memory.
uint32_t editor_level_add_image(editor_level *level, const editor_image *image);
uint32_t editor_level_add_material(editor_level *level, const editor_material *material);
uint32_t editor_level_add_mesh(editor_level *level, const editor_mesh *mesh);
// Copies `name`. The object becomes the last child of `parent` (EDITOR_NONE: the last root). With a mesh it is an
// EDITOR_OBJECT_MESH, else an EDITOR_OBJECT_GROUP. Call it before or after finish.
uint32_t editor_level_add_object(editor_level *level, const char *name, uint32_t parent, uint32_t mesh,
                                 const pick_affine *local);
uint32_t editor_level_add_light(editor_level *level, const char *name, uint32_t parent, const editor_light *light,
                                const pick_affine *local);
uint32_t editor_level_add_camera(editor_level *level, const char *name, uint32_t parent, const editor_lens *lens,
                                 const pick_affine *local);
// `mesh` is one of heights.
uint32_t editor_level_add_terrain(editor_level *level, const char *name, uint32_t parent, uint32_t mesh,
                                  const editor_terrain *terrain, const pick_affine *local);
void editor_level_add_warning(editor_level *level, const char *format, ...);
// A warning about an asset. It goes when the model comes in again.
void editor_level_add_asset_warning(editor_level *level, uint32_t asset, const char *format, ...);
void editor_level_drop_warnings(editor_level *level); // all of them

// Makes the whole content of the level an asset: its meshes become the asset's, its objects the nodes that the asset
// adds. Call it once, before content of another file is added. Its stamp is the caller's to set. False: out of memory.
bool editor_level_add_own_asset(editor_level *level, const char *path, bool builtin);

// Copies the views, at most EDITOR_VIEW_COUNT, except their `extra`.
void editor_level_set_views(editor_level *level, const editor_view *views, uint32_t count);

// Sets a bookmark (0 is number 1), keeping its `extra`.
void editor_level_set_bookmark(editor_level *level, uint32_t bookmark, const editor_view *view);

// Builds the pick meshes and the pick scene; call once, after the model is read. On failure, of which a cancelled
// `progress` is one, the level can only be destroyed.
bool editor_level_finish(editor_level *level, editor_error *error);

// --- Poses (level_pose.c): a state of the view. They are neither saved nor undone, and `local` of objects stays ---

// Poses what clips move as it is at a time (seconds; see motion.h). `clip`: its name; assets without a clip of that
// name are at rest. NULL: the first clip of every asset. An object that was moved from where its file has it keeps what
// it was moved by. False: out of memory, or no asset has the clip; then `error` says so, and the pose stays.
bool editor_level_set_pose(editor_level *level, const char *clip, double time, editor_error *error);
// Shows everything as it is without clips.
void editor_level_clear_pose(editor_level *level);
// The longest clip of that name (NULL: first clip of an asset), seconds; 0: there is none.
double editor_level_clip_length(const editor_level *level, const char *clip);
// The local transform that is shown: `local`, or that of the pose.
pick_affine editor_level_shown_local(const editor_level *level, uint32_t object);
// The `local` for which that would be shown. Returns NULL, or why none can be found, as the end of a sentence about the
// object: the pose is flat; or the node is flat at rest, and `local` cannot keep how it is turned or scaled.
const char *editor_level_unposed_local(const editor_level *level, uint32_t object, const pick_affine *shown,
                                       pick_affine *out);
// The world transform without the pose: the product of the `local`s. `world` itself while the level is not posed.
pick_affine editor_level_rest_world(const editor_level *level, uint32_t object);
// World box of an object's subtree as editor_level_subtree_bounds gives it, but without the pose.
pick_aabb editor_level_rest_bounds(const editor_level *level, uint32_t object);
// The existing objects that clips can move, switch or deform, in the tree's order. Valid until the next change of the
// tree. Without memory there are none, and `*count` is 0.
const uint32_t *editor_level_movers(editor_level *level, uint32_t *count);

// Editing without undo: updates world transforms and flags of the whole subtree and the pick scene. set_local refuses
// (false, nothing changed) a transform that makes a number in the subtree non-finite.
bool editor_level_set_local(editor_level *level, uint32_t object, const pick_affine *local);
void editor_level_set_hidden(editor_level *level, uint32_t object, bool hidden);
void editor_level_set_locked(editor_level *level, uint32_t object, bool locked);

// Shows and picks only these objects and what is below them, and what is created from now on; `count` 0: everything
// again. A state of the view: it is neither saved nor undone, and hidden flags stay as they are.
void editor_level_isolate(editor_level *level, const uint32_t *objects, uint32_t count);

// Shows and picks volumes, or leaves all of them out. A state of the view, too.
void editor_level_show_volumes(editor_level *level, bool shown);
// The same of lines that measure something.
void editor_level_show_measurements(editor_level *level, bool shown);

// Own flag, an ancestor's, or that of all its layers, or left out by isolation, as a volume or as a measurement; true
// for a deleted object.
bool editor_level_is_hidden(const editor_level *level, uint32_t object);
// What hides an object whose own flag does not, as it would be undone: "a parent or a layer", "View > Volumes",
// "View > Measurements", "isolation". NULL: nothing does.
const char *editor_level_hidden_by(const editor_level *level, uint32_t object);
bool editor_level_is_locked(const editor_level *level, uint32_t object);

// Whether the object is drawn and picked as what its mesh consists of: triangles, points or lines.
bool editor_object_is_solid(const editor_object *object);
// The transform from the space of the object's mesh to the world: the object's own, but for a terrain, whose mesh is in
// steps and samples.
pick_affine editor_level_mesh_world(const editor_level *level, const editor_object *object);

// The line of an object that is one and measures something; NULL: it is none.
const editor_line *editor_level_measurement(const editor_level *level, const editor_object *object);
// The polygons of a pick mesh, as editor_mesh has them, which the caller frees; NULL: none. False: out of memory.
bool editor_level_read_polygons(const pick_mesh *pick, uint8_t **out);
// Whether the mesh was made from a primitive or a line of the level, not read from a file.
bool editor_mesh_is_made(const editor_mesh *mesh);
// The mesh that a copy with moved vertices is one of (moves.h); of another mesh itself.
const editor_mesh *editor_level_original(const editor_level *level, const editor_mesh *mesh);
// Whether it is a copy with moved vertices. EDITOR_NONE: false.
bool editor_level_has_moves(const editor_level *level, uint32_t mesh);
// Whether the moves of a copy count, so that they are shown.
bool editor_mesh_moves_fit(const editor_mesh *mesh);

// --- The tree ---

// The object after `object` in the tree's order, or EDITOR_NONE. `object` EDITOR_NONE: the first.
uint32_t editor_level_next(const editor_level *level, uint32_t object);
// The same within the subtree of `root`, starting at `root`.
uint32_t editor_level_next_below(const editor_level *level, uint32_t root, uint32_t object);
// Whether `object` is `ancestor` or below it.
bool editor_level_is_below(const editor_level *level, uint32_t object, uint32_t ancestor);

// --- What changed ---

// The objects whose world transform, flags, mesh or existence changed since `*cursor`; advances `*cursor` to now. Start
// with 0. True: the list is complete (objects may repeat; valid until the next change). False: the list would be too
// long: check all objects. Materials and images are only ever added; meshes too, but the numbers of primitives
// are used again, and a model that was read again has other vertices (mesh_versions).
bool editor_level_changes(const editor_level *level, uint64_t *cursor, const uint32_t **objects, uint32_t *count);

// What to call the level: the name of its file without folders, "Demo level" or "Untitled". Valid as long as its path.
const char *editor_level_title(const editor_level *level);

typedef struct editor_level_counts {
    uint32_t objects;     // existing objects with a mesh
    uint32_t all;         // existing objects of every kind, groups too
    uint32_t meshes;      // of the models in the level, also those without objects, and those that the editor made
    uint32_t used_meshes; // of these, those that existing objects and the parts of prefabs have
    uint32_t prefabs, instances;  // definitions that are there, and existing instances
    uint64_t points, segments;    // of all meshes of points, and of lines, each counted once
    uint64_t triangles;           // of all meshes, each counted once, without the boxes of stand-ins
    uint64_t instanced_triangles; // of all objects, without these too
    uint64_t dropped_triangles;   // degenerate or non-finite, each mesh counted once
} editor_level_counts;
editor_level_counts editor_level_count(const editor_level *level);

// World box of an object's subtree, hidden or not; of one without triangles, the object's origin.
pick_aabb editor_level_subtree_bounds(const editor_level *level, uint32_t object);
// World box of all that is selected, with what is below it; empty where nothing there has triangles or a volume.
// `hidden`: also of what is hidden. Visits each object once.
pick_aabb editor_level_selected_bounds(const editor_level *level, const pick_selection *selection, bool hidden);
// The box, larger on each side by `share` of its longest side. It is not empty.
pick_aabb editor_box_widen(const pick_aabb *box, double share);
// What all that is made of (farthest.h), as posed; of a convex volume the corners, of other volumes and terrains their
// boxes. The caller frees `*out`, which is NULL where there is nothing. The level must outlive it unchanged. False: out
// of memory, and nothing to free.
bool editor_level_selected_bodies(const editor_level *level, const pick_selection *selection, bool hidden,
                                  editor_body **out, size_t *count);
// The object after `object` (EDITOR_NONE: the first) of those that are selected or below one that is, each once.
// `*root` starts as EDITOR_NONE, and is kept between calls.
uint32_t editor_level_next_selected(const editor_level *level, const pick_selection *selection, uint32_t *root,
                                    uint32_t object);

// A hash of the level's content, equal for equal levels on every machine. It covers objects with their ids, names,
// tree, order, transforms to the bit, flags, meshes, overrides, lights and lenses, the layers and the selection sets;
// not the selection, the numbers of objects, or deleted objects.
uint64_t editor_level_hash(const editor_level *level);

// The object of a handle of the level's scene, or EDITOR_NONE.
uint32_t editor_level_object(const editor_level *level, pick_object_id id);

// The first existing object of that name with a number above `after` (EDITOR_NONE: from the first on), or EDITOR_NONE.
uint32_t editor_level_find(const editor_level *level, const char *name, uint32_t after);

// The query that picks what is drawn: material culling and the alpha cut-out of this level's materials and images.
// `level` must outlive the query.
pick_query editor_level_query(const editor_level *level);
// The same without volumes: what has a surface to stand on, to snap to, and that ends a look.
pick_query editor_level_surface_query(const editor_level *level);

#endif
