// app_log.h: the events of the window as JSON Lines, for tests and scripts.
//
// Every line is flushed. Coordinates are logical points unless a name says pixels; matrices are column-major.
#ifndef EDITOR_APP_LOG_H
#define EDITOR_APP_LOG_H

#include "document/history/document.h"
#include "panels/panels.h"
#include "view/camera.h"

typedef struct editor_log editor_log;

// Opens a log. `path` "-": stdout. `path` NULL: no log; `*out` is then NULL, which every function accepts. False: the
// file cannot be written.
bool editor_log_open(const char *path, editor_log **out);
void editor_log_close(editor_log *log);

// The view of the picture on screen.
typedef struct editor_log_view {
    pick_window window;
    pick_rect viewport;
    const editor_camera *camera;
    const editor_camera_matrices *matrices;
} editor_log_view;

typedef struct editor_log_counters {
    uint64_t frames, picks;
    uint32_t validation_messages;
    // From input to the submission of the picture that shows it, of the last 1024 pictures with input. Input counts
    // from the moment before which it cannot have come.
    uint64_t latencies;                  // all that were measured
    double latency_median, latency_most; // seconds; `most`: of 999 in 1000
    // The same from input to the picture on the screen; not logged where the driver does not tell.
    bool tells_shown;
    uint64_t screen_latencies;
    double screen_median, screen_most;
    // While files were being read (load_watch.h), seconds.
    bool loads; // a file is still being read, or uploaded
    uint64_t load_steps, reading_steps;
    double load_gap, reading_gap, load_step, load_draw;
} editor_log_counters;

// `event`: "camera" or "resize".
void editor_log_picture(editor_log *log, const char *event, const editor_log_view *view);
// Logs the first picture. `validating`: the validation layer is loaded.
void editor_log_ready(editor_log *log, const editor_log_view *view, const char *device, bool validating);
// Logs the surface under the mouse, and the object that a click selects.
void editor_log_hover(editor_log *log, const editor_level *level, const pick_target *hover, pick_vec2 at);
void editor_log_select(editor_log *log, const editor_level *level, const pick_selection *selection);
// Logs the level's hash, the position in the history, the origins of the selected objects and, in a small level, the
// middles of all.
void editor_log_level(editor_log *log, const editor_document *document);
// Logs that a dialog opened or closed, and where its buttons and fields are.
void editor_log_dialog(editor_log *log, const char *kind, const editor_dialog *dialog);
// Logs that a clip begins to play or stops: meanwhile there are pictures without input.
void editor_log_timeline(editor_log *log, bool playing);
void editor_log_text(editor_log *log, const char *event, const char *key, const char *text);
// `event`: "idle" or "quit".
void editor_log_counts(editor_log *log, const char *event, const editor_log_counters *counters);

#endif
