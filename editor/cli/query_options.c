#include "cli/query_options.h"
#include "document/level/look.h"

#include <string.h>

static bool apply_layers(void *into, const char *value, editor_error *error)
{
    return editor_cli_read_mask(value, &((editor_cli_query *)into)->layers) ||
           editor_cli_fail(error, "--layers %s: expected a mask of 32 bits, decimal or 0x", value);
}

static bool apply_cull(void *into, const char *value, editor_error *error)
{
    static const struct {
        const char *name;
        pick_cull cull;
    } MODES[] = {{"none", PICK_CULL_NONE},
                 {"back", PICK_CULL_BACK},
                 {"front", PICK_CULL_FRONT},
                 {"material", PICK_CULL_MATERIAL}};
    for (size_t i = 0; i < sizeof(MODES) / sizeof(MODES[0]); i++) {
        if (strcmp(MODES[i].name, value) == 0) {
            ((editor_cli_query *)into)->cull = MODES[i].cull;
            return true;
        }
    }
    return editor_cli_fail(error, "--cull %s: expected none, back, front or material", value);
}

static bool apply_filter(void *into, const char *value, editor_error *error)
{
    return editor_cli_filter_read(&((editor_cli_query *)into)->filter, value, error);
}

static const editor_cli_option QUERY_OPTIONS[] = {
    {"--layers", "MASK", "only objects in these layers (decimal or 0x; default all)", apply_layers},
    {"--cull", "MODE", "none, back, front or material (the default: what is drawn)", apply_cull},
    {"--filter", "RULE",
     "only what is of layer=NAME, material=NAME or kind=model|shape|volume|line|terrain (repeatable)", apply_filter},
};

editor_cli_query editor_cli_query_default(void)
{
    return (editor_cli_query){.layers = 0xffffffffu, .cull = PICK_CULL_MATERIAL};
}

editor_cli_options editor_cli_query_options(editor_cli_query *query)
{
    return (editor_cli_options){"What counts", QUERY_OPTIONS, sizeof(QUERY_OPTIONS) / sizeof(QUERY_OPTIONS[0]), query};
}

int editor_cli_look_make(const editor_cli_call *call, const editor_level *level, const editor_cli_view *view,
                         const editor_cli_query *query, editor_cli_look *out)
{
    editor_error error = {""};
    pick_aabb bounds = pick_scene_bounds(level->scene);
    if (!editor_cli_view_camera(view, &bounds, &out->camera, &error))
        return editor_cli_usage(call, "%s", error.text);
    pick_result result = editor_camera_get_view(&out->camera, editor_cli_view_viewport(view), &out->view);
    if (result != PICK_OK)
        return editor_cli_report(EDITOR_EXIT_FAILED, "the view cannot be used: %s", pick_result_name(result));
    editor_section_cut_view(&view->section, &out->view);
    out->query = editor_level_query(level);
    out->query.hidden_layers = ~query->layers;
    editor_section_query(&out->view, &out->query);
    if (query->cull != PICK_CULL_MATERIAL)
        out->query.cull = query->cull;
    if (out->view.caps)
        (void)editor_level_find_solids(level);
    if (!editor_cli_filter_apply(&out->filtered, level, &query->filter, &out->query, &error))
        return editor_cli_usage(call, "%s", error.text);
    return EDITOR_EXIT_DONE;
}

bool editor_cli_read_points(const char *name, const char *value, double *out, editor_error *error)
{
    return (editor_cli_read_numbers(value, ',', out, 1) && *out >= 0) ||
           editor_cli_fail(error, "%s %s: expected pixels, 0 or more", name, value);
}

void editor_cli_write_object(editor_json *json, const editor_level *level, uint32_t object)
{
    editor_json_string(json, "object", level->objects[object].name);
    if (level->objects[object].number == EDITOR_NONE)
        editor_json_null(json, "object_index");
    else
        editor_json_count(json, "object_index", level->objects[object].number);
}

void editor_cli_write_part(editor_json *json, const editor_level *level, uint32_t object, uint32_t part)
{
    const uint32_t mesh = level->objects[object].mesh;
    const editor_mesh_form form = mesh == EDITOR_NONE ? EDITOR_FORM_TRIANGLES : level->meshes[mesh].form;
    if (form != EDITOR_FORM_TRIANGLES)
        editor_json_string(json, "form", form == EDITOR_FORM_POINTS ? "points" : "lines");
    editor_json_count(json, form == EDITOR_FORM_TRIANGLES ? "triangle" : "part", part);
}
