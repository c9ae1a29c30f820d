// The viewport fed with plain events, without window, renderer or clock: hover, click, camera, and the one conversion
// between points and pixels at several HiDPI factors.
#include "view/viewport.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct bench {
    editor_level *level;
    pick_selection *selection;
    editor_viewport viewport;
    pick_window window;
    bool selected; // something was, in the last update
} bench;

static double now;

static double test_clock(void)
{
    return now += 1e-6;
}

// A cube of 2 m, and another 4 m to its right in a group.
static uint32_t add_cube_mesh(editor_level *level)
{
    static const float positions[24] = {-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1,
                                        -1, -1, 1,  1, -1, 1,  -1, 1, 1,  1, 1, 1};
    static const uint32_t indices[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                         2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    editor_mesh mesh = {.vertex_count = 8, .index_count = 36, .submesh_count = 1};
    mesh.positions = malloc(sizeof(positions));
    mesh.indices = malloc(sizeof(indices));
    mesh.submeshes = malloc(sizeof(*mesh.submeshes));
    assert_true(mesh.positions && mesh.indices && mesh.submeshes);
    for (int i = 0; i < 24; i++)
        mesh.positions[i] = positions[i];
    for (int i = 0; i < 36; i++)
        mesh.indices[i] = indices[i];
    mesh.submeshes[0] = (editor_submesh){0, 12, EDITOR_NONE};
    return editor_level_add_mesh(level, &mesh);
}

enum { CUBE, GROUP, CHILD };

static void show(bench *b)
{
    render_frame frame;
    editor_viewport_prepare(&b->viewport, &(editor_section){.count = 0}, &frame);
    editor_viewport_shown(&b->viewport);
}

static int setup(void **state)
{
    bench *b = calloc(1, sizeof(*b));
    b->level = editor_level_create();
    uint32_t mesh = add_cube_mesh(b->level);
    pick_affine right = PICK_AFFINE_IDENTITY;
    right.origin.x = 4;
    editor_level_add_object(b->level, "cube", EDITOR_NONE, mesh, &PICK_AFFINE_IDENTITY);
    editor_level_add_object(b->level, "group", EDITOR_NONE, EDITOR_NONE, &right);
    editor_level_add_object(b->level, "child", GROUP, mesh, &PICK_AFFINE_IDENTITY);
    editor_error error;
    assert_true(editor_level_finish(b->level, &error));
    assert_int_equal(pick_selection_create(NULL, &b->selection), PICK_OK);
    assert_true(editor_viewport_init(&b->viewport, 1, test_clock));
    b->viewport.camera.eye = (pick_vec3){0, 0, 20};
    b->window = (pick_window){800, 600, 800, 600};
    editor_viewport_place(&b->viewport, (pick_rect){200, 30, 400, 500}, &b->window);
    show(b);
    *state = b;
    return 0;
}

static int teardown(void **state)
{
    bench *b = *state;
    editor_viewport_finish(&b->viewport);
    pick_selection_destroy(b->selection);
    editor_level_destroy(b->level);
    free(b);
    return 0;
}

static pick_vec2 where(const bench *b, double x, double y, double z)
{
    pick_projected_point p;
    assert_true(pick_view_project(&b->viewport.view, pick_vec3_make(x, y, z), &p));
    return p.window;
}

// What a select tool does with a click.
static void act(void *user, const pick_pointer_action *action)
{
    bench *b = user;
    bool changed = false;
    if (action->type == PICK_POINTER_CLICK && action->button == PICK_BUTTON_LEFT)
        assert_int_equal(pick_pointer_apply_click(action, b->selection, &changed), PICK_OK);
    b->selected |= changed;
}

static editor_viewport_changes update_after(bench *b, double seconds)
{
    const editor_viewport_host host = {.level = b->level, .act = act, .user = b};
    b->selected = false;
    return editor_viewport_update(&b->viewport, &host, seconds);
}

static editor_viewport_changes update(bench *b)
{
    return update_after(b, 0.016);
}

static bool send(bench *b, editor_event_type type, pick_vec2 position, uint32_t button, uint32_t modifiers)
{
    return editor_viewport_event(
        &b->viewport, &(editor_event){.type = type, .position = position, .button = button, .modifiers = modifiers},
        false);
}

static uint32_t hovered(const bench *b)
{
    return editor_level_object(b->level, pick_pointer_hover(b->viewport.pointer)->object);
}

static void points_and_pixels_agree_at_every_scale(void **state)
{
    bench *b = *state;
    static const double scales[] = {1, 1.25, 1.5, 5.0 / 3, 2, 3};
    for (size_t i = 0; i < sizeof(scales) / sizeof(scales[0]); i++) {
        double s = scales[i];
        b->window = (pick_window){801, 603, floor(801 * s), floor(603 * s)};
        editor_viewport_place(&b->viewport, (pick_rect){200.4, 30.7, 401, 500}, &b->window);
        const render_rect *pixels = &b->viewport.pixels;
        // Whole pixels, within one of the requested place.
        assert_true(floorf(pixels->x) == pixels->x && floorf(pixels->width) == pixels->width);
        assert_true(floorf(pixels->y) == pixels->y && floorf(pixels->height) == pixels->height);
        assert_true(fabs((double)pixels->x - 200.4 * s) <= 1 && fabs((double)pixels->width - 401 * s) <= 1.5);
        // The same place in points: converting its corners gives the same pixels again.
        const pick_rect *rect = &b->viewport.rect;
        pick_vec2 from = pick_window_to_drawable(&b->window, (pick_vec2){rect->x, rect->y});
        pick_vec2 to = pick_window_to_drawable(&b->window, (pick_vec2){rect->x + rect->width, rect->y + rect->height});
        assert_true(fabs(from.x - (double)pixels->x) < 1e-6 && fabs(from.y - (double)pixels->y) < 1e-6);
        assert_true(fabs(to.x - (double)(pixels->x + pixels->width)) < 1e-6);
        assert_true(fabs(to.y - (double)(pixels->y + pixels->height)) < 1e-6);
        show(b);
        // The mouse is where the picture says, at every factor.
        send(b, EDITOR_EVENT_MOUSE_MOVE, where(b, 4.9, 0.9, 1), 0, 0);
        update(b);
        assert_int_equal(hovered(b), CHILD);
        send(b, EDITOR_EVENT_MOUSE_MOVE, where(b, 5.2, 0.9, 1), 0, 0);
        update(b);
        assert_int_equal(hovered(b), EDITOR_NONE);
    }
}

static void a_click_selects_what_is_hovered(void **state)
{
    bench *b = *state;
    send(b, EDITOR_EVENT_MOUSE_MOVE, where(b, 0, 0, 1), 0, 0);
    editor_viewport_changes changes = update(b);
    assert_true(changes.hover && !b->selected && !changes.camera);
    assert_int_equal(hovered(b), CUBE);
    assert_true(b->viewport.pick_microseconds >= 0);
    send(b, EDITOR_EVENT_MOUSE_PRESS, where(b, 0, 0, 1), PICK_BUTTON_LEFT, 0);
    send(b, EDITOR_EVENT_MOUSE_RELEASE, where(b, 0, 0, 1), PICK_BUTTON_LEFT, 0);
    assert_true((update(b), b->selected));
    assert_true(pick_selection_contains(b->selection, b->level->objects[CUBE].pick));
    // The right button, and Alt, select nothing.
    pick_vec2 child = where(b, 4, 0, 1);
    send(b, EDITOR_EVENT_MOUSE_PRESS, child, PICK_BUTTON_MIDDLE, 0);
    send(b, EDITOR_EVENT_MOUSE_RELEASE, child, PICK_BUTTON_MIDDLE, 0);
    send(b, EDITOR_EVENT_MOUSE_PRESS, child, PICK_BUTTON_LEFT, PICK_MODIFIER_ALT);
    send(b, EDITOR_EVENT_MOUSE_RELEASE, child, PICK_BUTTON_LEFT, PICK_MODIFIER_ALT);
    assert_false((update(b), b->selected));
}

static void the_pick_goes_through_the_picture_on_screen(void **state)
{
    bench *b = *state;
    pick_vec2 mouse = where(b, 0, 0, 1);
    send(b, EDITOR_EVENT_MOUSE_MOVE, mouse, 0, 0);
    update(b);
    // The camera has moved, its picture is not there yet: the answer stays that of the old one.
    b->viewport.camera.eye.x += 50;
    b->viewport.camera.target.x += 50;
    assert_false(update(b).hover);
    assert_int_equal(hovered(b), CUBE);
    show(b);
    assert_true(update(b).hover);
    assert_int_equal(hovered(b), EDITOR_NONE);
    // Drawn again from the same place: no pick.
    uint64_t picks = pick_pointer_total_picks(b->viewport.pointer);
    show(b);
    update(b);
    assert_int_equal(pick_pointer_total_picks(b->viewport.pointer), picks);
    // The scene changes under the still mouse.
    editor_viewport_scene_changed(&b->viewport);
    update(b);
    assert_int_equal(pick_pointer_total_picks(b->viewport.pointer), picks + 1);
}

static void the_interface_takes_the_mouse_without_its_moving(void **state)
{
    bench *b = *state;
    send(b, EDITOR_EVENT_MOUSE_MOVE, where(b, 0, 0, 1), 0, 0);
    update(b);
    editor_viewport_set_captured(&b->viewport, true);
    assert_true(editor_viewport_is_busy(&b->viewport));
    update(b);
    assert_int_equal(hovered(b), EDITOR_NONE);
    editor_viewport_set_captured(&b->viewport, false);
    update(b);
    assert_int_equal(hovered(b), CUBE);
    assert_false(editor_viewport_is_busy(&b->viewport));
    send(b, EDITOR_EVENT_MOUSE_LEAVE, (pick_vec2){0, 0}, 0, 0);
    update(b);
    assert_int_equal(hovered(b), EDITOR_NONE);
    editor_viewport_set_captured(&b->viewport, true); // of a mouse that is not there
    assert_false(editor_viewport_is_busy(&b->viewport));
}

static void the_wheel_keeps_the_point_under_the_mouse(void **state)
{
    bench *b = *state;
    pick_vec2 mouse = where(b, 0.6, 0.4, 1);
    send(b, EDITOR_EVENT_MOUSE_MOVE, mouse, 0, 0);
    update(b);
    pick_vec3 point = pick_pointer_hover(b->viewport.pointer)->surface.point;
    editor_event wheel = {.type = EDITOR_EVENT_WHEEL, .position = mouse, .delta = {0, 3}};
    assert_true(editor_viewport_event(&b->viewport, &wheel, false));
    show(b);
    pick_vec2 after = where(b, point.x, point.y, point.z);
    assert_true(hypot(after.x - mouse.x, after.y - mouse.y) < 1e-3);
    assert_true(b->viewport.camera.eye.z < 15);
    // Over a panel it is not the viewport's.
    assert_false(editor_viewport_event(&b->viewport, &wheel, true));
    wheel.position = (pick_vec2){100, 100};
    assert_false(editor_viewport_event(&b->viewport, &wheel, false));
}

static void drags_orbit_pan_and_dolly(void **state)
{
    bench *b = *state;
    const struct {
        uint32_t button, modifiers;
    } drags[] = {{PICK_BUTTON_MIDDLE, 0},
                 {PICK_BUTTON_LEFT, PICK_MODIFIER_ALT},
                 {PICK_BUTTON_MIDDLE, PICK_MODIFIER_SHIFT},
                 {PICK_BUTTON_RIGHT, PICK_MODIFIER_ALT}};
    for (size_t i = 0; i < sizeof(drags) / sizeof(drags[0]); i++) {
        editor_camera before = b->viewport.camera;
        pick_vec2 from = {400, 280}, to = {460, 250};
        send(b, EDITOR_EVENT_MOUSE_PRESS, from, drags[i].button, drags[i].modifiers);
        send(b, EDITOR_EVENT_MOUSE_MOVE, to, 0, drags[i].modifiers);
        editor_viewport_changes changes = update(b);
        assert_true(changes.camera && !b->selected);
        send(b, EDITOR_EVENT_MOUSE_RELEASE, to, drags[i].button, 0);
        update(b);
        pick_vec3 eye = b->viewport.camera.eye, target = b->viewport.camera.target;
        double was = pick_vec3_length(pick_vec3_sub(before.eye, before.target));
        double is = pick_vec3_length(pick_vec3_sub(eye, target));
        bool moved_target = pick_vec3_length(pick_vec3_sub(target, before.target)) > 1e-6;
        assert_true(pick_vec3_length(pick_vec3_sub(eye, before.eye)) > 0.01);
        if (i < 2) { // orbit: around the target, at the same distance
            assert_false(moved_target);
            assert_true(fabs(is - was) < 1e-9 * was);
        } else if (i == 2) { // pan: both alike
            assert_true(moved_target && fabs(is - was) < 1e-9 * was);
        } else { // dolly: nearer
            assert_true(is < was * 0.95);
        }
        show(b);
    }
    // A left drag without Alt is not the camera's.
    editor_camera before = b->viewport.camera;
    send(b, EDITOR_EVENT_MOUSE_PRESS, (pick_vec2){400, 280}, PICK_BUTTON_LEFT, 0);
    send(b, EDITOR_EVENT_MOUSE_MOVE, (pick_vec2){460, 250}, 0, 0);
    assert_false(update(b).camera);
    assert_true(before.eye.x == b->viewport.camera.eye.x);
}

static void the_right_button_flies(void **state)
{
    bench *b = *state;
    pick_vec2 middle = {400, 280};
    editor_event key = {.type = EDITOR_EVENT_KEY_DOWN, .key = (editor_key)'W'};
    editor_viewport_event(&b->viewport, &key, false); // not yet
    assert_false(update(b).camera);
    send(b, EDITOR_EVENT_MOUSE_PRESS, middle, PICK_BUTTON_RIGHT, 0);
    assert_true(b->viewport.navigation.flying);
    editor_viewport_event(&b->viewport, &key, false);
    assert_true(editor_viewport_is_busy(&b->viewport));
    double z = b->viewport.camera.eye.z;
    assert_true(update(b).camera);
    double slow = z - b->viewport.camera.eye.z;
    assert_true(slow > 0);
    // Shift is faster, whichever key it comes with.
    key.modifiers = PICK_MODIFIER_SHIFT;
    editor_viewport_event(&b->viewport, &key, false);
    z = b->viewport.camera.eye.z;
    update(b);
    assert_true(z - b->viewport.camera.eye.z > 2 * slow);
    // A hitch is no leap.
    z = b->viewport.camera.eye.z;
    update_after(b, 30);
    assert_true(z - b->viewport.camera.eye.z < 5);
    // The mouse turns the view, and the wheel sets the speed.
    editor_event turn = {.type = EDITOR_EVENT_MOUSE_MOVE, .position = middle, .delta = {40, 0}};
    double x = b->viewport.camera.target.x;
    assert_true(editor_viewport_event(&b->viewport, &turn, false));
    assert_true(b->viewport.camera.target.x > x);
    double speed = b->viewport.navigation.fly_speed;
    editor_viewport_event(&b->viewport,
                          &(editor_event){.type = EDITOR_EVENT_WHEEL, .position = middle, .delta = {0, 1}}, false);
    assert_true(b->viewport.navigation.fly_speed > speed);
    // Let go, or the focus lost, it is over, keys and all.
    send(b, EDITOR_EVENT_FOCUS_LOST, middle, 0, 0);
    assert_false(b->viewport.navigation.flying);
    update(b);
    assert_false(editor_viewport_is_busy(&b->viewport));
}

// The keys of flight are where a US keyboard has them: what is printed on them differs.
static void flight_goes_by_the_place_of_a_key(void **state)
{
    bench *b = *state;
    editor_event forward = {.type = EDITOR_EVENT_KEY_DOWN, .key = (editor_key)'Z', .place = (editor_key)'W'}; // French
    editor_event down = {.type = EDITOR_EVENT_KEY_DOWN, .key = (editor_key)'W', .place = (editor_key)'Z'};
    send(b, EDITOR_EVENT_MOUSE_PRESS, (pick_vec2){400, 280}, PICK_BUTTON_RIGHT, 0);
    editor_viewport_event(&b->viewport, &down, false);
    assert_false(update(b).camera);
    editor_viewport_event(&b->viewport, &forward, false);
    const double z = b->viewport.camera.eye.z;
    assert_true(update(b).camera);
    assert_true(b->viewport.camera.eye.z < z);
    forward.type = EDITOR_EVENT_KEY_UP;
    editor_viewport_event(&b->viewport, &forward, false);
    assert_false(update(b).camera);
}

static void framing_takes_the_selection_or_all(void **state)
{
    bench *b = *state;
    assert_true(editor_viewport_frame(&b->viewport, b->level, b->selection, false));
    assert_true(fabs(b->viewport.camera.target.x - 2) < 1e-6); // the middle of both
    // A group has no shape of its own: what is in it counts.
    pick_object_id group = b->level->objects[GROUP].pick;
    assert_int_equal(pick_selection_apply(b->selection, PICK_SELECTION_REPLACE, &group, 1, NULL), PICK_OK);
    assert_true(editor_viewport_frame(&b->viewport, b->level, b->selection, false));
    assert_true(fabs(b->viewport.camera.target.x - 4) < 1e-6);
    show(b);
    send(b, EDITOR_EVENT_MOUSE_MOVE, where(b, 4, 0, 1), 0, 0);
    update(b);
    assert_int_equal(hovered(b), CHILD);
}

static void no_area_is_no_picture(void **state)
{
    bench *b = *state;
    b->window = (pick_window){0};
    editor_viewport_place(&b->viewport, (pick_rect){0, 0, 0, 0}, &b->window);
    show(b);
    send(b, EDITOR_EVENT_MOUSE_PRESS, (pick_vec2){0, 0}, PICK_BUTTON_LEFT, 0);
    send(b, EDITOR_EVENT_MOUSE_RELEASE, (pick_vec2){0, 0}, PICK_BUTTON_LEFT, 0);
    send(b, EDITOR_EVENT_WHEEL, (pick_vec2){0, 0}, 0, 0);
    update(b);
    assert_int_equal(pick_pointer_total_picks(b->viewport.pointer), 0);
    editor_viewport_frame(&b->viewport, b->level, b->selection, false);
    assert_true(isfinite(b->viewport.camera.eye.x));
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(points_and_pixels_agree_at_every_scale),
        TEST(a_click_selects_what_is_hovered),
        TEST(the_pick_goes_through_the_picture_on_screen),
        TEST(the_interface_takes_the_mouse_without_its_moving),
        TEST(the_wheel_keeps_the_point_under_the_mouse),
        TEST(drags_orbit_pan_and_dolly),
        TEST(the_right_button_flies),
        TEST(flight_goes_by_the_place_of_a_key),
        TEST(framing_takes_the_selection_or_all),
        TEST(no_area_is_no_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
