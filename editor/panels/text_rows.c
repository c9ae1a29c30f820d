#include "text_rows.h"

static const double value_column = 78, meaning_column = 100; // design units from the left

void editor_ui_heading(editor_ui *ui, const char *title, const char *detail)
{
    editor_ui_text(ui, EDITOR_UI_STRONG, title);
    if (detail)
        editor_ui_text_at(ui, -1, EDITOR_UI_MUTED, detail);
}

void editor_ui_separator(editor_ui *ui)
{
    double unit = editor_ui_unit(ui);
    pick_rect room = editor_ui_place(ui, 0, 9 * unit);
    editor_ui_paint_rect(ui, (pick_rect){room.x, room.y + 4 * unit, room.width, unit}, 0, 0xff393330);
    editor_ui_space(ui, 9);
}

// What is right of a column of the line that comes next.
static pick_rect right_of(const editor_ui *ui, pick_rect line, double column)
{
    double x = column * editor_ui_unit(ui);
    return (pick_rect){line.x + x, line.y, line.width - x, line.height};
}

void editor_ui_property(editor_ui *ui, const char *label, const char *value)
{
    pick_rect room = right_of(ui, editor_ui_place(ui, 0, editor_ui_line_height(ui)), value_column);
    editor_ui_text(ui, EDITOR_UI_MUTED, label);
    editor_ui_paint_text_cut(ui, (pick_vec2){room.x, room.y}, room.x + room.width, value, 0xffe2ddda);
    if (editor_ui_text_width(ui, value) > room.width && editor_ui_react(ui, label, (uint32_t)room.y, room).hovered)
        editor_ui_tooltip(ui, value);
}

void editor_ui_hint(editor_ui *ui, const char *gesture, const char *meaning)
{
    pick_rect room = right_of(ui, editor_ui_place(ui, 0, editor_ui_line_height(ui)), meaning_column);
    editor_ui_text(ui, EDITOR_UI_NORMAL, gesture);
    editor_ui_paint_text_cut(ui, (pick_vec2){room.x, room.y}, room.x + room.width, meaning, 0xff9e948e);
}
