// app.c: the loop: waits for what people do, hands it to whom it concerns, draws when the picture would differ.
#include "app.h"

#include "app_log.h"
#include "app_screen.h"
#include "app_viewport.h"

#include <stdio.h>
#include <string.h>

typedef struct editor_app {
    const editor_app_options *options;
    editor_level *level;
    pick_selection *selection;
    editor_platform *platform;
    editor_ui *ui;
    editor_panels *panels;
    editor_log *log;
    editor_screen screen;
    editor_viewport viewport;
    bool grid, wireframe;
    bool dirty; // the picture on screen is not what it should be
    bool ready; // the first frame has been drawn
    bool save_requested;
    bool quit, failed;
    double last_update, last_frame; // seconds
    pick_window drawn_window;
    editor_log_counters slept_with; // what the counters were when the loop last went to sleep
} editor_app;

static void report(editor_app *app, const char *text)
{
    fprintf(stderr, "vkpick: %s\n", text);
    app->failed = true;
    app->quit = true;
}

static editor_log_counters counters(const editor_app *app)
{
    return (editor_log_counters){.frames = app->screen.frame_count,
                                 .picks = pick_pointer_total_picks(&app->viewport.pointer),
                                 .validation_messages = app->screen.validation_messages};
}

static void select_objects(editor_app *app, pick_selection_op op, const pick_object_id *objects, size_t count)
{
    bool changed = false;
    if (pick_selection_apply(app->selection, op, objects, count, &changed) != PICK_OK)
        fprintf(stderr, "vkpick: out of memory, the selection stays as it was\n");
    if (!changed)
        return;
    editor_log_select(app->log, app->level, app->selection);
    app->dirty = true;
}

static void object_changed(editor_app *app, uint32_t object)
{
    render_result result = editor_screen_update(&app->screen, app->level, object);
    if (result != RENDER_OK)
        report(app, render_device_last_error(app->screen.device));
    editor_viewport_scene_changed(&app->viewport);
    app->dirty = true;
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

static void do_command(editor_app *app, const editor_command *command)
{
    switch (command->type) {
    case EDITOR_COMMAND_NONE:
        return;
    case EDITOR_COMMAND_SELECT:
        select_objects(app, command->op, command->objects, command->object_count);
        return;
    case EDITOR_COMMAND_FRAME:
        app->dirty |= editor_viewport_frame(&app->viewport, app->level, app->selection);
        return;
    case EDITOR_COMMAND_HIDE:
        editor_level_set_hidden(app->level, command->object, command->value);
        object_changed(app, command->object);
        return;
    case EDITOR_COMMAND_LOCK:
        editor_level_set_locked(app->level, command->object, command->value);
        object_changed(app, command->object);
        return;
    case EDITOR_COMMAND_SET_LOCAL:
        if (editor_level_set_local(app->level, command->object, &command->local))
            object_changed(app, command->object);
        return;
    case EDITOR_COMMAND_GRID:
        app->grid = command->value;
        app->dirty = true;
        return;
    case EDITOR_COMMAND_WIREFRAME:
        app->wireframe = command->value;
        app->dirty = true;
        return;
    case EDITOR_COMMAND_SCREENSHOT:
        app->save_requested = true;
        app->dirty = true;
        return;
    case EDITOR_COMMAND_QUIT:
        app->quit = true;
        return;
    }
}

static editor_command shortcut(const editor_app *app, const editor_event *event)
{
    bool ctrl = (event->modifiers & PICK_MODIFIER_CTRL) != 0;
    if (ctrl)
        return (editor_command){.type = event->key == (editor_key)'Q' ? EDITOR_COMMAND_QUIT : EDITOR_COMMAND_NONE};
    switch ((int)event->key) {
    case 'F':
        return (editor_command){.type = EDITOR_COMMAND_FRAME};
    case 'G':
        return (editor_command){.type = EDITOR_COMMAND_GRID, .value = !app->grid};
    case 'Z':
        return (editor_command){.type = EDITOR_COMMAND_WIREFRAME, .value = !app->wireframe};
    case EDITOR_KEY_F12:
        return (editor_command){.type = EDITOR_COMMAND_SCREENSHOT};
    case EDITOR_KEY_ESCAPE:
        // Esc calls a drag off before it does anything else.
        if (!pick_pointer_is_dragging(&app->viewport.pointer))
            return (editor_command){.type = EDITOR_COMMAND_SELECT, .op = PICK_SELECTION_REPLACE};
        break;
    default:
        break;
    }
    return (editor_command){.type = EDITOR_COMMAND_NONE};
}

// Returns whether the interface has to see this event before the next one comes: it looks at the state of the mouse
// once per frame, so a press and a move away must not fall into one.
static bool handle_event(editor_app *app, const editor_event *event)
{
    bool mouse_button = event->type == EDITOR_EVENT_MOUSE_PRESS || event->type == EDITOR_EVENT_MOUSE_RELEASE;
    bool captured = editor_ui_owns_mouse(app->ui, event->position);
    bool typing = editor_ui_owns_keyboard(app->ui);
    editor_ui_event(app->ui, event);
    switch (event->type) {
    case EDITOR_EVENT_QUIT:
        app->quit = true;
        return true;
    case EDITOR_EVENT_RESIZE:
    case EDITOR_EVENT_EXPOSE:
        app->dirty = true;
        return false;
    case EDITOR_EVENT_KEY_DOWN:
        // Function keys are no text.
        if (typing && event->key < EDITOR_KEY_F1)
            return true;
        break;
    default:
        break;
    }
    bool flying = app->viewport.navigation.flying;
    app->dirty |= editor_viewport_event(&app->viewport, event, captured);
    if (flying != app->viewport.navigation.flying) {
        editor_platform_grab_mouse(app->platform, app->viewport.navigation.flying);
        app->dirty = true;
    }
    if (event->type == EDITOR_EVENT_KEY_DOWN && !event->repeat && !app->viewport.navigation.flying) {
        editor_command command = shortcut(app, event);
        do_command(app, &command);
    }
    return mouse_button && captured;
}

static void update(editor_app *app)
{
    double now = editor_platform_seconds();
    editor_viewport_changes changes =
        editor_viewport_update(&app->viewport, app->level, app->selection, now - app->last_update);
    app->last_update = now;
    if (changes.hover) {
        const pick_target *hover = pick_pointer_hover(&app->viewport.pointer);
        editor_log_hover(app->log, app->level, hover->hit ? &hover->surface : NULL, app->viewport.mouse);
    }
    if (changes.selection)
        editor_log_select(app->log, app->level, app->selection);
    app->dirty |= changes.hover || changes.selection || changes.camera;
}

static void log_picture(editor_app *app, bool moved)
{
    const pick_window *now = &app->drawn_window;
    pick_window window = editor_platform_window(app->platform);
    bool resized = window.width != now->width || window.height != now->height ||
                   window.drawable_width != now->drawable_width || window.drawable_height != now->drawable_height;
    app->drawn_window = window;
    if (app->ready && !resized && !moved)
        return;
    const editor_log_view view = {.window = window,
                                  .viewport = app->viewport.rect,
                                  .camera = &app->viewport.camera,
                                  .matrices = &app->viewport.matrices};
    if (app->ready) {
        editor_log_picture(app->log, resized ? "resize" : "camera", &view);
        return;
    }
    bool validating = false;
    render_device_validation_count(app->screen.device, &validating);
    editor_log_ready(app->log, &view, render_device_name(app->screen.device), validating);
    app->ready = true;
}

// Shows the interface and draws. Without area there is nothing to show, and nothing to wait for but events.
static void draw(editor_app *app)
{
    pick_window window = editor_platform_window(app->platform);
    app->dirty = false;
    editor_viewport_place(&app->viewport, editor_panels_viewport(app->panels, app->ui, &window), &window);
    double now = editor_platform_seconds();
    const editor_panels_model model = {
        .level = app->level,
        .selection = app->selection,
        .hover = pick_pointer_hover(&app->viewport.pointer),
        .pick_microseconds = app->viewport.pick_microseconds,
        .frame_milliseconds = app->screen.frame_milliseconds,
        .frame_count = app->screen.frame_count,
        .fly_speed = app->viewport.navigation.flying ? app->viewport.navigation.fly_speed : 0,
        .grid = app->grid,
        .wireframe = app->wireframe,
        .device_name = render_device_name(app->screen.device),
    };
    editor_ui_begin(app->ui, &window, now - app->last_frame);
    app->last_frame = now;
    editor_command command = editor_panels_show(app->panels, app->ui, &window, &model);
    const render_overlay *overlay = editor_ui_end(app->ui);
    editor_platform_set_cursor(app->platform, editor_ui_cursor(app->ui));
    editor_viewport_set_captured(&app->viewport, editor_ui_owns_mouse(app->ui, app->viewport.mouse));

    render_frame frame = {.wireframe = app->wireframe, .grid = app->grid, .overlay = overlay};
    editor_viewport_prepare(&app->viewport, &frame);
    editor_screen_highlight(&app->screen, app->level, model.hover, app->selection);
    render_result result = editor_screen_draw(&app->screen, &frame);
    if (result == RENDER_OK) {
        log_picture(app, editor_viewport_shown(&app->viewport));
        if (app->save_requested)
            save_picture(app);
        app->save_requested = false;
    } else if (result != RENDER_SKIPPED) {
        report(app, render_device_last_error(app->screen.device));
    }
    do_command(app, &command);
}

static bool has_area(const editor_app *app)
{
    pick_window window = editor_platform_window(app->platform);
    return window.drawable_width >= 1 && window.drawable_height >= 1;
}

// Whether there is something to do though nothing new happens.
static bool is_busy(const editor_app *app)
{
    return app->dirty || editor_ui_needs_frame(app->ui) || editor_panels_need_frame(app->panels) ||
           editor_viewport_is_busy(&app->viewport);
}

static void log_sleep(editor_app *app)
{
    editor_log_counters now = counters(app);
    if (now.frames == app->slept_with.frames && now.picks == app->slept_with.picks)
        return;
    app->slept_with = now;
    editor_log_counts(app->log, "idle", &now);
}

static void run(editor_app *app)
{
    while (!app->quit) {
        bool busy = is_busy(app) && has_area(app);
        if (!busy) {
            log_sleep(app);
            // Time that was slept is no time that a camera flew.
            app->last_update = editor_platform_seconds();
        }
        editor_event event;
        bool got = editor_platform_next_event(app->platform, busy ? 0 : EDITOR_WAIT_FOREVER, &event);
        while (got && !handle_event(app, &event))
            got = editor_platform_next_event(app->platform, 0, &event);
        if (app->quit)
            break;
        update(app);
        if ((app->dirty || editor_ui_needs_frame(app->ui) || editor_panels_need_frame(app->panels)) && has_area(app)) {
            draw(app);
            // What is under the mouse may be something else in the new picture.
            update(app);
        }
    }
}

static bool open_app(editor_app *app, editor_error *error)
{
    const editor_app_options *options = app->options;
    const char *path = app->level->path;
    const char *name = path ? (strrchr(path, '/') ? strrchr(path, '/') + 1 : path) : "Demo level";
    char title[300];
    snprintf(title, sizeof(title), "%s - vkpick", name);
    snprintf(error->text, sizeof(error->text), "out of memory");
    if (!editor_log_open(options->log_events, &app->log)) {
        snprintf(error->text, sizeof(error->text), "%s: cannot be written", options->log_events);
        return false;
    }
    app->platform = editor_platform_create(title, options->width ? options->width : 1280,
                                           options->height ? options->height : 720, error);
    if (!app->platform)
        return false;
    pick_window window = editor_platform_window(app->platform);
    double scale = editor_platform_ui_scale(app->platform);
    app->ui = editor_ui_create(scale, window.width > 0 ? window.drawable_width / window.width : 1);
    app->panels = editor_panels_create(app->level);
    if (!app->ui || !app->panels || pick_selection_create(NULL, &app->selection) != PICK_OK)
        return false;
    editor_viewport_init(&app->viewport, scale, editor_platform_seconds);
    editor_viewport_place(&app->viewport, editor_panels_viewport(app->panels, app->ui, &window), &window);
    editor_viewport_frame(&app->viewport, app->level, app->selection);
    return editor_screen_init(&app->screen, app->platform, app->level, app->ui, options->device_name,
                              options->validation, app->log, error);
}

int editor_app_run(editor_level *level, const editor_app_options *options)
{
    editor_app app = {.options = options, .level = level, .grid = true, .dirty = true};
    editor_error error;
    if (open_app(&app, &error))
        run(&app);
    else
        report(&app, error.text);
    if (app.ready && options->screenshot && !app.failed)
        save_picture(&app);
    editor_screen_finish(&app.screen);
    editor_log_counters last = counters(&app);
    editor_log_counts(app.log, "quit", &last);
    pick_selection_destroy(app.selection);
    editor_panels_destroy(app.panels);
    editor_ui_destroy(app.ui);
    editor_platform_destroy(app.platform);
    editor_log_close(app.log);
    editor_level_destroy(level);
    return app.failed || last.validation_messages > 0 ? 1 : 0;
}
