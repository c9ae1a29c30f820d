// empty_state.c: what can be done with an empty level, in the middle of the viewport until something is in it, or is
// being read.
#include "panels/panels_internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double width_units = 380, row_units = 26, head_units = 64, margin_units = 10, gap_units = 28;
enum { MOST_RECENT = 5 };

static bool is_recent(const editor_panel_action *action)
{
    return action->menu && strcmp(action->menu, "File|Recent") == 0;
}

// The actions that are listed: those that have the bit, then the recent files. Returns how many there are.
static uint32_t list_actions(const editor_panels_model *model, bool recent, uint32_t *rows, uint32_t capacity)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < model->action_count && count < capacity; i++) {
        const editor_panel_action *action = &model->actions[i];
        if (action->menu && action->enabled && (action->context & EDITOR_CONTEXT_START) && is_recent(action) == recent)
            rows[count++] = i;
    }
    return count;
}

static void show_row(editor_ui *ui, const editor_panels_model *model, uint32_t number, editor_command *command)
{
    const editor_panel_action *action = &model->actions[number];
    const double unit = editor_ui_unit(ui), height = row_units * unit;
    const pick_rect r = editor_ui_place(ui, 0, height);
    const editor_ui_reaction reaction = editor_ui_react(ui, "start", number, r);
    if (reaction.hovered)
        editor_ui_paint_rect(ui, r, 3 * unit, EDITOR_COLOR_HOVER);
    const bool recent = is_recent(action);
    const char *label = recent ? editor_path_name(action->label) : action->title;
    char folder[EDITOR_PATH_SIZE];
    snprintf(folder, sizeof(folder), "%.*s", recent ? (int)(label - action->label) : 0, action->label);
    const char *detail = recent ? folder : action->shortcut;
    const double y = r.y + (height - editor_ui_line_height(ui)) / 2, left = r.x + 8 * unit;
    const double right = r.x + r.width - 8 * unit, used = left + editor_ui_text_width(ui, label);
    editor_ui_paint_text_cut(ui, (pick_vec2){left, y}, right, label, EDITOR_COLOR_STRONG);
    // A key stands at the right, a long path is cut.
    const double at = fmax(used + 14 * unit, right - editor_ui_text_width(ui, detail));
    if (at < right - 20 * unit || !recent)
        editor_ui_paint_text_cut(ui, (pick_vec2){at, y}, right + unit, detail, EDITOR_COLOR_MUTED);
    if (reaction.hovered && recent)
        editor_ui_tooltip(ui, action->label);
    if (reaction.clicked)
        *command = (editor_command){.type = EDITOR_COMMAND_ACTION, .number = number};
}

void editor_empty_state_show(editor_ui *ui, pick_rect viewport, const editor_panels_model *model,
                             editor_command *command)
{
    uint32_t actions[16], recent[MOST_RECENT];
    if (editor_document_level(model->document)->first_root != EDITOR_NONE || model->load.name)
        return;
    const double unit = editor_ui_unit(ui), margin = 2 * margin_units * unit;
    const uint32_t count = list_actions(model, false, actions, 16);
    const uint32_t recent_count = list_actions(model, true, recent, MOST_RECENT);
    const double height = unit * (head_units + row_units * (count + recent_count) + (recent_count ? gap_units : 0));
    const double width = fmin(width_units * unit, viewport.width - margin);
    if (count + recent_count == 0 || width < width_units / 2 * unit || height > viewport.height - margin)
        return; // no room for it
    const pick_rect rect = {floor(viewport.x + (viewport.width - width) / 2),
                            floor(viewport.y + (viewport.height - height) / 2), width, height};
    editor_ui_panel_begin(ui, "empty", rect, EDITOR_UI_PANEL);
    editor_ui_text(ui, EDITOR_COLOR_STRONG, "This level is empty");
    editor_ui_text(ui, EDITOR_COLOR_MUTED, "Drop a model on the window, or choose:");
    editor_ui_tight(ui, true);
    for (uint32_t i = 0; i < count; i++)
        show_row(ui, model, actions[i], command);
    if (recent_count > 0) {
        editor_ui_space(ui, 8);
        editor_ui_text(ui, EDITOR_COLOR_MUTED, "Open recent");
    }
    for (uint32_t i = 0; i < recent_count; i++)
        show_row(ui, model, recent[i], command);
    editor_ui_tight(ui, false);
    editor_ui_panel_end(ui);
}
