// pointer.c: the state machine that turns events into actions.
#include "base/compiler.h"
#include "interact/pointer_resolve.h"

#include <math.h>

enum {
    PHASE_IDLE,
    PHASE_PRESSED, // within the dead zone: a click if released now
    PHASE_DRAGGING,
    PHASE_BLOCKED // the pressed buttons belong elsewhere: nothing happens until all are up
};

// The result of an event.
typedef enum outcome {
    OUTCOME_NOTHING,
    OUTCOME_ACTION,      // done, with an action
    OUTCOME_ACTION_KEEP, // an action first; then the event is handled again
    OUTCOME_WAIT         // needs a late answer, or a pick when the frame's pick is spent
} outcome;

static const pick_target no_target = {0};

void pick_pointer_begin_frame(pick_pointer *pointer, const pick_pointer_frame *frame)
{
    if (!pointer)
        return;
    pointer->frame = frame ? *frame : (pick_pointer_frame){0};
    if (!pointer->frame.scene)
        pointer->frame.view = NULL;
    pointer->frame_picks = 0;
    pointer->press_waited += pointer->press_waits;
}

static bool in_viewport(const pick_pointer *pointer, pick_vec2 position)
{
    return pointer->frame.view && pick_view_contains(pointer->frame.view, position);
}

static void forget_hover(pick_pointer *pointer)
{
    pointer->hover = no_target;
    pick_pointer_forget(pointer);
}

static void fill_action(const pick_pointer *pointer, pick_pointer_action_type type, pick_vec2 delta,
                        pick_pointer_action *action)
{
    *action = (pick_pointer_action){
        .type = type,
        .drag = pointer->drag,
        .button = pointer->button,
        .modifiers = pointer->modifiers,
        .held = pointer->held,
        .op = pick_pointer_op(pointer, pointer->modifiers),
        .press = pointer->press,
        .position = pointer->position,
        .delta = delta,
        .target = pointer->press_target,
    };
    if (!pick_pointer_is_there(pointer, &action->target))
        action->target = no_target;
}

static pick_drag_kind drag_kind(const pick_pointer *pointer)
{
    const pick_pointer_desc *desc = &pointer->desc;
    const pick_target *target = &pointer->press_target;
    if (target->handle != 0)
        return PICK_DRAG_HANDLE;
    uint32_t asked = desc->marquee_modifiers;
    if (pointer->button != desc->select_button || (pointer->modifiers & desc->camera_modifiers) != 0)
        return PICK_DRAG_PLAIN;
    bool marquee = desc->marquee == PICK_MARQUEE_ANYWHERE ||
                   (desc->marquee == PICK_MARQUEE_ON_NOTHING && pick_object_id_is_null(target->object)) ||
                   (asked != 0 && (pointer->modifiers & asked) == asked);
    return marquee ? PICK_DRAG_MARQUEE : PICK_DRAG_PLAIN;
}

// The distance from the press at which a drag begins: on a handle that a click can go through, the larger zone.
static double dead_zone(const pick_pointer *pointer)
{
    const pick_pointer_desc *desc = &pointer->desc;
    double zone = pointer->press_target.handle ? desc->handle_dead_zone : desc->dead_zone;
    return (pointer->press_is_through ? fmax(zone, desc->dead_zone) : zone) * desc->scale;
}

// Stores the position of the mouse. OUTCOME_ACTION when that moves a drag.
static outcome move(pick_pointer *pointer, const pick_pointer_event *event, pick_pointer_action *action)
{
    pick_vec2 delta = {event->position.x - pointer->position.x, event->position.y - pointer->position.y};
    bool other_modifiers = event->modifiers != pointer->held;
    pointer->inside = true;
    pointer->ui_captured = event->ui_captured;
    pointer->position = event->position;
    pointer->held = event->modifiers;
    if (pointer->phase == PHASE_DRAGGING && (delta.x != 0 || delta.y != 0 || other_modifiers)) {
        fill_action(pointer, PICK_POINTER_DRAG_MOVE, delta, action);
        return OUTCOME_ACTION;
    }
    if (pointer->phase == PHASE_PRESSED) {
        double zone = dead_zone(pointer);
        delta = (pick_vec2){event->position.x - pointer->press.x, event->position.y - pointer->press.y};
        if (pointer->reach[pointer->queue_first] > zone) {
            pointer->phase = PHASE_DRAGGING;
            pointer->drag = drag_kind(pointer);
            pointer->clicked = false;
            forget_hover(pointer);
            fill_action(pointer, PICK_POINTER_DRAG_BEGIN, delta, action);
            return OUTCOME_ACTION;
        }
    }
    return OUTCOME_NOTHING;
}

// Whether a press is the second of a double click.
static bool is_second(const pick_pointer *pointer, const pick_pointer_event *event)
{
    double since = event->seconds - pointer->click_seconds, limit = pointer->desc.double_click_seconds;
    return limit > 0 && event->seconds > 0 && pointer->click_seconds > 0 && since >= 0 && since <= limit &&
           pick_pointer_continues(pointer, event->position, event->button, event->modifiers);
}

static bool is_menu(const pick_pointer *pointer, uint32_t button, uint32_t modifiers)
{
    const pick_pointer_desc *desc = &pointer->desc;
    return button == desc->select_button && desc->menu_modifiers != 0 && modifiers == desc->menu_modifiers;
}

// Whether a press must wait for the late answer.
static bool waits_for_answer(pick_pointer *pointer, pick_vec2 position)
{
    bool known = pick_pointer_need_answer(pointer, position);
    pointer->press_waits = !known && pointer->press_waited < pointer->desc.answer_frames;
    return pointer->press_waits;
}

// The first button down. False when it must wait for a late answer or a pick.
static bool begin_press(pick_pointer *pointer, const pick_pointer_event *event)
{
    if (event->ui_captured || !in_viewport(pointer, event->position)) {
        pointer->phase = PHASE_BLOCKED;
        return true;
    }
    // A gizmo appears at the last click, so a click on its handle must be able to continue the cycle.
    uint32_t handle = pick_pointer_handle_at(pointer, event->position);
    bool through = handle != 0 && (is_menu(pointer, event->button, event->modifiers) ||
                                   pick_pointer_continues(pointer, event->position, event->button, event->modifiers));
    bool picks = handle == 0 || through, second = false;
    if (picks) {
        bool waits = waits_for_answer(pointer, event->position);
        if (!pick_pointer_resolve(pointer, event->position))
            return false;
        second = is_second(pointer, event);
        pointer->click_target = pick_pointer_choose(pointer, event->button, event->modifiers, second);
        if (waits) { // meanwhile, the hover is what the CPU knows
            pointer->hover = handle != 0 ? (pick_target){.handle = handle} : pointer->click_target;
            return false;
        }
    }
    pointer->phase = PHASE_PRESSED;
    pointer->drag = PICK_DRAG_PLAIN;
    pointer->button = event->button;
    pointer->modifiers = event->modifiers;
    pointer->press = event->position;
    pointer->press_seconds = event->seconds;
    pointer->press_is_second = second;
    pointer->press_is_through = through;
    pointer->press_target = handle != 0 ? (pick_target){.handle = handle} : pointer->click_target;
    pointer->hover = pointer->press_target;
    return true;
}

static outcome press(pick_pointer *pointer, const pick_pointer_event *event, pick_pointer_action *action)
{
    // The pointer may have moved without a move event.
    if (move(pointer, event, action) == OUTCOME_ACTION)
        return OUTCOME_ACTION_KEEP;
    outcome result = OUTCOME_NOTHING;
    if (pointer->buttons_down == 0) {
        if (!begin_press(pointer, event))
            return OUTCOME_WAIT;
        pointer->press_waits = false;
        pointer->press_waited = 0;
    } else if (pointer->phase == PHASE_DRAGGING && pointer->button == pointer->desc.select_button &&
               event->button == pointer->desc.cancel_button) {
        fill_action(pointer, PICK_POINTER_DRAG_CANCEL, (pick_vec2){0, 0}, action);
        pointer->phase = PHASE_BLOCKED;
        result = OUTCOME_ACTION;
    }
    pointer->buttons_down |= 1u << event->button;
    return result;
}

// Makes a click, double click or menu of a press released in place, and stores it for the next click.
static void click(pick_pointer *pointer, pick_pointer_action *action)
{
    if (pointer->press_is_through)
        pointer->press_target = pointer->click_target;
    fill_action(pointer, PICK_POINTER_CLICK, (pick_vec2){0, 0}, action);
    pointer->clicked = false;
    pointer->click_seconds = 0;
    if (action->target.handle != 0)
        return;
    if (is_menu(pointer, pointer->button, pointer->modifiers)) {
        action->type = PICK_POINTER_MENU;
        return;
    }
    if (pointer->press_is_second) {
        action->type = PICK_POINTER_DOUBLE_CLICK;
        if (action->op == PICK_SELECTION_TOGGLE)
            action->op = PICK_SELECTION_ADD;
    }
    pick_pointer_remember_click(pointer, &action->target);
    pointer->click_seconds = pointer->press_is_second ? 0 : pointer->press_seconds;
}

static outcome release(pick_pointer *pointer, const pick_pointer_event *event, pick_pointer_action *action)
{
    if (move(pointer, event, action) == OUTCOME_ACTION)
        return OUTCOME_ACTION_KEEP;
    pointer->buttons_down &= ~(1u << event->button);
    outcome result = OUTCOME_NOTHING;
    bool ours = pointer->phase == PHASE_PRESSED || pointer->phase == PHASE_DRAGGING;
    if (ours && event->button == pointer->button) {
        if (pointer->phase == PHASE_DRAGGING)
            fill_action(pointer, PICK_POINTER_DRAG_END, (pick_vec2){0, 0}, action);
        else
            click(pointer, action);
        pointer->phase = PHASE_BLOCKED;
        result = OUTCOME_ACTION;
    }
    if (pointer->phase == PHASE_BLOCKED && pointer->buttons_down == 0)
        pointer->phase = PHASE_IDLE;
    return result;
}

static outcome cancel(pick_pointer *pointer, pick_pointer_action *action)
{
    bool dragged = pointer->phase == PHASE_DRAGGING;
    pointer->phase = PHASE_IDLE;
    pointer->buttons_down = 0;
    pointer->clicked = false;
    if (!dragged)
        return OUTCOME_NOTHING;
    fill_action(pointer, PICK_POINTER_DRAG_CANCEL, (pick_vec2){0, 0}, action);
    return OUTCOME_ACTION;
}

static outcome handle(pick_pointer *pointer, const pick_pointer_event *event, pick_pointer_action *action)
{
    switch (event->type) {
    case PICK_POINTER_MOVE:
        return move(pointer, event, action);
    case PICK_POINTER_PRESS:
        return event->button < PICK_BUTTON_COUNT ? press(pointer, event, action) : OUTCOME_NOTHING;
    case PICK_POINTER_RELEASE:
        return event->button < PICK_BUTTON_COUNT ? release(pointer, event, action) : OUTCOME_NOTHING;
    case PICK_POINTER_LEAVE:
        pointer->inside = false;
        return OUTCOME_NOTHING;
    case PICK_POINTER_CANCEL:
        return cancel(pointer, action);
    }
    return OUTCOME_NOTHING; // unknown
}

// With no button down: finds what is under the mouse, or nothing where no pick is allowed. False when it must wait.
static bool update_hover(pick_pointer *pointer)
{
    pointer->wants_answer = false;
    if (pointer->phase == PHASE_PRESSED) { // what the press will click; a removed object may be back after undo
        pointer->hover = pick_pointer_is_there(pointer, &pointer->press_target) ? pointer->press_target : no_target;
        return true;
    }
    if (pointer->phase != PHASE_IDLE || !pointer->inside || pointer->ui_captured ||
        !in_viewport(pointer, pointer->position)) {
        forget_hover(pointer);
        return true;
    }
    uint32_t handle_number = pick_pointer_handle_at(pointer, pointer->position);
    if (handle_number != 0) {
        forget_hover(pointer);
        pointer->hover.handle = handle_number;
        return true;
    }
    (void)pick_pointer_need_answer(pointer, pointer->position);
    if (!pick_pointer_resolve(pointer, pointer->position))
        return false;
    pointer->hover = pick_pointer_choose(pointer, pointer->desc.select_button, pointer->held, false);
    return true;
}

// Whether two hits are at one place of one thing. What gatherers and late answers say besides is not checked.
static bool same_surface(const pick_hit *a, const pick_hit *b)
{
    bool same = pick_object_id_equal(a->object, b->object) && a->triangle == b->triangle && a->t == b->t &&
                a->cap == b->cap && a->path_count == b->path_count &&
                pick_vec3_length(pick_vec3_sub(a->point, b->point)) == 0;
    for (uint32_t i = 0; same && i < a->path_count && i < PICK_NESTED_LEVELS; i++)
        same = pick_object_id_equal(a->path[i], b->path[i]);
    return same;
}

static bool same_target(const pick_target *a, const pick_target *b)
{
    if (a->hit != b->hit || a->handle != b->handle || a->place != b->place || a->count != b->count ||
        a->outside != b->outside || !pick_object_id_equal(a->object, b->object) ||
        !pick_object_id_equal(a->group, b->group))
        return false;
    return !a->hit || same_surface(&a->surface, &b->surface);
}

bool pick_pointer_next(pick_pointer *pointer, pick_pointer_action *action)
{
    if (!pointer || !action)
        return false;
    while (pointer->queue_count > 0) {
        outcome result = handle(pointer, &pointer->queue[pointer->queue_first], action);
        if (result == OUTCOME_WAIT)
            break;
        if (result != OUTCOME_ACTION_KEEP) {
            pointer->queue_first = (pointer->queue_first + 1) % PICK_POINTER_QUEUE_SIZE;
            pointer->queue_count--;
        }
        if (result != OUTCOME_NOTHING)
            return true;
    }
    pointer->stale = pointer->queue_count == 0 && !update_hover(pointer);
    if (same_target(&pointer->hover, &pointer->reported))
        return false;
    pointer->reported = pointer->hover;
    *action = (pick_pointer_action){
        .type = PICK_POINTER_HOVER, .held = pointer->held, .position = pointer->position, .target = pointer->hover};
    return true;
}

bool pick_pointer_is_pending(const pick_pointer *pointer)
{
    return pointer && (pointer->queue_count > 0 || pointer->stale);
}

const pick_target *pick_pointer_hover(const pick_pointer *pointer)
{
    return pointer ? &pointer->hover : &no_target;
}

size_t pick_pointer_stack(const pick_pointer *pointer, const pick_stack_row **rows)
{
    if (!pointer || !rows)
        return 0;
    *rows = pointer->rows;
    return pointer->row_count;
}

bool pick_pointer_is_dragging(const pick_pointer *pointer)
{
    return pointer && pointer->phase == PHASE_DRAGGING;
}

pick_object_id pick_pointer_entered_group(const pick_pointer *pointer)
{
    return pointer ? pointer->entered : (pick_object_id){0};
}

void pick_pointer_enter_group(pick_pointer *pointer, pick_object_id group)
{
    if (!pointer)
        return;
    pointer->entered = group;
    pointer->clicked = false;
}

uint32_t pick_pointer_frame_picks(const pick_pointer *pointer)
{
    return pointer ? pointer->frame_picks : 0;
}

uint64_t pick_pointer_total_picks(const pick_pointer *pointer)
{
    return pointer ? pointer->total_picks : 0;
}

pick_rect pick_pointer_marquee(const pick_pointer_action *drag, bool *left_to_right)
{
    if (!drag)
        return (pick_rect){0, 0, 0, 0};
    pick_vec2 a = drag->press, b = drag->position;
    if (left_to_right)
        *left_to_right = b.x >= a.x;
    return (pick_rect){fmin(a.x, b.x), fmin(a.y, b.y), fabs(b.x - a.x), fabs(b.y - a.y)};
}

pick_result pick_pointer_apply_click(const pick_pointer_action *click, pick_selection *selection, bool *changed)
{
    if (!click || !selection || (click->type != PICK_POINTER_CLICK && click->type != PICK_POINTER_DOUBLE_CLICK))
        return PICK_ERROR_INVALID_ARGUMENT;
    if (click->target.handle != 0) {
        if (changed)
            *changed = false;
        return PICK_OK;
    }
    // A null handle is skipped: replacing clears, adding or toggling does nothing.
    return pick_selection_apply(selection, click->op, &click->target.object, 1, changed);
}
