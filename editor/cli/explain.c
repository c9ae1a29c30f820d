// vkpick explain: every candidate under a point of the view, a JSON line each, with the reason that it won or lost.
#include "cli/explain_picture.h"
#include "cli/parts.h"

#include <stdlib.h>
#include <string.h>

typedef struct explain_options {
    bool has_at;
    pick_vec2 at;
    double radius;
    double tolerance; // pixels
    bool exact_wins;
    editor_cli_picture picture;
    editor_cli_query query;
    editor_cli_parts parts;
} explain_options;

static bool apply_at(void *into, const char *value, editor_error *error)
{
    explain_options *options = into;
    double point[2];
    if (options->has_at)
        return editor_cli_fail(error, "--at %s: one point is explained at a time", value);
    if (!editor_cli_read_numbers(value, ',', point, 2))
        return editor_cli_fail(error, "--at %s: expected two numbers X,Y", value);
    options->at = (pick_vec2){point[0], point[1]};
    options->has_at = true;
    return true;
}

static bool apply_radius(void *into, const char *value, editor_error *error)
{
    return editor_cli_read_points("--radius", value, &((explain_options *)into)->radius, error);
}

static bool apply_tolerance(void *into, const char *value, editor_error *error)
{
    return editor_cli_read_points("--tolerance", value, &((explain_options *)into)->tolerance, error);
}

static bool apply_exact_wins(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((explain_options *)into)->exact_wins = true;
    return true;
}

static bool apply_picture(void *into, const char *value, editor_error *error)
{
    (void)error;
    ((explain_options *)into)->picture.path = value;
    return true;
}

static bool apply_picture_of(void *into, const char *value, editor_error *error)
{
    static const char *const words[] = {"ray", "mesh", "triangles"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(value, words[i]) == 0) {
            ((explain_options *)into)->picture.kind = (editor_cli_picture_kind)i;
            return true;
        }
    }
    return editor_cli_fail(error, "--picture-of %s: expected ray, mesh or triangles", value);
}

static const editor_cli_option EXPLAIN_OPTIONS[] = {
    {"--at", "X,Y", "the point of the window", apply_at},
    {"--radius", "PX", "tell what was missed by so many pixels (default 8; 0: nothing)", apply_radius},
    {"--tolerance", "PX", "explain a pick with this tolerance: see vkpick pick", apply_tolerance},
    {"--exact-wins", NULL, "what is hit exactly wins over something thin in front of it", apply_exact_wins},
    {"--picture", "FILE.png", "where a picture of the pick goes, seen from the side", apply_picture},
    {"--picture-of", "WHAT", "ray (and the boxes it met), mesh (its boxes), triangles (tested)", apply_picture_of},
};

static void write_explanation(editor_json *json, const editor_level *level, const pick_explanation *e)
{
    editor_json_begin_object(json, NULL);
    editor_json_string(json, "reason", pick_reason_name(e->reason));
    editor_json_string(json, "text", pick_reason_text(e->reason));
    editor_cli_write_object(json, level, (uint32_t)e->user);
    editor_cli_write_part(json, level, (uint32_t)e->user, e->triangle);
    editor_json_number(json, "t", e->t);
    editor_json_vec3(json, "point", e->point);
    editor_json_number(json, "distance", e->distance);
    editor_json_bool(json, "backface", e->backface);
    if (e->cap != 0)
        editor_json_count(json, "cap", e->cap - 1);
    editor_json_bool(json, "locked", e->locked);
    if (e->reason == PICK_REASON_BEHIND || e->reason == PICK_REASON_YIELDED) {
        editor_json_string(json, "behind", level->objects[e->blocker_user].name);
        editor_json_count(json, "behind_index", level->objects[e->blocker_user].number);
    }
    editor_json_end_object(json);
    editor_json_end_line(json);
}

static int explain(const editor_cli_call *call, const editor_level *level, const explain_options *options,
                   const editor_cli_view *view)
{
    editor_cli_look look;
    int status = editor_cli_look_make(call, level, view, &options->query, &look);
    if (status != EDITOR_EXIT_DONE)
        return status;
    if (options->parts.kinds != 0) {
        editor_cli_parts_explain(level, &look, &options->parts, options->at, options->tolerance);
        return EDITOR_EXIT_DONE;
    }
    const pick_cursor_query cursor = {
        .query = &look.query, .tolerance = options->tolerance, .exact_wins = options->exact_wins};
    const size_t count = pick_explain_cursor(level->scene, &look.view, options->at, &cursor, options->radius, NULL, 0);
    pick_explanation *items = malloc((count + 1) * sizeof(*items));
    if (items == NULL)
        return editor_cli_report(EDITOR_EXIT_FAILED, "out of memory");
    pick_explain_cursor(level->scene, &look.view, options->at, &cursor, options->radius, items, count);
    editor_json json = {.file = stdout};
    for (size_t i = 0; i < count; i++)
        write_explanation(&json, level, &items[i]);
    free(items);
    if (options->picture.path != NULL)
        status = editor_cli_explain_picture(call, level, &look, view, options->at, &options->picture);
    return status;
}

int editor_cli_explain(const editor_cli_call *call)
{
    explain_options options = {.radius = 8, .query = editor_cli_query_default()};
    editor_cli_view view = editor_cli_view_default();
    editor_cli_options tables[] = {
        {"Question", EXPLAIN_OPTIONS, sizeof(EXPLAIN_OPTIONS) / sizeof(EXPLAIN_OPTIONS[0]), &options},
        editor_cli_parts_options(&options.parts),
        editor_cli_query_options(&options.query),
        editor_cli_view_options(&view)};
    const char *path = NULL;
    int status = EDITOR_EXIT_DONE;
    if (!editor_cli_read(call, tables, 4, &path, &status))
        return status;
    if (!options.has_at)
        return editor_cli_usage(call, "explain needs --at X,Y");
    if (options.parts.through && options.parts.kinds == 0)
        return editor_cli_usage(call, "--through needs --parts");
    if (options.parts.kinds != 0 && options.picture.path != NULL)
        return editor_cli_usage(call, "--picture shows the pick of an object: not with --parts");
    editor_level *level = editor_cli_load(call->globals, path, true, &status);
    if (level != NULL)
        status = explain(call, level, &options, &view);
    editor_level_destroy(level);
    return status;
}
