// screen.h: draws the workspace's pictures. Owns device, window or offscreen target, draw list and font.
#ifndef EDITOR_SCREEN_H
#define EDITOR_SCREEN_H

#include "screen/thumbnails.h"
#include "workspace/workspace.h"

// What a window uploads for one picture: a few milliseconds.
#define EDITOR_SCREEN_UPLOAD_LIMIT ((uint64_t)8 << 20)

enum { EDITOR_SCREEN_LINES = 48, EDITOR_SCREEN_TEXT = 64 };

typedef struct editor_screen_desc {
    const render_window_desc *window; // NULL: offscreen, with the size of each picture
    const char *const *instance_extensions;
    uint32_t instance_extension_count;
    const char *device_name;         // NULL: choose
    uint32_t masked_features;        // RENDER_FEATURE_*: left unused
    const char *pipeline_cache_path; // file for compiled pipelines; NULL: none
    const char *thumbnail_folder;    // cache of the pictures of models in the assets panel; NULL: there are none
    bool validation;
    void (*say)(void *user, render_log_level level, const char *text); // receives warnings and validation messages
    void *say_user;
    double (*clock)(void);           // seconds, monotonic; NULL: frames are not timed
    double (*processor_clock)(void); // of the calling thread, seconds; NULL: uploads are not timed
    // Bytes that a picture uploads at the most, about; what is still missing shows as a box. 0: all of it.
    uint64_t upload_limit;
} editor_screen_desc;

typedef struct editor_screen {
    editor_screen_desc desc; // kept to recreate everything when the device is lost
    render_window_desc window_desc;
    editor_error error;  // why the last failed picture could not be drawn
    uint32_t recoveries; // how often a lost device was recreated
    render_device *device;
    render_window *window; // or
    render_target *target;
    uint32_t target_width, target_height; // pixels
    editor_draw_list *list;
    editor_thumbnails *thumbnails; // NULL: none
    render_texture font;
    uint64_t generation, font_revision; // of the uploaded level and font
    uint64_t scene_serial;              // counts scenes: textures of an earlier one are gone
    uint32_t validation_messages;       // including those at the device's destruction
    uint64_t frame_count;
    double frame_milliseconds; // the last frame
    double upload_seconds;     // processor time of its uploads
    // For the figures; set by who reads the input, seconds; 0: unknown.
    double latency_median, latency_most; // from input to a submitted picture
    double shown_median, shown_most;     // from input to a picture on the screen
    double load_gap, load_step;          // load_watch.h
    // The statistics as text: labels and values alternate.
    char text[2 * EDITOR_SCREEN_LINES][EDITOR_SCREEN_TEXT];
    const char *lines[2 * EDITOR_SCREEN_LINES];
    uint32_t line_count;
} editor_screen;

// Creates the device and uploads the workspace's level and font. False: failed, and `error` has one line;
// editor_screen_finish must still be called. The screen must not move in memory. What the description points to must
// outlive it.
bool editor_screen_init(editor_screen *screen, const editor_screen_desc *desc, editor_workspace *workspace,
                        editor_error *error);
void editor_screen_finish(editor_screen *screen);

// Waits until the window can show a picture, at most `seconds`. False: not yet; drawing now would wait. True also where
// waiting fails: drawing says why. Offscreen nothing waits.
bool editor_screen_wait(editor_screen *screen, double seconds);

// Whether the window says when its pictures reach the screen.
bool editor_screen_tells_shown(const editor_screen *screen);
// The number of the window's last picture, and of the newest one known to be on the screen: render_window_poll_shown.
// They begin again when a lost device was recreated.
uint64_t editor_screen_picture(const editor_screen *screen);
uint64_t editor_screen_poll_shown(editor_screen *screen);

// Uploads what changed and draws the workspace's picture. RENDER_SKIPPED: the window has no area. Updates the
// statistics. Recreates a lost device from the workspace, which loses nothing. On failure `error` has one line, and a
// later call may succeed.
render_result editor_screen_draw(editor_screen *screen, editor_workspace *workspace);

// Whether something is still to be uploaded: draw again, with editor_workspace_invalidate.
bool editor_screen_is_uploading(const editor_screen *screen);

// Brings the pictures in the assets panel up to date. True: some changed, and the workspace was invalidated.
bool editor_screen_step_thumbnails(editor_screen *screen, editor_workspace *workspace);
// Whether one is being drawn in the background: step again soon.
bool editor_screen_draws_thumbnail(const editor_screen *screen);

// Frees graphics memory that nothing needs any more. Call it before sleeping. False: the GPU is still busy, call again.
bool editor_screen_collect(editor_screen *screen);

// For the panels; valid until the next call.
editor_figures editor_screen_figures(editor_screen *screen);

// Writes the last picture as PNG.
bool editor_screen_save(editor_screen *screen, const char *path, editor_error *error);

#endif
