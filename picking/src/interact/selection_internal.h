// selection_internal.h: the struct behind pick_selection, for functions that build new sets. Private.
#ifndef PICKING_SRC_SELECTION_INTERNAL_H
#define PICKING_SRC_SELECTION_INTERNAL_H

#include "picking/selection.h"

// Members stand in order in `objects`; an open-addressing table finds an object's place. One block of memory holds
// the three arrays.
struct pick_selection {
    const pick_allocator *allocator;
    size_t count, capacity;  // capacity is 0 or a power of two
    pick_object_id *objects; // [capacity]
    uint32_t *table;         // [2 * capacity]: place + 1, or 0 where free
    uint8_t *leaving;        // [capacity]: 1 while a call removes the member, else 0
    pick_object_id active;
    uint64_t revision;
    pick_selection_listener listener;
    void *listener_user;
};

// Room for `needed` members in all. PICK_ERROR_OUT_OF_MEMORY, PICK_ERROR_TOO_LARGE: nothing has changed.
pick_result pick_selection_reserve(pick_selection *selection, size_t needed);

// Adds `id` unless it is a member. It must not be null, and there must be room. Returns whether it was added.
bool pick_selection_append(pick_selection *selection, pick_object_id id);

// Frees the memory of the members.
void pick_selection_release(pick_selection *selection);

// Counts a change and calls the listener.
void pick_selection_note_change(pick_selection *selection);

#endif
