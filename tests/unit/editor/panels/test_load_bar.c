// The progress bar of a file that is being read, and its button to cancel.
#include "panel_bench.h"

#include "panels/palette.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

// Vertices of that colour in the rectangle.
static uint32_t count_color(const bench *b, pick_rect r, uint32_t color)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->overlay->vertex_count; i++) {
        const render_overlay_vertex *v = &b->overlay->vertices[i];
        const double x = (double)v->x, y = (double)v->y;
        count += x > r.x && x < r.x + r.width && y > r.y && y < r.y + r.height && v->color == color;
    }
    return count;
}

static void send(bench *b, editor_event_type type, double x, double y)
{
    editor_event event = {.type = type, .position = {x, y}, .button = PICK_BUTTON_LEFT, .seconds = b->seconds};
    editor_ui_event(b->ui, &event);
    bench_frame(b);
}

// While threads read a large file, the next picture is late: the one that takes the press shows it, and the one that
// takes the release says that the file is being cancelled.
static void cancelling_is_seen_at_once(void **state)
{
    (void)state;
    for (int small = 0; small < 2; small++) {
        bench *b = bench_make(0);
        const double w = small ? 640 : 1280, h = small ? 400 : 800, x = w - 36, y = h - 14;
        const pick_rect button = {w - 70, h - 28, 70, 28}, before = {w / 2 - 40, h - 28, w / 2 - 160, 28};
        b->window = (pick_window){w, h, w, h};
        b->load = (editor_panels_load){.name = "lamp.obj", .stage = "Building", .fraction = 0.5};
        bench_send(b, EDITOR_EVENT_MOUSE_MOVE, x, y, 0);
        const uint32_t text = count_color(b, before, EDITOR_COLOR_TEXT);
        assert_true(text > 0);
        assert_int_equal(count_color(b, button, EDITOR_COLOR_FAINT), 0);
        send(b, EDITOR_EVENT_MOUSE_PRESS, x, y);
        assert_true(count_color(b, button, EDITOR_COLOR_FAINT) > 0);
        assert_int_equal(b->command.type, EDITOR_COMMAND_NONE);
        send(b, EDITOR_EVENT_MOUSE_RELEASE, x, y);
        assert_int_equal(b->command.type, EDITOR_COMMAND_CANCEL_LOAD);
        assert_true(count_color(b, button, EDITOR_COLOR_FAINT) > 0);
        assert_int_not_equal(count_color(b, before, EDITOR_COLOR_TEXT), text);
        bench_drop(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cancelling_is_seen_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
