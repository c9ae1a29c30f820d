// verify_outline.h: a triangle as a view sees it: its outline in the window, cut by the near and far planes.
#ifndef EDITOR_CLI_VERIFY_OUTLINE_H
#define EDITOR_CLI_VERIFY_OUTLINE_H

#include "picking/picking.h"

// A convex polygon in the window. A triangle cut by two planes has at most five corners.
typedef struct editor_outline {
    pick_vec2 corner[5];
    int count; // 0: nothing of it is in front of the near plane
} editor_outline;

// A point of the world relative to the eye, along the view's axes: x, y as the projection takes them, z the distance
// along the view axis.
pick_vec3 editor_outline_view_point(const pick_view *view, pick_vec3 relative);

// The outline of a triangle of such points, cut at distances `near` and `far` (may be +infinity).
editor_outline editor_outline_make(const pick_view *view, const pick_vec3 corner[3], double near, double far);

// Distance in pixels from `at` to the outline's edge: negative inside. +infinity for an empty outline.
double editor_outline_distance(const editor_outline *outline, pick_vec2 at);

// How thin it is: the smallest distance between two parallel lines that hold it (0 when it is a line or a point).
double editor_outline_width(const editor_outline *outline);

// Its bounding rectangle; false when it is empty.
bool editor_outline_bounds(const editor_outline *outline, pick_vec2 *min, pick_vec2 *max);

#endif
