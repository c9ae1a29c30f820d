// inspector_device.c: the values of lights and cameras. A new value applies to all selected ones.
#include "panels/panels_internal.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const double degrees = 57.295779513082321;

// A number of a light or camera.
typedef struct field {
    const char *label;
    size_t offset; // of the double in the light or lens
    editor_quantity quantity;
    double scale, speed; // shown number / stored number; change per point
    const char *format;
    const char *zero; // what is shown for 0; NULL: the number
    double low, high; // of the stored number, where a drag stops
} field;

// The values of the selected lights, or cameras.
typedef struct device_view {
    editor_inspector *inspector;
    editor_ui *ui;
    editor_command *command;
    const void *active; // those that are shown
    void *all;          // those of the targets, `size` bytes each, which are changed
    size_t size;
    bool typed; // changed otherwise than by a drag
} device_view;

// Shows the field of the active object's values. Returns whether those of the targets were changed.
static bool show_number(device_view *view, const field *f)
{
    editor_inspector *inspector = view->inspector;
    const double shown = *(const double *)(const void *)((const char *)view->active + f->offset);
    editor_ui_numbers number = {.count = 1,
                                .format = f->zero && shown == 0 ? f->zero : f->format,
                                .quantity = f->quantity,
                                .speed = f->speed,
                                .value = {shown * f->scale}};
    for (uint32_t i = 0; i < inspector->targets.count; i++)
        number.mixed |= *(double *)(void *)((char *)view->all + i * view->size + f->offset) != shown;
    editor_ui_property_numbers(view->ui, f->label, &number);
    editor_inspector_refuse(inspector, number.refused, view->command);
    for (uint32_t i = 0; i < inspector->targets.count && number.changed; i++) {
        double *value = (double *)(void *)((char *)view->all + i * view->size + f->offset);
        *value = editor_change_apply(&number.change[0], *value * f->scale) / f->scale;
        if (!number.typed) // what is typed is refused where it is out of range
            *value = fmax(f->low, fmin(f->high, *value));
    }
    view->typed |= number.typed;
    return number.changed != 0;
}

// Copies all values of the active object to `copied`, or pastes those into all targets. `*has`: something was copied.
// Returns whether the targets were changed.
static bool show_copy(device_view *view, const char *what, void *copied, bool *has)
{
    static const char *const labels[] = {"Copy", "Paste"};
    const uint32_t clicked = editor_ui_buttons(view->ui, labels, 2);
    char said[EDITOR_UI_WHY_SIZE] = "";
    if (clicked == 0) {
        memcpy(copied, view->active, view->size);
        *has = true;
        snprintf(said, sizeof(said), "Copied the values of the %s", what);
    } else if (clicked == 1 && !*has) {
        snprintf(said, sizeof(said), "Copy a %s first", what);
    }
    editor_inspector_refuse(view->inspector, said, view->command);
    if (clicked != 1 || !*has)
        return false;
    for (uint32_t i = 0; i < view->inspector->targets.count; i++)
        memcpy((char *)view->all + i * view->size, copied, view->size);
    view->typed = true;
    return true;
}

// --- Lights ---

static bool colors_differ(const editor_light *a, const editor_light *b)
{
    return a->color[0] != b->color[0] || a->color[1] != b->color[1] || a->color[2] != b->color[2];
}

// The type and the colour.
static bool show_look(device_view *view)
{
    static const char *const types[] = {"Sun", "Point", "Spot"};
    editor_inspector *inspector = view->inspector;
    editor_ui *ui = view->ui;
    const editor_light *active = view->active;
    editor_light *lights = view->all;
    bool types_differ = false, differ = false;
    for (uint32_t i = 0; i < inspector->targets.count; i++) {
        types_differ |= lights[i].type != active->type;
        differ |= colors_differ(&lights[i], active);
    }
    double color[3] = {active->color[0], active->color[1], active->color[2]};
    const uint32_t type = editor_ui_property_choice(ui, "Type", types, 3, types_differ ? 3 : (uint32_t)active->type);
    const bool colored = editor_ui_property_color(ui, "Color", color, differ);
    for (uint32_t i = 0; i < inspector->targets.count; i++) {
        if (type < 3)
            lights[i].type = (editor_light_type)type;
        for (int k = 0; k < 3 && colored; k++)
            lights[i].color[k] = color[k];
    }
    view->typed |= type < 3;
    return type < 3 || colored;
}

void editor_inspector_show_light(editor_inspector *inspector, editor_ui *ui, const editor_panels_model *model,
                                 editor_command *command)
{
    static const field intensity = {
        "Intensity", offsetof(editor_light, intensity), EDITOR_FACTOR, 1, 1, "%.6g", NULL, 0, 1e9};
    static const field range = {"Range", offsetof(editor_light, range), EDITOR_LENGTH, 1, 0.1, "%.3f", "no limit", 0,
                                1e6};
    static const double right = EDITOR_PI / 2, least = 1e-3; // between the cones
    const editor_level *level = editor_document_level(model->document);
    const editor_object *object = &level->objects[inspector->active];
    if (object->kind != EDITOR_OBJECT_LIGHT)
        return;
    editor_inspector_gather(inspector, level, EDITOR_OBJECT_LIGHT);
    editor_light *lights = editor_inspector_values(inspector, inspector->targets.count * sizeof(*lights));
    if (!lights)
        return;
    for (uint32_t i = 0; i < inspector->targets.count; i++)
        lights[i] = level->objects[inspector->targets.at[i]].light;
    const editor_light *active = &object->light;
    const field inner = {
        "Inner angle",        offsetof(editor_light, inner), EDITOR_ANGLE, degrees, 0.2, "%.2f", NULL, 0,
        active->outer - least};
    const field outer = {"Outer angle", offsetof(editor_light, outer), EDITOR_ANGLE, degrees, 0.2, "%.2f",
                         NULL,          active->inner + least,         right};
    device_view view = {inspector, ui, command, active, lights, sizeof(*lights), false};
    editor_ui_heading(ui, "Light", active->type == EDITOR_LIGHT_DIRECTIONAL ? "lux" : "candela");
    bool changed = show_look(&view);
    changed |= show_number(&view, &intensity);
    if (active->type != EDITOR_LIGHT_DIRECTIONAL)
        changed |= show_number(&view, &range);
    if (active->type == EDITOR_LIGHT_SPOT) {
        changed |= show_number(&view, &inner);
        changed |= show_number(&view, &outer);
    }
    changed |= show_copy(&view, "light", &inspector->light, &inspector->has_light);
    if (changed)
        *command = (editor_command){.type = EDITOR_COMMAND_SET_LIGHTS,
                                    .value = view.typed,
                                    .objects = inspector->targets.at,
                                    .object_count = inspector->targets.count,
                                    .lights = lights};
    editor_ui_separator(ui);
}

// --- Cameras ---

static bool show_projection(editor_inspector *inspector, editor_ui *ui, const editor_lens *active, editor_lens *lenses)
{
    static const char *const labels[] = {"Perspective", "Orthographic"};
    bool differ = false;
    for (uint32_t i = 0; i < inspector->targets.count; i++)
        differ |= lenses[i].orthographic != active->orthographic;
    const uint32_t chosen =
        editor_ui_property_choice(ui, "Projection", labels, 2, differ ? 2 : (uint32_t)active->orthographic);
    for (uint32_t i = 0; i < inspector->targets.count && chosen < 2; i++)
        lenses[i].orthographic = chosen == 1;
    return chosen < 2;
}

void editor_inspector_show_camera(editor_inspector *inspector, editor_ui *ui, const editor_panels_model *model,
                                  editor_command *command)
{
    static const field fov = {"View angle", offsetof(editor_lens, fov), EDITOR_ANGLE, degrees, 0.2, "%.2f", NULL, 0.01,
                              3.1};
    static const field height = {"Height", offsetof(editor_lens, height), EDITOR_LENGTH, 1, 0.05, "%.3f", NULL, 1e-3,
                                 1e6};
    static const char *const buttons[] = {"Look through", "Set from view"};
    const editor_level *level = editor_document_level(model->document);
    const editor_object *object = &level->objects[inspector->active];
    if (object->kind != EDITOR_OBJECT_CAMERA)
        return;
    editor_inspector_gather(inspector, level, EDITOR_OBJECT_CAMERA);
    editor_lens *lenses = editor_inspector_values(inspector, inspector->targets.count * sizeof(*lenses));
    if (!lenses)
        return;
    for (uint32_t i = 0; i < inspector->targets.count; i++)
        lenses[i] = level->objects[inspector->targets.at[i]].lens;
    const editor_lens *active = &object->lens;
    const field near_plane = {"Near clip",
                              offsetof(editor_lens, near_plane),
                              EDITOR_LENGTH,
                              1,
                              0.01,
                              "%.3f",
                              NULL,
                              1e-3,
                              active->far_plane > 0 ? active->far_plane / 1.001 : 1e6};
    const field far_plane = {
        "Far clip", offsetof(editor_lens, far_plane), EDITOR_LENGTH, 1, 1, "%.3f", "none", active->near_plane * 1.001,
        1e9};
    device_view view = {inspector, ui, command, active, lenses, sizeof(*lenses), false};
    editor_ui_heading(ui, "Camera", NULL);
    bool changed = show_projection(inspector, ui, active, lenses);
    view.typed |= changed;
    changed |= show_number(&view, active->orthographic ? &height : &fov);
    changed |= show_number(&view, &near_plane);
    changed |= show_number(&view, &far_plane);
    const uint32_t clicked = editor_ui_buttons(ui, buttons, 2);
    changed |= show_copy(&view, "camera", &inspector->lens, &inspector->has_lens);
    if (changed)
        *command = (editor_command){.type = EDITOR_COMMAND_SET_LENSES,
                                    .value = view.typed,
                                    .objects = inspector->targets.at,
                                    .object_count = inspector->targets.count,
                                    .lenses = lenses};
    if (clicked < 2)
        *command = (editor_command){.type = clicked == 0 ? EDITOR_COMMAND_LOOK : EDITOR_COMMAND_SET_CAMERA,
                                    .number = inspector->active};
    editor_ui_separator(ui);
}
