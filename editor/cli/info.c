// vkpick info: one JSON object with the content of a file.
#include "cli/command.h"

int editor_cli_info(const editor_cli_call *call)
{
    const char *path = NULL;
    int status = EDITOR_EXIT_DONE;
    if (!editor_cli_read(call, NULL, 0, &path, &status))
        return status;
    editor_level *level = editor_cli_load(path, false, &status);
    if (level == NULL)
        return status;
    editor_level_counts counts = editor_level_count(level);
    pick_aabb bounds = pick_scene_bounds(level->scene);
    editor_json json = {.file = stdout};
    editor_json_begin_object(&json, NULL);
    editor_json_count(&json, "objects", counts.objects);
    editor_json_count(&json, "meshes", counts.meshes);
    editor_json_count(&json, "triangles", counts.triangles);
    editor_json_count(&json, "instanced_triangles", counts.instanced_triangles);
    editor_json_count(&json, "dropped_triangles", counts.dropped_triangles);
    if (pick_aabb_is_empty(&bounds)) {
        editor_json_null(&json, "bounds_min");
        editor_json_null(&json, "bounds_max");
    } else {
        editor_json_vec3(&json, "bounds_min", bounds.min);
        editor_json_vec3(&json, "bounds_max", bounds.max);
    }
    editor_json_begin_array(&json, "warnings");
    for (uint32_t i = 0; i < level->warning_count; i++)
        editor_json_string(&json, NULL, level->warnings[i]);
    editor_json_end_array(&json);
    editor_json_end_object(&json);
    editor_json_end_line(&json);
    editor_level_destroy(level);
    return EDITOR_EXIT_DONE;
}
