#include "picking/pointer.h"

#include <assert.h>
#include <math.h>

enum {
    PHASE_IDLE,
    PHASE_PRESSED,  // within the dead zone: a click if released now
    PHASE_DRAGGING,
    PHASE_BLOCKED   // the buttons that are down are not ours: nothing happens until all are up
};

// What an event came to.
typedef enum outcome {
    OUTCOME_NOTHING,
    OUTCOME_ACTION,      // done, with something to report
    OUTCOME_ACTION_KEEP, // something to report first; then the event is to be looked at again
    OUTCOME_WAIT         // needs a pick, and the frame has had its one
} outcome;

static const pick_target no_target = {0};

void pick_pointer_init(pick_pointer *pointer, const pick_pointer_desc *desc)
{
    assert(pointer);
    pick_pointer_desc d = desc ? *desc : PICK_POINTER_DESC_DEFAULT;
    *pointer = (pick_pointer){.dead_zone = d.dead_zone * d.scale, .phase = PHASE_IDLE};
}

static void enqueue(pick_pointer *pointer, const pick_pointer_event *event)
{
    uint32_t last = (pointer->queue_first + pointer->queue_count) % PICK_POINTER_QUEUE_SIZE;
    pointer->queue[last] = *event;
    pointer->queue_count++;
}

void pick_pointer_push(pick_pointer *pointer, const pick_pointer_event *event)
{
    assert(pointer && event);
    if (event->type == PICK_POINTER_MOVE && pointer->queue_count > 0) {
        uint32_t last = (pointer->queue_first + pointer->queue_count - 1) % PICK_POINTER_QUEUE_SIZE;
        if (pointer->queue[last].type == PICK_POINTER_MOVE) {
            pointer->queue[last] = *event;
            return;
        }
    }
    if (pointer->queue_count == PICK_POINTER_QUEUE_SIZE) {
        pointer->queue_count = 0;
        enqueue(pointer, &(pick_pointer_event){.type = PICK_POINTER_CANCEL});
    }
    enqueue(pointer, event);
}

void pick_pointer_begin_frame(pick_pointer *pointer, const pick_pointer_frame *frame)
{
    assert(pointer && frame && (!frame->view || frame->scene));
    pointer->frame = *frame;
    pointer->frame_picks = 0;
}

static bool same_position(pick_vec2 a, pick_vec2 b)
{
    return a.x == b.x && a.y == b.y;
}

static bool in_viewport(const pick_pointer *pointer, pick_vec2 position)
{
    return pointer->frame.view && pick_view_contains(pointer->frame.view, position);
}

// The one resolver: makes `hover` answer for `position`. False when that takes a pick that the frame has not left.
static bool resolve(pick_pointer *pointer, pick_vec2 position)
{
    const pick_pointer_frame *frame = &pointer->frame;
    if (pointer->resolved && same_position(position, pointer->resolved_position) &&
        frame->revision == pointer->resolved_revision)
        return true;
    if (pointer->frame_picks > 0)
        return false;
    pick_ray ray = pick_view_ray(frame->view, position);
    pick_target target = no_target;
    target.hit = pick_closest(frame->scene, &ray, frame->query, &target.surface);
    if (target.hit && !target.surface.locked)
        target.object = target.surface.object;
    pointer->hover = target;
    pointer->resolved = true;
    pointer->resolved_position = position;
    pointer->resolved_revision = frame->revision;
    pointer->frame_picks++;
    pointer->total_picks++;
    return true;
}

static void forget_hover(pick_pointer *pointer)
{
    pointer->hover = no_target;
    pointer->resolved = false;
}

static void fill_action(const pick_pointer *pointer, pick_pointer_action_type type, pick_vec2 delta,
                        pick_pointer_action *action)
{
    *action = (pick_pointer_action){
        .type = type,
        .button = pointer->button,
        .modifiers = pointer->modifiers,
        .press = pointer->press,
        .position = pointer->position,
        .delta = delta,
        .target = pointer->press_target,
    };
    // What was pressed may be gone by now.
    const pick_scene *scene = pointer->frame.scene;
    if (action->target.hit && !(scene && pick_scene_contains(scene, action->target.surface.object)))
        action->target = no_target;
}

// Takes over where the mouse is. OUTCOME_ACTION when that moves a drag.
static outcome move(pick_pointer *pointer, const pick_pointer_event *event, pick_pointer_action *action)
{
    pick_vec2 delta = {event->position.x - pointer->position.x, event->position.y - pointer->position.y};
    pointer->inside = true;
    pointer->ui_captured = event->ui_captured;
    pointer->position = event->position;
    if (pointer->phase == PHASE_DRAGGING && (delta.x != 0 || delta.y != 0)) {
        fill_action(pointer, PICK_POINTER_DRAG_MOVE, delta, action);
        return OUTCOME_ACTION;
    }
    if (pointer->phase == PHASE_PRESSED) {
        delta = (pick_vec2){event->position.x - pointer->press.x, event->position.y - pointer->press.y};
        if (hypot(delta.x, delta.y) > pointer->dead_zone) {
            pointer->phase = PHASE_DRAGGING;
            forget_hover(pointer);
            fill_action(pointer, PICK_POINTER_DRAG_BEGIN, delta, action);
            return OUTCOME_ACTION;
        }
    }
    return OUTCOME_NOTHING;
}

static outcome press(pick_pointer *pointer, const pick_pointer_event *event)
{
    uint32_t bit = 1u << event->button;
    bool first = pointer->buttons_down == 0;
    if (first && !event->ui_captured && in_viewport(pointer, event->position)) {
        if (!resolve(pointer, event->position))
            return OUTCOME_WAIT;
        pointer->phase = PHASE_PRESSED;
        pointer->button = event->button;
        pointer->modifiers = event->modifiers;
        pointer->press = event->position;
        pointer->press_target = pointer->hover;
    } else if (first) {
        pointer->phase = PHASE_BLOCKED;
    }
    pointer->buttons_down |= bit;
    pointer->inside = true;
    pointer->ui_captured = event->ui_captured;
    pointer->position = event->position;
    return OUTCOME_NOTHING;
}

static outcome release(pick_pointer *pointer, const pick_pointer_event *event, pick_pointer_action *action)
{
    if (move(pointer, event, action) == OUTCOME_ACTION)
        return OUTCOME_ACTION_KEEP;
    pointer->buttons_down &= ~(1u << event->button);
    outcome result = OUTCOME_NOTHING;
    bool ours = pointer->phase == PHASE_PRESSED || pointer->phase == PHASE_DRAGGING;
    if (ours && event->button == pointer->button) {
        bool dragged = pointer->phase == PHASE_DRAGGING;
        fill_action(pointer, dragged ? PICK_POINTER_DRAG_END : PICK_POINTER_CLICK, (pick_vec2){0, 0}, action);
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
        return event->button < PICK_BUTTON_COUNT ? press(pointer, event) : OUTCOME_NOTHING;
    case PICK_POINTER_RELEASE:
        return event->button < PICK_BUTTON_COUNT ? release(pointer, event, action) : OUTCOME_NOTHING;
    case PICK_POINTER_LEAVE:
        pointer->inside = false;
        return OUTCOME_NOTHING;
    case PICK_POINTER_CANCEL:
        return cancel(pointer, action);
    }
    return OUTCOME_NOTHING;
}

// With no button down: what is under the mouse, or nothing where it may not be asked. False when it has to wait.
static bool update_hover(pick_pointer *pointer)
{
    if (pointer->inside && !pointer->ui_captured && in_viewport(pointer, pointer->position)) {
        if (pointer->phase == PHASE_IDLE)
            return resolve(pointer, pointer->position);
    } else if (pointer->phase != PHASE_PRESSED) {
        forget_hover(pointer);
    }
    return true;
}

static bool same_target(const pick_target *a, const pick_target *b)
{
    if (a->hit != b->hit || !pick_object_id_equal(a->object, b->object))
        return false;
    const pick_hit *s = &a->surface, *t = &b->surface;
    return !a->hit || (pick_object_id_equal(s->object, t->object) && s->triangle == t->triangle && s->t == t->t &&
                       s->point.x == t->point.x && s->point.y == t->point.y && s->point.z == t->point.z);
}

bool pick_pointer_next(pick_pointer *pointer, pick_pointer_action *action)
{
    assert(pointer && action);
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
    *action =
        (pick_pointer_action){.type = PICK_POINTER_HOVER, .position = pointer->position, .target = pointer->hover};
    return true;
}

bool pick_pointer_is_pending(const pick_pointer *pointer)
{
    return pointer->queue_count > 0 || pointer->stale;
}

const pick_target *pick_pointer_hover(const pick_pointer *pointer)
{
    return &pointer->hover;
}

bool pick_pointer_is_dragging(const pick_pointer *pointer)
{
    return pointer->phase == PHASE_DRAGGING;
}

uint32_t pick_pointer_frame_picks(const pick_pointer *pointer)
{
    return pointer->frame_picks;
}

uint64_t pick_pointer_total_picks(const pick_pointer *pointer)
{
    return pointer->total_picks;
}

pick_selection_op pick_pointer_click_op(uint32_t modifiers)
{
    if (modifiers & PICK_MODIFIER_CTRL)
        return PICK_SELECTION_TOGGLE;
    return modifiers & PICK_MODIFIER_SHIFT ? PICK_SELECTION_ADD : PICK_SELECTION_REPLACE;
}

pick_result pick_pointer_apply_click(const pick_pointer_action *click, pick_selection *selection, bool *changed)
{
    assert(click && click->type == PICK_POINTER_CLICK && selection);
    // A null handle is skipped: replacing with it clears, adding or toggling it does nothing.
    return pick_selection_apply(selection, pick_pointer_click_op(click->modifiers), &click->target.object, 1, changed);
}
