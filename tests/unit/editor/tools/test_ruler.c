// The ruler's numbers, and the keys, clicks and drags that change its chain.
#include "tools/ruler.h"

#include "document/history/document.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static editor_ruler chain(uint32_t count)
{
    static const pick_vec3 points[4] = {{1, 0, 0}, {0, 0, 0}, {0, 3, -4}, {0, 3, -4.5}};
    editor_ruler ruler = {.count = count};
    for (uint32_t i = 0; i < count; i++)
        ruler.points[i] = points[i];
    return ruler;
}

static void expect_text(const editor_ruler *ruler, bool chosen, const char *want)
{
    char text[256];
    editor_ruler_text(ruler, NULL, chosen, text, sizeof(text));
    assert_string_equal(text, want);
}

static void test_the_last_segment_is_told(void **state)
{
    (void)state;
    editor_ruler ruler = chain(1);
    expect_text(&ruler, false, "");
    ruler = chain(2);
    expect_text(&ruler, false, "1.000 m     X 1.000   Y 0.000   Z 0.000");
    ruler = chain(3);
    expect_text(&ruler, false, "5.000 m     X 0.000   Y 3.000   Z 4.000     90.0\302\260     6.000 m in all");
    ruler = chain(4);
    expect_text(&ruler, false, "0.500 m     X 0.000   Y 0.000   Z 0.500     143.1\302\260     6.500 m in all");
}

// While the chain grows, its last segment leads to the mouse.
static void test_the_mouse_is_the_next_point(void **state)
{
    (void)state;
    editor_ruler ruler = chain(2);
    ruler.hovered = true;
    ruler.hover = (pick_vec3){0, 0, -2};
    expect_text(&ruler, true, "2.000 m     X 0.000   Y 0.000   Z 2.000     90.0\302\260     3.000 m in all");
    expect_text(&ruler, false, "1.000 m     X 1.000   Y 0.000   Z 0.000");
    ruler.hover = ruler.points[1]; // a click would put nothing there
    expect_text(&ruler, true, "1.000 m     X 1.000   Y 0.000   Z 0.000");
    ruler.hover = (pick_vec3){0, 0, -2};
    ruler.ended = true;
    expect_text(&ruler, true, "1.000 m     X 1.000   Y 0.000   Z 0.000");
}

static bool press(editor_ruler *ruler, editor_key key)
{
    const editor_event event = {.type = EDITOR_EVENT_KEY_DOWN, .key = key};
    return editor_ruler_key(ruler, &event);
}

static void test_keys(void **state)
{
    (void)state;
    editor_ruler ruler = chain(3);
    assert_true(press(&ruler, EDITOR_KEY_ENTER));
    assert_true(ruler.ended);
    assert_false(press(&ruler, EDITOR_KEY_ENTER)); // it has ended: the key is free
    assert_true(press(&ruler, EDITOR_KEY_BACKSPACE));
    assert_false(ruler.ended);
    assert_int_equal(ruler.count, 2);
    assert_true(press(&ruler, EDITOR_KEY_BACKSPACE));
    assert_true(press(&ruler, EDITOR_KEY_ENTER)); // one point alone measures nothing
    assert_int_equal(ruler.count, 0);
    assert_false(press(&ruler, EDITOR_KEY_BACKSPACE));
    ruler = chain(2);
    ruler.dragging = true;
    assert_false(press(&ruler, EDITOR_KEY_BACKSPACE));
}

// A ruler over the floor, seen from above by a view without a level's objects.
typedef struct bench {
    editor_ruler ruler;
    editor_views views;
    editor_settings settings;
    editor_tool_context context;
} bench;

static void begin(bench *b)
{
    editor_error error;
    editor_level *level = editor_level_create();
    assert_non_null(level);
    assert_true(editor_level_finish(level, &error));
    *b = (bench){.settings = EDITOR_SETTINGS_DEFAULT};
    b->context = (editor_tool_context){.document = editor_document_create(level, NULL),
                                       .settings = &b->settings,
                                       .views = &b->views,
                                       .ui_scale = 1,
                                       .reach = 1};
    assert_non_null(b->context.document);
    const editor_camera camera = EDITOR_CAMERA_DEFAULT;
    assert_int_equal(editor_camera_get_view(&camera, (pick_rect){0, 0, 600, 600}, &b->views.view[0].view), PICK_OK);
    b->views.view[0].has_view = true;
}

static void act(bench *b, pick_pointer_action_type type, double x, double y)
{
    pick_pointer_action action = {.type = type, .press = {x, y}, .position = {x, y}};
    editor_ruler_act(&b->ruler, &b->context, &action);
}

// Esc in a drag gives back the chain that the drag's first point went on, or replaced.
static void test_a_cancelled_drag_leaves_the_chain(void **state)
{
    (void)state;
    bench b;
    begin(&b);
    act(&b, PICK_POINTER_CLICK, 200, 300);
    act(&b, PICK_POINTER_DRAG_BEGIN, 300, 320);
    assert_int_equal(b.ruler.count, 2);
    act(&b, PICK_POINTER_DRAG_CANCEL, 350, 320);
    assert_int_equal(b.ruler.count, 1);
    act(&b, PICK_POINTER_CLICK, 300, 320);
    assert_true(press(&b.ruler, EDITOR_KEY_ENTER));
    b.ruler.clears = true;
    const editor_ruler before = b.ruler;
    act(&b, PICK_POINTER_DRAG_BEGIN, 400, 300);
    assert_true(b.ruler.count == 1 && !b.ruler.ended && !b.ruler.clears);
    act(&b, PICK_POINTER_DRAG_CANCEL, 420, 300);
    assert_true(b.ruler.count == 2 && b.ruler.ended && b.ruler.clears && !b.ruler.dragging);
    assert_memory_equal(b.ruler.points, before.points, 2 * sizeof(before.points[0]));
    editor_document_destroy(b.context.document);
}

// A chain has room for so many points: what is drawn on from the last but one ends with the last.
static void test_a_drag_fills_the_chain(void **state)
{
    (void)state;
    bench b;
    begin(&b);
    for (uint32_t i = 0; i + 1 < EDITOR_RULER_POINTS; i++)
        act(&b, PICK_POINTER_CLICK, 100 + 10 * i, 300 + 20 * (i % 2));
    assert_true(b.ruler.count == EDITOR_RULER_POINTS - 1 && !b.ruler.ended);
    act(&b, PICK_POINTER_DRAG_BEGIN, 300, 400);
    act(&b, PICK_POINTER_DRAG_END, 350, 420);
    assert_true(b.ruler.count == EDITOR_RULER_POINTS && b.ruler.ended);
    editor_document_destroy(b.context.document);
}

// A press on the arrow of a section's plane is for the arrow.
static void test_clicks_on_handles_put_nothing(void **state)
{
    (void)state;
    bench b;
    begin(&b);
    pick_pointer_action action = {.type = PICK_POINTER_CLICK, .press = {300, 320}, .target.handle = 256};
    editor_ruler_act(&b.ruler, &b.context, &action);
    assert_int_equal(b.ruler.count, 0);
    action.target.handle = 0;
    editor_ruler_act(&b.ruler, &b.context, &action);
    assert_int_equal(b.ruler.count, 1);
    editor_document_destroy(b.context.document);
}

// Numbers that a narrow view would cut are left out: the status line has them.
static void test_labels_that_do_not_fit(void **state)
{
    (void)state;
    const pick_window window = {600, 400, 600, 400};
    editor_ui *ui = editor_ui_create(1, 1);
    assert_non_null(ui);
    (void)editor_ui_font_image(ui);
    editor_ui_set_font_texture(ui, 1);
    editor_ui_begin(ui, &window, 0.016);
    editor_ruler_tags tags = {.ui = ui, .inside = {100, 100, 90, 200}, .scale = 1};
    editor_ui_canvas_begin(ui, tags.inside);
    editor_ruler_add_tag(&tags, (pick_vec2){120, 120}, "X 1.000   Y 1.000   Z 0.250");
    assert_int_equal(tags.count, 0);
    editor_ruler_add_tag(&tags, (pick_vec2){120, 120}, "1.436 m");
    assert_int_equal(tags.count, 1);
    editor_ui_canvas_end(ui);
    (void)editor_ui_end(ui);
    editor_ui_destroy(ui);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_last_segment_is_told),
                                       cmocka_unit_test(test_the_mouse_is_the_next_point),
                                       cmocka_unit_test(test_keys),
                                       cmocka_unit_test(test_a_cancelled_drag_leaves_the_chain),
                                       cmocka_unit_test(test_a_drag_fills_the_chain),
                                       cmocka_unit_test(test_clicks_on_handles_put_nothing),
                                       cmocka_unit_test(test_labels_that_do_not_fit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
