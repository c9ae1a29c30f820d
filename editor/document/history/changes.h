// changes.h: a set of changes to a level and its selection, as their other side: before they are made what will be,
// and once made what was. Making them and taking them back are the same exchange, which needs no memory and cannot
// fail, except for the selection's.
#ifndef EDITOR_DOCUMENT_CHANGES_H
#define EDITOR_DOCUMENT_CHANGES_H

#include "document/level/level_internal.h"

typedef struct change_place {
    uint32_t object;
    editor_place other;
    bool came, went; // done forwards: it was nowhere before; it is nowhere after
} change_place;

typedef struct change_local {
    uint32_t object;
    pick_affine other;
} change_local;

typedef struct editor_object_flags {
    uint32_t layers;
    bool hidden, locked;
} editor_object_flags;

typedef struct change_flags {
    uint32_t object;
    editor_object_flags other;
} change_flags;

typedef struct change_name {
    uint32_t object; // or a layer
    char *other;
} change_name;

typedef struct change_device {
    uint32_t object; // a light or a camera
    union {
        editor_light light;
        editor_lens lens;
    };
} change_device;

typedef struct editor_changes {
    // Places depend on each other, so they are kept in the order they were made; the others are in no order.
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
    change_name *layers;
    uint32_t layer_count, layer_capacity;
    bool has_layer_flags;
    uint32_t hidden_layers, locked_layers;
    bool has_selection;
    pick_object_id *selected;
    size_t selected_count;
    pick_object_id active;
} editor_changes;

// Changes the level and the selection, and keeps what was there instead. `forwards`: the order of places. False
// (nothing changed) when the selection could not have memory.
bool editor_changes_exchange(editor_changes *changes, editor_level *level, pick_selection *selection, bool forwards);

// Takes back changes that are not wanted again: like the exchange backwards, but it cannot fail. The changes are then
// good for a refresh and nothing else.
void editor_changes_take_back(editor_changes *changes, editor_level *level, pick_selection *selection);

// Brings what follows from the changed things up to date.
void editor_changes_refresh(const editor_changes *changes, editor_level *level);

// Empties it; the arrays stay for the next use.
void editor_changes_clear(editor_changes *changes);
void editor_changes_free(editor_changes *changes);

// Whether anything but the selection is in it; and anything at all.
bool editor_changes_has_content(const editor_changes *changes);
bool editor_changes_is_empty(const editor_changes *changes);

// Bytes that it holds.
size_t editor_changes_bytes(const editor_changes *changes, const editor_level *level);

// Leaves out what, made and taken as it is now, is no change.
void editor_changes_prune(editor_changes *changes, const editor_level *level, const pick_selection *selection);
// Gives back what the arrays have too much.
void editor_changes_trim(editor_changes *changes);

// Forgets the objects that nothing can bring back once these changes, done or (`undone`) taken back, are dropped.
void editor_changes_forget(const editor_changes *changes, editor_level *level, bool undone);

#endif
