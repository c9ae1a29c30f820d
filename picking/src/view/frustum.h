// frustum.h: the visible volume of a view, as planes and a projection relative to the eye. Private.
//
// Points are relative to the eye, in world axes, unless they are called window positions.
#ifndef PICKING_SRC_FRUSTUM_H
#define PICKING_SRC_FRUSTUM_H

#include "picking/view.h"

enum {
    PICK_FRUSTUM_PLANES = 16,
    PICK_CLIPPED_MAX = 3 + PICK_FRUSTUM_PLANES // corners of a triangle clipped by all planes
};

typedef struct pick_frustum {
    bool parallel; // orthographic: all rays have the direction `ahead`
    pick_vec3 eye; // world
    // Depth is measured along `axis`. `ahead` is where the camera looks, one metre of depth long. The two differ where
    // the view's matrix is no exact rotation, by up to 1e-4.
    pick_vec3 axis, ahead;
    uint32_t depth_planes;   // the first ones: near, and far if it is not at infinity; 0 of planes without a view
    uint32_t section_planes; // the next ones
    uint32_t plane_count;
    double planes[PICK_FRUSTUM_PLANES][4]; // inside: n . p + d >= 0; n of unit length
    // Window position of p: (x / w, y / w) with (x, y, w) = rows of to_window times (p, 1).
    double to_window[3][4];
} pick_frustum;

// The near plane, then the far plane if it is not at infinity, then those of the section; the projection.
void pick_frustum_from_view(pick_frustum *out, const pick_view *view);
// Whether a rectangle is so thin that rounding decides on which side of its planes a point between them lies.
bool pick_frustum_is_thin(const pick_view *view, const pick_rect *bounds);
// Adds the planes of a rectangle of the window, clipped to the viewport, and writes the clipped rectangle to `bounds`.
// The planes of one that is thin are a little farther apart: the caller tests what lies between them. False: nothing
// is left.
bool pick_frustum_add_rect(pick_frustum *frustum, const pick_view *view, pick_vec2 min, pick_vec2 max,
                           pick_rect *bounds);

// The same for the square around a position.
bool pick_frustum_add_square(pick_frustum *frustum, const pick_view *view, pick_vec2 center, double radius);

// Clips a triangle by the planes whose bits are set. Returns the number of corners left, 0: nothing. If `certain` is
// not NULL, a vertex inside all planes sets it and ends the test early, with no corner written.
uint32_t pick_frustum_clip(const pick_frustum *frustum, uint32_t planes, const pick_vec3 vertex[3], bool *certain,
                           pick_vec3 out[PICK_CLIPPED_MAX]);

// Clips a segment by all planes. What is left runs from `first` to `last`, fractions of it. False: nothing.
bool pick_frustum_clip_segment(const pick_frustum *frustum, pick_vec3 a, pick_vec3 b, double *first, double *last);

// The distance on screen from a position to a segment in front of the eye plane; `along` is the nearest place, 0 to 1.
double pick_frustum_to_segment(const pick_frustum *frustum, pick_vec2 position, pick_vec3 a, pick_vec3 b,
                               double *along);
// The same for the part of any segment inside all planes. False: there is none.
bool pick_frustum_to_clipped_segment(const pick_frustum *frustum, pick_vec2 position, pick_vec3 a, pick_vec3 b,
                                     double *along, double *distance);

// The same without the viewport, which cuts nothing off.
void pick_frustum_add_wide_rect(pick_frustum *frustum, pick_vec2 min, pick_vec2 max);

// A bit for each plane.
static inline uint32_t pick_frustum_all(const pick_frustum *frustum)
{
    return (1u << frustum->plane_count) - 1;
}

static inline double pick_frustum_distance(const double plane[4], pick_vec3 p)
{
    return plane[0] * p.x + plane[1] * p.y + plane[2] * p.z + plane[3];
}

static inline pick_vec2 pick_frustum_project(const pick_frustum *frustum, pick_vec3 p)
{
    const double w = pick_frustum_distance(frustum->to_window[2], p);
    return (pick_vec2){pick_frustum_distance(frustum->to_window[0], p) / w,
                       pick_frustum_distance(frustum->to_window[1], p) / w};
}

// Depth along the view axis.
static inline double pick_frustum_depth(const pick_frustum *frustum, pick_vec3 p)
{
    return pick_vec3_dot(frustum->axis, p);
}

#endif
