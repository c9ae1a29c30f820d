// pointer_resolve.h: what lies under the pointer, and what a click selects. Private.
#ifndef PICKING_SRC_POINTER_RESOLVE_H
#define PICKING_SRC_POINTER_RESOLVE_H

#include "picking/pointer.h"

// One entry of the click cycle.
typedef struct pick_pointer_choice {
    pick_object_id object, group;
    uint32_t row;
} pick_pointer_choice;

struct pick_pointer {
    const pick_allocator *allocator;
    pick_pointer_desc desc;
    pick_pointer_event queue[PICK_POINTER_QUEUE_SIZE];
    double reach[PICK_POINTER_QUEUE_SIZE]; // the largest distance from the press among merged moves
    uint32_t queue_first, queue_count;
    pick_vec2 queued_position; // the last finite one
    pick_vec2 queued_press;    // of the press in progress at the queue's end
    uint32_t queued_buttons;
    pick_pointer_frame frame;
    uint32_t frame_picks;
    uint64_t total_picks;
    // The mouse as of the events taken from the queue.
    bool inside, ui_captured;
    pick_vec2 position;
    uint32_t held;         // modifiers
    uint32_t buttons_down; // bit per button
    // The press in progress, if any.
    int phase;
    pick_drag_kind drag;
    uint32_t button, modifiers;
    pick_vec2 press;
    pick_target press_target;
    pick_target click_target; // what a click selects: press_target, or what lies under the handle
    bool press_is_second;
    bool press_is_through; // the press is on a handle, and a click goes through it
    // The last resolved stack, with its position and revision.
    bool resolved, stale;
    pick_vec2 resolved_position;
    uint64_t resolved_revision;
    pick_stack_row rows[PICK_POINTER_STACK_SIZE];
    uint32_t row_count;
    pick_pointer_choice choices[2 * PICK_POINTER_STACK_SIZE];
    uint32_t choice_count;
    pick_target hover, reported;
    // The last click, for the next one at the same spot.
    bool clicked;
    pick_vec2 click_position;
    uint32_t click_button, click_modifiers;
    uint64_t click_revision;
    double click_seconds; // 0: no double click may follow
    double press_seconds;
    pick_object_id click_object;
    pick_object_id entered; // the group in which clicks select members
};

// The handle of the frame's gizmo at a position; 0: none.
uint32_t pick_pointer_handle_at(const pick_pointer *pointer, pick_vec2 position);

// The resolver of hover and click: updates rows and choices for `position`. False when that needs a pick and the
// frame's pick is spent.
bool pick_pointer_resolve(pick_pointer *pointer, pick_vec2 position);

// What a press of `button` with `modifiers` at the resolved position selects. `second`: as the second click of two.
pick_target pick_pointer_choose(const pick_pointer *pointer, uint32_t button, uint32_t modifiers, bool second);

// Whether the target is still in the scene, and in the same groups.
bool pick_pointer_is_there(const pick_pointer *pointer, const pick_target *target);

// Stores that a click selected `target`, so that the next one at the same spot continues the cycle.
void pick_pointer_remember_click(pick_pointer *pointer, const pick_target *target);

// Whether a press at `position` continues the cycle of the last click.
bool pick_pointer_continues(const pick_pointer *pointer, pick_vec2 position, uint32_t button, uint32_t modifiers);

// Forgets what was under the pointer, but not what was clicked.
void pick_pointer_forget(pick_pointer *pointer);

// The selection operation of modifiers, ignoring those that select the leaf.
pick_selection_op pick_pointer_op(const pick_pointer *pointer, uint32_t modifiers);

#endif
