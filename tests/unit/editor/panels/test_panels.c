// The panels between events and pictures: what they take, show and give back.
#include "panel_bench.h"

#include "panels/canvas.h"
#include "panels/held.h"
#include "panels/panels.h"
#include "system/text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void the_first_picture_of_another_scale_has_its_font(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    bench_settle(b);
    // The font is uploaded after the picture was laid out with its letters, and before that is drawn.
    editor_ui_set_scale(b->ui, 1.5);
    editor_ui_begin(b->ui, &b->window, 0.01);
    editor_ui_panel_begin(b->ui, "letters", (pick_rect){0, 0, 400, 400}, EDITOR_UI_PANEL);
    editor_ui_text(b->ui, EDITOR_COLOR_TEXT, "Letters");
    editor_ui_panel_end(b->ui);
    const render_overlay *overlay = editor_ui_end(b->ui);
    assert_true(overlay->command_count > 0);
    (void)editor_ui_font_image(b->ui);
    editor_ui_set_font_texture(b->ui, BENCH_FONT);
    for (uint32_t i = 0; i < overlay->command_count; i++)
        assert_int_equal(overlay->commands[i].texture, BENCH_FONT);
    bench_settle(b);
    bench_drop(b);
}

static void the_viewport_lies_between_the_panels(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    bench_settle(b);
    pick_rect r = editor_panels_viewport(b->panels, b->ui, &b->window);
    assert_true(r.x > 100 && r.y > 10 && r.x + r.width < 900 && r.y + r.height < 630 && r.width > 300);
    assert_true(b->overlay->vertex_count > 100);
    assert_false(editor_ui_owns_mouse(b->ui, (pick_vec2){r.x + 1, r.y + 1}));
    assert_false(editor_ui_owns_mouse(b->ui, (pick_vec2){r.x + r.width - 1, r.y + r.height - 1}));
    assert_true(editor_ui_owns_mouse(b->ui, (pick_vec2){r.x - 1, r.y + 100}));
    assert_true(editor_ui_owns_mouse(b->ui, (pick_vec2){r.x + r.width + 1, r.y + 100}));
    assert_true(editor_ui_owns_mouse(b->ui, (pick_vec2){r.x + 100, r.y - 1}));
    assert_true(editor_ui_owns_mouse(b->ui, (pick_vec2){r.x + 100, r.y + r.height + 1}));
    assert_false(editor_ui_owns_keyboard(b->ui));

    // Its left edge can be dragged, within bounds, and the mouse is the interface's meanwhile.
    bench_send(b, EDITOR_EVENT_MOUSE_MOVE, r.x - 2, 300, 0);
    assert_int_equal(editor_ui_cursor(b->ui), EDITOR_CURSOR_RESIZE_X);
    bench_send(b, EDITOR_EVENT_MOUSE_PRESS, r.x - 2, 300, 0);
    bench_send(b, EDITOR_EVENT_MOUSE_MOVE, r.x + 38, 300, 0);
    assert_true(editor_ui_owns_mouse(b->ui, (pick_vec2){r.x + 100, 300}));
    bench_send(b, EDITOR_EVENT_MOUSE_RELEASE, r.x + 38, 300, 0);
    pick_rect wider = editor_panels_viewport(b->panels, b->ui, &b->window);
    assert_true(wider.x == r.x + 40 && wider.x + wider.width == r.x + r.width);
    bench_drop(b);
}

// Drags the first field at `x`, which is found by trying, from the top of the inspector down.
static void drag_field_at(bench *b, double x)
{
    b->command.type = EDITOR_COMMAND_NONE;
    for (double y = 60; y < 220 && b->command.type == EDITOR_COMMAND_NONE; y += 6) {
        bench_send(b, EDITOR_EVENT_MOUSE_MOVE, x, y, 0);
        bench_send(b, EDITOR_EVENT_MOUSE_PRESS, x, y, 0);
        for (int i = 1; i <= 5; i++)
            bench_send(b, EDITOR_EVENT_MOUSE_MOVE, x + 10 * i, y, 0);
        bench_send(b, EDITOR_EVENT_MOUSE_RELEASE, x + 50, y, 0);
    }
    assert_int_equal(b->command.type, EDITOR_COMMAND_SET_LOCALS);
}

// Three numbers take the whole width of a narrow panel: Z begins where Y would be beside the label.
static void the_position_is_below_its_label_in_a_narrow_panel(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    b->window = (pick_window){400, 400, 400, 400};
    bench_settle(b);
    bench_click(b, 60, bench_row_y(0), 0);
    drag_field_at(b, 352);
    assert_true(b->command.locals[0].origin.z > 0 && b->command.locals[0].origin.y == 0);
    bench_drop(b);
}

static void the_position_can_be_dragged(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    bench_settle(b);
    bench_click(b, 100, bench_row_y(0), 0);
    drag_field_at(b, 1000 - 290 + 110);
    assert_true(b->command.object_count == 1 && b->command.objects[0] == 0);
    assert_true(b->command.locals[0].origin.x > 0 && b->command.locals[0].origin.y == 0);
    assert_true(b->command.locals[0].linear[0] == 1);
    bench_drop(b);
}

// The picture of the inspector with the first object's X at `x`. The caller frees it.
static render_overlay_vertex *shown_with_x(bench *b, double x, uint32_t *count)
{
    pick_affine local = PICK_AFFINE_IDENTITY;
    local.origin.x = x;
    const uint32_t first = 0;
    editor_edit_set_locals(b->document, &first, &local, 1);
    bench_settle(b);
    *count = b->overlay->vertex_count;
    render_overlay_vertex *copy = malloc(*count * sizeof(*copy));
    memcpy(copy, b->overlay->vertices, *count * sizeof(*copy));
    return copy;
}

static void tiny_negative_numbers_have_no_sign(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    editor_edit_select_objects(b->document, PICK_SELECTION_REPLACE, (const uint32_t[]){0}, 1);
    uint32_t counts[3];
    const double x[3] = {0.0, -4e-4, -6e-4};
    render_overlay_vertex *shown[3];
    for (int i = 0; i < 3; i++)
        shown[i] = shown_with_x(b, x[i], &counts[i]);
    assert_int_equal(counts[0], counts[1]);
    assert_memory_equal(shown[0], shown[1], counts[0] * sizeof(*shown[0]));
    assert_true(counts[2] > counts[0]); // "-0.001" has its sign
    for (int i = 0; i < 3; i++)
        free(shown[i]);
    bench_drop(b);
}

static void an_open_menu_has_the_mouse(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    bench_settle(b);
    pick_rect r = editor_panels_viewport(b->panels, b->ui, &b->window);
    pick_vec2 middle = {r.x + r.width / 2, r.y + r.height / 2};
    bench_click(b, 25, 14, 0);
    assert_true(editor_ui_owns_mouse(b->ui, middle));
    assert_true(editor_ui_owns_keyboard(b->ui));
    bench_click(b, middle.x, middle.y, 0); // closes it
    assert_false(editor_ui_owns_mouse(b->ui, middle));
    assert_int_equal(b->command.type, EDITOR_COMMAND_NONE);
    // And an entry does what it says.
    bench_click(b, 25, 14, 0);
    bench_click(b, 60, 43, 0);
    assert_true(b->command.type == EDITOR_COMMAND_ACTION && b->command.number == 0);
    bench_drop(b);
}

static void dialogs_and_panels_fit_narrow_windows(void **state)
{
    (void)state;
    static const editor_dialog_kind kinds[] = {EDITOR_DIALOG_SHORTCUTS, EDITOR_DIALOG_FILE, EDITOR_DIALOG_CONFIRM};
    for (double w = 400; w <= 1400; w += 100) {
        for (int i = 0; i < 3; i++) {
            bench *b = bench_make(0);
            b->window = (pick_window){w, 600, w, 600};
            const pick_rect view = editor_panels_viewport(b->panels, b->ui, &b->window);
            assert_true(view.width >= floor(0.22 * w));
            b->dialog = (editor_dialog){.kind = kinds[i], .title = "Title", .text = "text", .is_new = true};
            for (int n = 0; n < 4; n++)
                bench_frame(b);
            for (uint32_t k = 0; k < b->overlay->vertex_count; k++) {
                const double x = (double)b->overlay->vertices[k].x;
                assert_true(x > -1 && x < w + 1);
            }
            bench_drop(b);
        }
    }
}

static void any_window_size_will_do(void **state)
{
    (void)state;
    bench *b = bench_make(20);
    for (double w = 1; w < 1400; w += w < 40 ? 3 : 71) {
        for (double h = 1; h < 900; h += h < 40 ? 3 : 83) {
            b->window = (pick_window){w, h, w, h};
            bench_frame(b);
            pick_rect r = editor_panels_viewport(b->panels, b->ui, &b->window);
            assert_true(r.width > 0 && r.height > 0 && r.x >= 0 && r.y >= 0);
            assert_true(r.x + r.width <= w && r.y + r.height <= h);
        }
    }
    bench_drop(b);
}

// In a low window the viewport gives way to the assets and the timeline, until they would leave less than half of what
// it wants; the timeline, which is lower, stays longer.
static void low_windows_have_assets_and_timeline(void **state)
{
    (void)state;
    static const double cases[][2] = {
        {400, 400 - 88 - 158 - 62}, {387, 387 - 88 - 158}, {300, 300 - 88 - 62}, {220, 220 - 88}};
    bench *b = bench_make(0);
    b->settings.assets = true;
    editor_panels_arrange(b->panels, &b->settings, true);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        b->window = (pick_window){640, cases[i][0], 640, cases[i][0]};
        assert_true(editor_panels_viewport(b->panels, b->ui, &b->window).height == cases[i][1]);
    }
    bench_drop(b);
}

// A press and its release may both come before a picture: it shows the press, and the next one the release.
static void a_short_press_is_seen(void **state)
{
    (void)state;
    editor_held held = {0};
    bool buttons[PICK_BUTTON_COUNT], keys[EDITOR_KEY_COUNT];
    editor_event event = {.type = EDITOR_EVENT_MOUSE_PRESS, .button = PICK_BUTTON_RIGHT};
    editor_held_event(&held, &event);
    event.type = EDITOR_EVENT_MOUSE_RELEASE;
    editor_held_event(&held, &event);
    event = (editor_event){.type = EDITOR_EVENT_KEY_DOWN, .key = EDITOR_KEY_TAB, .modifiers = PICK_MODIFIER_CTRL};
    editor_held_event(&held, &event);
    assert_true(editor_held_take_buttons(&held, buttons));
    assert_true(buttons[PICK_BUTTON_RIGHT] && !buttons[PICK_BUTTON_LEFT] && !buttons[PICK_BUTTON_MIDDLE]);
    assert_false(editor_held_take_buttons(&held, buttons));
    assert_false(buttons[PICK_BUTTON_RIGHT]);
    // A key that is still held is shown until it is not.
    assert_false(editor_held_take_keys(&held, keys));
    assert_false(editor_held_take_keys(&held, keys));
    assert_true(keys[EDITOR_KEY_TAB] && !keys[EDITOR_KEY_ENTER] && held.modifiers == PICK_MODIFIER_CTRL);
    // Unknown buttons are ignored; text is typed without Ctrl; without focus nothing is held.
    event = (editor_event){.type = EDITOR_EVENT_MOUSE_PRESS, .button = PICK_BUTTON_COUNT};
    editor_held_event(&held, &event);
    event = (editor_event){.type = EDITOR_EVENT_TEXT};
    held.modifiers = PICK_MODIFIER_CTRL | PICK_MODIFIER_SHIFT;
    editor_held_event(&held, &event);
    assert_int_equal(held.modifiers, PICK_MODIFIER_SHIFT);
    event = (editor_event){.type = EDITOR_EVENT_FOCUS_LOST};
    editor_held_event(&held, &event);
    assert_false(editor_held_take_keys(&held, keys));
    assert_false(keys[EDITOR_KEY_TAB]);
    assert_false(editor_held_take_buttons(&held, buttons));
}

// A key that is pressed again before a picture showed its release is held on for all that pictures show: someone must
// wait for it.
static void a_hidden_release_is_known(void **state)
{
    (void)state;
    editor_held held = {0};
    bool keys[EDITOR_KEY_COUNT];
    const editor_event down = {.type = EDITOR_EVENT_KEY_DOWN, .key = EDITOR_KEY_TAB},
                       up = {.type = EDITOR_EVENT_KEY_UP, .key = EDITOR_KEY_TAB};
    assert_false(editor_held_hides_release(&held, EDITOR_KEY_TAB));
    // Tapped between two pictures: the next one shows it as down, and that after it as up.
    editor_held_event(&held, &down);
    assert_false(editor_held_hides_release(&held, EDITOR_KEY_TAB)); // it is held
    editor_held_event(&held, &up);
    assert_true(editor_held_hides_release(&held, EDITOR_KEY_TAB));
    assert_true(editor_held_take_keys(&held, keys));
    assert_true(keys[EDITOR_KEY_TAB]);
    assert_true(editor_held_hides_release(&held, EDITOR_KEY_TAB));
    assert_false(editor_held_take_keys(&held, keys));
    assert_false(keys[EDITOR_KEY_TAB]);
    assert_false(editor_held_hides_release(&held, EDITOR_KEY_TAB));
    // Held during a picture.
    editor_held_event(&held, &down);
    assert_false(editor_held_take_keys(&held, keys));
    assert_false(editor_held_hides_release(&held, EDITOR_KEY_TAB));
    editor_held_event(&held, &up);
    assert_true(editor_held_hides_release(&held, EDITOR_KEY_TAB));
    assert_false(editor_held_hides_release(&held, EDITOR_KEY_ENTER));
}

// What was laid out before another font is uploaded shows that one.
static void another_font_is_shown_at_once(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    bench_settle(b);
    assert_non_null(editor_ui_font_image(b->ui).rgba);
    editor_ui_set_font_texture(b->ui, BENCH_FONT + 1);
    assert_true(b->overlay->command_count > 0);
    for (uint32_t i = 0; i < b->overlay->command_count; i++)
        assert_int_equal(b->overlay->commands[i].texture, BENCH_FONT + 1);
    editor_ui_set_font_texture(b->ui, BENCH_FONT);
    bench_drop(b);
}

// Whether something is drawn there.
static bool is_drawn_in(const bench *b, pick_rect r)
{
    for (uint32_t i = 0; i < b->overlay->vertex_count; i++) {
        const render_overlay_vertex *v = &b->overlay->vertices[i];
        const double x = (double)v->x, y = (double)v->y;
        if (x > r.x && x < r.x + r.width && y > r.y && y < r.y + r.height)
            return true;
    }
    return false;
}

// A name that is cut in the outliner is shown whole beside it while the mouse is there; others are not.
static void long_names_have_tooltips(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    const pick_rect beside = {260, 103, 300, 80}; // in the viewport
    assert_int_equal(editor_edit_rename(b->document, 0, "a name that is far too long for its row in the outliner"),
                     EDITOR_EDIT_DONE);
    bench_settle(b);
    bench_send(b, EDITOR_EVENT_MOUSE_MOVE, 100, bench_row_y(1), 0);
    assert_false(is_drawn_in(b, beside));
    bench_send(b, EDITOR_EVENT_MOUSE_MOVE, 100, bench_row_y(0), 0);
    assert_true(is_drawn_in(b, beside));
    bench_drop(b);
}

// The picture while an object is hovered at a place, in a triangle of that number. The caller frees it.
static render_overlay_vertex *hovered_at(bench *b, uint32_t object, uint32_t triangle, uint32_t *count)
{
    b->hover = (pick_target){.hit = true, .count = 1, .place = 1, .surface.triangle = triangle};
    b->hover.object = b->hover.surface.object = b->level->objects[object].pick;
    bench_settle(b);
    *count = b->overlay->vertex_count;
    render_overlay_vertex *copy = malloc(*count * sizeof(*copy));
    memcpy(copy, b->overlay->vertices, *count * sizeof(*copy));
    return copy;
}

// What was said is shown while the mouse is over the box of a model that is not read yet, which says beside it that it
// is one; over other objects it is shown alone.
static void messages_are_shown_over_boxes(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    const editor_primitive cube = editor_primitive_default(EDITOR_SHAPE_CUBE);
    uint32_t object = EDITOR_NONE, count[3];
    assert_int_equal(editor_edit_add_primitive(b->document, "box", EDITOR_NONE, &cube, &PICK_AFFINE_IDENTITY, &object),
                     EDITOR_EDIT_DONE);
    editor_mesh *mesh = &b->level->meshes[b->level->objects[object].mesh];
    for (int unread = 0; unread < 2; unread++) {
        mesh->stand_in = mesh->unread = unread;
        b->message = NULL;
        free(hovered_at(b, object, 7, &count[0]));
        b->message = "saved";
        free(hovered_at(b, object, 7, &count[1]));
        b->message = "saved as another file";
        free(hovered_at(b, object, 7, &count[2]));
        assert_int_not_equal(count[1], count[2]);
        // The triangle and the coordinates make room for a message.
        const pick_rect beside = {60, 614, 120, 24};
        assert_int_not_equal(count[0], count[1]);
        b->message = "saved";
        free(hovered_at(b, object, 7, &count[1]));
        assert_int_equal(is_drawn_in(b, beside), unread);
    }
    bench_drop(b);
}

// The status line names the triangle of a mesh; lights and volumes have none.
static void what_has_no_triangles_names_none(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    const editor_primitive cube = editor_primitive_default(EDITOR_SHAPE_CUBE),
                           volume = editor_primitive_default(EDITOR_SHAPE_BOX_VOLUME);
    uint32_t objects[3] = {0}, count[2]; // a group, as a light shows an icon
    assert_int_equal(
        editor_edit_add_primitive(b->document, "box", EDITOR_NONE, &volume, &PICK_AFFINE_IDENTITY, &objects[1]),
        EDITOR_EDIT_DONE);
    assert_int_equal(
        editor_edit_add_primitive(b->document, "cube", EDITOR_NONE, &cube, &PICK_AFFINE_IDENTITY, &objects[2]),
        EDITOR_EDIT_DONE);
    for (int i = 0; i < 3; i++) {
        render_overlay_vertex *one = hovered_at(b, objects[i], 7, &count[0]);
        render_overlay_vertex *other = hovered_at(b, objects[i], 123456, &count[1]);
        assert_int_equal(count[0] == count[1] && memcmp(one, other, count[0] * sizeof(*one)) == 0, i < 2);
        free(one);
        free(other);
    }
    bench_drop(b);
}

// "2 selected" stands beside the name, or below a name that takes the whole width.
static void long_names_keep_the_count_of_the_selection(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    b->window = (pick_window){640, 400, 640, 400};
    const pick_rect beside = {560, 70, 50, 12}, below = {415, 102, 20, 10};
    bench_settle(b);
    bench_click(b, 60, bench_row_y(0), 0);
    assert_false(is_drawn_in(b, beside));
    bench_click(b, 60, bench_row_y(1), PICK_MODIFIER_CTRL);
    assert_true(is_drawn_in(b, beside));
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(editor_edit_rename(b->document, i, "a name that takes the whole width of the inspector"),
                         EDITOR_EDIT_DONE);
    bench_settle(b);
    assert_true(is_drawn_in(b, below));
    bench_click(b, 60, bench_row_y(0), 0);
    assert_false(is_drawn_in(b, below));
    bench_drop(b);
}

// A message that is too long for the status line is cut there, and shown whole above it while the mouse is there: on
// several lines, so that the window has room for it.
static void long_messages_have_tooltips(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    const double w = 640, h = 400;
    const pick_rect above = {16, 322, 100, 40}, end = {w - 12, h - 28, 12, 28}, below = {12, h - 4, w - 24, 4};
    b->window = (pick_window){w, h, w, h};
    b->message = "a message";
    bench_send(b, EDITOR_EVENT_MOUSE_MOVE, 100, h - 14, 0);
    assert_false(is_drawn_in(b, above));
    b->message =
        "a message that is longer than the status line of a window as small as this one: it names two files with "
        "long names, and says what was done to both of them";
    bench_settle(b);
    assert_true(is_drawn_in(b, above));
    for (uint32_t i = 0; i < b->overlay->vertex_count; i++)
        assert_true(b->overlay->vertices[i].x > -1 && b->overlay->vertices[i].x < (float)w + 1);
    bench_send(b, EDITOR_EVENT_MOUSE_MOVE, 300, 200, 0);
    assert_false(is_drawn_in(b, above));
    assert_false(is_drawn_in(b, end));
    assert_false(is_drawn_in(b, below));
    bench_drop(b);
}

// So are the rows of dialogs.
static void long_rows_of_dialogs_have_tooltips(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    char short_name[] = "lamp", long_name[] = "a lamp whose name is far too long for the list below the cursor";
    editor_dialog_row rows[2] = {{.label = short_name}, {.label = long_name}};
    const pick_rect beside = {570, 150, 120, 200};
    b->dialog = (editor_dialog){.kind = EDITOR_DIALOG_STACK,
                                .is_new = true,
                                .at = {300, 200},
                                .rows = rows,
                                .row_count = 2,
                                .hovered = EDITOR_NONE,
                                .selected = EDITOR_NONE};
    bool found[2] = {false, false};
    for (double y = 200; y < 290; y += 4) {
        bench_send(b, EDITOR_EVENT_MOUSE_MOVE, 400, y, 0);
        if (b->dialog.hovered < 2)
            found[b->dialog.hovered] = true;
        assert_int_equal(is_drawn_in(b, beside), b->dialog.hovered == 1);
    }
    assert_true(found[0] && found[1]);
    bench_drop(b);
}

// A chip that the viewport has no room for.
static void long_chips_have_tooltips(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    b->isolated = "lamp";
    bench_settle(b);
    const pick_rect view = editor_panels_viewport(b->panels, b->ui, &b->window);
    const pick_rect below = {view.x, view.y + 40, view.width, 60};
    bench_send(b, EDITOR_EVENT_MOUSE_MOVE, view.x + view.width / 2, view.y + 20, 0);
    assert_false(is_drawn_in(b, below));
    b->isolated = "a lamp whose name is far too long for the viewport between the panels of this small window: it "
                  "goes on and on";
    bench_settle(b);
    assert_true(is_drawn_in(b, below));
    bench_drop(b);
}

// A chip leaves the view's name free: it stands beside it, or below it where there is no room.
static void chips_leave_the_name_free(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    b->isolated = "a lamp of a rather long name, and of many words";
    for (double w = 1000; w >= 560; w -= 40) {
        b->window = (pick_window){w, 640, w, 640};
        b->view_name = NULL;
        bench_settle(b);
        const pick_rect view = editor_panels_viewport(b->panels, b->ui, &b->window);
        const double name = editor_ui_text_width(b->ui, "Perspective");
        const pick_rect corner = {view.x + 10, view.y + 8, name, editor_ui_line_height(b->ui)};
        const bool covered = is_drawn_in(b, corner);
        assert_true(covered || w > 800);
        b->view_name = "Perspective";
        bench_settle(b);
        assert_false(is_drawn_in(b, corner));
        assert_true(is_drawn_in(b, (pick_rect){view.x, view.y, view.width, 60}));
    }
    bench_drop(b);
}

// Nor do a chip and the path of groups cover the axis widget, however long their texts are.
static void chips_leave_the_axis_widget_free(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    b->isolated =
        "a lamp whose name is far too long for the viewport between the panels of this small window, and goes on";
    for (double w = 1280; w >= 640; w -= 64) {
        b->window = (pick_window){w, 640, w, 640};
        b->corner = 0;
        bench_settle(b);
        const pick_rect view = editor_panels_viewport(b->panels, b->ui, &b->window);
        const pick_rect corner = {view.x + view.width - 94, view.y, 94, 94};
        assert_true(is_drawn_in(b, corner) || w > 1000);
        b->corner = 94;
        bench_settle(b);
        assert_false(is_drawn_in(b, corner));
        assert_true(is_drawn_in(b, (pick_rect){view.x, view.y, view.width - 94, 40}) || view.width < 240);
    }
    bench_drop(b);
}

// The path of groups stands below the other chips where it would lie over them.
static void the_path_leaves_the_chips_free(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    b->part_mode = "edges";
    b->section_planes = 1;
    b->crumbs[0] = 1; // "group"
    b->crumb_count = 1;
    b->window = (pick_window){600, 640, 600, 640};
    bench_settle(b);
    pick_rect view = editor_panels_viewport(b->panels, b->ui, &b->window);
    bench_click(b, view.x + 40, view.y + 20, 0);
    assert_int_equal(b->command.type, EDITOR_COMMAND_LEAVE_PARTS);
    bench_click(b, view.x + 40, view.y + 50, 0);
    assert_int_equal(b->command.type, EDITOR_COMMAND_UNCUT);
    bench_click(b, view.x + 20, view.y + 76, 0);
    assert_int_equal(b->command.type, EDITOR_COMMAND_ENTER);
    // In a wide view it has room beside them.
    b->window = (pick_window){1400, 640, 1400, 640};
    bench_settle(b);
    view = editor_panels_viewport(b->panels, b->ui, &b->window);
    bench_click(b, view.x + 20, view.y + 52, 0);
    assert_int_equal(b->command.type, EDITOR_COMMAND_ENTER);
    bench_drop(b);
}

// The name of a file that is being read.
static void long_loads_have_tooltips(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    b->window = (pick_window){640, 400, 640, 400};
    b->load = (editor_panels_load){.name = "lamp.glb", .stage = "Reading", .fraction = 0.5};
    const pick_rect above = {210, 322, 120, 44};
    bench_send(b, EDITOR_EVENT_MOUSE_MOVE, 260, 386, 0);
    assert_false(is_drawn_in(b, above));
    b->load.name = "a lamp in a file whose name is far too long for the status line.glb";
    bench_settle(b);
    assert_true(is_drawn_in(b, above));
    bench_drop(b);
}

// The numbers of a drag stay inside their viewport, wherever the mouse is.
static void tags_stay_inside(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    const pick_rect inside = {300, 200, 180, 90};
    for (double x = 200; x <= 600; x += 40) {
        for (double y = 100; y <= 400; y += 30) {
            editor_ui_begin(b->ui, &b->window, 0.016);
            editor_ui_canvas_begin(b->ui, (pick_rect){0, 0, 1000, 640});
            editor_ui_canvas_tag(b->ui, inside, (pick_vec2){x, y}, "x 12.345 m");
            editor_ui_canvas_end(b->ui);
            b->overlay = editor_ui_end(b->ui);
            assert_true(is_drawn_in(b, inside));
            for (uint32_t i = 0; i < b->overlay->vertex_count; i++) {
                const render_overlay_vertex *v = &b->overlay->vertices[i];
                assert_true(v->x >= 299 && v->x <= 481 && v->y >= 199 && v->y <= 291);
            }
        }
    }
    bench_drop(b);
}

// How many vertices a line takes within a canvas from (300, 200) to (500, 300).
static uint32_t draw_line(bench *b, pick_vec2 from, pick_vec2 to, bool dashed)
{
    const pick_vec2 ends[2] = {from, to};
    uint32_t count[2];
    for (int i = 0; i < 2; i++) {
        editor_ui_begin(b->ui, &b->window, 0.016);
        editor_ui_canvas_begin(b->ui, (pick_rect){300, 200, 200, 100});
        if (i == 1)
            editor_ui_canvas_path(b->ui, ends, 2, false, dashed, EDITOR_UI_INK_STRONG);
        editor_ui_canvas_end(b->ui);
        b->overlay = editor_ui_end(b->ui);
        count[i] = b->overlay->vertex_count;
    }
    return count[1] - count[0];
}

// Lines whose ends are far away cost what is seen of them, and lie where they are.
static void far_lines_cost_what_is_seen(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    const pick_rect seen = {300, 248, 200, 4};
    const uint32_t across = draw_line(b, (pick_vec2){300, 250}, (pick_vec2){500, 250}, true);
    assert_true(across > 100); // 22 dashes
    for (double far = 1e3; far < 1e301; far *= 1e3) {
        const uint32_t dashed = draw_line(b, (pick_vec2){-far, 250}, (pick_vec2){far, 250}, true);
        assert_true(dashed <= across + across / 4);
        assert_true(far > 1e12 || (dashed >= across && is_drawn_in(b, seen)));
        assert_true(draw_line(b, (pick_vec2){-far, 250}, (pick_vec2){far, 250}, false) < 20);
        for (uint32_t i = 0; i < b->overlay->vertex_count; i++)
            assert_true(fabs((double)b->overlay->vertices[i].x) < 2000);
        // A slanted one passes through the middle; one beside is not drawn.
        const pick_vec2 ends[2] = {{400 - far, 250 - far}, {400 + far / 3, 250 + far / 3}};
        assert_true(draw_line(b, ends[0], ends[1], true) <= 2 * across);
        assert_true(far > 1e12 || is_drawn_in(b, (pick_rect){390, 240, 20, 20}));
        assert_int_equal(draw_line(b, (pick_vec2){-far, 320}, (pick_vec2){far, 320}, true), 0);
        assert_int_equal(draw_line(b, (pick_vec2){-far, 320}, (pick_vec2){far, 320}, false), 0);
    }
    bench_drop(b);
}

// The pattern of dashes stays on its line when that is cut: 9 points further away it is the same.
static void dashes_keep_their_places(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    for (double periods = 0; periods < 1e6; periods = 2 * periods + 3) {
        const double unit = editor_ui_unit(b->ui), from = 350 - 9 * unit * periods;
        draw_line(b, (pick_vec2){from, 250}, (pick_vec2){1e7, 250}, true);
        for (int i = 0; i < 4; i++) {
            const double at = 350 + 9 * unit * i;
            assert_true(is_drawn_in(b, (pick_rect){at - 1, 245, 2, 10}));            // a dash begins
            assert_true(is_drawn_in(b, (pick_rect){at + 5 * unit - 1, 245, 2, 10})); // and ends
            assert_false(is_drawn_in(b, (pick_rect){at + 6.1 * unit, 245, 1.8 * unit, 10}));
        }
    }
    bench_drop(b);
}

// `steps` steps of the selection.
static bench *make_history(uint32_t steps)
{
    bench *b = bench_make(0);
    for (uint32_t i = 0; i < steps; i++) {
        const uint32_t object = i % 2;
        assert_int_equal(editor_edit_select_objects(b->document, PICK_SELECTION_REPLACE, &object, 1), EDITOR_EDIT_DONE);
    }
    b->settings.history = true;
    editor_panels_arrange(b->panels, &b->settings, false);
    bench_settle(b);
    return b;
}

static void a_long_history_costs_what_is_seen_of_it(void **state)
{
    (void)state;
    bench *few = make_history(40), *many = make_history(10000);
    assert_true(many->max_vertices < few->max_vertices + 200);
    // The last step is in view, in the last row of the panel; the one above it goes one step back.
    const double bottom = 640 - 28;
    bench_click(many, 60, bottom - 33, 0);
    assert_int_equal(many->command.type, EDITOR_COMMAND_HISTORY);
    assert_int_equal(many->command.number, 9999);
    // The current one is a click on nothing.
    many->command = (editor_command){0};
    bench_click(many, 60, bottom - 11, 0);
    assert_int_equal(many->command.type, EDITOR_COMMAND_NONE);
    bench_drop(few);
    bench_drop(many);
}

static void press(bench *b, editor_key key, uint32_t modifiers)
{
    editor_event event = {.type = EDITOR_EVENT_KEY_DOWN, .key = key, .modifiers = modifiers};
    editor_ui_event(b->ui, &event);
    bench_settle(b);
    event.type = EDITOR_EVENT_KEY_UP;
    editor_ui_event(b->ui, &event);
    bench_settle(b);
}

static void test_report_is_wrapped_and_copied(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    char report[] =
        "Warnings: 2\n"
        "    texture \"a picture with a very long name in a folder with a long name as well, which nobody "
        "would read whole.png\": no such file; drawn without it\n"
        "    "
        "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"
        "\xc3\xa4\xc3\xb6\xc3\xbc\n\nlast";
    b->dialog = (editor_dialog){.kind = EDITOR_DIALOG_REPORT,
                                .is_new = true,
                                .report = report,
                                .answers = {"Close", "Copy"},
                                .hovered = EDITOR_NONE,
                                .selected = EDITOR_NONE};
    bench_settle(b);
    assert_non_null(b->dialog.wrapped);
    // The same letters, in more lines, none wider than the field.
    size_t lines = 0, letters[2] = {0};
    char line[1024] = "";
    for (const char *c = b->dialog.wrapped; *c; c++) {
        letters[0] += *c != ' ' && *c != '\n';
        if (*c != '\n') {
            strncat(line, c, 1);
            continue;
        }
        assert_true(editor_ui_text_width(b->ui, line) <= b->dialog.wrapped_width);
        assert_true(editor_text_is_utf8(line, strlen(line)));
        line[0] = 0;
        lines++;
    }
    for (const char *c = report; *c; c++)
        letters[1] += *c != ' ' && *c != '\n';
    assert_int_equal(letters[0], letters[1]);
    assert_int_equal(lines, 7);
    // What is selected in it is handed out once.
    assert_null(editor_ui_take_copied(b->ui));
    bench_click(b, 500, 320, 0);
    press(b, (editor_key)'A', PICK_MODIFIER_CTRL);
    press(b, (editor_key)'C', PICK_MODIFIER_CTRL);
    const char *copied = editor_ui_take_copied(b->ui);
    assert_non_null(copied);
    assert_string_equal(copied, b->dialog.wrapped);
    assert_null(editor_ui_take_copied(b->ui));
    // Another width wraps it anew; the text is not changed.
    char *before = editor_text_copy(b->dialog.wrapped);
    b->window = (pick_window){400, 300, 400, 300};
    bench_settle(b);
    assert_string_not_equal(b->dialog.wrapped, before);
    free(before);
    // Esc and Enter close it.
    press(b, EDITOR_KEY_ESCAPE, 0);
    assert_int_equal(b->command.type, EDITOR_COMMAND_ANSWER);
    assert_int_equal(b->command.number, 0);
    b->dialog.kind = EDITOR_DIALOG_NONE;
    bench_settle(b);
    free(b->dialog.wrapped);
    bench_drop(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_viewport_lies_between_the_panels),
        cmocka_unit_test(the_position_can_be_dragged),
        cmocka_unit_test(the_position_is_below_its_label_in_a_narrow_panel),
        cmocka_unit_test(tiny_negative_numbers_have_no_sign),
        cmocka_unit_test(an_open_menu_has_the_mouse),
        cmocka_unit_test(a_short_press_is_seen),
        cmocka_unit_test(a_hidden_release_is_known),
        cmocka_unit_test(another_font_is_shown_at_once),
        cmocka_unit_test(long_names_have_tooltips),
        cmocka_unit_test(messages_are_shown_over_boxes),
        cmocka_unit_test(what_has_no_triangles_names_none),
        cmocka_unit_test(long_names_keep_the_count_of_the_selection),
        cmocka_unit_test(long_messages_have_tooltips),
        cmocka_unit_test(long_rows_of_dialogs_have_tooltips),
        cmocka_unit_test(long_chips_have_tooltips),
        cmocka_unit_test(chips_leave_the_name_free),
        cmocka_unit_test(chips_leave_the_axis_widget_free),
        cmocka_unit_test(the_path_leaves_the_chips_free),
        cmocka_unit_test(long_loads_have_tooltips),
        cmocka_unit_test(tags_stay_inside),
        cmocka_unit_test(far_lines_cost_what_is_seen),
        cmocka_unit_test(dashes_keep_their_places),
        cmocka_unit_test(dialogs_and_panels_fit_narrow_windows),
        cmocka_unit_test(any_window_size_will_do),
        cmocka_unit_test(low_windows_have_assets_and_timeline),
        cmocka_unit_test(the_first_picture_of_another_scale_has_its_font),
        cmocka_unit_test(a_long_history_costs_what_is_seen_of_it),
        cmocka_unit_test(test_report_is_wrapped_and_copied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
