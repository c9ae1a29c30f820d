// inspector_terrain.c: the sizes of terrains, and whether their heights have holes. A new value applies to all selected
// ones.
#include "panels/panels_internal.h"

#include "document/level/terrain_mesh.h"
#include "system/path.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

static const struct {
    const char *label;
    size_t offset; // of the size
} fields[] = {{"Width", offsetof(editor_terrain, width)},
              {"Depth", offsetof(editor_terrain, depth)},
              {"Height", offsetof(editor_terrain, height)}};

static double *size_of(editor_terrain *terrain, size_t field)
{
    return (double *)(void *)((char *)terrain + fields[field].offset);
}

// Shows one size of the active terrain. Returns whether those of the targets were changed.
static bool show_size(editor_inspector *inspector, editor_ui *ui, const editor_terrain *active,
                      editor_terrain *terrains, size_t field, bool *typed, editor_command *command)
{
    editor_terrain shown = *active;
    editor_ui_numbers number = {
        .count = 1, .quantity = EDITOR_LENGTH, .speed = 0.1, .value = {*size_of(&shown, field)}};
    for (uint32_t i = 0; i < inspector->targets.count; i++)
        number.mixed |= *size_of(&terrains[i], field) != number.value[0];
    editor_ui_property_numbers(ui, fields[field].label, &number);
    editor_inspector_refuse(inspector, number.refused, command);
    for (uint32_t i = 0; i < inspector->targets.count && number.changed; i++) {
        double *size = size_of(&terrains[i], field);
        *size = editor_change_apply(&number.change[0], *size);
        if (!number.typed) // a drag stops at the end of the range; what is typed is refused there
            *size = fmax(EDITOR_TERRAIN_LEAST, fmin(EDITOR_TERRAIN_MOST, *size));
    }
    *typed |= number.typed;
    return number.changed != 0;
}

static void show_holes(editor_inspector *inspector, editor_ui *ui, const editor_level *level,
                       const editor_object *active, editor_command *command)
{
    bool holes = editor_terrain_has_holes(level, active), differ = false;
    for (uint32_t i = 0; i < inspector->targets.count; i++)
        differ |= editor_terrain_has_holes(level, &level->objects[inspector->targets.at[i]]) != holes;
    if (editor_ui_property_check(ui, "Holes", &holes, differ, NULL))
        *command = (editor_command){.type = EDITOR_COMMAND_SET_HOLES,
                                    .value = holes,
                                    .objects = inspector->targets.at,
                                    .object_count = inspector->targets.count};
}

void editor_inspector_show_terrain(editor_inspector *inspector, editor_ui *ui, const editor_panels_model *model,
                                   editor_command *command)
{
    const editor_level *level = editor_document_level(model->document);
    const editor_object *active = &level->objects[inspector->active];
    if (active->kind != EDITOR_OBJECT_TERRAIN)
        return;
    editor_inspector_gather(inspector, level, EDITOR_OBJECT_TERRAIN);
    editor_terrain *terrains = editor_inspector_values(inspector, inspector->targets.count * sizeof(*terrains));
    if (!terrains)
        return;
    for (uint32_t i = 0; i < inspector->targets.count; i++)
        terrains[i] = level->objects[inspector->targets.at[i]].terrain;
    const editor_mesh *mesh = &level->meshes[active->mesh];
    char samples[48] = "missing";
    if (mesh->columns > 0)
        snprintf(samples, sizeof(samples), "%u x %u", (unsigned)mesh->columns, (unsigned)mesh->rows);
    editor_ui_heading(ui, "Terrain", samples);
    bool changed = false, typed = false;
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
        changed |= show_size(inspector, ui, &active->terrain, terrains, i, &typed, command);
    if (changed)
        *command = (editor_command){.type = EDITOR_COMMAND_SET_TERRAINS,
                                    .value = typed,
                                    .objects = inspector->targets.at,
                                    .object_count = inspector->targets.count,
                                    .terrains = terrains};
    show_holes(inspector, ui, level, active, command);
    if (mesh->asset != EDITOR_NONE)
        editor_ui_property(ui, "File", editor_path_name(level->assets[mesh->asset].path));
    editor_ui_separator(ui);
}
