// Clicks on the handle of a gizmo at the place of the last click; creating, describing and resetting pointers.
//
// The window is 400 x 300. An orthographic camera 10 m up the z axis; 10 points are 1 m, and the window's centre is the
// world's origin. Three plates lie there behind each other, nearest first.
#include "failing_allocator.h"
#include "plates.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>

enum { PLATES = 3, HANDLE = 7 };

typedef struct world {
    plates on;
    pick_object_id plates[PLATES], group;
    pick_pointer_action action; // the last of a frame that is no hover
    bool has_handle;
} world;

static const pick_vec2 middle = {200, 150}, beside = {210, 150};

static uint32_t handle_at(void *user, pick_vec2 position)
{
    const world *w = user;
    return w->has_handle && fabs(position.x - middle.x) < 20 ? HANDLE : 0;
}

// The first plate is in a group.
static pick_object_id group_of(void *user, pick_object_id object)
{
    const world *w = user;
    return pick_object_id_equal(object, w->plates[0]) ? w->group : (pick_object_id){0, 0};
}

static int setup(void **state)
{
    world *w = calloc(1, sizeof(*w));
    plates_begin(&w->on, 20, 15, (pick_rect){0, 0, 400, 300});
    for (int i = 0; i < PLATES; i++)
        w->plates[i] = plates_add(w->on.scene, w->on.plate, pick_vec3_make(0, 0, -i), 2, 2, 0);
    w->group = (pick_object_id){PLATES + 1, 1};
    w->on.seconds = 1;
    w->on.frame.handle_test = handle_at;
    w->on.frame.user = w;
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

// Runs a frame. Returns whether it had an action that is no hover.
static bool frame(world *w)
{
    bool any = false;
    (void)plates_frame(&w->on);
    for (size_t i = 0; i < w->on.action_count; i++) {
        if (w->on.actions[i].type != PICK_POINTER_HOVER) {
            w->action = w->on.actions[i];
            any = true;
        }
    }
    return any;
}

// A click `after` seconds, with the mouse moved there first, frame by frame. The gizmo stands there after it.
static const pick_pointer_action *click_after(world *w, double after, pick_vec2 position, uint32_t modifiers)
{
    w->on.seconds += after;
    plates_push(&w->on, PICK_POINTER_MOVE, position, PICK_BUTTON_LEFT, modifiers);
    frame(w);
    plates_push(&w->on, PICK_POINTER_PRESS, position, PICK_BUTTON_LEFT, modifiers);
    assert_false(frame(w));
    plates_push(&w->on, PICK_POINTER_RELEASE, position, PICK_BUTTON_LEFT, modifiers);
    assert_true(frame(w));
    w->has_handle = true;
    return &w->action;
}

static pick_object_id click(world *w)
{
    const pick_pointer_action *action = click_after(w, 10, middle, 0);
    assert_int_equal(action->type, PICK_POINTER_CLICK);
    assert_int_equal(action->target.handle, 0);
    return action->target.object;
}

static void cycling_continues_through_a_handle(void **state)
{
    world *w = *state;
    for (int i = 0; i < 2 * PLATES; i++) {
        expect_object(click(w), w->plates[i % PLATES]);
        frame(w);
        assert_int_equal(pick_pointer_hover(w->on.pointer)->handle, HANDLE); // a drag would take it
    }
    // One pick a click, and none while the mouse hovers over the handle: the first was made by its hover.
    assert_int_equal(pick_pointer_total_picks(w->on.pointer), 2 * PLATES);
    // Toggling takes back what it did.
    click_after(w, 10, middle, PICK_MODIFIER_CTRL);
    assert_int_equal(w->action.target.handle, HANDLE); // other modifiers: not the same click
    w->has_handle = false;
    expect_object(click_after(w, 10, middle, PICK_MODIFIER_CTRL)->target.object, w->plates[0]);
    expect_object(click_after(w, 10, middle, PICK_MODIFIER_CTRL)->target.object, w->plates[0]);
    assert_int_equal(w->action.op, PICK_SELECTION_TOGGLE);
}

static void elsewhere_a_click_goes_to_the_handle(void **state)
{
    world *w = *state;
    expect_object(click(w), w->plates[0]);
    assert_int_equal(click_after(w, 10, beside, 0)->target.handle, HANDLE); // past the dead zone
    assert_false(w->action.target.hit);
    assert_int_equal(click_after(w, 10, middle, 0)->target.handle, HANDLE); // that click has ended the cycle
    w->has_handle = false;
    expect_object(click(w), w->plates[0]);
    w->on.frame.revision++;
    assert_int_equal(click_after(w, 10, middle, 0)->target.handle, HANDLE);
}

static void a_drag_takes_the_handle(void **state)
{
    world *w = *state;
    click(w);
    plates_push(&w->on, PICK_POINTER_PRESS, middle, PICK_BUTTON_LEFT, 0);
    plates_push(&w->on, PICK_POINTER_MOVE, (pick_vec2){middle.x + 4, middle.y}, PICK_BUTTON_LEFT, 0);
    assert_false(frame(w)); // a hand that clicks again is not still
    plates_push(&w->on, PICK_POINTER_MOVE, (pick_vec2){middle.x + 5, middle.y}, PICK_BUTTON_LEFT, 0);
    assert_true(frame(w));
    assert_int_equal(w->action.type, PICK_POINTER_DRAG_BEGIN);
    assert_int_equal(w->action.drag, PICK_DRAG_HANDLE);
    assert_int_equal(w->action.target.handle, HANDLE);
    assert_true(w->action.delta.x == 5);
    plates_push(&w->on, PICK_POINTER_RELEASE, middle, PICK_BUTTON_LEFT, 0);
    frame(w);
    // A wider zone of the handles' own counts too.
    pick_pointer_desc desc = pick_pointer_get_desc(w->on.pointer);
    desc.handle_dead_zone = 8;
    assert_int_equal(pick_pointer_set_desc(w->on.pointer, &desc), PICK_OK);
    w->has_handle = false;
    click(w);
    plates_push(&w->on, PICK_POINTER_PRESS, middle, PICK_BUTTON_LEFT, 0);
    plates_push(&w->on, PICK_POINTER_MOVE, (pick_vec2){middle.x + 8, middle.y}, PICK_BUTTON_LEFT, 0);
    assert_false(frame(w));
    plates_push(&w->on, PICK_POINTER_MOVE, (pick_vec2){middle.x + 8.5, middle.y}, PICK_BUTTON_LEFT, 0);
    assert_true(frame(w));
}

static void a_double_click_goes_through_a_handle(void **state)
{
    world *w = *state;
    w->on.frame.group_of = group_of;
    expect_object(click_after(w, 10, middle, 0)->target.object, w->group);
    const pick_pointer_action *second = click_after(w, 0.1, middle, 0);
    assert_int_equal(second->type, PICK_POINTER_DOUBLE_CLICK);
    expect_object(second->target.object, w->plates[0]);
    expect_object(pick_pointer_entered_group(w->on.pointer), w->group);
    // On a handle alone, two quick clicks are two clicks.
    pick_pointer_reset(w->on.pointer);
    expect_object(pick_pointer_entered_group(w->on.pointer), (pick_object_id){0, 0});
    assert_int_equal(click_after(w, 10, middle, 0)->target.handle, HANDLE);
    assert_int_equal(click_after(w, 0.1, middle, 0)->type, PICK_POINTER_CLICK);
    assert_int_equal(w->action.target.handle, HANDLE);
}

static void a_menu_goes_through_a_handle(void **state)
{
    world *w = *state;
    w->has_handle = true;
    assert_int_equal(click_after(w, 10, middle, PICK_MODIFIER_ALT)->type, PICK_POINTER_MENU);
    const pick_stack_row *rows;
    assert_int_equal(pick_pointer_stack(w->on.pointer, &rows), 0); // the hover is over the handle again
    plates_push(&w->on, PICK_POINTER_PRESS, middle, PICK_BUTTON_LEFT, PICK_MODIFIER_ALT);
    plates_push(&w->on, PICK_POINTER_RELEASE, middle, PICK_BUTTON_LEFT, PICK_MODIFIER_ALT);
    pick_pointer_begin_frame(w->on.pointer, &w->on.frame);
    assert_true(pick_pointer_next(w->on.pointer, &w->action));
    assert_int_equal(w->action.type, PICK_POINTER_MENU);
    expect_object(w->action.target.object, w->plates[0]);
    assert_int_equal(pick_pointer_stack(w->on.pointer, &rows), PLATES);
}

// Of four clicks in one frame the first needs no pick, since the hover made it; the third has to wait for its own.
static void a_press_through_a_handle_waits_for_its_pick(void **state)
{
    world *w = *state;
    plates_push(&w->on, PICK_POINTER_MOVE, middle, PICK_BUTTON_LEFT, 0);
    frame(w);
    w->has_handle = true;
    for (int i = 0; i < 2; i++) {
        plates_push(&w->on, PICK_POINTER_PRESS, middle, PICK_BUTTON_LEFT, PICK_MODIFIER_ALT);
        plates_push(&w->on, PICK_POINTER_RELEASE, middle, PICK_BUTTON_LEFT, PICK_MODIFIER_ALT);
        plates_push(&w->on, PICK_POINTER_PRESS, beside, PICK_BUTTON_LEFT, PICK_MODIFIER_ALT);
        plates_push(&w->on, PICK_POINTER_RELEASE, beside, PICK_BUTTON_LEFT, PICK_MODIFIER_ALT);
    }
    int menus = 0;
    for (int i = 0; i < 8; i++) {
        pick_pointer_begin_frame(w->on.pointer, &w->on.frame);
        while (pick_pointer_next(w->on.pointer, &w->action))
            menus += w->action.type == PICK_POINTER_MENU;
        assert_in_range(pick_pointer_frame_picks(w->on.pointer), 0, 1);
        assert_true(i > 0 || (menus == 2 && pick_pointer_is_pending(w->on.pointer)));
    }
    assert_int_equal(menus, 4);
}

static void descriptions_are_checked(void **state)
{
    world *w = *state;
    const double nan = (double)NAN;
    static const struct {
        double dead_zone, handle_dead_zone, scale, seconds;
        uint32_t select, cancel;
        int marquee;
        pick_result result;
    } cases[] = {
        {1, 1, 1, 1, 0, 1, 0, PICK_OK},
        {0, 0, 1e-3, 0, 2, 2, PICK_MARQUEE_ANYWHERE, PICK_OK},
        {-1, 0, 1, 0, 0, 0, 0, PICK_ERROR_INVALID_ARGUMENT},
        {0, -1, 1, 0, 0, 0, 0, PICK_ERROR_INVALID_ARGUMENT},
        {0, 0, 0, 0, 0, 0, 0, PICK_ERROR_INVALID_ARGUMENT},
        {0, 0, 1, -1, 0, 0, 0, PICK_ERROR_INVALID_ARGUMENT},
        {0, 0, 1, 0, PICK_BUTTON_COUNT, 0, 0, PICK_ERROR_INVALID_ARGUMENT},
        {0, 0, 1, 0, 0, PICK_BUTTON_COUNT, 0, PICK_ERROR_INVALID_ARGUMENT},
        {0, 0, 1, 0, 0, 0, PICK_MARQUEE_ANYWHERE + 1, PICK_ERROR_INVALID_ARGUMENT},
        {0, 0, 1, 0, 0, 0, -1, PICK_ERROR_INVALID_ARGUMENT},
        {HUGE_VAL, 0, 1, 0, 0, 0, 0, PICK_ERROR_NOT_FINITE},
        {0, 0, HUGE_VAL, 0, 0, 0, 0, PICK_ERROR_NOT_FINITE},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const pick_pointer_desc desc = {.dead_zone = cases[i].dead_zone,
                                        .handle_dead_zone = cases[i].handle_dead_zone,
                                        .scale = cases[i].scale,
                                        .double_click_seconds = cases[i].seconds,
                                        .select_button = cases[i].select,
                                        .cancel_button = cases[i].cancel,
                                        .marquee = (pick_marquee_start)cases[i].marquee};
        assert_int_equal(pick_pointer_set_desc(w->on.pointer, NULL), PICK_OK);
        assert_int_equal(pick_pointer_set_desc(w->on.pointer, &desc), cases[i].result);
        const pick_pointer_desc is = pick_pointer_get_desc(w->on.pointer);
        assert_true(cases[i].result == PICK_OK ? is.dead_zone == desc.dead_zone && is.marquee == desc.marquee
                                               : is.dead_zone == 4 && is.marquee == PICK_MARQUEE_ON_NOTHING);
        pick_pointer *made = NULL;
        assert_int_equal(pick_pointer_create(&desc, NULL, &made), cases[i].result);
        assert_true((made != NULL) == (cases[i].result == PICK_OK));
        pick_pointer_destroy(made);
    }
    pick_pointer_desc desc = pick_pointer_desc_default();
    desc.double_click_seconds = nan;
    assert_int_equal(pick_pointer_set_desc(w->on.pointer, &desc), PICK_ERROR_NOT_FINITE);
}

static void memory_comes_from_the_allocator(void **state)
{
    (void)state;
    failing_allocator memory = {.fail_at = 1};
    const pick_allocator hook = failing_allocator_hook(&memory);
    pick_pointer *made = NULL;
    assert_int_equal(pick_pointer_create(NULL, &hook, &made), PICK_ERROR_OUT_OF_MEMORY);
    assert_null(made);
    assert_int_equal(pick_pointer_create(NULL, &hook, &made), PICK_OK);
    assert_int_equal(memory.held_blocks, 1);
    pick_pointer_reset(made);
    pick_pointer_destroy(made);
    assert_true(memory.held_blocks == 0 && memory.held_bytes == 0);
}

// A release whose position is not finite still ends the press.
static void positions_that_are_not_finite_are_the_last_ones(void **state)
{
    world *w = *state;
    plates_push(&w->on, PICK_POINTER_MOVE, middle, PICK_BUTTON_LEFT, 0);
    plates_push(&w->on, PICK_POINTER_MOVE, (pick_vec2){(double)NAN, 0}, PICK_BUTTON_LEFT, 0);
    plates_push(&w->on, PICK_POINTER_PRESS, (pick_vec2){0, HUGE_VAL}, PICK_BUTTON_LEFT, 0);
    frame(w);
    plates_push(&w->on, PICK_POINTER_RELEASE, (pick_vec2){(double)NAN, (double)NAN}, PICK_BUTTON_LEFT, 0);
    assert_true(frame(w));
    assert_int_equal(w->action.type, PICK_POINTER_CLICK);
    expect_object(w->action.target.object, w->plates[0]);
    assert_true(w->action.position.x == middle.x && w->action.press.y == middle.y);
}

// Without a scene there is nothing to pick, whatever view is given.
static void frames_without_a_scene(void **state)
{
    world *w = *state;
    w->on.frame.handle_test = NULL;
    plates_push(&w->on, PICK_POINTER_MOVE, middle, PICK_BUTTON_LEFT, 0);
    w->on.frame.scene = NULL;
    frame(w);
    assert_false(pick_pointer_hover(w->on.pointer)->hit);
    pick_pointer_begin_frame(w->on.pointer, NULL);
    assert_false(pick_pointer_next(w->on.pointer, &w->action));
    w->on.frame.scene = w->on.scene;
    frame(w);
    assert_true(pick_pointer_hover(w->on.pointer)->hit);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(cycling_continues_through_a_handle),
        TEST(elsewhere_a_click_goes_to_the_handle),
        TEST(a_drag_takes_the_handle),
        TEST(a_double_click_goes_through_a_handle),
        TEST(a_menu_goes_through_a_handle),
        TEST(a_press_through_a_handle_waits_for_its_pick),
        TEST(descriptions_are_checked),
        TEST(memory_comes_from_the_allocator),
        TEST(positions_that_are_not_finite_are_the_last_ones),
        TEST(frames_without_a_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
