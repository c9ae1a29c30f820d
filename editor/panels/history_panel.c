// history_panel.c: the steps of undo and redo as a list. It builds only the visible rows.
#include "panels/panels_internal.h"

#include <math.h>
#include <stdio.h>

static const double head_units = 40, row_units = 22;

static void format_bytes(size_t bytes, char *out, size_t size)
{
    static const char *const units[] = {"KiB", "MiB", "GiB"};
    double value = (double)bytes / 1024;
    int unit = 0;
    for (; value >= 1024 && unit < 2; unit++)
        value /= 1024;
    snprintf(out, size, value < 100 ? "%.1f %s" : "%.0f %s", value, units[unit]);
}

static void show_head(editor_ui *ui, const editor_history *history)
{
    char bytes[32], limit[32], text[80];
    format_bytes(history->bytes, bytes, sizeof(bytes));
    format_bytes(history->limit, limit, sizeof(limit));
    snprintf(text, sizeof(text), "%s of %s", bytes, limit);
    editor_ui_heading(ui, "Undo History", text);
}

// Row 0 is the state before the first step, row i the state after step i. Returns whether it was clicked.
static bool show_row(editor_ui *ui, const editor_document *document, const editor_history *history, uint32_t row)
{
    const double unit = editor_ui_unit(ui), height = row_units * unit;
    const pick_rect r = editor_ui_place(ui, 0, height);
    const editor_ui_reaction reaction = editor_ui_react(ui, "step", row, r);
    const bool current = row == history->position;
    if (current) {
        editor_ui_paint_rect(ui, r, 0, EDITOR_COLOR_BUTTON_CHECKED);
        editor_ui_paint_rect(ui, (pick_rect){r.x, r.y, 3 * unit, r.height}, 0, EDITOR_COLOR_ACCENT);
    } else if (reaction.hovered) {
        editor_ui_paint_rect(ui, r, 0, EDITOR_COLOR_HOVER);
    }
    char first[64] = "Level as opened";
    if (history->dropped > 0)
        snprintf(first, sizeof(first), "%llu older steps dropped", (unsigned long long)history->dropped);
    const char *label = row > 0 ? editor_document_step_label(document, row - 1) : first;
    const double left = r.x + 14 * unit, right = r.x + r.width - 8 * unit;
    const double y = r.y + (height - editor_ui_line_height(ui)) / 2;
    const uint32_t color = current                   ? EDITOR_COLOR_STRONG
                           : row > history->position ? EDITOR_COLOR_FAINT
                           : row == 0                ? EDITOR_COLOR_MUTED
                                                     : EDITOR_COLOR_TEXT;
    editor_ui_paint_text_cut(ui, (pick_vec2){left, y}, right, label, color);
    if (reaction.hovered && editor_ui_text_width(ui, label) > right - left)
        editor_ui_tooltip(ui, label);
    return reaction.clicked && !current;
}

void editor_history_panel_show(editor_history_panel *panel, editor_ui *ui, pick_rect rect,
                               const editor_panels_model *model, editor_command *command)
{
    const editor_history history = editor_document_history(model->document);
    const double head_height = fmin(rect.height, floor(head_units * editor_ui_unit(ui)));
    pick_rect head = rect, list = rect;
    head.height = head_height;
    list.y += head_height;
    list.height -= head_height;
    editor_ui_panel_begin(ui, "history head", head, EDITOR_UI_PANEL);
    show_head(ui, &history);
    editor_ui_panel_end(ui);
    // The current row comes into view when it changes.
    const bool moved =
        panel->made != history.made || panel->position != history.position || panel->document != model->document;
    panel->made = history.made;
    panel->position = history.position;
    panel->document = model->document;
    uint32_t first, end;
    editor_ui_panel_begin(ui, "history", list, EDITOR_UI_LIST);
    editor_ui_rows_begin(ui, history.step_count + 1, row_units * editor_ui_unit(ui),
                         moved ? history.position : EDITOR_NONE);
    while (editor_ui_rows_next(ui, &first, &end)) {
        for (uint32_t i = first; i < end; i++) {
            if (show_row(ui, model->document, &history, i))
                *command = (editor_command){.type = EDITOR_COMMAND_HISTORY, .number = i};
        }
    }
    editor_ui_panel_end(ui);
}
