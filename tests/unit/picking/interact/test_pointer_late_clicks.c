// Late answers and clicks: presses that wait for an answer, and what they click. The world is that of late_answers.h.
#include "late_answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void a_press_waits_for_its_answer(void **state)
{
    late_world *w = *state;
    late_press(w, middle, 0);
    late_release(w, middle, 0);
    assert_int_equal(plates_frame(&w->on), 1);
    assert_int_equal(w->on.action_count, 1);
    expect_object(w->on.actions[0].target.object, w->plates[A]); // what the CPU knows, as a hover
    assert_true(pick_pointer_is_pending(w->on.pointer));
    late_expect_question(w, middle);
    const pick_hit late = late_hit(G, 9);
    late_hand_in(w, middle, &late, 1);
    assert_int_equal(plates_frame(&w->on), 0);
    const pick_pointer_action *click = plates_find(&w->on, PICK_POINTER_CLICK);
    expect_object(click->target.object, G);
    assert_true(click->target.outside);
    assert_false(pick_pointer_is_pending(w->on.pointer));
    late_expect_no_question(w);
    // With the answer that the hover has there is nothing to wait for.
    late_press(w, middle, 0);
    late_release(w, middle, 0);
    assert_int_equal(plates_frame(&w->on), 0);
    expect_object(plates_find(&w->on, PICK_POINTER_CLICK)->target.object, w->plates[A]);
}

// Frames until the press of a click at the middle goes on without an answer.
static uint32_t frames_of_a_click(late_world *w)
{
    late_press(w, middle, 0);
    late_release(w, middle, 0);
    for (uint32_t frames = 0; frames < 20; frames++) {
        if (frames > 0)
            assert_true(pick_pointer_is_pending(w->on.pointer));
        uint32_t picks = plates_frame(&w->on);
        const pick_pointer_action *click = plates_find(&w->on, PICK_POINTER_CLICK);
        if (click) {
            expect_object(click->target.object, w->plates[A]);
            return frames;
        }
        assert_true(picks == 0 || frames == 0); // one is enough
        // A frame ends once, however often it is asked for more.
        pick_pointer_action action;
        assert_false(pick_pointer_next(w->on.pointer, &action));
    }
    fail_msg("it waits for ever");
    return 0;
}

static void a_press_waits_no_longer_than_it_may(void **state)
{
    late_world *w = *state;
    assert_int_equal(frames_of_a_click(w), WAIT);
    late_expect_question(w, middle); // the hover still wants it
    w->on.frame.revision++;
    late_set_wait(w, 1);
    assert_int_equal(frames_of_a_click(w), 1);
    w->on.frame.revision++;
    late_set_wait(w, 6); // a new wait for each press
    assert_int_equal(frames_of_a_click(w), 6);
    w->on.frame.revision++;
    late_set_wait(w, 0);
    assert_int_equal(frames_of_a_click(w), 0);
}

static void other_revisions_do_not_prolong_the_wait(void **state)
{
    late_world *w = *state;
    late_press(w, middle, 0);
    for (int i = 0; i < WAIT; i++) {
        assert_int_equal(plates_frame(&w->on), 1);
        late_expect_question(w, middle);
        w->on.frame.revision++;
    }
    assert_int_equal(plates_frame(&w->on), 1);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]);
    late_expect_no_question(w);
}

// What a waiting press would click can go away.
static void the_hover_is_current_during_the_wait(void **state)
{
    late_world *w = *state;
    late_press(w, middle, 0);
    plates_frame(&w->on);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]);
    assert_int_equal(pick_scene_remove(w->on.scene, w->plates[A]), PICK_OK);
    w->on.frame.revision++;
    plates_frame(&w->on);
    late_expect_question(w, middle);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[B]);
}

static void an_answer_after_the_wait_is_for_the_hover(void **state)
{
    late_world *w = *state;
    const pick_hit late = late_hit(G, 9);
    late_press(w, middle, 0);
    for (int i = 0; i <= WAIT; i++)
        plates_frame(&w->on);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]);
    late_hand_in(w, middle, &late, 1); // not wanted while the button is down
    plates_frame(&w->on);
    assert_int_equal(w->on.action_count, 0);
    late_release(w, middle, 0);
    plates_frame(&w->on);
    expect_object(plates_find(&w->on, PICK_POINTER_CLICK)->target.object, w->plates[A]); // as was shown
    late_expect_question(w, middle);
    late_hand_in(w, middle, &late, 1);
    plates_frame(&w->on);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[B]); // what the next click selects
    assert_int_equal(pick_pointer_hover(w->on.pointer)->count, PLATE_COUNT + 1);
}

static void events_behind_a_waiting_press_wait_in_order(void **state)
{
    late_world *w = *state;
    const pick_hit late = late_hit(G, 9);
    late_press(w, middle, 0);
    plates_push(&w->on, PICK_POINTER_MOVE, (pick_vec2){240, 150}, 0, 0);
    late_release(w, (pick_vec2){240, 150}, 0);
    late_press(w, nowhere, 0);
    late_release(w, nowhere, 0);
    plates_frame(&w->on);
    assert_int_equal(w->on.action_count, 1);
    assert_int_equal(w->on.actions[0].type, PICK_POINTER_HOVER);
    late_expect_question(w, middle);
    late_hand_in(w, middle, &late, 1);
    plates_frame(&w->on);
    assert_int_equal(w->on.action_count, 3);
    assert_int_equal(w->on.actions[2].type, PICK_POINTER_HOVER);
    assert_int_equal(w->on.actions[0].type, PICK_POINTER_DRAG_BEGIN);
    assert_int_equal(w->on.actions[0].drag, PICK_DRAG_PLAIN); // it has taken hold of G: no marquee
    expect_object(w->on.actions[0].target.nearest_object, G);
    assert_int_equal(w->on.actions[1].type, PICK_POINTER_DRAG_END);
    late_expect_question(w, nowhere); // the next press has a wait of its own
    for (int i = 1; i < WAIT; i++) {
        plates_frame(&w->on);
        assert_null(plates_find(&w->on, PICK_POINTER_CLICK));
    }
    plates_frame(&w->on);
    assert_false(plates_find(&w->on, PICK_POINTER_CLICK)->target.hit);
}

static void the_wait_ends_with_the_queue(void **state)
{
    late_world *w = *state;
    late_press(w, middle, 0);
    plates_frame(&w->on);
    plates_frame(&w->on);
    for (int i = 0; i < PICK_POINTER_QUEUE_SIZE; i++)
        plates_push(&w->on, PICK_POINTER_LEAVE, middle, 0, 0);
    plates_frame(&w->on);
    late_expect_no_question(w);
    assert_int_equal(frames_of_a_click(w), WAIT); // the whole of it
    late_press(w, beside, 0);
    plates_frame(&w->on);
    pick_pointer_reset(w->on.pointer);
    assert_false(pick_pointer_is_pending(w->on.pointer));
    late_expect_no_question(w);
    assert_int_equal(frames_of_a_click(w), WAIT);
}

// A wait that ended on the interface was no wait for the next press.
static void a_press_that_is_not_ours_ends_the_wait(void **state)
{
    late_world *w = *state;
    late_press(w, middle, 0);
    plates_frame(&w->on);
    plates_frame(&w->on);
    w->on.frame.view = NULL; // nothing can be picked
    plates_frame(&w->on);
    assert_false(pick_pointer_is_pending(w->on.pointer));
    late_expect_no_question(w);
    w->on.frame.view = &w->on.view;
    late_release(w, middle, 0);
    plates_frame(&w->on);
    assert_int_equal(frames_of_a_click(w), WAIT);
}

static void clicks_cycle_through_late_rows(void **state)
{
    late_world *w = *state;
    const pick_hit hits[2] = {late_hit(G, 9), late_hit(H, 11.5)};
    const pick_object_id wanted[5] = {G, w->plates[A], w->plates[B], H, w->plates[C]};
    for (uint32_t i = 0; i < 10; i++) {
        const pick_pointer_action *click = late_click(w, middle, 0, hits, 2);
        expect_object(click->target.object, wanted[i % 5]);
        assert_int_equal(click->target.place, i % 5 + 1);
        assert_int_equal(click->target.count, 5);
        assert_int_equal(click->target.outside, i % 5 == 0 || i % 5 == 3);
        expect_object(pick_pointer_hover(w->on.pointer)->object, wanted[(i + 1) % 5]); // foretold
    }
    // A click at the same spot, some points away, has an answer of its own.
    expect_object(late_click(w, beside, 0, hits, 2)->target.object, G);
    // A toggle takes back what it did.
    expect_object(late_click(w, beside, PICK_MODIFIER_CTRL, hits, 2)->target.object, G);
    expect_object(late_click(w, beside, PICK_MODIFIER_CTRL, hits, 2)->target.object, G);
    assert_int_equal(w->on.actions[0].op, PICK_SELECTION_TOGGLE);
}

static void late_objects_are_in_groups(void **state)
{
    late_world *w = *state;
    w->child = G;
    w->parent = group;
    const pick_hit late = late_hit(G, 9);
    w->on.seconds = 10;
    const pick_pointer_action *click = late_click(w, middle, 0, &late, 1);
    expect_object(click->target.object, group);
    assert_true(click->target.is_group && click->target.outside);
    expect_object(click->target.surface.object, G);
    const pick_stack_row *rows = NULL;
    (void)pick_pointer_stack(w->on.pointer, &rows);
    expect_object(rows[0].group, group);
    expect_object(rows[1].group, null_object);
    w->on.seconds = 10.1;
    click = late_click(w, middle, 0, &late, 1); // into the group
    assert_int_equal(click->type, PICK_POINTER_DOUBLE_CLICK);
    expect_object(click->target.object, G);
    expect_object(pick_pointer_entered_group(w->on.pointer), group);
    pick_pointer_enter_group(w->on.pointer, null_object);
    // The leaf at once.
    expect_object(late_click(w, middle, PICK_MODIFIER_CTRL | PICK_MODIFIER_ALT, &late, 1)->target.object, G);
    // A late object that left its group between press and release is not clicked in it.
    pick_pointer_enter_group(w->on.pointer, null_object);
    late_press(w, middle, 0);
    plates_frame(&w->on);
    w->child = null_object;
    w->on.frame.revision++;
    late_release(w, middle, 0);
    plates_frame(&w->on);
    assert_false(plates_find(&w->on, PICK_POINTER_CLICK)->target.hit);
}

static void locked_objects_block_late_ones_and_the_other_way_round(void **state)
{
    late_world *w = *state;
    pick_hit hits[2] = {late_hit(G, 10.5), late_hit(H, 20)};
    hits[0].locked = true;
    const pick_pointer_action *click = late_click(w, middle, 0, hits, 2);
    expect_object(click->target.object, w->plates[A]);
    assert_int_equal(click->target.count, 1);
    const pick_stack_row *rows = NULL;
    assert_int_equal(pick_pointer_stack(w->on.pointer, &rows), 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(rows[i].blocked, i > 1);
    // In front of all: nothing can be clicked, and what blocks is named.
    hits[0].t = 1;
    click = late_click(w, (pick_vec2){210, 150}, 0, hits, 2);
    expect_object(click->target.object, null_object);
    assert_true(click->target.hit && click->target.outside && click->target.surface.locked);
    expect_object(click->target.surface.object, G);
    // The scene's.
    assert_int_equal(pick_scene_set_flags(w->on.scene, w->plates[A], PICK_OBJECT_LOCKED), PICK_OK);
    w->on.frame.revision++;
    hits[0] = late_hit(G, 9);
    click = late_click(w, middle, 0, hits, 2);
    expect_object(click->target.object, G);
    assert_int_equal(click->target.count, 1);
}

static void menus_list_late_rows(void **state)
{
    late_world *w = *state;
    const pick_hit late = late_hit(G, 10.5);
    assert_int_equal(late_click(w, middle, PICK_MODIFIER_ALT, &late, 1)->type, PICK_POINTER_MENU);
    const pick_object_id wanted[4] = {w->plates[A], G, w->plates[B], w->plates[C]};
    const bool outside[4] = {false, true, false, false};
    late_expect_rows(w, wanted, outside, 4);
}

static void a_press_through_a_handle_waits(void **state)
{
    late_world *w = *state;
    const pick_hit late = late_hit(G, 10.5);
    expect_object(late_click(w, middle, 0, &late, 1)->target.object, w->plates[A]);
    w->has_handle = true;
    plates_frame(&w->on);
    late_press(w, beside, 0); // goes on with the cycle
    late_release(w, beside, 0);
    plates_frame(&w->on);
    late_expect_question(w, beside);
    assert_int_equal(pick_pointer_hover(w->on.pointer)->handle, HANDLE); // a drag would take it
    late_hand_in(w, beside, &late, 1);
    plates_frame(&w->on);
    expect_object(plates_find(&w->on, PICK_POINTER_CLICK)->target.object, G);
}

static void a_late_object_outlives_the_revision_between_press_and_release(void **state)
{
    late_world *w = *state;
    expect_object(late_hover(w, G, 9)->object, G);
    late_press(w, middle, 0);
    plates_frame(&w->on);
    w->on.frame.revision++; // the camera moves
    plates_frame(&w->on);
    expect_object(pick_pointer_hover(w->on.pointer)->object, G);
    late_release(w, middle, 0);
    plates_frame(&w->on);
    expect_object(plates_find(&w->on, PICK_POINTER_CLICK)->target.object, G);
    pick_selection *selection;
    bool changed = false;
    assert_int_equal(pick_selection_create(NULL, &selection), PICK_OK);
    assert_int_equal(pick_pointer_apply_click(plates_find(&w->on, PICK_POINTER_CLICK), selection, &changed), PICK_OK);
    assert_true(changed && pick_selection_contains(selection, G));
    pick_selection_destroy(selection);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, late_setup, late_teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_press_waits_for_its_answer),
        TEST(a_press_waits_no_longer_than_it_may),
        TEST(other_revisions_do_not_prolong_the_wait),
        TEST(the_hover_is_current_during_the_wait),
        TEST(an_answer_after_the_wait_is_for_the_hover),
        TEST(events_behind_a_waiting_press_wait_in_order),
        TEST(the_wait_ends_with_the_queue),
        TEST(a_press_that_is_not_ours_ends_the_wait),
        TEST(clicks_cycle_through_late_rows),
        TEST(late_objects_are_in_groups),
        TEST(locked_objects_block_late_ones_and_the_other_way_round),
        TEST(menus_list_late_rows),
        TEST(a_press_through_a_handle_waits),
        TEST(a_late_object_outlives_the_revision_between_press_and_release),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
