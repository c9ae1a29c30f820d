// Late answers: what an engine's GPU finds under the pointer, some frames after it was wanted.
//
// The window is 400 x 300, the viewport all of it. An orthographic camera 10 m up the z axis; 10 points are 1 m, and
// the window's centre, (200, 150), is the world's origin. Around it the plates A, B and C lie behind each other, at a t
// of 10, 11 and 12. G, H and I are known to the GPU alone.
#include "plates.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>

enum { A, B, C, PLATE_COUNT, WAIT = 3, HANDLE = 7 };

typedef struct world {
    plates on;
    pick_object_id plates[PLATE_COUNT];
    pick_object_id child, parent; // a group
    bool has_handle;
    size_t group_tests;
} world;

static const pick_vec2 middle = {200, 150}, beside = {203, 150}, nowhere = {20, 20};
static const pick_object_id null_object = {0, 0}, G = {1, 0}, H = {2, 0}, I = {3, 0}, group = {9, 0};

static uint32_t handle_at(void *user, pick_vec2 position)
{
    const world *w = user;
    return w->has_handle && fabs(position.x - middle.x) < 20 ? HANDLE : 0;
}

static pick_object_id group_of(void *user, pick_object_id object)
{
    world *w = user;
    w->group_tests++;
    return pick_object_id_equal(object, w->child) && !pick_object_id_is_null(object) ? w->parent : null_object;
}

static void set_wait(world *w, uint32_t frames)
{
    pick_pointer_desc desc = pick_pointer_get_desc(w->on.pointer);
    desc.answer_frames = frames;
    assert_int_equal(pick_pointer_set_desc(w->on.pointer, &desc), PICK_OK);
}

static int setup(void **state)
{
    world *w = calloc(1, sizeof(*w));
    plates_begin(&w->on, 20, 15, (pick_rect){0, 0, 400, 300});
    for (int i = 0; i < PLATE_COUNT; i++)
        w->plates[i] = plates_add(w->on.scene, w->on.plate, pick_vec3_make(0, 0, -i), 2, 2, 0);
    w->on.frame.handle_test = handle_at;
    w->on.frame.group_of = group_of;
    w->on.frame.user = w;
    set_wait(w, WAIT);
    *state = w;
    return 0;
}

static int teardown(void **state)
{
    world *w = *state;
    plates_end(&w->on);
    free(w);
    return 0;
}

static pick_hit hit_of(pick_object_id object, double t)
{
    return (pick_hit){.object = object, .t = t, .point = {0, 0, 10 - t}, .triangle = 77};
}

static void hand_in(world *w, pick_vec2 position, const pick_hit *hits, size_t count)
{
    assert_int_equal(pick_pointer_answer(w->on.pointer, position, w->on.frame.revision, hits, count), PICK_OK);
}

// What is wanted now is nothing.
static void expect_no_question(const world *w)
{
    pick_vec2 position = {-1, -1};
    uint64_t revision = 99;
    assert_false(pick_pointer_wants_answer(w->on.pointer, &position, &revision));
    assert_true(position.x == -1 && position.y == -1 && revision == 99);
}

static void expect_question(const world *w, pick_vec2 wanted)
{
    pick_vec2 position = {-1, -1};
    uint64_t revision = 99;
    assert_true(pick_pointer_wants_answer(w->on.pointer, &position, &revision));
    assert_true(position.x == wanted.x && position.y == wanted.y);
    assert_int_equal(revision, w->on.frame.revision);
}

// A hover at the middle with its answer, of one hit. Returns the hover.
static const pick_target *hover_with(world *w, pick_object_id object, double t)
{
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    expect_question(w, middle);
    hand_in(w, middle, &(pick_hit){.object = object, .t = t, .point = {0, 0, 10 - t}}, 1);
    plates_frame(&w->on);
    return pick_pointer_hover(w->on.pointer);
}

static void press(world *w, pick_vec2 position, uint32_t modifiers)
{
    plates_push(&w->on, PICK_POINTER_PRESS, position, PICK_BUTTON_LEFT, modifiers);
}

static void release(world *w, pick_vec2 position, uint32_t modifiers)
{
    plates_push(&w->on, PICK_POINTER_RELEASE, position, PICK_BUTTON_LEFT, modifiers);
}

// A click whose answer, if it is wanted, comes at once. Returns its action.
static const pick_pointer_action *click_with(world *w, pick_vec2 position, uint32_t modifiers, const pick_hit *hits,
                                             size_t count)
{
    press(w, position, modifiers);
    release(w, position, modifiers);
    for (int frames = 0; frames < 3; frames++) {
        plates_frame(&w->on);
        for (size_t i = 0; i < w->on.action_count; i++) {
            if (w->on.actions[i].type != PICK_POINTER_HOVER)
                return &w->on.actions[i];
        }
        hand_in(w, position, hits, count);
    }
    fail_msg("no click");
    return NULL;
}

static void nothing_changes_by_default(void **state)
{
    world *w = *state;
    assert_int_equal(PICK_POINTER_DESC_DEFAULT.answer_frames, 0);
    set_wait(w, 0);
    const pick_hit late = hit_of(G, 1);
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    assert_int_equal(plates_frame(&w->on), 1);
    expect_no_question(w);
    hand_in(w, middle, &late, 1);
    assert_false(pick_pointer_is_pending(w->on.pointer));
    press(w, beside, 0);
    release(w, beside, 0);
    assert_int_equal(plates_frame(&w->on), 1);
    expect_object(plates_find(&w->on, PICK_POINTER_CLICK)->target.object, w->plates[A]);
    expect_no_question(w);
}

static void an_answer_joins_the_hover(void **state)
{
    world *w = *state;
    expect_no_question(w);
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    assert_int_equal(plates_frame(&w->on), 1);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]); // what the CPU knows
    assert_false(pick_pointer_hover(w->on.pointer)->outside);
    assert_int_equal(pick_pointer_hover(w->on.pointer)->count, PLATE_COUNT);
    for (int i = 0; i < 5; i++) { // wanted until it is there, which takes no frame
        expect_question(w, middle);
        assert_false(pick_pointer_is_pending(w->on.pointer));
        plates_frame(&w->on);
    }
    const pick_hit late = hit_of(G, 9);
    hand_in(w, middle, &late, 1);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]);
    expect_no_question(w);
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
    expect_no_question(w);
    // And stays, while nothing changes, without work.
    size_t group_tests = w->group_tests;
    assert_int_equal(plates_frame(&w->on), 0);
    assert_int_equal(w->group_tests, group_tests);
    assert_int_equal(w->on.action_count, 0);
    expect_no_question(w);
}

// Hands in what must be dropped.
static void expect_dropped(world *w, pick_vec2 position, uint64_t revision)
{
    const pick_hit junk = hit_of(I, 0.5);
    const pick_target before = *pick_pointer_hover(w->on.pointer);
    assert_int_equal(pick_pointer_answer(w->on.pointer, position, revision, &junk, 1), PICK_OK);
    assert_false(pick_pointer_is_pending(w->on.pointer));
    assert_int_equal(plates_frame(&w->on), 0);
    assert_int_equal(w->on.action_count, 0);
    expect_object(pick_pointer_hover(w->on.pointer)->object, before.object);
}

static void answers_that_are_not_wanted_are_dropped(void **state)
{
    world *w = *state;
    const pick_hit junk = hit_of(I, 0.5);
    assert_int_equal(pick_pointer_answer(w->on.pointer, (pick_vec2){0, 0}, 0, &junk, 1), PICK_OK); // nothing yet
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    expect_dropped(w, beside, 1);
    expect_dropped(w, (pick_vec2){middle.x, middle.y + 1}, 1);
    expect_dropped(w, middle, 0);
    expect_dropped(w, middle, 2);
    expect_question(w, middle);
    const pick_hit late = hit_of(G, 9);
    hand_in(w, middle, &late, 1);
    plates_frame(&w->on);
    expect_dropped(w, middle, 1); // a second one
    expect_object(pick_pointer_hover(w->on.pointer)->object, G);
    // The pointer has moved: the old answer counts no more, and a duplicate of it neither.
    plates_push(&w->on, PICK_POINTER_MOVE, beside, 0, 0);
    assert_int_equal(plates_frame(&w->on), 1);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]);
    expect_dropped(w, middle, 1);
    expect_question(w, beside);
    // Nor does that of another revision.
    hand_in(w, beside, &late, 1);
    w->on.frame.revision++;
    assert_int_equal(plates_frame(&w->on), 1);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]);
    expect_question(w, beside);
    expect_dropped(w, beside, 1);
    hand_in(w, beside, &late, 1);
    plates_frame(&w->on);
    expect_object(pick_pointer_hover(w->on.pointer)->object, G);
}

static void an_answer_before_the_frame_belongs_to_its_place(void **state)
{
    world *w = *state;
    const pick_hit late = hit_of(G, 9);
    (void)hover_with(w, G, 9);
    plates_push(&w->on, PICK_POINTER_MOVE, beside, 0, 0);
    plates_frame(&w->on);
    hand_in(w, beside, &late, 1);
    plates_push(&w->on, PICK_POINTER_MOVE, (pick_vec2){203, 151}, 0, 0); // away before it was shown
    assert_int_equal(plates_frame(&w->on), 1);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]);
    plates_push(&w->on, PICK_POINTER_MOVE, beside, 0, 0); // and back: it is known still
    assert_int_equal(plates_frame(&w->on), 1);
    expect_object(pick_pointer_hover(w->on.pointer)->object, G);
    expect_no_question(w);
}

static void expect_rows(const world *w, const pick_object_id *objects, const bool *outside, size_t count)
{
    const pick_stack_row *rows = NULL;
    assert_int_equal(pick_pointer_stack(w->on.pointer, &rows), count);
    for (size_t i = 0; i < count; i++) {
        expect_object(rows[i].surface.object, objects[i]);
        assert_int_equal(rows[i].outside, outside[i]);
    }
}

static void hits_are_inserted_by_t(void **state)
{
    world *w = *state;
    const pick_object_id K = {4, 0}, L = {5, 0};
    const pick_hit hits[5] = {hit_of(G, 11), hit_of(H, 30), hit_of(I, 5), hit_of(K, 11), hit_of(L, 11.5)};
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    hand_in(w, middle, hits, 5);
    plates_frame(&w->on);
    const pick_object_id wanted[8] = {I, w->plates[A], w->plates[B], G, K, L, w->plates[C], H};
    const bool outside[8] = {true, false, false, true, true, true, false, true};
    expect_rows(w, wanted, outside, 8);
}

static void an_answer_of_nothing_counts(void **state)
{
    world *w = *state;
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    hand_in(w, middle, NULL, 0);
    expect_no_question(w);
    plates_frame(&w->on);
    assert_int_equal(w->on.action_count, 0);
    expect_no_question(w);
}

static void an_object_has_one_row(void **state)
{
    world *w = *state;
    // B again, where the GPU has it; H twice, nearer the second time; G twice, nearer the first time, and once as near.
    pick_hit hits[8] = {hit_of(w->plates[B], 3), hit_of(H, 20), hit_of(I, 25), hit_of(G, 8),
                        hit_of(G, 9),            hit_of(H, 7),  hit_of(H, 7.5), hit_of(G, 8)};
    hits[7].triangle = 78;
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    hand_in(w, middle, hits, 8);
    plates_frame(&w->on);
    const pick_object_id wanted[6] = {H, G, w->plates[A], w->plates[B], w->plates[C], I};
    const bool outside[6] = {true, true, false, false, false, true};
    expect_rows(w, wanted, outside, 6);
    const pick_stack_row *rows = NULL;
    (void)pick_pointer_stack(w->on.pointer, &rows);
    assert_true(rows[0].surface.t == 7 && rows[1].surface.t == 8);
    assert_int_equal(rows[1].surface.triangle, 77); // ties as listed
    assert_true(rows[3].surface.t == 11); // the CPU's hit
    assert_int_not_equal(rows[3].surface.triangle, 77);
}

static void the_nearest_hits_of_many_are_kept(void **state)
{
    world *w = *state;
    pick_hit hits[25];
    for (uint32_t i = 0; i < 24; i++) // 24, 1, 23, 2 ...
        hits[i] = hit_of((pick_object_id){100 + i, 0}, i % 2 ? (i + 1) / 2 : 24 - i / 2);
    hits[2].object = hits[23].object; // and one twice: at 23 and at 12
    hits[24] = hit_of(G, 40);         // farther than all that are kept by then
    plates_push(&w->on, PICK_POINTER_MOVE, nowhere, 0, 0);
    plates_frame(&w->on);
    hand_in(w, nowhere, hits, 25);
    plates_frame(&w->on);
    const pick_stack_row *rows = NULL;
    assert_int_equal(pick_pointer_stack(w->on.pointer, &rows), PICK_POINTER_ANSWER_SIZE);
    for (int i = 0; i < PICK_POINTER_ANSWER_SIZE; i++)
        assert_true(rows[i].surface.t == i + 1);
}

static void a_full_stack_loses_its_farthest_rows(void **state)
{
    world *w = *state;
    for (int i = 0; i < 10; i++) // the number of no row's object is that of rows: what a row overwrites is seen
        (void)plates_add(w->on.scene, w->on.plate, pick_vec3_make(0, 0, 0), 2, 2, PICK_OBJECT_HIDDEN);
    for (int i = PLATE_COUNT; i < PICK_POINTER_STACK_SIZE + 5; i++)
        (void)plates_add(w->on.scene, w->on.plate, pick_vec3_make(0, 0, -0.5 * i - 2), 2, 2, 0);
    const pick_hit hits[3] = {hit_of(G, 9), hit_of(H, 80), hit_of(I, 30.1)};
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    const pick_stack_row *rows = NULL;
    assert_int_equal(pick_pointer_stack(w->on.pointer, &rows), PICK_POINTER_STACK_SIZE);
    const pick_object_id last_but_two = rows[PICK_POINTER_STACK_SIZE - 3].surface.object;
    hand_in(w, middle, hits, 3);
    plates_frame(&w->on);
    assert_int_equal(pick_pointer_stack(w->on.pointer, &rows), PICK_POINTER_STACK_SIZE);
    expect_object(rows[0].surface.object, G);
    expect_object(rows[PICK_POINTER_STACK_SIZE - 1].surface.object, last_but_two);
}

static void a_press_waits_for_its_answer(void **state)
{
    world *w = *state;
    press(w, middle, 0);
    release(w, middle, 0);
    assert_int_equal(plates_frame(&w->on), 1);
    assert_int_equal(w->on.action_count, 1);
    expect_object(w->on.actions[0].target.object, w->plates[A]); // what the CPU knows, as a hover
    assert_true(pick_pointer_is_pending(w->on.pointer));
    expect_question(w, middle);
    const pick_hit late = hit_of(G, 9);
    hand_in(w, middle, &late, 1);
    assert_int_equal(plates_frame(&w->on), 0);
    const pick_pointer_action *click = plates_find(&w->on, PICK_POINTER_CLICK);
    expect_object(click->target.object, G);
    assert_true(click->target.outside);
    assert_false(pick_pointer_is_pending(w->on.pointer));
    expect_no_question(w);
    // With the answer that the hover has there is nothing to wait for.
    press(w, middle, 0);
    release(w, middle, 0);
    assert_int_equal(plates_frame(&w->on), 0);
    expect_object(plates_find(&w->on, PICK_POINTER_CLICK)->target.object, w->plates[A]);
}

// Frames until the press of a click at the middle goes on without an answer.
static uint32_t frames_of_a_click(world *w)
{
    press(w, middle, 0);
    release(w, middle, 0);
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
    world *w = *state;
    assert_int_equal(frames_of_a_click(w), WAIT);
    expect_question(w, middle); // the hover still wants it
    w->on.frame.revision++;
    set_wait(w, 1);
    assert_int_equal(frames_of_a_click(w), 1);
    w->on.frame.revision++;
    set_wait(w, 6); // a new wait for each press
    assert_int_equal(frames_of_a_click(w), 6);
    w->on.frame.revision++;
    set_wait(w, 0);
    assert_int_equal(frames_of_a_click(w), 0);
}

static void other_revisions_do_not_prolong_the_wait(void **state)
{
    world *w = *state;
    press(w, middle, 0);
    for (int i = 0; i < WAIT; i++) {
        assert_int_equal(plates_frame(&w->on), 1);
        expect_question(w, middle);
        w->on.frame.revision++;
    }
    assert_int_equal(plates_frame(&w->on), 1);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]);
    expect_no_question(w);
}

// What a waiting press would click can go away.
static void the_hover_is_current_during_the_wait(void **state)
{
    world *w = *state;
    press(w, middle, 0);
    plates_frame(&w->on);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]);
    assert_int_equal(pick_scene_remove(w->on.scene, w->plates[A]), PICK_OK);
    w->on.frame.revision++;
    plates_frame(&w->on);
    expect_question(w, middle);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[B]);
}

static void an_answer_after_the_wait_is_for_the_hover(void **state)
{
    world *w = *state;
    const pick_hit late = hit_of(G, 9);
    press(w, middle, 0);
    for (int i = 0; i <= WAIT; i++)
        plates_frame(&w->on);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]);
    hand_in(w, middle, &late, 1); // not wanted while the button is down
    plates_frame(&w->on);
    assert_int_equal(w->on.action_count, 0);
    release(w, middle, 0);
    plates_frame(&w->on);
    expect_object(plates_find(&w->on, PICK_POINTER_CLICK)->target.object, w->plates[A]); // as was shown
    expect_question(w, middle);
    hand_in(w, middle, &late, 1);
    plates_frame(&w->on);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[B]); // what the next click selects
    assert_int_equal(pick_pointer_hover(w->on.pointer)->count, PLATE_COUNT + 1);
}

static void events_behind_a_waiting_press_wait_in_order(void **state)
{
    world *w = *state;
    const pick_hit late = hit_of(G, 9);
    press(w, middle, 0);
    plates_push(&w->on, PICK_POINTER_MOVE, (pick_vec2){240, 150}, 0, 0);
    release(w, (pick_vec2){240, 150}, 0);
    press(w, nowhere, 0);
    release(w, nowhere, 0);
    plates_frame(&w->on);
    assert_int_equal(w->on.action_count, 1);
    assert_int_equal(w->on.actions[0].type, PICK_POINTER_HOVER);
    expect_question(w, middle);
    hand_in(w, middle, &late, 1);
    plates_frame(&w->on);
    assert_int_equal(w->on.action_count, 3);
    assert_int_equal(w->on.actions[2].type, PICK_POINTER_HOVER);
    assert_int_equal(w->on.actions[0].type, PICK_POINTER_DRAG_BEGIN);
    assert_int_equal(w->on.actions[0].drag, PICK_DRAG_PLAIN); // it has taken hold of G: no marquee
    expect_object(w->on.actions[0].target.nearest_object, G);
    assert_int_equal(w->on.actions[1].type, PICK_POINTER_DRAG_END);
    expect_question(w, nowhere); // the next press has a wait of its own
    for (int i = 1; i < WAIT; i++) {
        plates_frame(&w->on);
        assert_null(plates_find(&w->on, PICK_POINTER_CLICK));
    }
    plates_frame(&w->on);
    assert_false(plates_find(&w->on, PICK_POINTER_CLICK)->target.hit);
}

static void the_wait_ends_with_the_queue(void **state)
{
    world *w = *state;
    press(w, middle, 0);
    plates_frame(&w->on);
    plates_frame(&w->on);
    for (int i = 0; i < PICK_POINTER_QUEUE_SIZE; i++)
        plates_push(&w->on, PICK_POINTER_LEAVE, middle, 0, 0);
    plates_frame(&w->on);
    expect_no_question(w);
    assert_int_equal(frames_of_a_click(w), WAIT); // the whole of it
    press(w, beside, 0);
    plates_frame(&w->on);
    pick_pointer_reset(w->on.pointer);
    assert_false(pick_pointer_is_pending(w->on.pointer));
    expect_no_question(w);
    assert_int_equal(frames_of_a_click(w), WAIT);
}

// A wait that ended on the interface was no wait for the next press.
static void a_press_that_is_not_ours_ends_the_wait(void **state)
{
    world *w = *state;
    press(w, middle, 0);
    plates_frame(&w->on);
    plates_frame(&w->on);
    w->on.frame.view = NULL; // nothing can be picked
    plates_frame(&w->on);
    assert_false(pick_pointer_is_pending(w->on.pointer));
    expect_no_question(w);
    w->on.frame.view = &w->on.view;
    release(w, middle, 0);
    plates_frame(&w->on);
    assert_int_equal(frames_of_a_click(w), WAIT);
}

static void nothing_is_wanted_where_nothing_is_picked(void **state)
{
    world *w = *state;
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    expect_question(w, middle);
    w->has_handle = true;
    plates_frame(&w->on);
    expect_no_question(w);
    plates_push(&w->on, PICK_POINTER_PRESS, middle, PICK_BUTTON_LEFT, 0); // on the handle: no wait
    assert_int_equal(plates_frame(&w->on), 0);
    assert_false(pick_pointer_is_pending(w->on.pointer));
    expect_no_question(w);
    release(w, middle, 0);
    plates_frame(&w->on);
    assert_int_equal(plates_find(&w->on, PICK_POINTER_CLICK)->target.handle, HANDLE);
    w->has_handle = false;
    plates_frame(&w->on);
    expect_question(w, middle);
    plates_push(&w->on, PICK_POINTER_LEAVE, middle, 0, 0);
    plates_frame(&w->on);
    expect_no_question(w);
    plates_push(&w->on, PICK_POINTER_MOVE, (pick_vec2){-5, 10}, 0, 0); // the interface
    plates_frame(&w->on);
    expect_no_question(w);
    plates_push(&w->on, PICK_POINTER_MOVE, (pick_vec2){500, 10}, 0, 0); // outside of the viewport
    plates_frame(&w->on);
    expect_no_question(w);
}

static void clicks_cycle_through_late_rows(void **state)
{
    world *w = *state;
    const pick_hit hits[2] = {hit_of(G, 9), hit_of(H, 11.5)};
    const pick_object_id wanted[5] = {G, w->plates[A], w->plates[B], H, w->plates[C]};
    for (uint32_t i = 0; i < 10; i++) {
        const pick_pointer_action *click = click_with(w, middle, 0, hits, 2);
        expect_object(click->target.object, wanted[i % 5]);
        assert_int_equal(click->target.place, i % 5 + 1);
        assert_int_equal(click->target.count, 5);
        assert_int_equal(click->target.outside, i % 5 == 0 || i % 5 == 3);
        expect_object(pick_pointer_hover(w->on.pointer)->object, wanted[(i + 1) % 5]); // foretold
    }
    // A click at the same spot, some points away, has an answer of its own.
    expect_object(click_with(w, beside, 0, hits, 2)->target.object, G);
    // A toggle takes back what it did.
    expect_object(click_with(w, beside, PICK_MODIFIER_CTRL, hits, 2)->target.object, G);
    expect_object(click_with(w, beside, PICK_MODIFIER_CTRL, hits, 2)->target.object, G);
    assert_int_equal(w->on.actions[0].op, PICK_SELECTION_TOGGLE);
}

static void late_objects_are_in_groups(void **state)
{
    world *w = *state;
    w->child = G;
    w->parent = group;
    const pick_hit late = hit_of(G, 9);
    w->on.seconds = 10;
    const pick_pointer_action *click = click_with(w, middle, 0, &late, 1);
    expect_object(click->target.object, group);
    assert_true(click->target.is_group && click->target.outside);
    expect_object(click->target.surface.object, G);
    const pick_stack_row *rows = NULL;
    (void)pick_pointer_stack(w->on.pointer, &rows);
    expect_object(rows[0].group, group);
    expect_object(rows[1].group, null_object);
    w->on.seconds = 10.1;
    click = click_with(w, middle, 0, &late, 1); // into the group
    assert_int_equal(click->type, PICK_POINTER_DOUBLE_CLICK);
    expect_object(click->target.object, G);
    expect_object(pick_pointer_entered_group(w->on.pointer), group);
    pick_pointer_enter_group(w->on.pointer, null_object);
    // The leaf at once.
    expect_object(click_with(w, middle, PICK_MODIFIER_CTRL | PICK_MODIFIER_ALT, &late, 1)->target.object, G);
    // A late object that left its group between press and release is not clicked in it.
    pick_pointer_enter_group(w->on.pointer, null_object);
    press(w, middle, 0);
    plates_frame(&w->on);
    w->child = null_object;
    w->on.frame.revision++;
    release(w, middle, 0);
    plates_frame(&w->on);
    assert_false(plates_find(&w->on, PICK_POINTER_CLICK)->target.hit);
}

static void locked_objects_block_late_ones_and_the_other_way_round(void **state)
{
    world *w = *state;
    pick_hit hits[2] = {hit_of(G, 10.5), hit_of(H, 20)};
    hits[0].locked = true;
    const pick_pointer_action *click = click_with(w, middle, 0, hits, 2);
    expect_object(click->target.object, w->plates[A]);
    assert_int_equal(click->target.count, 1);
    const pick_stack_row *rows = NULL;
    assert_int_equal(pick_pointer_stack(w->on.pointer, &rows), 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(rows[i].blocked, i > 1);
    // In front of all: nothing can be clicked, and what blocks is named.
    hits[0].t = 1;
    click = click_with(w, (pick_vec2){210, 150}, 0, hits, 2);
    expect_object(click->target.object, null_object);
    assert_true(click->target.hit && click->target.outside && click->target.surface.locked);
    expect_object(click->target.surface.object, G);
    // The scene's.
    assert_int_equal(pick_scene_set_flags(w->on.scene, w->plates[A], PICK_OBJECT_LOCKED), PICK_OK);
    w->on.frame.revision++;
    hits[0] = hit_of(G, 9);
    click = click_with(w, middle, 0, hits, 2);
    expect_object(click->target.object, G);
    assert_int_equal(click->target.count, 1);
}

static void menus_list_late_rows(void **state)
{
    world *w = *state;
    const pick_hit late = hit_of(G, 10.5);
    assert_int_equal(click_with(w, middle, PICK_MODIFIER_ALT, &late, 1)->type, PICK_POINTER_MENU);
    const pick_object_id wanted[4] = {w->plates[A], G, w->plates[B], w->plates[C]};
    const bool outside[4] = {false, true, false, false};
    expect_rows(w, wanted, outside, 4);
}

static void a_press_through_a_handle_waits(void **state)
{
    world *w = *state;
    const pick_hit late = hit_of(G, 10.5);
    expect_object(click_with(w, middle, 0, &late, 1)->target.object, w->plates[A]);
    w->has_handle = true;
    plates_frame(&w->on);
    press(w, beside, 0); // goes on with the cycle
    release(w, beside, 0);
    plates_frame(&w->on);
    expect_question(w, beside);
    assert_int_equal(pick_pointer_hover(w->on.pointer)->handle, HANDLE); // a drag would take it
    hand_in(w, beside, &late, 1);
    plates_frame(&w->on);
    expect_object(plates_find(&w->on, PICK_POINTER_CLICK)->target.object, G);
}

static void a_late_object_outlives_the_revision_between_press_and_release(void **state)
{
    world *w = *state;
    expect_object(hover_with(w, G, 9)->object, G);
    press(w, middle, 0);
    plates_frame(&w->on);
    w->on.frame.revision++; // the camera moves
    plates_frame(&w->on);
    expect_object(pick_pointer_hover(w->on.pointer)->object, G);
    release(w, middle, 0);
    plates_frame(&w->on);
    expect_object(plates_find(&w->on, PICK_POINTER_CLICK)->target.object, G);
    pick_selection *selection;
    bool changed = false;
    assert_int_equal(pick_selection_create(NULL, &selection), PICK_OK);
    assert_int_equal(pick_pointer_apply_click(plates_find(&w->on, PICK_POINTER_CLICK), selection, &changed), PICK_OK);
    assert_true(changed && pick_selection_contains(selection, G));
    pick_selection_destroy(selection);
}

// The CPU misses it, the GPU does not: a mesh that only the GPU displaces.
static void a_late_object_of_the_scene_is_not_outside(void **state)
{
    world *w = *state;
    const pick_object_id far_away =
        plates_add(w->on.scene, w->on.plate, pick_vec3_make(15, 10, 0), 1, 1, PICK_OBJECT_HIDDEN);
    const pick_target *hover = hover_with(w, far_away, 9);
    expect_object(hover->object, far_away);
    assert_false(hover->outside);
    press(w, middle, 0);
    plates_frame(&w->on);
    assert_int_equal(pick_scene_remove(w->on.scene, far_away), PICK_OK); // which the pointer sees
    w->on.frame.revision++;
    release(w, middle, 0);
    plates_frame(&w->on);
    assert_false(plates_find(&w->on, PICK_POINTER_CLICK)->target.hit);
}

static void an_object_that_comes_into_the_scene_is_another_hover(void **state)
{
    world *w = *state;
    const pick_object_id next = {w->plates[C].index1 + 1, 1};
    const pick_target *hover = hover_with(w, next, 9);
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
    world *w = *state;
    expect_object(hover_with(w, G, 9)->object, G);
    set_wait(w, WAIT + 1);
    assert_false(pick_pointer_is_pending(w->on.pointer));
    plates_frame(&w->on);
    assert_int_equal(w->on.action_count, 0);
    set_wait(w, 0);
    assert_true(pick_pointer_is_pending(w->on.pointer));
    assert_int_equal(plates_frame(&w->on), 1);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]);
    set_wait(w, WAIT);
    plates_frame(&w->on);
    expect_question(w, middle);
    set_wait(w, 0); // nor is one wanted
    expect_no_question(w);
}

static void a_reset_forgets_the_answer(void **state)
{
    world *w = *state;
    expect_object(hover_with(w, G, 9)->object, G);
    pick_pointer_reset(w->on.pointer);
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]);
    expect_question(w, middle);
}

static void bad_answers_change_nothing(void **state)
{
    world *w = *state;
    pick_pointer *p = w->on.pointer;
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    pick_hit hits[2] = {hit_of(G, 9), hit_of(H, 8)};
    assert_int_equal(pick_pointer_answer(NULL, middle, 1, hits, 2), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_pointer_answer(p, middle, 1, NULL, 2), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_pointer_answer(p, (pick_vec2){(double)NAN, 0}, 1, hits, 2), PICK_ERROR_NOT_FINITE);
    hits[1].object = null_object;
    assert_int_equal(pick_pointer_answer(p, middle, 1, hits, 2), PICK_ERROR_INVALID_ARGUMENT);
    hits[1] = hit_of(H, 8);
    hits[1].t = (double)NAN;
    assert_int_equal(pick_pointer_answer(p, middle, 1, hits, 2), PICK_ERROR_NOT_FINITE);
    hits[1].t = (double)INFINITY;
    assert_int_equal(pick_pointer_answer(p, middle, 1, hits, 2), PICK_ERROR_NOT_FINITE);
    hits[1] = hit_of(H, 8);
    hits[1].point.y = (double)INFINITY;
    assert_int_equal(pick_pointer_answer(p, middle, 1, hits, 2), PICK_ERROR_NOT_FINITE);
    assert_int_equal(pick_pointer_answer(p, beside, 1, hits, 2), PICK_ERROR_NOT_FINITE); // wanted or not
    expect_question(w, middle);
    assert_false(pick_pointer_is_pending(p));
    pick_vec2 position;
    uint64_t revision;
    assert_false(pick_pointer_wants_answer(NULL, &position, &revision));
    assert_false(pick_pointer_wants_answer(p, NULL, &revision));
    assert_false(pick_pointer_wants_answer(p, &position, NULL));
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
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
        TEST(a_press_waits_for_its_answer),
        TEST(a_press_waits_no_longer_than_it_may),
        TEST(other_revisions_do_not_prolong_the_wait),
        TEST(the_hover_is_current_during_the_wait),
        TEST(an_answer_after_the_wait_is_for_the_hover),
        TEST(events_behind_a_waiting_press_wait_in_order),
        TEST(the_wait_ends_with_the_queue),
        TEST(a_press_that_is_not_ours_ends_the_wait),
        TEST(nothing_is_wanted_where_nothing_is_picked),
        TEST(clicks_cycle_through_late_rows),
        TEST(late_objects_are_in_groups),
        TEST(locked_objects_block_late_ones_and_the_other_way_round),
        TEST(menus_list_late_rows),
        TEST(a_press_through_a_handle_waits),
        TEST(a_late_object_outlives_the_revision_between_press_and_release),
        TEST(a_late_object_of_the_scene_is_not_outside),
        TEST(an_object_that_comes_into_the_scene_is_another_hover),
        TEST(without_late_answers_the_last_one_is_forgotten),
        TEST(a_reset_forgets_the_answer),
        TEST(bad_answers_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
