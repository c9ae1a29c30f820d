// level_internal.h: the primitive operations of edits. Each leaves derived state (world transforms, effective flags,
// the pick scene) out of date until the next refresh.
#ifndef EDITOR_DOCUMENT_LEVEL_INTERNAL_H
#define EDITOR_DOCUMENT_LEVEL_INTERNAL_H

#include "document/level/level.h"

// Where an object is in the tree.
typedef struct editor_place {
    uint32_t parent; // or EDITOR_NONE: a root
    uint32_t before; // the sibling that it stands before, or EDITOR_NONE: it is the last
    bool attached;   // false: nowhere
} editor_place;

#define EDITOR_PLACE_NOWHERE ((editor_place){EDITOR_NONE, EDITOR_NONE, false})

// A new object that is nowhere yet, as `like` says: kind, mesh, local, layers, own flags, light or lens. Copies
// `name`. EDITOR_NONE out of memory.
uint32_t editor_level_make_object(editor_level *level, const char *name, const editor_object *like);
// Ends an object that is nowhere, and all below it, for good: their numbers and handles are free.
void editor_level_forget(editor_level *level, uint32_t object);

editor_place editor_level_place(const editor_level *level, uint32_t object);
// Moves it there. `place.parent` must not be below the object.
void editor_level_move(editor_level *level, uint32_t object, editor_place place);

// Brings what is derived of the object and all below it up to date, in the pick scene too. Once all that was touched
// is refreshed, level->unfinite_count says how many objects have a world transform that cannot be kept.
void editor_level_refresh(editor_level *level, uint32_t object);
// Flags only: after hidden, locked or layers changed.
void editor_level_refresh_flags(editor_level *level, uint32_t object);
// Flags of all objects: after a layer was hidden or locked.
void editor_level_refresh_layers(editor_level *level);

// Notes that the object changed, for editor_level_changes.
void editor_level_touch(editor_level *level, uint32_t object);

void editor_object_free(editor_object *object); // what it owns
void editor_asset_free(editor_asset *asset);    // what it owns

// Takes meshes, materials, images and the one asset of `source` into the level and destroys what is left of it.
// Returns the asset's number, or EDITOR_NONE out of memory; `source` is then destroyed whole.
uint32_t editor_level_absorb(editor_level *level, editor_level *source);

// The level's mesh for one of an asset's: its own, or a stand-in of that box. EDITOR_NONE out of memory.
uint32_t editor_level_asset_mesh(editor_level *level, uint32_t asset, uint32_t index);

// Room for one more element; returns the array, moved or not, or NULL when out of memory.
void *editor_level_reserve(void *array, uint32_t count, uint32_t *capacity, size_t element_size);

pick_result editor_level_finish_mesh(const editor_level *level, editor_mesh *mesh);
// An object as the pick scene has it.
pick_object_desc editor_level_describe(const editor_level *level, uint32_t object);
// Gives an object its handle in the pick scene.
pick_result editor_level_add_to_scene(editor_level *level, uint32_t object);

#endif
