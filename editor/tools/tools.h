// tools.h: what the left button does in a viewport: the tools, and the state of what they are in the middle of.
//
// Order:      a handle of the gizmo first, then objects (pick_pointer). Clicks select with every tool; drags that start
// on
//             no handle draw the tool's region.
// Changes:    go through the document: a drag is one transaction, so it is one undo step, and calling it off restores
//             every bit.
// A new tool: a row in tools.c; a new shape of region: a file with an editor_region_shape.
#ifndef EDITOR_TOOLS_TOOLS_H
#define EDITOR_TOOLS_TOOLS_H

#include "document/history/edit.h"
#include "panels/canvas.h"
#include "system/settings.h"
#include "view/views.h"

typedef struct editor_tools editor_tools;

typedef struct editor_tool {
    const char *name; // in scripts and settings
    const char *hint; // one line
    int gizmo;        // pick_gizmo_mode, or -1: none
    const struct editor_region_shape *shape;
    bool anywhere; // a drag draws the shape also when it starts on an object
} editor_tool;

extern const editor_tool EDITOR_TOOLS[];

// Where tools work. Borrowed for the call.
typedef struct editor_tool_context {
    editor_document *document;
    const editor_settings *settings;
    editor_views *views;
    uint32_t view;   // in which it happens
    double ui_scale; // points per design unit
} editor_tool_context;

editor_tools *editor_tools_create(void); // NULL out of memory
void editor_tools_destroy(editor_tools *tools);

uint32_t editor_tools_current(const editor_tools *tools);
// Calls off what the last one was doing.
void editor_tools_choose(editor_tools *tools, const editor_tool_context *context, uint32_t tool);

// A click or a drag of the pointer of `context->view`.
void editor_tools_act(editor_tools *tools, const editor_tool_context *context, const pick_pointer_action *action);
// Keys that mean something to a drag. Returns whether it was taken.
bool editor_tools_key(editor_tools *tools, const editor_tool_context *context, const editor_event *event);
// The gizmo's handle under a window position of the view; 0: none.
uint32_t editor_tools_handle_at(const editor_tools *tools, uint32_t view, pick_vec2 position);

// The group that clicks on an object (or another group) take: the null handle without one.
pick_object_id editor_tools_group_of(const editor_level *level, pick_object_id object);

// A tool is in the middle of a drag.
bool editor_tools_is_dragging(const editor_tools *tools);
void editor_tools_cancel(editor_tools *tools, const editor_tool_context *context);

// Puts the gizmos where the objects are, through the views that the next picture is drawn with. Returns whether
// something that is drawn over the viewports changed since the last call.
bool editor_tools_place(editor_tools *tools, const editor_tool_context *context);
// Draws what belongs over the view.
void editor_tools_draw(editor_tools *tools, const editor_tool_context *context, editor_ui *ui);

// What the region would select, as the highlight shows it: object numbers. `*active`: a region is being drawn.
const uint32_t *editor_tools_preview(const editor_tools *tools, uint32_t *count, bool *active);

// What the drag has come to, or why it cannot be: for the status line. "" when there is nothing to say.
void editor_tools_status(const editor_tools *tools, char *out, size_t size);

#endif
