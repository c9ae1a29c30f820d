// tools.h: the tools of the viewport, which decide what the left button does, and their state during a drag.
//
// Order:      handles of the gizmo, of volumes and of the section come first, then objects (pick_pointer). Clicks
//             select with every tool. A drag that starts beside the handles draws the tool's region, on an object too;
//             with a tool that has a gizmo, a drag without modifiers that starts on a selected object moves the
//             selection freely.
// Changes:    go through the document. A drag is one transaction: one undo step, and cancelling it restores every bit.
// A new tool: a row in tools.c. A new region shape: a file with an editor_region_shape.
#ifndef EDITOR_TOOLS_TOOLS_H
#define EDITOR_TOOLS_TOOLS_H

#include "document/history/edit.h"
#include "panels/canvas.h"
#include "system/settings.h"
#include "view/views.h"

typedef struct editor_tools editor_tools;

enum { EDITOR_RULER_POINTS = 32 }; // that the ruler has at most

typedef struct editor_tool {
    const char *name; // in scripts and settings
    const char *hint; // one line
    int gizmo;        // pick_gizmo_mode, or -1: none
    const struct editor_region_shape *shape;
} editor_tool;

extern const editor_tool EDITOR_TOOLS[];

// What a tool works on. Borrowed for the call.
typedef struct editor_tool_context {
    editor_document *document;
    const editor_settings *settings;
    editor_views *views;
    uint32_t view;   // the view of the event
    double ui_scale; // points per design unit
    double reach;    // times as far as a mouse: how far handles are reached from
} editor_tool_context;

editor_tools *editor_tools_create(void); // NULL out of memory
void editor_tools_destroy(editor_tools *tools);

uint32_t editor_tools_current(const editor_tools *tools);
// Cancels what the previous tool was doing.
void editor_tools_choose(editor_tools *tools, const editor_tool_context *context, uint32_t tool);

// What is selected: parts of meshes of a kind (PICK_PART_*, parts.h), or objects (0). While it is parts, gizmos move
// the selected ones, in copies of their meshes (moves.h).
void editor_tools_choose_parts(editor_tools *tools, const editor_tool_context *context, uint32_t kind);
uint32_t editor_tools_part_kind(const editor_tools *tools);
// Of a kind, as in "vertices"; of 0, NULL.
const char *editor_tools_part_name(uint32_t kind);
size_t editor_tools_part_count(const editor_tools *tools); // selected ones

void editor_tools_clear_parts(editor_tools *tools); // selects none
// Selects the hovered part alone, unless it is selected: for what is done to it by a menu.
void editor_tools_take_hovered_part(editor_tools *tools);

typedef enum editor_part_step {
    EDITOR_PARTS_GROW,
    EDITOR_PARTS_SHRINK,
    EDITOR_PARTS_LOOP, // edges: their loops; faces: the flat sides that they belong to
    EDITOR_PARTS_LINKED,
    EDITOR_PARTS_ALL,   // of the objects that have selected parts; if none has, of the selected objects
    EDITOR_PARTS_INVERT // of the same objects
} editor_part_step;

// The objects that have selected parts, each once; the caller frees them. NULL: there are none, or out of memory.
uint32_t *editor_tools_part_owners(const editor_tools *tools, const editor_level *level, uint32_t *count);

// Changes the selected parts along their meshes. False: out of memory, nothing is changed.
bool editor_tools_extend_parts(editor_tools *tools, const editor_tool_context *context, editor_part_step step);

// The ruler, which the last tool of the table draws (ruler.h).
bool editor_tools_is_measuring(const editor_tools *tools); // that tool is chosen
bool editor_tools_has_ruler(const editor_tools *tools);
void editor_tools_clear_ruler(editor_tools *tools);
// Shows 2 to EDITOR_RULER_POINTS points as one that has ended. `clears`: they are the nearest ones of two objects.
void editor_tools_set_ruler(editor_tools *tools, const pick_vec3 *points, uint32_t count, bool clears);
// The length of its last segment, and along the axes, as the status line has it. "" when there is none.
void editor_tools_ruler_text(const editor_tools *tools, const editor_level *level, char *out, size_t size);
// The ruler as a line that a level can own, and its place: see editor_ruler_line. `points`: room for 3 *
// EDITOR_RULER_POINTS numbers. False: it has less than two points.
bool editor_tools_ruler_line(const editor_tools *tools, double *points, editor_line *out, pick_affine *place);

// Where the selected parts are; if there are none, the hovered one.
typedef struct editor_part_place {
    pick_aabb box;
    pick_vec3 middle; // of vertices; of edges weighted by their lengths, of faces by their areas
    // The mean of the faces' normals, of length 1, towards the eye of the view; zero if the parts are not faces, or
    // their normals cancel out.
    pick_vec3 normal, front; // `front`: the same with each on the side of its front
    pick_object_id object;   // that of all of them; the null handle if they are of several
} editor_part_place;
// False: no part is selected or hovered.
bool editor_tools_find_parts(const editor_tools *tools, const editor_tool_context *context, editor_part_place *out);

// A point that gizmos, mirrors and radial arrays take for the pivot of everything, in place of what the settings say. A
// drag that moves carries it along. NULL: none.
void editor_tools_set_pivot_point(editor_tools *tools, const pick_vec3 *point);
bool editor_tools_has_pivot_point(const editor_tools *tools);

// A click or a drag of the pointer of `context->view`.
void editor_tools_act(editor_tools *tools, const editor_tool_context *context, const pick_pointer_action *action);
// Keys that control a drag. Returns whether the event was consumed.
bool editor_tools_key(editor_tools *tools, const editor_tool_context *context, const editor_event *event);
// What a handle under the mouse does, in one line. `handle` 0: nothing is there; what a press then does with a tool
// that draws or measures.
const char *editor_tools_hint(const editor_tools *tools, uint32_t handle);
// The handle of the gizmo, of a volume's side or of a plane of the section, under a window position of `context->view`;
// 0: none.
uint32_t editor_tools_handle_at(const editor_tools *tools, const editor_tool_context *context, pick_vec2 position);

// The group that a click on an object (or on another group) selects; the null handle when it is in none.
pick_object_id editor_tools_group_of(const editor_level *level, pick_object_id object);

// The selected, unlocked objects without a selected ancestor, and the world point that each turns about as the settings
// of pivots say. `hidden`: also of those that are not seen. Valid until the next call on the tools. Not during a drag.
typedef struct editor_pivots {
    const uint32_t *objects;
    const pick_vec3 *points;
    uint32_t count;
} editor_pivots;
editor_pivots editor_tools_pivots(editor_tools *tools, const editor_tool_context *context, bool hidden);

// The object or group after the active one (`backwards`: before it) among those that are visible and can be clicked in
// the view, the nearest to its middle first; the first one if the active one is not among them. `place`: its place,
// from 1; `count`: how many there are. EDITOR_NONE: none is visible.
uint32_t editor_tools_step(const editor_tool_context *context, bool backwards, uint32_t *place, uint32_t *count);

// Whether a drag is in progress.
bool editor_tools_is_dragging(const editor_tools *tools);
// Whether it is one of selected objects: not of parts, a region, the ruler or a section.
bool editor_tools_drags_objects(const editor_tools *tools);
// The selected objects that the drag in progress leaves as they are. What moves along with a group is not among them.
typedef struct editor_drag_left {
    uint32_t hidden, locked;
} editor_drag_left;
editor_drag_left editor_tools_drag_left(const editor_tools *tools);
void editor_tools_cancel(editor_tools *tools, const editor_tool_context *context);

// Places the gizmos at the objects, for the views of the next picture. Returns whether anything drawn over the
// viewports changed since the last call.
bool editor_tools_place(editor_tools *tools, const editor_tool_context *context);
// Draws gizmos and regions over the view.
void editor_tools_draw(editor_tools *tools, const editor_tool_context *context, editor_ui *ui);

// The objects that the region would select. `*active`: a region is being drawn.
const uint32_t *editor_tools_preview(const editor_tools *tools, uint32_t *count, bool *active);

// The status line of a drag: its amount, or why it is refused; of parts their measures. "" when there is none.
// `objects_way`: what selects objects again, "4".
void editor_tools_status(const editor_tools *tools, const editor_level *level, const char *objects_way, char *out,
                         size_t size);

#endif
