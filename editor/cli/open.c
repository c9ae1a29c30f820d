// vkpick [FILE]: opens the editor.
#include "cli/command.h"

#include "actions/actions.h"
#include "document/file/level_file.h"
#include "document/import/import.h"
#include "screen/image_file.h"
#include "system/file_save.h"
#include "system/platform_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONG_BYTES ((uint64_t)4 << 20)

static bool apply_size(void *into, const char *value, editor_error *error)
{
    editor_app_options *options = into;
    return editor_cli_read_size(value, &options->width, &options->height) ||
           editor_cli_fail(error, "--size %s: expected WxH, each from 1 to 16384", value);
}

static bool apply_log_events(void *into, const char *value, editor_error *error)
{
    (void)error;
    ((editor_app_options *)into)->log_events = value;
    return true;
}

static bool apply_screenshot(void *into, const char *value, editor_error *error)
{
    (void)error;
    ((editor_app_options *)into)->screenshot = value;
    return true;
}

static bool apply_record(void *into, const char *value, editor_error *error)
{
    (void)error;
    ((editor_app_options *)into)->record = value;
    return true;
}

static bool apply_present(void *into, const char *value, editor_error *error)
{
    editor_app_options *options = into;
    for (uint32_t i = 0; i < RENDER_PRESENT_MODES; i++) {
        options->present_mode = (render_present_mode)i;
        if (strcmp(value, render_present_mode_name(options->present_mode)) == 0)
            return true;
    }
    return editor_cli_fail(error, "--present %s: expected fifo, fifo-relaxed, mailbox or immediate", value);
}

// The options of this command, and the keys of the actions.
typedef struct open_options {
    editor_app_options app; // the first member: options write to it
    const char *keymap;     // NULL: that of the user's configuration, if there is one
    bool print_keymap;
    editor_key_binding *keys;
    char problem[512]; // of the keymap: the first
    unsigned problems;
} open_options;

static bool apply_keymap(void *into, const char *value, editor_error *error)
{
    (void)error;
    ((open_options *)into)->keymap = value;
    return true;
}

static bool apply_print_keymap(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((open_options *)into)->print_keymap = true;
    return true;
}

static const editor_cli_option OPEN_OPTIONS[] = {
    {"--size", "WxH", "of the window, in logical points (default 1280x720, less on a small screen)", apply_size},
    {"--present", "MODE", "how pictures are shown: fifo (default), fifo-relaxed, mailbox or immediate, where offered",
     apply_present},
    {"--log-events", "FILE", "one JSON object per line of what happens (\"-\": stdout)", apply_log_events},
    {"--screenshot", "FILE.png", "written when the program ends, and on F12", apply_screenshot},
    {"--record", "FILE.play", "writes what is done as a script for vkpick play", apply_record},
    {"--keymap", "FILE", "keys of actions (default: vkpick/keymap in $XDG_CONFIG_HOME or ~/.config)", apply_keymap},
    {"--print-keymap", NULL, "prints the keys of all actions as such a file, and exits", apply_print_keymap},
};

static void note_problem(void *user, const char *text)
{
    open_options *options = user;
    if (options->problems++ == 0)
        snprintf(options->problem, sizeof(options->problem), "%s", text);
    editor_cli_report(EDITOR_EXIT_DONE, "%s", text);
}

// Reads the keymap that was named; else the user's, if there is one.
static bool read_keymap(open_options *options, int *status)
{
    editor_error error = {""};
    options->keys = editor_action_keys();
    char *own = options->keymap ? NULL : editor_config_file("keymap");
    const char *path = options->keymap ? options->keymap : own;
    bool done = options->keys != NULL;
    if (!done)
        *status = editor_cli_report(EDITOR_EXIT_FAILED, "out of memory");
    else if (path && (options->keymap || editor_file_look(path).exists))
        done = editor_keymap_read(path, options->keys, EDITOR_ACTION_COUNT, note_problem, options, &error);
    if (!done && options->keys)
        *status = editor_cli_report(EDITOR_EXIT_REFUSED, "%s", error.text);
    free(own);
    return done;
}

static void print_keymap(const editor_key_binding *keys)
{
    puts("# vkpick's keys: ACTION = KEY, or none. Actions that are left out keep their own key.");
    for (uint32_t i = 0; i < EDITOR_ACTION_COUNT; i++) {
        char line[160];
        editor_keymap_write(&keys[i], line, sizeof(line));
        puts(line);
    }
}

// Whether reading the file may take a second.
static bool takes_long(const char *path)
{
    const uint64_t bytes = editor_file_look(path).bytes;
    if (bytes >= LONG_BYTES || editor_level_is_file(path))
        return bytes >= LONG_BYTES;
    // A glTF file states what its buffers have.
    editor_level *boxes = editor_import_boxes(path, LONG_BYTES, &EDITOR_IMPORT_OPTIONS_DEFAULT);
    editor_level_destroy(boxes);
    return boxes != NULL;
}

static editor_level *empty_level(int *status)
{
    editor_error error = {""};
    editor_level *level = editor_level_create();
    if (level && editor_level_finish(level, &error))
        return level;
    *status = editor_cli_report(EDITOR_EXIT_FAILED, "out of memory");
    editor_level_destroy(level);
    return NULL;
}

// A level whose large models are boxes, which the window replaces.
static editor_level *read_boxes(const char *path, int *status)
{
    editor_error error = {""};
    editor_level *level = editor_level_read_boxes(path, LONG_BYTES, editor_image_decode, NULL, NULL, &error);
    if (level)
        editor_cli_print_warnings(level);
    else
        *status = editor_cli_report(EDITOR_EXIT_REFUSED, "%s", error.text);
    return level;
}

// Reads the file, or leaves that to the window, which shows a progress bar or boxes meanwhile. NULL: the reason has
// been printed.
static editor_level *open_level(const editor_cli_call *call, open_options *options, const char *path, int *status)
{
    const editor_cli_globals *globals = call->globals;
    // A script that is recorded begins with the whole file.
    const bool at_once = globals->is_posed || globals->chooses_import || options->app.record;
    if (!at_once && takes_long(path)) {
        options->app.opens = path;
        return empty_level(status);
    }
    if (!at_once && editor_file_look(path).exists && editor_level_is_file(path))
        return read_boxes(path, status);
    return editor_cli_load(globals, path, true, status);
}

static int open_editor(const editor_cli_call *call, open_options *options, const char *path)
{
    int status = EDITOR_EXIT_DONE;
    if (!read_keymap(options, &status))
        return status;
    if (options->print_keymap) {
        print_keymap(options->keys);
        return status;
    }
    editor_level *level = open_level(call, options, path, &status);
    if (level == NULL)
        return status;
    options->app.device_name = call->globals->device_name;
    options->app.masked_features = call->globals->masked_features;
    options->app.validation = call->globals->validation;
    options->app.keys = options->keys;
    options->app.notice = options->problems > 0 ? options->problem : NULL;
    return call->open_window(level, &options->app);
}

int editor_cli_open(const editor_cli_call *call)
{
    open_options options = {.keymap = NULL};
    editor_cli_options table = {"Window", OPEN_OPTIONS, sizeof(OPEN_OPTIONS) / sizeof(OPEN_OPTIONS[0]), &options};
    const char *path = "demo";
    int status = EDITOR_EXIT_DONE;
    if (!editor_cli_read(call, &table, 1, &path, &status))
        return status;
    if (call->globals->is_posed && options.app.record) // a script opens the file alone
        return editor_cli_usage(call, "--time and --clip cannot be recorded: choose the clip in the window");
    status = open_editor(call, &options, path);
    free(options.keys);
    return status;
}
