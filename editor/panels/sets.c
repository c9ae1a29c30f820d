// sets.c: the level's selection sets as rows below the outliner's tree. Without sets, there is nothing.
#include "panels/panels_internal.h"

#include "document/level/selection_set.h"

#include <math.h>
#include <stdio.h>

// Of the outliner's panel, the sets take at most this share.
#define MOST_SHARE 0.4

// Counts members, and those that are selected.
static void count_members(editor_sets_panel *panel, const editor_document *document)
{
    const editor_level *level = editor_document_level(document);
    const pick_selection *selection = editor_document_selection(document);
    for (uint32_t i = 0; i < EDITOR_SET_COUNT; i++)
        panel->members[i] = panel->selected[i] = 0;
    for (uint32_t i = 0; i < level->object_count; i++) {
        const editor_object *object = &level->objects[i];
        if (object->sets == 0 || !object->exists)
            continue;
        const bool selected = pick_selection_contains(selection, object->pick);
        for (uint32_t set = 0; set < EDITOR_SET_COUNT; set++) {
            panel->members[set] += object->sets >> set & 1;
            panel->selected[set] += selected && (object->sets >> set & 1);
        }
    }
}

double editor_sets_height(editor_sets_panel *panel, const editor_ui *ui, const editor_panels_model *model, double room)
{
    const editor_level *level = editor_document_level(model->document);
    if (!editor_document_is_still(model->document, &panel->seen)) {
        panel->count = 0;
        for (uint32_t set = 0; set < EDITOR_SET_COUNT; set++) {
            if (editor_level_has_set(level, set))
                panel->rows[panel->count++] = set;
        }
        if (panel->count > 0)
            count_members(panel, model->document);
    }
    const double row = editor_tree_row_height(ui);
    if (panel->count == 0 || room < 3 * row)
        return 0;
    return panel->is_closed ? row : fmin((panel->count + 1) * row, fmax(2 * row, floor(room * MOST_SHARE)));
}

// Returns whether it was clicked.
static bool show_head(const editor_sets_panel *panel, editor_ui *ui, pick_rect r)
{
    const double unit = editor_ui_unit(ui), middle = r.y + r.height / 2;
    const editor_ui_reaction reaction = editor_ui_react(ui, "head", 0, r);
    editor_ui_paint_rect(ui, r, 0, EDITOR_COLOR_BAR);
    editor_ui_paint_rect(ui, (pick_rect){r.x, r.y, r.width, unit}, 0, EDITOR_COLOR_SEPARATOR);
    if (reaction.hovered)
        editor_ui_paint_rect(ui, r, 0, EDITOR_COLOR_HOVER);
    editor_icon_chevron(ui, (pick_vec2){r.x + 16 * unit, middle}, 4 * unit, !panel->is_closed, EDITOR_COLOR_MUTED);
    const double y = r.y + floor((r.height - editor_ui_line_height(ui)) / 2);
    editor_ui_paint_text_cut(ui, (pick_vec2){r.x + 28 * unit, y}, r.x + r.width, "Sets", EDITOR_COLOR_STRONG);
    return reaction.clicked;
}

static void show_row(editor_sets_panel *panel, editor_ui *ui, const editor_panels_model *model, uint32_t i,
                     editor_command *command)
{
    const editor_level *level = editor_document_level(model->document);
    const uint32_t set = panel->rows[i], members = panel->members[set];
    const size_t chosen = pick_selection_count(editor_document_selection(model->document));
    char detail[16];
    snprintf(detail, sizeof(detail), "%u", (unsigned)members);
    const editor_tree_row row = {.index = i,
                                 .label = level->set_names[set],
                                 .kind = EDITOR_ICON_SET,
                                 .selected = members > 0 && panel->selected[set] == members && chosen == members,
                                 .dimmed = members == 0,
                                 .detail = detail};
    pick_rect rect;
    const editor_tree_row_event event = editor_tree_row_show(ui, &row, &rect);
    const uint32_t adds = (uint32_t)PICK_MODIFIER_SHIFT | (uint32_t)PICK_MODIFIER_CTRL;
    if (event == EDITOR_ROW_CLICK && command->type == EDITOR_COMMAND_NONE)
        *command = (editor_command){
            .type = EDITOR_COMMAND_SELECT_SET, .set = set, .value = (editor_ui_modifiers(ui) & adds) != 0};
    if (event == EDITOR_ROW_MENU)
        panel->wants_context = set;
}

bool editor_sets_show(editor_sets_panel *panel, editor_ui *ui, pick_rect rect, const editor_panels_model *model,
                      editor_command *command)
{
    pick_rect head = rect, list = rect;
    head.height = fmin(rect.height, editor_tree_row_height(ui));
    list.y += head.height;
    list.height -= head.height;
    panel->wants_context = EDITOR_NONE;
    editor_ui_panel_begin(ui, "sets head", head, EDITOR_UI_LIST);
    const bool clicked = show_head(panel, ui, head);
    editor_ui_panel_end(ui);
    panel->is_closed ^= clicked;
    if (list.height <= 0)
        return clicked;
    uint32_t first, end;
    editor_ui_panel_begin(ui, "sets", list, EDITOR_UI_LIST);
    editor_ui_rows_begin(ui, panel->count, editor_tree_row_height(ui), EDITOR_NONE);
    while (editor_ui_rows_next(ui, &first, &end)) {
        for (uint32_t i = first; i < end; i++)
            show_row(panel, ui, model, i, command);
    }
    editor_ui_panel_end(ui);
    return clicked;
}
