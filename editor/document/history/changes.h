// changes.h: a set of changes to a level and its selection. It holds the other side: the new state before the changes
// are made, the old state after. Making and undoing them are the same exchange, which needs no memory and cannot fail,
// except for the selection's.
#ifndef EDITOR_DOCUMENT_CHANGES_H
#define EDITOR_DOCUMENT_CHANGES_H

#include "document/level/level_internal.h"

typedef struct change_place {
    uint32_t object;
    editor_place other;
    bool appears, disappears; // going forwards: the object was detached before; it is detached after
} change_place;

typedef struct change_local {
    uint32_t object;
    pick_affine other;
} change_local;

typedef struct editor_object_flags {
    uint32_t layers, sets;
    bool hidden, locked;
} editor_object_flags;

typedef struct change_flags {
    uint32_t object;
    editor_object_flags other;
} change_flags;

typedef struct change_name {
    uint32_t object; // number of the object, layer, or selection set; those count from EDITOR_LAYER_COUNT on
    char *other;
} change_name;

typedef struct change_device {
    uint32_t object; // number of a light, camera or terrain
    union {
        editor_light light;
        editor_lens lens;
        editor_terrain terrain;
    };
} change_device;

typedef struct change_mesh {
    uint32_t object;
    uint32_t other; // number of a mesh of the level
    const editor_look *other_look;
} change_mesh;

typedef struct change_moves {
    uint32_t mesh; // number of a mesh with moved vertices
    editor_moves other;
} change_moves;

typedef struct change_prefab {
    uint32_t prefab;  // number of a definition
    uint32_t other;   // mesh of its content, or EDITOR_NONE: it is not there
    char *other_name; // never NULL
} change_prefab;

typedef struct editor_changes {
    // Places depend on each other, so they are in the order they were made. The other arrays are unordered.
    change_place *places;
    uint32_t place_count, place_capacity;
    change_local *locals;
    uint32_t local_count, local_capacity;
    change_flags *flags;
    uint32_t flags_count, flags_capacity;
    change_name *names;
    uint32_t name_count, name_capacity;
    change_device *devices;
    uint32_t device_count, device_capacity;
    change_mesh *meshes;
    uint32_t mesh_count, mesh_capacity;
    change_moves *moves;
    uint32_t moves_count, moves_capacity;
    change_prefab *prefabs; // their instances are in `meshes`
    uint32_t prefab_count, prefab_capacity;
    change_name *layers; // names of layers and of selection sets
    uint32_t layer_count, layer_capacity;
    bool has_layer_flags;
    uint32_t hidden_layers, locked_layers;
    bool has_layer_sight;
    pick_layer_matrix sees;
    bool has_import; // of an asset: how it is imported
    uint32_t import_asset;
    editor_fit fit;
    char *scene, *variant; // as of an asset
    bool has_selection;
    pick_object_id *selected;
    size_t selected_count;
    pick_object_id active;
} editor_changes;

// The name of a layer or a selection set, by the number of change_name.
char **editor_changes_layer_name(editor_level *level, uint32_t number);

// Changes the level and the selection, and keeps the old state instead. `forwards`: the order of places. False: out of
// memory for the selection; nothing changed.
bool editor_changes_exchange(editor_changes *changes, editor_level *level, pick_selection *selection, bool forwards);

// Reverts changes that will not be redone: like the exchange backwards, but cannot fail. Afterwards the changes are
// valid only for a refresh.
void editor_changes_take_back(editor_changes *changes, editor_level *level, pick_selection *selection);

// Updates the state derived from the changed things.
void editor_changes_refresh(const editor_changes *changes, editor_level *level);

// Empties the set. The arrays stay for the next use.
void editor_changes_clear(editor_changes *changes);
void editor_changes_free(editor_changes *changes);

// Whether it holds a change other than of the selection; whether it holds any change.
bool editor_changes_has_content(const editor_changes *changes);
bool editor_changes_is_empty(const editor_changes *changes);

// Bytes of memory that it holds.
size_t editor_changes_bytes(const editor_changes *changes, const editor_level *level);

// Removes entries whose two sides are equal.
void editor_changes_prune(editor_changes *changes, editor_level *level, const pick_selection *selection);
// Frees the unused capacity of the arrays.
void editor_changes_trim(editor_changes *changes);

// Forgets the objects that nothing can restore once these changes, done or undone (`undone`), are dropped.
void editor_changes_forget(const editor_changes *changes, editor_level *level, bool undone);

#endif
