// vkpick [FILE]: opens the editor.
#include "cli/command.h"

#include <string.h>

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

static const editor_cli_option OPEN_OPTIONS[] = {
    {"--size", "WxH", "of the window, in logical points (default 1280x720)", apply_size},
    {"--present", "MODE", "how pictures are shown: fifo (default), fifo-relaxed, mailbox or immediate, where offered",
     apply_present},
    {"--log-events", "FILE", "one JSON object per line of what happens (\"-\": stdout)", apply_log_events},
    {"--screenshot", "FILE.png", "written when the program ends, and on F12", apply_screenshot},
    {"--record", "FILE.play", "writes what is done as a script for vkpick play", apply_record},
};

int editor_cli_open(const editor_cli_call *call)
{
    editor_app_options options = {0};
    editor_cli_options table = {"Window", OPEN_OPTIONS, sizeof(OPEN_OPTIONS) / sizeof(OPEN_OPTIONS[0]), &options};
    const char *path = "demo";
    int status = EDITOR_EXIT_DONE;
    if (!editor_cli_read(call, &table, 1, &path, &status))
        return status;
    editor_level *level = editor_cli_load(path, true, &status);
    if (level == NULL)
        return status;
    options.device_name = call->globals->device_name;
    options.masked_features = call->globals->masked_features;
    options.validation = call->globals->validation;
    return call->open_window(level, &options);
}
