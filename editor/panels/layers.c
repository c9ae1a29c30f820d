// layers.c: the panel of the used or named layers: hidden, locked, and whether the selection is in them.
#include "panels/panels_internal.h"

#include <stdio.h>

static uint32_t used_layers(const editor_level *level)
{
    uint32_t used = 1;
    for (uint32_t i = 0; i < level->object_count; i++) {
        if (level->objects[i].exists && level->objects[i].layers != UINT32_MAX)
            used |= level->objects[i].layers;
    }
    for (int i = 0; i < EDITOR_LAYER_COUNT; i++)
        used |= level->layer_names[i] ? 1u << i : 0;
    return used;
}

// The layers that all and that some of the selected objects are in.
static void selected_layers(const editor_document *document, uint32_t *all, uint32_t *some)
{
    const editor_level *level = editor_document_level(document);
    const pick_selection *selection = editor_document_selection(document);
    const bool hidden_too = !editor_document_sees_selected(document);
    *all = pick_selection_count(selection) ? UINT32_MAX : 0;
    *some = 0;
    for (size_t i = 0; i < pick_selection_count(selection); i++) {
        uint32_t object = editor_level_object(level, pick_selection_objects(selection)[i]);
        if (object == EDITOR_NONE || (level->objects[object].is_hidden && !hidden_too))
            continue;
        *all &= level->objects[object].layers;
        *some |= level->objects[object].layers;
    }
}

// Shows a small box: empty for no selected object, with a dot for some, filled for all.
static bool show_member(editor_ui *ui, uint32_t layer, pick_rect row, bool all, bool some, bool enabled)
{
    double unit = editor_ui_unit(ui), size = 13 * unit;
    pick_rect box = {row.x, row.y + (row.height - size) / 2, size, size};
    editor_ui_paint_rect(ui, box, 3 * unit, EDITOR_COLOR_FIELD);
    if (all || some) {
        double inset = all ? 3 * unit : 5 * unit;
        editor_ui_paint_rect(ui, (pick_rect){box.x + inset, box.y + inset, size - 2 * inset, size - 2 * inset}, unit,
                             EDITOR_COLOR_ACCENT);
    }
    editor_ui_reaction reaction = editor_ui_react(ui, "member", layer, box);
    if (reaction.hovered)
        editor_ui_tooltip(ui, !enabled ? "Nothing is selected"
                              : all    ? "Remove selection from layer"
                                       : "Add selection to layer");
    return reaction.clicked && enabled;
}

// A name that is cut has a tooltip.
static void show_long_name(editor_ui *ui, uint32_t layer, pick_rect place, const char *name)
{
    if (editor_ui_text_width(ui, name) > place.width && editor_ui_react(ui, "name", layer, place).hovered)
        editor_ui_tooltip(ui, name);
}

static void show_row(editor_ui *ui, const editor_level *level, uint32_t layer, uint32_t all, uint32_t some, bool any,
                     editor_command *command)
{
    double unit = editor_ui_unit(ui), height = 24 * unit;
    uint32_t bit = 1u << layer;
    bool hidden = (level->hidden_layers & bit) != 0, locked = (level->locked_layers & bit) != 0;
    pick_rect row = editor_ui_place(ui, 0, height);
    if (show_member(ui, layer, row, (all & bit) != 0, (some & bit) != 0, any))
        *command = (editor_command){
            .type = EDITOR_COMMAND_SET_LAYERS, .remove = all & bit ? bit : 0, .add = all & bit ? 0 : bit};
    char number[16];
    snprintf(number, sizeof(number), "Layer %u", (unsigned)layer);
    const char *name = level->layer_names[layer] ? level->layer_names[layer] : number;
    double right = row.x + row.width, middle = row.y + height / 2;
    editor_ui_paint_text_cut(ui, (pick_vec2){row.x + 24 * unit, row.y + (height - editor_ui_line_height(ui)) / 2},
                             right - 52 * unit, name, hidden ? EDITOR_COLOR_MUTED : EDITOR_COLOR_STRONG);
    show_long_name(ui, layer, (pick_rect){row.x + 24 * unit, row.y, right - 76 * unit - row.x, height}, name);
    const pick_rect eye = {right - 30 * unit, row.y, 24 * unit, height},
                    lock = {right - 52 * unit, row.y, 22 * unit, height};
    editor_ui_reaction on_eye = editor_ui_react(ui, "eye", layer, eye);
    editor_ui_reaction on_lock = editor_ui_react(ui, "lock", layer, lock);
    editor_icon_eye(ui, (pick_vec2){right - 18 * unit, middle}, 6 * unit, hidden,
                    on_eye.hovered ? EDITOR_COLOR_STRONG
                    : hidden       ? EDITOR_COLOR_MUTED
                                   : EDITOR_COLOR_FAINT);
    editor_icon_lock(ui, (pick_vec2){right - 41 * unit, middle}, 5 * unit, locked,
                     on_lock.hovered ? EDITOR_COLOR_STRONG
                     : locked        ? EDITOR_COLOR_MUTED
                                     : EDITOR_COLOR_FAINT);
    if (on_eye.clicked || on_lock.clicked)
        *command = (editor_command){.type = EDITOR_COMMAND_LAYER_FLAGS,
                                    .remove = level->hidden_layers ^ (on_eye.clicked ? bit : 0),
                                    .add = level->locked_layers ^ (on_lock.clicked ? bit : 0)};
    // The widgets were placed by hand: move the layout below this row.
    editor_ui_react(ui, "end", layer, (pick_rect){row.x, row.y + height - 7 * unit, 1, 1});
}

void editor_layers_show(editor_layers_panel *panel, editor_ui *ui, const editor_panels_model *model,
                        editor_command *command)
{
    const editor_level *level = editor_document_level(model->document);
    if (!editor_document_is_still(model->document, &panel->seen)) {
        panel->used = used_layers(level);
        selected_layers(model->document, &panel->all, &panel->some);
    }
    const uint32_t all = panel->all, some = panel->some, used = panel->used;
    bool any = pick_selection_count(editor_document_selection(model->document)) > 0;
    editor_ui_heading(ui, "Layers", any ? "of the selection" : NULL);
    // List one unused layer, so that the selection can be added to it.
    uint32_t next = 0;
    while (next < EDITOR_LAYER_COUNT && used >> next & 1u)
        next++;
    for (uint32_t i = 0; i < EDITOR_LAYER_COUNT; i++) {
        if (used >> i & 1u || i == next)
            show_row(ui, level, i, all, some, any, command);
    }
    if (used & (used - 1)) // at least two
        editor_layer_matrix_show(ui, level, used, &panel->first_column, command);
}
