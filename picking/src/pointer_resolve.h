// pointer_resolve.h: what lies under the pointer, and which of it a click takes. Private.
#ifndef PICKING_SRC_POINTER_RESOLVE_H
#define PICKING_SRC_POINTER_RESOLVE_H

#include "picking/pointer.h"

// The one resolver: makes rows and choices answer for `position`. False when that takes a pick that the frame has not
// left. Nothing is asked where a handle is.
bool pick_pointer_resolve(pick_pointer *pointer, pick_vec2 position, uint32_t *handle);

// What a press of `button` with `modifiers` at the resolved position takes. `second`: as the second click of two.
pick_target pick_pointer_choose(const pick_pointer *pointer, uint32_t button, uint32_t modifiers, bool second);

// Remembers that a click took `target`, so that the next one at the same spot goes on from there.
void pick_pointer_remember_click(pick_pointer *pointer, const pick_target *target);

// Whether a press at `position` goes on from the last click.
bool pick_pointer_continues(const pick_pointer *pointer, pick_vec2 position, uint32_t button, uint32_t modifiers);

// Forgets what was under the pointer, but not what was clicked.
void pick_pointer_forget(pick_pointer *pointer);

// What modifiers do to a selection, those that pick the leaf left out.
pick_selection_op pick_pointer_op(const pick_pointer *pointer, uint32_t modifiers);

#endif
