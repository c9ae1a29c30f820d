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
    // The late answer that is wanted, and the last one that counted.
    bool wants_answer;
    pick_vec2 wanted_position;
    uint64_t wanted_revision;
    bool answered, merged; // `merged`: the rows contain it
    pick_vec2 answer_position;
    uint64_t answer_revision;
    pick_hit answer[PICK_POINTER_ANSWER_SIZE]; // nearest first, each object once
    uint32_t answer_count;
    bool press_waits;      // the first event of the queue is a press without its answer
    uint32_t press_waited; // frames
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

static inline bool pick_pointer_has_row(const pick_pointer *pointer, pick_object_id object)
{
    for (uint32_t i = 0; i < pointer->row_count; i++) {
        if (pick_object_id_equal(pointer->rows[i].surface.object, object))
            return true;
    }
    return false;
}

// Whether the late answer for a position is known. If not, it is wanted from now on. Always true when the description
// has no late answers.
bool pick_pointer_need_answer(pick_pointer *pointer, pick_vec2 position);

// Whether the late answer is one for the resolved position, and the rows lack it.
bool pick_pointer_can_merge(const pick_pointer *pointer);

// Inserts the hits of the late answer into the rows.
void pick_pointer_merge_answer(pick_pointer *pointer);

// Forgets the late answer and the question.
void pick_pointer_forget_answer(pick_pointer *pointer);

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
