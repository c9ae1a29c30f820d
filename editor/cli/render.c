// vkpick render: draws a frame offscreen into a PNG; --ids draws the object IDs into another.
#include "cli/session.h"
#include "cli/view_options.h"
#include "document/level/look.h"
#include "screen/image_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct name_list {
    const char **names;
    uint32_t count;
} name_list;

typedef struct render_options {
    const char *out;
    const char *ids;
    name_list hover, select;
    render_shading shading;
    bool wireframe, no_grid, icons, labels;
    bool shadows, no_shadows, occlusion, no_occlusion;
} render_options;

static bool add_name(name_list *list, const char *name, editor_error *error)
{
    const char **names = realloc(list->names, (list->count + 1) * sizeof(*names));
    if (names == NULL)
        return editor_cli_fail(error, "out of memory");
    names[list->count++] = name;
    list->names = names;
    return true;
}

static bool apply_out(void *into, const char *value, editor_error *error)
{
    (void)error;
    ((render_options *)into)->out = value;
    return true;
}

static bool apply_ids(void *into, const char *value, editor_error *error)
{
    (void)error;
    ((render_options *)into)->ids = value;
    return true;
}

static bool apply_hover(void *into, const char *value, editor_error *error)
{
    return add_name(&((render_options *)into)->hover, value, error);
}

static bool apply_select(void *into, const char *value, editor_error *error)
{
    return add_name(&((render_options *)into)->select, value, error);
}

static bool apply_wireframe(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((render_options *)into)->wireframe = true;
    return true;
}

static bool apply_no_grid(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((render_options *)into)->no_grid = true;
    return true;
}

static bool apply_shadows(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((render_options *)into)->shadows = true;
    return true;
}

static bool apply_no_shadows(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((render_options *)into)->no_shadows = true;
    return true;
}

static bool apply_occlusion(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((render_options *)into)->occlusion = true;
    return true;
}

static bool apply_no_occlusion(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((render_options *)into)->no_occlusion = true;
    return true;
}

static bool apply_shading(void *into, const char *value, editor_error *error)
{
    static const struct {
        const char *name;
        render_shading shading;
        bool wireframe;
    } SHADINGS[] = {{"solid", RENDER_SHADING_LIT, false},
                    {"unlit", RENDER_SHADING_UNLIT, false},
                    {"clay", RENDER_SHADING_CLAY, false},
                    {"wireframe", RENDER_SHADING_LIT, true}};
    render_options *options = into;
    for (size_t i = 0; i < sizeof(SHADINGS) / sizeof(SHADINGS[0]); i++) {
        if (strcmp(SHADINGS[i].name, value) == 0) {
            options->shading = SHADINGS[i].shading;
            options->wireframe = options->wireframe || SHADINGS[i].wireframe;
            return true;
        }
    }
    return editor_cli_fail(error, "--shading %s: expected solid, unlit, clay or wireframe", value);
}

static bool apply_icons(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((render_options *)into)->icons = true;
    return true;
}

static bool apply_labels(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((render_options *)into)->labels = true;
    return true;
}

static const editor_cli_option RENDER_OPTIONS[] = {
    {"--out", "FILE.png", "where the picture goes", apply_out},
    {"--hover", "NAME", "highlight objects of that name (repeatable)", apply_hover},
    {"--select", "NAME", "select objects of that name (repeatable; the last one is the active one)", apply_select},
    {"--shading", "MODE",
     "solid (default): lit materials; unlit: their colours; clay: one grey, lit; wireframe: solid with edges",
     apply_shading},
    {"--wireframe", NULL, "triangle edges over the shading", apply_wireframe},
    {"--icons", NULL, "icons for lights, cameras and empties", apply_icons},
    {"--labels", NULL, "the names of what --select and --hover name", apply_labels},
    {"--shadows", NULL, "the sun casts shadows (default on a GPU)", apply_shadows},
    {"--no-shadows", NULL, "it casts none (default where a processor draws)", apply_no_shadows},
    {"--ambient-occlusion", NULL, "corners get less of the sky's light (default on a GPU)", apply_occlusion},
    {"--no-ambient-occlusion", NULL, "they get all (default where a processor draws)", apply_no_occlusion},
    {"--no-grid", NULL, "leave the ground grid out", apply_no_grid},
    {"--ids", "FILE.png", "where a picture of the object IDs goes: a colour per object on black", apply_ids},
};

// Finds the numbers of all objects with these names, in the order of the names. False: a name is unknown.
static bool find_objects(const editor_level *level, const name_list *list, uint32_t **out, uint32_t *count)
{
    *count = 0;
    *out = calloc(level->object_count > 0 ? level->object_count : 1, sizeof(**out));
    if (*out == NULL) {
        editor_cli_report(EDITOR_EXIT_FAILED, "out of memory");
        return false;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t object = editor_level_find(level, list->names[i], EDITOR_NONE);
        if (object == EDITOR_NONE) {
            editor_cli_report(EDITOR_EXIT_FAILED, "no object is named \"%s\"", list->names[i]);
            return false;
        }
        for (; object != EDITOR_NONE && *count < level->object_count;
             object = editor_level_find(level, list->names[i], object))
            (*out)[(*count)++] = object;
    }
    return true;
}

// Adds labels at the centres of the boxes of the drawn objects.
static uint32_t add_labels(const editor_level *level, const uint32_t *objects, uint32_t count, render_label *out)
{
    for (uint32_t i = 0; i < count; i++) {
        const editor_object *object = &level->objects[objects[i]];
        pick_vec3 place = object->world.origin;
        pick_aabb box = PICK_AABB_EMPTY;
        if (object->mesh != EDITOR_NONE) {
            const editor_mesh *mesh = &level->meshes[object->mesh];
            const pick_aabb own = mesh->volume ? pick_volume_bounds(mesh->volume)
                                  : mesh->thin ? pick_thin_bounds(mesh->thin)
                                               : pick_mesh_bounds(mesh->pick);
            const pick_affine world = editor_level_mesh_world(level, object);
            const pick_transform transform = pick_affine_to_transform(&world);
            box = pick_transform_aabb(&transform, &own);
        }
        if (!pick_aabb_is_empty(&box)) {
            place = pick_vec3_scale(pick_vec3_add(box.min, box.max), 0.5);
            place.y = box.max.y;
        }
        out[i] = (render_label){.position = {place.x, place.y, place.z},
                                .offset = {0, object->mesh != EDITOR_NONE ? -6 : -16},
                                .text = object->name,
                                .color = 0xffeceff4,
                                .on_top = true};
    }
    return count;
}

// The highlighted objects, and their labels in the picture.
typedef struct marks {
    uint32_t *hovered, *selected;
    render_label *labels;
    uint32_t label_count;
} marks;

static void free_marks(marks *it)
{
    free(it->hovered);
    free(it->selected);
    free(it->labels);
}

static bool set_marks(editor_cli_session *session, const editor_level *level, const render_options *options, marks *out)
{
    editor_highlight highlight = {.active = EDITOR_NONE};
    if (!find_objects(level, &options->hover, &out->hovered, &highlight.hovered_count) ||
        !find_objects(level, &options->select, &out->selected, &highlight.selected_count))
        return false;
    highlight.hovered = out->hovered;
    highlight.selected = out->selected;
    if (highlight.selected_count > 0)
        highlight.active = out->selected[highlight.selected_count - 1];
    editor_draw_list_highlight(session->draw_list, &highlight);
    uint32_t count = highlight.hovered_count + highlight.selected_count;
    if (!options->labels || count == 0)
        return true;
    out->labels = calloc(count, sizeof(*out->labels));
    if (out->labels == NULL) {
        editor_cli_report(EDITOR_EXIT_FAILED, "out of memory");
        return false;
    }
    out->label_count = add_labels(level, out->hovered, highlight.hovered_count, out->labels);
    out->label_count +=
        add_labels(level, out->selected, highlight.selected_count, out->labels + highlight.hovered_count);
    return true;
}

// The colour of an object in --ids. Multiplication by an odd number permutes the 24-bit numbers, so no two objects
// share a colour and none has the background's. This number (the golden ratio's bits) gives neighbours very different
// colours.
static void write_id_color(uint32_t id, uint8_t rgba[4])
{
    uint32_t color = (id * 0x9e3779u) & 0xffffffu;
    rgba[0] = (uint8_t)(color >> 16);
    rgba[1] = (uint8_t)(color >> 8);
    rgba[2] = (uint8_t)color;
    rgba[3] = 255;
}

static int draw_ids(editor_cli_session *session, const editor_level *level, const render_frame *frame,
                    const editor_cli_view *view, const char *path)
{
    size_t pixels = (size_t)view->width * view->height;
    render_pixel_id *ids = malloc(pixels * sizeof(*ids));
    uint8_t *rgba = malloc(pixels * 4);
    int status = EDITOR_EXIT_FAILED;
    if (ids == NULL || rgba == NULL) {
        editor_cli_report(status, "out of memory");
    } else {
        render_result result =
            render_target_draw_ids(session->target, editor_draw_list_scene(session->draw_list), frame, ids, pixels);
        if (result != RENDER_OK) {
            status = editor_cli_session_fail(session, "drawing the IDs", result);
        } else {
            for (size_t i = 0; i < pixels; i++) {
                uint32_t slot = ids[i].object;
                uint32_t number = slot > 0 ? level->objects[slot - 1].number : EDITOR_NONE;
                write_id_color(number != EDITOR_NONE ? number + 1 : 0, &rgba[4 * i]);
            }
            status = editor_cli_session_write(path, rgba, view->width, view->height);
        }
    }
    free(ids);
    free(rgba);
    return status;
}

static int draw_level(const editor_cli_call *call, const editor_level *level, const render_options *options,
                      const editor_cli_view *view)
{
    editor_error error = {""};
    editor_camera camera;
    pick_aabb bounds = pick_scene_bounds(level->scene);
    if (!editor_cli_view_camera(view, &bounds, &camera, &error))
        return editor_cli_usage(call, "%s", error.text);
    render_frame frame = editor_cli_session_frame(&camera, view);
    frame.shading = options->shading;
    frame.wireframe = options->wireframe;
    frame.grid = !options->no_grid;
    frame.icons = options->icons;

    if (view->section.caps)
        (void)editor_level_find_solids(level);
    editor_cli_session session;
    int status = editor_cli_session_open(&session, call->globals, level, view->width, view->height);
    marks marked = {0};
    if (status == EDITOR_EXIT_DONE) {
        const bool gpu = !render_device_is_software(session.device);
        frame.shadows = options->shadows || (!options->no_shadows && gpu);
        frame.ambient_occlusion = options->occlusion || (!options->no_occlusion && gpu);
    }
    frame.caps = status == EDITOR_EXIT_DONE && frame.caps && editor_cli_session_has_caps(&session);
    if (status == EDITOR_EXIT_DONE && frame.wireframe &&
        !(render_device_features(session.device) & RENDER_FEATURE_FILL_MODES))
        fputs("warning: this device cannot draw triangle edges (fill-modes)\n", stderr);
    if (status == EDITOR_EXIT_DONE && !set_marks(&session, level, options, &marked))
        status = EDITOR_EXIT_FAILED;
    frame.labels = marked.labels;
    frame.label_count = marked.label_count;
    if (status == EDITOR_EXIT_DONE && options->out != NULL)
        status = editor_cli_session_picture(&session, &frame, options->out);
    if (status == EDITOR_EXIT_DONE && options->ids != NULL)
        status = draw_ids(&session, level, &frame, view, options->ids);
    free_marks(&marked);
    return editor_cli_session_close(&session, status);
}

int editor_cli_render(const editor_cli_call *call)
{
    render_options options = {0};
    editor_cli_view view = editor_cli_view_default();
    editor_cli_options tables[] = {
        {"Picture", RENDER_OPTIONS, sizeof(RENDER_OPTIONS) / sizeof(RENDER_OPTIONS[0]), &options},
        editor_cli_view_options(&view)};
    const char *path = NULL;
    int status = EDITOR_EXIT_DONE;
    if (editor_cli_read(call, tables, 2, &path, &status)) {
        if (options.out == NULL && options.ids == NULL) {
            status = editor_cli_usage(call, "render needs --out FILE.png");
        } else {
            editor_level *level = editor_cli_load(call->globals, path, true, &status);
            if (level != NULL)
                status = draw_level(call, level, &options, &view);
            editor_level_destroy(level);
        }
    }
    free(options.hover.names);
    free(options.select.names);
    return status;
}
