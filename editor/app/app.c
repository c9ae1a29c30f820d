// app.c: the main loop: waits for input events, passes them to the workspace, draws the workspace's pictures.
#include "app/app.h"

#include "actions/actions.h"
#include "app/app_log.h"
#include "app/latency.h"
#include "app/load_watch.h"
#include "app/platform.h"
#include "app/record.h"
#include "play/words.h"
#include "screen/image_file.h"
#include "screen/screen.h"
#include "system/path.h"
#include "system/platform_clock.h"
#include "system/platform_folder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct editor_app {
    const editor_app_options *options;
    editor_workspace *workspace;
    editor_platform *platform;
    editor_log *log;
    editor_record *record;
    editor_screen screen;
    char *recent_file, *assets_file;   // or NULL
    char *state_folder;                // or NULL
    char cache_path[EDITOR_PATH_SIZE]; // file for compiled pipelines; empty: none
    char thumbnail_folder[EDITOR_PATH_SIZE];
    bool ready; // the first frame has been drawn
    bool save_requested;
    bool undrawn;                      // the workspace has a picture that the window could not take yet
    bool undrawn_camera, undrawn_size; // what changed in it
    bool quit, failed;
    bool opens, refused; // the file that the program was started with is being opened, or was refused
    bool logged_level;   // state of the level at its last log line
    editor_dialog_kind logged_dialog;
    const char *logged_answers[EDITOR_DIALOG_ANSWERS]; // its buttons
    pick_rect logged_buttons[EDITOR_DIALOG_ANSWERS];
    uint64_t logged_revision;
    uint32_t logged_undo;
    bool logged_playing;            // a clip
    double last_step;               // seconds
    editor_latency latency;         // from input to a submitted picture
    editor_latency screen_latency;  // from input to the screen
    editor_load_watch load_watch;   // what files that are read cost
    editor_unshown unshown;         // pictures on their way there
    double emptied;                 // when there was last no event left, seconds
    double input_since;             // no input that is not shown yet came before this, seconds; negative: there is none
    editor_log_counters slept_with; // the counters when the loop last went to sleep
} editor_app;

static void report(editor_app *app, const char *text)
{
    fprintf(stderr, "vkpick: %s\n", text);
    app->failed = true;
    app->quit = true;
}

static void say(void *user, render_log_level level, const char *text)
{
    const editor_app *app = user;
    fprintf(stderr, "vkpick: %s\n", text);
    if (level == RENDER_LOG_VALIDATION)
        editor_log_text(app->log, "validation", "text", text);
}

static editor_log_counters counters(const editor_app *app)
{
    return (editor_log_counters){.frames = app->screen.frame_count,
                                 .picks = app->workspace ? editor_workspace_picks(app->workspace) : 0,
                                 .validation_messages = app->screen.validation_messages};
}

static void save_picture(editor_app *app)
{
    const char *path = app->options->screenshot ? app->options->screenshot : "vkpick.png";
    editor_error error;
    if (editor_screen_save(&app->screen, path, &error))
        editor_log_text(app->log, "screenshot", "path", path);
    else
        fprintf(stderr, "vkpick: %s\n", error.text);
}

static void log_picture(editor_app *app, bool moved, bool resized)
{
    if (app->ready && !moved)
        return;
    const editor_viewport *viewport = editor_workspace_viewport(app->workspace);
    const editor_log_view view = {.window = *editor_workspace_window(app->workspace),
                                  .viewport = viewport->rect,
                                  .camera = &viewport->camera,
                                  .matrices = &viewport->matrices};
    if (app->ready) {
        editor_log_picture(app->log, resized ? "resize" : "camera", &view);
        return;
    }
    bool validating = false;
    render_device_validation_count(app->screen.device, &validating);
    editor_log_ready(app->log, &view, render_device_name(app->screen.device), validating);
    app->ready = true;
}

static void log_level(editor_app *app, bool selection)
{
    const editor_document *document = editor_workspace_document(app->workspace);
    uint64_t revision = editor_document_level(document)->revision;
    uint32_t undo = editor_document_history(document).position;
    if (!app->ready ||
        (!selection && app->logged_level && app->logged_revision == revision && app->logged_undo == undo))
        return;
    app->logged_level = true;
    app->logged_revision = revision;
    app->logged_undo = undo;
    editor_log_level(app->log, document);
}

static void log_dialog(editor_app *app)
{
    const editor_dialog *dialog = editor_workspace_dialog(app->workspace);
    if (dialog->kind == app->logged_dialog &&
        memcmp(dialog->answers, app->logged_answers, sizeof(dialog->answers)) == 0 &&
        memcmp(dialog->buttons, app->logged_buttons, sizeof(dialog->buttons)) == 0)
        return;
    app->logged_dialog = dialog->kind;
    memcpy(app->logged_answers, dialog->answers, sizeof(dialog->answers));
    memcpy(app->logged_buttons, dialog->buttons, sizeof(dialog->buttons));
    editor_log_dialog(app->log, editor_words_dialog(dialog->kind), dialog);
}

static void log_timeline(editor_app *app)
{
    const bool playing = editor_workspace_timeline(app->workspace).playing;
    if (playing == app->logged_playing)
        return;
    app->logged_playing = playing;
    editor_log_timeline(app->log, playing);
}

static void log_changes(editor_app *app, const editor_workspace_changes *changes)
{
    const editor_level *level = editor_workspace_level(app->workspace);
    if (changes->hover) {
        const pick_target *hover = editor_workspace_hover(app->workspace);
        editor_log_hover(app->log, level, hover, editor_workspace_viewport(app->workspace)->mouse);
    }
    if (changes->selection)
        editor_log_select(app->log, level, editor_workspace_selection(app->workspace));
    log_level(app, changes->selection);
    log_dialog(app);
    log_timeline(app);
}

// Notes how long the input that the picture shows has waited for it.
static void note_latency(editor_app *app)
{
    if (app->input_since < 0)
        return;
    editor_latency_add(&app->latency, editor_platform_seconds() - app->input_since);
    if (editor_screen_tells_shown(&app->screen))
        editor_unshown_add(&app->unshown, editor_screen_picture(&app->screen), app->input_since);
    if (app->latency.count % 32 != 1) // sorting is no work for each picture
        return;
    app->screen.latency_median = editor_latency_quantile(&app->latency, 0.5);
    app->screen.latency_most = editor_latency_quantile(&app->latency, 0.999);
}

// Notes which pictures have reached the screen. Called every POLL_INTERVAL while there are any on their way, because
// the driver only says that they have, not when.
static void note_shown(editor_app *app)
{
    if (app->unshown.count == 0)
        return;
    const uint64_t shown = editor_screen_poll_shown(&app->screen);
    const uint32_t added = editor_unshown_take(&app->unshown, shown, editor_platform_seconds(), &app->screen_latency);
    const bool are_first = app->screen_latency.count == added;
    if (added == 0 || (!are_first && app->screen_latency.count % 32 >= added))
        return;
    app->screen.shown_median = editor_latency_quantile(&app->screen_latency, 0.5);
    app->screen.shown_most = editor_latency_quantile(&app->screen_latency, 0.999);
}

// A file that the program was started with is in the level, or was refused.
static void end_opening(editor_app *app)
{
    const char *refusal = editor_workspace_refusal(app->workspace);
    const editor_level *level = editor_document_level(editor_workspace_document(app->workspace));
    app->opens = false;
    app->refused = refusal != NULL;
    app->quit |= app->refused;
    if (refusal)
        fprintf(stderr, "vkpick: %s\n", refusal);
    for (uint32_t i = 0; !refusal && i < level->warning_count; i++)
        fprintf(stderr, "warning: %s\n", level->warnings[i]);
}

static bool is_reading(const editor_app *app)
{
    return editor_workspace_loading(app->workspace)[0] != '\0';
}

static bool is_loading(const editor_app *app)
{
    return is_reading(app) || editor_screen_is_uploading(&app->screen);
}

// Notes what the step cost, which took `step` seconds of processor time and `draw` to draw.
static void note_load(editor_app *app, bool drew, double step, double draw)
{
    const editor_load_step noted = {.reads = is_reading(app),
                                    .loads = is_loading(app),
                                    .drew = drew,
                                    .step = step,
                                    .draw = draw,
                                    .now = editor_platform_seconds()};
    if (!editor_load_watch_add(&app->load_watch, &noted))
        return;
    app->screen.load_gap = app->load_watch.longest_gap;
    app->screen.load_step = app->load_watch.longest_step;
}

// Draws the workspace's picture.
static void draw(editor_app *app)
{
    editor_figures figures = editor_screen_figures(&app->screen);
    render_result result = editor_screen_draw(&app->screen, app->workspace);
    if (result == RENDER_OK) {
        note_latency(app);
        figures = editor_screen_figures(&app->screen);
        log_picture(app, app->undrawn_camera, app->undrawn_size);
        const bool is_whole = !editor_screen_is_uploading(&app->screen);
        if (!is_whole)
            editor_workspace_invalidate(app->workspace);
        else if (app->save_requested)
            save_picture(app);
        app->save_requested = app->save_requested && !is_whole;
    } else if (result == RENDER_SKIPPED) {
        editor_workspace_invalidate(app->workspace);
    } else if (app->ready) {
        // Keep the level open: the next picture may succeed, and the level can still be saved.
        fprintf(stderr, "vkpick: %s; the level stays open\n", app->screen.error.text);
    } else {
        report(app, app->screen.error.text);
    }
    editor_workspace_set_figures(app->workspace, &figures);
    app->undrawn = app->undrawn_camera = app->undrawn_size = false;
    app->input_since = -1;
}

static void log_counts(editor_app *app, const char *event, editor_log_counters now)
{
    if (!app->log)
        return;
    now.latencies = app->latency.count;
    now.latency_median = editor_latency_quantile(&app->latency, 0.5);
    now.latency_most = editor_latency_quantile(&app->latency, 0.999);
    now.tells_shown = editor_screen_tells_shown(&app->screen);
    now.screen_latencies = app->screen_latency.count;
    now.screen_median = editor_latency_quantile(&app->screen_latency, 0.5);
    now.screen_most = editor_latency_quantile(&app->screen_latency, 0.999);
    now.loads = is_loading(app);
    now.load_steps = app->load_watch.steps;
    now.reading_steps = app->load_watch.reading;
    now.load_gap = app->load_watch.longest_gap;
    now.reading_gap = app->load_watch.reading_gap;
    now.load_step = app->load_watch.longest_step;
    now.load_draw = app->load_watch.longest_draw;
    editor_log_counts(app->log, event, &now);
}

static void log_sleep(editor_app *app)
{
    editor_log_counters now = counters(app);
    if (now.frames == app->slept_with.frames && now.picks == app->slept_with.picks)
        return;
    app->slept_with = now;
    log_counts(app, "idle", now);
}

// `can_draw`: the window has an image to draw into. If not, the picture waits, and all else goes on.
static void step(editor_app *app, bool can_draw)
{
    pick_window window = editor_platform_window(app->platform);
    editor_workspace_set_window(app->workspace, &window);
    double now = editor_platform_seconds();
    // Round to microseconds, the unit of recordings, so that a replay gets exactly the same steps.
    double seconds = floor((now - app->last_step) * 1e6) / 1e6;
    app->last_step += seconds;
    const double begun = editor_clock_of_thread();
    if (editor_workspace_poll_load(app->workspace, false))
        editor_record_loaded(app->record);
    editor_record_step(app->record, &window, seconds);
    editor_workspace_changes changes = editor_workspace_step(app->workspace, seconds);
    if (app->opens && !editor_workspace_is_opening(app->workspace))
        end_opening(app);
    app->undrawn = app->undrawn || changes.picture;
    app->undrawn_camera = app->undrawn_camera || changes.camera;
    app->undrawn_size = app->undrawn_size || changes.size;
    const bool drawn = app->undrawn && can_draw;
    const double before = editor_clock_of_thread();
    // A picture that waits is no new work for the workspace: a replay of the recording makes the same steps.
    if (app->undrawn && can_draw)
        draw(app);
    else if (!app->undrawn)
        app->input_since = -1;
    const double after = editor_clock_of_thread();
    if (drawn || editor_screen_draws_thumbnail(&app->screen))
        editor_screen_step_thumbnails(&app->screen, app->workspace);
    const double uploaded = drawn ? app->screen.upload_seconds : 0;
    note_load(app, drawn, before - begun + uploaded + editor_clock_of_thread() - after, after - before - uploaded);
    log_changes(app, &changes);
    editor_platform_set_title(app->platform, editor_workspace_title(app->workspace));
    editor_platform_set_cursor(app->platform, editor_workspace_cursor(app->workspace));
    editor_platform_grab_mouse(app->platform, editor_workspace_wants_grab(app->workspace));
    pick_rect caret;
    editor_platform_take_text(app->platform, editor_workspace_wants_text(app->workspace, &caret), &caret);
    editor_requests requests = editor_workspace_take_requests(app->workspace);
    app->quit |= requests.quit;
    if (requests.screenshot) { // capture the next picture: this one may still show the menu
        app->save_requested = true;
        editor_workspace_invalidate(app->workspace);
    }
}

static bool handle(editor_app *app, const editor_event *event)
{
    editor_event timed = *event;
    // From the platform's clock to the workspace's; microseconds, as in step().
    const double clock = editor_workspace_seconds(app->workspace);
    timed.seconds = fmax(clock + floor((event->seconds - app->last_step) * 1e6) / 1e6, 1e-6);
    editor_record_event(app->record, &timed, clock);
    return editor_workspace_event(app->workspace, &timed);
}

// The timeout of a sleep without work, in milliseconds. It is short while the GPU keeps memory that is to be freed.
static int get_sleep_timeout(editor_app *app)
{
    const double longest = editor_screen_draws_thumbnail(&app->screen) ? 0.05
                           : editor_screen_collect(&app->screen)       ? 60.0
                                                                       : 0.1;
    double wake = editor_workspace_wake(app->workspace);
    if (wake < 0)
        return longest < 60.0 ? (int)(1e3 * longest) : EDITOR_WAIT_FOREVER;
    return (int)ceil(fmin(longest, wake) * 1e3);
}

static const double POLL_INTERVAL = 0.001; // seconds

// Sleeps until there is an event, at most `timeout` milliseconds or forever.
static bool sleep_for_event(editor_app *app, int timeout, editor_event *event)
{
    while (app->unshown.count > 0 && timeout != 0) {
        if (editor_platform_next_event(app->platform, (int)(1e3 * POLL_INTERVAL), event))
            return true;
        note_shown(app);
        timeout -= timeout > 0;
    }
    return editor_platform_next_event(app->platform, timeout, event);
}

// Passes events to the workspace, up to one that it must step after. Sleeps for the first one if there is no work.
static void read_input(editor_app *app, bool busy)
{
    editor_event event;
    bool got = sleep_for_event(app, busy ? 0 : get_sleep_timeout(app), &event);
    // An event that is there at once may have come at any time since the last one was read.
    if (got && app->input_since < 0)
        app->input_since = busy ? app->emptied : editor_platform_seconds();
    while (got && !handle(app, &event))
        got = editor_platform_next_event(app->platform, 0, &event);
    if (!got)
        app->emptied = editor_platform_seconds();
}

// How long the loop waits for the window at a time. A hidden window may give no image for hours; the editor's clock,
// with its copies of unsaved work, must not stop.
static const double LONGEST_WAIT = 0.1;

static bool wait_for_window(editor_app *app)
{
    const double end = editor_platform_seconds() + LONGEST_WAIT;
    bool can_draw;
    do {
        can_draw = editor_screen_wait(&app->screen, app->unshown.count > 0 ? POLL_INTERVAL : LONGEST_WAIT);
        note_shown(app);
    } while (!can_draw && app->unshown.count > 0 && editor_platform_seconds() < end);
    return can_draw;
}

// Waits first, then reads the input, then draws: the picture shows all input that came before it was begun.
static void run(editor_app *app)
{
    app->last_step = app->emptied = editor_platform_seconds();
    app->input_since = -1;
    while (!app->quit) {
        bool can_draw = wait_for_window(app);
        bool busy = app->undrawn || editor_workspace_is_busy(app->workspace);
        if (!busy)
            log_sleep(app);
        read_input(app, busy);
        step(app, can_draw || editor_screen_wait(&app->screen, 0));
    }
}

static bool open_window(editor_app *app, editor_error *error)
{
    const editor_app_options *options = app->options;
    if (!editor_log_open(options->log_events, &app->log)) {
        snprintf(error->text, sizeof(error->text), "%s: cannot be written", options->log_events);
        return false;
    }
    app->platform = editor_platform_create("vkpick", options->width, options->height, error);
    return app->platform != NULL;
}

static bool open_screen(editor_app *app, editor_error *error)
{
    render_window_desc window = editor_platform_render_window(app->platform);
    window.present_mode = app->options->present_mode;
    editor_screen_desc desc = {.window = &window,
                               .device_name = app->options->device_name,
                               .masked_features = app->options->masked_features,
                               .validation = app->options->validation,
                               .say = say,
                               .say_user = app,
                               .clock = editor_platform_seconds,
                               .processor_clock = editor_clock_of_thread,
                               .upload_limit = EDITOR_SCREEN_UPLOAD_LIMIT};
    if (editor_platform_cache_path("pipelines", app->cache_path, sizeof(app->cache_path)))
        desc.pipeline_cache_path = app->cache_path;
    if (editor_platform_cache_path("thumbnails", app->thumbnail_folder, sizeof(app->thumbnail_folder)))
        desc.thumbnail_folder = app->thumbnail_folder;
    desc.instance_extensions = editor_platform_instance_extensions(app->platform, &desc.instance_extension_count);
    return editor_screen_init(&app->screen, &desc, app->workspace, error);
}

// Paths in a script are relative to the script, so it gets the absolute path.
static bool open_record(editor_app *app, const editor_level *level, const editor_workspace_desc *desc,
                        editor_error *error)
{
    char *absolute = level->path ? editor_path_absolute(level->path) : NULL;
    bool done = editor_record_open(app->options->record, absolute ? absolute : level->path, desc, &app->record, error);
    free(absolute);
    return done;
}

static bool open_app(editor_app *app, editor_level *level, editor_error *error)
{
    if (!open_window(app, error)) {
        editor_level_destroy(level);
        return false;
    }
    app->recent_file = editor_platform_settings_file("recent");
    app->assets_file = editor_platform_settings_file("assets");
    app->state_folder = editor_folder_state();
    const editor_workspace_desc desc = {.actions = &EDITOR_ACTION_TABLE,
                                        .keys = app->options->keys,
                                        .notice = app->options->notice,
                                        .window = editor_platform_window(app->platform),
                                        .ui_scale = editor_platform_ui_scale(app->platform),
                                        .clock = editor_platform_seconds,
                                        .decoder = editor_image_decode,
                                        .encoder = editor_image_encode,
                                        .keeps_copies = true,
                                        .loads_behind = true,
                                        .opens = app->options->opens,
                                        .state_folder = app->state_folder,
                                        .recent_file = app->recent_file,
                                        .assets_file = app->assets_file,
                                        .get_clipboard = editor_platform_get_clipboard,
                                        .set_clipboard = editor_platform_set_clipboard,
                                        .clipboard_user = app->platform};
    if (app->options->record && !open_record(app, level, &desc, error)) {
        editor_level_destroy(level);
        return false;
    }
    app->workspace = editor_workspace_create(level, &desc, error);
    app->opens = desc.opens != NULL;
    if (!app->workspace)
        return false;
    editor_workspace_begin_with_file(app->workspace);
    return open_screen(app, error);
}

int editor_app_run(editor_level *level, const editor_app_options *options)
{
    editor_app app = {.options = options};
    editor_error error;
    if (open_app(&app, level, &error))
        run(&app);
    else
        report(&app, error.text);
    if (app.ready && options->screenshot && !app.failed)
        save_picture(&app);
    editor_screen_finish(&app.screen);
    editor_log_counters last = counters(&app);
    log_counts(&app, "quit", last);
    if (app.record && !editor_record_close(app.record, app.workspace, &error))
        report(&app, error.text);
    editor_workspace_destroy(app.workspace);
    editor_platform_destroy(app.platform);
    editor_log_close(app.log);
    free(app.recent_file);
    free(app.assets_file);
    free(app.state_folder);
    return app.failed || last.validation_messages > 0 ? 1 : app.refused ? 3 : 0;
}
