// inspector_width.c: the width of points and lines, of all selected ones.
#include "panels/panels_internal.h"

#include "document/level/look.h"

static const uint32_t width_arrow = 1u << 16; // numbers of arrows: those of materials are lower

static bool has_width(const editor_level *level, uint32_t object)
{
    const uint32_t mesh = level->objects[object].mesh;
    return mesh != EDITOR_NONE && level->meshes[mesh].form != EDITOR_FORM_TRIANGLES &&
           editor_level_slots(level, &level->objects[object]) > 0;
}

// Whether others have another width, or another unit. Objects that are alike come in runs, and cost little.
static void compare_widths(editor_inspector *inspector, const editor_document *document, editor_width active)
{
    const editor_level *level = editor_document_level(document);
    const editor_object *last = &level->objects[inspector->active];
    if (editor_document_is_still(document, &inspector->wide))
        return;
    inspector->mixed_widths = inspector->mixed_units = false;
    for (uint32_t i = 0; i < inspector->objects.count; i++) {
        const editor_object *object = &level->objects[inspector->objects.at[i]];
        if ((object->mesh == last->mesh && object->look == last->look) || !has_width(level, inspector->objects.at[i]))
            continue;
        const editor_width width = editor_level_width(level, object);
        inspector->mixed_widths |= !editor_width_equal(&width, &active);
        inspector->mixed_units |= width.unit != active.unit;
        last = object;
    }
}

// The widths of the selected points and lines, to be changed, and the command that does it. NULL: out of memory.
static editor_width *change_widths(editor_inspector *inspector, const editor_level *level, bool typed,
                                   editor_command *command)
{
    inspector->targets.count = 0;
    for (uint32_t i = 0; i < inspector->objects.count; i++) {
        if (has_width(level, inspector->objects.at[i]) &&
            !editor_numbers_add(&inspector->targets, inspector->objects.at[i]))
            return NULL;
    }
    const uint32_t count = inspector->targets.count;
    editor_width *values = editor_inspector_values(inspector, count * sizeof(*values));
    for (uint32_t i = 0; values && i < count; i++)
        values[i] = editor_level_width(level, &level->objects[inspector->targets.at[i]]);
    if (values)
        *command = (editor_command){.type = EDITOR_COMMAND_SET_WIDTHS,
                                    .value = typed,
                                    .objects = inspector->targets.at,
                                    .object_count = count,
                                    .widths = values};
    return values;
}

// A centimetre stands for a point, so that nothing is lost on the way there and back.
static editor_width convert(editor_width width, editor_width_unit unit)
{
    if (width.unit != unit)
        width.value *= unit == EDITOR_WIDTH_IN_METRES ? 0.01 : 100;
    width.unit = unit;
    return editor_width_clamp(width);
}

static void show_width(editor_inspector *inspector, editor_ui *ui, const editor_level *level,
                       const editor_override *shown, const char *label, editor_command *command)
{
    const bool is_metres = shown->width.unit == EDITOR_WIDTH_IN_METRES;
    editor_ui_numbers number = {.count = 1,
                                .quantity = is_metres ? EDITOR_LENGTH : EDITOR_FACTOR,
                                .speed = is_metres ? 0.001 : 0.05,
                                .value = {shown->width.value},
                                .mixed = inspector->mixed_widths};
    const pick_rect row = editor_ui_place(ui, 0, editor_ui_field_height(ui));
    editor_ui_property_numbers(ui, label, &number);
    editor_inspector_refuse(inspector, number.refused, command);
    const bool reset =
        shown->fields & EDITOR_OVERRIDE_WIDTH && editor_inspector_reset_arrow(ui, row, width_arrow, "Reset width");
    editor_width *values =
        number.changed || reset ? change_widths(inspector, level, number.typed || reset, command) : NULL;
    for (uint32_t i = 0; values && i < inspector->targets.count; i++) {
        if (reset) {
            values[i].unit = EDITOR_WIDTH_OF_MODEL;
            continue;
        }
        values[i] = convert(values[i], shown->width.unit);
        values[i].value = editor_change_apply(&number.change[0], values[i].value);
        if (!number.typed) // what is typed is refused where it is out of range
            values[i] = editor_width_clamp(values[i]);
    }
}

static void show_unit(editor_inspector *inspector, editor_ui *ui, const editor_level *level, editor_width shown,
                      editor_command *command)
{
    static const char *const units[] = {"Points on screen", "Metres"}; // as editor_width_unit
    const uint32_t chosen =
        editor_ui_property_choice(ui, "Unit", units, 2, inspector->mixed_units ? 2 : (uint32_t)shown.unit);
    editor_width *values = chosen < 2 ? change_widths(inspector, level, true, command) : NULL;
    for (uint32_t i = 0; values && i < inspector->targets.count; i++)
        values[i] = convert(values[i], (editor_width_unit)chosen);
}

void editor_inspector_show_width(editor_inspector *inspector, editor_ui *ui, const editor_panels_model *model,
                                 editor_command *command)
{
    const editor_level *level = editor_document_level(model->document);
    const uint32_t number = inspector->active;
    if (!has_width(level, number))
        return;
    const editor_override shown = editor_level_slot(level, &level->objects[number], 0);
    const bool are_points = level->meshes[level->objects[number].mesh].form == EDITOR_FORM_POINTS;
    compare_widths(inspector, model->document, shown.width);
    editor_ui_heading(ui, are_points ? "Size" : "Width", NULL);
    show_width(inspector, ui, level, &shown, are_points ? "Size" : "Width", command);
    show_unit(inspector, ui, level, shown.width, command);
    editor_ui_separator(ui);
}
