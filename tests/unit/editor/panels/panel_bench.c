#include "panel_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

bench *bench_make(uint32_t extra)
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
    editor_ui_set_font_texture(b->ui, BENCH_FONT);
    b->window = (pick_window){1000, 640, 2000, 1280};
    return b;
}

void bench_drop(bench *b)
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
        assert_int_equal(c->texture, BENCH_FONT);
        assert_true(c->index_offset + c->index_count <= o->index_count);
        for (uint32_t k = 0; k < c->index_count; k++)
            assert_true(c->vertex_offset + o->indices[c->index_offset + k] < o->vertex_count);
    }
    assert_true(o->scale == (float)(b->window.drawable_width / b->window.width));
}

void bench_frame(bench *b)
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
                                       .message = b->message ? b->message : "",
                                       .view = editor_panels_viewport(b->panels, b->ui, &b->window),
                                       .view_name = b->view_name,
                                       .part_mode = b->part_mode,
                                       .section_planes = b->section_planes,
                                       .crumbs = b->crumbs,
                                       .crumb_count = b->crumb_count,
                                       .corner = b->corner,
                                       .is_isolating = b->isolated != NULL,
                                       .isolated = 1,
                                       .isolated_name = b->isolated,
                                       .load = b->load,
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

void bench_settle(bench *b)
{
    int frames = 0;
    do {
        bench_frame(b);
        assert_true(++frames < 12);
    } while (editor_ui_needs_frame(b->ui) || editor_panels_need_frame(b->panels));
}

void bench_send(bench *b, editor_event_type type, double x, double y, uint32_t modifiers)
{
    editor_event event = {
        .type = type, .position = {x, y}, .modifiers = modifiers, .button = PICK_BUTTON_LEFT, .seconds = b->seconds};
    editor_ui_event(b->ui, &event);
    bench_settle(b);
}

void bench_click(bench *b, double x, double y, uint32_t modifiers)
{
    b->command.type = EDITOR_COMMAND_NONE;
    b->seconds += 1; // two clicks are no double click
    bench_send(b, EDITOR_EVENT_MOUSE_MOVE, x, y, modifiers);
    bench_send(b, EDITOR_EVENT_MOUSE_PRESS, x, y, modifiers);
    bench_send(b, EDITOR_EVENT_MOUSE_RELEASE, x, y, modifiers);
}

void bench_type_text(bench *b, const char *text)
{
    editor_event event = {.type = EDITOR_EVENT_TEXT};
    snprintf(event.text, sizeof(event.text), "%s", text);
    editor_ui_event(b->ui, &event);
    bench_settle(b);
}

void bench_press_key(bench *b, editor_key key)
{
    for (int up = 0; up < 2; up++) {
        editor_event event = {.type = up ? EDITOR_EVENT_KEY_UP : EDITOR_EVENT_KEY_DOWN, .key = key};
        editor_ui_event(b->ui, &event);
        bench_settle(b);
    }
}

double bench_row_y(int row)
{
    return 103 + 11 + 22 * row;
}
