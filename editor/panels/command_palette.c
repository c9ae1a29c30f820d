// command_palette.c: a field to type in, and below it the actions that the text finds.
#include "panels/command_match.h"
#include "panels/panels_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double width_units = 560, row_units = 26, most_rows = 14;

void editor_command_palette_finish(editor_command_palette *palette)
{
    free(palette->rows.at);
    palette->rows = (editor_numbers){0};
}

void editor_command_palette_open(editor_command_palette *palette)
{
    palette->is_open = palette->is_new = true;
    palette->text[0] = '\0';
    palette->selected = 0;
}

static uint32_t recent_place(const editor_command_palette *palette, uint32_t action)
{
    uint32_t place = 0;
    while (place < palette->recent_count && palette->recent[place] != action)
        place++;
    return place;
}

// Puts the action in front of the recent ones.
static void remember(editor_command_palette *palette, uint32_t action)
{
    uint32_t place = recent_place(palette, action);
    if (place == palette->recent_count && palette->recent_count < EDITOR_PALETTE_RECENT)
        palette->recent_count++;
    else if (place == palette->recent_count)
        place--; // the oldest one makes room
    memmove(palette->recent + 1, palette->recent, place * sizeof(*palette->recent));
    palette->recent[0] = action;
}

// Lists what the text finds: what can be done now before what cannot, better matches first, then the order of the
// table. Without a text, the recent ones come first.
static void list_actions(editor_command_palette *palette, const editor_panels_model *model)
{
    const bool any_text = palette->text[strspn(palette->text, " ")] != '\0';
    palette->rows.count = 0;
    for (uint32_t i = 0; !any_text && i < palette->recent_count; i++) {
        const uint32_t recent = palette->recent[i];
        if (recent < model->action_count && model->actions[recent].menu && model->actions[recent].enabled)
            editor_numbers_add(&palette->rows, recent);
    }
    const uint32_t recent = palette->rows.count;
    for (uint32_t pass = 0; pass < 2 * EDITOR_COMMAND_RANKS; pass++) {
        const bool enabled = pass < EDITOR_COMMAND_RANKS;
        for (uint32_t i = 0; i < model->action_count; i++) {
            const editor_panel_action *action = &model->actions[i];
            if (!action->menu || action->enabled != enabled)
                continue;
            if ((uint32_t)editor_command_match(action->menu, action->title, palette->text) !=
                pass % EDITOR_COMMAND_RANKS)
                continue;
            if (recent == 0 || !enabled || recent_place(palette, i) == palette->recent_count)
                editor_numbers_add(&palette->rows, i);
        }
    }
    if (palette->selected >= palette->rows.count)
        palette->selected = palette->rows.count > 0 ? palette->rows.count - 1 : 0;
}

// "Select > Select Similar"
static void describe_menu(const char *menu, char *out, size_t size)
{
    size_t used = 0;
    for (; *menu && used + 4 < size; menu++) {
        if (*menu == '|') {
            memcpy(out + used, " > ", 3);
            used += 3;
        } else {
            out[used++] = *menu;
        }
    }
    out[used] = '\0';
}

// Returns whether the row was clicked.
static bool show_row(editor_ui *ui, const editor_panel_action *action, uint32_t row, bool selected)
{
    const double unit = editor_ui_unit(ui), height = row_units * unit;
    const pick_rect r = editor_ui_place(ui, 0, height);
    const editor_ui_reaction reaction = editor_ui_react(ui, "action", row, r);
    if (selected || reaction.hovered)
        editor_ui_paint_rect(ui, r, 0, selected ? EDITOR_COLOR_BUTTON_CHECKED : EDITOR_COLOR_HOVER);
    if (selected)
        editor_ui_paint_rect(ui, (pick_rect){r.x, r.y, 3 * unit, r.height}, 0, EDITOR_COLOR_ACCENT);
    const double y = r.y + (height - editor_ui_line_height(ui)) / 2, left = r.x + 12 * unit;
    const double right = r.x + r.width - 12 * unit, keys = right - editor_ui_text_width(ui, action->shortcut);
    char menu[80], label[16 + EDITOR_PATH_SIZE];
    describe_menu(action->menu, menu, sizeof(menu));
    snprintf(label, sizeof(label), "%s%s", action->title, action->checked ? "   (on)" : "");
    const uint32_t strong = action->enabled ? EDITOR_COLOR_STRONG : EDITOR_COLOR_FAINT;
    const uint32_t quiet = action->enabled ? EDITOR_COLOR_MUTED : EDITOR_COLOR_FAINT;
    editor_ui_paint_text(ui, (pick_vec2){keys, y}, action->shortcut, quiet);
    const double middle = left + editor_ui_text_width(ui, label) + 14 * unit;
    editor_ui_paint_text_cut(ui, (pick_vec2){left, y}, keys - 12 * unit, label, strong);
    if (middle < keys - 40 * unit)
        editor_ui_paint_text_cut(ui, (pick_vec2){middle, y}, keys - 12 * unit, menu, quiet);
    if (reaction.hovered && left + editor_ui_text_width(ui, label) > keys - 12 * unit)
        editor_ui_tooltip(ui, label);
    return reaction.clicked;
}

// Returns the row that was clicked, or EDITOR_NONE.
static uint32_t show_rows(editor_command_palette *palette, editor_ui *ui, const editor_panels_model *model,
                          double height, bool moved)
{
    uint32_t clicked = EDITOR_NONE, first, end;
    if (editor_ui_list_begin(ui, "actions", height)) {
        editor_ui_rows_begin(ui, palette->rows.count, row_units * editor_ui_unit(ui),
                             moved ? palette->selected : EDITOR_NONE);
        while (editor_ui_rows_next(ui, &first, &end)) {
            for (uint32_t i = first; i < end; i++) {
                if (show_row(ui, &model->actions[palette->rows.at[i]], i, i == palette->selected))
                    clicked = i;
            }
        }
        if (palette->rows.count == 0) {
            editor_ui_space(ui, 0);   // to the middle of its row
            editor_ui_indent(ui, 12); // as the rows
            editor_ui_text(ui, EDITOR_COLOR_MUTED, "No command has all these words");
            editor_ui_indent(ui, -12);
        }
    }
    editor_ui_list_end(ui);
    return clicked;
}

static bool move_selected(editor_command_palette *palette, const editor_ui *ui)
{
    const bool up = editor_ui_pressed(ui, EDITOR_KEY_UP), down = editor_ui_pressed(ui, EDITOR_KEY_DOWN);
    const uint32_t to = palette->selected + down - up;
    if (up == down || to >= palette->rows.count)
        return false;
    palette->selected = to;
    return true;
}

static void show_content(editor_command_palette *palette, editor_ui *ui, const pick_window *window,
                         const editor_panels_model *model, editor_command *command)
{
    const double unit = editor_ui_unit(ui), room = floor((window->height * 0.7 / unit - 60) / row_units);
    const editor_ui_edit edit = editor_ui_text_field(ui, "##command", palette->text, sizeof(palette->text),
                                                     "Type a command", palette->is_new || palette->refocus);
    palette->is_new = palette->refocus = false;
    bool moved = edit.changed;
    if (edit.changed)
        palette->selected = 0;
    list_actions(palette, model);
    moved |= move_selected(palette, ui);
    const double rows = fmax(1, fmin(palette->rows.count, fmin(most_rows, room)));
    uint32_t chosen = show_rows(palette, ui, model, row_units * rows, moved);
    if (edit.entered)
        chosen = palette->selected;
    if (chosen >= palette->rows.count || !model->actions[palette->rows.at[chosen]].enabled) {
        palette->refocus = edit.entered || chosen != EDITOR_NONE; // nothing to run: typing goes on
        return;
    }
    *command =
        (editor_command){.type = EDITOR_COMMAND_ACTION, .number = palette->rows.at[chosen], .from_palette = true};
    remember(palette, command->number);
    palette->is_open = false;
    editor_ui_close(ui);
}

void editor_command_palette_show(editor_command_palette *palette, editor_ui *ui, const pick_window *window,
                                 const editor_panels_model *model, editor_command *command)
{
    if (!palette->is_open)
        return;
    const double unit = editor_ui_unit(ui), width = fmin(width_units, window->width / unit - 20);
    if (palette->is_new)
        editor_ui_open(ui, "palette");
    const pick_vec2 at = {floor((window->width - width * unit) / 2), floor(window->height * 0.1)};
    if (!editor_ui_popup_begin(ui, "palette", at, width)) {
        palette->is_open = false; // Esc, or a click elsewhere
        return;
    }
    show_content(palette, ui, window, model, command);
    editor_ui_popup_end(ui);
}
