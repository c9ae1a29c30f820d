// layer_matrix.c: the table of which layers see which, below the list of layers: a row for each that looks, a column
// for each that is seen. Columns that have no room are on other pages.
#include "panels/panels_internal.h"

#include <math.h>
#include <stdio.h>

enum { CELL = 18, LEAST_CELL = 16, LABEL = 96 }; // design units: two digits fit into the least cell

typedef struct matrix_place {
    pick_rect row; // of this picture
    double left, cell;
    uint32_t columns[EDITOR_LAYER_COUNT]; // the layers that are seen
    uint32_t first, end;                  // the columns that are shown
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
static void show_header(editor_ui *ui, const editor_level *level, const matrix_place *place)
{
    const double unit = editor_ui_unit(ui);
    double x = place->left;
    for (uint32_t i = place->first; i < place->end; i++) {
        char number[16], name[16];
        snprintf(number, sizeof(number), "%u", (unsigned)place->columns[i]);
        const double width = editor_ui_text_width(ui, number);
        editor_ui_paint_text(ui, (pick_vec2){x + (place->cell - width) / 2, place->row.y + 2 * unit}, number,
                             EDITOR_COLOR_MUTED);
        const pick_rect area = {x, place->row.y, place->cell, place->row.height};
        if (editor_ui_react(ui, "column", i, area).hovered)
            editor_ui_tooltip(ui, name_of(level, place->columns[i], name, sizeof(name)));
        x += place->cell;
    }
    end_row(ui, place, EDITOR_LAYER_COUNT);
}

// The name of the layer that looks; one that is cut has a tooltip.
static void show_label(editor_ui *ui, const matrix_place *place, uint32_t from, const char *name)
{
    const double right = place->left - 6 * editor_ui_unit(ui);
    const pick_rect area = {place->row.x, place->row.y, right - place->row.x, place->row.height};
    const double y = area.y + (area.height - editor_ui_line_height(ui)) / 2;
    editor_ui_paint_text_cut(ui, (pick_vec2){area.x, y}, right, name, EDITOR_COLOR_STRONG);
    if (editor_ui_text_width(ui, name) > area.width && editor_ui_react(ui, "looks", from, area).hovered)
        editor_ui_tooltip(ui, name);
}

static void show_row(editor_ui *ui, const editor_level *level, const matrix_place *place, uint32_t from,
                     editor_command *command)
{
    char text[16];
    show_label(ui, place, from, name_of(level, from, text, sizeof(text)));
    double x = place->left;
    for (uint32_t i = place->first; i < place->end; i++) {
        show_cell(ui, level, (pick_rect){x, place->row.y, place->cell, place->row.height}, from, place->columns[i],
                  command);
        x += place->cell;
    }
    end_row(ui, place, from);
}

// The columns that are shown: all, or a page.
static void place_columns(const editor_ui *ui, matrix_place *place, uint32_t count, uint32_t *first_column)
{
    const double unit = editor_ui_unit(ui), label = fmin(LABEL * unit, 0.4 * place->row.width);
    const double room = place->row.width - label;
    place->first = 0;
    place->end = count;
    if (count * LEAST_CELL * unit > room) {
        const uint32_t page = (uint32_t)fmax(1, floor(room / (CELL * unit)));
        if (*first_column >= count)
            *first_column = 0;
        place->first = *first_column / page * page; // another page after the panel was resized
        place->end = place->first + page < count ? place->first + page : count;
        *first_column = place->first;
    }
    const uint32_t shown = place->end - place->first;
    place->cell = fmin(CELL * unit, room / shown);
    place->left = place->row.x + place->row.width - shown * place->cell;
}

static void show_pages(editor_ui *ui, const matrix_place *place, uint32_t count, uint32_t *first_column)
{
    static const char *const pages[] = {"Earlier", "Later"};
    const uint32_t page = place->end - place->first;
    char text[48];
    if (page == count)
        return;
    snprintf(text, sizeof(text), "layers %u to %u", (unsigned)place->columns[place->first],
             (unsigned)place->columns[place->end - 1]);
    editor_ui_property(ui, "Columns", text);
    const uint32_t clicked = editor_ui_buttons(ui, pages, 2);
    if (clicked == 0)
        *first_column = place->first > 0 ? place->first - 1 : 0; // on the page before; shown in the next frame
    else if (clicked == 1 && place->end < count)
        *first_column = place->end;
}

void editor_layer_matrix_show(editor_ui *ui, const editor_level *level, uint32_t layers, uint32_t *first_column,
                              editor_command *command)
{
    const double height = 20 * editor_ui_unit(ui);
    matrix_place place = {.end = 0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < EDITOR_LAYER_COUNT; i++) {
        if (layers >> i & 1u)
            place.columns[count++] = i;
    }
    editor_ui_separator(ui);
    editor_ui_heading(ui, "Line of sight", "row sees column");
    place.row = editor_ui_place(ui, 0, height);
    place_columns(ui, &place, count, first_column);
    show_pages(ui, &place, count, first_column);
    place.row = editor_ui_place(ui, 0, height);
    show_header(ui, level, &place);
    for (uint32_t i = 0; i < count; i++) {
        place.row = editor_ui_place(ui, 0, height);
        show_row(ui, level, &place, place.columns[i], command);
    }
}
