// panel_bench.h: the panels without a window and without a renderer: events in, commands and an overlay out.
#ifndef PANEL_BENCH_H
#define PANEL_BENCH_H

#include "document/history/edit.h"
#include "panels/panels.h"

enum { BENCH_FONT = 7 }; // the texture of the font

typedef struct bench {
    editor_document *document;
    const editor_level *level;
    editor_ui *ui;
    editor_panels *panels;
    pick_window window;
    pick_target hover;
    editor_settings settings;
    editor_dialog dialog;
    const char *message;                             // in the status line; NULL: none
    double corner;                                   // that the axis widget takes, points
    const char *isolated;                            // the object that is isolated; NULL: none
    const char *view_name;                           // at the viewport's upper left; NULL: none
    const char *part_mode;                           // what clicks select; NULL: objects
    uint32_t section_planes, crumbs[1], crumb_count; // the group that clicks are in
    editor_panels_load load;
    editor_command command; // of the last frame that gave one
    const render_overlay *overlay;
    uint32_t max_vertices;
    double seconds; // the time of the next event
    double frame_seconds;
} bench;

// first, group (with child 1, child 2), last; and `extra` more.
bench *bench_make(uint32_t extra);
void bench_drop(bench *b);
// Shows the panels once. A selection that they ask for is made.
void bench_frame(bench *b);
// Frames until none is wanted. An interface that never settles would keep the processor busy.
void bench_settle(bench *b);
// Sends an event of the left button or the mouse, and settles.
void bench_send(bench *b, editor_event_type type, double x, double y, uint32_t modifiers);
// A click that is no part of a double click.
void bench_click(bench *b, double x, double y, uint32_t modifiers);
void bench_type_text(bench *b, const char *text);
void bench_press_key(bench *b, editor_key key);
// The middle of a row of the outliner, which is not scrolled.
double bench_row_y(int row);

#endif
