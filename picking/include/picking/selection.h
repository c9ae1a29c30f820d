// selection.h: an ordered set of objects with an active one: what an editor's commands work on.
//
// Order:      the order in which objects were selected; the active one is the last that was named.
// Knows:      handles only. It never asks a scene, so a handle may go stale in it; that is a defined miss elsewhere.
// Changes:    every call says whether it changed anything, so that a click that changes nothing adds no undo step.
//             The revision counts the calls that did, and a listener hears of each.
// Undo:       copy it (pick_selection_copy), or keep its members and the active one and set them again.
// Failure:    only growing can fail, for want of memory; the selection is then as it was.
// Cost:       membership is a hash look-up; adding n objects O(n), removing any number O(size). The calls that take a
//             predicate, a range or a tree also take memory for the time of the call.
// NULL:       a selection that is NULL reads as an empty one; to change it is PICK_ERROR_INVALID_ARGUMENT, or false. So
// is
//             a predicate or parent function that is NULL.
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

// Called after each change, with the selection as it is then; it must not change it.
typedef void (*pick_selection_listener)(void *user, const pick_selection *selection);

// Asked once about each object that is not null.
typedef bool (*pick_selection_predicate)(void *user, pick_object_id object);

// The parent of an object; null for one without.
typedef pick_object_id (*pick_selection_parent_of)(void *user, pick_object_id object);

// `allocator` NULL: the default one; it must outlive the selection.
PICK_API pick_result pick_selection_create(const pick_allocator *allocator, pick_selection **out);
PICK_API void pick_selection_destroy(pick_selection *selection); // NULL is fine

// Applies `op` with `count` objects. Null handles are skipped and an object given twice counts once. Handles of any
// scene, stale ones too, are kept as they are.
// The last object given that is in the selection afterwards becomes the active one; when the active one is taken
// out, the last in order takes its place. `changed` may be NULL.
// Errors: PICK_ERROR_OUT_OF_MEMORY, PICK_ERROR_TOO_LARGE (2^30 objects), PICK_ERROR_INVALID_ARGUMENT (a NULL, another
// op than the four, a list that lies in the selection's own array); nothing is changed then, `changed` included.
PICK_API pick_result pick_selection_apply(pick_selection *selection, pick_selection_op op,
                                          const pick_object_id *objects, size_t count, bool *changed);

// The same with those of `objects` for which the predicate holds: a layer, a mesh, a name.
PICK_API pick_result pick_selection_apply_where(pick_selection *selection, pick_selection_op op,
                                                const pick_object_id *objects, size_t count,
                                                pick_selection_predicate predicate, void *user, bool *changed);

// The same with a run of a list (an outliner's, as shown): all from number `from` to number `to`, either first. `to`
// becomes the active one. PICK_ERROR_INVALID_ARGUMENT unless both are below `count`.
PICK_API pick_result pick_selection_apply_range(pick_selection *selection, pick_selection_op op,
                                                const pick_object_id *order, size_t count, size_t from, size_t to,
                                                bool *changed);

// The objects of `all` that are not in, and no others, in their order. Selecting all is PICK_SELECTION_REPLACE with
// all.
PICK_API pick_result pick_selection_invert(pick_selection *selection, const pick_object_id *all, size_t count,
                                           bool *changed);

// Each member gives way to its parent; one without a parent stays.
PICK_API pick_result pick_selection_to_parents(pick_selection *selection, pick_selection_parent_of parent_of,
                                               void *user, bool *changed);

// The objects of `all` whose parent is in, and no others; when there are none, nothing changes.
PICK_API pick_result pick_selection_to_children(pick_selection *selection, const pick_object_id *all, size_t count,
                                                pick_selection_parent_of parent_of, void *user, bool *changed);

// Takes out the members for which the predicate does not hold: those that were deleted. Returns whether there were any.
PICK_API bool pick_selection_keep(pick_selection *selection, pick_selection_predicate predicate, void *user);

// Makes it what was saved: these members in this order, and the active one (the last member, if it is not among them).
PICK_API pick_result pick_selection_set(pick_selection *selection, const pick_object_id *objects, size_t count,
                                        pick_object_id active, bool *changed);

// Makes it like another: members, order and the active one. Revision and listener stay its own.
PICK_API pick_result pick_selection_copy(pick_selection *selection, const pick_selection *from, bool *changed);

// Empties it. Returns whether it held anything.
PICK_API bool pick_selection_clear(pick_selection *selection);

// Makes a member the active one. False when it is not a member, or is active already.
PICK_API bool pick_selection_set_active(pick_selection *selection, pick_object_id object);

PICK_API bool pick_selection_contains(const pick_selection *selection, pick_object_id object);
PICK_API size_t pick_selection_count(const pick_selection *selection);

// The members in order; valid until the next call that changes the selection. Never NULL when count > 0.
PICK_API const pick_object_id *pick_selection_objects(const pick_selection *selection);

// The null handle when nothing is selected.
PICK_API pick_object_id pick_selection_active(const pick_selection *selection);

// The same members in the same order, and the same active one; the hash is of these.
PICK_API bool pick_selection_equal(const pick_selection *a, const pick_selection *b);
PICK_API uint64_t pick_selection_hash(const pick_selection *selection);

// The members of `a` that are not in `b`, in order: against an earlier copy, what came (now, then) and what went (then,
// now). Writes at most `capacity`; returns how many there are.
PICK_API size_t pick_selection_difference(const pick_selection *a, const pick_selection *b, pick_object_id *out,
                                          size_t capacity);

// One listener; NULL: none.
PICK_API void pick_selection_set_listener(pick_selection *selection, pick_selection_listener listener, void *user);

// How many calls have changed the selection since it was made.
PICK_API uint64_t pick_selection_revision(const pick_selection *selection);

#ifdef __cplusplus
}
#endif

#endif
