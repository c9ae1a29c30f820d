// Late answers: when one is wanted, which count, and their rows in the stack. The world is that of late_answers.h.
#include "late_answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>

static void nothing_changes_by_default(void **state)
{
    late_world *w = *state;
    assert_int_equal(PICK_POINTER_DESC_DEFAULT.answer_frames, 0);
    late_set_wait(w, 0);
    const pick_hit late = late_hit(G, 1);
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    assert_int_equal(plates_frame(&w->on), 1);
    late_expect_no_question(w);
    late_hand_in(w, middle, &late, 1);
    assert_false(pick_pointer_is_pending(w->on.pointer));
    late_press(w, beside, 0);
    late_release(w, beside, 0);
    assert_int_equal(plates_frame(&w->on), 1);
    expect_object(plates_find(&w->on, PICK_POINTER_CLICK)->target.object, w->plates[A]);
    late_expect_no_question(w);
}

static void an_answer_joins_the_hover(void **state)
{
    late_world *w = *state;
    late_expect_no_question(w);
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    assert_int_equal(plates_frame(&w->on), 1);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]); // what the CPU knows
    assert_false(pick_pointer_hover(w->on.pointer)->outside);
    assert_int_equal(pick_pointer_hover(w->on.pointer)->count, PLATE_COUNT);
    for (int i = 0; i < 5; i++) { // wanted until it is there, which takes no frame
        late_expect_question(w, middle);
        assert_false(pick_pointer_is_pending(w->on.pointer));
        plates_frame(&w->on);
    }
    const pick_hit late = late_hit(G, 9);
    late_hand_in(w, middle, &late, 1);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]);
    late_expect_no_question(w);
    assert_true(pick_pointer_is_pending(w->on.pointer));
    assert_int_equal(plates_frame(&w->on), 0); // it costs no pick
    assert_int_equal(w->on.action_count, 1);
    assert_int_equal(w->on.actions[0].type, PICK_POINTER_HOVER);
    const pick_target *hover = pick_pointer_hover(w->on.pointer);
    expect_object(hover->object, G);
    expect_object(hover->nearest_object, G);
    assert_true(hover->outside && hover->hit && !hover->is_group && hover->nearest.z == 1);
    assert_int_equal(hover->place, 1);
    assert_int_equal(hover->count, PLATE_COUNT + 1);
    assert_int_equal(hover->surface.triangle, 77); // as it was handed in
    assert_false(pick_pointer_is_pending(w->on.pointer));
    late_expect_no_question(w);
    // And stays, while nothing changes, without work.
    size_t group_tests = w->group_tests;
    assert_int_equal(plates_frame(&w->on), 0);
    assert_int_equal(w->group_tests, group_tests);
    assert_int_equal(w->on.action_count, 0);
    late_expect_no_question(w);
}

// Hands in what must be dropped.
static void expect_dropped(late_world *w, pick_vec2 position, uint64_t revision)
{
    const pick_hit junk = late_hit(I, 0.5);
    const pick_target before = *pick_pointer_hover(w->on.pointer);
    assert_int_equal(pick_pointer_answer(w->on.pointer, position, revision, &junk, 1), PICK_OK);
    assert_false(pick_pointer_is_pending(w->on.pointer));
    assert_int_equal(plates_frame(&w->on), 0);
    assert_int_equal(w->on.action_count, 0);
    expect_object(pick_pointer_hover(w->on.pointer)->object, before.object);
}

static void answers_that_are_not_wanted_are_dropped(void **state)
{
    late_world *w = *state;
    const pick_hit junk = late_hit(I, 0.5);
    assert_int_equal(pick_pointer_answer(w->on.pointer, (pick_vec2){0, 0}, 0, &junk, 1), PICK_OK); // nothing yet
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    expect_dropped(w, beside, 1);
    expect_dropped(w, (pick_vec2){middle.x, middle.y + 1}, 1);
    expect_dropped(w, middle, 0);
    expect_dropped(w, middle, 2);
    late_expect_question(w, middle);
    const pick_hit late = late_hit(G, 9);
    late_hand_in(w, middle, &late, 1);
    plates_frame(&w->on);
    expect_dropped(w, middle, 1); // a second one
    expect_object(pick_pointer_hover(w->on.pointer)->object, G);
    // The pointer has moved: the old answer counts no more, and a duplicate of it neither.
    plates_push(&w->on, PICK_POINTER_MOVE, beside, 0, 0);
    assert_int_equal(plates_frame(&w->on), 1);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]);
    expect_dropped(w, middle, 1);
    late_expect_question(w, beside);
    // Nor does that of another revision.
    late_hand_in(w, beside, &late, 1);
    w->on.frame.revision++;
    assert_int_equal(plates_frame(&w->on), 1);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]);
    late_expect_question(w, beside);
    expect_dropped(w, beside, 1);
    late_hand_in(w, beside, &late, 1);
    plates_frame(&w->on);
    expect_object(pick_pointer_hover(w->on.pointer)->object, G);
}

static void an_answer_before_the_frame_belongs_to_its_place(void **state)
{
    late_world *w = *state;
    const pick_hit late = late_hit(G, 9);
    (void)late_hover(w, G, 9);
    plates_push(&w->on, PICK_POINTER_MOVE, beside, 0, 0);
    plates_frame(&w->on);
    late_hand_in(w, beside, &late, 1);
    plates_push(&w->on, PICK_POINTER_MOVE, (pick_vec2){203, 151}, 0, 0); // away before it was shown
    assert_int_equal(plates_frame(&w->on), 1);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]);
    plates_push(&w->on, PICK_POINTER_MOVE, beside, 0, 0); // and back: it is known still
    assert_int_equal(plates_frame(&w->on), 1);
    expect_object(pick_pointer_hover(w->on.pointer)->object, G);
    late_expect_no_question(w);
}

static void hits_are_inserted_by_t(void **state)
{
    late_world *w = *state;
    const pick_object_id K = {4, 0}, L = {5, 0};
    const pick_hit hits[5] = {late_hit(G, 11), late_hit(H, 30), late_hit(I, 5), late_hit(K, 11), late_hit(L, 11.5)};
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    late_hand_in(w, middle, hits, 5);
    plates_frame(&w->on);
    const pick_object_id wanted[8] = {I, w->plates[A], w->plates[B], G, K, L, w->plates[C], H};
    const bool outside[8] = {true, false, false, true, true, true, false, true};
    late_expect_rows(w, wanted, outside, 8);
}

static void an_answer_of_nothing_counts(void **state)
{
    late_world *w = *state;
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    late_hand_in(w, middle, NULL, 0);
    late_expect_no_question(w);
    plates_frame(&w->on);
    assert_int_equal(w->on.action_count, 0);
    late_expect_no_question(w);
}

static void an_object_has_one_row(void **state)
{
    late_world *w = *state;
    // B again, where the GPU has it; H twice, nearer the second time; G twice, nearer the first time, and once as near.
    pick_hit hits[8] = {
        late_hit(w->plates[B], 3), late_hit(H, 20), late_hit(I, 25), late_hit(G, 8), late_hit(G, 9), late_hit(H, 7),
        late_hit(H, 7.5),          late_hit(G, 8)};
    hits[7].triangle = 78;
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    late_hand_in(w, middle, hits, 8);
    plates_frame(&w->on);
    const pick_object_id wanted[6] = {H, G, w->plates[A], w->plates[B], w->plates[C], I};
    const bool outside[6] = {true, true, false, false, false, true};
    late_expect_rows(w, wanted, outside, 6);
    const pick_stack_row *rows = NULL;
    (void)pick_pointer_stack(w->on.pointer, &rows);
    assert_true(rows[0].surface.t == 7 && rows[1].surface.t == 8);
    assert_int_equal(rows[1].surface.triangle, 77); // ties as listed
    assert_true(rows[3].surface.t == 11);           // the CPU's hit
    assert_int_not_equal(rows[3].surface.triangle, 77);
}

static void the_nearest_hits_of_many_are_kept(void **state)
{
    late_world *w = *state;
    pick_hit hits[25];
    for (uint32_t i = 0; i < 24; i++) // 24, 1, 23, 2 ...
        hits[i] = late_hit((pick_object_id){100 + i, 0}, i % 2 ? (i + 1) / 2 : 24 - i / 2);
    hits[2].object = hits[23].object; // and one twice: at 23 and at 12
    hits[24] = late_hit(G, 40);       // farther than all that are kept by then
    plates_push(&w->on, PICK_POINTER_MOVE, nowhere, 0, 0);
    plates_frame(&w->on);
    late_hand_in(w, nowhere, hits, 25);
    plates_frame(&w->on);
    const pick_stack_row *rows = NULL;
    assert_int_equal(pick_pointer_stack(w->on.pointer, &rows), PICK_POINTER_ANSWER_SIZE);
    for (int i = 0; i < PICK_POINTER_ANSWER_SIZE; i++)
        assert_true(rows[i].surface.t == i + 1);
}

static void a_full_stack_loses_its_farthest_rows(void **state)
{
    late_world *w = *state;
    for (int i = 0; i < 10; i++) // the number of no row's object is that of rows: what a row overwrites is seen
        (void)plates_add(w->on.scene, w->on.plate, pick_vec3_make(0, 0, 0), 2, 2, PICK_OBJECT_HIDDEN);
    for (int i = PLATE_COUNT; i < PICK_POINTER_STACK_SIZE + 5; i++)
        (void)plates_add(w->on.scene, w->on.plate, pick_vec3_make(0, 0, -0.5 * i - 2), 2, 2, 0);
    const pick_hit hits[3] = {late_hit(G, 9), late_hit(H, 80), late_hit(I, 30.1)};
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    const pick_stack_row *rows = NULL;
    assert_int_equal(pick_pointer_stack(w->on.pointer, &rows), PICK_POINTER_STACK_SIZE);
    const pick_object_id last_but_two = rows[PICK_POINTER_STACK_SIZE - 3].surface.object;
    late_hand_in(w, middle, hits, 3);
    plates_frame(&w->on);
    assert_int_equal(pick_pointer_stack(w->on.pointer, &rows), PICK_POINTER_STACK_SIZE);
    expect_object(rows[0].surface.object, G);
    expect_object(rows[PICK_POINTER_STACK_SIZE - 1].surface.object, last_but_two);
}

static void nothing_is_wanted_where_nothing_is_picked(void **state)
{
    late_world *w = *state;
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    late_expect_question(w, middle);
    w->has_handle = true;
    plates_frame(&w->on);
    late_expect_no_question(w);
    plates_push(&w->on, PICK_POINTER_PRESS, middle, PICK_BUTTON_LEFT, 0); // on the handle: no wait
    assert_int_equal(plates_frame(&w->on), 0);
    assert_false(pick_pointer_is_pending(w->on.pointer));
    late_expect_no_question(w);
    late_release(w, middle, 0);
    plates_frame(&w->on);
    assert_int_equal(plates_find(&w->on, PICK_POINTER_CLICK)->target.handle, HANDLE);
    w->has_handle = false;
    plates_frame(&w->on);
    late_expect_question(w, middle);
    plates_push(&w->on, PICK_POINTER_LEAVE, middle, 0, 0);
    plates_frame(&w->on);
    late_expect_no_question(w);
    plates_push(&w->on, PICK_POINTER_MOVE, (pick_vec2){-5, 10}, 0, 0); // the interface
    plates_frame(&w->on);
    late_expect_no_question(w);
    plates_push(&w->on, PICK_POINTER_MOVE, (pick_vec2){500, 10}, 0, 0); // outside of the viewport
    plates_frame(&w->on);
    late_expect_no_question(w);
}

// The CPU misses it, the GPU does not: a mesh that only the GPU displaces.
static void a_late_object_of_the_scene_is_not_outside(void **state)
{
    late_world *w = *state;
    const pick_object_id far_away =
        plates_add(w->on.scene, w->on.plate, pick_vec3_make(15, 10, 0), 1, 1, PICK_OBJECT_HIDDEN);
    const pick_target *hover = late_hover(w, far_away, 9);
    expect_object(hover->object, far_away);
    assert_false(hover->outside);
    late_press(w, middle, 0);
    plates_frame(&w->on);
    assert_int_equal(pick_scene_remove(w->on.scene, far_away), PICK_OK); // which the pointer sees
    w->on.frame.revision++;
    late_release(w, middle, 0);
    plates_frame(&w->on);
    assert_false(plates_find(&w->on, PICK_POINTER_CLICK)->target.hit);
}

static void an_object_that_comes_into_the_scene_is_another_hover(void **state)
{
    late_world *w = *state;
    const pick_object_id next = {w->plates[C].index1 + 1, 1};
    const pick_target *hover = late_hover(w, next, 9);
    assert_true(hover->outside);
    assert_int_equal(hover->count, 4);
    expect_object(plates_add(w->on.scene, w->on.plate, pick_vec3_make(0, 0, 1), 2, 2, 0), next);
    w->on.frame.revision++;
    plates_frame(&w->on);
    assert_int_equal(w->on.action_count, 1);
    assert_false(pick_pointer_hover(w->on.pointer)->outside);
}

static void without_late_answers_the_last_one_is_forgotten(void **state)
{
    late_world *w = *state;
    expect_object(late_hover(w, G, 9)->object, G);
    late_set_wait(w, WAIT + 1);
    assert_false(pick_pointer_is_pending(w->on.pointer));
    plates_frame(&w->on);
    assert_int_equal(w->on.action_count, 0);
    late_set_wait(w, 0);
    assert_true(pick_pointer_is_pending(w->on.pointer));
    assert_int_equal(plates_frame(&w->on), 1);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]);
    late_set_wait(w, WAIT);
    plates_frame(&w->on);
    late_expect_question(w, middle);
    late_set_wait(w, 0); // nor is one wanted
    late_expect_no_question(w);
}

static void a_reset_forgets_the_answer(void **state)
{
    late_world *w = *state;
    expect_object(late_hover(w, G, 9)->object, G);
    pick_pointer_reset(w->on.pointer);
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]);
    late_expect_question(w, middle);
}

static void bad_answers_change_nothing(void **state)
{
    late_world *w = *state;
    pick_pointer *p = w->on.pointer;
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    pick_hit hits[2] = {late_hit(G, 9), late_hit(H, 8)};
    assert_int_equal(pick_pointer_answer(NULL, middle, 1, hits, 2), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_pointer_answer(p, middle, 1, NULL, 2), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_pointer_answer(p, (pick_vec2){(double)NAN, 0}, 1, hits, 2), PICK_ERROR_NOT_FINITE);
    hits[1].object = null_object;
    assert_int_equal(pick_pointer_answer(p, middle, 1, hits, 2), PICK_ERROR_INVALID_ARGUMENT);
    hits[1] = late_hit(H, 8);
    hits[1].t = (double)NAN;
    assert_int_equal(pick_pointer_answer(p, middle, 1, hits, 2), PICK_ERROR_NOT_FINITE);
    hits[1].t = (double)INFINITY;
    assert_int_equal(pick_pointer_answer(p, middle, 1, hits, 2), PICK_ERROR_NOT_FINITE);
    hits[1] = late_hit(H, 8);
    hits[1].point.y = (double)INFINITY;
    assert_int_equal(pick_pointer_answer(p, middle, 1, hits, 2), PICK_ERROR_NOT_FINITE);
    assert_int_equal(pick_pointer_answer(p, beside, 1, hits, 2), PICK_ERROR_NOT_FINITE); // wanted or not
    late_expect_question(w, middle);
    assert_false(pick_pointer_is_pending(p));
    pick_vec2 position;
    uint64_t revision;
    assert_false(pick_pointer_wants_answer(NULL, &position, &revision));
    assert_false(pick_pointer_wants_answer(p, NULL, &revision));
    assert_false(pick_pointer_wants_answer(p, &position, NULL));
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, late_setup, late_teardown)
    const struct CMUnitTest tests[] = {
        TEST(nothing_changes_by_default),
        TEST(an_answer_joins_the_hover),
        TEST(answers_that_are_not_wanted_are_dropped),
        TEST(an_answer_before_the_frame_belongs_to_its_place),
        TEST(hits_are_inserted_by_t),
        TEST(an_answer_of_nothing_counts),
        TEST(an_object_has_one_row),
        TEST(the_nearest_hits_of_many_are_kept),
        TEST(a_full_stack_loses_its_farthest_rows),
        TEST(nothing_is_wanted_where_nothing_is_picked),
        TEST(a_late_object_of_the_scene_is_not_outside),
        TEST(an_object_that_comes_into_the_scene_is_another_hover),
        TEST(without_late_answers_the_last_one_is_forgotten),
        TEST(a_reset_forgets_the_answer),
        TEST(bad_answers_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
