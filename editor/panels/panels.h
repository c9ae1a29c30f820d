// panels.h: what surrounds the viewport: menu, outliner, inspector, status line.
//
// Panels read the document and never change it: what a person asks for comes out as a command, for the app to do.
#ifndef EDITOR_PANELS_PANELS_H
#define EDITOR_PANELS_PANELS_H

#include "document/level.h"
#include "imgui_face.h"

typedef struct editor_panels editor_panels;

// What the panels show. Everything is borrowed for the frame.
typedef struct editor_panels_model {
    const editor_level *level;
    const pick_selection *selection;
    const pick_target *hover;
    double pick_microseconds; // the last pick; negative: none yet
    double frame_milliseconds;
    uint64_t frame_count;
    double fly_speed; // metres per second while flying, else 0
    bool grid, wireframe;
    const char *device_name;
} editor_panels_model;

typedef enum editor_command_type {
    EDITOR_COMMAND_NONE,
    EDITOR_COMMAND_SELECT,    // op, objects, object_count; the last one becomes active
    EDITOR_COMMAND_FRAME,     // the selection, or all when there is none
    EDITOR_COMMAND_HIDE,      // object, value
    EDITOR_COMMAND_LOCK,      // object, value
    EDITOR_COMMAND_SET_LOCAL, // object, local
    EDITOR_COMMAND_GRID,      // value
    EDITOR_COMMAND_WIREFRAME, // value
    EDITOR_COMMAND_SCREENSHOT,
    EDITOR_COMMAND_QUIT
} editor_command_type;

typedef struct editor_command {
    editor_command_type type;
    uint32_t object;
    bool value;
    editor_affine local;
    pick_selection_op op;
    const pick_object_id *objects; // valid until the next frame
    size_t object_count;
} editor_command;

editor_panels *editor_panels_create(const editor_level *level); // NULL out of memory
void editor_panels_destroy(editor_panels *panels);              // NULL is fine

// The part of the window that the panels leave free, in logical points; all of a window too small for panels.
pick_rect editor_panels_viewport(const editor_panels *panels, const editor_ui *ui, const pick_window *window);

// Shows the panels, between editor_ui_begin and editor_ui_end. At most one command comes out of a frame.
editor_command editor_panels_show(editor_panels *panels, editor_ui *ui, const pick_window *window,
                                  const editor_panels_model *model);

// Whether what was shown changed the layout or asks for another frame.
bool editor_panels_need_frame(const editor_panels *panels);

#endif
