// panels.c: the layout, the menu and the status line.
#include "panels_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Design units.
static const double bar_height = 28, edge_width = 5;
static const double panel_min = 140, viewport_min = 160;

struct editor_panels {
    editor_outliner outliner;
    double left_width, right_width; // design units
    bool need_frame;
};

editor_panels *editor_panels_create(const editor_level *level)
{
    editor_panels *panels = calloc(1, sizeof(*panels));
    if (!panels)
        return NULL;
    if (!editor_outliner_init(&panels->outliner, level)) {
        free(panels);
        return NULL;
    }
    panels->left_width = 230;
    panels->right_width = 290;
    return panels;
}

void editor_panels_destroy(editor_panels *panels)
{
    if (!panels)
        return;
    editor_outliner_finish(&panels->outliner);
    free(panels);
}

typedef struct layout {
    bool bare; // no room for panels
    double bar;
    pick_rect left, left_edge, right, right_edge, status, viewport;
} layout;

static layout lay_out(const editor_panels *panels, const editor_ui *ui, const pick_window *window)
{
    double unit = editor_ui_unit(ui), w = window->width, h = window->height;
    double bar = floor(bar_height * unit), edge = floor(edge_width * unit);
    // A window of the size of a stamp is all viewport.
    if (w < viewport_min * unit || h < viewport_min * unit)
        return (layout){.bare = true, .viewport = {0, 0, w, h}};
    double left = floor(panels->left_width * unit), right = floor(panels->right_width * unit);
    // In a narrow window the panels give way.
    double room = fmax(0, w - viewport_min / 2 * unit - 2 * edge);
    if (left + right > room) {
        left = floor(left * room / (left + right));
        right = floor(right * room / fmax(1, panels->left_width * unit + panels->right_width * unit));
    }
    double top = bar, height = h - 2 * bar;
    double from = left + edge, to = w - right - edge;
    return (layout){
        .bar = bar,
        .left = {0, top, left, height},
        .left_edge = {left, top, edge, height},
        .right = {w - right, top, right, height},
        .right_edge = {to, top, edge, height},
        .status = {0, h - bar, w, bar},
        .viewport = {from, top, to - from, height},
    };
}

pick_rect editor_panels_viewport(const editor_panels *panels, const editor_ui *ui, const pick_window *window)
{
    return lay_out(panels, ui, window).viewport;
}

void editor_menu_show(editor_ui *ui, double height, const editor_panels_model *model, editor_command *command)
{
    if (!editor_ui_menu_bar_begin(ui, height))
        return;
    bool any = pick_selection_count(model->selection) > 0;
    if (editor_ui_menu_begin(ui, "File")) {
        if (editor_ui_menu_item(ui, "Save screenshot", "F12", NULL, true))
            command->type = EDITOR_COMMAND_SCREENSHOT;
        if (editor_ui_menu_item(ui, "Quit", "Ctrl+Q", NULL, true))
            command->type = EDITOR_COMMAND_QUIT;
        editor_ui_menu_end(ui);
    }
    if (editor_ui_menu_begin(ui, "Select")) {
        if (editor_ui_menu_item(ui, "Nothing", "Esc", NULL, any))
            *command = (editor_command){.type = EDITOR_COMMAND_SELECT, .op = PICK_SELECTION_REPLACE};
        editor_ui_menu_end(ui);
    }
    if (editor_ui_menu_begin(ui, "View")) {
        if (editor_ui_menu_item(ui, any ? "Frame selection" : "Frame all", "F", NULL, true))
            command->type = EDITOR_COMMAND_FRAME;
        if (editor_ui_menu_item(ui, "Ground grid", "G", &model->grid, true))
            *command = (editor_command){.type = EDITOR_COMMAND_GRID, .value = !model->grid};
        if (editor_ui_menu_item(ui, "Wireframe", "Z", &model->wireframe, true))
            *command = (editor_command){.type = EDITOR_COMMAND_WIREFRAME, .value = !model->wireframe};
        editor_ui_menu_end(ui);
    }
    // Drivers add their version in brackets.
    char device[128];
    size_t length = strcspn(model->device_name, "(");
    while (length > 0 && model->device_name[length - 1] == ' ')
        length--;
    snprintf(device, sizeof(device), "%.*s", (int)length, model->device_name);
    editor_ui_text_at(ui, -1, EDITOR_UI_MUTED, device);
    editor_ui_menu_bar_end(ui);
}

static void hover_text(const editor_panels_model *model, char *name, size_t name_size, char *detail, size_t detail_size)
{
    const pick_target *hover = model->hover;
    uint32_t object = hover->hit ? editor_level_object(model->level, hover->surface.object) : EDITOR_NONE;
    detail[0] = '\0';
    if (object == EDITOR_NONE) {
        snprintf(name, name_size, "Nothing under the cursor");
        return;
    }
    const pick_hit *hit = &hover->surface;
    snprintf(name, name_size, "%s%s", model->level->objects[object].name, hit->locked ? " (locked)" : "");
    snprintf(detail, detail_size, "triangle %u     x %.3f   y %.3f   z %.3f     %.2f m away", (unsigned)hit->triangle,
             hit->point.x, hit->point.y, hit->point.z, hit->t);
}

void editor_status_show(editor_ui *ui, pick_rect rect, const editor_panels_model *model)
{
    char name[200], detail[200], figures[160];
    hover_text(model, name, sizeof(name), detail, sizeof(detail));
    editor_ui_panel_begin(ui, "status", rect, EDITOR_UI_BAR);
    bool hit = detail[0] != '\0';
    editor_ui_text(ui, hit ? EDITOR_UI_STRONG : EDITOR_UI_MUTED, name);
    double unit = editor_ui_unit(ui), x = fmax(180 * unit, editor_ui_text_width(ui, name) + 36 * unit);
    if (hit)
        editor_ui_text_at(ui, x, EDITOR_UI_NORMAL, detail);
    int used = 0;
    if (model->fly_speed > 0)
        used = snprintf(figures, sizeof(figures), "flying at %.2g m/s     ", model->fly_speed);
    if (model->pick_microseconds >= 0)
        used += snprintf(figures + used, sizeof(figures) - (size_t)used, "pick %.1f \302\265s     ",
                         model->pick_microseconds);
    snprintf(figures + used, sizeof(figures) - (size_t)used, "frame %.1f ms     %llu drawn", model->frame_milliseconds,
             (unsigned long long)model->frame_count);
    if (x + editor_ui_text_width(ui, detail) + editor_ui_text_width(ui, figures) + 48 * unit < rect.width)
        editor_ui_text_at(ui, -1, EDITOR_UI_MUTED, figures);
    editor_ui_panel_end(ui);
}

static void drag_edges(editor_panels *panels, editor_ui *ui, const layout *at)
{
    double left = at->left.width, right = at->right.width, unit = editor_ui_unit(ui);
    bool moved_left = editor_ui_splitter(ui, "left edge", at->left_edge, &left, 1);
    bool moved_right = editor_ui_splitter(ui, "right edge", at->right_edge, &right, -1);
    double room = at->viewport.width / unit - viewport_min;
    if (moved_left)
        panels->left_width = fmax(panel_min, fmin(left / unit, panels->left_width + fmax(0, room)));
    if (moved_right)
        panels->right_width = fmax(panel_min, fmin(right / unit, panels->right_width + fmax(0, room)));
    panels->need_frame |= moved_left || moved_right;
}

editor_command editor_panels_show(editor_panels *panels, editor_ui *ui, const pick_window *window,
                                  const editor_panels_model *model)
{
    editor_command command = {.type = EDITOR_COMMAND_NONE};
    layout at = lay_out(panels, ui, window);
    panels->need_frame = false;
    if (at.bare)
        return command;
    editor_menu_show(ui, at.bar, model, &command);
    if (at.left.width > 0) {
        pick_rect head = at.left, list = at.left;
        head.height = at.bar;
        list.y += head.height;
        list.height -= head.height;
        char count[48];
        snprintf(count, sizeof(count), "%u", (unsigned)model->level->object_count);
        editor_ui_panel_begin(ui, "outliner head", head, EDITOR_UI_BAR);
        editor_ui_heading(ui, "Outliner", count);
        editor_ui_panel_end(ui);
        editor_ui_panel_begin(ui, "outliner", list, EDITOR_UI_LIST);
        editor_outliner_show(&panels->outliner, ui, model, &command);
        panels->need_frame |= panels->outliner.rows_stale;
        editor_ui_panel_end(ui);
    }
    if (at.right.width > 0) {
        editor_ui_panel_begin(ui, "inspector", at.right, EDITOR_UI_PANEL);
        editor_inspector_show(ui, model, &command);
        editor_ui_panel_end(ui);
    }
    drag_edges(panels, ui, &at);
    editor_status_show(ui, at.status, model);
    return command;
}

bool editor_panels_need_frame(const editor_panels *panels)
{
    return panels->need_frame;
}
