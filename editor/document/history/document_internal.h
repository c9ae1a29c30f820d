// document_internal.h: the building blocks of the commands.
#ifndef EDITOR_DOCUMENT_DOCUMENT_INTERNAL_H
#define EDITOR_DOCUMENT_DOCUMENT_INTERNAL_H

#include "document/history/changes.h"
#include "document/history/edit.h"
#include "document/level/names.h"

typedef struct editor_step {
    char *label;
    bool is_unnamed; // the label is that of the last command, until one changes something
    editor_changes changes;
    size_t bytes;
    uint64_t state; // state of the level after this step
} editor_step;

// The changes of an object that the open step already holds: fields equal to the document's `transaction`.
typedef struct editor_touch {
    uint32_t local, flags, name, device, mesh;
} editor_touch;

// The last duplicate, for editor_edit_duplicate_again. Handles, because both objects may be gone by then.
typedef struct edit_repeat {
    pick_object_id source, copy;
    pick_affine offset; // from the source to the copy, world
    pick_affine placed; // where the repetition put the copy
    bool has_offset;    // both are known
} edit_repeat;

struct editor_document {
    uint64_t number; // another one for each document of the process
    editor_level *level;
    pick_selection *selection;
    editor_step **steps;
    uint32_t step_count, step_capacity, position;
    uint64_t dropped, step_total;
    size_t bytes, limit;
    editor_step *open; // the open step, or NULL
    uint32_t depth;    // depth of nested transactions
    uint32_t transaction;
    uint64_t open_layers;     // bits: names of layers and sets that the open step holds
    editor_changes journal;   // changes of the current command
    uint32_t unfinite_before; // level->unfinite_count when the edit began
    uint32_t refreshed; // how many changes the journal had when edit_select_numbers refreshed the level; 0: it has not
    uint32_t *made;     // roots of the objects that it created
    uint32_t made_count, made_capacity;
    editor_touch *touched; // one per object
    uint32_t touched_capacity;
    uint32_t *targets; // the objects that the command works on, in the first third; the rest is scratch for sorting
    uint32_t target_count, target_capacity;
    uint32_t *marks; // one per object; 0: not a target
    uint32_t mark_capacity;
    edit_repeat repeat;
    uint32_t mesh_limit;    // with as many primitives' meshes in the level, those that nothing uses are removed
    uint32_t look_limit;    // likewise looks
    uint32_t content_limit; // likewise contents of prefabs
    uint64_t next_state, base_state, saved_state;
    char reason[512];
};

// A command calls enter, makes changes, and calls leave with whether all succeeded. A failure in between needs no
// clean-up: leave reverts what the journal holds.
bool edit_enter(editor_document *document, const char *label);
editor_edit_result edit_leave(editor_document *document, bool ok);
// Returns false, for `return` statements.
bool edit_refuse(editor_document *document, const char *format, ...);
bool edit_out_of_memory(editor_document *document);
// Whether `parent` exists (EDITOR_NONE, the top of the tree, does). Refuses the command if not.
bool edit_parent_exists(editor_document *document, uint32_t parent);

// Changes, recorded in the journal; setting an equal value is no change. They take effect at once, except for derived
// state (world transforms, effective flags), which leave refreshes. False: out of memory; nothing changed.
bool edit_place(editor_document *document, uint32_t object, editor_place place);
bool edit_local(editor_document *document, uint32_t object, const pick_affine *local);
bool edit_flags(editor_document *document, uint32_t object, editor_object_flags flags);
bool edit_name(editor_document *document, uint32_t object, const char *name);
bool edit_mesh(editor_document *document, uint32_t object, uint32_t mesh, const editor_look *look); // of that mesh
// The same with what is overridden now.
bool edit_give_mesh(editor_document *document, uint32_t object, uint32_t mesh);
// The moved vertices of a copy (moves.h). Takes `moves`, also where it fails.
bool edit_moves(editor_document *document, uint32_t mesh, editor_moves *moves);
// The content and the name of a definition of a prefab; `mesh` EDITOR_NONE: it goes.
bool edit_prefab(editor_document *document, uint32_t prefab, uint32_t mesh, const char *name);
// Makes a content of these parts, which it takes, for a prefab or a new one (EDITOR_NONE). Returns its mesh.
// EDITOR_NONE: refused, by `name`.
uint32_t edit_prefab_content(editor_document *document, editor_object *parts, uint32_t count, uint32_t prefab,
                             const char *name);
bool edit_device(editor_document *document, uint32_t object, const editor_object *like);
bool edit_select(editor_document *document, pick_selection_op op, const pick_object_id *objects, size_t count);
// Replaces the selection. Objects that were made since edit_make_late get their handles here.
bool edit_select_numbers(editor_document *document, const uint32_t *objects, uint32_t count);
// Has the pick scene get what the command makes from now on all at once, at edit_select_numbers: much faster where they
// are many.
void edit_make_late(editor_document *document);
// Removes primitives' meshes and looks that neither an object nor a step uses, where there are many. Call it before one
// is made: each picture of a drag makes one.
void edit_remove_unused(editor_document *document);
// The same, and copies of meshes (moves.h) however few they are: each may be large. Call it before one is made.
void edit_remove_unused_copies(editor_document *document);
// Creates a detached object. EDITOR_NONE: out of memory.
uint32_t edit_make(editor_document *document, const char *name, const editor_object *like);
// Makes the objects of an asset's nodes, detached, at a transform that includes the fit. Several roots are held by an
// object of that name (NULL: the file's), `root`; `bare`: they are not, and `root` is the first one. `made`: one for
// each node.
bool edit_make_nodes(editor_document *document, editor_names *names, uint32_t asset, const pick_affine *place,
                     const char *holder, bool bare, uint32_t *made, uint32_t *root);
// Removes objects that are gone from the selection.
bool edit_deselect_gone(editor_document *document);
// A whole command: adds an object and selects it.
editor_edit_result edit_add_object(editor_document *document, const char *label, const char *name, uint32_t parent,
                                   const editor_object *like, uint32_t *made);
// How many objects the targets and what is below them are, where no target is below another.
size_t edit_count_targets(const editor_document *document);
// Copies an object and its descendants; the copy is detached.
bool edit_copy_subtree(editor_document *document, editor_names *names, uint32_t source, uint32_t *copy);
// Computes the local transform that shows the object at `world` under `parent`, in the pose that the level has. Refused
// if none does.
bool edit_local_for(editor_document *document, uint32_t object, uint32_t parent, const pick_affine *world,
                    pick_affine *local);
// The same for a world transform at rest, without the pose: for what must come to the same whatever the time is.
bool edit_local_at_rest(editor_document *document, uint32_t object, uint32_t parent, const pick_affine *world,
                        pick_affine *local);
bool edit_activate(editor_document *document, pick_object_id handle); // a selected one
// Of a layer, or, from EDITOR_LAYER_COUNT on, of a selection set; NULL: none.
bool edit_layer_name(editor_document *document, uint32_t layer, const char *name);
void edit_layer_flags(editor_document *document, uint32_t hidden, uint32_t locked);
// How an asset is imported, of one asset in a step.
bool edit_fit(editor_document *document, uint32_t asset, const editor_fit *fit);
bool edit_choice(editor_document *document, uint32_t asset, const char *scene, const char *variant);
void edit_layer_sight(editor_document *document, const pick_layer_matrix *sees);
// The label of a step: "Hide door", "Hide 3 objects". `objects` NULL: the selection. Returns `text`.
const char *edit_label(const editor_document *document, const char *verb, const uint32_t *objects, uint32_t count,
                       char *text, size_t size);
// Moves an object by a vector in world space.
bool edit_shift(editor_document *document, uint32_t object, pick_vec3 by);
// Hides a subtree from picking. Undo it with editor_level_refresh_flags before the command ends.
void edit_hide_from_scene(editor_document *document, uint32_t root);
// Moves what is directly below the object to its place in the tree, where it is in the world, and detaches the object.
// Appends what was moved to `freed`, if that is not NULL.
bool edit_dissolve(editor_document *document, uint32_t object, uint32_t *freed, uint32_t *freed_count);
// The mesh of the primitive, made if there is none. EDITOR_NONE: refused.
uint32_t edit_primitive_mesh(editor_document *document, const editor_primitive *primitive);
// Puts the targets, which are some and in the tree's order, into a new group.
bool edit_group_targets(editor_document *document, const char *name, uint32_t *made);
// Moves an object to `place` in the tree and keeps its world transform at rest.
bool edit_place_in_world(editor_document *document, uint32_t object, editor_place place);

// What adding an asset has added, to be replaced by what it adds with another content: where each stands.
typedef struct edit_scene_plan edit_scene_plan;

// NULL: out of memory.
edit_scene_plan *edit_plan_scene(editor_document *document, uint32_t asset);
void edit_free_scene_plan(edit_scene_plan *plan); // NULL is fine
// A whole command: the choice of an asset whose content is that of it. With a plan, which was made with the content
// before, replaces the objects.
editor_edit_result edit_choose(editor_document *document, uint32_t asset, const char *scene, const char *variant,
                               const edit_scene_plan *plan);
// How many objects have meshes of the asset and are in no part of the plan: they stay.
uint32_t edit_scene_left(const edit_scene_plan *plan);

typedef enum edit_order {
    EDIT_PARENTS_FIRST, // sufficient for most commands; does not traverse the level
    EDIT_TREE_ORDER     // traverses the level, unless there is only one target
} edit_order;

// Fills document->targets in that order, each once, and sets their marks to a nonzero value. `roots`: without those
// below another target. Refused if out of memory. Having no target is no failure.
bool edit_targets(editor_document *document, const uint32_t *objects, uint32_t count, bool roots, edit_order order);
// Takes locked objects out of the targets: they stay where they are. Refused if there were no others ("locked objects
// cannot be dropped").
bool edit_leave_locked(editor_document *document, const char *done);

#endif
