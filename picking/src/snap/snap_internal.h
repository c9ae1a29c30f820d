// snap_internal.h: shared by the rules of snapping. Private.
#ifndef PICKING_SRC_SNAP_INTERNAL_H
#define PICKING_SRC_SNAP_INTERNAL_H

#include "picking/snap.h"

#include "nearest/nearest_internal.h"

// Where the held point would go without snapping, and the line or plane that ALIGN and GRID shift it in.
typedef struct pick_snap_place {
    pick_vec3 point;
    bool on_line;
    pick_vec3 way;    // unit: of the line, or normal of the plane
    pick_vec2 window; // of `point`
} pick_snap_place;

// The center of the polygon that was looked at last: its place on a triangle.
typedef struct pick_snap_center {
    const pick_mesh *mesh; // NULL: none
    uint32_t first, triangle;
    double weights[2]; // of vertex 1 and 2 of the triangle
} pick_snap_center;

typedef struct pick_snap_search {
    const pick_scene *scene;
    const pick_view *view;
    pick_vec2 position;
    const pick_snap_query *snap;
    const pick_query *query;
    bool brute_force;
    uint32_t rules;
    pick_frustum frustum;   // of the view, without the square around the mouse
    pick_ray ray;           // through the mouse
    pick_vec3 direction;    // unit
    pick_vec3 grid_axis[3]; // unit
    // The free place; `has_place`: there is one.
    bool has_place;
    pick_snap_place place;
    // INTERSECTION: points of the lines, or the plane, relative to the eye, and unit directions, or the normal.
    uint32_t line_count;
    pick_vec3 line_at[3], line_way[3];
    pick_snap_center *center; // CENTER: so that triangles of one polygon need not find it again
} pick_snap_search;

// What is under the mouse.
bool pick_snap_find_hit(const pick_snap_search *search, pick_hit *out);

// The free place. False: there is none, or it is not in the view.
bool pick_snap_find_place(const pick_snap_search *search, pick_snap_place *out);

// The place of a line that is nearest to the mouse's ray, both directions of length 1. False: they are parallel.
bool pick_snap_nearest_on_line(const pick_ray *ray, pick_vec3 at, pick_vec3 way, pick_vec3 *out);

// The distance on screen from the free place to a point, and its depth. False: it is outside the view or its section,
// or not finite.
bool pick_snap_measure(const pick_snap_search *search, pick_vec3 point, double *distance, double *depth);

// Whether side `edge` of the current triangle of a mesh is the diagonal of a face of four corners (snap_face.c).
// `across` is then the corner on its other side, in object space.
bool pick_snap_is_diagonal(const pick_nearest_search *search, uint32_t edge, double across[3]);

// Whether the center of its polygon is on the current triangle, whose mesh has polygons (snap_polygon.c). The search's
// user is a pick_snap_search.
bool pick_snap_has_center(const pick_nearest_search *search, double weights[2]);

// The rules of places that are marked on triangles (snap_features.c). `search` has lines if the rule needs them.
bool pick_snap_find_feature(const pick_snap_search *search, uint32_t rule, pick_nearest *out);

// ALIGN and GRID: `out` is filled in, but for `rule`. The search has a free place.
bool pick_snap_align(const pick_snap_search *search, pick_snap *out);
bool pick_snap_to_grid(const pick_snap_search *search, pick_snap *out);

#endif
