// vkpick bench verify: compares CPU and GPU at every pixel of every kind of view of many levels.
#define _POSIX_C_SOURCE 200809L
#include "cli/verify.h"
#include "cli/verify_views.h"

#include "bench.h"
#include "document/file/open.h"
#include "screen/image_file.h"
#include "stress_level.h"
#include "system/platform_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct bench_state {
    const editor_cli_globals *globals;
    const editor_verify_bench *options;
    editor_verify_tally sum;
    uint32_t levels, views;
    double seconds;
} bench_state;

enum { DEEPEST_FOLDER = 8 };

// --- Output ---

static uint64_t get_differences(const editor_verify_tally *tally)
{
    return tally->disagreements + tally->triangle_disagreements;
}

static uint64_t get_explained(const editor_verify_tally *tally)
{
    return tally->explained + tally->triangle_explained;
}

static void print_heading(const bench_state *state)
{
    if (!state->options->json)
        printf("%-44s %6s %12s %12s %12s %12s %12s %8s\n", "level", "views", "pixels", "hits", "disagreements",
               "explained", "unexplained", "seconds");
}

static void print_row(const bench_state *state, const char *name, const editor_verify_tally *tally, uint32_t views,
                      double seconds)
{
    const uint64_t unexplained = get_differences(tally) - get_explained(tally);
    if (state->options->json) {
        editor_json json = {.file = stdout};
        editor_json_begin_object(&json, NULL);
        editor_json_string(&json, "bench", "verify");
        editor_json_string(&json, "level", name);
        editor_json_count(&json, "views", views);
        editor_json_count(&json, "pixels", tally->pixels);
        editor_json_count(&json, "hits", tally->hits);
        editor_json_count(&json, "disagreements", get_differences(tally));
        editor_json_count(&json, "explained", get_explained(tally));
        editor_json_count(&json, "unexplained", unexplained);
        editor_json_number(&json, "seconds", seconds);
        editor_json_end_object(&json);
        editor_json_end_line(&json);
    } else {
        printf("%-44s %6u %12llu %12llu %12llu %12llu %12llu %8.1f\n", name, views, (unsigned long long)tally->pixels,
               (unsigned long long)tally->hits, (unsigned long long)get_differences(tally),
               (unsigned long long)get_explained(tally), (unsigned long long)unexplained, seconds);
    }
    fflush(stdout);
}

// --- Compared levels ---

// Takes ownership of the level. Skips an empty one.
static int compare_level(bench_state *state, editor_level *level, const char *name, bool large)
{
    pick_aabb bounds = pick_scene_bounds(level->scene);
    int status = EDITOR_EXIT_DONE;
    if (!pick_aabb_is_empty(&bounds)) {
        const editor_verify_bench *options = state->options;
        const uint32_t views = options->is_quick ? 3 : EDITOR_VERIFY_VIEW_COUNT;
        const uint32_t width = options->is_quick ? 64 : large ? 1280 : 320, height = width * 9 / 16;
        editor_verify_tally tally;
        const double start = bench_seconds();
        status = editor_cli_verify_matrix(state->globals, level, width, height, views, &tally);
        const double seconds = bench_seconds() - start;
        if (status == EDITOR_EXIT_DONE) {
            print_row(state, name, &tally, views, seconds);
            state->sum = editor_verify_add(&state->sum, &tally);
            state->levels++;
            state->views += views;
            state->seconds += seconds;
        }
    }
    editor_level_destroy(level);
    return status;
}

static const char *get_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

// Skips refused files: folders of models contain broken ones on purpose.
static int compare_file(bench_state *state, const char *path, bool large)
{
    editor_error error = {""};
    editor_level *level = editor_open(path, editor_image_decode, NULL, &error);
    if (level == NULL) {
        fprintf(stderr, "not compared: %s\n", error.text);
        return EDITOR_EXIT_DONE;
    }
    return compare_level(state, level, get_name(path), large);
}

static bool is_model(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot != NULL && (strcmp(dot, ".gltf") == 0 || strcmp(dot, ".glb") == 0 || strcmp(dot, ".obj") == 0);
}

static int compare_folder(bench_state *state, const char *folder, int depth)
{
    editor_folder_entry *entries;
    size_t count;
    if (!editor_folder_list(folder, &entries, &count))
        return editor_cli_report(EDITOR_EXIT_REFUSED, "%s: cannot be read", folder);
    int status = EDITOR_EXIT_DONE;
    for (size_t i = 0; i < count && status == EDITOR_EXIT_DONE; i++) {
        char path[4096];
        const int length = snprintf(path, sizeof(path), "%s/%s", folder, entries[i].name);
        if (length < 0 || (size_t)length >= sizeof(path))
            continue;
        if (entries[i].is_folder && depth < DEEPEST_FOLDER)
            status = compare_folder(state, path, depth + 1);
        else if (!entries[i].is_folder && is_model(entries[i].name))
            status = compare_file(state, path, false);
    }
    editor_folder_free(entries, count);
    return status;
}

static int compare_models(bench_state *state, const char *path)
{
    return editor_path_is_folder(path) ? compare_folder(state, path, 0) : compare_file(state, path, false);
}

static int compare_demo(bench_state *state)
{
    int status = EDITOR_EXIT_DONE;
    editor_level *level = editor_cli_load(NULL, "demo", true, &status);
    return level != NULL ? compare_level(state, level, "demo", state->options->is_long) : status;
}

// Writes the generated level of hard cases to a file and reads that, because levels are read from files.
static int compare_stress(bench_state *state)
{
    const char *parent = getenv("TMPDIR");
    char folder[1024], model[1100], data[1100];
    snprintf(folder, sizeof(folder), "%.900s/vkpick-bench-XXXXXX", parent != NULL ? parent : "/tmp");
    if (mkdtemp(folder) == NULL)
        return editor_cli_report(EDITOR_EXIT_FAILED, "no folder for passing files can be made: %s", folder);
    snprintf(model, sizeof(model), "%s/stress.gltf", folder);
    snprintf(data, sizeof(data), "%s/stress.bin", folder);
    int status = stress_level_write(folder) ? compare_file(state, model, state->options->is_long)
                                            : editor_cli_report(EDITOR_EXIT_FAILED, "%s: cannot be written", model);
    remove(model);
    remove(data);
    rmdir(folder);
    return status;
}

int editor_cli_verify_bench(const editor_cli_globals *globals, const editor_verify_bench *options)
{
    bench_state state = {.globals = globals, .options = options};
    const char *assets = options->is_long ? getenv("VKPICK_ASSETS_DIR") : NULL;
    print_heading(&state);
    int status = compare_demo(&state);
    if (status == EDITOR_EXIT_DONE && !options->is_quick)
        status = compare_stress(&state);
    if (status == EDITOR_EXIT_DONE && assets != NULL)
        status = compare_models(&state, assets);
    if (status == EDITOR_EXIT_DONE && options->models != NULL)
        status = compare_models(&state, options->models);
    if (status == EDITOR_EXIT_DONE) {
        char name[64];
        snprintf(name, sizeof(name), "all %u", state.levels);
        print_row(&state, name, &state.sum, state.views, state.seconds);
        status = get_differences(&state.sum) == get_explained(&state.sum) ? EDITOR_EXIT_DONE : EDITOR_EXIT_FAILED;
    }
    return status;
}
