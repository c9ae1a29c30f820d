// vkpick play SCRIPT: replays recorded input without a display, with checks and pictures.
#define _POSIX_C_SOURCE 200809L // nanosleep

#include "cli/command.h"

#include "document/demo/demo_level.h"
#include "document/file/open.h"
#include "play/player.h"
#include "screen/image_file.h"
#include "screen/screen.h"
#include "system/cache.h"
#include "system/platform_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct play_stage {
    const editor_cli_globals *globals;
    editor_screen screen;
    bool open;              // created with the first picture
    const char *thumbnails; // folder of their cache; NULL: the assets panel has none
} play_stage;

static editor_level *load(void *user, const char *path, editor_error *error)
{
    (void)user;
    return strcmp(path, "demo") == 0 ? editor_demo_level(error) : editor_open(path, editor_image_decode, NULL, error);
}

static void say(void *user, render_log_level level, const char *text)
{
    (void)user;
    fprintf(stderr, "%s: %s\n", level == RENDER_LOG_VALIDATION ? "validation" : "renderer", text);
}

// Waits until all pictures in the assets panel are there, at most a minute each.
static void finish_thumbnails(play_stage *stage, editor_workspace *workspace)
{
    const struct timespec pause = {.tv_nsec = 10000000};
    for (int tries = 0; tries < 100 * EDITOR_THUMBNAIL_SECONDS; tries++) {
        if (editor_screen_step_thumbnails(&stage->screen, workspace)) {
            editor_workspace_step(workspace, 0);
            tries = 0;
        } else if (!editor_screen_draws_thumbnail(&stage->screen)) {
            for (int i = 0; i < 8 && editor_workspace_is_busy(workspace); i++) // a tooltip that grew
                editor_workspace_step(workspace, 0);
            return;
        } else {
            nanosleep(&pause, NULL);
        }
    }
}

static bool screenshot(void *user, editor_workspace *workspace, const char *path, editor_error *error)
{
    play_stage *stage = user;
    if (!stage->open) {
        const editor_screen_desc desc = {.device_name = stage->globals->device_name,
                                         .masked_features = stage->globals->masked_features,
                                         .thumbnail_folder = stage->thumbnails,
                                         .validation = stage->globals->validation,
                                         .say = say};
        stage->open = true;
        if (!editor_screen_init(&stage->screen, &desc, workspace, error))
            return false;
        // The font has a texture only now.
        editor_workspace_invalidate(workspace);
        editor_workspace_step(workspace, 0);
    }
    finish_thumbnails(stage, workspace);
    editor_figures figures = editor_screen_figures(&stage->screen);
    editor_workspace_set_figures(workspace, &figures);
    render_result result = editor_screen_draw(&stage->screen, workspace);
    if (result == RENDER_SKIPPED)
        snprintf(error->text, sizeof(error->text), "%.200s: a window without an area has no picture", path);
    else if (result != RENDER_OK)
        *error = stage->screen.error;
    if (result != RENDER_OK)
        return false;
    return editor_screen_save(&stage->screen, path, error);
}

static bool no_screenshot(void *user, editor_workspace *workspace, const char *path, editor_error *error)
{
    (void)user, (void)workspace, (void)path, (void)error;
    return true;
}

typedef struct play_options {
    bool no_pictures;
} play_options;

static bool apply_no_pictures(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((play_options *)into)->no_pictures = true;
    return true;
}

static const editor_cli_option PLAY_OPTIONS[] = {
    {"--no-pictures", NULL, "pass over the screenshots: no Vulkan device is used", apply_no_pictures},
};

static void close_stage(void *user)
{
    play_stage *stage = user;
    if (stage->open)
        editor_screen_finish(&stage->screen);
}

int editor_cli_play(const editor_cli_call *call)
{
    play_options options = {.no_pictures = false};
    const editor_cli_options table = {"Options", PLAY_OPTIONS, 1, &options};
    const char *path = NULL;
    int status = EDITOR_EXIT_DONE;
    if (!editor_cli_read(call, &table, 1, &path, &status))
        return status;
    // Likewise thumbnails and remembered models: only with a cache of its own.
    const char *cache = getenv("XDG_CACHE_HOME");
    if (!cache)
        editor_cache_use(NULL, 0);
    char thumbnails[EDITOR_PATH_SIZE];
    const int length = snprintf(thumbnails, sizeof(thumbnails), "%s/vkpick/thumbnails", cache ? cache : "");
    const bool fits = length > 0 && (size_t)length < sizeof(thumbnails);
    play_stage stage = {.globals = call->globals, .thumbnails = cache && cache[0] == '/' && fits ? thumbnails : NULL};
    // Without the variable, a script does not depend on what the user's editors left, and leaves nothing to them.
    char *state = getenv("XDG_STATE_HOME") ? editor_folder_state() : NULL;
    const editor_player_desc desc = {.load = load,
                                     .screenshot = options.no_pictures ? no_screenshot : screenshot,
                                     .close = close_stage,
                                     .user = &stage,
                                     .workspace = {.keeps_copies = true,
                                                   .state_folder = state,
                                                   .decoder = editor_image_decode,
                                                   .encoder = editor_image_encode}};
    editor_error error = {""};
    editor_play_result result = editor_play(path, &desc, &error);
    free(state);
    switch (result) {
    case EDITOR_PLAY_FAILED:
        return editor_cli_report(EDITOR_EXIT_FAILED, "%s", error.text);
    case EDITOR_PLAY_BROKEN:
        return editor_cli_report(EDITOR_EXIT_REFUSED, "%s", error.text);
    case EDITOR_PLAY_DONE:
        break;
    }
    if (stage.screen.validation_messages > 0)
        return editor_cli_report(EDITOR_EXIT_FAILED, "%u validation messages",
                                 (unsigned)stage.screen.validation_messages);
    return EDITOR_EXIT_DONE;
}
