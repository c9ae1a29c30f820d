// screen.h: draws the workspace's pictures: device, window or offscreen target, draw list, font.
#ifndef EDITOR_SCREEN_H
#define EDITOR_SCREEN_H

#include "workspace/workspace.h"

enum { EDITOR_SCREEN_LINES = 48, EDITOR_SCREEN_TEXT = 64 };

typedef struct editor_screen_desc {
    const render_window_desc *window; // NULL: offscreen, of the size of each picture
    const char *const *instance_extensions;
    uint32_t instance_extension_count;
    const char *device_name;         // NULL: choose
    const char *pipeline_cache_path; // where compiled pipelines are kept; NULL: nowhere
    bool validation;
    void (*say)(void *user, render_log_level level, const char *text); // warnings and validation messages
    void *say_user;
    double (*clock)(void); // seconds, monotonic; NULL: frames are not timed
} editor_screen_desc;

typedef struct editor_screen {
    editor_screen_desc desc; // to make everything again when the device is lost
    render_window_desc window_desc;
    editor_error error;  // of the last picture that could not be drawn
    uint32_t recoveries; // times that a lost device was made again
    render_device *device;
    render_window *window; // or
    render_target *target;
    uint32_t target_width, target_height; // pixels
    editor_draw_list *list;
    render_texture font;
    uint64_t generation, font_revision; // of what was uploaded
    uint32_t validation_messages;       // those at the device's end included
    uint64_t frame_count;
    double frame_milliseconds; // the last frame
    // The figures as text: label and value in turn.
    char text[2 * EDITOR_SCREEN_LINES][EDITOR_SCREEN_TEXT];
    const char *lines[2 * EDITOR_SCREEN_LINES];
    uint32_t line_count;
} editor_screen;

// Uploads the workspace's level and font. False and one line in `error` when something is missing;
// editor_screen_finish must still be called. The screen must not move in memory; what the description points to must
// outlive it.
bool editor_screen_init(editor_screen *screen, const editor_screen_desc *desc, editor_workspace *workspace,
                        editor_error *error);
void editor_screen_finish(editor_screen *screen);

// Uploads what changed and draws the workspace's picture. RENDER_SKIPPED while the window has no area. Counts and
// times what it draws. A lost device is made again, with everything on it, from the workspace, which loses nothing;
// failures are reported in `error`; a later call may succeed.
render_result editor_screen_draw(editor_screen *screen, editor_workspace *workspace);

// For the panels; valid until the next call.
editor_figures editor_screen_figures(editor_screen *screen);

// Writes the last picture as PNG.
bool editor_screen_save(editor_screen *screen, const char *path, editor_error *error);

#endif
