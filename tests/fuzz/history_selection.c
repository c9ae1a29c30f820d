// history_selection.c: histories of pick_selection against a plain ordered array that follows selection.h.
//
// The array searches, inserts and removes one by one. After each call the selection must have the model's members,
// order, active object and revision; a call that runs out of memory must leave all as it was.
#include "history.h"

#include "failing_allocator.h"
#include "picking/selection.h"

#include <string.h>

enum {
    LIST_SIZE = 320, // the outliner that ranges are of; more than one growth of the selection
    MEMBER_MAX = 3 * LIST_SIZE,
    SET_COUNT = 2,
    STEP_MAX = 400
};

typedef struct model {
    pick_object_id member[MEMBER_MAX];
    size_t count;
    pick_object_id active;
    uint64_t revision;
} model;

typedef struct world {
    failing_allocator memory;
    pick_allocator hook;
    pick_object_id list[LIST_SIZE];
    pick_selection *selection[SET_COUNT];
    model model[SET_COUNT];
    // The call under way.
    size_t which;
    uint64_t heard[SET_COUNT];
    uint32_t salt;        // of the predicate and of the tree
    size_t asked, expect; // by the predicate
    pick_object_id given[LIST_SIZE];
    size_t given_count;
} world;

static const pick_object_id null_object = {0, 0};

static size_t find(const model *m, pick_object_id id)
{
    for (size_t i = 0; i < m->count; i++) {
        if (pick_object_id_equal(m->member[i], id))
            return i;
    }
    return SIZE_MAX;
}

static bool has(const model *m, pick_object_id id)
{
    return find(m, id) != SIZE_MAX;
}

static void insert(model *m, pick_object_id id)
{
    if (!pick_object_id_is_null(id) && !has(m, id))
        m->member[m->count++] = id;
}

static void erase(model *m, pick_object_id id)
{
    size_t at = find(m, id);
    if (at == SIZE_MAX)
        return;
    m->count--;
    memmove(&m->member[at], &m->member[at + 1], (m->count - at) * sizeof(*m->member));
}

static pick_object_id last_member(const model *m)
{
    return m->count > 0 ? m->member[m->count - 1] : null_object;
}

static bool same(const model *a, const model *b)
{
    return a->count == b->count && pick_object_id_equal(a->active, b->active) &&
           (a->count == 0 || memcmp(a->member, b->member, a->count * sizeof(*a->member)) == 0);
}

static void model_apply(model *m, pick_selection_op op, const pick_object_id *objects, size_t count)
{
    static model before;
    before = *m;
    if (op == PICK_SELECTION_REPLACE)
        m->count = 0;
    for (size_t i = 0; i < count; i++) {
        bool was_in = has(&before, objects[i]);
        if (op == PICK_SELECTION_REMOVE || (op == PICK_SELECTION_TOGGLE && was_in))
            erase(m, objects[i]);
        else
            insert(m, objects[i]);
    }
    for (size_t i = count; i-- > 0;) {
        if (has(m, objects[i])) {
            m->active = objects[i];
            break;
        }
    }
    if (!has(m, m->active))
        m->active = last_member(m);
}

// Properties of an object that the callbacks give and the model knows: a hash stands in for layers, names and parents.
static uint32_t property(const world *w, pick_object_id id)
{
    uint32_t x = (id.index1 * 0x9e3779b1u) ^ (id.generation * 0x85ebca6bu) ^ (w->salt * 0xc2b2ae35u);
    x ^= x >> 15;
    x *= 0x2c1b3c6du;
    return x ^ x >> 13;
}

static bool holds(const world *w, pick_object_id id)
{
    return property(w, id) % 4 < w->salt % 5; // none, some or all
}

static pick_object_id parent(const world *w, pick_object_id id)
{
    uint32_t p = property(w, id);
    return p % 3 == 0 ? null_object : w->list[p / 3 % (LIST_SIZE / 8)];
}

static bool predicate(void *user, pick_object_id id)
{
    world *w = user;
    HISTORY_MUST(!pick_object_id_is_null(id));
    w->asked++;
    return holds(w, id);
}

static pick_object_id parent_of(void *user, pick_object_id id)
{
    return parent(user, id);
}

static void listener(void *user, const pick_selection *selection)
{
    world *w = user;
    HISTORY_MUST(selection == w->selection[w->which]);
    w->heard[w->which]++;
    HISTORY_MUST(pick_selection_revision(selection) == w->heard[w->which]);
}

// An object of the list, one of another generation, or one never seen.
static pick_object_id any_object(world *w, history *h)
{
    uint32_t kind = history_index(h, 8);
    if (kind == 0)
        return (pick_object_id){history_index(h, 256), history_index(h, 256)};
    pick_object_id id = w->list[history_index(h, LIST_SIZE)];
    if (kind == 1)
        id.generation ^= 1;
    return id;
}

static void draw_objects(world *w, history *h)
{
    w->given_count = history_index(h, 8);
    if (w->given_count == 7)
        w->given_count = history_index(h, LIST_SIZE);
    if (w->given_count > 16) { // a run; bytes would not last for more
        uint32_t first = history_index(h, LIST_SIZE), stride = 1 + history_index(h, 7);
        for (size_t i = 0; i < w->given_count; i++)
            w->given[i] = w->list[(first + i * stride) % LIST_SIZE];
        return;
    }
    for (size_t i = 0; i < w->given_count; i++)
        w->given[i] = i > 0 && history_index(h, 4) == 0 ? w->given[i - 1] : any_object(w, h);
}

static size_t count_known(const pick_object_id *objects, size_t count)
{
    size_t known = 0;
    for (size_t i = 0; i < count; i++)
        known += !pick_object_id_is_null(objects[i]);
    return known;
}

static pick_result call_where(world *w, pick_selection *s, model *m, pick_selection_op op, bool *changed)
{
    pick_object_id chosen[LIST_SIZE];
    size_t count = 0;
    for (size_t i = 0; i < w->given_count; i++) {
        if (!pick_object_id_is_null(w->given[i]) && holds(w, w->given[i]))
            chosen[count++] = w->given[i];
    }
    w->expect = count_known(w->given, w->given_count);
    model_apply(m, op, chosen, count);
    return pick_selection_apply_where(s, op, w->given, w->given_count, predicate, w, changed);
}

static pick_result call_range(world *w, history *h, pick_selection *s, model *m, pick_selection_op op, bool *changed)
{
    size_t count = 1 + history_index(h, LIST_SIZE), from = history_index(h, LIST_SIZE) % count,
           to = history_index(h, LIST_SIZE) % count, length = 0;
    pick_object_id run[LIST_SIZE];
    for (size_t i = from;; i = from <= to ? i + 1 : i - 1) {
        run[length++] = w->list[i];
        if (i == to)
            break;
    }
    model_apply(m, op, run, length);
    return pick_selection_apply_range(s, op, w->list, count, from, to, changed);
}

// What lies past the end of the list is refused, and nothing is read.
static void offend(world *w, history *h)
{
    static const size_t far[4] = {0, 1, 0x7fffffff, SIZE_MAX};
    const size_t count = history_index(h, 3), from = far[history_index(h, 4)], to = count + far[history_index(h, 3)];
    pick_selection *s = w->selection[w->which];
    const bool backwards = history_flag(h);
    bool changed = true;
    HISTORY_MUST(pick_selection_apply_range(s, PICK_SELECTION_REPLACE, w->list, count, backwards ? to : from,
                                            backwards ? from : to, &changed) == PICK_ERROR_INVALID_ARGUMENT);
    HISTORY_MUST(changed);
}

static pick_result call_invert(world *w, pick_selection *s, model *m, bool *changed)
{
    static model made;
    made = (model){.revision = m->revision};
    for (size_t i = 0; i < w->given_count; i++) {
        if (!has(m, w->given[i]))
            insert(&made, w->given[i]);
    }
    made.active = last_member(&made);
    *m = made;
    return pick_selection_invert(s, w->given, w->given_count, changed);
}

static pick_result call_parents(world *w, pick_selection *s, model *m, bool *changed)
{
    static model made;
    made = (model){.revision = m->revision};
    for (size_t i = 0; i < m->count; i++) {
        pick_object_id above = parent(w, m->member[i]);
        if (pick_object_id_is_null(above))
            above = m->member[i];
        insert(&made, above);
        if (pick_object_id_equal(m->member[i], m->active))
            made.active = above;
    }
    *m = made;
    return pick_selection_to_parents(s, parent_of, w, changed);
}

static pick_result call_children(world *w, pick_selection *s, model *m, bool *changed)
{
    static model made;
    made = (model){.revision = m->revision};
    for (size_t i = 0; i < LIST_SIZE; i++) {
        if (has(m, parent(w, w->list[i])))
            insert(&made, w->list[i]);
    }
    made.active = last_member(&made);
    if (made.count > 0)
        *m = made;
    return pick_selection_to_children(s, w->list, LIST_SIZE, parent_of, w, changed);
}

static pick_result call_set(world *w, history *h, pick_selection *s, model *m, bool *changed)
{
    pick_object_id active = w->given_count > 0 && history_index(h, 4) > 0
                                ? w->given[history_index(h, LIST_SIZE) % w->given_count]
                                : any_object(w, h);
    m->count = 0;
    for (size_t i = 0; i < w->given_count; i++)
        insert(m, w->given[i]);
    m->active = has(m, active) ? active : last_member(m);
    return pick_selection_set(s, w->given, w->given_count, active, changed);
}

static pick_result call_keep(world *w, pick_selection *s, model *m, bool *changed)
{
    static model before;
    before = *m;
    w->expect = m->count;
    for (size_t i = 0; i < before.count; i++) {
        if (!holds(w, before.member[i]))
            erase(m, before.member[i]);
    }
    if (!has(m, m->active))
        m->active = last_member(m);
    *changed = pick_selection_keep(s, predicate, w);
    return PICK_OK;
}

// Makes one call and the model's counterpart. Returns what the call answered.
static pick_result call(world *w, history *h, bool *changed)
{
    pick_selection *s = w->selection[w->which];
    model *m = &w->model[w->which];
    pick_selection_op op = (pick_selection_op)history_index(h, 4);
    uint32_t what = history_index(h, 16);
    w->salt = history_byte(h);
    if (what < 12)
        draw_objects(w, h);
    switch (what) {
    case 0:
    case 1:
    case 2:
    case 3:
        model_apply(m, op, w->given, w->given_count);
        return pick_selection_apply(s, op, w->given, w->given_count, changed);
    case 4:
    case 5:
        return call_where(w, s, m, op, changed);
    case 6:
    case 7:
        return call_range(w, h, s, m, op, changed);
    case 8:
    case 9:
        return call_invert(w, s, m, changed);
    case 10:
    case 11:
        return call_set(w, h, s, m, changed);
    case 12:
        return history_index(h, 2) ? call_parents(w, s, m, changed) : call_children(w, s, m, changed);
    case 13:
        return call_keep(w, s, m, changed);
    case 14: {
        const model *other = &w->model[1 - w->which];
        memcpy(m->member, other->member, sizeof(m->member));
        m->count = other->count;
        m->active = other->active;
        return pick_selection_copy(s, w->selection[1 - w->which], changed);
    }
    default:
        if (history_index(h, 4) == 0) {
            m->count = 0;
            m->active = null_object;
            *changed = pick_selection_clear(s);
        } else {
            pick_object_id active = m->count > 0 && history_index(h, 4) > 0
                                        ? m->member[history_index(h, MEMBER_MAX) % m->count]
                                        : any_object(w, h);
            if (has(m, active))
                m->active = active;
            *changed = pick_selection_set_active(s, active);
        }
        return PICK_OK;
    }
}

static void check_set(const world *w, size_t which)
{
    const pick_selection *s = w->selection[which];
    const model *m = &w->model[which];
    HISTORY_MUST(pick_selection_count(s) == m->count);
    HISTORY_MUST(pick_object_id_equal(pick_selection_active(s), m->active));
    HISTORY_MUST(pick_selection_revision(s) == m->revision && w->heard[which] == m->revision);
    const pick_object_id *objects = pick_selection_objects(s);
    HISTORY_MUST(m->count == 0 || memcmp(objects, m->member, m->count * sizeof(*objects)) == 0);
    for (size_t i = 0; i < LIST_SIZE; i++) {
        pick_object_id other = w->list[i];
        HISTORY_MUST(pick_selection_contains(s, other) == has(m, other));
        other.generation ^= 1;
        HISTORY_MUST(pick_selection_contains(s, other) == has(m, other));
    }
    HISTORY_MUST(!pick_selection_contains(s, null_object));
}

// The calls that compare two sets.
static void check_pair(const world *w, size_t capacity)
{
    const model *a = &w->model[0], *b = &w->model[1];
    bool equal = same(a, b);
    HISTORY_MUST(pick_selection_equal(w->selection[0], w->selection[1]) == equal);
    HISTORY_MUST((pick_selection_hash(w->selection[0]) == pick_selection_hash(w->selection[1])) == equal);
    static pick_object_id out[MEMBER_MAX + 1];
    const pick_object_id mark = {77, 77};
    for (size_t k = 0; k <= capacity; k++)
        out[k] = mark;
    size_t count = pick_selection_difference(w->selection[0], w->selection[1], out, capacity), expected = 0;
    for (size_t i = 0; i < a->count; i++) {
        if (has(b, a->member[i]))
            continue;
        HISTORY_MUST(expected >= capacity || pick_object_id_equal(out[expected], a->member[i]));
        expected++;
    }
    HISTORY_MUST(count == expected);
    HISTORY_MUST(pick_object_id_equal(out[count < capacity ? count : capacity], mark));
}

static void step(world *w, history *h)
{
    static model before;
    w->which = history_index(h, SET_COUNT);
    model *m = &w->model[w->which];
    before = *m;
    w->asked = w->expect = 0;
    uint32_t failing = history_index(h, 16);
    size_t held = w->memory.held_blocks;
    w->memory.calls = 0;
    w->memory.fail_at = failing < 3 ? failing + 1 : 0;
    w->memory.for_ever = failing == 0;
    bool changed = false;
    if (failing == 15)
        offend(w, h);
    pick_result result = call(w, h, &changed);
    bool refused = w->memory.fail_at != 0 && w->memory.calls >= w->memory.fail_at;
    w->memory.fail_at = 0;
    if (refused) {
        HISTORY_MUST(result == PICK_ERROR_OUT_OF_MEMORY && !changed);
        HISTORY_MUST(w->memory.held_blocks == held);
        *m = before;
    } else {
        HISTORY_MUST(result == PICK_OK && w->asked == w->expect);
        HISTORY_MUST(changed == !same(&before, m));
        m->revision = before.revision + changed;
        // A set has at most one block beside itself; nothing of the call's own is left.
        HISTORY_MUST(w->memory.held_blocks <= 2 * SET_COUNT);
    }
    check_set(w, w->which);
    check_pair(w, history_index(h, MEMBER_MAX + 1));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static world w;
    w = (world){0};
    history h = history_begin(data, size);
    w.hook = failing_allocator_hook(&w.memory);
    for (uint32_t i = 0; i < LIST_SIZE; i++) // null rows and second mentions among them, as in an outliner of aliases
        w.list[i] = i % 61 == 60 ? null_object : (pick_object_id){1 + i % 250, 2 + (i & 4)};
    for (size_t i = 0; i < SET_COUNT; i++) {
        HISTORY_MUST(pick_selection_create(&w.hook, &w.selection[i]) == PICK_OK);
        pick_selection_set_listener(w.selection[i], listener, &w);
    }
    for (int i = 0; i < STEP_MAX && !history_ended(&h); i++)
        step(&w, &h);
    for (size_t i = 0; i < SET_COUNT; i++) {
        check_set(&w, i);
        pick_selection_destroy(w.selection[i]);
    }
    HISTORY_MUST(w.memory.held_blocks == 0 && w.memory.held_bytes == 0);
    return 0;
}
