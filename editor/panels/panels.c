// panels.c: the layout of the panels.
#include "panels/panels_internal.h"

#include <math.h>
#include <stdlib.h>

// Design units.
static const double bar_height = 28, tool_height = 32, head_height = 43, edge_width = 5, assets_height = 158,
                    timeline_height = 62;
static const double panel_min = 140, viewport_min = 160;
static const double viewport_share = 0.22; // of the width of a narrow window

struct editor_panels {
    editor_outliner outliner;
    editor_sets_panel sets;
    editor_inspector inspector;
    editor_layers_panel layers;
    editor_history_panel history;
    editor_context_menu context;
    editor_command_palette palette;
    double left_width, right_width; // design units
    bool left_hidden, right_hidden; // outliner and inspector
    bool history_shown;             // below the outliner
    bool assets_shown, timeline_shown;
    editor_timeline_panel timeline;
    editor_assets_panel assets;
    bool need_frame;
    bool dialog_shown, outliner_shown; // in the last frame
};

editor_panels *editor_panels_create(void)
{
    editor_panels *panels = calloc(1, sizeof(*panels));
    if (!panels)
        return NULL;
    panels->left_width = 230;
    panels->right_width = 290;
    panels->outliner.renaming.object = panels->assets.held = EDITOR_NONE;
    return panels;
}

void editor_panels_destroy(editor_panels *panels)
{
    if (!panels)
        return;
    editor_outliner_finish(&panels->outliner);
    editor_inspector_finish(&panels->inspector);
    editor_command_palette_finish(&panels->palette);
    free(panels);
}

typedef struct layout {
    bool bare; // the window is too small for panels
    double bar, head;
    pick_rect history; // the lower part of `left`, which has all of it in its width
    pick_rect tools, left, left_edge, right, right_edge, status, viewport;
    pick_rect assets, timeline; // no height: not shown
} layout;

// Whether there is a panel at the left.
static bool has_left(const editor_panels *panels)
{
    return !panels->left_hidden || panels->history_shown;
}

// The undo history takes the lower part of the left panel, or all of it without the outliner.
static pick_rect place_history(const editor_panels *panels, pick_rect *left, double unit)
{
    pick_rect history = *left;
    history.height = !panels->history_shown ? 0 : panels->left_hidden ? left->height : floor(left->height * 0.4);
    history.y = left->y + left->height - history.height;
    left->height -= history.height;
    if (history.height > 0 && left->height > 0) { // an edge between them
        history.y += floor(edge_width * unit);
        history.height -= floor(edge_width * unit);
    }
    return history;
}

static layout lay_out(const editor_panels *panels, const editor_ui *ui, const pick_window *window)
{
    double unit = editor_ui_unit(ui), w = window->width, h = window->height;
    double bar = floor(bar_height * unit), edge = floor(edge_width * unit), tools = floor(tool_height * unit);
    // A tiny window shows only the viewport.
    if (w < viewport_min * unit || h < viewport_min * unit)
        return (layout){.bare = true, .viewport = {0, 0, w, h}};
    double left = !has_left(panels) ? 0 : floor(panels->left_width * unit);
    double right = panels->right_hidden ? 0 : floor(panels->right_width * unit);
    // In a narrow window the panels shrink: a fifth of it is the viewport's.
    double room = fmax(0, w - fmax(viewport_min / 2 * unit, viewport_share * w) - 2 * edge);
    if (left + right > room) {
        const double both = left + right;
        left = floor(left * room / both);
        right = floor(right * room / both);
    }
    double top = bar + tools, height = h - top - bar;
    const double left_edge = !has_left(panels) ? 0 : edge, right_edge = panels->right_hidden ? 0 : edge;
    double from = left + left_edge, to = w - right - right_edge;
    double assets = panels->assets_shown ? floor(assets_height * unit) : 0;
    if (height - assets < viewport_min / 2 * unit)
        assets = 0;
    double clips = panels->timeline_shown ? floor(timeline_height * unit) : 0;
    if (height - assets - clips < viewport_min / 2 * unit)
        clips = 0;
    layout at = {
        .bar = bar,
        .head = floor(head_height * unit),
        .tools = {0, bar, w, tools},
        .left = {0, top, left, height},
        .left_edge = {left, top, left_edge, height},
        .right = {w - right, top, right, height},
        .right_edge = {to, top, right_edge, height},
        .status = {0, h - bar, w, bar},
        .viewport = {from, top, to - from, height - assets - clips},
        .timeline = {from, top + height - assets - clips, to - from, clips},
        .assets = {from, top + height - assets, to - from, assets},
    };
    at.history = place_history(panels, &at.left, unit);
    return at;
}

void editor_panels_arrange(editor_panels *panels, const editor_settings *settings, bool has_clips)
{
    panels->left_hidden = settings->hide_outliner;
    panels->right_hidden = settings->hide_inspector;
    panels->history_shown = settings->history;
    panels->assets_shown = settings->assets;
    panels->timeline_shown =
        settings->timeline == EDITOR_PANEL_SHOWN || (settings->timeline == EDITOR_PANEL_BY_NEED && has_clips);
}

void editor_panels_open_context(editor_panels *panels, uint32_t menu, pick_vec2 at, bool by_key)
{
    panels->context = (editor_context_menu){.menu = menu, .is_new = true, .by_key = by_key, .at = at};
}

uint32_t editor_panels_context(const editor_panels *panels)
{
    return panels->context.menu;
}

void editor_panels_open_palette(editor_panels *panels)
{
    editor_command_palette_open(&panels->palette);
}

bool editor_panels_palette(const editor_panels *panels, uint32_t *action)
{
    const editor_command_palette *palette = &panels->palette;
    *action = palette->selected < palette->rows.count ? palette->rows.at[palette->selected] : EDITOR_NONE;
    return palette->is_open;
}

bool editor_panels_is_outliner(const editor_panels *panels, pick_vec2 position)
{
    const pick_rect *r = &panels->outliner.shown.panel;
    return !panels->left_hidden && position.x >= r->x && position.x < r->x + r->width && position.y >= r->y &&
           position.y < r->y + r->height;
}

pick_rect editor_panels_viewport(const editor_panels *panels, const editor_ui *ui, const pick_window *window)
{
    return lay_out(panels, ui, window).viewport;
}

// Shows a vertical edge between panels. Returns how far it was dragged to the right, in points.
static double drag_edge(editor_ui *ui, const char *id, pick_rect rect)
{
    editor_ui_panel_begin(ui, id, rect, EDITOR_UI_LIST);
    editor_ui_reaction reaction = editor_ui_react(ui, "edge", 0, rect);
    bool lit = reaction.held || reaction.hovered;
    editor_ui_paint_rect(ui, rect, 0, lit ? EDITOR_COLOR_ACCENT : EDITOR_COLOR_EDGE);
    if (lit)
        editor_ui_set_cursor(ui, EDITOR_CURSOR_RESIZE_X);
    editor_ui_panel_end(ui);
    return reaction.dragged;
}

// Shows an edge that stays where it is.
static void paint_edge(editor_ui *ui, const char *id, pick_rect rect)
{
    editor_ui_panel_begin(ui, id, rect, EDITOR_UI_LIST);
    editor_ui_paint_rect(ui, rect, 0, EDITOR_COLOR_EDGE);
    editor_ui_panel_end(ui);
}

static void drag_edges(editor_panels *panels, editor_ui *ui, const layout *at)
{
    double unit = editor_ui_unit(ui), room = fmax(0, at->viewport.width / unit - viewport_min);
    double left = !has_left(panels) ? 0 : drag_edge(ui, "left edge", at->left_edge);
    double right = panels->right_hidden ? 0 : drag_edge(ui, "right edge", at->right_edge);
    if (left != 0)
        panels->left_width = fmax(panel_min, fmin((at->left.width + left) / unit, panels->left_width + room));
    if (right != 0)
        panels->right_width = fmax(panel_min, fmin((at->right.width - right) / unit, panels->right_width + room));
    panels->need_frame |= left != 0 || right != 0;
}

static void show_left(editor_panels *panels, editor_ui *ui, const layout *at, const editor_panels_model *model,
                      editor_command *command)
{
    pick_rect head = at->left, list = at->left;
    head.height = at->head;
    list.y += head.height;
    list.height -= head.height;
    pick_rect sets = list;
    sets.height = editor_sets_height(&panels->sets, ui, model, list.height);
    list.height -= sets.height;
    sets.y += list.height;
    editor_ui_panel_begin(ui, "outliner head", head, EDITOR_UI_PANEL);
    editor_outliner_show_head(&panels->outliner, ui, model);
    editor_ui_panel_end(ui);
    editor_ui_panel_begin(ui, "outliner", list, EDITOR_UI_LIST);
    panels->outliner.shown.panel = list;
    editor_outliner_show(&panels->outliner, ui, model, command);
    panels->need_frame |=
        panels->outliner.rows_stale || panels->outliner.renaming.is_new || panels->outliner.renaming.over;
    editor_ui_panel_end(ui);
    if (panels->outliner.wants_context) { // shown with the next frame, when the row is selected
        editor_panels_open_context(panels, EDITOR_CONTEXT_OUTLINER, editor_ui_mouse(ui), false);
        panels->outliner.wants_context = false;
    }
    panels->need_frame |= sets.height > 0 && editor_sets_show(&panels->sets, ui, sets, model, command);
    if (sets.height > 0 && panels->sets.wants_context != EDITOR_NONE) {
        editor_panels_open_context(panels, EDITOR_CONTEXT_SET, editor_ui_mouse(ui), false);
        panels->context.set = panels->sets.wants_context;
    }
}

editor_command editor_panels_show(editor_panels *panels, editor_ui *ui, const pick_window *window,
                                  const editor_panels_model *model)
{
    editor_command command = {.type = EDITOR_COMMAND_NONE};
    layout at = lay_out(panels, ui, window);
    panels->need_frame = false;
    editor_context_menu_show(&panels->context, ui, model, &command);
    editor_command_palette_show(&panels->palette, ui, window, model, &command);
    panels->outliner_shown = !at.bare && !panels->left_hidden && at.left.width > 0;
    if (!panels->outliner_shown) { // its rows are dropped nowhere, and a name is as typed so far
        editor_outliner_let_go(&panels->outliner);
        panels->outliner.renaming.shown = false;
        editor_outliner_follow_rename(&panels->outliner, editor_document_level(model->document), &command);
    }
    if (!at.bare) {
        editor_menu_show(ui, at.bar, model, &command);
        editor_toolbar_show(ui, at.tools, model, &command);
        if (panels->outliner_shown)
            show_left(panels, ui, &at, model, &command);
        const double below = at.left.y + at.left.height;
        if (panels->history_shown && at.history.width > 0 && at.history.y > below)
            paint_edge(ui, "history edge", (pick_rect){at.left.x, below, at.left.width, at.history.y - below});
        if (panels->history_shown && at.history.width > 0)
            editor_history_panel_show(&panels->history, ui, at.history, model, &command);
        if (at.right.width > 0) {
            editor_ui_panel_begin(ui, "inspector", at.right, EDITOR_UI_PANEL);
            editor_inspector_show(&panels->inspector, ui, model, &command);
            editor_layers_show(&panels->layers, ui, model, &command);
            editor_ui_panel_end(ui);
        }
        if (at.assets.height > 0 && model->assets)
            editor_assets_show(&panels->assets, ui, at.assets, at.head, model, &command);
        if (at.timeline.height > 0)
            panels->need_frame |= editor_timeline_show(&panels->timeline, ui, at.timeline, model, &command);
        drag_edges(panels, ui, &at);
        editor_status_show(ui, at.status, model, &command);
    }
    if (!at.bare)
        editor_empty_state_show(ui, at.viewport, model, &command);
    editor_chips_show(ui, model, &command);
    if (model->settings->stats)
        editor_stats_show(ui, at.viewport, model);
    panels->need_frame |= panels->context.is_new || panels->palette.refocus;
    panels->need_frame |= editor_dialog_show(ui, model, panels->dialog_shown, &command);
    panels->dialog_shown = model->dialog->kind != EDITOR_DIALOG_NONE;
    return command;
}

bool editor_panels_rename(editor_panels *panels, const editor_level *level, uint32_t object)
{
    panels->need_frame |=
        panels->outliner_shown && editor_outliner_begin_rename(&panels->outliner, level, object, true);
    return panels->outliner.renaming.object == object;
}

bool editor_panels_is_dragging(const editor_panels *panels)
{
    return panels->outliner.dragging;
}

void editor_panels_cancel_drag(editor_panels *panels)
{
    panels->outliner.called_off |= panels->outliner.held != EDITOR_NONE;
}

editor_panels_rows editor_panels_outline(const editor_panels *panels)
{
    editor_panels_rows rows = panels->outliner.shown;
    rows.total = panels->outliner.rows.count;
    return rows;
}

uint32_t editor_panels_outline_object(const editor_panels *panels, uint32_t row)
{
    return panels->outliner.rows.at[row];
}

bool editor_panels_need_frame(const editor_panels *panels)
{
    return panels->need_frame;
}
