// dialogs.c: dialogs, and the list of the objects under the mouse.
#include "panels/panels_internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double row_units = 24, around_list = 190;

static bool show_answers(editor_ui *ui, editor_dialog *dialog, bool enter, editor_command *command)
{
    double unit = editor_ui_unit(ui), height = 28 * unit, right = 0;
    uint32_t count = 0;
    while (count < EDITOR_DIALOG_ANSWERS && dialog->answers[count])
        count++;
    editor_ui_space(ui, 6);
    pick_rect room = editor_ui_place(ui, 0, height);
    right = room.x + room.width;
    const bool reads = dialog->kind == EDITOR_DIALOG_REPORT; // to close it is the first answer
    int chosen = editor_ui_list_has_keys(ui)                ? -1
                 : enter                                    ? 0
                 : editor_ui_pressed(ui, EDITOR_KEY_ESCAPE) ? (reads ? 0 : (int)count - 1)
                                                            : -1;
    for (uint32_t i = 0; i < count; i++) {
        // The first button, which Enter presses, is at the right.
        double width = fmax(84 * unit, editor_ui_text_width(ui, dialog->answers[i]) + 28 * unit);
        pick_rect r = {right - width, room.y, width, height};
        dialog->buttons[i] = r;
        right -= width + 8 * unit;
        editor_ui_reaction reaction = editor_ui_react(ui, "answer", i, r);
        uint32_t back = i == 0 ? (reaction.hovered ? EDITOR_COLOR_ACCENT_HOVER : EDITOR_COLOR_ACCENT)
                               : (reaction.hovered ? EDITOR_COLOR_BUTTON_HOVER : EDITOR_COLOR_BUTTON);
        editor_ui_paint_rect(ui, r, 3 * unit, back);
        double text = editor_ui_text_width(ui, dialog->answers[i]);
        editor_ui_paint_text(ui, (pick_vec2){r.x + (width - text) / 2, r.y + (height - editor_ui_line_height(ui)) / 2},
                             dialog->answers[i], i == 0 ? EDITOR_COLOR_ON_ACCENT : EDITOR_COLOR_STRONG);
        if (reaction.clicked)
            chosen = (int)i;
    }
    if (chosen < 0)
        return false;
    *command = (editor_command){.type = EDITOR_COMMAND_ANSWER, .number = (uint32_t)chosen};
    return true;
}

// Shows a row of files, objects or copies. Returns whether it was chosen.
static bool show_row(editor_ui *ui, editor_dialog *dialog, uint32_t i, editor_command *command)
{
    double unit = editor_ui_unit(ui), height = row_units * unit;
    const editor_dialog_row *row = &dialog->rows[i];
    pick_rect r = editor_ui_place(ui, 0, height);
    editor_ui_reaction reaction = editor_ui_react(ui, "row", i, r);
    if (i == dialog->selected)
        editor_ui_paint_rect(ui, r, 0, EDITOR_COLOR_BUTTON_CHECKED);
    if (reaction.hovered) {
        dialog->hovered = i;
        editor_ui_paint_rect(ui, r, 0, EDITOR_COLOR_HOVER);
    }
    double y = r.y + (height - editor_ui_line_height(ui)) / 2, right = r.x + r.width - 10 * unit;
    double detail = editor_ui_text_width(ui, row->detail);
    editor_ui_paint_text(ui, (pick_vec2){right - detail, y}, row->detail, EDITOR_COLOR_MUTED);
    const double left = r.x + 10 * unit, end = right - detail - 12 * unit;
    editor_ui_paint_text_cut(ui, (pick_vec2){left, y}, end, row->label,
                             row->strong ? EDITOR_COLOR_STRONG : EDITOR_COLOR_MUTED);
    if (reaction.hovered && left + editor_ui_text_width(ui, row->label) > end)
        editor_ui_tooltip(ui, row->label);
    if (!reaction.clicked && !reaction.double_clicked)
        return false;
    *command = (editor_command){.type = EDITOR_COMMAND_ROW,
                                .number = i,
                                .value = reaction.double_clicked,
                                .modifiers = editor_ui_modifiers(ui)};
    return true;
}

static bool show_rows(editor_ui *ui, editor_dialog *dialog, editor_command *command)
{
    bool chosen = false;
    dialog->hovered = EDITOR_NONE;
    editor_ui_tight(ui, true);
    for (uint32_t i = 0; i < dialog->row_count; i++)
        chosen |= show_row(ui, dialog, i, command);
    editor_ui_tight(ui, false);
    return chosen;
}

// Shows the rows in a list that scrolls, `most` rows high; lower in a low window, which shows all of the dialog so.
static void show_list(editor_ui *ui, editor_dialog *dialog, uint32_t most, editor_command *command)
{
    uint32_t reveal = EDITOR_NONE, first, end;
    if (dialog->selected < dialog->row_count) {
        bool up = editor_ui_pressed(ui, EDITOR_KEY_UP), down = editor_ui_pressed(ui, EDITOR_KEY_DOWN);
        uint32_t to = dialog->selected + down - up;
        if (up != down && to < dialog->row_count) {
            *command = (editor_command){.type = EDITOR_COMMAND_ROW, .number = to};
            reveal = to;
        }
    }
    dialog->hovered = EDITOR_NONE;
    const double room = editor_ui_size(ui).y / editor_ui_unit(ui) - around_list;
    if (editor_ui_list_begin(ui, "rows", fmax(2 * row_units, fmin(most * row_units, room)))) {
        editor_ui_rows_begin(ui, dialog->row_count, row_units * editor_ui_unit(ui), reveal);
        while (editor_ui_rows_next(ui, &first, &end)) {
            for (uint32_t i = first; i < end; i++)
                show_row(ui, dialog, i, command);
        }
    }
    editor_ui_list_end(ui);
}

// The sheet of shortcuts: columns of menus, one below the other.
enum { SHEET_COLUMNS = 3 };

// Design units.
static const double sheet_row = 19, sheet_column = 300, sheet_least = 270, sheet_key = 108;
static const double dialog_padding = 36, dialog_margin = 12;

typedef struct sheet_layout {
    uint32_t columns, per_column; // lines
    double column;                // width, design units
} sheet_layout;

// The width that a dialog can have in the window, design units.
static double room_for_dialog(const editor_ui *ui)
{
    return fmax(1, editor_ui_size(ui).x / editor_ui_unit(ui) - 2 * dialog_margin);
}

// As many columns as the window has room for.
static sheet_layout fit_sheet(const editor_ui *ui)
{
    const double room = room_for_dialog(ui) - dialog_padding;
    const double columns = fmax(1, fmin(SHEET_COLUMNS, floor(room / sheet_least)));
    return (sheet_layout){.columns = (uint32_t)columns, .per_column = 12, .column = fmin(sheet_column, room / columns)};
}

// Returns the position of the next line. A title does not go at the end of a column.
static uint32_t next_line(uint32_t line, uint32_t per_column, bool title)
{
    uint32_t at = line % per_column;
    if (title && at != 0)
        at = ++line % per_column;
    return title && at >= per_column - 2 && at != 0 ? line + per_column - at : line;
}

static bool is_same_menu(const char *a, const char *b)
{
    size_t length = strcspn(a, "|");
    return strcspn(b, "|") == length && strncmp(a, b, length) == 0;
}

// "Select Similar: Mesh": an action of a submenu has the submenu's name in front, unless its label repeats it.
static void describe(const char *menu, const char *label, char *out, size_t size)
{
    const char *bar = strchr(menu, '|');
    if (bar && !strstr(label, bar + 1))
        snprintf(out, size, "%s: %s", bar + 1, label);
    else
        snprintf(out, size, "%s", label);
}

// Whether b is a, with a last letter that is the next one: "Ctrl+1" and "Ctrl+2". NULL is no text.
static bool is_next(const char *a, const char *b)
{
    if (!a || !b)
        return false;
    const size_t length = strlen(a);
    return length > 0 && strlen(b) == length && memcmp(a, b, length - 1) == 0 && b[length - 1] == a[length - 1] + 1;
}

// The last of the actions from `first` on that differ by a number alone, in label and keys.
static uint32_t last_of_series(const editor_panels_model *model, uint32_t first)
{
    uint32_t last = first;
    while (last + 1 < model->action_count && is_next(model->actions[last].label, model->actions[last + 1].label) &&
           is_next(model->actions[last].shortcut, model->actions[last + 1].shortcut))
        last++;
    return last;
}

// "Ctrl+1–9" for a series from `first` to `last`; `first` if it is no series.
static void join(const char *first, const char *last, char *out, size_t size)
{
    const size_t length = strlen(last);
    if (strcmp(first, last) == 0)
        snprintf(out, size, "%s", first);
    else
        snprintf(out, size, "%s–%s", first, last + length - 1);
}

// Returns the number of lines in all columns, including empty ones. `paint`: paints them from that point; NULL: only
// counts.
static uint32_t show_sheet(editor_ui *ui, const editor_panels_model *model, const sheet_layout *sheet,
                           const pick_vec2 *paint)
{
    const uint32_t per_column = sheet->per_column;
    double unit = editor_ui_unit(ui);
    uint32_t line = 0;
    const char *menu = NULL;
    for (uint32_t i = 0; i < model->action_count; i++) {
        const editor_panel_action *action = &model->actions[i];
        const char *own = action->menu ? action->menu : "";
        if (!action->shortcut[0])
            continue;
        i = last_of_series(model, i);
        for (int part = menu && is_same_menu(menu, own) ? 1 : 0; part < 2; part++) {
            line = next_line(line, per_column, part == 0);
            double x = paint ? paint->x + line / per_column * sheet->column * unit : 0;
            double y = paint ? paint->y + line % per_column * sheet_row * unit : 0;
            double right = x + (sheet->column - 12) * unit;
            line++;
            if (!paint)
                continue;
            char title[32], keys[2 * EDITOR_KEY_TEXT_SIZE];
            snprintf(title, sizeof(title), "%.*s", (int)strcspn(own, "|"), own);
            join(action->shortcut, model->actions[i].shortcut, keys, sizeof(keys));
            editor_ui_paint_text(ui, (pick_vec2){x, y}, part == 0 ? title : keys,
                                 part == 0 ? EDITOR_COLOR_ACCENT : EDITOR_COLOR_STRONG);
            if (part == 1) {
                char label[80], meaning[96];
                join(action->label, model->actions[i].label, label, sizeof(label));
                describe(own, label, meaning, sizeof(meaning));
                editor_ui_paint_text_cut(ui, (pick_vec2){x + sheet_key * unit, y}, right, meaning, EDITOR_COLOR_REST);
            }
        }
        menu = own;
    }
    return line;
}

static void show_shortcuts(editor_ui *ui, const editor_panels_model *model)
{
    // Find the smallest height at which everything fits.
    sheet_layout sheet = fit_sheet(ui);
    while (show_sheet(ui, model, &sheet, NULL) > sheet.columns * sheet.per_column)
        sheet.per_column++;
    // In a low window the sheet scrolls.
    const double unit = editor_ui_unit(ui), height = sheet.per_column * sheet_row;
    const double most = fmax(sheet_row, editor_ui_size(ui).y / unit - 130);
    if (editor_ui_list_begin(ui, "sheet", fmin(height, most))) {
        pick_rect room = editor_ui_place(ui, sheet.columns * sheet.column * unit, height * unit);
        show_sheet(ui, model, &sheet, &(pick_vec2){room.x + 4 * unit, room.y});
        editor_ui_react(ui, "sheet", 0, room);
    }
    editor_ui_list_end(ui);
}

static bool show_content(editor_ui *ui, const editor_panels_model *model, editor_command *command)
{
    editor_dialog *dialog = model->dialog;
    bool enter = editor_ui_pressed(ui, EDITOR_KEY_ENTER);
    editor_ui_text(ui, EDITOR_COLOR_STRONG, dialog->title);
    editor_ui_space(ui, 4);
    switch (dialog->kind) {
    case EDITOR_DIALOG_FILE:
    case EDITOR_DIALOG_TEXT: {
        editor_ui_edit edit = editor_ui_text_field(ui, "##text", dialog->text, sizeof(dialog->text),
                                                   dialog->hint                         ? dialog->hint
                                                   : dialog->kind == EDITOR_DIALOG_FILE ? "Path"
                                                                                        : "Name",
                                                   dialog->is_new);
        enter = edit.entered;
        if (edit.changed)
            *command = (editor_command){.type = EDITOR_COMMAND_TYPED};
        if (dialog->kind == EDITOR_DIALOG_TEXT && dialog->note)
            editor_ui_text(ui, EDITOR_COLOR_WARNING, dialog->note);
        if (dialog->kind == EDITOR_DIALOG_FILE) {
            editor_ui_space(ui, 2);
            show_list(ui, dialog, 12, command);
            editor_ui_text(ui, EDITOR_COLOR_WARNING, dialog->note ? dialog->note : " ");
        }
        break;
    }
    case EDITOR_DIALOG_FORM:
        if (dialog->text[0])
            editor_ui_text(ui, EDITOR_COLOR_MUTED, dialog->text);
        enter = editor_form_show(ui, dialog);
        break;
    case EDITOR_DIALOG_SHORTCUTS:
        show_shortcuts(ui, model);
        break;
    case EDITOR_DIALOG_REPORT:
        editor_report_view_show(ui, dialog);
        break;
    case EDITOR_DIALOG_MESSAGE:
    case EDITOR_DIALOG_CONFIRM:
        editor_ui_text(ui, EDITOR_COLOR_TEXT, dialog->text);
        if (dialog->row_count > 0) {
            editor_ui_space(ui, 4);
            show_list(ui, dialog, dialog->row_count < 8 ? dialog->row_count : 8, command);
        }
        break;
    case EDITOR_DIALOG_NONE:
    case EDITOR_DIALOG_STACK:
        break;
    }
    bool answered = show_answers(ui, dialog, enter, command);
    dialog->is_new = false;
    return answered;
}

static double width_of(const editor_ui *ui, const editor_dialog *dialog)
{
    const sheet_layout sheet = fit_sheet(ui);
    const double width = dialog->kind == EDITOR_DIALOG_SHORTCUTS ? sheet.columns * sheet.column + dialog_padding
                         : dialog->kind == EDITOR_DIALOG_REPORT  ? 760
                         : dialog->kind == EDITOR_DIALOG_FILE || dialog->row_count > 0 ? 560
                                                                                       : 420;
    return fmin(width, room_for_dialog(ui));
}

bool editor_dialog_show(editor_ui *ui, const editor_panels_model *model, bool was_shown, editor_command *command)
{
    editor_dialog *dialog = model->dialog;
    if (dialog->kind == EDITOR_DIALOG_NONE) {
        if (was_shown)
            editor_ui_close_all(ui);
        return was_shown;
    }
    bool fresh = dialog->is_new;
    if (dialog->kind == EDITOR_DIALOG_STACK) {
        if (fresh)
            editor_ui_open(ui, "stack");
        dialog->is_new = false;
        if (editor_ui_popup_begin(ui, "stack", dialog->at, 260)) {
            editor_ui_text(ui, EDITOR_COLOR_MUTED, dialog->title);
            if (show_rows(ui, dialog, command) || editor_ui_pressed(ui, EDITOR_KEY_ESCAPE))
                editor_ui_close(ui);
            editor_ui_popup_end(ui);
        } else {
            // A click outside closed it.
            *command = (editor_command){.type = EDITOR_COMMAND_ANSWER};
        }
        return fresh;
    }
    if (fresh)
        editor_ui_open(ui, "dialog");
    if (editor_ui_dialog_begin(ui, "dialog", width_of(ui, dialog))) {
        if (show_content(ui, model, command))
            editor_ui_close(ui);
        editor_ui_popup_end(ui);
    }
    return fresh;
}
