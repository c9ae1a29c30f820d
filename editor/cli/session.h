// session.h: a level on a Vulkan device without a window, for render and verify.
#ifndef EDITOR_CLI_SESSION_H
#define EDITOR_CLI_SESSION_H

#include "cli/command.h"
#include "cli/view_options.h"
#include "view/draw_list.h"

typedef struct editor_cli_session {
    render_device *device;
    editor_draw_list *draw_list;
    render_target *target;
    uint32_t width, height;
} editor_cli_session;

// Opens a device, uploads the level and creates an offscreen target of that size. Returns the exit status; close the
// session in any case.
int editor_cli_session_open(editor_cli_session *session, const editor_cli_globals *globals, const editor_level *level,
                            uint32_t width, uint32_t height);

// Frees everything. Returns `status`, or EDITOR_EXIT_FAILED if there were validation messages.
int editor_cli_session_close(editor_cli_session *session, int status);

// Reports a renderer's failure; returns EDITOR_EXIT_FAILED.
int editor_cli_session_fail(const editor_cli_session *session, const char *doing, render_result result);

// Draws a frame and writes it as a PNG. Returns the exit status.
int editor_cli_session_picture(editor_cli_session *session, const render_frame *frame, const char *path);
// Writes a PNG, top row first. Returns the exit status.
int editor_cli_session_write(const char *path, const uint8_t *rgba, uint32_t width, uint32_t height);

// Whether the device can draw the caps of a section. If not, warns that there are none.
bool editor_cli_session_has_caps(const editor_cli_session *session);

// The frame of this camera, with exactly the matrices and the section that picking uses.
render_frame editor_cli_session_frame(const editor_camera *camera, const editor_cli_view *view);

#endif
