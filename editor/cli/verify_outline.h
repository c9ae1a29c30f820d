// verify_outline.h: the outline of a triangle in the window, clipped by the near and far planes.
#ifndef EDITOR_CLI_VERIFY_OUTLINE_H
#define EDITOR_CLI_VERIFY_OUTLINE_H

#include "picking/picking.h"

// A convex polygon in the window. A triangle clipped by two planes has at most five corners.
typedef struct editor_outline {
    pick_vec2 corner[5];
    int count; // 0: no part of it is in front of the near plane
} editor_outline;

// Converts a world point relative to the eye to a view point: x, y as the projection takes them, z the distance along
// the view axis.
pick_vec3 editor_outline_view_point(const pick_view *view, pick_vec3 relative);

// Projects a view point, z its distance, to the window. The inverse of pick_view_ray.
pick_vec2 editor_outline_to_window(const pick_view *view, pick_vec3 point);

// The outline of a triangle of view points, clipped at distances `near` and `far` (may be +infinity).
editor_outline editor_outline_make(const pick_view *view, const pick_vec3 corner[3], double near, double far);

// Distance in pixels from `at` to the outline's edge: negative inside. +infinity for an empty outline.
double editor_outline_distance(const editor_outline *outline, pick_vec2 at);

// Its width: the smallest distance between two parallel lines that enclose it (0: a line or a point).
double editor_outline_width(const editor_outline *outline);

// Its bounding rectangle. False: it is empty.
bool editor_outline_bounds(const editor_outline *outline, pick_vec2 *min, pick_vec2 *max);

#endif
