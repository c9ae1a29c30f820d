// workspace_axes.c: the axis widget in the corner of each viewport: a click on an axis looks along it, a drag orbits.
#include "workspace/workspace_private.h"

#include <math.h>

// Design units.
static const double radius = 42, arm = 30, ball = 8.5, margin = 10, least_side = 240;
static const double dead_zone = 4, radians_per_unit = 0.01;

static const uint32_t COLORS[3] = {0xff6464e0, 0xff62b87a, 0xffe09058}; // X, Y, Z; 0xAABBGGRR

typedef struct axis_ball {
    int axis;     // 0..2: the positive end of X, Y, Z; 3..5: the negative one
    double depth; // towards the viewer
    pick_vec2 at;
} axis_ball;

static bool has_widget(const editor_workspace *workspace, uint32_t view)
{
    const pick_rect r = workspace->views.view[view].rect;
    const double least = least_side * editor_workspace_scale(workspace);
    return !workspace->settings.hide_axes && editor_views_is_shown(&workspace->views, view) && r.width >= least &&
           r.height >= least;
}

static pick_vec2 center_of(const editor_workspace *workspace, uint32_t view)
{
    const pick_rect r = workspace->views.view[view].rect;
    const double inset = (radius + margin) * editor_workspace_scale(workspace);
    return (pick_vec2){r.x + r.width - inset, r.y + inset};
}

double editor_workspace_axes_room(const editor_workspace *workspace, uint32_t view)
{
    return has_widget(workspace, view) ? (2 * radius + margin) * editor_workspace_scale(workspace) : 0;
}

// The ends of the axes, the farthest first.
static void place_balls(const editor_workspace *workspace, uint32_t view, axis_ball balls[6])
{
    const float *m = workspace->views.view[view].next_matrices.view;
    const pick_vec2 center = center_of(workspace, view);
    const double length = arm * editor_workspace_scale(workspace);
    for (int i = 0; i < 6; i++) {
        const float *column = &m[4 * (i % 3)];
        const double sign = i < 3 ? 1 : -1;
        axis_ball own = {i,
                         sign * (double)column[2],
                         {center.x + sign * length * (double)column[0], center.y - sign * length * (double)column[1]}};
        int place = i;
        while (place > 0 && balls[place - 1].depth > own.depth) {
            balls[place] = balls[place - 1];
            place--;
        }
        balls[place] = own;
    }
}

static bool is_near(pick_vec2 a, pick_vec2 b, double distance)
{
    return hypot(a.x - b.x, a.y - b.y) <= distance;
}

// The widget's view at a position, or EDITOR_VIEW_MAX.
static uint32_t view_at(const editor_workspace *workspace, pick_vec2 position)
{
    const uint32_t view = editor_views_at(&workspace->views, position);
    return view < EDITOR_VIEW_MAX && has_widget(workspace, view) &&
                   is_near(position, center_of(workspace, view), radius * editor_workspace_scale(workspace))
               ? view
               : EDITOR_VIEW_MAX;
}

// The axis at a position, the nearest to the viewer; -1: none.
static int axis_at(const editor_workspace *workspace, uint32_t view, pick_vec2 position)
{
    axis_ball balls[6];
    place_balls(workspace, view, balls);
    for (int i = 5; i >= 0; i--) {
        if (is_near(position, balls[i].at, (ball + 1.5) * editor_workspace_scale(workspace)))
            return balls[i].axis;
    }
    return -1;
}

static void look_along(editor_workspace *workspace, int axis)
{
    static const editor_view_preset presets[6] = {EDITOR_VIEW_RIGHT, EDITOR_VIEW_TOP,    EDITOR_VIEW_FRONT,
                                                  EDITOR_VIEW_LEFT,  EDITOR_VIEW_BOTTOM, EDITOR_VIEW_BACK};
    axis_ball balls[6];
    place_balls(workspace, workspace->views.active, balls);
    // The axis that points at the viewer already: from the other side.
    if (balls[5].axis == axis && balls[5].depth > 1 - 1e-6)
        axis = (axis + 3) % 6;
    editor_views_set_preset(&workspace->views, presets[axis]);
}

bool editor_workspace_axes_event(editor_workspace *workspace, const editor_event *event, bool captured)
{
    editor_axes *axes = &workspace->axes;
    const double unit = editor_workspace_scale(workspace);
    if (event->type == EDITOR_EVENT_MOUSE_MOVE && axes->held) {
        if (!is_near(event->position, axes->press, dead_zone * unit))
            axes->dragged = true;
        if (axes->dragged) {
            editor_camera_orbit(&editor_views_active(&workspace->views)->camera,
                                -(event->position.x - axes->last.x) / unit * radians_per_unit,
                                -(event->position.y - axes->last.y) / unit * radians_per_unit);
            axes->last = event->position;
            workspace->dirty = true;
        }
        return true;
    }
    if (event->type == EDITOR_EVENT_FOCUS_LOST || event->type == EDITOR_EVENT_MOUSE_LEAVE)
        axes->held = false;
    const bool mouse = event->type == EDITOR_EVENT_MOUSE_MOVE || event->type == EDITOR_EVENT_MOUSE_PRESS ||
                       event->type == EDITOR_EVENT_MOUSE_RELEASE;
    const bool busy =
        captured || editor_views_is_dragging(&workspace->views) || editor_views_is_flying(&workspace->views);
    if (!mouse)
        return false;
    const uint32_t view = busy ? EDITOR_VIEW_MAX : view_at(workspace, event->position);
    const int hot = view < EDITOR_VIEW_MAX ? axis_at(workspace, view, event->position) : -1;
    workspace->dirty |= hot != axes->hot || view != axes->view;
    axes->hot = hot;
    axes->view = view;
    const bool left = event->button == PICK_BUTTON_LEFT;
    if (event->type == EDITOR_EVENT_MOUSE_RELEASE && left && axes->held) {
        axes->held = false;
        if (!axes->dragged && hot >= 0 && hot == axes->pressed)
            look_along(workspace, hot);
        workspace->dirty = true;
        return true;
    }
    if (event->type == EDITOR_EVENT_MOUSE_PRESS && left && view < EDITOR_VIEW_MAX) {
        workspace->views.active = view;
        axes->held = true;
        axes->dragged = false;
        axes->pressed = hot;
        axes->press = axes->last = event->position;
        axes->before = editor_views_active(&workspace->views)->camera;
        workspace->dirty = true;
    }
    return view < EDITOR_VIEW_MAX;
}

bool editor_workspace_cancel_axes(editor_workspace *workspace)
{
    editor_axes *axes = &workspace->axes;
    if (!axes->held)
        return false;
    axes->held = false;
    editor_views_active(&workspace->views)->camera = axes->before;
    workspace->dirty = true;
    return true;
}

static uint32_t fade(uint32_t color, double alpha)
{
    return (color & 0xffffffu) | (uint32_t)lrint(255 * alpha) << 24;
}

static void draw_ball(const editor_workspace *workspace, editor_ui *ui, const axis_ball *own, pick_vec2 center,
                      bool hot)
{
    static const char *const letters[3] = {"X", "Y", "Z"};
    const double unit = editor_workspace_scale(workspace), alpha = 0.55 + 0.225 * (own->depth + 1);
    const uint32_t color = fade(COLORS[own->axis % 3], hot ? 1 : alpha);
    if (own->axis < 3) {
        const pick_vec2 line[2] = {center, own->at};
        editor_ui_paint_path(ui, line, 2, false, 2 * unit, color);
        editor_ui_paint_circle(ui, own->at, ball * unit, 0, color);
        const char *letter = letters[own->axis];
        editor_ui_paint_text(
            ui,
            (pick_vec2){own->at.x - editor_ui_text_width(ui, letter) / 2, own->at.y - editor_ui_line_height(ui) / 2},
            letter, hot ? 0xffffffff : 0xff1a1816);
    } else {
        editor_ui_paint_circle(ui, own->at, (ball - 2) * unit, 0, fade(COLORS[own->axis % 3], hot ? 0.9 : 0.22));
        editor_ui_paint_circle(ui, own->at, (ball - 2) * unit, 1.25 * unit, color);
    }
}

void editor_workspace_draw_axes(editor_workspace *workspace, uint32_t view)
{
    if (!has_widget(workspace, view))
        return;
    editor_ui *ui = workspace->ui;
    const editor_axes *axes = &workspace->axes;
    const bool inside = axes->view == view || (axes->held && workspace->views.active == view);
    const pick_vec2 center = center_of(workspace, view);
    axis_ball balls[6];
    place_balls(workspace, view, balls);
    editor_ui_canvas_begin(ui, workspace->views.view[view].rect);
    if (inside)
        editor_ui_paint_circle(ui, center, radius * editor_workspace_scale(workspace), 0, 0x30ffffff);
    for (int i = 0; i < 6; i++)
        draw_ball(workspace, ui, &balls[i], center, inside && !axes->dragged && balls[i].axis == axes->hot);
    editor_ui_canvas_end(ui);
}
