// vkpick sees: whether one object of a level sees another, and what is in the way.
#include "cli/query_options.h"
#include "document/level/sight.h"

typedef struct sees_options {
    const char *from, *to;
} sees_options;

static bool apply_from(void *into, const char *value, editor_error *error)
{
    (void)error;
    ((sees_options *)into)->from = value;
    return true;
}

static bool apply_to(void *into, const char *value, editor_error *error)
{
    (void)error;
    ((sees_options *)into)->to = value;
    return true;
}

static const editor_cli_option SEES_OPTIONS[] = {
    {"--from", "NAME", "the object that looks", apply_from},
    {"--to", "NAME", "the object that is looked at", apply_to},
};

static void write_sight(const editor_level *level, const sees_options *options, const editor_sight *sight)
{
    editor_json json = {.file = stdout};
    editor_json_begin_object(&json, NULL);
    editor_json_bool(&json, "sees", sight->seen > 0);
    editor_json_string(&json, "from", options->from);
    editor_json_string(&json, "to", options->to);
    editor_json_count(&json, "points", sight->points);
    editor_json_count(&json, "seen", sight->seen);
    editor_json_vec3(&json, "eye", sight->eye);
    editor_json_vec3(&json, "point", sight->point);
    editor_json_begin_array(&json, "in_the_way");
    for (uint32_t i = 0; i < sight->blocker_count; i++) {
        editor_json_begin_object(&json, NULL);
        editor_cli_write_object(&json, level, sight->blockers[i].object);
        editor_json_count(&json, "points", sight->blockers[i].points);
        editor_json_end_object(&json);
    }
    editor_json_end_array(&json);
    editor_json_end_object(&json);
    editor_json_end_line(&json);
}

static int find_object(const editor_level *level, const char *name, uint32_t *object)
{
    *object = editor_level_find(level, name, EDITOR_NONE);
    if (*object == EDITOR_NONE)
        return editor_cli_report(EDITOR_EXIT_FAILED, "no object is named \"%s\"", name);
    if (editor_level_find(level, name, *object) != EDITOR_NONE)
        return editor_cli_report(EDITOR_EXIT_FAILED, "more than one object is named \"%s\"", name);
    return EDITOR_EXIT_DONE;
}

static int answer(const editor_level *level, const sees_options *options)
{
    uint32_t from, to;
    int status = find_object(level, options->from, &from);
    if (status == EDITOR_EXIT_DONE)
        status = find_object(level, options->to, &to);
    if (status != EDITOR_EXIT_DONE)
        return status;
    const char *fault = editor_sight_fault(level, from, to);
    if (fault != NULL)
        return editor_cli_report(EDITOR_EXIT_FAILED, "\"%s\" %s as \"%s\"", options->to, fault, options->from);
    editor_sight sight;
    editor_sight_find(level, from, to, &sight);
    write_sight(level, options, &sight);
    return EDITOR_EXIT_DONE;
}

int editor_cli_sees(const editor_cli_call *call)
{
    sees_options options = {.from = NULL};
    const editor_cli_options table = {"Question", SEES_OPTIONS, sizeof(SEES_OPTIONS) / sizeof(SEES_OPTIONS[0]),
                                      &options};
    const char *path = NULL;
    int status = EDITOR_EXIT_DONE;
    if (!editor_cli_read(call, &table, 1, &path, &status))
        return status;
    if (options.from == NULL || options.to == NULL)
        return editor_cli_usage(call, "sees needs --from NAME and --to NAME");
    editor_level *level = editor_cli_load(call->globals, path, true, &status);
    if (level != NULL)
        status = answer(level, &options);
    editor_level_destroy(level);
    return status;
}
