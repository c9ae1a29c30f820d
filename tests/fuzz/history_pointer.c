// history_pointer.c: histories of pick_pointer against a model that follows pointer.h step by step.
//
// Three pointers get the same events in worlds that change under them. `each` gets every event in frames of its own and
// must do exactly what the model does. `batch` gets many events at once and must do the same but for merged moves.
// `loose` gets frames at any moment, with events still waiting while the world changes, and must keep what holds
// always.
#include "pointer_model.h"

#include <math.h>
#include <string.h>

enum { STEP_MAX = 600, ACTION_MAX = 4096, FRAME_MAX = 200 };

typedef struct subject {
    pick_pointer *pointer;
    pointer_model model;
    pointer_engine engine;
    pick_pointer_event queue[ACTION_MAX]; // `batch`: what it was given since its last frame
    size_t queue_count, queue_merged;
    pick_pointer_action got[ACTION_MAX];
    size_t got_count;
    pick_target reported;
    bool dragging;
    pick_vec2 at; // where the ways of the drag add up to
} subject;

typedef struct run {
    pointer_world world;
    subject each, batch, loose;
    pick_pointer_action want[ACTION_MAX];
    size_t want_count;
    pick_pointer_event event; // the last one
    pick_vec2 last_position;  // that was finite
    history *history;
} run;

static bool same_id(pick_object_id a, pick_object_id b)
{
    return pick_object_id_equal(a, b);
}

static bool same_surface(const pick_hit *a, const pick_hit *b)
{
    return same_id(a->object, b->object) && a->t == b->t && a->triangle == b->triangle && a->locked == b->locked &&
           a->point.x == b->point.x && a->point.y == b->point.y && a->point.z == b->point.z;
}

static bool same_target(const pick_target *a, const pick_target *b)
{
    return same_id(a->object, b->object) && a->hit == b->hit && same_id(a->group, b->group) &&
           a->outside == b->outside && a->is_group == b->is_group && a->place == b->place && a->count == b->count &&
           a->handle == b->handle &&
           (!a->hit || (same_surface(&a->surface, &b->surface) && same_id(a->nearest_object, b->nearest_object) &&
                        a->nearest.x == b->nearest.x && a->nearest.y == b->nearest.y && a->nearest.z == b->nearest.z));
}

// What holds of any target that is answered: it names what is there now.
static void check_target(const pointer_world *w, const pick_target *t)
{
    HISTORY_MUST(t->count == 0 ? t->place == 0 && pick_object_id_is_null(t->object) : t->place <= t->count && t->hit);
    HISTORY_MUST(t->count == 0 || t->place >= 1);
    HISTORY_MUST(t->handle == 0 || (!t->hit && t->count == 0));
    if (!t->hit)
        return;
    HISTORY_MUST(t->outside || pick_scene_contains(w->scene, t->surface.object));
    HISTORY_MUST(!t->outside || (t->surface.object.generation == 0 && t->surface.object.index1 <= GPU_MAX));
    HISTORY_MUST(pick_object_id_is_null(t->object) || pointer_world_holds(w, t->surface.object, t->object, t->group));
    HISTORY_MUST(t->is_group == (!pick_object_id_is_null(t->object) && !same_id(t->object, t->surface.object)));
}

// The actions of one drag belong together, and its ways add up.
static void check_drag(subject *s, const pick_pointer_action *a)
{
    bool of_drag = a->type >= PICK_POINTER_DRAG_BEGIN;
    if (a->type == PICK_POINTER_HOVER)
        return;
    HISTORY_MUST((of_drag && a->type != PICK_POINTER_DRAG_BEGIN) == s->dragging);
    if (!of_drag)
        return;
    if (a->type == PICK_POINTER_DRAG_BEGIN)
        s->at = a->press;
    HISTORY_MUST((a->drag == PICK_DRAG_HANDLE) == (a->target.handle != 0));
    s->at.x += a->delta.x;
    s->at.y += a->delta.y;
    HISTORY_MUST(fabs(s->at.x - a->position.x) <= 1e-9 && fabs(s->at.y - a->position.y) <= 1e-9);
    s->dragging = a->type == PICK_POINTER_DRAG_BEGIN || a->type == PICK_POINTER_DRAG_MOVE;
}

// What may be wanted after a frame.
static void check_question(const pointer_world *w, const pick_pointer *pointer)
{
    pick_vec2 position;
    uint64_t revision;
    if (!pick_pointer_wants_answer(pointer, &position, &revision))
        return;
    HISTORY_MUST(w->desc.answer_frames > 0 && revision == w->revision);
    HISTORY_MUST(w->has_view && pick_view_contains(&w->view, position));
    HISTORY_MUST(!pick_pointer_is_dragging(pointer));
}

// One frame. Returns how many actions beside the hover there were.
static size_t run_frame(run *r, subject *s)
{
    pointer_world *w = &r->world;
    const pick_pointer_frame frame = pointer_world_frame(w);
    uint64_t picks = pick_pointer_total_picks(s->pointer);
    w->gathered = 0;
    bool dragged = pick_pointer_is_dragging(s->pointer), pending = pick_pointer_is_pending(s->pointer), hovered = false;
    size_t before = s->got_count;
    pick_pointer_begin_frame(s->pointer, &frame);
    pick_pointer_action action;
    while (pick_pointer_next(s->pointer, &action)) {
        HISTORY_MUST(!hovered);
        check_target(w, &action.target);
        check_drag(s, &action);
        hovered = action.type == PICK_POINTER_HOVER;
        if (hovered) {
            HISTORY_MUST(!same_target(&action.target, &s->reported));
            s->reported = action.target;
        } else {
            HISTORY_MUST(s->got_count < ACTION_MAX);
            s->got[s->got_count++] = action;
        }
        HISTORY_MUST(pick_pointer_is_dragging(s->pointer) == s->dragging);
    }
    check_target(w, pick_pointer_hover(s->pointer));
    picks = pick_pointer_total_picks(s->pointer) - picks;
    HISTORY_MUST(picks <= 1 && picks == pick_pointer_frame_picks(s->pointer));
    HISTORY_MUST(!w->gathers || picks == w->gathered);
    HISTORY_MUST(picks == 0 || frame.view);
    HISTORY_MUST(picks == 0 || pending || !dragged); // a drag that goes on needs none
    check_question(w, s->pointer);
    return s->got_count - before;
}

// Whether the engine is about to answer.
static bool is_asked(const subject *s)
{
    pick_vec2 position;
    uint64_t revision;
    return s->engine.under_way || (s->engine.answers && pick_pointer_wants_answer(s->pointer, &position, &revision));
}

static void drain(run *r, subject *s)
{
    uint32_t frames = 0;
    do {
        run_frame(r, s);
        pointer_engine_step(&s->engine, &r->world, s->pointer);
        HISTORY_MUST(++frames < FRAME_MAX); // it is stuck
    } while (pick_pointer_is_pending(s->pointer) || is_asked(s));
    if (s == &r->each) // one frame, those that a press waits, one after the answer; and those that the answers take
        HISTORY_MUST(frames <= 2 + r->world.desc.answer_frames + 2 * s->engine.delay);
    uint64_t picks = pick_pointer_total_picks(s->pointer);
    HISTORY_MUST(run_frame(r, s) == 0); // and nothing is left over
    HISTORY_MUST(pick_pointer_total_picks(s->pointer) == picks);
}

static void check_action(const pick_pointer_action *got, const pick_pointer_action *want, bool exact)
{
    HISTORY_MUST(got->type == want->type && got->button == want->button && got->modifiers == want->modifiers);
    HISTORY_MUST(got->op == want->op && got->press.x == want->press.x && got->press.y == want->press.y);
    HISTORY_MUST(same_target(&got->target, &want->target));
    if (want->type >= PICK_POINTER_DRAG_BEGIN)
        HISTORY_MUST(got->drag == want->drag);
    if (!exact)
        return;
    HISTORY_MUST(got->held == want->held);
    HISTORY_MUST(got->position.x == want->position.x && got->position.y == want->position.y);
    HISTORY_MUST(got->delta.x == want->delta.x && got->delta.y == want->delta.y);
}

// Compares what a pointer did with what its model does, without the moves of drags unless `exact`.
static void compare(run *r, subject *s, bool exact)
{
    size_t i = 0, k = 0;
    for (;; i++, k++) {
        while (!exact && i < s->got_count && s->got[i].type == PICK_POINTER_DRAG_MOVE)
            i++;
        while (!exact && k < r->want_count && r->want[k].type == PICK_POINTER_DRAG_MOVE)
            k++;
        if (i >= s->got_count || k >= r->want_count)
            break;
        check_action(&s->got[i], &r->want[k], exact);
    }
    HISTORY_MUST(i == s->got_count && k == r->want_count);
    const pick_target hover = pointer_model_hover(&s->model, &r->world);
    HISTORY_MUST(same_target(pick_pointer_hover(s->pointer), &hover));
    HISTORY_MUST(same_target(&s->reported, &hover));
    HISTORY_MUST(same_id(pick_pointer_entered_group(s->pointer), s->model.entered));
    // After a click the stack is that of its press; here both are of the last resolve.
    if (s->got_count > 0 && s->got[s->got_count - 1].type == PICK_POINTER_MENU)
        HISTORY_MUST(s->got[s->got_count - 1].op == pointer_model_op(&s->model, s->got[s->got_count - 1].modifiers));
}

// Decides how the engine answers what is wanted until the next decision.
static void decide_engine(run *r, subject *s)
{
    if (r->world.desc.answer_frames == 0)
        return;
    pointer_engine_set(&s->engine, history_byte(r->history));
    if (s == &r->batch) // the wait of many presses is too much to follow
        s->engine.delay = 0;
    s->model.answers = s->engine.answers;
    s->model.answers_press = s->engine.answers && s->engine.delay < r->world.desc.answer_frames;
}

static void settle(run *r, subject *s, bool exact)
{
    s->got_count = 0;
    drain(r, s);
    compare(r, s, exact);
}

static void flush_batch(run *r)
{
    subject *s = &r->batch;
    decide_engine(r, s);
    r->want_count = 0;
    for (size_t i = 0; i < s->queue_count; i++)
        r->want_count += pointer_model_event(&s->model, &r->world, &s->queue[i], r->want + r->want_count);
    s->queue_count = s->queue_merged = 0;
    settle(r, s, false);
}

static void queue_batch(run *r, const pick_pointer_event *event)
{
    subject *s = &r->batch;
    bool merged = event->type == PICK_POINTER_MOVE && s->queue_count > 0 &&
                  s->queue[s->queue_count - 1].type == PICK_POINTER_MOVE;
    if (!merged && s->queue_merged == PICK_POINTER_QUEUE_SIZE) {
        s->queue[0] = (pick_pointer_event){.type = PICK_POINTER_CANCEL};
        s->queue_count = s->queue_merged = 1;
    }
    s->queue_merged += !merged;
    s->queue[s->queue_count++] = *event;
    if (s->queue_count == ACTION_MAX / 4)
        flush_batch(r);
}

static void send(run *r, const pick_pointer_event *event)
{
    pick_pointer_push(r->each.pointer, event);
    pick_pointer_push(r->batch.pointer, event);
    pick_pointer_push(r->loose.pointer, event);
    pick_pointer_event known = *event;
    if (event->type <= PICK_POINTER_RELEASE) { // a position that is no number is read as the last one that was
        if (!isfinite(event->position.x) || !isfinite(event->position.y))
            known.position = r->last_position;
        r->last_position = known.position;
    }
    queue_batch(r, &known);
    decide_engine(r, &r->each);
    r->want_count = pointer_model_event(&r->each.model, &r->world, &known, r->want);
    settle(r, &r->each, true);
    r->event = *event;
    if (!isfinite(event->position.y))
        r->event.position = r->last_position;
}

static void step_event(run *r, history *h, uint32_t what)
{
    static const double ways[8] = {1, -1, 3, 4, -4, 5, 60, 0.5};
    static const double times[8] = {0.01, 0.1, 0.25, 0.3, 0.35, 0, -0.5, 5};
    pick_pointer_event e = r->event;
    e.type = PICK_POINTER_MOVE;
    switch (what) {
    case 0:
    case 1:
    case 2:
    case 3: { // a click, or two
        uint32_t more = history_byte(h);
        e.type = PICK_POINTER_PRESS;
        e.button = more % 4 == 3 ? more / 4 % 4 : r->world.desc.select_button;
        e.seconds = more % 32 == 31 ? 0 : e.seconds + times[more / 16 % 8];
        send(r, &e);
        e.type = PICK_POINTER_RELEASE;
        break;
    }
    case 4:
    case 5:
        e.position.x = 10.5 + 40 * history_index(h, 11);
        e.position.y = -9.5 + 40 * history_index(h, 9);
        break;
    case 6:
    case 7: {
        uint32_t more = history_byte(h);
        e.position.x += ways[more % 8];
        e.position.y += more & 64 ? ways[more / 8 % 8] : 0;
        break;
    }
    case 8:
    case 9: {
        uint32_t more = history_byte(h);
        e.type = what == 8 ? PICK_POINTER_PRESS : PICK_POINTER_RELEASE;
        e.button = more % 8 == 7 ? more / 8 % 8 : more % 8 < 4 ? r->world.desc.select_button : more % 8 - 4;
        e.seconds += times[more / 8 % 8];
        if (more & 64)
            e.position.x += ways[more / 8 % 8];
        e.ui_captured = more >= 240;
        break;
    }
    case 10:
        e.modifiers = history_index(h, 8);
        break;
    default: {
        uint32_t more = history_index(h, 16);
        e.type = more < 2    ? PICK_POINTER_LEAVE
                 : more == 2 ? PICK_POINTER_CANCEL
                 : more == 3 ? (pick_pointer_event_type)99
                             : PICK_POINTER_MOVE;
        if (more == 4)
            e.position.x = 40000.5;
        if (more == 5)
            e.position.y = (double)NAN;
        e.ui_captured = more > 12;
        break;
    }
    }
    send(r, &e);
}

static void step(run *r, history *h)
{
    uint32_t what = history_index(h, 18);
    if (what < 12) {
        step_event(r, h, what);
        return;
    }
    if (what == 12) {
        flush_batch(r);
    } else if (what == 13) {
        if (r->world.desc.answer_frames > 0)
            pointer_engine_set(&r->loose.engine, history_byte(h));
        run_frame(r, &r->loose);
        pointer_engine_step(&r->loose.engine, &r->world, r->loose.pointer);
        r->loose.got_count = 0;
    } else if (what == 14) {
        pick_object_id group = pointer_world_group(&r->world, history_index(h, GROUP_MAX + 1));
        flush_batch(r); // it speaks of now, not of what waits
        pick_pointer_enter_group(r->each.pointer, group);
        pick_pointer_enter_group(r->batch.pointer, group);
        pick_pointer_enter_group(r->loose.pointer, group);
        pointer_model_enter(&r->each.model, group);
        pointer_model_enter(&r->batch.model, group);
    } else {
        pointer_world_change(&r->world, h);
    }
    // The world or nothing has changed: only the hover may.
    decide_engine(r, &r->each);
    r->want_count = 0;
    settle(r, &r->each, true);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static run r;
    history h = history_begin(data, size);
    memset(&r.world, 0, sizeof(r.world));
    r.history = &h;
    pointer_world_create(&r.world, &h);
    subject *all[3] = {&r.each, &r.batch, &r.loose};
    for (int i = 0; i < 3; i++) {
        all[i]->queue_count = all[i]->queue_merged = all[i]->got_count = 0;
        all[i]->reported = (pick_target){0};
        all[i]->dragging = false;
        all[i]->engine = (pointer_engine){0};
        HISTORY_MUST(pick_pointer_create(&r.world.desc, NULL, &all[i]->pointer) == PICK_OK);
        pointer_model_init(&all[i]->model, &r.world.desc);
    }
    r.last_position = (pick_vec2){0, 0};
    r.event = (pick_pointer_event){.position = {210.5, 150.5}, .seconds = 1};
    for (int i = 0; i < STEP_MAX && !history_ended(&h); i++)
        step(&r, &h);
    flush_batch(&r);
    drain(&r, &r.loose);
    for (int i = 0; i < 3; i++)
        pick_pointer_destroy(all[i]->pointer);
    pointer_world_destroy(&r.world);
    return 0;
}
