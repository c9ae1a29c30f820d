// inspector_primitive.c: the sizes of primitives. A new value applies to all selected ones whose shape has it.
#include "panels/panels_internal.h"

#include <math.h>
#include <stdio.h>

static const editor_primitive *primitive_of(const editor_level *level, uint32_t object)
{
    const uint32_t mesh = level->objects[object].mesh;
    return mesh != EDITOR_NONE && level->meshes[mesh].primitive.shape != EDITOR_SHAPE_NONE
               ? &level->meshes[mesh].primitive
               : NULL;
}

// Collects the selected objects that have the field.
static void gather(editor_inspector *inspector, const editor_level *level, editor_primitive_field field)
{
    inspector->targets.count = 0;
    for (uint32_t i = 0; i < inspector->objects.count; i++) {
        const uint32_t object = inspector->objects.at[i];
        const editor_primitive *primitive = primitive_of(level, object);
        if (primitive && editor_primitive_has(primitive->shape, field) &&
            !editor_numbers_add(&inspector->targets, object))
            return;
    }
}

// Which fields of the active object others have with another value. Objects of one mesh come in runs, and cost little.
static void compare(editor_inspector *inspector, const editor_document *document, const editor_primitive *active)
{
    const editor_level *level = editor_document_level(document);
    if (editor_document_is_still(document, &inspector->sized))
        return;
    inspector->mixed_sizes = 0;
    uint32_t last = EDITOR_NONE;
    for (uint32_t i = 0; i < inspector->objects.count; i++) {
        const uint32_t object = inspector->objects.at[i], mesh = level->objects[object].mesh;
        const editor_primitive *primitive = mesh != last ? primitive_of(level, object) : NULL;
        last = mesh;
        for (uint32_t f = 0; primitive && f < EDITOR_PRIMITIVE_FIELDS; f++) {
            const editor_primitive_field field = (editor_primitive_field)f;
            if (editor_primitive_has(active->shape, field) && editor_primitive_has(primitive->shape, field) &&
                primitive->value[f] != active->value[f])
                inspector->mixed_sizes |= 1u << f;
        }
    }
}

static void set_field(editor_inspector *inspector, const editor_level *level, editor_primitive_field field,
                      const editor_ui_numbers *number, editor_command *command)
{
    const uint32_t count = inspector->targets.count;
    editor_primitive *primitives = editor_inspector_values(inspector, count * sizeof(*primitives));
    if (!primitives)
        return;
    for (uint32_t i = 0; i < count; i++) {
        primitives[i] = *primitive_of(level, inspector->targets.at[i]);
        primitives[i].value[field] = editor_change_apply(&number->change[0], primitives[i].value[field]);
        if (!number->typed) // a drag stops at the end of the range; what is typed is refused there
            editor_primitive_clamp(&primitives[i], field);
    }
    *command = (editor_command){.type = EDITOR_COMMAND_SET_SIZES,
                                .value = number->typed,
                                .objects = inspector->targets.at,
                                .object_count = count,
                                .primitives = primitives};
}

// Where the sizes are while vertices of a primitive are moved.
static void show_moved(editor_ui *ui, const editor_level *level, uint32_t object)
{
    const uint32_t mesh = level->objects[object].mesh;
    if (mesh == EDITOR_NONE || editor_level_original(level, &level->meshes[mesh])->primitive.shape == EDITOR_SHAPE_NONE)
        return;
    editor_ui_heading(ui, "Size", NULL);
    editor_ui_text(ui, EDITOR_COLOR_MUTED, "Vertices are moved: Reset Shape brings the sizes back.");
    editor_ui_separator(ui);
}

static void show_count(editor_ui *ui, const char *label, uint32_t count)
{
    char text[16];
    snprintf(text, sizeof(text), "%u", (unsigned)count);
    editor_ui_property(ui, label, text);
}

void editor_inspector_show_primitive(editor_inspector *inspector, editor_ui *ui, const editor_panels_model *model,
                                     editor_command *command)
{
    static const char *const labels[EDITOR_PRIMITIVE_FIELDS] = {"Width",       "Height",   "Depth", "Radius",
                                                                "Tube radius", "Segments", "Rings"};
    const editor_level *level = editor_document_level(model->document);
    const uint32_t object = inspector->active;
    const editor_primitive *active = primitive_of(level, object);
    if (!active) {
        show_moved(ui, level, object);
        return;
    }
    compare(inspector, model->document, active);
    editor_ui_heading(ui, "Size", NULL);
    if (active->side_count > 0)
        show_count(ui, "Sides", active->side_count);
    if (active->part_count > 0)
        show_count(ui, "Parts", active->part_count);
    for (int f = 0; f < EDITOR_PRIMITIVE_FIELDS; f++) {
        const editor_primitive_field field = (editor_primitive_field)f;
        if (!editor_primitive_has(active->shape, field))
            continue;
        const bool whole = editor_primitive_is_whole(field);
        // Segments and rings change by one in a few points.
        editor_ui_numbers number = {.count = 1,
                                    .format = whole ? "%.0f" : NULL,
                                    .quantity = whole ? EDITOR_FACTOR : EDITOR_LENGTH,
                                    .speed = whole ? 0.25 : 0.01,
                                    .value = {active->value[f]}};
        number.mixed = inspector->mixed_sizes >> f & 1u;
        editor_ui_property_numbers(ui, labels[f], &number);
        editor_inspector_refuse(inspector, number.refused, command);
        if (number.changed) {
            gather(inspector, level, field);
            set_field(inspector, level, field, &number, command);
        }
    }
    editor_ui_separator(ui);
}
