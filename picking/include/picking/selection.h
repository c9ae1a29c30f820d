// selection.h: an ordered set of objects with an active one: what an editor's commands work on.
//
// Order:      the order in which objects were selected; the active one is the last that was named.
// Knows:      handles only. It never asks a scene, so a handle may go stale in it; that is a defined miss elsewhere.
// Changes:    every call says whether it changed anything, so that a click that changes nothing adds no undo step.
//             The revision counts the calls that did.
// Failure:    only growing can fail, for want of memory; the selection is then as it was.
// Cost:       membership is a hash look-up; adding n objects O(n), removing any number O(size).
// Threads:    many readers or one writer.
#ifndef PICKING_SELECTION_H
#define PICKING_SELECTION_H

#include "picking/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pick_selection pick_selection;

typedef enum pick_selection_op {
    PICK_SELECTION_REPLACE, // the objects given and no others; with none given, nothing is selected
    PICK_SELECTION_ADD,     // those that are in already keep their place
    PICK_SELECTION_TOGGLE,  // out if in, in if out
    PICK_SELECTION_REMOVE
} pick_selection_op;

// `allocator` NULL: the default one; it must outlive the selection.
pick_result pick_selection_create(const pick_allocator *allocator, pick_selection **out);
void pick_selection_destroy(pick_selection *selection); // NULL is fine

// Applies `op` with `count` objects. Null handles are skipped and an object given twice counts once. `objects` must
// not be the selection's own array.
// The last object given that is in the selection afterwards becomes the active one; when the active one is taken
// out, the last in order takes its place. `changed` may be NULL.
// Errors: PICK_ERROR_OUT_OF_MEMORY, PICK_ERROR_TOO_LARGE (2^30 objects); nothing is changed then.
pick_result pick_selection_apply(pick_selection *selection, pick_selection_op op, const pick_object_id *objects,
                                 size_t count, bool *changed);

// Empties it. Returns whether it held anything.
bool pick_selection_clear(pick_selection *selection);

// Makes a member the active one. False when it is not a member, or is active already.
bool pick_selection_set_active(pick_selection *selection, pick_object_id object);

bool pick_selection_contains(const pick_selection *selection, pick_object_id object);
size_t pick_selection_count(const pick_selection *selection);

// The members in order; valid until the next call that changes the selection. Never NULL when count > 0.
const pick_object_id *pick_selection_objects(const pick_selection *selection);

// The null handle when nothing is selected.
pick_object_id pick_selection_active(const pick_selection *selection);

// How many calls have changed the selection since it was made.
uint64_t pick_selection_revision(const pick_selection *selection);

#ifdef __cplusplus
}
#endif

#endif
