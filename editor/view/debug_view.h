// debug_view.h: draws how picking works: the last pick with the boxes that its ray hit, the line of sight of the active
// object, and that between two objects.
#ifndef EDITOR_DEBUG_VIEW_H
#define EDITOR_DEBUG_VIEW_H

#include "document/history/document.h"
#include "document/level/sight.h"
#include "panels/canvas.h"
#include "renderer/frame.h"

#include "picking/cursor.h"
#include "picking/debug_draw.h"

typedef struct editor_debug_view {
    pick_debug_draw *lasting; // the last pick, shown for some seconds
    pick_debug_draw *now;     // rebuilt for each picture
    render_line *lines;       // the lines of both, for the renderer
    uint32_t line_count, line_capacity;
} editor_debug_view;

bool editor_debug_view_init(editor_debug_view *view); // false: out of memory; call finish in any case
void editor_debug_view_finish(editor_debug_view *view);

// Shows what is picked at a window position: the ray to it, the boxes that the ray hits, the triangle and the point,
// and the rule that chose it (cursor.h), which is also written to `said`. `query`: with a query and proxies whose
// `user` is the number of an object.
void editor_debug_view_pick(editor_debug_view *view, const editor_level *level, const pick_view *through,
                            pick_vec2 position, const pick_cursor_query *query, char *said, size_t said_size);

// Shows the line of sight of an object along its forward axis, -Z, to objects in layers that its own see, except itself
// and its children. Returns how many objects are visible.
uint32_t editor_debug_view_sight(editor_debug_view *view, const editor_level *level, uint32_t object);

// Shows for some seconds the line from one object's eye to a point of another (sight.h), and the boxes of what is in
// the way.
void editor_debug_view_between(editor_debug_view *view, const editor_level *level, const editor_sight *sight);

// Advances time. Returns whether the picture changes.
bool editor_debug_view_advance(editor_debug_view *view, double seconds);
// Seconds until the next lasting primitive expires; negative: none will.
double editor_debug_view_wake(const editor_debug_view *view);
// Call before a picture: drops the primitives of the previous one.
void editor_debug_view_begin(editor_debug_view *view);
void editor_debug_view_clear(editor_debug_view *view);

// Adds the lines to the frame; they are valid until the next call.
void editor_debug_view_lines(editor_debug_view *view, render_frame *frame);
// Points and labels, over one viewport.
void editor_debug_view_draw(const editor_debug_view *view, const pick_view *through, editor_ui *ui);

#endif
