// pointer_model.c: implements pointer.h sentence by sentence. It keeps only the state that the header mentions, and
// finds what lies under a position by brute force each time.
#include "pointer_model.h"

#include <math.h>
#include <string.h>

enum { CHOICE_MAX = 2 * PICK_POINTER_STACK_SIZE, CHAIN_MAX = PICK_POINTER_GROUP_DEPTH + 1 };

typedef struct choice {
    pick_object_id object, group;
    pick_hit surface;
    bool outside;
    size_t row;
} choice;

typedef struct stack {
    size_t row_count, choice_count;
    pick_hit nearest;
    bool nearest_outside;
    choice choices[CHOICE_MAX];
} stack;

static const pick_object_id null_object = {0, 0};

static bool same_id(pick_object_id a, pick_object_id b)
{
    return pick_object_id_equal(a, b);
}

static void add_choices(stack *s, const pick_pointer_frame *frame, const pick_hit *hit, bool outside, size_t row)
{
    pick_object_id chain[CHAIN_MAX + 1] = {hit->object};
    size_t length = 1;
    for (; length < CHAIN_MAX; length++) {
        chain[length] = frame->group_of(frame->user, chain[length - 1]);
        if (pick_object_id_is_null(chain[length]))
            break;
    }
    chain[length] = null_object;
    for (size_t i = length; i-- > 0;) { // from the outermost inwards, each object once
        bool there = false;
        for (size_t k = 0; k < s->choice_count; k++)
            there |= same_id(s->choices[k].object, chain[i]);
        if (!there && s->choice_count < CHOICE_MAX)
            s->choices[s->choice_count++] = (choice){chain[i], chain[i + 1], *hit, outside, row};
    }
}

static bool has_object(const pick_hit *hits, size_t count, pick_object_id object)
{
    for (size_t i = 0; i < count; i++) {
        if (same_id(hits[i].object, object))
            return true;
    }
    return false;
}

// The answer for a position: nearest first, in the listed order where t is equal, each object once.
static size_t find_answer(const pointer_world *w, pick_vec2 position, pick_hit kept[PICK_POINTER_ANSWER_SIZE])
{
    pick_hit hits[GPU_HIT_MAX];
    size_t count = pointer_world_gpu(w, position, hits), made = 0;
    for (;;) {
        size_t best = count;
        for (size_t i = 0; i < count; i++) {
            if (!has_object(kept, made, hits[i].object) && (best == count || hits[i].t < hits[best].t))
                best = i;
        }
        if (best == count || made == PICK_POINTER_ANSWER_SIZE)
            return made;
        kept[made++] = hits[best];
    }
}

// Adds what the answer has to the hits of the scene: each behind what is as near. Returns how many there are then.
static size_t add_answer(const pointer_world *w, pick_vec2 position, pick_hit *hits, size_t count)
{
    pick_hit all[PLATE_MAX + PICK_POINTER_ANSWER_SIZE], late[PICK_POINTER_ANSWER_SIZE];
    size_t late_count = find_answer(w, position, late), made = 0, i = 0;
    for (size_t k = 0; k < late_count; k++) {
        while (i < count && hits[i].t <= late[k].t)
            all[made++] = hits[i++];
        if (!has_object(hits, count, late[k].object))
            all[made++] = late[k];
    }
    while (i < count)
        all[made++] = hits[i++];
    memcpy(hits, all, made * sizeof(all[0]));
    return made;
}

static stack find_stack(pointer_world *w, pick_vec2 position, bool answered)
{
    const pick_pointer_frame frame = pointer_world_frame(w);
    pick_hit hits[PLATE_MAX + PICK_POINTER_ANSWER_SIZE];
    const pick_ray ray = pick_view_ray(frame.view, position);
    size_t count = pick_all_objects_brute_force(frame.scene, &ray, frame.query, hits, PLATE_MAX);
    if (answered)
        count = add_answer(w, position, hits, count);
    stack s = {.row_count = count < PICK_POINTER_STACK_SIZE ? count : PICK_POINTER_STACK_SIZE};
    bool blocked = false;
    for (size_t i = 0; i < s.row_count; i++) {
        bool outside = !pick_scene_contains(w->scene, hits[i].object);
        if (i == 0) {
            s.nearest = hits[i];
            s.nearest_outside = outside;
        }
        blocked |= hits[i].locked;
        if (!blocked)
            add_choices(&s, &frame, &hits[i], outside, i);
    }
    return s;
}

static bool is_leaf(const pointer_model *m, uint32_t modifiers)
{
    return m->desc.leaf_modifiers != 0 && (modifiers & m->desc.leaf_modifiers) == m->desc.leaf_modifiers;
}

pick_selection_op pointer_model_op(const pointer_model *m, uint32_t modifiers)
{
    if (is_leaf(m, modifiers))
        modifiers &= ~m->desc.leaf_modifiers;
    return modifiers & PICK_MODIFIER_CTRL    ? PICK_SELECTION_TOGGLE
           : modifiers & PICK_MODIFIER_SHIFT ? PICK_SELECTION_ADD
                                             : PICK_SELECTION_REPLACE;
}

// Whether a click here would be at the spot of the last one.
static bool is_same_spot(const pointer_model *m, const pointer_world *w, pick_vec2 position, uint32_t button,
                         uint32_t modifiers)
{
    double away = hypot(position.x - m->click_position.x, position.y - m->click_position.y);
    return m->clicked && m->click_button == button && m->click_modifiers == modifiers &&
           m->click_revision == w->revision && away <= m->desc.dead_zone * m->desc.scale;
}

static size_t first_of(const pointer_model *m, const stack *s, bool leaf)
{
    for (size_t i = 0; i < s->choice_count && s->choices[i].row == s->choices[0].row; i++) {
        bool wanted = leaf ? same_id(s->choices[i].object, s->choices[i].surface.object)
                           : !pick_object_id_is_null(m->entered) && same_id(s->choices[i].group, m->entered);
        if (wanted)
            return i;
    }
    return 0;
}

static size_t following(const pointer_model *m, const stack *s, bool leaf, bool second)
{
    for (size_t i = 0; i < s->choice_count; i++) {
        if (!same_id(s->choices[i].object, m->click_object))
            continue;
        size_t next = (i + 1) % s->choice_count;
        if (second)
            return same_id(s->choices[next].group, m->click_object) ? next : i;
        while (leaf && !same_id(s->choices[next].object, s->choices[next].surface.object))
            next = (next + 1) % s->choice_count;
        return next;
    }
    return first_of(m, s, leaf);
}

static uint32_t handle_at(pointer_world *w, pick_vec2 position)
{
    const pick_pointer_frame frame = pointer_world_frame(w);
    return frame.handle_test(frame.user, position);
}

// Whether there is a late answer for a position. `arrives`: if not, it does now.
static bool is_answered(pointer_model *m, const pointer_world *w, pick_vec2 position, bool arrives)
{
    if (m->desc.answer_frames == 0)
        return false;
    if (m->answered && m->answer_position.x == position.x && m->answer_position.y == position.y &&
        m->answer_revision == w->revision)
        return true;
    if (arrives) {
        m->answered = true;
        m->answer_position = position;
        m->answer_revision = w->revision;
    }
    return arrives;
}

// What is under a position that is not a handle. `arrives`: its late answer does.
static pick_target find_target(pointer_model *m, pointer_world *w, pick_vec2 position, uint32_t button,
                               uint32_t modifiers, bool second, bool arrives)
{
    const stack s = find_stack(w, position, is_answered(m, w, position, arrives));
    if (s.row_count == 0)
        return (pick_target){0};
    pick_target target = {.hit = true,
                          .surface = s.nearest,
                          .nearest = s.nearest.point,
                          .nearest_object = s.nearest.object,
                          .outside = s.nearest_outside};
    if (s.choice_count == 0)
        return target;
    bool goes_on = button == m->desc.select_button &&
                   (second || pointer_model_op(m, modifiers) != PICK_SELECTION_TOGGLE) &&
                   is_same_spot(m, w, position, button, modifiers);
    bool leaf = is_leaf(m, modifiers);
    size_t i = goes_on ? following(m, &s, leaf, second) : first_of(m, &s, leaf);
    target.object = s.choices[i].object;
    target.group = s.choices[i].group;
    target.surface = s.choices[i].surface;
    target.outside = s.choices[i].outside;
    target.is_group = !same_id(target.object, target.surface.object);
    target.place = (uint32_t)i + 1;
    target.count = (uint32_t)s.choice_count;
    return target;
}

// What was pressed, unless it is gone by now.
static pick_target still_there(const pointer_model *m, const pointer_world *w)
{
    const pick_target *t = &m->target;
    if (t->hit && ((!t->outside && !pick_scene_contains(w->scene, t->surface.object)) ||
                   (t->count > 0 && !pointer_world_holds(w, t->surface.object, t->object, t->group))))
        return (pick_target){0};
    return *t;
}

static bool is_over(const pointer_world *w, pick_vec2 position)
{
    return w->has_view && pick_view_contains(&w->view, position);
}

static pick_pointer_action make(const pointer_model *m, const pointer_world *w, pick_pointer_action_type type,
                                pick_vec2 delta)
{
    return (pick_pointer_action){.type = type,
                                 .drag = m->drag,
                                 .button = m->button,
                                 .modifiers = m->modifiers,
                                 .held = m->held,
                                 .op = pointer_model_op(m, m->modifiers),
                                 .press = m->press,
                                 .position = m->position,
                                 .delta = delta,
                                 .target = still_there(m, w)};
}

static pick_drag_kind kind_of_drag(const pointer_model *m)
{
    const pick_pointer_desc *d = &m->desc;
    if (m->target.handle != 0)
        return PICK_DRAG_HANDLE;
    if (m->button != d->select_button || (m->modifiers & d->camera_modifiers) != 0)
        return PICK_DRAG_PLAIN;
    bool asked = d->marquee_modifiers != 0 && (m->modifiers & d->marquee_modifiers) == d->marquee_modifiers;
    bool nothing = pick_object_id_is_null(m->target.object);
    return d->marquee == PICK_MARQUEE_ANYWHERE || (d->marquee == PICK_MARQUEE_ON_NOTHING && nothing) || asked
               ? PICK_DRAG_MARQUEE
               : PICK_DRAG_PLAIN;
}

static size_t do_move(pointer_model *m, pointer_world *w, const pick_pointer_event *e, pick_pointer_action *out)
{
    const pick_vec2 way = {e->position.x - m->position.x, e->position.y - m->position.y};
    bool other = e->modifiers != m->held;
    m->inside = true;
    m->captured = e->ui_captured;
    m->position = e->position;
    m->held = e->modifiers;
    if (m->phase == MODEL_DRAGGING && (way.x != 0 || way.y != 0 || other)) {
        *out = make(m, w, PICK_POINTER_DRAG_MOVE, way);
        return 1;
    }
    if (m->phase != MODEL_PRESSED)
        return 0;
    const pick_vec2 reach = {e->position.x - m->press.x, e->position.y - m->press.y};
    double zone = m->target.handle != 0 ? m->desc.handle_dead_zone : m->desc.dead_zone;
    if (m->through)
        zone = fmax(m->desc.handle_dead_zone, m->desc.dead_zone);
    if (hypot(reach.x, reach.y) <= zone * m->desc.scale)
        return 0;
    m->phase = MODEL_DRAGGING;
    m->drag = kind_of_drag(m);
    m->clicked = false;
    *out = make(m, w, PICK_POINTER_DRAG_BEGIN, reach);
    return 1;
}

static bool is_menu(const pointer_model *m, uint32_t button, uint32_t modifiers)
{
    return button == m->desc.select_button && m->desc.menu_modifiers != 0 && modifiers == m->desc.menu_modifiers;
}

static void begin(pointer_model *m, pointer_world *w, const pick_pointer_event *e)
{
    if (e->ui_captured || !is_over(w, e->position)) {
        m->phase = MODEL_BLOCKED;
        return;
    }
    double since = e->seconds - m->click_seconds;
    m->second = m->desc.double_click_seconds > 0 && m->click_seconds > 0 && e->seconds > 0 && since >= 0 &&
                since <= m->desc.double_click_seconds && is_same_spot(m, w, e->position, e->button, e->modifiers);
    uint32_t handle = handle_at(w, e->position);
    m->through = handle != 0 &&
                 (is_menu(m, e->button, e->modifiers) || is_same_spot(m, w, e->position, e->button, e->modifiers));
    m->second = m->second && (handle == 0 || m->through);
    m->behind = (pick_target){0};
    if (handle == 0 || m->through)
        m->behind = find_target(m, w, e->position, e->button, e->modifiers, m->second, m->answers_press);
    m->target = handle != 0 ? (pick_target){.handle = handle} : m->behind;
    m->phase = MODEL_PRESSED;
    m->drag = PICK_DRAG_PLAIN;
    m->button = e->button;
    m->modifiers = e->modifiers;
    m->press = e->position;
    m->press_seconds = e->seconds;
}

static size_t do_press(pointer_model *m, pointer_world *w, const pick_pointer_event *e, pick_pointer_action *out)
{
    size_t count = do_move(m, w, e, out);
    if (m->down == 0) {
        begin(m, w, e);
    } else if (m->phase == MODEL_DRAGGING && m->button == m->desc.select_button && e->button == m->desc.cancel_button) {
        out[count++] = make(m, w, PICK_POINTER_DRAG_CANCEL, (pick_vec2){0, 0});
        m->phase = MODEL_BLOCKED;
    }
    m->down |= 1u << e->button;
    return count;
}

static pick_pointer_action do_click(pointer_model *m, pointer_world *w)
{
    if (m->through)
        m->target = m->behind;
    pick_pointer_action a = make(m, w, PICK_POINTER_CLICK, (pick_vec2){0, 0});
    m->clicked = false;
    m->click_seconds = 0;
    if (a.target.handle != 0)
        return a;
    if (is_menu(m, m->button, m->modifiers)) {
        a.type = PICK_POINTER_MENU;
        return a;
    }
    if (m->second) {
        a.type = PICK_POINTER_DOUBLE_CLICK;
        if (a.op == PICK_SELECTION_TOGGLE)
            a.op = PICK_SELECTION_ADD;
    }
    m->clicked = true;
    m->click_position = m->press;
    m->click_button = m->button;
    m->click_modifiers = m->modifiers;
    m->click_revision = w->revision;
    m->click_object = a.target.object;
    m->click_seconds = m->second ? 0 : m->press_seconds;
    m->entered = a.target.group;
    return a;
}

static size_t do_release(pointer_model *m, pointer_world *w, const pick_pointer_event *e, pick_pointer_action *out)
{
    size_t count = do_move(m, w, e, out);
    m->down &= ~(1u << e->button);
    if ((m->phase == MODEL_PRESSED || m->phase == MODEL_DRAGGING) && e->button == m->button) {
        out[count++] =
            m->phase == MODEL_DRAGGING ? make(m, w, PICK_POINTER_DRAG_END, (pick_vec2){0, 0}) : do_click(m, w);
        m->phase = MODEL_BLOCKED;
    }
    if (m->phase == MODEL_BLOCKED && m->down == 0)
        m->phase = MODEL_IDLE;
    return count;
}

size_t pointer_model_event(pointer_model *m, pointer_world *w, const pick_pointer_event *e, pick_pointer_action *out)
{
    bool known_button = e->button < PICK_BUTTON_COUNT;
    switch (e->type) {
    case PICK_POINTER_MOVE:
        return do_move(m, w, e, out);
    case PICK_POINTER_PRESS:
        return known_button ? do_press(m, w, e, out) : 0;
    case PICK_POINTER_RELEASE:
        return known_button ? do_release(m, w, e, out) : 0;
    case PICK_POINTER_LEAVE:
        m->inside = false;
        return 0;
    case PICK_POINTER_CANCEL: {
        bool dragged = m->phase == MODEL_DRAGGING;
        if (dragged)
            *out = make(m, w, PICK_POINTER_DRAG_CANCEL, (pick_vec2){0, 0});
        m->phase = MODEL_IDLE;
        m->down = 0;
        m->clicked = false;
        return dragged;
    }
    }
    return 0;
}

pick_target pointer_model_hover(pointer_model *m, pointer_world *w)
{
    if (m->phase == MODEL_PRESSED)
        return still_there(m, w);
    if (m->phase != MODEL_IDLE || !m->inside || m->captured || !is_over(w, m->position))
        return (pick_target){0};
    uint32_t handle = handle_at(w, m->position);
    return handle != 0 ? (pick_target){.handle = handle}
                       : find_target(m, w, m->position, m->desc.select_button, m->held, false, m->answers);
}

void pointer_model_init(pointer_model *m, const pick_pointer_desc *desc)
{
    *m = (pointer_model){.desc = *desc};
}

void pointer_model_enter(pointer_model *m, pick_object_id group)
{
    m->entered = group;
    m->clicked = false;
}
