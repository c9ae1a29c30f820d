// The panels without a window and without a renderer: events in, commands and an overlay out.
#include "document/history/edit.h"
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

enum { FONT = 7 };

typedef struct bench {
    editor_document *document;
    const editor_level *level;
    editor_ui *ui;
    editor_panels *panels;
    pick_window window;
    pick_target hover;
    editor_settings settings;
    editor_dialog dialog;
    editor_command command; // of the last frame that gave one
    const render_overlay *overlay;
    uint32_t max_vertices;
    double seconds; // the time of the next event
    double frame_seconds;
} bench;

// first, group (with child 1, child 2), last; and `extra` more.
static bench *make(uint32_t extra)
{
    bench *b = calloc(1, sizeof(*b));
    editor_level *level = editor_level_create();
    editor_level_add_object(level, "first", EDITOR_NONE, EDITOR_NONE, &PICK_AFFINE_IDENTITY);
    editor_level_add_object(level, "group", EDITOR_NONE, EDITOR_NONE, &PICK_AFFINE_IDENTITY);
    editor_level_add_object(level, "child 1", 1, EDITOR_NONE, &PICK_AFFINE_IDENTITY);
    editor_level_add_object(level, "child 2", 1, EDITOR_NONE, &PICK_AFFINE_IDENTITY);
    editor_level_add_object(level, "last", EDITOR_NONE, EDITOR_NONE, &PICK_AFFINE_IDENTITY);
    for (uint32_t i = 0; i < extra; i++)
        editor_level_add_object(level, "another", EDITOR_NONE, EDITOR_NONE, &PICK_AFFINE_IDENTITY);
    editor_error error;
    assert_true(editor_level_finish(level, &error));
    b->document = editor_document_create(level, NULL);
    assert_non_null(b->document);
    b->level = editor_document_level(b->document);
    b->settings = EDITOR_SETTINGS_DEFAULT;
    b->seconds = 1;
    b->frame_seconds = 0.016;
    b->ui = editor_ui_create(1, 1);
    b->panels = editor_panels_create();
    assert_true(b->ui && b->panels);
    editor_ui_image font = editor_ui_font_image(b->ui);
    assert_true(font.rgba && font.width > 0 && font.height > 0);
    editor_ui_set_font_texture(b->ui, FONT);
    b->window = (pick_window){1000, 640, 2000, 1280};
    return b;
}

static void drop(bench *b)
{
    editor_panels_destroy(b->panels);
    editor_ui_destroy(b->ui);
    editor_document_destroy(b->document);
    free(b);
}

// The overlay refers only to what it holds, and stays in the window.
static void check_overlay(const bench *b)
{
    const render_overlay *o = b->overlay;
    for (uint32_t i = 0; i < o->command_count; i++) {
        const render_overlay_command *c = &o->commands[i];
        assert_int_equal(c->texture, FONT);
        assert_true(c->index_offset + c->index_count <= o->index_count);
        for (uint32_t k = 0; k < c->index_count; k++)
            assert_true(c->vertex_offset + o->indices[c->index_offset + k] < o->vertex_count);
    }
    assert_true(o->scale == (float)(b->window.drawable_width / b->window.width));
}

static void frame(bench *b)
{
    static const editor_panel_action actions[] = {
        {.menu = "File", .label = "Save", .bar_label = "Save", .enabled = true, .bar = 1},
        {.menu = "File", .label = "Quit", .bar_label = "Quit", .enabled = true},
    };
    const editor_panels_model model = {.document = b->document,
                                       .settings = &b->settings,
                                       .actions = actions,
                                       .action_count = 2,
                                       .dialog = &b->dialog,
                                       .hover = &b->hover,
                                       .hover_name = "",
                                       .tool_text = "",
                                       .hint = "",
                                       .message = "",
                                       .pick_microseconds = 1,
                                       .device_name = "device (1.2)"};
    editor_ui_begin(b->ui, &b->window, b->frame_seconds);
    b->seconds += b->frame_seconds;
    editor_command command = editor_panels_show(b->panels, b->ui, &b->window, &model);
    b->overlay = editor_ui_end(b->ui);
    check_overlay(b);
    if (b->overlay->vertex_count > b->max_vertices)
        b->max_vertices = b->overlay->vertex_count;
    if (command.type != EDITOR_COMMAND_NONE)
        b->command = command;
    if (command.type == EDITOR_COMMAND_SELECT)
        assert_int_not_equal(editor_edit_select_objects(b->document, command.op, command.objects, command.object_count),
                             EDITOR_EDIT_REFUSED);
}

// Frames until none is wanted. An interface that never settles would keep the processor busy.
static void settle(bench *b)
{
    int frames = 0;
    do {
        frame(b);
        assert_true(++frames < 12);
    } while (editor_ui_needs_frame(b->ui) || editor_panels_need_frame(b->panels));
}

static void send(bench *b, editor_event_type type, double x, double y, uint32_t modifiers)
{
    editor_event event = {
        .type = type, .position = {x, y}, .modifiers = modifiers, .button = PICK_BUTTON_LEFT, .seconds = b->seconds};
    editor_ui_event(b->ui, &event);
    settle(b);
}

static void click(bench *b, double x, double y, uint32_t modifiers)
{
    b->command.type = EDITOR_COMMAND_NONE;
    b->seconds += 1; // two clicks are no double click
    send(b, EDITOR_EVENT_MOUSE_MOVE, x, y, modifiers);
    send(b, EDITOR_EVENT_MOUSE_PRESS, x, y, modifiers);
    send(b, EDITOR_EVENT_MOUSE_RELEASE, x, y, modifiers);
}

static double row_y(int row)
{
    return 103 + 11 + 22 * row;
}

static bool is_selected(const bench *b, uint32_t object)
{
    return pick_selection_contains(editor_document_selection(b->document), b->level->objects[object].pick);
}

static void the_viewport_lies_between_the_panels(void **state)
{
    (void)state;
    bench *b = make(0);
    settle(b);
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
    send(b, EDITOR_EVENT_MOUSE_MOVE, r.x - 2, 300, 0);
    assert_int_equal(editor_ui_cursor(b->ui), EDITOR_CURSOR_RESIZE_X);
    send(b, EDITOR_EVENT_MOUSE_PRESS, r.x - 2, 300, 0);
    send(b, EDITOR_EVENT_MOUSE_MOVE, r.x + 38, 300, 0);
    assert_true(editor_ui_owns_mouse(b->ui, (pick_vec2){r.x + 100, 300}));
    send(b, EDITOR_EVENT_MOUSE_RELEASE, r.x + 38, 300, 0);
    pick_rect wider = editor_panels_viewport(b->panels, b->ui, &b->window);
    assert_true(wider.x == r.x + 40 && wider.x + wider.width == r.x + r.width);
    drop(b);
}

static void rows_select_as_clicks_do(void **state)
{
    (void)state;
    bench *b = make(0);
    settle(b);
    click(b, 100, row_y(0), 0);
    assert_int_equal(b->command.type, EDITOR_COMMAND_SELECT);
    assert_true(is_selected(b, 0) && pick_selection_count(editor_document_selection(b->document)) == 1);
    click(b, 100, row_y(1), PICK_MODIFIER_CTRL);
    assert_true(is_selected(b, 0) && is_selected(b, 1)); // a group, too
    click(b, 100, row_y(0), PICK_MODIFIER_CTRL);
    assert_true(!is_selected(b, 0) && is_selected(b, 1));
    click(b, 100, row_y(0), 0);
    click(b, 100, row_y(2), PICK_MODIFIER_SHIFT); // all from the active one to this
    assert_true(is_selected(b, 0) && is_selected(b, 1) && is_selected(b, 4));
    assert_true(
        pick_object_id_equal(pick_selection_active(editor_document_selection(b->document)), b->level->objects[4].pick));
    drop(b);
}

static void groups_open_by_hand_and_by_selection(void **state)
{
    (void)state;
    bench *b = make(0);
    settle(b);
    click(b, 16, row_y(1), 0); // the triangle
    assert_int_equal(b->command.type, EDITOR_COMMAND_NONE);
    click(b, 100, row_y(2), 0);
    assert_true(is_selected(b, 2));
    click(b, 16, row_y(1), 0);
    click(b, 100, row_y(2), 0);
    assert_true(is_selected(b, 4));
    // Selected in the viewport, a folded object is brought to light.
    pick_object_id child = b->level->objects[3].pick;
    assert_int_equal(editor_edit_select(b->document, PICK_SELECTION_REPLACE, &child, 1), EDITOR_EDIT_DONE);
    settle(b);
    click(b, 100, row_y(2), 0);
    assert_true(is_selected(b, 2));
    drop(b);
}

static void rows_hide_and_lock(void **state)
{
    (void)state;
    bench *b = make(0);
    settle(b);
    click(b, 212, row_y(0), 0);
    assert_int_equal(b->command.type, EDITOR_COMMAND_HIDE);
    assert_true(b->command.object_count == 1 && b->command.objects[0] == 0 && b->command.value);
    assert_int_equal(editor_edit_set_hidden(b->document, b->command.objects, 1, true), EDITOR_EDIT_DONE);
    click(b, 212, row_y(0), 0);
    assert_true(b->command.type == EDITOR_COMMAND_HIDE && !b->command.value);
    click(b, 192, row_y(1), 0);
    assert_int_equal(b->command.type, EDITOR_COMMAND_LOCK);
    assert_true(b->command.object_count == 1 && b->command.objects[0] == 1 && b->command.value);
    assert_int_equal(pick_selection_count(editor_document_selection(b->document)), 0); // that was no click on the row
    drop(b);
}

static void type_text(bench *b, const char *text)
{
    editor_event event = {.type = EDITOR_EVENT_TEXT};
    snprintf(event.text, sizeof(event.text), "%s", text);
    editor_ui_event(b->ui, &event);
    settle(b);
}

static void press_key(bench *b, editor_key key)
{
    for (int up = 0; up < 2; up++) {
        editor_event event = {.type = up ? EDITOR_EVENT_KEY_UP : EDITOR_EVENT_KEY_DOWN, .key = key};
        editor_ui_event(b->ui, &event);
        settle(b);
    }
}

// A double click is two presses that are close in time. How long the pictures between them take, and how long ago the
// last one was, does not count.
static void double_clicks_are_counted_by_the_times_of_presses(void **state)
{
    (void)state;
    bench *b = make(200);
    settle(b);
    static const struct {
        double picture, before, between; // seconds: of each picture, of rest before, between the presses
        bool is_double;
    } cases[] = {{0.016, 1, 0.1, true}, {0.016, 1, 0.29, true},  {0.016, 1, 0.31, false},  {0.5, 1, 0.1, true},
                 {0.5, 1, 0.4, false},  {0.016, 100, 0.1, true}, {0.0001, 0.4, 0.2, true}, {0.5, 0, 0.31, false}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        b->frame_seconds = cases[i].picture;
        b->seconds += cases[i].before;
        const double first = b->seconds;
        for (int press = 0; press < 2; press++) {
            b->seconds = first + press * cases[i].between;
            send(b, EDITOR_EVENT_MOUSE_PRESS, 100, row_y(1 + (int)i), 0);
            send(b, EDITOR_EVENT_MOUSE_RELEASE, 100, row_y(1 + (int)i), 0);
        }
        assert_true(editor_ui_owns_keyboard(b->ui) == cases[i].is_double);
        press_key(b, EDITOR_KEY_ESCAPE);
        assert_false(editor_ui_owns_keyboard(b->ui));
    }
    // The third press of three is the first of the next two.
    b->frame_seconds = 0.016;
    const double first = b->seconds + 1;
    for (int press = 0; press < 4; press++) {
        b->seconds = first + 0.1 * press;
        send(b, EDITOR_EVENT_MOUSE_PRESS, 100, row_y(12), 0);
        send(b, EDITOR_EVENT_MOUSE_RELEASE, 100, row_y(12), 0);
        assert_true(editor_ui_owns_keyboard(b->ui) == (press % 2 == 1));
        if (press % 2 == 1)
            press_key(b, EDITOR_KEY_ESCAPE);
    }
    drop(b);
}

static void rows_are_renamed_in_place(void **state)
{
    (void)state;
    bench *b = make(200);
    settle(b);
    click(b, 100, row_y(1), 0);
    send(b, EDITOR_EVENT_MOUSE_PRESS, 100, row_y(1), 0);
    send(b, EDITOR_EVENT_MOUSE_RELEASE, 100, row_y(1), 0);
    assert_true(editor_ui_owns_keyboard(b->ui));
    type_text(b, "new"); // replaces the name: it is selected
    b->command.type = EDITOR_COMMAND_NONE;
    press_key(b, EDITOR_KEY_ENTER);
    assert_int_equal(b->command.type, EDITOR_COMMAND_RENAME);
    assert_true(b->command.object_count == 1 && b->command.objects[0] == 1);
    assert_string_equal(b->command.text, "new");
    assert_false(editor_ui_owns_keyboard(b->ui));

    // Esc, and a name that stays, give no command.
    b->command.type = EDITOR_COMMAND_NONE;
    assert_true(editor_panels_rename(b->panels, b->level, 1));
    settle(b);
    type_text(b, "other");
    press_key(b, EDITOR_KEY_ESCAPE);
    assert_true(editor_panels_rename(b->panels, b->level, 1));
    settle(b);
    press_key(b, EDITOR_KEY_ENTER);
    assert_int_equal(b->command.type, EDITOR_COMMAND_NONE);
    assert_false(editor_ui_owns_keyboard(b->ui));

    // A row far below is scrolled to; one that is scrolled away keeps what was typed.
    assert_true(editor_panels_rename(b->panels, b->level, 190));
    settle(b);
    assert_true(editor_ui_owns_keyboard(b->ui));
    type_text(b, "far");
    b->command.type = EDITOR_COMMAND_NONE;
    click(b, 100, row_y(3), 0);
    assert_true(b->command.type == EDITOR_COMMAND_SELECT || b->command.type == EDITOR_COMMAND_RENAME);
    assert_false(editor_ui_owns_keyboard(b->ui));

    // Hidden rows have no field.
    b->settings.hide_outliner = true;
    editor_panels_arrange(b->panels, &b->settings, false);
    settle(b);
    assert_false(editor_panels_rename(b->panels, b->level, 1));
    drop(b);
}

static void the_position_can_be_dragged(void **state)
{
    (void)state;
    bench *b = make(0);
    settle(b);
    click(b, 100, row_y(0), 0);
    // The first of the three fields: found by trying, from the top of the inspector down.
    double x = 1000 - 290 + 110;
    b->command.type = EDITOR_COMMAND_NONE;
    for (double y = 60; y < 200 && b->command.type == EDITOR_COMMAND_NONE; y += 6) {
        send(b, EDITOR_EVENT_MOUSE_MOVE, x, y, 0);
        send(b, EDITOR_EVENT_MOUSE_PRESS, x, y, 0);
        for (int i = 1; i <= 5; i++)
            send(b, EDITOR_EVENT_MOUSE_MOVE, x + 10 * i, y, 0);
        send(b, EDITOR_EVENT_MOUSE_RELEASE, x + 50, y, 0);
    }
    assert_int_equal(b->command.type, EDITOR_COMMAND_SET_LOCALS);
    assert_true(b->command.object_count == 1 && b->command.objects[0] == 0);
    assert_true(b->command.locals[0].origin.x > 0 && b->command.locals[0].origin.y == 0);
    assert_true(b->command.locals[0].linear[0] == 1);
    drop(b);
}

// The picture of the inspector with the first object's X at `x`. The caller frees it.
static render_overlay_vertex *shown_with_x(bench *b, double x, uint32_t *count)
{
    pick_affine local = PICK_AFFINE_IDENTITY;
    local.origin.x = x;
    const uint32_t first = 0;
    editor_edit_set_locals(b->document, &first, &local, 1);
    settle(b);
    *count = b->overlay->vertex_count;
    render_overlay_vertex *copy = malloc(*count * sizeof(*copy));
    memcpy(copy, b->overlay->vertices, *count * sizeof(*copy));
    return copy;
}

static void tiny_negative_numbers_have_no_sign(void **state)
{
    (void)state;
    bench *b = make(0);
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
    drop(b);
}

static void an_open_menu_has_the_mouse(void **state)
{
    (void)state;
    bench *b = make(0);
    settle(b);
    pick_rect r = editor_panels_viewport(b->panels, b->ui, &b->window);
    pick_vec2 middle = {r.x + r.width / 2, r.y + r.height / 2};
    click(b, 25, 14, 0);
    assert_true(editor_ui_owns_mouse(b->ui, middle));
    assert_true(editor_ui_owns_keyboard(b->ui));
    click(b, middle.x, middle.y, 0); // closes it
    assert_false(editor_ui_owns_mouse(b->ui, middle));
    assert_int_equal(b->command.type, EDITOR_COMMAND_NONE);
    // And an entry does what it says.
    click(b, 25, 14, 0);
    click(b, 60, 43, 0);
    assert_true(b->command.type == EDITOR_COMMAND_ACTION && b->command.number == 0);
    drop(b);
}

static void dialogs_and_panels_fit_narrow_windows(void **state)
{
    (void)state;
    static const editor_dialog_kind kinds[] = {EDITOR_DIALOG_SHORTCUTS, EDITOR_DIALOG_FILE, EDITOR_DIALOG_CONFIRM};
    for (double w = 400; w <= 1400; w += 100) {
        for (int i = 0; i < 3; i++) {
            bench *b = make(0);
            b->window = (pick_window){w, 600, w, 600};
            const pick_rect view = editor_panels_viewport(b->panels, b->ui, &b->window);
            assert_true(view.width >= floor(0.22 * w));
            b->dialog = (editor_dialog){.kind = kinds[i], .title = "Title", .text = "text", .is_new = true};
            for (int n = 0; n < 4; n++)
                frame(b);
            for (uint32_t k = 0; k < b->overlay->vertex_count; k++) {
                const double x = (double)b->overlay->vertices[k].x;
                assert_true(x > -1 && x < w + 1);
            }
            drop(b);
        }
    }
}

static void any_window_size_will_do(void **state)
{
    (void)state;
    bench *b = make(20);
    for (double w = 1; w < 1400; w += w < 40 ? 3 : 71) {
        for (double h = 1; h < 900; h += h < 40 ? 3 : 83) {
            b->window = (pick_window){w, h, w, h};
            frame(b);
            pick_rect r = editor_panels_viewport(b->panels, b->ui, &b->window);
            assert_true(r.width > 0 && r.height > 0 && r.x >= 0 && r.y >= 0);
            assert_true(r.x + r.width <= w && r.y + r.height <= h);
        }
    }
    drop(b);
}

static void long_levels_cost_what_is_seen_of_them(void **state)
{
    (void)state;
    bench *few = make(40), *many = make(100000);
    settle(few);
    settle(many);
    assert_true(many->max_vertices < few->max_vertices + 200);
    // The last one, selected elsewhere, is scrolled to.
    pick_object_id last = many->level->objects[many->level->object_count - 1].pick;
    assert_int_equal(editor_edit_select(many->document, PICK_SELECTION_REPLACE, &last, 1), EDITOR_EDIT_DONE);
    settle(many);
    click(many, 100, 600, 0);
    uint32_t object =
        editor_level_object(many->level, pick_selection_active(editor_document_selection(many->document)));
    assert_true(object > 99000);
    drop(few);
    drop(many);
}

// The rows in view fill the panel.
static void check_rows(const bench *b)
{
    const editor_panels_rows rows = editor_panels_outline(b->panels);
    const double bottom = rows.panel.y + rows.panel.height, end = rows.area.y + rows.area.height;
    assert_true(rows.total > 0 && rows.count > 0 && rows.first + rows.count <= rows.total);
    assert_true(rows.area.height == 22 * rows.count); // without gaps, each row once
    assert_true(rows.area.y <= rows.panel.y && rows.area.y > rows.panel.y - 22);
    assert_true(end >= bottom || rows.count == rows.total);
}

// The object that a click on the outliner at `y` selects.
static uint32_t clicked_at(bench *b, double y)
{
    click(b, 100, y, 0);
    return editor_level_object(b->level, pick_selection_active(editor_document_selection(b->document)));
}

static void every_scroll_position_shows_rows(void **state)
{
    (void)state;
    bench *b = make(300);
    settle(b);
    check_rows(b);
    uint32_t last = 0;
    for (int i = 0; i < 400; i++) {
        editor_event event = {.type = EDITOR_EVENT_WHEEL, .position = {100, 300}, .delta = {0, -0.23}};
        send(b, EDITOR_EVENT_MOUSE_MOVE, 100, 300, 0);
        editor_ui_event(b->ui, &event);
        settle(b);
        check_rows(b);
        const editor_panels_rows rows = editor_panels_outline(b->panels);
        assert_true(rows.first >= last);
        last = rows.first;
        if (i % 40 != 0)
            continue;
        // A click selects what is drawn there.
        const uint32_t wanted = rows.first + (uint32_t)((300 - rows.area.y) / 22);
        assert_int_equal(clicked_at(b, 300), editor_panels_outline_object(b->panels, wanted));
        assert_int_equal(editor_panels_outline(b->panels).first, rows.first); // and does not scroll
    }
    const editor_panels_rows end = editor_panels_outline(b->panels);
    assert_int_equal(end.first + end.count, end.total); // the wheel reached the end
    drop(b);
}

static void a_revealed_row_is_inside(void **state)
{
    (void)state;
    bench *b = make(300);
    settle(b);
    for (uint32_t i = 0; i < b->level->object_count; i++) {
        const uint32_t number = i * 131 % b->level->object_count; // near and far, up and down
        const pick_object_id id = b->level->objects[number].pick;
        editor_edit_select(b->document, PICK_SELECTION_REPLACE, &id, 1);
        settle(b);
        check_rows(b);
        const editor_panels_rows rows = editor_panels_outline(b->panels);
        uint32_t at = rows.first;
        while (at < rows.first + rows.count && editor_panels_outline_object(b->panels, at) != number)
            at++;
        assert_true(at < rows.first + rows.count);
        const double top = rows.area.y + (at - rows.first) * 22;
        assert_true(top >= rows.panel.y && top + 22 <= rows.panel.y + rows.panel.height);
    }
    drop(b);
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
    bench *b = make(0);
    settle(b);
    assert_non_null(editor_ui_font_image(b->ui).rgba);
    editor_ui_set_font_texture(b->ui, FONT + 1);
    assert_true(b->overlay->command_count > 0);
    for (uint32_t i = 0; i < b->overlay->command_count; i++)
        assert_int_equal(b->overlay->commands[i].texture, FONT + 1);
    editor_ui_set_font_texture(b->ui, FONT);
    drop(b);
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
    bench *b = make(0);
    const pick_rect beside = {260, 103, 300, 80}; // in the viewport
    assert_int_equal(editor_edit_rename(b->document, 0, "a name that is far too long for its row in the outliner"),
                     EDITOR_EDIT_DONE);
    settle(b);
    send(b, EDITOR_EVENT_MOUSE_MOVE, 100, row_y(1), 0);
    assert_false(is_drawn_in(b, beside));
    send(b, EDITOR_EVENT_MOUSE_MOVE, 100, row_y(0), 0);
    assert_true(is_drawn_in(b, beside));
    drop(b);
}

// The numbers of a drag stay inside their viewport, wherever the mouse is.
static void tags_stay_inside(void **state)
{
    (void)state;
    bench *b = make(0);
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
    drop(b);
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
    bench *b = make(0);
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
    drop(b);
}

// The pattern of dashes stays on its line when that is cut: 9 points further away it is the same.
static void dashes_keep_their_places(void **state)
{
    (void)state;
    bench *b = make(0);
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
    drop(b);
}

// `steps` steps of the selection.
static bench *make_history(uint32_t steps)
{
    bench *b = make(0);
    for (uint32_t i = 0; i < steps; i++) {
        const uint32_t object = i % 2;
        assert_int_equal(editor_edit_select_objects(b->document, PICK_SELECTION_REPLACE, &object, 1), EDITOR_EDIT_DONE);
    }
    b->settings.history = true;
    editor_panels_arrange(b->panels, &b->settings, false);
    settle(b);
    return b;
}

static void a_long_history_costs_what_is_seen_of_it(void **state)
{
    (void)state;
    bench *few = make_history(40), *many = make_history(10000);
    assert_true(many->max_vertices < few->max_vertices + 200);
    // The last step is in view, in the last row of the panel; the one above it goes one step back.
    const double bottom = 640 - 28;
    click(many, 60, bottom - 33, 0);
    assert_int_equal(many->command.type, EDITOR_COMMAND_HISTORY);
    assert_int_equal(many->command.number, 9999);
    // The current one is a click on nothing.
    many->command = (editor_command){0};
    click(many, 60, bottom - 11, 0);
    assert_int_equal(many->command.type, EDITOR_COMMAND_NONE);
    drop(few);
    drop(many);
}

static void press(bench *b, editor_key key, uint32_t modifiers)
{
    editor_event event = {.type = EDITOR_EVENT_KEY_DOWN, .key = key, .modifiers = modifiers};
    editor_ui_event(b->ui, &event);
    settle(b);
    event.type = EDITOR_EVENT_KEY_UP;
    editor_ui_event(b->ui, &event);
    settle(b);
}

static void test_report_is_wrapped_and_copied(void **state)
{
    (void)state;
    bench *b = make(0);
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
                                .answers = {"Copy", "Close"},
                                .hovered = EDITOR_NONE,
                                .selected = EDITOR_NONE};
    settle(b);
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
    click(b, 500, 320, 0);
    press(b, (editor_key)'A', PICK_MODIFIER_CTRL);
    press(b, (editor_key)'C', PICK_MODIFIER_CTRL);
    const char *copied = editor_ui_take_copied(b->ui);
    assert_non_null(copied);
    assert_string_equal(copied, b->dialog.wrapped);
    assert_null(editor_ui_take_copied(b->ui));
    // Another width wraps it anew; the text is not changed.
    char *before = editor_text_copy(b->dialog.wrapped);
    b->window = (pick_window){400, 300, 400, 300};
    settle(b);
    assert_string_not_equal(b->dialog.wrapped, before);
    free(before);
    press(b, EDITOR_KEY_ESCAPE, 0);
    assert_int_equal(b->command.type, EDITOR_COMMAND_ANSWER);
    assert_int_equal(b->command.number, 1);
    b->dialog.kind = EDITOR_DIALOG_NONE;
    settle(b);
    free(b->dialog.wrapped);
    drop(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_viewport_lies_between_the_panels),
        cmocka_unit_test(rows_select_as_clicks_do),
        cmocka_unit_test(groups_open_by_hand_and_by_selection),
        cmocka_unit_test(rows_hide_and_lock),
        cmocka_unit_test(double_clicks_are_counted_by_the_times_of_presses),
        cmocka_unit_test(rows_are_renamed_in_place),
        cmocka_unit_test(the_position_can_be_dragged),
        cmocka_unit_test(tiny_negative_numbers_have_no_sign),
        cmocka_unit_test(an_open_menu_has_the_mouse),
        cmocka_unit_test(a_short_press_is_seen),
        cmocka_unit_test(a_hidden_release_is_known),
        cmocka_unit_test(another_font_is_shown_at_once),
        cmocka_unit_test(long_names_have_tooltips),
        cmocka_unit_test(tags_stay_inside),
        cmocka_unit_test(far_lines_cost_what_is_seen),
        cmocka_unit_test(dashes_keep_their_places),
        cmocka_unit_test(dialogs_and_panels_fit_narrow_windows),
        cmocka_unit_test(any_window_size_will_do),
        cmocka_unit_test(long_levels_cost_what_is_seen_of_them),
        cmocka_unit_test(a_long_history_costs_what_is_seen_of_it),
        cmocka_unit_test(every_scroll_position_shows_rows),
        cmocka_unit_test(a_revealed_row_is_inside),
        cmocka_unit_test(test_report_is_wrapped_and_copied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
