// Click cycles: through a stack of plates, into groups, with double clicks, with handles in front; and marquees.
//
// The window is 400 x 300, the viewport all of it. An orthographic camera 10 m up the z axis; 10 points are 1 m, and
// the window's centre, (200, 150), is the world's origin. Around it five plates lie behind each other, nearest first:
// A, B, the locked C, D and E. A plate of its own, F, lies at x = 10.
#include "plates.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>

enum { A, B, C, D, E, F, PLATE_COUNT };

typedef struct world {
    plates on;
    pick_object_id plates[PLATE_COUNT];
    pick_object_id parents[PLATE_COUNT + 4]; // of plates and groups, by slot
    pick_object_id groups[3];
    uint32_t handle; // what the handle test answers right of x = 300
    size_t handle_tests;
} world;

static pick_object_id group_of(void *user, pick_object_id object)
{
    world *w = user;
    return object.index1 < PLATE_COUNT + 4 ? w->parents[object.index1] : (pick_object_id){0, 0};
}

static uint32_t handle_at(void *user, pick_vec2 position)
{
    world *w = user;
    w->handle_tests++;
    return position.x > 300 ? w->handle : 0;
}

static pick_object_id add_plate(world *w, double x, double z, uint32_t flags)
{
    return plates_add(w->on.scene, w->on.plate, pick_vec3_make(x, 0, z), 2, 2, flags);
}

static int setup(void **state)
{
    world *w = calloc(1, sizeof(*w));
    plates_begin(&w->on, 20, 15, (pick_rect){0, 0, 400, 300});
    for (int i = 0; i < PLATE_COUNT; i++)
        w->plates[i] = add_plate(w, i == F ? 10 : 0, -i, i == C ? PICK_OBJECT_LOCKED : 0);
    for (uint32_t i = 0; i < 3; i++)
        w->groups[i] = (pick_object_id){PLATE_COUNT + 1 + i, 1};
    w->on.frame.group_of = group_of;
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

static void unlock(world *w)
{
    assert_int_equal(pick_scene_set_flags(w->on.scene, w->plates[C], 0), PICK_OK);
}

// Two groups: INNER holds A, OUTER holds INNER and B.
static void make_groups(world *w)
{
    w->parents[w->plates[A].index1] = w->groups[1];
    w->parents[w->groups[1].index1] = w->groups[0];
    w->parents[w->plates[B].index1] = w->groups[0];
}

static const pick_vec2 middle = {200, 150}, beside = {300, 150}, nowhere = {50, 50};

static const pick_pointer_action *click_with(world *w, pick_vec2 position, uint32_t button, uint32_t modifiers)
{
    plates_push(&w->on, PICK_POINTER_PRESS, position, button, modifiers);
    plates_push(&w->on, PICK_POINTER_RELEASE, position, button, modifiers);
    plates_frame(&w->on);
    assert_true(w->on.action_count > 0);
    return &w->on.actions[0];
}

// Clicks, long after the last click. Returns the object, which the hover must have predicted.
static pick_object_id click(world *w, pick_vec2 position, uint32_t modifiers)
{
    w->on.seconds += 10;
    plates_push(&w->on, PICK_POINTER_MOVE, position, 0, modifiers);
    plates_frame(&w->on);
    const pick_target foretold = *pick_pointer_hover(w->on.pointer);
    const pick_pointer_action *action = click_with(w, position, PICK_BUTTON_LEFT, modifiers);
    assert_int_equal(action->type, PICK_POINTER_CLICK);
    expect_object(action->target.object, foretold.object);
    assert_int_equal(action->target.place, foretold.place);
    assert_int_equal(action->target.count, foretold.count);
    return action->target.object;
}

static const pick_object_id null_object = {0, 0};

static void clicks_go_through_what_is_behind_and_wrap(void **state)
{
    world *w = *state;
    unlock(w);
    const int order[] = {A, B, C, D, E, A, B};
    for (uint32_t i = 0; i < 7; i++) {
        expect_object(click(w, middle, 0), w->plates[order[i]]);
        // The hover predicts what the next click selects.
        const pick_target *next = pick_pointer_hover(w->on.pointer);
        assert_int_equal(next->place, (i + 1) % 5 + 1);
        assert_true(next->nearest.z == 0 && fabs(next->surface.point.z + (i + 1) % 5) < 1e-9);
        expect_object(next->nearest_object, w->plates[A]); // whichever is next
        assert_int_equal(next->count, 5);
        assert_false(next->is_group);
        expect_object(next->surface.object, next->object);
    }
    // Within the dead zone it is the same spot; beyond, it is another.
    expect_object(click(w, (pick_vec2){middle.x + 3, middle.y}, 0), w->plates[C]);
    expect_object(click(w, (pick_vec2){middle.x + 8, middle.y}, 0), w->plates[A]);
    expect_object(click(w, (pick_vec2){middle.x + 8, middle.y}, 0), w->plates[B]);
    // Other modifiers restart the cycle, and so does another revision.
    expect_object(click(w, (pick_vec2){middle.x + 8, middle.y}, PICK_MODIFIER_SHIFT), w->plates[A]);
    expect_object(click(w, (pick_vec2){middle.x + 8, middle.y}, PICK_MODIFIER_SHIFT), w->plates[B]);
    w->on.frame.revision++;
    expect_object(click(w, (pick_vec2){middle.x + 8, middle.y}, PICK_MODIFIER_SHIFT), w->plates[A]);
    // So do a drag, a cancel, and another button.
    expect_object(click(w, middle, 0), w->plates[A]);
    plates_push(&w->on, PICK_POINTER_CANCEL, middle, 0, 0);
    expect_object(click(w, middle, 0), w->plates[A]);
    plates_push(&w->on, PICK_POINTER_PRESS, middle, PICK_BUTTON_LEFT, 0);
    plates_push(&w->on, PICK_POINTER_RELEASE, beside, PICK_BUTTON_LEFT, 0);
    plates_frame(&w->on);
    expect_object(click(w, middle, 0), w->plates[A]);
    const pick_pointer_action *right = click_with(w, middle, PICK_BUTTON_RIGHT, 0);
    expect_object(right->target.object, w->plates[A]);
    expect_object(click_with(w, middle, PICK_BUTTON_RIGHT, 0)->target.object, w->plates[A]); // does not go on
    expect_object(click(w, middle, 0), w->plates[A]);
    // Toggling takes back what it did.
    expect_object(click(w, middle, PICK_MODIFIER_CTRL), w->plates[A]);
    expect_object(click(w, middle, PICK_MODIFIER_CTRL), w->plates[A]);
    // A click on the background starts no cycle.
    expect_object(click(w, nowhere, 0), null_object);
    expect_object(click(w, nowhere, 0), null_object);
    assert_int_equal(pick_pointer_hover(w->on.pointer)->count, 0);
}

static void equal_depths_go_by_object(void **state)
{
    world *w = *state;
    const pick_object_id twin = add_plate(w, 10, -F, 0);
    expect_object(click(w, beside, 0), w->plates[F]);
    expect_object(click(w, beside, 0), twin);
    expect_object(click(w, beside, 0), w->plates[F]);
}

static void a_removed_object_restarts_the_cycle(void **state)
{
    world *w = *state;
    unlock(w);
    expect_object(click(w, middle, 0), w->plates[A]);
    expect_object(click(w, middle, 0), w->plates[B]);
    // B is not under this spot within the dead zone: the cycle cannot continue from it.
    pick_transform narrow = {{2, 0, 0, 0, 2, 0, 0, 0, 1}, {-2.1, 0, -1}};
    assert_int_equal(pick_scene_set_transform(w->on.scene, w->plates[B], &narrow), PICK_OK);
    w->on.seconds += 10;
    plates_push(&w->on, PICK_POINTER_MOVE, (pick_vec2){middle.x + 3, middle.y}, 0, 0);
    plates_frame(&w->on);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]);
}

static void locked_things_block_or_are_passed(void **state)
{
    world *w = *state;
    expect_object(click(w, middle, 0), w->plates[A]);
    expect_object(click(w, middle, 0), w->plates[B]);
    expect_object(click(w, middle, 0), w->plates[A]); // C is in the way of D and E
    const pick_stack_row *rows;
    assert_int_equal(pick_pointer_stack(w->on.pointer, &rows), 5);
    for (int i = 0; i < 5; i++) {
        expect_object(rows[i].surface.object, w->plates[i]);
        assert_int_equal(rows[i].surface.locked, i == C);
        assert_int_equal(rows[i].blocked, i > C);
    }
    // The choice that does not block.
    assert_int_equal(pick_scene_set_flags(w->on.scene, w->plates[C], PICK_OBJECT_LOCKED | PICK_OBJECT_CLICK_THROUGH),
                     PICK_OK);
    w->on.frame.revision++;
    const int order[] = {A, B, D, E, A};
    for (int i = 0; i < 5; i++)
        expect_object(click(w, middle, 0), w->plates[order[i]]);
    // A locked one in front: there is something, but nothing to select.
    assert_int_equal(pick_scene_set_flags(w->on.scene, w->plates[A], PICK_OBJECT_LOCKED), PICK_OK);
    w->on.frame.revision++;
    expect_object(click(w, middle, 0), null_object);
    const pick_target *hover = pick_pointer_hover(w->on.pointer);
    assert_true(hover->hit && hover->count == 0);
    expect_object(hover->surface.object, w->plates[A]);
    // Hidden ones neither block nor count.
    assert_int_equal(pick_scene_set_flags(w->on.scene, w->plates[A], PICK_OBJECT_HIDDEN), PICK_OK);
    w->on.frame.revision++;
    expect_object(click(w, middle, 0), w->plates[B]);
}

static void groups_are_entered_click_by_click(void **state)
{
    world *w = *state;
    make_groups(w);
    // OUTER, INNER, A, then B behind it; and again.
    const pick_object_id order[] = {w->groups[0], w->groups[1], w->plates[A], w->plates[B], w->groups[0]};
    const pick_object_id group[] = {null_object, w->groups[0], w->groups[1], w->groups[0], null_object};
    for (int i = 0; i < 5; i++) {
        w->on.seconds += 10;
        plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
        plates_frame(&w->on);
        const pick_target *hover = pick_pointer_hover(w->on.pointer);
        expect_object(hover->object, order[i]);
        expect_object(hover->group, group[i]);
        assert_int_equal(hover->is_group, i % 4 < 2);
        assert_int_equal(hover->place, i % 4 + 1);
        assert_int_equal(hover->count, 4);
        expect_object(click(w, middle, 0), order[i]);
        expect_object(pick_pointer_entered_group(w->on.pointer), group[i]);
    }
    const pick_stack_row *rows;
    assert_int_equal(pick_pointer_stack(w->on.pointer, &rows), 5);
    expect_object(rows[0].group, w->groups[0]);
    expect_object(rows[1].group, w->groups[0]);
    expect_object(rows[3].group, null_object);
    // Inside OUTER, another spot gives its member at once; nothing steps out of it.
    expect_object(click(w, middle, 0), w->groups[1]);
    expect_object(click(w, (pick_vec2){middle.x + 10, middle.y}, 0), w->groups[1]);
    expect_object(click(w, (pick_vec2){middle.x - 10, middle.y}, 0), w->groups[1]);
    expect_object(click(w, nowhere, 0), null_object);
    expect_object(pick_pointer_entered_group(w->on.pointer), null_object);
    expect_object(click(w, (pick_vec2){middle.x - 10, middle.y}, 0), w->groups[0]);
    // By the outliner, and out again.
    pick_pointer_enter_group(w->on.pointer, w->groups[1]);
    expect_object(click(w, (pick_vec2){middle.x - 10, middle.y}, 0), w->plates[A]);
    pick_pointer_enter_group(w->on.pointer, null_object);
    expect_object(click(w, (pick_vec2){middle.x - 10, middle.y}, 0), w->groups[0]);
    // The cycle through another group begins at its outermost group.
    pick_pointer_enter_group(w->on.pointer, w->groups[2]);
    expect_object(click(w, (pick_vec2){middle.x - 10, middle.y}, 0), w->groups[0]);
}

static void the_leaf_modifier_goes_past_groups(void **state)
{
    world *w = *state;
    make_groups(w);
    unlock(w);
    const uint32_t leaf = PICK_MODIFIER_CTRL | PICK_MODIFIER_ALT;
    // Hover follows the keys without a pick.
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->groups[0]);
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, leaf);
    plates_frame(&w->on);
    assert_int_equal(pick_pointer_frame_picks(w->on.pointer), 0);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[A]);
    const int order[] = {A, B, C, D, E, A};
    for (int i = 0; i < 6; i++)
        expect_object(click(w, middle, leaf), w->plates[order[i]]);
    // Such a click replaces, or with Shift adds.
    assert_int_equal(click_with(w, nowhere, PICK_BUTTON_LEFT, leaf)->op, PICK_SELECTION_REPLACE);
    assert_int_equal(click_with(w, middle, PICK_BUTTON_LEFT, leaf | PICK_MODIFIER_SHIFT)->op, PICK_SELECTION_ADD);
    assert_int_equal(click_with(w, beside, PICK_BUTTON_LEFT, PICK_MODIFIER_CTRL)->op, PICK_SELECTION_TOGGLE);
    // Without leaf modifiers in the description, those keys are like any others.
    pick_pointer_desc desc = PICK_POINTER_DESC_DEFAULT;
    desc.leaf_modifiers = 0;
    assert_int_equal(pick_pointer_set_desc(w->on.pointer, &desc), PICK_OK);
    pick_pointer_reset(w->on.pointer);
    expect_object(click(w, middle, leaf), w->groups[0]);
}

static void groups_are_bounded(void **state)
{
    world *w = *state;
    // A group in itself, which no level should have: clicks still end.
    w->parents[w->plates[A].index1] = w->groups[0];
    w->parents[w->groups[0].index1] = w->groups[1];
    w->parents[w->groups[1].index1] = w->groups[0];
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    assert_int_equal(pick_pointer_hover(w->on.pointer)->count, 4); // each once, and B
}

static const pick_pointer_action *click_after(world *w, double seconds, pick_vec2 position, uint32_t modifiers)
{
    w->on.seconds += seconds;
    return click_with(w, position, PICK_BUTTON_LEFT, modifiers);
}

static void a_double_click_stays_or_drills_in(void **state)
{
    world *w = *state;
    unlock(w);
    // Not a group: the same object again, and nothing behind it.
    const pick_pointer_action *action = click_after(w, 10, middle, 0);
    assert_int_equal(action->type, PICK_POINTER_CLICK);
    action = click_after(w, 0.29, middle, 0);
    assert_int_equal(action->type, PICK_POINTER_DOUBLE_CLICK);
    expect_object(action->target.object, w->plates[A]);
    // A third is a click again, and goes on.
    action = click_after(w, 0.1, middle, 0);
    assert_int_equal(action->type, PICK_POINTER_CLICK);
    expect_object(action->target.object, w->plates[B]);
    // Too late, elsewhere, with other keys, at an unknown time, or with time run backwards: just clicks.
    assert_int_equal(click_after(w, 0.31, middle, 0)->type, PICK_POINTER_CLICK);
    assert_int_equal(click_after(w, 0.1, (pick_vec2){middle.x + 5, middle.y}, 0)->type, PICK_POINTER_CLICK);
    assert_int_equal(click_after(w, 0.1, (pick_vec2){middle.x + 5, middle.y}, PICK_MODIFIER_SHIFT)->type,
                     PICK_POINTER_CLICK);
    assert_int_equal(click_after(w, -0.1, (pick_vec2){middle.x + 5, middle.y}, PICK_MODIFIER_SHIFT)->type,
                     PICK_POINTER_CLICK);
    w->on.seconds = 0;
    assert_int_equal(click_after(w, 0, middle, 0)->type, PICK_POINTER_CLICK);
    assert_int_equal(click_after(w, 0, middle, 0)->type, PICK_POINTER_CLICK);
    assert_int_equal(click_after(w, 0.1, middle, 0)->type, PICK_POINTER_CLICK);
    // A group: into it.
    make_groups(w);
    w->on.frame.revision++;
    expect_object(click_after(w, 10, middle, 0)->target.object, w->groups[0]);
    action = click_after(w, 0.1, middle, 0);
    assert_int_equal(action->type, PICK_POINTER_DOUBLE_CLICK);
    expect_object(action->target.object, w->groups[1]);
    // Toggled twice in a row it would be gone again: the second click adds.
    click_after(w, 10, nowhere, 0);
    pick_selection *selection;
    assert_int_equal(pick_selection_create(NULL, &selection), PICK_OK);
    bool changed;
    action = click_after(w, 10, beside, PICK_MODIFIER_CTRL);
    assert_int_equal(pick_pointer_apply_click(action, selection, &changed), PICK_OK);
    assert_true(changed);
    action = click_after(w, 0.1, beside, PICK_MODIFIER_CTRL);
    assert_int_equal(action->type, PICK_POINTER_DOUBLE_CLICK);
    assert_int_equal(pick_pointer_apply_click(action, selection, &changed), PICK_OK);
    assert_false(changed);
    assert_true(pick_selection_contains(selection, w->plates[F]));
    pick_selection_destroy(selection);
    // Switched off.
    pick_pointer_desc desc = PICK_POINTER_DESC_DEFAULT;
    desc.double_click_seconds = 0;
    assert_int_equal(pick_pointer_set_desc(w->on.pointer, &desc), PICK_OK);
    pick_pointer_reset(w->on.pointer);
    click_after(w, 10, middle, 0);
    assert_int_equal(click_after(w, 0.001, middle, 0)->type, PICK_POINTER_CLICK);
    assert_int_equal(click_after(w, 0, middle, 0)->type, PICK_POINTER_CLICK); // of the same moment
}

static void a_menu_lists_the_stack_under_the_press(void **state)
{
    world *w = *state;
    plates_push(&w->on, PICK_POINTER_PRESS, middle, PICK_BUTTON_LEFT, PICK_MODIFIER_ALT);
    plates_push(&w->on, PICK_POINTER_RELEASE, middle, PICK_BUTTON_LEFT, PICK_MODIFIER_ALT);
    pick_pointer_begin_frame(w->on.pointer, &w->on.frame);
    pick_pointer_action action;
    assert_true(pick_pointer_next(w->on.pointer, &action));
    assert_int_equal(action.type, PICK_POINTER_MENU);
    const pick_stack_row *rows;
    assert_int_equal(pick_pointer_stack(w->on.pointer, &rows), 5);
    for (int i = 0; i < 5; i++) {
        expect_object(rows[i].surface.object, w->plates[i]);
        assert_true(fabs(rows[i].surface.t - (10 + i)) < 1e-9);
    }
    while (pick_pointer_next(w->on.pointer, &action))
        assert_int_equal(action.type, PICK_POINTER_HOVER);
    // Only exactly these keys, only the select button, only if the description has menu modifiers.
    assert_int_equal(click_after(w, 10, middle, PICK_MODIFIER_ALT | PICK_MODIFIER_SHIFT)->type, PICK_POINTER_CLICK);
    assert_int_equal(click_with(w, middle, PICK_BUTTON_RIGHT, PICK_MODIFIER_ALT)->type, PICK_POINTER_CLICK);
    pick_pointer_desc desc = PICK_POINTER_DESC_DEFAULT;
    desc.menu_modifiers = 0;
    assert_int_equal(pick_pointer_set_desc(w->on.pointer, &desc), PICK_OK);
    pick_pointer_reset(w->on.pointer);
    assert_int_equal(click_after(w, 10, middle, 0)->type, PICK_POINTER_CLICK);
}

static void an_object_of_many_surfaces_is_one_row(void **state)
{
    world *w = *state;
    // 40 plates in one mesh, in front of everything.
    enum { LAYERS = 40 };
    static float positions[LAYERS][4][3];
    static uint16_t indices[LAYERS][6];
    for (int i = 0; i < LAYERS; i++) {
        for (int k = 0; k < 4; k++) {
            positions[i][k][0] = k == 1 || k == 2 ? 1 : -1;
            positions[i][k][1] = k >= 2 ? 1 : -1;
            positions[i][k][2] = 0.01f * (float)i;
        }
        const int order[6] = {0, 1, 2, 0, 2, 3};
        for (int k = 0; k < 6; k++)
            indices[i][k] = (uint16_t)(4 * i + order[k]);
    }
    pick_mesh *mesh;
    assert_int_equal(pick_mesh_create(&(pick_mesh_desc){.positions = &positions[0][0][0],
                                                        .vertex_count = 4 * LAYERS,
                                                        .indices = indices,
                                                        .index_type = PICK_INDEX_UINT16,
                                                        .index_count = 6 * LAYERS},
                                      NULL, &mesh),
                     PICK_OK);
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.mesh = mesh;
    desc.transform.origin.z = 2;
    pick_object_id id;
    assert_int_equal(pick_scene_add(w->on.scene, &desc, &id), PICK_OK);
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    const pick_stack_row *rows;
    assert_int_equal(pick_pointer_stack(w->on.pointer, &rows), 6);
    expect_object(rows[0].surface.object, id);
    assert_true(fabs(rows[0].surface.t - 7.61) < 1e-6); // its nearest surface
    expect_object(rows[1].surface.object, w->plates[A]);
    assert_int_equal(pick_scene_remove(w->on.scene, id), PICK_OK);
    pick_mesh_destroy(mesh);
}

static pick_object_id always_deeper(void *user, pick_object_id object)
{
    (void)user; // each object in a group of its own, and that in another, and so on
    return (pick_object_id){object.index1 + 1000, 1};
}

static void more_groups_than_the_stack_has_room_for(void **state)
{
    world *w = *state;
    unlock(w);
    for (int i = 0; i < 20; i++)
        add_plate(w, 0, 1 + 0.01 * i, 0);
    w->on.frame.group_of = always_deeper;
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    // Sixteen groups around each of the nearest; what is behind them has to wait until they are out of the way.
    assert_int_equal(pick_pointer_hover(w->on.pointer)->count, 2 * PICK_POINTER_STACK_SIZE);
    const pick_stack_row *rows;
    assert_int_equal(pick_pointer_stack(w->on.pointer, &rows), 25);
}

// A hovered press shows what its click will take, frame by frame: undo may bring back what an edit took away.
static void an_object_restored_under_the_press_is_hovered_again(void **state)
{
    world *w = *state;
    make_groups(w);
    plates_push(&w->on, PICK_POINTER_PRESS, middle, PICK_BUTTON_LEFT, 0);
    plates_frame(&w->on);
    const pick_target pressed = *pick_pointer_hover(w->on.pointer);
    assert_true(pressed.is_group);
    w->parents[w->plates[A].index1] = null_object;
    w->on.frame.revision++;
    plates_frame(&w->on);
    assert_false(pick_pointer_hover(w->on.pointer)->hit);
    w->parents[w->plates[A].index1] = w->groups[1];
    w->on.frame.revision++;
    plates_frame(&w->on);
    expect_object(pick_pointer_hover(w->on.pointer)->object, pressed.object);
    plates_push(&w->on, PICK_POINTER_RELEASE, middle, PICK_BUTTON_LEFT, 0);
    plates_frame(&w->on);
    expect_object(plates_find(&w->on, PICK_POINTER_CLICK)->target.object, pressed.object);
}

static void another_group_is_another_answer(void **state)
{
    world *w = *state;
    plates_push(&w->on, PICK_POINTER_MOVE, beside, 0, PICK_MODIFIER_CTRL | PICK_MODIFIER_ALT);
    plates_frame(&w->on);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[F]);
    w->parents[w->plates[F].index1] = w->groups[0];
    w->on.frame.revision++;
    plates_frame(&w->on);
    assert_int_equal(w->on.actions[0].type, PICK_POINTER_HOVER);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[F]); // the same leaf
    expect_object(pick_pointer_hover(w->on.pointer)->group, w->groups[0]);
    w->parents[w->plates[F].index1] = w->groups[1];
    w->on.frame.revision++;
    plates_frame(&w->on);
    assert_int_equal(w->on.actions[0].type, PICK_POINTER_HOVER);
    // So is the same one, farther away.
    const pick_transform away = {{2, 0, 0, 0, 2, 0, 0, 0, 1}, {10, 0, -F - 1}};
    assert_int_equal(pick_scene_set_transform(w->on.scene, w->plates[F], &away), PICK_OK);
    w->on.frame.revision++;
    plates_frame(&w->on);
    assert_int_equal(w->on.actions[0].type, PICK_POINTER_HOVER);
    // Two locked plates, so nothing can be selected. The hover changes when the front one is hidden.
    assert_int_equal(pick_scene_set_flags(w->on.scene, w->plates[F], PICK_OBJECT_LOCKED), PICK_OK);
    const pick_object_id twin = add_plate(w, 10, -F - 1, PICK_OBJECT_LOCKED);
    w->on.frame.revision++;
    plates_frame(&w->on);
    expect_object(pick_pointer_hover(w->on.pointer)->surface.object, w->plates[F]);
    assert_int_equal(pick_scene_set_flags(w->on.scene, w->plates[F], PICK_OBJECT_HIDDEN), PICK_OK);
    w->on.frame.revision++;
    plates_frame(&w->on);
    assert_int_equal(w->on.actions[0].type, PICK_POINTER_HOVER);
    expect_object(pick_pointer_hover(w->on.pointer)->surface.object, twin);
}

static void a_group_removed_under_the_press_is_not_clicked(void **state)
{
    world *w = *state;
    for (int i = 0; i < 3; i++) {
        make_groups(w);
        plates_push(&w->on, PICK_POINTER_PRESS, middle, PICK_BUTTON_LEFT,
                    i == 2 ? PICK_MODIFIER_CTRL | PICK_MODIFIER_ALT : 0);
        w->on.frame.revision++;
        plates_frame(&w->on);
        expect_object(pick_pointer_hover(w->on.pointer)->object, i == 2 ? w->plates[A] : w->groups[0]);
        if (i == 0)
            w->parents[w->plates[A].index1] = w->parents[w->plates[B].index1] = null_object;
        else
            w->parents[(i == 1 ? w->groups[0] : w->plates[A]).index1] = w->groups[2];
        w->on.frame.revision++;
        plates_push(&w->on, PICK_POINTER_RELEASE, middle, PICK_BUTTON_LEFT, 0);
        plates_frame(&w->on);
        assert_int_equal(w->on.actions[0].type, PICK_POINTER_CLICK);
        assert_false(w->on.actions[0].target.hit);
        w->parents[w->groups[0].index1] = null_object;
        plates_push(&w->on, PICK_POINTER_MOVE, nowhere, 0, 0);
        plates_frame(&w->on);
    }
}

static void drags_of_other_buttons_go_on(void **state)
{
    world *w = *state;
    // A camera's drag with the middle button: neither the right button nor the left one's release ends it.
    plates_push(&w->on, PICK_POINTER_PRESS, middle, PICK_BUTTON_MIDDLE, 0);
    plates_push(&w->on, PICK_POINTER_MOVE, beside, 0, 0);
    plates_push(&w->on, PICK_POINTER_PRESS, beside, PICK_BUTTON_RIGHT, 0);
    plates_push(&w->on, PICK_POINTER_RELEASE, beside, PICK_BUTTON_LEFT, 0);
    plates_push(&w->on, PICK_POINTER_RELEASE, beside, PICK_BUTTON_RIGHT, 0);
    plates_frame(&w->on);
    assert_null(plates_find(&w->on, PICK_POINTER_DRAG_CANCEL));
    assert_true(pick_pointer_is_dragging(w->on.pointer));
    plates_push(&w->on, PICK_POINTER_RELEASE, beside, PICK_BUTTON_MIDDLE, 0);
    plates_frame(&w->on);
    assert_non_null(plates_find(&w->on, PICK_POINTER_DRAG_END));
    // An event of a later version is no event.
    plates_push(&w->on, (pick_pointer_event_type)99, middle, 0, 0);
    plates_frame(&w->on);
    assert_int_equal(w->on.action_count, 0);
    // The level is closed under the press: there is nothing that was pressed.
    plates_push(&w->on, PICK_POINTER_PRESS, middle, PICK_BUTTON_LEFT, 0);
    plates_frame(&w->on);
    w->on.frame.view = NULL;
    w->on.frame.scene = NULL;
    plates_push(&w->on, PICK_POINTER_RELEASE, middle, PICK_BUTTON_LEFT, 0);
    plates_frame(&w->on);
    assert_false(plates_find(&w->on, PICK_POINTER_CLICK)->target.hit);
}

static void more_than_the_stack_holds(void **state)
{
    world *w = *state;
    unlock(w);
    for (int i = 0; i < 100; i++)
        add_plate(w, 0, 1 + 0.01 * i, 0);
    plates_push(&w->on, PICK_POINTER_MOVE, middle, 0, 0);
    plates_frame(&w->on);
    const pick_stack_row *rows;
    assert_int_equal(pick_pointer_stack(w->on.pointer, &rows), PICK_POINTER_STACK_SIZE);
    assert_true(rows[0].surface.t < 8.02); // the nearest ones
    assert_int_equal(pick_pointer_hover(w->on.pointer)->count, PICK_POINTER_STACK_SIZE);
}

// --- Handles ---------------------------------------------------------------------------------------------------------

static void handles_come_before_objects(void **state)
{
    world *w = *state;
    w->on.frame.handle_test = handle_at;
    w->handle = 7;
    const pick_vec2 on_handle = {305, 150}; // F lies under it
    plates_push(&w->on, PICK_POINTER_MOVE, on_handle, 0, 0);
    plates_frame(&w->on);
    const pick_target *hover = pick_pointer_hover(w->on.pointer);
    assert_int_equal(hover->handle, 7);
    assert_false(hover->hit);
    assert_int_equal(pick_pointer_total_picks(w->on.pointer), 0);
    plates_frame(&w->on);
    assert_int_equal(w->on.action_count, 0); // said once
    // Without its moving, the gizmo is another one, or gone.
    w->handle = 8;
    plates_frame(&w->on);
    assert_int_equal(w->on.actions[0].type, PICK_POINTER_HOVER);
    assert_int_equal(pick_pointer_hover(w->on.pointer)->handle, 8);
    w->handle = 0;
    plates_frame(&w->on);
    expect_object(pick_pointer_hover(w->on.pointer)->object, w->plates[F]);
    // A click on a handle selects nothing and clears nothing.
    w->handle = 7;
    pick_selection *selection;
    assert_int_equal(pick_selection_create(NULL, &selection), PICK_OK);
    bool changed = true;
    const pick_pointer_action *action = click_with(w, on_handle, PICK_BUTTON_LEFT, 0);
    assert_int_equal(action->type, PICK_POINTER_CLICK);
    assert_int_equal(action->target.handle, 7);
    assert_int_equal(pick_pointer_apply_click(action, selection, &changed), PICK_OK);
    assert_false(changed);
    assert_int_equal(pick_pointer_apply_click(action, selection, NULL), PICK_OK);
    pick_selection_destroy(selection);
    // Dragged from the first point on; what it comes from is the handle still.
    plates_push(&w->on, PICK_POINTER_PRESS, on_handle, PICK_BUTTON_LEFT, 0);
    plates_push(&w->on, PICK_POINTER_MOVE, (pick_vec2){306, 150}, 0, 0);
    plates_frame(&w->on);
    action = plates_find(&w->on, PICK_POINTER_DRAG_BEGIN);
    assert_non_null(action);
    assert_int_equal(action->drag, PICK_DRAG_HANDLE);
    assert_int_equal(action->target.handle, 7);
    assert_true(action->press.x == 305 && action->delta.x == 1);
    // Modifier changes during a drag are reported.
    plates_push(&w->on, PICK_POINTER_MOVE, (pick_vec2){306, 150}, 0, PICK_MODIFIER_CTRL);
    plates_frame(&w->on);
    action = plates_find(&w->on, PICK_POINTER_DRAG_MOVE);
    assert_non_null(action);
    assert_true(action->held == PICK_MODIFIER_CTRL && action->modifiers == 0 && action->delta.x == 0);
    // The other button cancels it.
    plates_push(&w->on, PICK_POINTER_PRESS, (pick_vec2){310, 150}, PICK_BUTTON_MIDDLE, 0);
    plates_frame(&w->on);
    assert_true(pick_pointer_is_dragging(w->on.pointer));
    plates_push(&w->on, PICK_POINTER_PRESS, (pick_vec2){310, 150}, PICK_BUTTON_RIGHT, 0);
    plates_frame(&w->on);
    action = plates_find(&w->on, PICK_POINTER_DRAG_CANCEL);
    assert_non_null(action);
    assert_int_equal(action->drag, PICK_DRAG_HANDLE);
    plates_push(&w->on, PICK_POINTER_RELEASE, (pick_vec2){310, 150}, PICK_BUTTON_RIGHT, 0);
    plates_push(&w->on, PICK_POINTER_RELEASE, (pick_vec2){310, 150}, PICK_BUTTON_LEFT, 0);
    plates_push(&w->on, PICK_POINTER_RELEASE, (pick_vec2){310, 150}, PICK_BUTTON_MIDDLE, 0);
    plates_frame(&w->on);
    assert_null(plates_find(&w->on, PICK_POINTER_CLICK));
    assert_null(plates_find(&w->on, PICK_POINTER_DRAG_END));
    // The interface comes before handles.
    const size_t tests = w->handle_tests;
    pick_pointer_push(w->on.pointer, &(pick_pointer_event){.position = on_handle, .ui_captured = true});
    plates_frame(&w->on);
    assert_int_equal(w->handle_tests, tests);
    assert_int_equal(pick_pointer_hover(w->on.pointer)->handle, 0);
    // A dead zone of their own.
    pick_pointer_desc desc = PICK_POINTER_DESC_DEFAULT;
    desc.handle_dead_zone = 2;
    assert_int_equal(pick_pointer_set_desc(w->on.pointer, &desc), PICK_OK);
    pick_pointer_reset(w->on.pointer);
    plates_push(&w->on, PICK_POINTER_PRESS, on_handle, PICK_BUTTON_LEFT, 0);
    plates_push(&w->on, PICK_POINTER_MOVE, (pick_vec2){307, 150}, 0, 0);
    plates_frame(&w->on);
    assert_null(plates_find(&w->on, PICK_POINTER_DRAG_BEGIN));
    plates_push(&w->on, PICK_POINTER_MOVE, (pick_vec2){307.5, 150}, 0, 0);
    plates_frame(&w->on);
    assert_non_null(plates_find(&w->on, PICK_POINTER_DRAG_BEGIN));
}

// --- Marquees --------------------------------------------------------------------------------------------------------

static pick_pointer_action drag(world *w, const pick_pointer_desc *desc, pick_vec2 from, pick_vec2 to, uint32_t button,
                                uint32_t modifiers)
{
    assert_int_equal(pick_pointer_set_desc(w->on.pointer, desc), PICK_OK);
    pick_pointer_reset(w->on.pointer);
    plates_push(&w->on, PICK_POINTER_PRESS, from, button, modifiers);
    plates_push(&w->on, PICK_POINTER_MOVE, to, 0, modifiers);
    plates_frame(&w->on);
    const pick_pointer_action *begin = plates_find(&w->on, PICK_POINTER_DRAG_BEGIN);
    assert_non_null(begin);
    return *begin;
}

static void where_marquees_start(void **state)
{
    world *w = *state;
    pick_pointer_desc d = PICK_POINTER_DESC_DEFAULT;
    const pick_vec2 locked = {200, 250};
    pick_object_desc floor = PICK_OBJECT_DESC_DEFAULT;
    floor.mesh = w->on.plate;
    floor.transform = (pick_transform){{2, 0, 0, 0, 2, 0, 0, 0, 1}, {0, -10, 0}};
    floor.flags = PICK_OBJECT_LOCKED;
    pick_object_id id;
    assert_int_equal(pick_scene_add(w->on.scene, &floor, &id), PICK_OK);
    const struct {
        pick_marquee_start start;
        pick_vec2 from;
        uint32_t button, modifiers;
        pick_drag_kind kind;
    } cases[] = {
        {PICK_MARQUEE_ON_NOTHING, nowhere, PICK_BUTTON_LEFT, 0, PICK_DRAG_MARQUEE},
        {PICK_MARQUEE_ON_NOTHING, locked, PICK_BUTTON_LEFT, 0, PICK_DRAG_MARQUEE},
        {PICK_MARQUEE_ON_NOTHING, middle, PICK_BUTTON_LEFT, 0, PICK_DRAG_PLAIN},
        {PICK_MARQUEE_ON_NOTHING, nowhere, PICK_BUTTON_LEFT, PICK_MODIFIER_SHIFT, PICK_DRAG_MARQUEE},
        {PICK_MARQUEE_ON_NOTHING, nowhere, PICK_BUTTON_LEFT, PICK_MODIFIER_ALT, PICK_DRAG_PLAIN},
        {PICK_MARQUEE_ON_NOTHING, nowhere, PICK_BUTTON_MIDDLE, 0, PICK_DRAG_PLAIN},
        {PICK_MARQUEE_ANYWHERE, middle, PICK_BUTTON_LEFT, 0, PICK_DRAG_MARQUEE},
        {PICK_MARQUEE_ANYWHERE, middle, PICK_BUTTON_LEFT, PICK_MODIFIER_ALT, PICK_DRAG_PLAIN},
        {PICK_MARQUEE_NEVER, nowhere, PICK_BUTTON_LEFT, 0, PICK_DRAG_PLAIN},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        d.marquee = cases[i].start;
        const pick_vec2 to = {cases[i].from.x + 20, cases[i].from.y + 20};
        assert_int_equal(drag(w, &d, cases[i].from, to, cases[i].button, cases[i].modifiers).drag, cases[i].kind);
    }
    // With keys, from anywhere.
    d.marquee = PICK_MARQUEE_NEVER;
    d.marquee_modifiers = PICK_MODIFIER_SHIFT | PICK_MODIFIER_CTRL;
    const pick_vec2 to = {220, 170};
    assert_int_equal(drag(w, &d, middle, to, PICK_BUTTON_LEFT, PICK_MODIFIER_SHIFT).drag, PICK_DRAG_PLAIN);
    assert_int_equal(drag(w, &d, middle, to, PICK_BUTTON_LEFT, PICK_MODIFIER_SHIFT | PICK_MODIFIER_CTRL).drag,
                     PICK_DRAG_MARQUEE);
    // Its rectangle, its direction, and what it does to the selection.
    bool right;
    pick_pointer_action a = drag(w, NULL, nowhere, (pick_vec2){80, 90}, PICK_BUTTON_LEFT, PICK_MODIFIER_SHIFT);
    pick_rect r = pick_pointer_marquee(&a, &right);
    assert_true(r.x == 50 && r.y == 50 && r.width == 30 && r.height == 40 && right);
    assert_int_equal(a.op, PICK_SELECTION_ADD);
    a = drag(w, NULL, nowhere, (pick_vec2){20, 10}, PICK_BUTTON_LEFT, 0);
    r = pick_pointer_marquee(&a, &right);
    assert_true(r.x == 20 && r.y == 10 && r.width == 30 && r.height == 40 && !right);
    assert_int_equal(a.op, PICK_SELECTION_REPLACE);
    a = drag(w, NULL, nowhere, (pick_vec2){50, 10}, PICK_BUTTON_LEFT, 0);
    r = pick_pointer_marquee(&a, NULL);
    assert_true(r.width == 0 && r.height == 40);
    pick_pointer_marquee(&a, &right);
    assert_true(right);
}

// --- A gatherer of the caller's own ----------------------------------------------------------------------------------

static size_t gather(void *user, const pick_pointer_frame *from, pick_vec2 position, pick_hit *hits, size_t capacity)
{
    world *w = user;
    assert_ptr_equal(from->user, user);
    assert_true(position.x == nowhere.x);
    for (size_t i = 0; i < capacity; i++)
        hits[i] = (pick_hit){.object = w->plates[i == 0 ? E : B], .t = 1 + (double)i};
    return capacity + 1000; // there was no room for the rest
}

static void a_gatherer_of_the_caller(void **state)
{
    world *w = *state;
    w->on.frame.gather = gather;
    expect_object(click(w, nowhere, 0), w->plates[E]); // an icon, say
    expect_object(click(w, nowhere, 0), w->plates[B]);
    expect_object(click(w, nowhere, 0), w->plates[E]);
    assert_int_equal(pick_pointer_total_picks(w->on.pointer), 1);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(clicks_go_through_what_is_behind_and_wrap),
        TEST(equal_depths_go_by_object),
        TEST(a_removed_object_restarts_the_cycle),
        TEST(locked_things_block_or_are_passed),
        TEST(groups_are_entered_click_by_click),
        TEST(the_leaf_modifier_goes_past_groups),
        TEST(groups_are_bounded),
        TEST(a_double_click_stays_or_drills_in),
        TEST(a_menu_lists_the_stack_under_the_press),
        TEST(an_object_of_many_surfaces_is_one_row),
        TEST(more_than_the_stack_holds),
        TEST(more_groups_than_the_stack_has_room_for),
        TEST(an_object_restored_under_the_press_is_hovered_again),
        TEST(another_group_is_another_answer),
        TEST(a_group_removed_under_the_press_is_not_clicked),
        TEST(drags_of_other_buttons_go_on),
        TEST(handles_come_before_objects),
        TEST(where_marquees_start),
        TEST(a_gatherer_of_the_caller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
