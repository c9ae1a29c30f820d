// ruler.h: the tool that measures: a chain of points that clicks put where the snap set says.
//
// Points:     in world space. They stay where they are when objects move, and belong to the view: no step of Undo, not
//             saved.
// Snapping:   a point goes to a pivot (of the object under the mouse, of selected ones), another point of the chain, or
//             what Tool > Snap To lists, alignments left out; else to the surface under the mouse, else to the floor,
//             y = 0. With Ctrl held at the press, only to the last two.
#ifndef EDITOR_TOOLS_RULER_H
#define EDITOR_TOOLS_RULER_H

#include "tools/tools.h"

#include "picking/snap.h"

enum { EDITOR_RULER_POINTS = 32 };

typedef struct editor_ruler {
    pick_vec3 points[EDITOR_RULER_POINTS];
    uint32_t count;
    bool ended;    // the next click begins another chain
    bool dragging; // from a point that the drag put at its press, or that was there
    bool added;    // the drag put one
    // What is under the mouse.
    editor_view_mouse mouse; // that it was found for
    bool looked, hovered;
    pick_vec3 hover;
    bool snapped; // to `snap`
    pick_snap snap;
} editor_ruler;

// A click or a drag with the tool.
void editor_ruler_act(editor_ruler *ruler, const editor_tool_context *context, const pick_pointer_action *action);
void editor_ruler_cancel(editor_ruler *ruler); // the drag
// Backspace removes the last point, Enter ends the chain. Returns whether the key did something.
bool editor_ruler_key(editor_ruler *ruler, const editor_event *event);
// Finds what is under the mouse while the tool is `chosen`. Returns whether that changed.
bool editor_ruler_follow(editor_ruler *ruler, const editor_tool_context *context, bool chosen);
void editor_ruler_clear(editor_ruler *ruler);
// Shows two points, as one chain that has ended.
void editor_ruler_set(editor_ruler *ruler, const pick_vec3 points[2]);

// --- ruler_draw.c ---

void editor_ruler_draw(const editor_ruler *ruler, const editor_tool_context *context, bool chosen, editor_ui *ui);
// "1.250 m     X 1.000   Y 0.750   Z 0.000     90.0 deg": the last segment, with the angle at its first point; of three
// points or more the whole length, too. While the chain grows, to the mouse. "" without points.
void editor_ruler_text(const editor_ruler *ruler, const editor_level *level, bool chosen, char *out, size_t size);

#endif
