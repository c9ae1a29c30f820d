// pointer_queue.c: the events that wait for a frame.
#include "base/compiler.h"
#include "interact/pointer_resolve.h"
#include "math/math_inline.h"

#include <math.h>

// Tracks the press that later moves belong to. Returns the event's distance from it.
static double reach_of(pick_pointer *pointer, const pick_pointer_event *event)
{
    uint32_t bit = event->button < PICK_BUTTON_COUNT ? 1u << event->button : 0;
    if (event->type == PICK_POINTER_PRESS) {
        if (pointer->queued_buttons == 0)
            pointer->queued_press = event->position;
        pointer->queued_buttons |= bit;
    } else if (event->type == PICK_POINTER_RELEASE) {
        pointer->queued_buttons &= ~bit;
    } else if (event->type == PICK_POINTER_CANCEL) {
        pointer->queued_buttons = 0;
    }
    return hypot(event->position.x - pointer->queued_press.x, event->position.y - pointer->queued_press.y);
}

static void enqueue(pick_pointer *pointer, const pick_pointer_event *event)
{
    uint32_t last = (pointer->queue_first + pointer->queue_count) % PICK_POINTER_QUEUE_SIZE;
    pointer->queue[last] = *event;
    pointer->reach[last] = reach_of(pointer, event);
    pointer->queue_count++;
}

// Replaces a position that is not finite by the last known one, so that no release is lost.
static pick_pointer_event with_position(pick_pointer *pointer, const pick_pointer_event *event)
{
    pick_pointer_event known = *event;
    if (!pick_is_finite_vec2(event->position))
        known.position = pointer->queued_position;
    pointer->queued_position = known.position;
    return known;
}

void pick_pointer_push(pick_pointer *pointer, const pick_pointer_event *new_event)
{
    if (!pointer || !new_event)
        return;
    const bool has_position = new_event->type == PICK_POINTER_MOVE || new_event->type == PICK_POINTER_PRESS ||
                              new_event->type == PICK_POINTER_RELEASE;
    const pick_pointer_event known = has_position ? with_position(pointer, new_event) : *new_event;
    const pick_pointer_event *event = &known;
    uint32_t last = (pointer->queue_first + pointer->queue_count - 1) % PICK_POINTER_QUEUE_SIZE;
    if (event->type == PICK_POINTER_MOVE && pointer->queue_count > 0 &&
        pointer->queue[last].type == PICK_POINTER_MOVE) {
        pointer->queue[last] = *event;
        pointer->reach[last] = fmax(pointer->reach[last], reach_of(pointer, event));
        return;
    }
    if (pointer->queue_count == PICK_POINTER_QUEUE_SIZE) {
        pointer->queue_count = 0;
        pointer->press_waits = false;
        pointer->press_waited = 0;
        enqueue(pointer, &(pick_pointer_event){.type = PICK_POINTER_CANCEL});
    }
    enqueue(pointer, event);
}
