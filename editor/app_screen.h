// app_screen.h: everything of the GPU that the window has: device, swapchain, the level's draw list, the font.
#ifndef EDITOR_APP_SCREEN_H
#define EDITOR_APP_SCREEN_H

#include "app_log.h"
#include "draw_list.h"
#include "panels/panels.h"
#include "platform.h"

typedef struct editor_screen {
    render_device *device;
    render_window *window;
    editor_draw_list *list;
    render_texture font;
    uint32_t *selected; // scratch for the highlight: the numbers of the selected objects
    editor_log *log;
    uint32_t validation_messages; // those at the device's end included
    uint64_t frame_count;
    double frame_milliseconds; // the last frame
} editor_screen;

// False and one line in `error` when something is missing; editor_screen_finish is then still due. The screen must
// not move in memory.
bool editor_screen_init(editor_screen *screen, editor_platform *platform, const editor_level *level, editor_ui *ui,
                        const char *device_name, bool validation, editor_log *log, editor_error *error);
void editor_screen_finish(editor_screen *screen);

// Marks what is hovered and selected. Returns whether the picture changes by it.
bool editor_screen_highlight(editor_screen *screen, const editor_level *level, const pick_target *hover,
                             const pick_selection *selection);

// Uploads an object and what hangs below it anew, after it was moved, hidden or shown.
render_result editor_screen_update(editor_screen *screen, const editor_level *level, uint32_t object);

// RENDER_SKIPPED while the window has no area. Counts and times what it draws.
render_result editor_screen_draw(editor_screen *screen, const render_frame *frame);

// Writes the picture on screen as PNG.
bool editor_screen_save(editor_screen *screen, const char *path, editor_error *error);

#endif
