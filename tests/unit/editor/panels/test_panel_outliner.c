// The outliner: its rows select, open, hide, lock, are renamed and scrolled.
#include "panel_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool is_selected(const bench *b, uint32_t object)
{
    return pick_selection_contains(editor_document_selection(b->document), b->level->objects[object].pick);
}

static void rows_select_as_clicks_do(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    bench_settle(b);
    bench_click(b, 100, bench_row_y(0), 0);
    assert_int_equal(b->command.type, EDITOR_COMMAND_SELECT);
    assert_true(is_selected(b, 0) && pick_selection_count(editor_document_selection(b->document)) == 1);
    bench_click(b, 100, bench_row_y(1), PICK_MODIFIER_CTRL);
    assert_true(is_selected(b, 0) && is_selected(b, 1)); // a group, too
    bench_click(b, 100, bench_row_y(0), PICK_MODIFIER_CTRL);
    assert_true(!is_selected(b, 0) && is_selected(b, 1));
    bench_click(b, 100, bench_row_y(0), 0);
    bench_click(b, 100, bench_row_y(2), PICK_MODIFIER_SHIFT); // all from the active one to this
    assert_true(is_selected(b, 0) && is_selected(b, 1) && is_selected(b, 4));
    assert_true(
        pick_object_id_equal(pick_selection_active(editor_document_selection(b->document)), b->level->objects[4].pick));
    bench_drop(b);
}

static void groups_open_by_hand_and_by_selection(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    bench_settle(b);
    bench_click(b, 16, bench_row_y(1), 0); // the triangle
    assert_int_equal(b->command.type, EDITOR_COMMAND_NONE);
    bench_click(b, 100, bench_row_y(2), 0);
    assert_true(is_selected(b, 2));
    bench_click(b, 16, bench_row_y(1), 0);
    bench_click(b, 100, bench_row_y(2), 0);
    assert_true(is_selected(b, 4));
    // Selected in the viewport, a folded object is brought to light.
    pick_object_id child = b->level->objects[3].pick;
    assert_int_equal(editor_edit_select(b->document, PICK_SELECTION_REPLACE, &child, 1), EDITOR_EDIT_DONE);
    bench_settle(b);
    bench_click(b, 100, bench_row_y(2), 0);
    assert_true(is_selected(b, 2));
    bench_drop(b);
}

static void rows_hide_and_lock(void **state)
{
    (void)state;
    bench *b = bench_make(0);
    bench_settle(b);
    bench_click(b, 212, bench_row_y(0), 0);
    assert_int_equal(b->command.type, EDITOR_COMMAND_HIDE);
    assert_true(b->command.object_count == 1 && b->command.objects[0] == 0 && b->command.value);
    assert_int_equal(editor_edit_set_hidden(b->document, b->command.objects, 1, true), EDITOR_EDIT_DONE);
    bench_click(b, 212, bench_row_y(0), 0);
    assert_true(b->command.type == EDITOR_COMMAND_HIDE && !b->command.value);
    bench_click(b, 192, bench_row_y(1), 0);
    assert_int_equal(b->command.type, EDITOR_COMMAND_LOCK);
    assert_true(b->command.object_count == 1 && b->command.objects[0] == 1 && b->command.value);
    assert_int_equal(pick_selection_count(editor_document_selection(b->document)), 0); // that was no click on the row
    bench_drop(b);
}

// A double click is two presses that are close in time. How long the pictures between them take, and how long ago the
// last one was, does not count.
static void double_clicks_are_counted_by_the_times_of_presses(void **state)
{
    (void)state;
    bench *b = bench_make(200);
    bench_settle(b);
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
            bench_send(b, EDITOR_EVENT_MOUSE_PRESS, 100, bench_row_y(1 + (int)i), 0);
            bench_send(b, EDITOR_EVENT_MOUSE_RELEASE, 100, bench_row_y(1 + (int)i), 0);
        }
        assert_true(editor_ui_owns_keyboard(b->ui) == cases[i].is_double);
        bench_press_key(b, EDITOR_KEY_ESCAPE);
        assert_false(editor_ui_owns_keyboard(b->ui));
    }
    // The third press of three is the first of the next two.
    b->frame_seconds = 0.016;
    const double first = b->seconds + 1;
    for (int press = 0; press < 4; press++) {
        b->seconds = first + 0.1 * press;
        bench_send(b, EDITOR_EVENT_MOUSE_PRESS, 100, bench_row_y(12), 0);
        bench_send(b, EDITOR_EVENT_MOUSE_RELEASE, 100, bench_row_y(12), 0);
        assert_true(editor_ui_owns_keyboard(b->ui) == (press % 2 == 1));
        if (press % 2 == 1)
            bench_press_key(b, EDITOR_KEY_ESCAPE);
    }
    bench_drop(b);
}

static void rows_are_renamed_in_place(void **state)
{
    (void)state;
    bench *b = bench_make(200);
    bench_settle(b);
    bench_click(b, 100, bench_row_y(1), 0);
    bench_send(b, EDITOR_EVENT_MOUSE_PRESS, 100, bench_row_y(1), 0);
    bench_send(b, EDITOR_EVENT_MOUSE_RELEASE, 100, bench_row_y(1), 0);
    assert_true(editor_ui_owns_keyboard(b->ui));
    bench_type_text(b, "new"); // replaces the name: it is selected
    b->command.type = EDITOR_COMMAND_NONE;
    bench_press_key(b, EDITOR_KEY_ENTER);
    assert_int_equal(b->command.type, EDITOR_COMMAND_RENAME);
    assert_true(b->command.object_count == 1 && b->command.objects[0] == 1);
    assert_string_equal(b->command.text, "new");
    assert_false(editor_ui_owns_keyboard(b->ui));

    // Esc, and a name that stays, give no command.
    b->command.type = EDITOR_COMMAND_NONE;
    assert_true(editor_panels_rename(b->panels, b->level, 1));
    bench_settle(b);
    bench_type_text(b, "other");
    bench_press_key(b, EDITOR_KEY_ESCAPE);
    assert_true(editor_panels_rename(b->panels, b->level, 1));
    bench_settle(b);
    bench_press_key(b, EDITOR_KEY_ENTER);
    assert_int_equal(b->command.type, EDITOR_COMMAND_NONE);
    assert_false(editor_ui_owns_keyboard(b->ui));

    // A row far below is scrolled to; one that is scrolled away keeps what was typed.
    assert_true(editor_panels_rename(b->panels, b->level, 190));
    bench_settle(b);
    assert_true(editor_ui_owns_keyboard(b->ui));
    bench_type_text(b, "far");
    b->command.type = EDITOR_COMMAND_NONE;
    bench_click(b, 100, bench_row_y(3), 0);
    assert_true(b->command.type == EDITOR_COMMAND_SELECT || b->command.type == EDITOR_COMMAND_RENAME);
    assert_false(editor_ui_owns_keyboard(b->ui));

    // Hidden rows have no field.
    b->settings.hide_outliner = true;
    editor_panels_arrange(b->panels, &b->settings, false);
    bench_settle(b);
    assert_false(editor_panels_rename(b->panels, b->level, 1));
    bench_drop(b);
}

static void long_levels_cost_what_is_seen_of_them(void **state)
{
    (void)state;
    bench *few = bench_make(40), *many = bench_make(100000);
    bench_settle(few);
    bench_settle(many);
    assert_true(many->max_vertices < few->max_vertices + 200);
    // The last one, selected elsewhere, is scrolled to.
    pick_object_id last = many->level->objects[many->level->object_count - 1].pick;
    assert_int_equal(editor_edit_select(many->document, PICK_SELECTION_REPLACE, &last, 1), EDITOR_EDIT_DONE);
    bench_settle(many);
    bench_click(many, 100, 600, 0);
    uint32_t object =
        editor_level_object(many->level, pick_selection_active(editor_document_selection(many->document)));
    assert_true(object > 99000);
    bench_drop(few);
    bench_drop(many);
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
    bench_click(b, 100, y, 0);
    return editor_level_object(b->level, pick_selection_active(editor_document_selection(b->document)));
}

static void every_scroll_position_shows_rows(void **state)
{
    (void)state;
    bench *b = bench_make(300);
    bench_settle(b);
    check_rows(b);
    uint32_t last = 0;
    for (int i = 0; i < 400; i++) {
        editor_event event = {.type = EDITOR_EVENT_WHEEL, .position = {100, 300}, .delta = {0, -0.23}};
        bench_send(b, EDITOR_EVENT_MOUSE_MOVE, 100, 300, 0);
        editor_ui_event(b->ui, &event);
        bench_settle(b);
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
    bench_drop(b);
}

static void a_revealed_row_is_inside(void **state)
{
    (void)state;
    bench *b = bench_make(300);
    bench_settle(b);
    for (uint32_t i = 0; i < b->level->object_count; i++) {
        const uint32_t number = i * 131 % b->level->object_count; // near and far, up and down
        const pick_object_id id = b->level->objects[number].pick;
        editor_edit_select(b->document, PICK_SELECTION_REPLACE, &id, 1);
        bench_settle(b);
        check_rows(b);
        const editor_panels_rows rows = editor_panels_outline(b->panels);
        uint32_t at = rows.first;
        while (at < rows.first + rows.count && editor_panels_outline_object(b->panels, at) != number)
            at++;
        assert_true(at < rows.first + rows.count);
        const double top = rows.area.y + (at - rows.first) * 22;
        assert_true(top >= rows.panel.y && top + 22 <= rows.panel.y + rows.panel.height);
    }
    bench_drop(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_select_as_clicks_do),
        cmocka_unit_test(groups_open_by_hand_and_by_selection),
        cmocka_unit_test(rows_hide_and_lock),
        cmocka_unit_test(double_clicks_are_counted_by_the_times_of_presses),
        cmocka_unit_test(rows_are_renamed_in_place),
        cmocka_unit_test(long_levels_cost_what_is_seen_of_them),
        cmocka_unit_test(every_scroll_position_shows_rows),
        cmocka_unit_test(a_revealed_row_is_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
