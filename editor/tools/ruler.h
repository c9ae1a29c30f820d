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

#include "document/level/line.h"
#include "picking/snap.h"

typedef struct editor_ruler {
    pick_vec3 points[EDITOR_RULER_POINTS];
    uint32_t count;
    bool ended;    // the next click begins another chain
    bool clears;   // it shows a clearance, from editor_ruler_set
    bool dragging; // from a point that the drag put at its press, or that was there
    bool added;    // the drag put one
    // The chain before the drag, of whose points a new one has replaced the first alone by then.
    struct {
        pick_vec3 first;
        uint32_t count;
        bool ended, clears;
    } before;
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
// Shows 2 to EDITOR_RULER_POINTS points as a chain that has ended. `clears`: they are the nearest ones of two objects.
void editor_ruler_set(editor_ruler *ruler, const pick_vec3 *points, uint32_t count, bool clears);

// The chain as a line of a level: around its middle, which is in `place`. It measures the clearance that the ruler
// shows, the angle of three points, or the length. `points`: room for 3 numbers of EDITOR_RULER_POINTS points, which
// the line refers to. False: there are less than two.
bool editor_ruler_line(const editor_ruler *ruler, double *points, editor_line *out, pick_affine *place);

// --- ruler_draw.c ---

void editor_ruler_draw(const editor_ruler *ruler, const editor_tool_context *context, bool chosen, editor_ui *ui);
// "1.250 m     X 1.000   Y 0.750   Z 0.000     90.0 deg": the last segment, with the angle at its first point; of three
// points or more the whole length, too. While the chain grows, to the mouse. "" without points.
void editor_ruler_text(const editor_ruler *ruler, const editor_level *level, bool chosen, char *out, size_t size);

// The labels of a view: each is left out where it would hide one that is there, or where the view is too narrow for it.
enum { EDITOR_RULER_TAGS = 256 };
typedef struct editor_ruler_tags {
    editor_ui *ui;
    pick_rect inside; // the viewport
    double scale;     // points per design unit
    pick_rect taken[EDITOR_RULER_TAGS];
    uint32_t count;
} editor_ruler_tags;
// Beside a point of the window. Returns where the next line goes.
pick_vec2 editor_ruler_add_tag(editor_ruler_tags *tags, pick_vec2 at, const char *text);
// Where the label of a segment goes: beside the middle of what is seen of it. False: nothing is.
bool editor_ruler_tag_segment(const editor_ruler_tags *tags, const pick_view *view, pick_vec3 a, pick_vec3 b,
                              pick_vec2 *out);
// The same of an angle at a point.
bool editor_ruler_tag_angle(const editor_ruler_tags *tags, const pick_view *view, pick_vec3 point, pick_vec2 *out);
// The arc of an angle, at the middle one of three points.
void editor_ruler_draw_arc(const pick_view *view, const pick_vec3 *middle, editor_ui *ui);

#endif
