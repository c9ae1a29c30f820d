// inspector_material.c: the materials of the selected objects, slot by slot. A new value applies to all of them that
// have the slot, and is kept in the level: the model stays as it is.
#include "panels/panels_internal.h"

#include "document/level/look.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STRENGTH = 1 << 8 }; // beside EDITOR_OVERRIDE_*: the emissive strength alone differs
enum { LABEL_SIZE = 64 };

// What is shown in one frame.
typedef struct slot_view {
    editor_inspector *inspector; // the targets of its command have the slot
    editor_ui *ui;
    const editor_level *level;
    uint32_t slot;
    bool is_terrain;
    editor_override shown; // the active object's values
    uint32_t mixed;        // EDITOR_OVERRIDE_* and STRENGTH: the selected objects with the slot differ
    editor_command *command;
} slot_view;

// A number of a slot.
typedef struct field {
    const char *label;
    uint32_t bit; // EDITOR_OVERRIDE_*
    uint32_t mixed;
    size_t offset;
    double high; // from 0
    double speed;
} field;

// --- What the targets have ---

static uint32_t differences(const editor_override *a, const editor_override *b)
{
    uint32_t bits = 0;
    for (int i = 0; i < 4; i++)
        bits |= a->base_color[i] != b->base_color[i] ? EDITOR_OVERRIDE_BASE_COLOR : 0;
    for (int i = 0; i < 3; i++)
        bits |= a->emissive[i] != b->emissive[i] ? EDITOR_OVERRIDE_EMISSIVE : 0;
    bits |= a->emissive_strength != b->emissive_strength ? STRENGTH : 0;
    bits |= a->metallic != b->metallic ? EDITOR_OVERRIDE_METALLIC : 0;
    bits |= a->roughness != b->roughness ? EDITOR_OVERRIDE_ROUGHNESS : 0;
    bits |= a->alpha_mode != b->alpha_mode ? EDITOR_OVERRIDE_ALPHA_MODE : 0;
    bits |= a->alpha_cutoff != b->alpha_cutoff ? EDITOR_OVERRIDE_ALPHA_CUTOFF : 0;
    bits |= a->double_sided != b->double_sided ? EDITOR_OVERRIDE_SIDES : 0;
    return bits;
}

// Collects the selected objects with the slot.
static void find_targets(const slot_view *view)
{
    const editor_numbers *objects = &view->inspector->objects;
    view->inspector->targets.count = 0;
    for (uint32_t i = 0; i < objects->count; i++) {
        if (editor_level_slots(view->level, &view->level->objects[objects->at[i]]) > view->slot &&
            !editor_numbers_add(&view->inspector->targets, objects->at[i]))
            return;
    }
}

// What differs between them. Objects that are alike come in runs, and cost little.
static uint32_t compare(const slot_view *view, const editor_object *active)
{
    const editor_numbers *objects = &view->inspector->objects;
    const editor_object *last = active;
    uint32_t mixed = 0;
    for (uint32_t i = 0; i < objects->count; i++) {
        const editor_object *object = &view->level->objects[objects->at[i]];
        if ((object->mesh == last->mesh && object->look == last->look) ||
            editor_level_slots(view->level, object) <= view->slot)
            continue;
        const editor_override values = editor_level_slot(view->level, object, view->slot);
        mixed |= differences(&view->shown, &values);
        last = object;
    }
    return mixed;
}

// The values of the targets, to be changed, and the command that does it. NULL: out of memory.
static editor_override *change(const slot_view *view, bool typed)
{
    find_targets(view);
    const editor_numbers *targets = &view->inspector->targets;
    editor_override *values = editor_inspector_values(view->inspector, targets->count * sizeof(*values));
    for (uint32_t i = 0; values && i < targets->count; i++)
        values[i] = editor_level_slot(view->level, &view->level->objects[targets->at[i]], view->slot);
    if (values)
        *view->command = (editor_command){.type = EDITOR_COMMAND_SET_MATERIALS,
                                          .value = typed,
                                          .objects = targets->at,
                                          .object_count = targets->count,
                                          .overrides = values};
    return values;
}

// --- Rows ---

// Beside the label of a row that was shown at `row`, where the active object overrides the value: an arrow that goes
// back to the model's. `number`: another one for each row.
static void show_reset(const slot_view *view, pick_rect row, uint32_t number, uint32_t bit)
{
    const char *tip = bit == EDITOR_OVERRIDE_BASE_COLOR ? "Reset color and opacity to the model's"
                      : bit == EDITOR_OVERRIDE_EMISSIVE ? "Reset emission and strength to the model's"
                                                        : "Reset to the model's value";
    const bool clicked = view->shown.fields & bit && editor_inspector_reset_arrow(view->ui, row, number, tip);
    editor_override *values = clicked ? change(view, true) : NULL;
    for (uint32_t i = 0; values && i < view->inspector->targets.count; i++)
        values[i].fields &= ~bit;
}

static pick_rect next_row(const slot_view *view)
{
    return editor_ui_place(view->ui, 0, editor_ui_field_height(view->ui));
}

static void show_number(const slot_view *view, const field *f)
{
    editor_ui_numbers number = {.count = 1,
                                .quantity = EDITOR_FACTOR,
                                .speed = f->speed,
                                .mixed = (view->mixed & f->mixed) != 0,
                                .value = {*(const double *)(const void *)((const char *)&view->shown + f->offset)}};
    const pick_rect row = next_row(view);
    editor_ui_property_numbers(view->ui, f->label, &number);
    editor_inspector_refuse(view->inspector, number.refused, view->command);
    editor_override *values = number.changed ? change(view, number.typed) : NULL;
    for (uint32_t i = 0; values && i < view->inspector->targets.count; i++) {
        double *value = (double *)(void *)((char *)&values[i] + f->offset);
        *value = editor_change_apply(&number.change[0], *value);
        if (!number.typed) // what is typed is refused where it is out of range
            *value = fmax(0, fmin(f->high, *value));
        values[i].fields |= f->bit;
    }
    show_reset(view, row, (uint32_t)f->offset, f->bit);
}

static void show_color(const slot_view *view, const char *label, uint32_t bit, size_t offset)
{
    double color[3];
    memcpy(color, (const char *)&view->shown + offset, sizeof(color));
    const pick_rect row = next_row(view);
    const bool changed = editor_ui_property_color(view->ui, label, color, (view->mixed & bit) != 0);
    editor_override *values = changed ? change(view, false) : NULL;
    for (uint32_t i = 0; values && i < view->inspector->targets.count; i++) {
        memcpy((char *)&values[i] + offset, color, sizeof(color));
        values[i].fields |= bit;
    }
    show_reset(view, row, (uint32_t)offset, bit);
}

static void show_alpha_mode(const slot_view *view)
{
    static const char *const modes[] = {"Opaque", "Mask", "Blend"};
    const bool differ = (view->mixed & EDITOR_OVERRIDE_ALPHA_MODE) != 0;
    const pick_rect row = next_row(view);
    const uint32_t chosen =
        editor_ui_property_choice(view->ui, "Alpha", modes, 3, differ ? 3 : (uint32_t)view->shown.alpha_mode);
    editor_override *values = chosen < 3 ? change(view, true) : NULL;
    for (uint32_t i = 0; values && i < view->inspector->targets.count; i++) {
        values[i].alpha_mode = (editor_alpha_mode)chosen;
        values[i].fields |= EDITOR_OVERRIDE_ALPHA_MODE;
    }
    show_reset(view, row, offsetof(editor_override, alpha_mode), EDITOR_OVERRIDE_ALPHA_MODE);
}

static void show_sides(const slot_view *view)
{
    bool two = view->shown.double_sided;
    const pick_rect row = next_row(view);
    const bool changed =
        editor_ui_property_check(view->ui, "Two-sided", &two, (view->mixed & EDITOR_OVERRIDE_SIDES) != 0, NULL);
    editor_override *values = changed ? change(view, true) : NULL;
    for (uint32_t i = 0; values && i < view->inspector->targets.count; i++) {
        values[i].double_sided = two;
        values[i].fields |= EDITOR_OVERRIDE_SIDES;
    }
    show_reset(view, row, offsetof(editor_override, double_sided), EDITOR_OVERRIDE_SIDES);
}

static void show_values(const slot_view *view)
{
    static const field fields[] = {
        {"Opacity", EDITOR_OVERRIDE_BASE_COLOR, EDITOR_OVERRIDE_BASE_COLOR,
         offsetof(editor_override, base_color) + 3 * sizeof(double), 1, 0.005},
        {"Metallic", EDITOR_OVERRIDE_METALLIC, EDITOR_OVERRIDE_METALLIC, offsetof(editor_override, metallic), 1, 0.005},
        {"Roughness", EDITOR_OVERRIDE_ROUGHNESS, EDITOR_OVERRIDE_ROUGHNESS, offsetof(editor_override, roughness), 1,
         0.005},
        {"Strength", EDITOR_OVERRIDE_EMISSIVE, STRENGTH, offsetof(editor_override, emissive_strength), 10000, 0.05},
        {"Cut-off", EDITOR_OVERRIDE_ALPHA_CUTOFF, EDITOR_OVERRIDE_ALPHA_CUTOFF, offsetof(editor_override, alpha_cutoff),
         1, 0.005}};
    const bool some_alpha = view->shown.alpha_mode != EDITOR_ALPHA_OPAQUE || view->mixed & EDITOR_OVERRIDE_ALPHA_MODE;
    show_color(view, "Base color", EDITOR_OVERRIDE_BASE_COLOR, offsetof(editor_override, base_color));
    show_number(view, &fields[1]);
    show_number(view, &fields[2]);
    show_color(view, "Emission", EDITOR_OVERRIDE_EMISSIVE, offsetof(editor_override, emissive));
    show_number(view, &fields[3]);
    if (view->is_terrain) // opaque, and drawn from both sides
        return;
    show_alpha_mode(view);
    if (some_alpha) {
        show_number(view, &fields[0]);
        show_number(view, &fields[4]);
    }
    show_sides(view);
}

// Copy and paste of all values, and back to the model's.
static void show_buttons(const slot_view *view)
{
    static const char *const labels[] = {"Copy", "Paste", "Reset"};
    editor_inspector *inspector = view->inspector;
    const uint32_t clicked = editor_ui_buttons(view->ui, labels, 3);
    if (clicked == 0) {
        inspector->material = view->shown;
        inspector->material.fields = EDITOR_OVERRIDE_MATERIAL;
    }
    const char *said = clicked == 0                                  ? "Copied the values of the material"
                       : clicked == 1 && !inspector->material.fields ? "Copy a material first"
                                                                     : "";
    editor_inspector_refuse(inspector, said, view->command);
    if (said[0])
        return;
    editor_override *values = clicked == 1 || clicked == 2 ? change(view, true) : NULL;
    for (uint32_t i = 0; values && i < inspector->targets.count; i++) {
        const editor_width width = values[i].width; // is no value of the material
        const uint32_t kept = values[i].fields & EDITOR_OVERRIDE_WIDTH;
        if (clicked == 1)
            values[i] = inspector->material;
        else
            values[i].fields = 0;
        values[i].fields |= kept;
        values[i].width = width;
        values[i].slot = view->slot;
    }
}

// --- Slots ---

static const char *model_name(const editor_level *level, const editor_object *object, uint32_t slot)
{
    const uint32_t material = level->meshes[object->mesh].submeshes[slot].material;
    const char *name = material == EDITOR_NONE ? "default" : level->materials[material].name;
    return name && name[0] ? name : "unnamed";
}

// The list of slots, where there are several. They are numbered, because names may be equal.
static void show_slots(slot_view *view, const editor_object *active, uint32_t count)
{
    editor_inspector *inspector = view->inspector;
    char *texts = malloc(count * (LABEL_SIZE + sizeof(char *)));
    if (!texts)
        return;
    const char **labels = (const char **)(void *)texts;
    for (uint32_t i = 0; i < count; i++) {
        char *label = texts + count * sizeof(char *) + (size_t)i * LABEL_SIZE;
        snprintf(label, LABEL_SIZE, "%u: %s", (unsigned)i + 1, model_name(view->level, active, i));
        labels[i] = label;
    }
    const uint32_t chosen = editor_ui_property_choice(view->ui, "Slot", labels, count, view->slot);
    if (chosen < count)
        inspector->slot = chosen; // shown in the next frame
    free(texts);
}

void editor_inspector_show_material(editor_inspector *inspector, editor_ui *ui, const editor_panels_model *model,
                                    editor_command *command)
{
    const editor_level *level = editor_document_level(model->document);
    const editor_object *active = &level->objects[inspector->active];
    const uint32_t count = editor_level_slots(level, active);
    if (count == 0)
        return;
    slot_view view = {.inspector = inspector,
                      .ui = ui,
                      .level = level,
                      .slot = inspector->slot < count ? inspector->slot : 0,
                      .is_terrain = active->kind == EDITOR_OBJECT_TERRAIN,
                      .command = command};
    view.shown = editor_level_slot(level, active, view.slot);
    if (!editor_document_is_still(model->document, &inspector->compared) || inspector->compared_slot != view.slot)
        inspector->mixed = compare(&view, active);
    inspector->compared_slot = view.slot;
    view.mixed = inspector->mixed;
    editor_ui_heading(ui, "Material", count > 1 ? NULL : model_name(level, active, 0));
    if (count > 1)
        show_slots(&view, active, count);
    show_values(&view);
    show_buttons(&view);
    editor_ui_separator(ui);
}
