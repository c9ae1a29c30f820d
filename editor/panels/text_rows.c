#include "panels/text_rows.h"

#include <math.h>

static const double value_column = 78, meaning_column = 100; // design units from the left

// Text in the row that was shown last. What is cut has a tooltip. `id`: another one for each text of a row.
static void show_cut(editor_ui *ui, const char *id, pick_rect room, const char *text, uint32_t color)
{
    const double y = room.y + (room.height - editor_ui_line_height(ui)) / 2;
    editor_ui_paint_text_cut(ui, (pick_vec2){room.x, y}, room.x + room.width, text, color);
    // The place tells rows of one label apart; it is negative where the row is scrolled out.
    if (editor_ui_text_width(ui, text) > room.width && editor_ui_react(ui, id, (uint32_t)(int32_t)room.y, room).hovered)
        editor_ui_tooltip(ui, text);
}

void editor_ui_heading(editor_ui *ui, const char *title, const char *detail)
{
    static const double gap = 12, least = 60; // design units
    const double unit = editor_ui_unit(ui), height = editor_ui_line_height(ui);
    const pick_rect line = editor_ui_place(ui, 0, height);
    editor_ui_text(ui, EDITOR_COLOR_STRONG, title);
    if (!detail || !detail[0])
        return;
    const pick_rect last = editor_ui_last_rect(ui); // of several lines, if the title is long
    const double left = last.x + last.width + gap * unit, room = line.x + line.width - left;
    if (editor_ui_text_width(ui, detail) <= room)
        editor_ui_text_at(ui, -1, EDITOR_COLOR_MUTED, detail);
    else if (room >= least * unit)
        show_cut(ui, title, (pick_rect){left, line.y, room, height}, detail, EDITOR_COLOR_MUTED);
    else
        editor_ui_text(ui, EDITOR_COLOR_MUTED, detail);
}

void editor_ui_separator(editor_ui *ui)
{
    double unit = editor_ui_unit(ui);
    pick_rect room = editor_ui_place(ui, 0, 9 * unit);
    editor_ui_paint_rect(ui, (pick_rect){room.x, room.y + 4 * unit, room.width, unit}, 0, EDITOR_COLOR_SEPARATOR);
    editor_ui_space(ui, 9);
}

// The part of a line to the right of a column.
static pick_rect right_of(const editor_ui *ui, pick_rect line, double column)
{
    double x = column * editor_ui_unit(ui);
    return (pick_rect){line.x + x, line.y, line.width - x, line.height};
}

void editor_ui_property(editor_ui *ui, const char *label, const char *value)
{
    pick_rect room = right_of(ui, editor_ui_place(ui, 0, editor_ui_line_height(ui)), value_column);
    editor_ui_text(ui, EDITOR_COLOR_MUTED, label);
    show_cut(ui, label, room, value, EDITOR_COLOR_TEXT);
}

bool editor_ui_property_check(editor_ui *ui, const char *label, bool *value, bool mixed, const char *note)
{
    const double unit = editor_ui_unit(ui), height = editor_ui_field_height(ui);
    const pick_rect row = editor_ui_place(ui, 0, height);
    editor_ui_field_begin(ui, label, value_column);
    bool changed = editor_ui_check(ui, value, mixed);
    editor_ui_field_end(ui);
    const double left = value_column * unit + height + 8 * unit; // beside the box
    const pick_rect room = {row.x + left, row.y, row.width - left, height};
    if (note)
        show_cut(ui, label, room, note, EDITOR_COLOR_WARNING);
    return changed;
}

void editor_ui_property_numbers(editor_ui *ui, const char *label, editor_ui_numbers *numbers)
{
    static const uint32_t axis_colors[3] = {0xff545ae0, 0xff54ba7a, 0xffe88c56};
    static const double least = 40; // design units: what a number of several has beside the label
    double unit = editor_ui_unit(ui), gap = floor(4 * unit + 0.5), strip = floor(2 * unit + 0.5);
    const uint32_t count = numbers->count ? numbers->count : 3;
    const double beside = right_of(ui, editor_ui_place(ui, 0, 0), value_column).width;
    const bool below = count > 1 && beside - (count - 1) * gap < count * least * unit;
    editor_ui_field_begin(ui, label, below ? -1 : value_column);
    pick_rect room = editor_ui_place(ui, 0, editor_ui_field_height(ui));
    double width = floor((room.width - (count - 1) * gap) / count);
    const char *format = numbers->format ? numbers->format : "%.3f";
    numbers->changed = 0;
    numbers->typed = false;
    numbers->refused[0] = '\0';
    for (uint32_t i = 0; i < count; i++) {
        const pick_rect rect = {room.x + i * (width + gap), room.y, width, room.height};
        const editor_ui_number_result result =
            editor_ui_number(ui,
                             &(editor_ui_number_desc){.number = i,
                                                      .rect = rect,
                                                      .value = numbers->value[i],
                                                      .speed = numbers->speed,
                                                      .format = numbers->mixed >> i & 1u ? "mixed" : format,
                                                      .quantity = numbers->quantity},
                             &numbers->change[i], numbers->refused);
        if (result == EDITOR_UI_NUMBER_DRAGGED || result == EDITOR_UI_NUMBER_TYPED)
            numbers->changed |= 1u << i;
        numbers->typed |= result == EDITOR_UI_NUMBER_TYPED;
        // A strip in the axis's colour identifies the number.
        if (numbers->count == 0)
            editor_ui_paint_rect(ui, (pick_rect){rect.x, rect.y, strip, rect.height}, 0, axis_colors[i]);
    }
    editor_ui_field_end(ui);
}

bool editor_ui_property_color(editor_ui *ui, const char *label, double linear[3], bool mixed)
{
    editor_ui_field_begin(ui, label, value_column);
    const bool changed = editor_ui_color(ui, linear, mixed);
    editor_ui_field_end(ui);
    return changed;
}

uint32_t editor_ui_property_choice(editor_ui *ui, const char *label, const char *const *labels, uint32_t count,
                                   uint32_t chosen)
{
    editor_ui_field_begin(ui, label, value_column);
    const uint32_t now = editor_ui_choice(ui, labels, count, chosen);
    editor_ui_field_end(ui);
    return now;
}

uint32_t editor_ui_buttons(editor_ui *ui, const char *const *labels, uint32_t count)
{
    const double unit = editor_ui_unit(ui), gap = 4 * unit, height = editor_ui_field_height(ui);
    const pick_rect room = editor_ui_place(ui, 0, height);
    const double width = floor((room.width - (count - 1) * gap) / count);
    uint32_t clicked = count;
    for (uint32_t i = 0; i < count; i++) {
        const pick_rect rect = {room.x + i * (width + gap), room.y, width, height};
        const editor_ui_reaction reaction = editor_ui_react(ui, labels[0], i, rect);
        editor_ui_paint_rect(ui, rect, 3 * unit, reaction.hovered ? EDITOR_COLOR_BUTTON_CHECKED : EDITOR_COLOR_FIELD);
        const double text = editor_ui_text_width(ui, labels[i]);
        editor_ui_paint_text(
            ui, (pick_vec2){rect.x + fmax(0, (width - text) / 2), rect.y + (height - editor_ui_line_height(ui)) / 2},
            labels[i], EDITOR_COLOR_TEXT);
        if (reaction.clicked)
            clicked = i;
    }
    return clicked;
}

void editor_ui_hint(editor_ui *ui, const char *gesture, const char *meaning)
{
    pick_rect room = right_of(ui, editor_ui_place(ui, 0, editor_ui_line_height(ui)), meaning_column);
    editor_ui_text(ui, EDITOR_COLOR_TEXT, gesture);
    show_cut(ui, gesture, room, meaning, EDITOR_COLOR_MUTED);
}
