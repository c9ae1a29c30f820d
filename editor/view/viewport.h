// viewport.h: a viewport: its camera, its pointer, and the picture that both refer to.
//
// Space:      rect is in logical points and falls on whole pixels; pixels is the same in the drawable.
// Picking:    uses the view of the picture on screen, which editor_viewport_shown records once it is drawn.
#ifndef EDITOR_VIEWPORT_H
#define EDITOR_VIEWPORT_H

#include "document/level/level.h"
#include "renderer/frame.h"
#include "view/navigation.h"
#include "view/section.h"

typedef struct editor_viewport {
    editor_camera camera;
    editor_navigation navigation;
    pick_pointer *pointer;
    pick_rect rect;
    render_rect pixels;
    // The picture being drawn, and the one on screen.
    editor_camera_matrices next_matrices, matrices;
    pick_view next_view, view;
    bool next_has_view, has_view;
    double (*clock)(void);    // seconds, monotonic; NULL: picks are not timed
    uint64_t revision;        // of view and scene together
    double pick_microseconds; // the last pick; negative before the first
    // The mouse state that the pointer knows.
    pick_vec2 mouse;
    uint32_t modifiers; // held at the last event of the mouse
    bool mouse_inside, mouse_captured;
} editor_viewport;

// `ui_scale`: points per design unit. `clock`: seconds, monotonic; NULL: picks are not timed. False: out of memory.
bool editor_viewport_init(editor_viewport *viewport, double ui_scale, double (*clock)(void));
void editor_viewport_finish(editor_viewport *viewport);

// Sets the rectangle in the window, rounded to whole pixels.
void editor_viewport_place(editor_viewport *viewport, pick_rect rect, const pick_window *window);

// Handles an event, whose time is above 0. `captured`: the user interface or another viewport has the mouse. Returns
// whether the camera moved.
bool editor_viewport_event(editor_viewport *viewport, const editor_event *event, bool captured);

// Call when the scene was replaced: drops everything that refers to the old one.
void editor_viewport_forget(editor_viewport *viewport);

// Cancels the current drag because another widget captured the mouse.
void editor_viewport_cancel(editor_viewport *viewport);

// Notifies the pointer when the user interface captures or releases the mouse without a mouse move.
void editor_viewport_set_captured(editor_viewport *viewport, bool captured);

typedef struct editor_viewport_changes {
    bool hover, camera;
} editor_viewport_changes;

// The level to pick in, and the callbacks of the pointer.
typedef struct editor_viewport_host {
    const editor_level *level;
    bool pass_locked;                     // as in pick_query
    pick_pointer_handle_test handle_test; // as in pick_pointer_frame; may be NULL
    pick_pointer_group_of group_of;
    pick_pointer_gather gather;
    // Clicks, menus and drags, except the camera's.
    void (*act)(void *user, const pick_pointer_action *action);
    void *user;
} editor_viewport_host;

// Updates the pointer: at most one pick. A flying camera moves by `seconds` since the last call.
editor_viewport_changes editor_viewport_update(editor_viewport *viewport, const editor_viewport_host *host,
                                               double seconds);

// Whether the next update has work to do even without an event.
bool editor_viewport_is_busy(const editor_viewport *viewport);

// Call when the scene changed: the hover is picked again.
void editor_viewport_scene_changed(editor_viewport *viewport);

// Moves the camera so that the selection fills the viewport: what is shown of it; with `hidden` all of it. Without a
// selection, what is shown of the level. Returns whether it moved.
bool editor_viewport_frame(editor_viewport *viewport, const editor_level *level, const pick_selection *selection,
                           bool hidden);
void editor_viewport_frame_box(editor_viewport *viewport, const pick_aabb *box);

// Fills in matrices, eye, viewport and section of the next picture.
void editor_viewport_prepare(editor_viewport *viewport, const editor_section *section, render_frame *frame);
// Call when that picture is on screen. Returns whether its camera differs from the previous one.
bool editor_viewport_shown(editor_viewport *viewport);

#endif
