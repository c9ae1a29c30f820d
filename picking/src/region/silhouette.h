// silhouette.h: the picture of a convex body in the window: a convex region, known by its support function. Private.
//
// Points are relative to the frustum's eye. Only what lies between the near and the far plane is in the picture.
#ifndef PICKING_SRC_SILHOUETTE_H
#define PICKING_SRC_SILHOUETTE_H

#include "shapes/volume_internal.h"
#include "view/frustum.h"

typedef struct pick_silhouette {
    pick_body body;
    const pick_frustum *frustum;
} pick_silhouette;

typedef struct pick_silhouette_point {
    double distance; // on screen
    pick_vec2 window;
    pick_vec3 point;  // of the body
    pick_vec3 normal; // of the body there, of unit length; zero if it covers the position
    // 2: the point lies between these, which are as far along the normal. Unless it covers the position.
    uint32_t end_count;
    pick_vec3 end[2];
    pick_vec3 end_normal[2]; // directions in which each end is the farthest, of unit length
} pick_silhouette_point;

// False: no part of the body is between near and far, which the frustum has, or it lies outside another of its planes.
bool pick_silhouette_init(pick_silhouette *silhouette, const pick_body *body, const pick_frustum *frustum);

void pick_silhouette_bounds(const pick_silhouette *silhouette, pick_vec2 *min, pick_vec2 *max);

// Whether it meets a convex polygon, a segment or a point; `where`, of it.
bool pick_silhouette_meets(const pick_silhouette *silhouette, const pick_vec2 *corner, uint32_t count,
                           pick_vec2 *where);

// The point nearest to a position in the part within `bounds`. False, and `out` untouched: that part is empty. Farther
// than `limit`, this may be all that is known: the distance of `out` is above it, and all else in it is scratch.
bool pick_silhouette_nearest(const pick_silhouette *silhouette, pick_vec2 position, const pick_rect *bounds,
                             double limit, pick_silhouette_point *out);

// Of all points in the place on screen that pick_silhouette_nearest has found, the one in front of those that the
// view's section keeps, to within some 2^-29 of the body's size. A side that is seen edge-on has many, and rounding
// hides those behind. False, and `out` untouched: the body covers the position, where a ray finds the point; or the
// section cuts all of them off.
bool pick_silhouette_front(const pick_silhouette *silhouette, const pick_view *view,
                           const pick_silhouette_point *nearest, pick_vec3 *out);

// Whether it lies within a circle, up to a hundred-millionth of the radius.
bool pick_silhouette_is_within(const pick_silhouette *silhouette, pick_vec2 center, double radius);

#endif
