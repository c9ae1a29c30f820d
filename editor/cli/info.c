// vkpick info: the content of a file as one JSON object, or as a report in words.
#include "cli/command.h"

#include "document/level/fit.h"
#include "document/level/report.h"

#include <stdlib.h>

typedef struct info_options {
    bool report, json;
} info_options;

static bool apply_report(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((info_options *)into)->report = true;
    return true;
}

static bool apply_json(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((info_options *)into)->json = true;
    return true;
}

static const editor_cli_option INFO_OPTIONS[] = {
    {"--report", NULL, "the report of the import in words: also what was dropped and where, units, what is left out",
     apply_report},
    {"--json", NULL, "as one JSON object, which info is anyway without --report", apply_json},
};

static void put_counts(editor_json *json, const editor_level *level, const editor_level_counts *counts)
{
    const pick_aabb bounds = pick_scene_bounds(level->scene);
    editor_json_count(json, "objects", counts->objects);
    editor_json_count(json, "meshes", counts->meshes);
    editor_json_count(json, "points", counts->points);
    editor_json_count(json, "segments", counts->segments);
    editor_json_count(json, "triangles", counts->triangles);
    editor_json_count(json, "instanced_triangles", counts->instanced_triangles);
    editor_json_count(json, "dropped_triangles", counts->dropped_triangles);
    if (counts->prefabs > 0) {
        editor_json_count(json, "prefabs", counts->prefabs);
        editor_json_count(json, "instances", counts->instances);
    }
    if (pick_aabb_is_empty(&bounds)) {
        editor_json_null(json, "bounds_min");
        editor_json_null(json, "bounds_max");
    } else {
        editor_json_vec3(json, "bounds_min", bounds.min);
        editor_json_vec3(json, "bounds_max", bounds.max);
    }
}

static void put_warnings(editor_json *json, const editor_level *level)
{
    editor_json_begin_array(json, "warnings");
    for (uint32_t i = 0; i < level->warning_count; i++)
        editor_json_string(json, NULL, level->warnings[i]);
    editor_json_end_array(json);
}

// The clips of all models, where there are any. `--clip` poses every model that has one of that name.
static void put_clips(editor_json *json, const editor_level *level)
{
    bool any = false;
    for (uint32_t i = 0; i < level->asset_count; i++)
        any = any || level->assets[i].motion;
    if (!any)
        return;
    editor_json_begin_array(json, "clips");
    for (uint32_t i = 0; i < level->asset_count; i++) {
        const editor_motion *motion = level->assets[i].motion;
        for (uint32_t k = 0; motion && k < motion->clip_count; k++) {
            editor_json_begin_object(json, NULL);
            editor_json_string(json, "name", motion->clips[k].name);
            editor_json_string(json, "model", level->assets[i].path);
            editor_json_number(json, "length", motion->clips[k].length);
            editor_json_count(json, "channels", motion->clips[k].channel_count);
            editor_json_end_object(json);
        }
    }
    editor_json_end_array(json);
}

static void put_drops(editor_json *json, const editor_level *level, const editor_report *report)
{
    editor_json_begin_array(json, "dropped");
    for (int i = 0; i < EDITOR_DROP_COUNT; i++) {
        const editor_drops_of_reason *drops = &report->drops[i];
        if (drops->count == 0)
            continue;
        const char *name = level->meshes[drops->mesh].name;
        editor_json_begin_object(json, NULL);
        editor_json_string(json, "reason", editor_drop_reason_text((editor_drop_reason)i));
        editor_json_count(json, "count", drops->count);
        editor_json_count(json, "mesh", drops->mesh);
        editor_json_string(json, "name", name ? name : "");
        editor_json_count(json, "triangle", drops->triangle);
        editor_json_end_object(json);
    }
    editor_json_end_array(json);
}

static void put_flat(editor_json *json, const char *key, const editor_level *level, const editor_flat_objects *flat)
{
    editor_json_begin_object(json, key);
    editor_json_count(json, "count", flat->count);
    if (flat->count > 0)
        editor_json_string(json, "first", level->objects[flat->object].name);
    else
        editor_json_null(json, "first");
    editor_json_end_object(json);
}

static void put_text(editor_json *json, const char *key, const char *text)
{
    if (text)
        editor_json_string(json, key, text);
    else
        editor_json_null(json, key);
}

static void put_model(editor_json *json, const editor_asset *asset)
{
    const editor_model_facts *facts = &asset->facts;
    editor_json_begin_object(json, NULL);
    editor_json_string(json, "path", asset->path);
    editor_json_bool(json, "missing", asset->missing);
    editor_json_string(json, "format", facts->format);
    if (facts->unit > 0)
        editor_json_number(json, "unit", facts->unit);
    else
        editor_json_null(json, "unit");
    put_text(json, "up", editor_axis_name(facts->up));
    editor_json_bool(json, "converted", facts->is_converted);
    editor_json_number(json, "import_scale", asset->fit.scale);
    editor_json_string(json, "import_up", editor_axis_name(asset->fit.up));
    put_text(json, "scene", asset->scene);
    put_text(json, "variant", asset->variant);
    editor_json_count(json, "animations", facts->animations);
    editor_json_count(json, "skins", facts->skins);
    editor_json_count(json, "morph_meshes", facts->morphs);
    editor_json_end_object(json);
}

static void print_json_report(const editor_level *level)
{
    const editor_report report = editor_report_make(level);
    editor_json json = {.file = stdout};
    editor_json_begin_object(&json, NULL);
    put_counts(&json, level, &report.counts);
    editor_json_count(&json, "submeshes", report.submeshes);
    editor_json_count(&json, "groups", report.groups);
    editor_json_count(&json, "lights", report.lights);
    editor_json_count(&json, "cameras", report.cameras);
    put_drops(&json, level, &report);
    put_flat(&json, "flat", level, &report.flat);
    put_flat(&json, "flat_in_pose", level, &report.flat_in_pose);
    editor_json_begin_array(&json, "models");
    for (uint32_t i = 0; i < level->asset_count; i++)
        put_model(&json, &level->assets[i]);
    editor_json_end_array(&json);
    put_clips(&json, level);
    put_warnings(&json, level);
    editor_json_bool(&json, "whole", report.is_whole);
    editor_json_end_object(&json);
    editor_json_end_line(&json);
}

static int print_report(const editor_level *level)
{
    editor_text text = {0};
    editor_report_write(level, &text);
    const bool ok = !text.failed;
    if (ok)
        fputs(text.data, stdout);
    editor_text_free(&text);
    return ok ? EDITOR_EXIT_DONE : editor_cli_report(EDITOR_EXIT_FAILED, "out of memory");
}

static void print_info(const editor_level *level)
{
    const editor_level_counts counts = editor_level_count(level);
    editor_json json = {.file = stdout};
    editor_json_begin_object(&json, NULL);
    put_counts(&json, level, &counts);
    put_clips(&json, level);
    put_warnings(&json, level);
    editor_json_end_object(&json);
    editor_json_end_line(&json);
}

int editor_cli_info(const editor_cli_call *call)
{
    info_options options = {0};
    const editor_cli_options table = {"Report", INFO_OPTIONS, sizeof(INFO_OPTIONS) / sizeof(INFO_OPTIONS[0]), &options};
    const char *path = NULL;
    int status = EDITOR_EXIT_DONE;
    if (!editor_cli_read(call, &table, 1, &path, &status))
        return status;
    editor_level *level = editor_cli_load(call->globals, path, false, &status);
    if (level == NULL)
        return status;
    if (!options.report)
        print_info(level);
    else if (options.json)
        print_json_report(level);
    else
        status = print_report(level);
    editor_level_destroy(level);
    return status;
}
