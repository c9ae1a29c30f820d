// layer_matrix.c: the table of which layers see which, below the list of layers: a row for each that looks, a column
// for each that is seen.
#include "panels/panels_internal.h"

#include <stdio.h>

enum { CELL = 18, LEAST_CELL = 8, LABEL = 96 };

typedef struct matrix_place {
    pick_rect row; // of this picture
    double left, cell;
} matrix_place;

static const char *name_of(const editor_level *level, uint32_t layer, char *text, size_t size)
{
    if (level->layer_names[layer])
        return level->layer_names[layer];
    snprintf(text, size, "Layer %u", (unsigned)layer);
    return text;
}

static void show_cell(editor_ui *ui, const editor_level *level, pick_rect cell, uint32_t from, uint32_t to,
                      editor_command *command)
{
    const double unit = editor_ui_unit(ui), inset = cell.width > 12 * unit ? 2 * unit : unit;
    const bool sees = pick_layer_matrix_sees(&level->sees, from, to);
    const pick_rect box = {cell.x + inset, cell.y + (cell.height - cell.width) / 2 + inset, cell.width - 2 * inset,
                           cell.width - 2 * inset};
    const editor_ui_reaction reaction = editor_ui_react(ui, "sees", EDITOR_LAYER_COUNT * from + to, cell);
    editor_ui_paint_rect(ui, box, 3 * unit, EDITOR_COLOR_FIELD);
    if (reaction.hovered)
        editor_ui_paint_rect(ui, box, 3 * unit, EDITOR_COLOR_HOVER);
    if (sees)
        editor_ui_paint_rect(ui,
                             (pick_rect){box.x + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset},
                             unit, EDITOR_COLOR_MUTED);
    if (reaction.hovered) {
        char text[160], first[16], second[16];
        snprintf(text, sizeof(text), "%.60s %s %.60s", name_of(level, from, first, sizeof(first)),
                 sees ? "sees" : "does not see", name_of(level, to, second, sizeof(second)));
        editor_ui_tooltip(ui, text);
    }
    if (reaction.clicked)
        *command = (editor_command){.type = EDITOR_COMMAND_LAYER_SIGHT, .remove = from, .add = to, .value = !sees};
}

// The cells of a row were placed by hand: moves the layout below it.
static void end_row(editor_ui *ui, const matrix_place *place, uint32_t number)
{
    const pick_rect end = {place->row.x, place->row.y + place->row.height - 7 * editor_ui_unit(ui), 1, 1};
    editor_ui_react(ui, "matrix row", number, end);
}

// The numbers of the layers that are seen.
static void show_header(editor_ui *ui, const matrix_place *place, uint32_t layers)
{
    const double unit = editor_ui_unit(ui);
    double x = place->left;
    for (uint32_t to = 0; to < EDITOR_LAYER_COUNT; to++) {
        if (!(layers >> to & 1u))
            continue;
        char number[16];
        snprintf(number, sizeof(number), "%u", (unsigned)to);
        const double width = editor_ui_text_width(ui, number);
        if (width <= place->cell)
            editor_ui_paint_text(ui, (pick_vec2){x + (place->cell - width) / 2, place->row.y + 2 * unit}, number,
                                 EDITOR_COLOR_MUTED);
        x += place->cell;
    }
    end_row(ui, place, EDITOR_LAYER_COUNT);
}

static void show_row(editor_ui *ui, const editor_level *level, const matrix_place *place, uint32_t layers,
                     uint32_t from, editor_command *command)
{
    const double unit = editor_ui_unit(ui);
    char text[16];
    editor_ui_paint_text_cut(
        ui, (pick_vec2){place->row.x, place->row.y + (place->row.height - editor_ui_line_height(ui)) / 2},
        place->left - 6 * unit, name_of(level, from, text, sizeof(text)), EDITOR_COLOR_STRONG);
    double x = place->left;
    for (uint32_t to = 0; to < EDITOR_LAYER_COUNT; to++) {
        if (!(layers >> to & 1u))
            continue;
        show_cell(ui, level, (pick_rect){x, place->row.y, place->cell, place->row.height}, from, to, command);
        x += place->cell;
    }
    end_row(ui, place, from);
}

void editor_layer_matrix_show(editor_ui *ui, const editor_level *level, uint32_t layers, editor_command *command)
{
    const double unit = editor_ui_unit(ui), height = 20 * unit;
    uint32_t count = 0;
    for (uint32_t i = 0; i < EDITOR_LAYER_COUNT; i++)
        count += layers >> i & 1u;
    editor_ui_separator(ui);
    editor_ui_heading(ui, "Line of sight", "row sees column");
    matrix_place place = {.row = editor_ui_place(ui, 0, height)};
    place.cell = (place.row.width - LABEL * unit) / count;
    place.cell = place.cell > CELL * unit         ? CELL * unit
                 : place.cell < LEAST_CELL * unit ? LEAST_CELL * unit
                                                  : place.cell;
    place.left = place.row.x + place.row.width - count * place.cell;
    show_header(ui, &place, layers);
    for (uint32_t from = 0; from < EDITOR_LAYER_COUNT; from++) {
        if (!(layers >> from & 1u))
            continue;
        place.row = editor_ui_place(ui, 0, height);
        show_row(ui, level, &place, layers, from, command);
    }
}
