#define _POSIX_C_SOURCE 200809L // access, strndup

#include "cli/command.h"

#include "document/demo/demo_level.h"
#include "document/file/open.h"
#include "document/import/common/decode.h"
#include "document/level/fit.h"
#include "screen/image_file.h"
#include "system/cache.h"
#include "system/platform_folder.h"
#include "system/reference.h"
#include "system/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool apply_device(void *into, const char *value, editor_error *error)
{
    (void)error;
    ((editor_cli_globals *)into)->device_name = value;
    return true;
}

static bool read_masked_features(const char *option, const char *value, editor_cli_globals *globals,
                                 editor_error *error)
{
    char known[256] = "";
    if (render_features_read(value, &globals->masked_features))
        return true;
    for (uint32_t i = 0; i < RENDER_FEATURE_COUNT; i++) {
        strcat(known, i > 0 ? ", " : "");
        strcat(known, render_feature_name(i));
    }
    return editor_cli_fail(error, "%s %s: expected names of features, separated by commas, or all: %s", option, value,
                           known);
}

static bool apply_mask(void *into, const char *value, editor_error *error)
{
    return read_masked_features("--mask", value, into, error);
}

static bool apply_validation(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((editor_cli_globals *)into)->validation = true;
    return true;
}

static bool apply_model_folder(void *into, const char *value, editor_error *error)
{
    (void)into;
    return editor_reference_allow(value) || editor_cli_fail(error, "--model-folder %s: no such folder", value);
}

static bool read_texture_limit(const char *option, const char *value, editor_error *error)
{
    double millions;
    if (!editor_cli_read_numbers(value, ' ', &millions, 1) || !(millions > 0 && millions <= 4096))
        return editor_cli_fail(error, "%s %s: expected millions of pixels, above 0, at most 4096", option, value);
    editor_decode_set_pixels((uint64_t)(millions * 1e6));
    return true;
}

static bool apply_texture_limit(void *into, const char *value, editor_error *error)
{
    (void)into;
    return read_texture_limit("--texture-limit", value, error);
}

static void use_cache(uint64_t limit)
{
    char *folder = editor_folder_cache("models");
    editor_cache_use(folder, limit);
    free(folder);
}

static bool read_cache_limit(const char *option, const char *value, editor_error *error)
{
    double millions;
    if (!editor_cli_read_numbers(value, ' ', &millions, 1) || !(millions >= 0 && millions <= 1e6))
        return editor_cli_fail(error, "%s %s: expected millions of bytes, 0 to 1000000", option, value);
    use_cache((uint64_t)(millions * 1e6));
    return true;
}

static bool apply_cache_limit(void *into, const char *value, editor_error *error)
{
    (void)into;
    return read_cache_limit("--cache-limit", value, error);
}

static bool apply_no_cache(void *into, const char *value, editor_error *error)
{
    (void)into, (void)value, (void)error;
    use_cache(0);
    return true;
}

// Names the folders of a list separated by colons, as PATH is.
static bool allow_folders(const char *list, editor_error *error)
{
    for (const char *at = list; *at != '\0';) {
        const size_t length = strcspn(at, ":");
        char *folder = strndup(at, length);
        const bool ok = folder != NULL && (length == 0 || editor_reference_allow(folder));
        if (!ok)
            editor_cli_fail(error, EDITOR_REFERENCE_VARIABLE " %s: no such folder", folder != NULL ? folder : "");
        free(folder);
        if (!ok)
            return false;
        at += length + (at[length] == ':');
    }
    return true;
}

bool editor_cli_read_environment(editor_cli_globals *globals, editor_error *error)
{
    const char *mask = getenv("VKPICK_MASK");
    const char *folders = getenv(EDITOR_REFERENCE_VARIABLE);
    const char *limit = getenv("VKPICK_TEXTURE_LIMIT");
    const char *cache = getenv("VKPICK_CACHE_LIMIT");
    use_cache(EDITOR_CACHE_LIMIT_DEFAULT);
    return (mask == NULL || read_masked_features("VKPICK_MASK", mask, globals, error)) &&
           (folders == NULL || allow_folders(folders, error)) &&
           (limit == NULL || read_texture_limit("VKPICK_TEXTURE_LIMIT", limit, error)) &&
           (cache == NULL || read_cache_limit("VKPICK_CACHE_LIMIT", cache, error));
}

static const editor_cli_option GLOBAL_OPTIONS[] = {
    {"--device", "NAME", "use the first Vulkan device whose name contains NAME", apply_device},
    {"--mask", "FEATURES", "do without these Vulkan features, though the device has them (or VKPICK_MASK); all: all",
     apply_mask},
    {"--model-folder", "DIR", "models may refer to files in DIR too (or VKPICK_MODEL_FOLDERS); may be repeated",
     apply_model_folder},
    {"--texture-limit", "MILLIONS", "read textures of up to so many million pixels (67.1; or VKPICK_TEXTURE_LIMIT)",
     apply_texture_limit},
    {"--cache-limit", "MILLIONS",
     "remember models in up to so many million bytes (4000; or VKPICK_CACHE_LIMIT); 0: none", apply_cache_limit},
    {"--no-cache", NULL, "read every model from its file, and remember none", apply_no_cache},
    {"--validation", NULL, "Khronos validation layer on (or VKPICK_VALIDATION=1); a message makes the exit status 1",
     apply_validation},
};

static bool apply_import_scale(void *into, const char *value, editor_error *error)
{
    editor_cli_globals *globals = into;
    globals->chooses_import = true;
    return (editor_cli_read_numbers(value, ' ', &globals->import.fit.scale, 1) &&
            editor_fit_fault(&globals->import.fit) == NULL) ||
           editor_cli_fail(error, "--import-scale %s: expected 0.000001 to 1000000", value);
}

static bool apply_import_up(void *into, const char *value, editor_error *error)
{
    editor_cli_globals *globals = into;
    const editor_axis axis = editor_axis_find(value);
    globals->chooses_import = true;
    if (axis == EDITOR_AXIS_NONE)
        return editor_cli_fail(error, "--import-up %s: expected x, y or z", value);
    globals->import.fit.up = axis;
    return true;
}

static bool apply_scene(void *into, const char *value, editor_error *error)
{
    (void)error;
    editor_cli_globals *globals = into;
    globals->chooses_import = true;
    globals->import.scene = value;
    return true;
}

static bool apply_variant(void *into, const char *value, editor_error *error)
{
    (void)error;
    editor_cli_globals *globals = into;
    globals->chooses_import = true;
    globals->import.variant = value;
    return true;
}

static bool apply_time(void *into, const char *value, editor_error *error)
{
    editor_cli_globals *globals = into;
    globals->is_posed = true;
    return (editor_cli_read_numbers(value, ' ', &globals->time, 1) && globals->time >= 0) ||
           editor_cli_fail(error, "--time %s: expected seconds, 0 or more", value);
}

static bool apply_clip(void *into, const char *value, editor_error *error)
{
    (void)error;
    editor_cli_globals *globals = into;
    globals->is_posed = true;
    globals->clip = value;
    return true;
}

static const editor_cli_option IMPORT_OPTIONS[] = {
    {"--import-scale", "S", "metres that a unit of the model is read as; level files keep it (1)", apply_import_scale},
    {"--import-up", "AXIS", "the axis of the model that points up: x, y or z (y)", apply_import_up},
    {"--scene", "NAME", "glTF: the scene to read, by name or number (the file's default)", apply_scene},
    {"--variant", "NAME", "glTF: the material variant to show, by name or number (none)", apply_variant},
};

static const editor_cli_option POSE_OPTIONS[] = {
    {"--time", "S", "glTF: pose what moves as it is S seconds after the start of the clip (the file's pose)",
     apply_time},
    {"--clip", "NAME", "glTF: the clip that --time is in (the first of each model); info names them", apply_clip},
};

// "FILE ..." or "[FILE]": not benches or scripts.
static bool reads_model(const editor_cli_command *command)
{
    return strncmp(command->positional, "FILE", 4) == 0 || strcmp(command->positional, "[FILE]") == 0;
}

editor_cli_options editor_cli_global_options(editor_cli_globals *globals)
{
    return (editor_cli_options){"Options of every command", GLOBAL_OPTIONS,
                                sizeof(GLOBAL_OPTIONS) / sizeof(GLOBAL_OPTIONS[0]), globals};
}

// One line: what a file says is in some messages, and must not steer the terminal.
static void say(const char *format, va_list arguments)
{
    char text[4096];
    editor_text_print(text, sizeof(text), format, arguments);
    fprintf(stderr, "vkpick: %s\n", text);
}

int editor_cli_report(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    return status;
}

int editor_cli_usage(const editor_cli_call *call, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    const char *name = call->command->name;
    fprintf(stderr, "See: vkpick %s%s--help\n", name != NULL ? name : "", name != NULL ? " " : "");
    return EDITOR_EXIT_USAGE;
}

static void print_help(const editor_cli_command *command, const editor_cli_options *tables, size_t table_count)
{
    fprintf(stderr, "vkpick %s%s%s [options]: %s\n", command->name != NULL ? command->name : "",
            command->name != NULL ? " " : "", command->positional, command->summary);
    for (size_t i = 0; i < table_count; i++) {
        if (tables[i].rows != POSE_OPTIONS || !command->refuses_pose)
            editor_cli_print_options(&tables[i]);
    }
    if (command->notes != NULL)
        fprintf(stderr, "\n%s", command->notes);
}

bool editor_cli_read(const editor_cli_call *call, const editor_cli_options *tables, size_t table_count,
                     const char **file, int *status)
{
    editor_cli_options all[8];
    size_t count = 0;
    for (; count < table_count && count + 3 < sizeof(all) / sizeof(all[0]); count++)
        all[count] = tables[count];
    if (reads_model(call->command)) {
        call->globals->import.fit = EDITOR_FIT_PLAIN;
        all[count++] = (editor_cli_options){"Models", IMPORT_OPTIONS,
                                            sizeof(IMPORT_OPTIONS) / sizeof(IMPORT_OPTIONS[0]), call->globals};
        all[count++] =
            (editor_cli_options){"Poses", POSE_OPTIONS, sizeof(POSE_OPTIONS) / sizeof(POSE_OPTIONS[0]), call->globals};
    }
    all[count++] = editor_cli_global_options(call->globals);

    editor_error error = {""};
    switch (editor_cli_parse(call->argc, call->argv, all, count, file, &error)) {
    case EDITOR_CLI_HELP_ASKED:
        print_help(call->command, all, count);
        *status = EDITOR_EXIT_DONE;
        return false;
    case EDITOR_CLI_WRONG:
        *status = editor_cli_usage(call, "%s", error.text);
        return false;
    case EDITOR_CLI_PARSED:
        break;
    }
    if (*file == NULL && call->command->positional[0] != '[') { // "[...]": optional
        *status = editor_cli_usage(call, "%s needs a FILE", call->command->name);
        return false;
    }
    return true;
}

static bool file_exists(const char *path)
{
    return access(path, F_OK) == 0; // opening a pipe would wait
}

void editor_cli_print_warnings(const editor_level *level)
{
    for (uint32_t i = 0; i < level->warning_count; i++)
        fprintf(stderr, "warning: %s\n", level->warnings[i]);
}

editor_level *editor_cli_load(const editor_cli_globals *globals, const char *path, bool with_warnings, int *status)
{
    editor_error error = {""};
    editor_level *level = NULL;
    if (globals != NULL && globals->chooses_import) {
        level = editor_open_model(path, &globals->import, editor_image_decode, NULL, &error);
        *status = EDITOR_EXIT_REFUSED;
    } else if (strcmp(path, "demo") == 0 && !file_exists(path)) {
        level = editor_demo_level(&error);
        *status = EDITOR_EXIT_FAILED;
    } else {
        level = editor_open(path, editor_image_decode, NULL, &error);
        *status = EDITOR_EXIT_REFUSED;
    }
    if (level == NULL) {
        editor_cli_report(*status, "%s", error.text);
        return NULL;
    }
    if (globals != NULL && globals->is_posed && !editor_level_set_pose(level, globals->clip, globals->time, &error)) {
        *status = editor_cli_report(EDITOR_EXIT_REFUSED, "%s: %s", path, error.text);
        editor_level_destroy(level);
        return NULL;
    }
    if (with_warnings)
        editor_cli_print_warnings(level);
    *status = EDITOR_EXIT_DONE;
    return level;
}
