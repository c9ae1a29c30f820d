// selection.h: an ordered set of objects, one of them active: what an editor's commands act on.
//
// Order:      the order in which objects were selected; the active one is the last that a call named.
// Handles:    it knows no scene, so a member may become stale; other functions treat a stale handle as a miss.
// Changes:    every call reports whether it changed anything, so that a click that changes nothing adds no undo step.
//             The revision counts the calls that changed something, and a listener is called after each.
// Undo:       copy the selection (pick_selection_copy), or store its members and the active one and set them again.
// Failure:    only growth can fail, when memory runs out; the selection is then unchanged.
// Cost:       membership is a hash look-up; adding n objects O(n), removing any number O(size). The calls with a
//             predicate, a range or a tree also allocate until they return.
// NULL:       a NULL selection reads as an empty one. Calls that change it return PICK_ERROR_INVALID_ARGUMENT or false;
//             so do calls with a NULL predicate or parent function, and copies of a NULL selection.
// Threads:    many readers or one writer.
#ifndef PICKING_SELECTION_H
#define PICKING_SELECTION_H

#include "picking/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pick_selection pick_selection;

typedef enum pick_selection_op {
    PICK_SELECTION_REPLACE, // selects exactly the objects given
    PICK_SELECTION_ADD,     // members keep their place
    PICK_SELECTION_TOGGLE,  // removes members, adds others
    PICK_SELECTION_REMOVE
} pick_selection_op;

// Called after each change, with the changed selection, which it must not change.
typedef void (*pick_selection_listener)(void *user, const pick_selection *selection);

// Called once for each object that is not null.
typedef bool (*pick_selection_predicate)(void *user, pick_object_id object);

// The parent of an object; null for one without.
typedef pick_object_id (*pick_selection_parent_of)(void *user, pick_object_id object);

// `allocator` NULL: the default one; it must outlive the selection.
PICK_API pick_result pick_selection_create(const pick_allocator *allocator, pick_selection **out);
PICK_API void pick_selection_destroy(pick_selection *selection); // NULL is fine

// Applies `op` with `count` objects. Null handles are skipped and an object given twice counts once. Handles of any
// scene, stale ones too, are kept as they are.
// The last object given that is a member afterwards becomes active. If the active one is removed, the last member
// becomes active. `changed` may be NULL.
// Errors: PICK_ERROR_OUT_OF_MEMORY, PICK_ERROR_TOO_LARGE (2^30 objects), PICK_ERROR_INVALID_ARGUMENT (a NULL, an
// unknown op, a list inside the selection's own array). Nothing is changed then, `changed` included.
PICK_API pick_result pick_selection_apply(pick_selection *selection, pick_selection_op op,
                                          const pick_object_id *objects, size_t count, bool *changed);

// The same with those of `objects` for which the predicate is true: of a layer, a mesh or a name.
PICK_API pick_result pick_selection_apply_where(pick_selection *selection, pick_selection_op op,
                                                const pick_object_id *objects, size_t count,
                                                pick_selection_predicate predicate, void *user, bool *changed);

// The same with a range of a list, such as the rows of an outliner: all from index `from` to index `to`, in either
// direction. `to` becomes active. PICK_ERROR_INVALID_ARGUMENT unless both are below `count`.
PICK_API pick_result pick_selection_apply_range(pick_selection *selection, pick_selection_op op,
                                                const pick_object_id *order, size_t count, size_t from, size_t to,
                                                bool *changed);

// Selects the objects of `all` that are not members, and no others, in their order. To select all, use
// PICK_SELECTION_REPLACE.
PICK_API pick_result pick_selection_invert(pick_selection *selection, const pick_object_id *all, size_t count,
                                           bool *changed);

// Replaces each member by its parent; a member without a parent stays.
PICK_API pick_result pick_selection_to_parents(pick_selection *selection, pick_selection_parent_of parent_of,
                                               void *user, bool *changed);

// Selects the objects of `all` whose parent is a member, and no others. If there are none, nothing changes.
PICK_API pick_result pick_selection_to_children(pick_selection *selection, const pick_object_id *all, size_t count,
                                                pick_selection_parent_of parent_of, void *user, bool *changed);

// Removes the members for which the predicate is false, such as deleted objects. Returns whether there were any.
PICK_API bool pick_selection_keep(pick_selection *selection, pick_selection_predicate predicate, void *user);

// Restores a saved selection: these members in this order, and the active one (the last member, if `active` is none).
PICK_API pick_result pick_selection_set(pick_selection *selection, const pick_object_id *objects, size_t count,
                                        pick_object_id active, bool *changed);

// Copies members, order and the active one. Revision and listener stay.
PICK_API pick_result pick_selection_copy(pick_selection *selection, const pick_selection *from, bool *changed);

// Removes all members. Returns whether there were any.
PICK_API bool pick_selection_clear(pick_selection *selection);

// Makes a member active. False when it is not a member, or is already active.
PICK_API bool pick_selection_set_active(pick_selection *selection, pick_object_id object);

PICK_API bool pick_selection_contains(const pick_selection *selection, pick_object_id object);
PICK_API size_t pick_selection_count(const pick_selection *selection);

// The members in order; valid until the next call that changes the selection. Never NULL when count > 0.
PICK_API const pick_object_id *pick_selection_objects(const pick_selection *selection);

// The null handle when nothing is selected.
PICK_API pick_object_id pick_selection_active(const pick_selection *selection);

// Equal: the same members in the same order, and the same active one. The hash is of these.
PICK_API bool pick_selection_equal(const pick_selection *a, const pick_selection *b);
PICK_API uint64_t pick_selection_hash(const pick_selection *selection);

// The members of `a` that are not in `b`, in order. With an earlier copy: (now, copy) gives what was added, (copy, now)
// what was removed. Writes at most `capacity`; returns how many there are.
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
