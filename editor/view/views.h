// views.h: the viewports of the window, one or four, each with its camera; keys go to the active one.
#ifndef EDITOR_VIEWS_H
#define EDITOR_VIEWS_H

#include "panels/canvas.h"
#include "view/section.h"
#include "view/viewport.h"

enum { EDITOR_VIEW_MAX = 4 };

// Orthographic along an axis, or perspective.
typedef enum editor_view_preset {
    EDITOR_VIEW_FRONT, // from +Z
    EDITOR_VIEW_BACK,
    EDITOR_VIEW_RIGHT, // from +X
    EDITOR_VIEW_LEFT,
    EDITOR_VIEW_TOP, // from +Y, -Z up
    EDITOR_VIEW_BOTTOM,
    EDITOR_VIEW_PERSPECTIVE,
    EDITOR_VIEW_PRESET_COUNT
} editor_view_preset;

typedef struct editor_views {
    editor_viewport view[EDITOR_VIEW_MAX];
    uint32_t count; // 1 (the active one alone) or 4
    uint32_t active;
    double scale;           // points per design unit
    editor_section section; // cuts all views; of the session, not of the level
} editor_views;

// Initialises four views: top, perspective, front, right. One is shown. False: out of memory; editor_views_finish must
// still be called.
bool editor_views_init(editor_views *views, double scale, double (*clock)(void));
void editor_views_finish(editor_views *views);

// Arranges the visible viewports in `area`.
void editor_views_place(editor_views *views, pick_rect area, const pick_window *window);

bool editor_views_is_shown(const editor_views *views, uint32_t view);
// The shown view at a window position, or EDITOR_VIEW_MAX.
uint32_t editor_views_at(const editor_views *views, pick_vec2 position);
editor_viewport *editor_views_active(editor_views *views);
// The view under the mouse, else the active one.
const editor_viewport *editor_views_hovered(const editor_views *views);

// Where the mouse is over the views. While it is the same, so is what lies under it.
typedef struct editor_view_mouse {
    uint32_t view; // EDITOR_VIEW_MAX: over none that is shown, or captured by one
    pick_vec2 position;
    uint64_t revision;  // of the view
    uint32_t modifiers; // that are held
} editor_view_mouse;

editor_view_mouse editor_views_mouse(const editor_views *views);
bool editor_view_mouse_is_same(const editor_view_mouse *a, const editor_view_mouse *b);

void editor_views_set_count(editor_views *views, uint32_t count);

// Dispatches an event; a press activates the view that it is in. Returns whether the picture changes.
bool editor_views_event(editor_views *views, const editor_event *event, bool captured);

// Turns the active view's camera about its target.
void editor_views_set_preset(editor_views *views, editor_view_preset preset);
// Orthographic to perspective and back; objects at the target keep their size.
void editor_views_toggle_perspective(editor_views *views);
// The name of the view in the interface: "Front", "Perspective".
const char *editor_views_name(const editor_views *views, uint32_t view);
// The same, if it is drawn at the viewport's upper left; else NULL.
const char *editor_views_shown_name(const editor_views *views, uint32_t view);

// Draws the names and frames of the viewports.
void editor_views_draw(const editor_views *views, editor_ui *ui);

// Call when the scene changed.
void editor_views_scene_changed(editor_views *views);
bool editor_views_is_busy(const editor_views *views);
bool editor_views_is_flying(const editor_views *views);
bool editor_views_is_dragging(const editor_views *views);
uint64_t editor_views_picks(const editor_views *views);

#endif
