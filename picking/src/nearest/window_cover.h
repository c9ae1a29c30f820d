// window_cover.h: what certainly hides things in a small square of the window: where many objects lie behind each
// other, most are never looked at. Private.
#ifndef PICKING_SRC_WINDOW_COVER_H
#define PICKING_SRC_WINDOW_COVER_H

#include "picking/query.h"
#include "picking/view.h"
#include "scene/scene_internal.h"
#include "view/frustum.h"

enum { PICK_COVER_CELLS = 16 }; // a side

typedef struct pick_window_cover {
    pick_vec2 low; // the least corner of the square
    double cell;   // side of a cell, logical points
    double margin; // metres: how much farther than a cell's depth is certainly hidden
    // Everything farther than this along the view axis is hidden in the cell; infinite: perhaps nothing is.
    float depth[PICK_COVER_CELLS][PICK_COVER_CELLS];
    float deepest; // of all cells
} pick_window_cover;

// Casts some rays in a square, and notes what the triangles cover that they meet. The query has no filter, and the view
// no section: then what hides at one place of a triangle hides at all.
void pick_cover_make(pick_window_cover *cover, const pick_scene *scene, const pick_view *view,
                     const pick_frustum *frustum, pick_vec2 position, double radius, const pick_query *query);

// Whether the part of a mesh that lies in the square is certainly hidden; `object` is not flat.
bool pick_cover_hides_object(const pick_window_cover *cover, const pick_frustum *frustum, const pick_object *object);
// Whether a point is, which is relative to the eye.
bool pick_cover_hides_point(const pick_window_cover *cover, const pick_frustum *frustum, pick_vec3 point);

#endif
