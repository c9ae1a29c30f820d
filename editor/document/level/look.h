// look.h: meshes with some values of their materials overridden, as objects show them.
//
// A look is a mesh and the overrides of its slots. Equal ones are one look, so objects that are painted alike share it,
// and what is made of it for picking and drawing. A look never changes, except when the model's file is read again. An
// object without overrides has none: `editor_object.look` is NULL.
//
// Ownership:  the level owns its looks. They stay until editor_level_remove_looks, because undo refers to them.
#ifndef EDITOR_DOCUMENT_LOOK_H
#define EDITOR_DOCUMENT_LOOK_H

#include "document/level/level.h"

// What is picked in place of the mesh's own: a pick mesh with other flags, or points or lines of another width. Looks
// with equal flags, or equal widths, share it.
typedef struct editor_look_pick {
    pick_mesh *mesh; // or NULL, like `thin`
    pick_thin *thin;
    uint32_t users;
} editor_look_pick;

// What follows from the mesh and the overrides.
typedef struct editor_look_content {
    editor_material *materials; // one for each slot of the mesh; names and images are those of the level
    uint32_t material_count;
    editor_look_pick *pick; // NULL: the mesh's own
    editor_width width;     // of points and lines
} editor_look_content;

struct editor_look {
    uint32_t number; // in the level's `looks`; used again when the look was removed
    uint64_t serial; // another one for each content that any look ever had
    uint32_t mesh;
    editor_override *overrides; // ascending by slot; each has fields or unknown fields
    uint32_t override_count;
    editor_look_content content;
    uint64_t hash;
    editor_look *next; // in its bucket
    bool is_used;      // scratch of those who remove looks
};

// Finds or makes the look of a mesh with these overrides, whose order and values without a field do not matter. Copies
// what it needs. A later override of the same slot replaces an earlier one. `*out`: NULL when no override is left.
// False: out of memory.
bool editor_level_find_look(editor_level *level, uint32_t mesh, const editor_override *overrides, uint32_t count,
                            const editor_look **out);
// Frees the looks whose `is_used` is false. Nothing may refer to them.
void editor_level_remove_looks(editor_level *level);

// The overrides of an object; count 0: none.
const editor_override *editor_object_overrides(const editor_object *object, uint32_t *count);
// Whether both override the same, whatever their meshes are. NULL: nothing.
bool editor_look_equal(const editor_look *a, const editor_look *b);
// The look that it is shown with: its own, or that of its prefab's content. NULL: none.
const editor_look *editor_level_look(const editor_level *level, const editor_object *object);
// How many slots an object has.
uint32_t editor_level_slots(const editor_level *level, const editor_object *object);
// The material of a slot as it is shown. Its name is the model's. Valid until the level changes.
const editor_material *editor_level_material(const editor_level *level, const editor_object *object, uint32_t slot);
// All values of a slot as they are shown. `fields`: those that are overridden; `extra`: NULL.
editor_override editor_level_slot(const editor_level *level, const editor_object *object, uint32_t slot);
// The width of an object's points or lines as it is shown; of other objects zero.
editor_width editor_level_width(const editor_level *level, const editor_object *object);
// The points or lines of an object as picking has them; NULL: it has none.
pick_thin *editor_level_pick_thin(const editor_level *level, const editor_object *object);
// The triangles of an object as picking has them.
const pick_mesh *editor_level_pick_mesh(const editor_level *level, const editor_object *object);
// Finds out which meshes are closed, and so may have caps: those that it has not looked at yet, 20 ns a triangle.
// Returns how many are.
uint32_t editor_level_find_solids(const editor_level *level);

// The content that a look would have if `mesh` were its mesh. False: out of memory.
bool editor_look_make_content(const editor_level *level, const editor_look *look, const editor_mesh *mesh,
                              editor_look_content *out);
void editor_look_free_content(editor_look_content *content);
void editor_level_free_looks(editor_level *level); // all of them

#endif
