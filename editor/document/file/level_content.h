// level_content.h: the content of a level file, validated on its own; the files that it refers to are not opened.
#ifndef EDITOR_DOCUMENT_LEVEL_CONTENT_H
#define EDITOR_DOCUMENT_LEVEL_CONTENT_H

#include "document/import/common/hash_index.h"
#include "document/import/import.h"
#include "document/json/json_read.h"
#include "document/level/level.h"

enum { EDITOR_LEVEL_VERSION = 2 };
#define EDITOR_LEVEL_LARGEST_ID 4503599627370495.0 // 2^52 - 1: leaves as many numbers for new objects

typedef struct content_asset {
    editor_json_value value;
    double id;
    const char *path, *builtin;
    const char **names; // names of its meshes when the file was written, mesh_count of them
    double (*boxes)[6];
    uint32_t mesh_count;
    bool has_meshes;
    editor_import_options options;
    char *extra;
    uint32_t asset;   // number in the level, once added
    uint32_t *meshes; // meshes of that asset, one for each name
    double moved[3];  // what that asset's origin is beyond the entry's, which the objects expect
    uint32_t used;    // 1 + the largest number of a mesh that objects have of it
} content_asset;

typedef struct content_object {
    editor_json_value value;
    editor_object object; // parent and mesh are not filled in; owns its texts, except the name
    const char *name;
    uint32_t parent; // index of an object of the file, or EDITOR_NONE
    uint32_t asset;  // index of an asset of the file, or EDITOR_NONE
    uint32_t mesh;
    uint32_t follows, node;     // index of an asset of the file, or EDITOR_NONE: follows nothing; number of its node
    const char *node_name;      // or NULL
    editor_primitive primitive; // without a shape: none; with its own sides
    editor_line line;           // without points: none
    editor_moves moves;         // of the vertices of its mesh or primitive; without items: none
    editor_override *overrides; // of its materials, override_count of them
    uint32_t override_count;
    uint32_t prefab; // of an instance, or of a group that was unpacked: index in the file, or EDITOR_NONE
    uint32_t made;   // number in the level, once added
} content_object;

typedef struct content_prefab {
    editor_json_value value;
    double id;
    const char *name;
    editor_json_value list;
    content_object *parts; // in the order of the file; `parent` is an index among them
    uint32_t part_count;
    uint32_t depth;     // 1: there are no prefabs in it
    uint64_t all_parts; // with those of the prefabs in it
    char *extra;
    uint32_t made; // number of the definition in the level, once added
} content_prefab;

// Finds what a level has already while thousands of assets are added to it. Start from zeros.
typedef struct content_index {
    editor_hash_index files;   // the first asset of each file
    uint32_t file_count;       // assets that are in it
    editor_hash_index names;   // the first mesh of each name, for each asset
    editor_hash_index doubles; // names that several meshes of an asset have
    uint32_t *named;           // how many meshes of each asset are in these
    uint32_t named_count;      // assets
} content_index;

typedef struct level_content {
    editor_json_reader reader;
    content_asset *assets;
    uint32_t asset_count;
    content_object *objects;
    uint32_t object_count;
    content_prefab *prefabs;
    uint32_t prefab_count;
    uint32_t *prefab_order; // those that are in others before these
    const char *part_list;  // while the parts of a prefab are read: what to call the list
    uint64_t unread_from;   // bytes; see editor_level_read_boxes. 0: all models are read
    double slow;            // seconds that slow models took (import.h)
    uint32_t lost_meshes;   // boxes made for meshes of missing files that list none
    editor_hash_index asset_ids, prefab_ids, prefab_names; // numbers in the lists above
    content_index index;
    // The level's copies with moved vertices that were made for the content, by original and moves. NULL: not noted,
    // because the level had others before.
    editor_hash_index *moved;
    editor_view views[EDITOR_VIEW_COUNT];
    uint32_t view_count;
    editor_view bookmarks[EDITOR_BOOKMARK_COUNT];
    uint32_t bookmarks_set;
    const char *layer_names[EDITOR_LAYER_COUNT];
    char *layer_extras[EDITOR_LAYER_COUNT];
    uint32_t hidden_layers, locked_layers;
    const char *set_names[EDITOR_SET_COUNT];
    char *set_extras[EDITOR_SET_COUNT];
    uint32_t layer_blind[EDITOR_LAYER_COUNT]; // bits: layers that it does not see
    char *extra;
} level_content;

// Reads `text`, which must outlive the content. Refusals name `path`. Call close in any case.
bool level_content_open(level_content *content, const char *path, const char *text, size_t size, editor_error *error);
void level_content_close(level_content *content);

// Finds or imports each asset and matches its meshes by name. Relative paths are relative to `base`. An asset that
// cannot be read adds a warning and is shown as boxes. False: out of memory, or a mesh is ambiguous; the refusal says
// which.
bool level_content_load_assets(level_content *content, editor_level *level, const char *base,
                               editor_image_decoder decoder, void *decoder_user);
// Moves the objects and parts of entries whose file the level has read with another origin, so that what is seen of
// them stays where it was. After load_assets, which calls it.
void level_content_move_origins(level_content *content);
// Makes the parts of a prefab, as editor_level_make_content takes them; the prefabs in it are made. False: refused, and
// there are none.
bool level_content_make_parts(const level_content *content, editor_level *level, content_prefab *prefab,
                              editor_object **parts);
// Adds all prefabs to the level. Before its objects, after the assets. False: refused.
bool level_content_make_prefabs(level_content *content, editor_level *level);
// Fills in what an object has of assets: the mesh and the look (those of its asset, primitive, line or prefab and
// overrides, none without), and what it follows. False: out of memory.
bool level_content_set_mesh(const level_content *content, editor_level *level, content_object *object);

#endif
