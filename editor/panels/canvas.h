// canvas.h: draws over the viewports: regions, gizmos, labels. Coordinates are points of the window.
#ifndef EDITOR_PANELS_CANVAS_H
#define EDITOR_PANELS_CANVAS_H

#include "panels/imgui_face.h"

typedef enum editor_ui_ink {
    EDITOR_UI_INK_REGION, // light on a dark outline: visible on any picture
    EDITOR_UI_INK_REGION_FAINT,
    EDITOR_UI_INK_REGION_FILL,
    EDITOR_UI_INK_STRONG,
    EDITOR_UI_INK_ACCENT,
    EDITOR_UI_INK_ACCENT_FILL,
    EDITOR_UI_INK_QUIET,
    EDITOR_UI_INK_SEAM // the dark outline itself
} editor_ui_ink;

// Begins and ends drawing over the viewports, clipped to `rect`.
void editor_ui_canvas_begin(editor_ui *ui, pick_rect rect);
void editor_ui_canvas_end(editor_ui *ui);

// Lines from one point to another, and dashes, may end at any distance: what is not seen costs nothing.
void editor_ui_canvas_path(editor_ui *ui, const pick_vec2 *points, uint32_t count, bool closed, bool dashed,
                           editor_ui_ink ink);
void editor_ui_canvas_area(editor_ui *ui, const pick_vec2 *points, uint32_t count, editor_ui_ink ink); // convex
void editor_ui_canvas_circle(editor_ui *ui, pick_vec2 center, double radius, bool dashed, editor_ui_ink ink);
// `centered`: centred on the point; else to the right and below.
void editor_ui_canvas_text(editor_ui *ui, pick_vec2 at, const char *text, uint32_t color, bool centered);
// A line of text on a dark background, moved as far as it takes to lie in `inside`.
void editor_ui_canvas_tag(editor_ui *ui, pick_rect inside, pick_vec2 at, const char *text);

// What of the segment from `a` to `b` lies in `rect`: from a + *from * (b - a) to a + *to * (b - a). False: nothing.
bool editor_ui_canvas_cut(pick_rect rect, pick_vec2 a, pick_vec2 b, double *from, double *to);

#endif
