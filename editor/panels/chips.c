// chips.c: small buttons over the active viewport: the path of groups that clicks are in, that objects are isolated,
// that clicks select parts, and that a section cuts the view.
#include "panels/panels_internal.h"

#include <math.h>
#include <stdio.h>

// Design units; `least_chip` beside the view's name.
static const double chip_height = 24, chip_pad = 9, least_chip = 110, name_inset = 10;

static double width_of(const editor_ui *ui, const char *text)
{
    return ceil(editor_ui_text_width(ui, text)) + 2 * chip_pad * editor_ui_unit(ui);
}

// Shows a chip in its own panel, so that clicks on it go nowhere else; `end` stands at its right, also where the text
// is cut. Returns whether it was clicked.
static bool show_chip(editor_ui *ui, const char *id, uint32_t number, pick_rect rect, const char *text, bool strong,
                      const char *end)
{
    const double unit = editor_ui_unit(ui);
    const editor_ui_reaction reaction = editor_ui_react(ui, id, number, rect);
    editor_ui_paint_rect(ui, rect, 3 * unit, reaction.hovered ? EDITOR_COLOR_BUTTON_HOVER : EDITOR_COLOR_BUTTON);
    const pick_vec2 at = {rect.x + chip_pad * unit, rect.y + (rect.height - editor_ui_line_height(ui)) / 2};
    const uint32_t color = strong ? EDITOR_COLOR_STRONG : EDITOR_COLOR_MUTED;
    const double right = rect.x + rect.width - chip_pad * unit, end_width = editor_ui_text_width(ui, end);
    editor_ui_paint_text_cut(ui, at, right - end_width + 1, text, color);
    editor_ui_paint_text(ui, (pick_vec2){right - ceil(end_width), at.y}, end, color);
    if (reaction.hovered)
        editor_ui_set_cursor(ui, EDITOR_CURSOR_HAND);
    if (reaction.hovered && at.x + editor_ui_text_width(ui, text) > right - end_width + 1)
        editor_ui_tooltip(ui, text);
    return reaction.clicked;
}

// What stays free at the right of the view's upper edge: for the axis widget, if it is there.
static double margin_at_right(const editor_ui *ui, const editor_panels_model *model)
{
    return model->corner > 0 ? model->corner + 4 * editor_ui_unit(ui) : 8 * editor_ui_unit(ui);
}

// Where a chip goes that takes `all` points: in the middle of the upper edge, `row` from 0, beside the view's name or
// below it, and left of the axis widget.
static pick_rect place_state(const editor_ui *ui, const editor_panels_model *model, double all, int row)
{
    const double unit = editor_ui_unit(ui), margin = 8 * unit, height = floor(chip_height * unit);
    const pick_rect view = model->view;
    const double right = view.x + view.width - margin_at_right(ui, model);
    double left = view.x + margin, top = view.y + margin;
    if (model->view_name) {
        const double end = view.x + name_inset * unit + editor_ui_text_width(ui, model->view_name) + margin;
        if (end + fmin(all, least_chip * unit) <= right)
            left = end;
        else
            top += editor_ui_line_height(ui) + margin / 2;
    }
    const double width = fmin(all, right - left);
    const double x = fmin(fmax(left, view.x + (view.width - width) / 2), right - width);
    return (pick_rect){floor(x), floor(top + row * (height + margin / 2)), width, height};
}

// Where the chips of states are.
typedef struct state_chips {
    int rows;
    double left, bottom; // of all of them
} state_chips;

// Shows one in the next row. Returns whether it was clicked.
static bool show_state(editor_ui *ui, const editor_panels_model *model, const char *id, state_chips *chips,
                       const char *text)
{
    static const char end[] = "    x";
    const double all = ceil(editor_ui_text_width(ui, end)) + width_of(ui, text);
    const int row = chips->rows++;
    const pick_rect rect = place_state(ui, model, all, row);
    if (rect.width < 40 * editor_ui_unit(ui) || model->view.height < (2 + row) * rect.height)
        return false;
    chips->left = fmin(chips->left, rect.x);
    chips->bottom = fmax(chips->bottom, rect.y + rect.height);
    editor_ui_panel_begin(ui, id, rect, EDITOR_UI_LIST);
    const bool clicked = show_chip(ui, "leave", 0, rect, text, true, end);
    editor_ui_panel_end(ui);
    return clicked;
}

static state_chips show_states(editor_ui *ui, const editor_panels_model *model, editor_command *command)
{
    char text[160];
    state_chips chips = {0, HUGE_VAL, -HUGE_VAL};
    if (model->is_isolating) {
        if (model->isolated == 1)
            snprintf(text, sizeof(text), "Isolated: %.100s", model->isolated_name);
        else
            snprintf(text, sizeof(text), "Isolated: %u objects", (unsigned)model->isolated);
        if (show_state(ui, model, "isolation", &chips, text))
            *command = (editor_command){.type = EDITOR_COMMAND_LEAVE};
    }
    if (model->part_mode) {
        snprintf(text, sizeof(text), "Selecting %s", model->part_mode);
        if (show_state(ui, model, "parts", &chips, text))
            *command = (editor_command){.type = EDITOR_COMMAND_LEAVE_PARTS};
    }
    if (model->section_planes > 0) {
        snprintf(text, sizeof(text), "Section: %u plane%s", (unsigned)model->section_planes,
                 model->section_planes == 1 ? "" : "s");
        if (show_state(ui, model, "section", &chips, text))
            *command = (editor_command){.type = EDITOR_COMMAND_UNCUT};
    }
    return chips;
}

static const char *crumb_name(const editor_panels_model *model, uint32_t crumb)
{
    return crumb == 0 ? "Level" : editor_document_level(model->document)->objects[model->crumbs[crumb - 1]].name;
}

// The path: "Level", then the groups, below the other chips where it would meet them. What does not fit is left out
// from the outside on.
static void show_path(editor_ui *ui, const editor_panels_model *model, const state_chips *chips,
                      editor_command *command)
{
    const double unit = editor_ui_unit(ui), margin = 8 * unit, gap = 3 * unit, height = floor(chip_height * unit);
    const double most = floor(160 * unit), room = model->view.width - margin - margin_at_right(ui, model);
    uint32_t first = model->crumb_count + 1;
    double width = 0;
    while (first > 0) {
        const double own = fmin(most, width_of(ui, crumb_name(model, first - 1))) + gap;
        if (width + own > room)
            break;
        width += own;
        first--;
    }
    if (first > model->crumb_count || model->view.height < 4 * height)
        return;
    pick_rect rect = {floor(model->view.x + margin), floor(model->view.y + 40 * unit), width - gap, height};
    if (rect.x + rect.width > chips->left && rect.y < chips->bottom)
        rect.y = floor(chips->bottom + margin / 2);
    if (rect.y + rect.height > model->view.y + model->view.height)
        return;
    editor_ui_panel_begin(ui, "path", rect, EDITOR_UI_LIST);
    for (uint32_t i = first; i <= model->crumb_count; i++) {
        rect.width = fmin(most, width_of(ui, crumb_name(model, i)));
        if (show_chip(ui, "crumb", i, rect, crumb_name(model, i), i == model->crumb_count, ""))
            *command =
                (editor_command){.type = EDITOR_COMMAND_ENTER, .number = i == 0 ? EDITOR_NONE : model->crumbs[i - 1]};
        rect.x += rect.width + gap;
    }
    editor_ui_panel_end(ui);
}

void editor_chips_show(editor_ui *ui, const editor_panels_model *model, editor_command *command)
{
    const state_chips chips = show_states(ui, model, command);
    if (model->crumb_count > 0)
        show_path(ui, model, &chips, command);
}
