// assets.c: the panel of models to place: those of a folder, as cells. A cell is dragged into a viewport.
#include "panels/panels_internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double cell_width = 92, cell_height = 92, picture_size = 56, pad = 6; // design units

static bool show_button(editor_ui *ui, uint32_t number, pick_rect r, const char *label, bool checked, const char *tip)
{
    const double unit = editor_ui_unit(ui);
    const editor_ui_reaction reaction = editor_ui_react(ui, "button", number, r);
    editor_ui_paint_rect(ui, r, 3 * unit,
                         reaction.hovered ? EDITOR_COLOR_BUTTON_HOVER
                         : checked        ? EDITOR_COLOR_BUTTON_CHECKED
                                          : EDITOR_COLOR_BUTTON);
    const pick_vec2 at = {r.x + (r.width - editor_ui_text_width(ui, label)) / 2,
                          r.y + (r.height - editor_ui_line_height(ui)) / 2};
    editor_ui_paint_text(ui, at, label, checked ? EDITOR_COLOR_STRONG : EDITOR_COLOR_REST);
    if (checked)
        editor_ui_paint_rect(ui, (pick_rect){r.x + 6 * unit, r.y + r.height - 2 * unit, r.width - 12 * unit, 2 * unit},
                             0, EDITOR_COLOR_ACCENT);
    if (reaction.hovered)
        editor_ui_tooltip(ui, tip);
    return reaction.clicked;
}

// The buttons and the search field.
static void show_head(editor_ui *ui, const editor_panels_model *model, editor_command *command)
{
    editor_asset_folder *assets = model->assets;
    const double unit = editor_ui_unit(ui), gap = 6 * unit, height = editor_ui_field_height(ui);
    const pick_rect room = editor_ui_place(ui, 0, height);
    const char *const labels[] = {"Folder...", "Align", "Turn"};
    const char *const tips[] = {"Choose the folder of models", "Place models upright on the surface, along its normal",
                                "Turn each placed model by a random angle"};
    const bool checked[] = {false, model->settings->place_align, model->settings->place_turn};
    double x = room.x;
    for (uint32_t i = 0; i < 3; i++) {
        const double width = editor_ui_text_width(ui, labels[i]) + 18 * unit;
        if (show_button(ui, i, (pick_rect){x, room.y, width, height}, labels[i], checked[i], tips[i])) {
            *command = (editor_command){.type = EDITOR_COMMAND_ASSET, .asset = EDITOR_ASSET_CHOOSE};
            if (i > 0) {
                *command = (editor_command){.type = EDITOR_COMMAND_SETTINGS, .settings = *model->settings};
                command->settings.place_align ^= i == 1;
                command->settings.place_turn ^= i == 2;
            }
        }
        x += width + gap;
    }
    if (!assets->root[0] || room.x + room.width - x < 60 * unit)
        return;
    char hint[96];
    snprintf(hint, sizeof(hint), "Search %.80s", editor_path_name(assets->root));
    const pick_rect field = {x, room.y, room.x + room.width - x, height};
    if (editor_ui_text_field_in(ui, "##search", 0, field, assets->search, sizeof(assets->search), hint, false).changed)
        *command = (editor_command){.type = EDITOR_COMMAND_ASSET, .asset = EDITOR_ASSET_SEARCH};
}

static void paint_cell(editor_ui *ui, const editor_asset_entry *entry, pick_rect r, bool lit)
{
    const double unit = editor_ui_unit(ui), size = picture_size * unit;
    const pick_rect picture = {r.x + (r.width - size) / 2, r.y + pad * unit, size, size};
    const pick_vec2 middle = {picture.x + size / 2, picture.y + size / 2};
    if (lit)
        editor_ui_paint_rect(ui, r, 4 * unit, EDITOR_COLOR_HOVER);
    editor_ui_paint_rect(ui, picture, 4 * unit, EDITOR_COLOR_LIST);
    if (entry->picture)
        editor_ui_paint_image(ui, picture, 4 * unit, entry->picture);
    else
        editor_icon_object(ui, middle, 14 * unit, entry->is_folder ? EDITOR_ICON_GROUP : EDITOR_ICON_MESH,
                           entry->is_folder ? EDITOR_COLOR_REST : EDITOR_COLOR_MUTED);
    const char *name = entry->is_folder ? entry->name : editor_path_name(entry->name); // found: without its folders
    const double width = editor_ui_text_width(ui, name), room = r.width - 2 * pad * unit;
    const pick_vec2 at = {r.x + pad * unit + fmax(0, (room - width) / 2), picture.y + size + 4 * unit};
    editor_ui_paint_text_cut(ui, at, r.x + r.width - pad * unit, name, EDITOR_COLOR_TEXT);
}

static void show_tip(editor_ui *ui, const editor_asset_entry *entry)
{
    char text[512];
    snprintf(text, sizeof(text), "%.240s%s%.240s", entry->name, entry->why ? "\n" : "", entry->why ? entry->why : "");
    editor_ui_tooltip(ui, text);
}

static void show_cell(editor_assets_panel *panel, editor_ui *ui, const editor_panels_model *model, uint32_t i,
                      pick_rect r, editor_command *command)
{
    editor_asset_entry *entry = &model->assets->entries[i];
    const editor_ui_reaction reaction = editor_ui_react(ui, "cell", i, r);
    const pick_vec2 mouse = editor_ui_mouse(ui);
    entry->seen = true;
    paint_cell(ui, entry, r, reaction.hovered || reaction.held);
    if (reaction.hovered && !reaction.held)
        show_tip(ui, entry);
    if (reaction.held && panel->held != i) {
        panel->held = i;
        panel->held_at = mouse;
        panel->dragged = false;
    }
    const bool moved = hypot(mouse.x - panel->held_at.x, mouse.y - panel->held_at.y) > 6 * editor_ui_unit(ui);
    editor_asset_op op = EDITOR_ASSET_NOTHING;
    if (reaction.held && !entry->is_folder && !panel->dragged && moved) {
        panel->dragged = true;
        op = EDITOR_ASSET_PLACE;
    } else if (entry->is_folder && reaction.clicked) {
        op = EDITOR_ASSET_ENTER;
    } else if (!entry->is_folder && reaction.double_clicked) {
        op = EDITOR_ASSET_IMPORT;
    }
    if (!reaction.held && panel->held == i)
        panel->held = EDITOR_NONE;
    if (op != EDITOR_ASSET_NOTHING && command->type == EDITOR_COMMAND_NONE)
        *command = (editor_command){.type = EDITOR_COMMAND_ASSET, .asset = op, .number = i};
}

static void show_cells(editor_assets_panel *panel, editor_ui *ui, const editor_panels_model *model,
                       editor_command *command)
{
    const editor_asset_folder *assets = model->assets;
    const double unit = editor_ui_unit(ui), width = cell_width * unit, height = floor(cell_height * unit);
    const double left = 8 * unit, room = editor_ui_place(ui, 0, 0).width - left;
    const uint32_t columns = room > width ? (uint32_t)(room / width) : 1;
    uint32_t first, end;
    editor_ui_rows_begin(ui, (assets->count + columns - 1) / columns, height, EDITOR_NONE);
    while (editor_ui_rows_next(ui, &first, &end)) {
        for (uint32_t row = first; row < end; row++) {
            const pick_rect line = editor_ui_place(ui, 0, height);
            for (uint32_t i = row * columns; i < (row + 1) * columns && i < assets->count; i++) {
                const double x = line.x + left + (i - row * columns) * width;
                show_cell(panel, ui, model, i, (pick_rect){x, line.y, width, height}, command);
            }
            // The cells were placed by hand: the next row lies below this one.
            editor_ui_react(ui, "end", row, (pick_rect){line.x, line.y, 1, height});
        }
    }
}

void editor_assets_show(editor_assets_panel *panel, editor_ui *ui, pick_rect rect, double head_height,
                        const editor_panels_model *model, editor_command *command)
{
    const double unit = editor_ui_unit(ui);
    pick_rect head = rect, list = rect;
    head.height = head_height;
    list.y += head.height;
    list.height -= head.height;
    editor_ui_panel_begin(ui, "assets head", head, EDITOR_UI_PANEL);
    show_head(ui, model, command);
    editor_ui_panel_end(ui);
    editor_ui_panel_begin(ui, "assets", list, EDITOR_UI_LIST);
    const char *note =
        model->assets->root[0] ? model->assets->note : "Choose a folder of models, then drag them into the level.";
    for (uint32_t i = 0; i < model->assets->count; i++)
        model->assets->entries[i].seen = false;
    show_cells(panel, ui, model, command);
    if (note) {
        const pick_rect room = editor_ui_place(ui, 0, 0);
        editor_ui_paint_text_cut(ui, (pick_vec2){room.x + 12 * unit, room.y + 4 * unit}, room.x + room.width, note,
                                 EDITOR_COLOR_MUTED);
    }
    editor_ui_panel_end(ui);
}
