// Sends mouse events to the pointer over a small scene and counts its actions, and above all its picks.
//
// The window is 400 x 300 with the viewport at (100, 50), 200 x 200. An orthographic camera 10 m up the z axis sees
// 20 m, so that 10 points are 1 m and the viewport's centre, (200, 150), is the world's origin. Three plates of 4 x 4 m
// face it: LEFT at x = -5, RIGHT at x = +5 (locked), and BACK, as wide as the viewport, at the top half.
#include "plates.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct world {
    plates on;
    pick_object_id left, right, back;
} world;

static int setup(void **state)
{
    world *w = calloc(1, sizeof(*w));
    plates_begin(&w->on, 10, 10, (pick_rect){100, 50, 200, 200});
    w->left = plates_add(w->on.scene, w->on.plate, pick_vec3_make(-5, -5, 0), 2, 2, 0);
    w->right = plates_add(w->on.scene, w->on.plate, pick_vec3_make(5, -5, 0), 2, 2, PICK_OBJECT_LOCKED);
    w->back = plates_add(w->on.scene, w->on.plate, pick_vec3_make(0, 5, -1), 10, 4, 0);
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

// World metres to window points.
static pick_vec2 at(double x, double y)
{
    return (pick_vec2){200 + 10 * x, 150 - 10 * y};
}

static const pick_vec2 left_middle = {150, 200}, right_middle = {250, 200}, back_middle = {200, 100},
                       nowhere = {200, 240}, in_panel = {50, 100};

static void move(world *w, pick_vec2 position)
{
    plates_push(&w->on, PICK_POINTER_MOVE, position, 0, 0);
}

static void press(world *w, pick_vec2 position)
{
    plates_push(&w->on, PICK_POINTER_PRESS, position, PICK_BUTTON_LEFT, 0);
}

static void release(world *w, pick_vec2 position)
{
    plates_push(&w->on, PICK_POINTER_RELEASE, position, PICK_BUTTON_LEFT, 0);
}

static pick_object_id hovered(const world *w)
{
    return pick_pointer_hover(w->on.pointer)->object;
}

static const pick_object_id null_object = {0, 0};

static void hover_follows_the_mouse_once_per_frame(void **state)
{
    world *w = *state;
    assert_int_equal(plates_frame(&w->on), 0); // the mouse has not been seen yet
    assert_false(pick_pointer_is_pending(w->on.pointer));
    // Many moves in one frame are one pick, at the last position.
    for (int i = 0; i < 200; i++)
        move(w, at(-5 + 0.01 * i, -5));
    move(w, left_middle);
    assert_int_equal(plates_frame(&w->on), 1);
    assert_int_equal(w->on.action_count, 1);
    assert_int_equal(w->on.actions[0].type, PICK_POINTER_HOVER);
    expect_object(w->on.actions[0].target.object, w->left);
    expect_object(hovered(w), w->left);
    assert_true(pick_pointer_hover(w->on.pointer)->surface.t == 10);

    // Nothing moved: no pick.
    for (int i = 0; i < 5; i++)
        assert_int_equal(plates_frame(&w->on), 0);
    assert_int_equal(w->on.action_count, 0);
    move(w, left_middle);
    assert_int_equal(plates_frame(&w->on), 0);

    // From an object to the background, then across the background: the second move changes no result.
    move(w, nowhere);
    assert_int_equal(plates_frame(&w->on), 1);
    assert_int_equal(w->on.action_count, 1);
    assert_false(pick_pointer_hover(w->on.pointer)->hit);
    move(w, (pick_vec2){nowhere.x + 1, nowhere.y});
    assert_int_equal(plates_frame(&w->on), 1);
    assert_int_equal(w->on.action_count, 0);
}

static void a_still_mouse_picks_again_when_the_scene_or_camera_moves(void **state)
{
    world *w = *state;
    move(w, left_middle);
    plates_frame(&w->on);
    pick_transform away = PICK_TRANSFORM_IDENTITY;
    away.origin.y = 500;
    assert_int_equal(pick_scene_set_transform(w->on.scene, w->left, &away), PICK_OK);
    assert_int_equal(plates_frame(&w->on), 0); // not announced
    expect_object(hovered(w), w->left);
    w->on.frame.revision++;
    assert_int_equal(plates_frame(&w->on), 1);
    assert_int_equal(w->on.action_count, 1);
    expect_object(hovered(w), null_object);

    // The camera: 10 m to the right, so that the same window position shows what is 10 m further.
    w->on.view.eye.x += 10;
    w->on.frame.revision++;
    assert_int_equal(plates_frame(&w->on), 1);
    expect_object(pick_pointer_hover(w->on.pointer)->surface.object, w->right);
    assert_int_equal(plates_frame(&w->on), 0);
}

static void no_picks_outside_the_viewport_or_over_the_interface(void **state)
{
    world *w = *state;
    move(w, left_middle);
    plates_frame(&w->on);
    move(w, in_panel);
    assert_int_equal(plates_frame(&w->on), 0);
    assert_int_equal(w->on.action_count, 1);
    assert_int_equal(w->on.actions[0].type, PICK_POINTER_HOVER);
    assert_false(pick_pointer_hover(w->on.pointer)->hit);
    move(w, (pick_vec2){350, 100}); // right of the viewport
    assert_int_equal(plates_frame(&w->on), 0);
    w->on.frame.revision++;
    assert_int_equal(plates_frame(&w->on), 0);

    // A menu opens under the still mouse, and closes.
    move(w, left_middle);
    assert_int_equal(plates_frame(&w->on), 1);
    pick_pointer_push(w->on.pointer, &(pick_pointer_event){.position = left_middle, .ui_captured = true});
    assert_int_equal(plates_frame(&w->on), 0);
    expect_object(hovered(w), null_object);
    pick_pointer_push(w->on.pointer, &(pick_pointer_event){.position = left_middle});
    assert_int_equal(plates_frame(&w->on), 1);
    expect_object(hovered(w), w->left);

    // The mouse leaves the window, and comes back to where it was.
    plates_push(&w->on, PICK_POINTER_LEAVE, (pick_vec2){0, 0}, 0, 0);
    assert_int_equal(plates_frame(&w->on), 0);
    expect_object(hovered(w), null_object);
    move(w, left_middle);
    assert_int_equal(plates_frame(&w->on), 1);
    expect_object(hovered(w), w->left);

    // Without a picture there is no pick.
    w->on.frame.view = NULL;
    assert_int_equal(plates_frame(&w->on), 0);
    expect_object(hovered(w), null_object);
    press(w, left_middle);
    release(w, left_middle);
    assert_int_equal(plates_frame(&w->on), 0);
    assert_null(plates_find(&w->on, PICK_POINTER_CLICK));
}

static void a_click_selects_what_hover_showed(void **state)
{
    world *w = *state;
    move(w, left_middle);
    plates_frame(&w->on);
    press(w, left_middle);
    assert_int_equal(plates_frame(&w->on), 0); // the hover has picked already
    assert_int_equal(w->on.action_count, 0);
    release(w, left_middle);
    assert_int_equal(plates_frame(&w->on), 0);
    const pick_pointer_action *click = plates_find(&w->on, PICK_POINTER_CLICK);
    assert_non_null(click);
    expect_object(click->target.object, w->left);
    assert_int_equal(click->button, PICK_BUTTON_LEFT);
    expect_object(hovered(w), w->left);
    assert_int_equal(plates_frame(&w->on), 0);

    // A press elsewhere, without a move before: one pick, and the hover follows.
    plates_push(&w->on, PICK_POINTER_PRESS, back_middle, PICK_BUTTON_LEFT, PICK_MODIFIER_SHIFT);
    plates_push(&w->on, PICK_POINTER_RELEASE, back_middle, PICK_BUTTON_LEFT, 0);
    assert_int_equal(plates_frame(&w->on), 1);
    click = plates_find(&w->on, PICK_POINTER_CLICK);
    assert_non_null(click);
    expect_object(click->target.object, w->back);
    assert_int_equal(click->modifiers, PICK_MODIFIER_SHIFT); // those of the press
    expect_object(hovered(w), w->back);
}

static void clicks_that_need_a_pick_each_wait_for_a_frame_each(void **state)
{
    world *w = *state;
    const pick_vec2 places[3] = {left_middle, back_middle, nowhere};
    for (int i = 0; i < 3; i++) {
        press(w, places[i]);
        release(w, places[i]);
    }
    const pick_object_id wanted[3] = {w->left, w->back, null_object};
    for (int i = 0; i < 3; i++) {
        assert_true(pick_pointer_is_pending(w->on.pointer));
        assert_int_equal(plates_frame(&w->on), 1);
        const pick_pointer_action *click = plates_find(&w->on, PICK_POINTER_CLICK);
        assert_non_null(click);
        expect_object(click->target.object, wanted[i]);
        assert_true(click->press.x == places[i].x && click->press.y == places[i].y);
    }
    assert_false(pick_pointer_is_pending(w->on.pointer));
    assert_int_equal(plates_frame(&w->on), 0);

    // A click, and the mouse is elsewhere before the frame: the hover waits its turn.
    press(w, left_middle);
    release(w, left_middle);
    move(w, back_middle);
    assert_int_equal(plates_frame(&w->on), 1);
    assert_true(pick_pointer_is_pending(w->on.pointer));
    assert_int_equal(plates_frame(&w->on), 1);
    expect_object(hovered(w), w->back);
    assert_false(pick_pointer_is_pending(w->on.pointer));
}

static void the_dead_zone_separates_clicks_from_drags(void **state)
{
    world *w = *state;
    press(w, left_middle);
    plates_frame(&w->on);
    move(w, (pick_vec2){left_middle.x + 4, left_middle.y}); // on its rim: still a click
    assert_int_equal(plates_frame(&w->on), 0);
    assert_int_equal(w->on.action_count, 0);
    release(w, (pick_vec2){left_middle.x, left_middle.y - 4});
    assert_int_equal(plates_frame(&w->on), 1); // the hover, where the mouse is now
    assert_non_null(plates_find(&w->on, PICK_POINTER_CLICK));

    press(w, left_middle);
    plates_frame(&w->on);
    move(w, (pick_vec2){left_middle.x + 3, left_middle.y + 3});
    assert_int_equal(plates_frame(&w->on), 0);
    const pick_pointer_action *drag = plates_find(&w->on, PICK_POINTER_DRAG_BEGIN);
    assert_non_null(drag);
    assert_true(drag->press.x == left_middle.x && drag->press.y == left_middle.y);
    assert_true(drag->delta.x == 3 && drag->delta.y == 3); // from the press on, nothing is lost
    expect_object(drag->target.object, w->left);
    assert_true(pick_pointer_is_dragging(w->on.pointer));
    // What is dragged over is not hovered.
    assert_non_null(plates_find(&w->on, PICK_POINTER_HOVER));
    expect_object(hovered(w), null_object);

    for (int i = 0; i < 10; i++) {
        move(w, (pick_vec2){150 + 10 * i, 100});
        w->on.frame.revision++;
        assert_int_equal(plates_frame(&w->on), 0); // none while dragging
        assert_int_equal(w->on.action_count, 1);
        assert_int_equal(w->on.actions[0].type, PICK_POINTER_DRAG_MOVE);
    }
    assert_true(w->on.actions[0].delta.x == 10 && w->on.actions[0].delta.y == 0);
    // Through the interface and out of the window: still the drag's.
    move(w, in_panel);
    assert_int_equal(plates_frame(&w->on), 0);
    assert_int_equal(w->on.actions[0].type, PICK_POINTER_DRAG_MOVE);
    plates_push(&w->on, PICK_POINTER_LEAVE, (pick_vec2){0, 0}, 0, 0);
    move(w, back_middle);
    plates_frame(&w->on);
    release(w, back_middle);
    assert_int_equal(plates_frame(&w->on), 1); // over: the hover is back
    assert_non_null(plates_find(&w->on, PICK_POINTER_DRAG_END));
    assert_null(plates_find(&w->on, PICK_POINTER_CLICK));
    expect_object(hovered(w), w->back);
}

static void a_drag_in_one_frame_loses_nothing(void **state)
{
    world *w = *state;
    press(w, left_middle);
    move(w, nowhere);
    release(w, back_middle);
    assert_int_equal(plates_frame(&w->on), 1); // the press's; the hover has to wait
    assert_int_equal(w->on.action_count, 3);
    assert_int_equal(w->on.actions[0].type, PICK_POINTER_DRAG_BEGIN);
    assert_int_equal(w->on.actions[1].type, PICK_POINTER_DRAG_MOVE); // up to where the release was
    assert_int_equal(w->on.actions[2].type, PICK_POINTER_DRAG_END);
    double x = w->on.actions[0].delta.x + w->on.actions[1].delta.x,
           y = w->on.actions[0].delta.y + w->on.actions[1].delta.y;
    assert_true(x == back_middle.x - left_middle.x && y == back_middle.y - left_middle.y);
    assert_int_equal(plates_frame(&w->on), 1);
    expect_object(hovered(w), w->back);

    // Released beyond the dead zone without a move in between is a drag, too.
    press(w, left_middle);
    release(w, back_middle);
    plates_frame(&w->on);
    assert_non_null(plates_find(&w->on, PICK_POINTER_DRAG_BEGIN));
    assert_non_null(plates_find(&w->on, PICK_POINTER_DRAG_END));
    assert_null(plates_find(&w->on, PICK_POINTER_CLICK));
}

static void the_dead_zone_grows_with_the_scale(void **state)
{
    world *w = *state;
    pick_pointer_desc desc = PICK_POINTER_DESC_DEFAULT;
    desc.scale = 2;
    assert_int_equal(pick_pointer_set_desc(w->on.pointer, &desc), PICK_OK);
    pick_pointer_reset(w->on.pointer);
    press(w, left_middle);
    move(w, (pick_vec2){left_middle.x + 8, left_middle.y});
    plates_frame(&w->on);
    assert_null(plates_find(&w->on, PICK_POINTER_DRAG_BEGIN));
    move(w, (pick_vec2){left_middle.x + 8.5, left_middle.y});
    plates_frame(&w->on);
    assert_non_null(plates_find(&w->on, PICK_POINTER_DRAG_BEGIN));
}

static void nothing_clicks_through_the_interface(void **state)
{
    world *w = *state;
    press(w, in_panel);
    move(w, left_middle); // with the button down: a slider's drag that strayed here
    assert_int_equal(plates_frame(&w->on), 0);
    assert_int_equal(w->on.action_count, 0);
    release(w, left_middle);
    assert_int_equal(plates_frame(&w->on), 1);
    assert_null(plates_find(&w->on, PICK_POINTER_CLICK));
    expect_object(hovered(w), w->left);

    // Pressed in the viewport, released over a panel: no click either, it is a drag.
    press(w, left_middle);
    release(w, in_panel);
    plates_frame(&w->on);
    assert_null(plates_find(&w->on, PICK_POINTER_CLICK));

    // Beside the viewport.
    press(w, (pick_vec2){350, 100});
    release(w, (pick_vec2){350, 100});
    assert_int_equal(plates_frame(&w->on), 0);
    assert_int_equal(w->on.action_count, 0);
}

static void one_press_at_a_time(void **state)
{
    world *w = *state;
    press(w, left_middle);
    plates_push(&w->on, PICK_POINTER_PRESS, left_middle, PICK_BUTTON_RIGHT, 0);
    plates_frame(&w->on);
    release(w, left_middle);
    plates_frame(&w->on);
    assert_non_null(plates_find(&w->on, PICK_POINTER_CLICK));
    // The right button is down still: no hover, and its release is no click.
    move(w, back_middle);
    assert_int_equal(plates_frame(&w->on), 0);
    plates_push(&w->on, PICK_POINTER_RELEASE, back_middle, PICK_BUTTON_RIGHT, 0);
    assert_int_equal(plates_frame(&w->on), 1);
    assert_null(plates_find(&w->on, PICK_POINTER_CLICK));
    // Buttons that do not exist are ignored.
    plates_push(&w->on, PICK_POINTER_PRESS, left_middle, PICK_BUTTON_COUNT, 0);
    plates_push(&w->on, PICK_POINTER_RELEASE, left_middle, 77, 0);
    plates_frame(&w->on);
    assert_null(plates_find(&w->on, PICK_POINTER_CLICK));
}

static void cancel_ends_a_drag(void **state)
{
    world *w = *state;
    press(w, left_middle);
    move(w, back_middle);
    plates_frame(&w->on);
    assert_true(pick_pointer_is_dragging(w->on.pointer));
    plates_push(&w->on, PICK_POINTER_CANCEL, (pick_vec2){0, 0}, 0, 0);
    plates_frame(&w->on);
    assert_non_null(plates_find(&w->on, PICK_POINTER_DRAG_CANCEL));
    assert_false(pick_pointer_is_dragging(w->on.pointer));
    release(w, back_middle);
    plates_frame(&w->on);
    assert_int_equal(w->on.action_count, 0);

    press(w, back_middle);
    plates_push(&w->on, PICK_POINTER_CANCEL, (pick_vec2){0, 0}, 0, 0);
    release(w, back_middle);
    plates_frame(&w->on);
    assert_int_equal(w->on.action_count, 0);
}

static void too_many_events_count_as_a_lost_focus(void **state)
{
    world *w = *state;
    for (int i = 0; i < PICK_POINTER_QUEUE_SIZE; i++)
        plates_push(&w->on, i % 2 ? PICK_POINTER_RELEASE : PICK_POINTER_PRESS, left_middle, PICK_BUTTON_LEFT, 0);
    press(w, back_middle);
    release(w, back_middle);
    assert_int_equal(plates_frame(&w->on), 1);
    assert_non_null(plates_find(&w->on, PICK_POINTER_CLICK));
    expect_object(plates_find(&w->on, PICK_POINTER_CLICK)->target.object, w->back);
    assert_false(pick_pointer_is_pending(w->on.pointer));
}

static void a_locked_object_blocks_but_is_not_selected(void **state)
{
    world *w = *state;
    move(w, right_middle);
    plates_frame(&w->on);
    const pick_target *hover = pick_pointer_hover(w->on.pointer);
    assert_true(hover->hit && hover->surface.locked);
    expect_object(hover->surface.object, w->right);
    expect_object(hover->object, null_object);
}

static void an_object_removed_under_the_press_is_not_clicked(void **state)
{
    world *w = *state;
    press(w, left_middle);
    plates_frame(&w->on);
    assert_int_equal(pick_scene_remove(w->on.scene, w->left), PICK_OK);
    w->on.frame.revision++;
    release(w, left_middle);
    plates_frame(&w->on);
    const pick_pointer_action *click = plates_find(&w->on, PICK_POINTER_CLICK);
    assert_non_null(click);
    assert_false(click->target.hit);
    expect_object(click->target.object, null_object);
    expect_object(hovered(w), null_object);
}

static void an_object_removed_under_the_press_is_not_hovered(void **state)
{
    world *w = *state;
    press(w, left_middle);
    plates_frame(&w->on);
    expect_object(hovered(w), w->left);
    assert_int_equal(pick_scene_remove(w->on.scene, w->left), PICK_OK);
    w->on.frame.revision++;
    assert_int_equal(plates_frame(&w->on), 0);
    assert_false(pick_pointer_hover(w->on.pointer)->hit);
    assert_int_equal(w->on.action_count, 1);
    assert_int_equal(w->on.actions[0].type, PICK_POINTER_HOVER);
}

static void nothing_is_hovered_while_a_button_stays_down_after_a_click(void **state)
{
    world *w = *state;
    press(w, left_middle);
    plates_push(&w->on, PICK_POINTER_PRESS, left_middle, PICK_BUTTON_MIDDLE, 0);
    plates_frame(&w->on);
    expect_object(hovered(w), w->left);
    release(w, left_middle);
    plates_frame(&w->on);
    expect_object(plates_find(&w->on, PICK_POINTER_CLICK)->target.object, w->left);
    assert_false(pick_pointer_hover(w->on.pointer)->hit);
    plates_push(&w->on, PICK_POINTER_RELEASE, left_middle, PICK_BUTTON_MIDDLE, 0);
    plates_frame(&w->on);
    expect_object(hovered(w), w->left);
}

// Pens and remote desktops send a press or a release at a place that no move announced.
static void a_press_elsewhere_moves_the_drag(void **state)
{
    world *w = *state;
    press(w, left_middle);
    plates_push(&w->on, PICK_POINTER_PRESS, (pick_vec2){left_middle.x + 4, left_middle.y}, PICK_BUTTON_MIDDLE, 0);
    plates_frame(&w->on);
    assert_false(pick_pointer_is_dragging(w->on.pointer));
    plates_push(&w->on, PICK_POINTER_RELEASE, left_middle, PICK_BUTTON_MIDDLE, 0);
    plates_push(&w->on, PICK_POINTER_PRESS, (pick_vec2){left_middle.x + 9, left_middle.y}, PICK_BUTTON_MIDDLE, 0);
    plates_frame(&w->on);
    assert_int_equal(w->on.actions[0].type, PICK_POINTER_DRAG_BEGIN);
    assert_true(w->on.actions[0].delta.x == 9);
    plates_push(&w->on, PICK_POINTER_RELEASE, (pick_vec2){left_middle.x + 9, left_middle.y}, PICK_BUTTON_MIDDLE, 0);
    plates_push(&w->on, PICK_POINTER_PRESS, (pick_vec2){left_middle.x + 20, left_middle.y}, PICK_BUTTON_RIGHT, 0);
    plates_frame(&w->on);
    assert_int_equal(w->on.actions[0].type, PICK_POINTER_DRAG_MOVE);
    assert_true(w->on.actions[0].delta.x == 11 && w->on.actions[0].position.x == left_middle.x + 20);
    assert_int_equal(w->on.actions[1].type, PICK_POINTER_DRAG_CANCEL);
}

static bool click_at(world *w, pick_selection *selection, pick_vec2 position, uint32_t modifiers)
{
    plates_push(&w->on, PICK_POINTER_PRESS, position, PICK_BUTTON_LEFT, modifiers);
    plates_push(&w->on, PICK_POINTER_RELEASE, position, PICK_BUTTON_LEFT, modifiers);
    plates_frame(&w->on);
    const pick_pointer_action *click = plates_find(&w->on, PICK_POINTER_CLICK);
    assert_non_null(click);
    bool changed = false;
    assert_int_equal(pick_pointer_apply_click(click, selection, &changed), PICK_OK);
    return changed;
}

static void clicks_edit_the_selection(void **state)
{
    world *w = *state;
    pick_selection *selection;
    assert_int_equal(pick_selection_create(NULL, &selection), PICK_OK);
    assert_true(click_at(w, selection, left_middle, 0));
    assert_false(click_at(w, selection, left_middle, 0)); // changes nothing, so it is no step to undo
    expect_object(pick_selection_active(selection), w->left);
    assert_true(click_at(w, selection, back_middle, PICK_MODIFIER_SHIFT));
    assert_int_equal(pick_selection_count(selection), 2);
    assert_false(click_at(w, selection, back_middle, PICK_MODIFIER_SHIFT));
    assert_false(click_at(w, selection, nowhere, PICK_MODIFIER_SHIFT));
    assert_false(click_at(w, selection, nowhere, PICK_MODIFIER_CTRL));
    assert_true(click_at(w, selection, left_middle, PICK_MODIFIER_CTRL));
    assert_int_equal(pick_selection_count(selection), 1);
    assert_true(click_at(w, selection, left_middle, PICK_MODIFIER_CTRL | PICK_MODIFIER_SHIFT)); // Ctrl wins
    assert_int_equal(pick_selection_count(selection), 2);
    assert_true(click_at(w, selection, back_middle, 0)); // plain replaces
    assert_int_equal(pick_selection_count(selection), 1);
    assert_true(click_at(w, selection, nowhere, 0));
    assert_int_equal(pick_selection_count(selection), 0);
    assert_false(click_at(w, selection, nowhere, 0));
    click_at(w, selection, left_middle, 0);
    assert_true(click_at(w, selection, right_middle, 0)); // locked: nothing to select, so it clears
    assert_int_equal(pick_selection_count(selection), 0);
    pick_selection_destroy(selection);
}

static void the_query_decides_what_is_seen(void **state)
{
    world *w = *state;
    pick_query query = PICK_QUERY_DEFAULT;
    query.pass_locked = true;
    w->on.frame.query = &query;
    move(w, right_middle);
    assert_int_equal(plates_frame(&w->on), 1);
    assert_false(pick_pointer_hover(w->on.pointer)->hit);
}

static size_t gather_one(void *user, const pick_pointer_frame *from, pick_vec2 position, pick_hit *hits,
                         size_t capacity)
{
    (void)from, (void)position;
    assert_true(capacity > 0);
    hits[0] = *(const pick_hit *)user;
    return 1;
}

// Another part of a nested scene at the same place, or the cap of a wall.
static void another_part_of_the_object_is_another_answer(void **state)
{
    world *w = *state;
    pick_hit hit = {.object = w->left, .t = 10, .path_count = 2, .path = {{1, 1}, {1, 1}}};
    w->on.frame.gather = gather_one;
    w->on.frame.user = &hit;
    move(w, left_middle);
    for (int i = 0; i < 6; i++) {
        if (i == 1)
            hit.path[1].index1 = 2;
        else if (i == 2)
            hit.path[0].generation = 2;
        else if (i == 3)
            hit.path_count = 1;
        else if (i == 4)
            hit.cap = 1;
        else if (i == 5)
            hit.path_count = UINT32_MAX; // no way is so long
        for (int again = 0; again < 2; again++) {
            ++w->on.frame.revision;
            assert_int_equal(plates_frame(&w->on), 1);
            const pick_pointer_action *hover = plates_find(&w->on, PICK_POINTER_HOVER);
            assert_int_equal(hover != NULL, again == 0);
            assert_true(hover == NULL ||
                        (hover->target.surface.path_count == hit.path_count && hover->target.surface.cap == hit.cap &&
                         pick_object_id_equal(hover->target.surface.path[0], hit.path[0])));
        }
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(hover_follows_the_mouse_once_per_frame),
        TEST(a_still_mouse_picks_again_when_the_scene_or_camera_moves),
        TEST(no_picks_outside_the_viewport_or_over_the_interface),
        TEST(a_click_selects_what_hover_showed),
        TEST(clicks_that_need_a_pick_each_wait_for_a_frame_each),
        TEST(the_dead_zone_separates_clicks_from_drags),
        TEST(a_drag_in_one_frame_loses_nothing),
        TEST(the_dead_zone_grows_with_the_scale),
        TEST(nothing_clicks_through_the_interface),
        TEST(one_press_at_a_time),
        TEST(cancel_ends_a_drag),
        TEST(too_many_events_count_as_a_lost_focus),
        TEST(a_locked_object_blocks_but_is_not_selected),
        TEST(an_object_removed_under_the_press_is_not_clicked),
        TEST(an_object_removed_under_the_press_is_not_hovered),
        TEST(nothing_is_hovered_while_a_button_stays_down_after_a_click),
        TEST(a_press_elsewhere_moves_the_drag),
        TEST(clicks_edit_the_selection),
        TEST(the_query_decides_what_is_seen),
        TEST(another_part_of_the_object_is_another_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
