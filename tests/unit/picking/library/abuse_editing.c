// The functions of selection.h and pointer.h.
#include "abuse.h"

#define INVALID PICK_ERROR_INVALID_ARGUMENT

static bool everything(void *user, pick_object_id object)
{
    (void)user;
    return !pick_object_id_is_null(object);
}

static pick_object_id no_parent(void *user, pick_object_id object)
{
    (void)user;
    (void)object;
    return (pick_object_id){0, 0};
}

static void changing(const abuse *a, pick_selection *s)
{
    const pick_object_id ids[3] = {a->id, a->stale, {0, 0}};
    bool changed = true;
    for (int op = -1; op <= PICK_SELECTION_REMOVE + 1; op++) {
        const pick_selection_op o = (pick_selection_op)op;
        const bool known = op >= 0 && op <= PICK_SELECTION_REMOVE;
        CHECK(pick_selection_apply, pick_selection_apply(NULL, o, ids, 3, &changed) == INVALID);
        CHECK(pick_selection_apply, pick_selection_apply(s, o, NULL, 3, &changed) == INVALID);
        CHECK(pick_selection_apply, pick_selection_apply(s, o, NULL, 0, NULL) == (known ? PICK_OK : INVALID));
        CHECK(pick_selection_apply_where,
              pick_selection_apply_where(NULL, o, ids, 3, everything, NULL, &changed) == INVALID);
        CHECK(pick_selection_apply_where,
              pick_selection_apply_where(s, o, NULL, 3, everything, NULL, &changed) == INVALID);
        CHECK(pick_selection_apply_where, pick_selection_apply_where(s, o, ids, 3, NULL, NULL, &changed) == INVALID);
        CHECK(pick_selection_apply_range, pick_selection_apply_range(NULL, o, ids, 3, 0, 2, &changed) == INVALID);
        CHECK(pick_selection_apply_range, pick_selection_apply_range(s, o, NULL, 3, 0, 2, &changed) == INVALID);
        CHECK(pick_selection_apply_range, pick_selection_apply_range(s, o, ids, 3, 0, 3, &changed) == INVALID);
        CHECK(pick_selection_apply_range, pick_selection_apply_range(s, o, ids, 3, SIZE_MAX, 0, &changed) == INVALID);
        CHECK(pick_selection_apply_range, pick_selection_apply_range(s, o, ids, 0, 0, 0, &changed) == INVALID);
    }
    CHECK(pick_selection_apply_where,
          pick_selection_apply_where(s, (pick_selection_op)9, ids, 3, everything, NULL, NULL) == INVALID);
    CHECK(pick_selection_invert, pick_selection_invert(NULL, ids, 3, &changed) == INVALID);
    CHECK(pick_selection_invert, pick_selection_invert(s, NULL, 3, &changed) == INVALID);
    CHECK(pick_selection_to_parents, pick_selection_to_parents(NULL, no_parent, NULL, &changed) == INVALID);
    CHECK(pick_selection_to_parents, pick_selection_to_parents(s, NULL, NULL, &changed) == INVALID);
    CHECK(pick_selection_to_children, pick_selection_to_children(NULL, ids, 3, no_parent, NULL, &changed) == INVALID);
    CHECK(pick_selection_to_children, pick_selection_to_children(s, NULL, 3, no_parent, NULL, &changed) == INVALID);
    CHECK(pick_selection_to_children, pick_selection_to_children(s, ids, 3, NULL, NULL, &changed) == INVALID);
    CHECK(pick_selection_to_children, pick_selection_to_children(s, ids, 3, no_parent, NULL, NULL) == PICK_OK);
    CHECK(pick_selection_keep, !pick_selection_keep(NULL, everything, NULL) && !pick_selection_keep(s, NULL, NULL));
    CHECK(pick_selection_set, pick_selection_set(NULL, ids, 3, a->id, &changed) == INVALID);
    CHECK(pick_selection_set, pick_selection_set(s, NULL, 3, a->id, &changed) == INVALID);
    CHECK(pick_selection_copy, pick_selection_copy(NULL, s, &changed) == INVALID);
    CHECK(pick_selection_copy, pick_selection_copy(s, NULL, &changed) == INVALID && changed);
    CHECK(pick_selection_clear, !pick_selection_clear(NULL));
    CHECK(pick_selection_set_active, !pick_selection_set_active(NULL, a->id) && !pick_selection_set_active(s, a->id));
    CHECK(pick_selection_set_active, !pick_selection_set_active(s, a->other));
    CHECK(pick_selection_set_listener, (pick_selection_set_listener(NULL, NULL, NULL), true));
    CHECK(pick_selection_count, pick_selection_count(s) == 0);
    // Its own members, which a change would move.
    CHECK(pick_selection_apply, pick_selection_apply(s, PICK_SELECTION_ADD, ids, 2, NULL) == PICK_OK);
    const pick_object_id *own = pick_selection_objects(s);
    CHECK(pick_selection_apply, pick_selection_apply(s, PICK_SELECTION_TOGGLE, own + 1, 1, &changed) == INVALID);
    CHECK(pick_selection_set, pick_selection_set(s, own, 2, a->id, NULL) == PICK_OK); // makes a new array first
    CHECK(pick_selection_copy, pick_selection_copy(s, s, &changed) == PICK_OK && !changed);
    CHECK(pick_selection_count, pick_selection_count(s) == 2);
}

void abuse_selection(const abuse *a)
{
    static const pick_allocator half = {NULL, NULL, NULL};
    pick_selection *s = NULL;
    pick_object_id out[2] = {{7, 7}, {7, 7}};
    CHECK(pick_selection_create,
          pick_selection_create(NULL, NULL) == INVALID && pick_selection_create(&half, &s) == INVALID);
    CHECK(pick_selection_create, pick_selection_create(NULL, &s) == PICK_OK);
    changing(a, s);
    CHECK(pick_selection_contains,
          !pick_selection_contains(NULL, a->id) && !pick_selection_contains(s, (pick_object_id){0, 0}));
    CHECK(pick_selection_count, pick_selection_count(NULL) == 0);
    CHECK(pick_selection_objects, pick_selection_objects(NULL) == NULL);
    CHECK(pick_selection_active, pick_object_id_is_null(pick_selection_active(NULL)));
    CHECK(pick_selection_equal, !pick_selection_equal(NULL, s) && !pick_selection_equal(s, NULL)); // as an empty one
    CHECK(pick_selection_equal, pick_selection_equal(NULL, NULL));
    CHECK(pick_selection_difference,
          pick_selection_difference(NULL, s, out, 2) == 0 && pick_selection_difference(s, NULL, NULL, 0) == 2);
    CHECK(pick_selection_difference, pick_selection_difference(s, s, NULL, 2) == 0 && out[0].index1 == 7);
    const uint64_t none = pick_selection_hash(NULL);
    CHECK(pick_selection_clear, pick_selection_clear(s) && pick_selection_hash(s) == none);
    CHECK(pick_selection_hash, pick_selection_equal(s, NULL) && pick_selection_hash(s) == none);
    CHECK(pick_selection_revision, pick_selection_revision(NULL) == 0);
    CHECK(pick_selection_destroy, (pick_selection_destroy(NULL), true));
    pick_selection_destroy(s);
}

// Events of no meaning, in frames of no meaning. Nothing comes of them, and the pointer works afterwards.
static void events(const abuse *a, pick_pointer *p)
{
    const pick_pointer_event odd[] = {
        {.type = (pick_pointer_event_type)99, .position = a->middle},
        {.type = (pick_pointer_event_type)-1, .position = a->nan2},
        {.type = PICK_POINTER_PRESS, .position = a->middle, .button = 3},
        {.type = PICK_POINTER_RELEASE, .position = a->middle, .button = UINT32_MAX},
        {.type = PICK_POINTER_MOVE, .position = a->nan2, .seconds = a->not_a_number},
        {.type = PICK_POINTER_RELEASE, .position = a->infinite2},
    };
    const pick_pointer_frame frames[3] = {
        {0}, {.view = &a->view}, {.view = &a->zero_view, .scene = a->scene, .query = &a->bad_cull}};
    pick_pointer_action action;
    CHECK(pick_pointer_push,
          (pick_pointer_push(NULL, &odd[0]), pick_pointer_push(p, NULL), !pick_pointer_is_pending(p)));
    for (int f = 0; f < 3; f++) {
        for (size_t i = 0; i < 200 * sizeof odd / sizeof odd[0]; i++) // more than the queue holds
            pick_pointer_push(p, &odd[i % (sizeof odd / sizeof odd[0])]);
        CHECK(pick_pointer_begin_frame, (pick_pointer_begin_frame(p, &frames[f]), pick_pointer_is_pending(p)));
        CHECK(pick_pointer_next, !pick_pointer_next(p, &action));
    }
    const pick_pointer_frame frame = {.view = &a->view, .scene = a->scene, .revision = 1};
    pick_pointer_push(
        p, &(pick_pointer_event){.type = PICK_POINTER_PRESS, .position = a->middle, .seconds = a->not_a_number});
    pick_pointer_push(p, &(pick_pointer_event){.type = PICK_POINTER_RELEASE, .position = a->nan2});
    pick_pointer_begin_frame(p, &frame);
    CHECK(pick_pointer_next, !pick_pointer_next(NULL, &action) && !pick_pointer_next(p, NULL));
    CHECK(pick_pointer_next, pick_pointer_next(p, &action) && action.type == PICK_POINTER_CLICK);
    CHECK(pick_pointer_next, pick_object_id_equal(action.target.object, a->id) && pick_pointer_next(p, &action));
}

static void late_answers(const abuse *a, pick_pointer *p)
{
    const pick_hit odd[] = {
        {.t = 1},                                                                        // of nothing
        {.object = a->id, .t = a->not_a_number},                                         // nowhere
        {.object = a->id, .t = 1, .point = {a->not_a_number, 0, 0}},                     // nor there
        {.object = {UINT32_MAX, UINT32_MAX}, .t = -1, .normal = {a->not_a_number, 0, 0}} // fine
    };
    pick_vec2 at;
    uint64_t revision;
    CHECK(pick_pointer_wants_answer, !pick_pointer_wants_answer(NULL, &at, &revision));
    CHECK(pick_pointer_wants_answer, !pick_pointer_wants_answer(p, NULL, NULL));
    CHECK(pick_pointer_wants_answer, !pick_pointer_wants_answer(p, &at, &revision));
    CHECK(pick_pointer_answer, pick_pointer_answer(NULL, a->middle, 1, odd, 4) == INVALID);
    CHECK(pick_pointer_answer, pick_pointer_answer(p, a->middle, 1, NULL, 1) == INVALID);
    CHECK(pick_pointer_answer, pick_pointer_answer(p, a->nan2, 1, NULL, 0) == PICK_ERROR_NOT_FINITE);
    CHECK(pick_pointer_answer, pick_pointer_answer(p, a->middle, 1, &odd[0], 1) == INVALID);
    CHECK(pick_pointer_answer, pick_pointer_answer(p, a->middle, 1, &odd[1], 1) == PICK_ERROR_NOT_FINITE);
    CHECK(pick_pointer_answer, pick_pointer_answer(p, a->middle, 1, &odd[2], 1) == PICK_ERROR_NOT_FINITE);
    CHECK(pick_pointer_answer, pick_pointer_answer(p, a->middle, 1, &odd[3], 1) == PICK_OK);
    CHECK(pick_pointer_answer, pick_pointer_answer(p, a->middle, 1, NULL, 0) == PICK_OK);
}

void abuse_pointer(const abuse *a)
{
    static const pick_allocator half = {NULL, NULL, NULL};
    const pick_pointer_desc zero = {0};
    pick_pointer *p = NULL;
    CHECK(pick_pointer_desc_default, pick_pointer_desc_default().scale == 1);
    CHECK(pick_pointer_create,
          pick_pointer_create(NULL, NULL, NULL) == INVALID && pick_pointer_create(NULL, &half, &p) == INVALID);
    CHECK(pick_pointer_create, pick_pointer_create(&zero, NULL, &p) == INVALID && p == NULL);
    CHECK(pick_pointer_create, pick_pointer_create(NULL, NULL, &p) == PICK_OK);
    CHECK(pick_pointer_get_desc, pick_pointer_get_desc(NULL).scale == 0);
    CHECK(pick_pointer_set_desc,
          pick_pointer_set_desc(NULL, NULL) == INVALID && pick_pointer_set_desc(p, &zero) == INVALID);
    CHECK(pick_pointer_reset, (pick_pointer_reset(NULL), true));
    CHECK(pick_pointer_begin_frame, (pick_pointer_begin_frame(NULL, NULL), pick_pointer_begin_frame(p, NULL), true));
    late_answers(a, p);
    events(a, p);
    const pick_stack_row *rows = NULL;
    CHECK(pick_pointer_is_pending, !pick_pointer_is_pending(NULL));
    CHECK(pick_pointer_hover, !pick_pointer_hover(NULL)->hit);
    CHECK(pick_pointer_stack, pick_pointer_stack(NULL, &rows) == 0 && pick_pointer_stack(p, NULL) == 0 && rows == NULL);
    CHECK(pick_pointer_is_dragging, !pick_pointer_is_dragging(NULL));
    CHECK(pick_pointer_entered_group, pick_object_id_is_null(pick_pointer_entered_group(NULL)));
    CHECK(pick_pointer_enter_group,
          (pick_pointer_enter_group(NULL, a->id), pick_pointer_enter_group(p, a->other), true));
    CHECK(pick_pointer_frame_picks, pick_pointer_frame_picks(NULL) == 0);
    CHECK(pick_pointer_total_picks, pick_pointer_total_picks(NULL) == 0);
    bool rightwards = false;
    CHECK(pick_pointer_marquee, pick_pointer_marquee(NULL, &rightwards).width == 0 && !rightwards);
    CHECK(pick_pointer_click_op, pick_pointer_click_op(UINT32_MAX) == PICK_SELECTION_TOGGLE);
    pick_selection *s = NULL;
    CHECK(pick_selection_create, pick_selection_create(NULL, &s) == PICK_OK);
    pick_pointer_action action = {.type = PICK_POINTER_CLICK, .op = (pick_selection_op)7};
    CHECK(pick_pointer_apply_click, pick_pointer_apply_click(NULL, s, NULL) == INVALID);
    CHECK(pick_pointer_apply_click, pick_pointer_apply_click(&action, NULL, NULL) == INVALID);
    CHECK(pick_pointer_apply_click, pick_pointer_apply_click(&action, s, NULL) == INVALID); // its op
    action = (pick_pointer_action){.type = PICK_POINTER_MENU};
    CHECK(pick_pointer_apply_click, pick_pointer_apply_click(&action, s, NULL) == INVALID);
    pick_selection_destroy(s);
    CHECK(pick_pointer_destroy, (pick_pointer_destroy(NULL), true));
    pick_pointer_destroy(p);
}
