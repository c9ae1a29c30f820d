#include "late_answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>

static uint32_t handle_at(void *user, pick_vec2 position)
{
    const late_world *w = user;
    return w->has_handle && fabs(position.x - middle.x) < 20 ? HANDLE : 0;
}

static pick_object_id group_of(void *user, pick_object_id object)
{
    late_world *w = user;
    w->group_tests++;
    return pick_object_id_equal(object, w->child) && !pick_object_id_is_null(object) ? w->parent : null_object;
}

void late_set_wait(late_world *w, uint32_t frames)
{
    pick_pointer_desc desc = pick_pointer_get_desc(w->on.pointer);
    desc.answer_frames = frames;
    assert_int_equal(pick_pointer_set_desc(w->on.pointer, &desc), PICK_OK);
}

int late_setup(void **state)
{
    late_world *w = calloc(1, sizeof(*w));
    plates_begin(&w->on, 20, 15, (pick_rect){0, 0, 400, 300});
    for (int i = 0; i < PLATE_COUNT; i++)
        w->plates[i] = plates_add(w->on.scene, w->on.plate, pick_vec3_make(0, 0, -i), 2, 2, 0);
    w->on.frame.handle_test = handle_at;
    w->on.frame.group_of = group_of;
    w->on.frame.user = w;
    late_set_wait(w, WAIT);
    *state = w;
    return 0;
}

int late_teardown(void **state)
{
    late_world *w = *state;
    plates_end(&w->on);
    free(w);
    return 0;
}

pick_hit late_hit(pick_object_id object, double t)
{
    return (pick_hit){.object = object, .t = t, .point = {0, 0, 10 - t}, .triangle = 77};
}

void late_hand_in(late_world *w, pick_vec2 position, const pick_hit *hits, size_t count)
{
    assert_int_equal(pick_pointer_answer(w->on.pointer, position, w->on.frame.revision, hits, count), PICK_OK);
}

void late_expect_no_question(const late_world *w)
{
    pick_vec2 position = {-1, -1};
    uint64_t revision = 99;
    assert_false(pick_pointer_wants_answer(w->on.pointer, &position, &revision));
    assert_true(position.x == -1 && position.y == -1 && revision == 99);
}

void late_expect_question(const late_world *w, pick_vec2 wanted)
{
    pick_vec2 position = {-1, -1};
    uint64_t revision = 99;
    assert_true(pick_pointer_wants_answer(w->on.pointer, &position, &revision));
    assert_true(position.x == wanted.x && position.y == wanted.y);
    assert_int_equal(revision, w->on.frame.revision);
}

const pick_target *late_hover(late_world *w, pick_object_id object, double t)
{
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    late_expect_question(w, middle);
    late_hand_in(w, middle, &(pick_hit){.object = object, .t = t, .point = {0, 0, 10 - t}}, 1);
    plates_frame(&w->on);
    return pick_pointer_hover(w->on.pointer);
}

void late_press(late_world *w, pick_vec2 position, uint32_t modifiers)
{
    plates_push(&w->on, PICK_POINTER_PRESS, position, PICK_BUTTON_LEFT, modifiers);
}

void late_release(late_world *w, pick_vec2 position, uint32_t modifiers)
{
    plates_push(&w->on, PICK_POINTER_RELEASE, position, PICK_BUTTON_LEFT, modifiers);
}

const pick_pointer_action *late_click(late_world *w, pick_vec2 position, uint32_t modifiers, const pick_hit *hits,
                                      size_t count)
{
    late_press(w, position, modifiers);
    late_release(w, position, modifiers);
    for (int frames = 0; frames < 3; frames++) {
        plates_frame(&w->on);
        for (size_t i = 0; i < w->on.action_count; i++) {
            if (w->on.actions[i].type != PICK_POINTER_HOVER)
                return &w->on.actions[i];
        }
        late_hand_in(w, position, hits, count);
    }
    fail_msg("no click");
    return NULL;
}

void late_expect_rows(const late_world *w, const pick_object_id *objects, const bool *outside, size_t count)
{
    const pick_stack_row *rows = NULL;
    assert_int_equal(pick_pointer_stack(w->on.pointer, &rows), count);
    for (size_t i = 0; i < count; i++) {
        expect_object(rows[i].surface.object, objects[i]);
        assert_int_equal(rows[i].outside, outside[i]);
    }
}
