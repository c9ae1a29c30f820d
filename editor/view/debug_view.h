// debug_view.h: pictures of how picking works: the last pick with the boxes that it went through, and what the active
// object sees.
#ifndef EDITOR_DEBUG_VIEW_H
#define EDITOR_DEBUG_VIEW_H

#include "document/history/document.h"
#include "panels/canvas.h"
#include "renderer/frame.h"

#include "picking/debug_draw.h"

typedef struct editor_debug_view {
    pick_debug_draw *lasting; // the last pick, for some seconds
    pick_debug_draw *now;     // made anew for each picture
    render_line *lines;       // of both, as the renderer wants them
    uint32_t line_count, line_capacity;
} editor_debug_view;

bool editor_debug_view_init(editor_debug_view *view); // false out of memory; finish is then still due
void editor_debug_view_finish(editor_debug_view *view);

// Shows the walk of a pick: the ray, the boxes that it met, the triangle and the point that it hit.
void editor_debug_view_pick(editor_debug_view *view, const editor_level *level, const pick_ray *ray,
                            const pick_query *query);

// Shows what the object sees along its forward axis, -Z, of the layers that it is in; itself and what hangs below it do
// not count. Returns how many objects that are.
uint32_t editor_debug_view_sight(editor_debug_view *view, const editor_level *level, uint32_t object);

// Lets time pass. Returns whether the picture changes by it.
bool editor_debug_view_advance(editor_debug_view *view, double seconds);
// Seconds until something of the lasting ends; negative: nothing does.
double editor_debug_view_wake(const editor_debug_view *view);
// Before a picture: forgets what is of one picture.
void editor_debug_view_begin(editor_debug_view *view);
void editor_debug_view_clear(editor_debug_view *view);

// Hands the lines to the frame; they last until the next call.
void editor_debug_view_lines(editor_debug_view *view, render_frame *frame);
// Points and labels, over one viewport.
void editor_debug_view_draw(const editor_debug_view *view, const pick_view *through, editor_ui *ui);

#endif
