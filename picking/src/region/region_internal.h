// region_internal.h: exact tests of regions, and conservative ones of boxes. Private.
//
// Points are relative to the region's eye unless they are called window positions.
#ifndef PICKING_SRC_REGION_INTERNAL_H
#define PICKING_SRC_REGION_INTERNAL_H

#include "picking/region.h"

#include "math/math_inline.h"
#include "scene/object_space.h"
#include "view/frustum.h"

typedef enum pick_region_kind {
    PICK_REGION_CONVEX, // only planes: rectangles, frusta
    PICK_REGION_CIRCLE,
    PICK_REGION_POLYGON // lassos, and rectangles that are thin
} pick_region_kind;

enum {
    PICK_REGION_GRID = 64, // cells along each side of a polygon's bounding rectangle
    PICK_REGION_RUNS = 64  // runs that a polygon's edges are divided into, in order
};

// Plain data.
struct pick_region {
    pick_region_kind kind;
    bool empty;     // it contains nothing
    bool from_view; // made from a view: it has bounds in the window
    bool thin;      // its planes are a little farther apart than its bounds (pick_frustum_is_thin): its shape decides
    pick_frustum frustum;
    pick_rect bounds; // in the window, clipped to the viewport; if from_view
    pick_vec2 center;
    double radius;
    const pick_vec2 *points; // the caller's; NULL: `corner`
    pick_vec2 corner[4];     // of a rectangle that is thin
    uint32_t point_count, run_length;
    double runs[PICK_REGION_RUNS][4]; // bounds of each run of edges: least and greatest x, least and greatest y
    // The polygon on a grid over `bounds`, a word per row, a bit per cell: `border` has the cells near an edge,
    // `inside` all other cells that lie inside.
    pick_vec2 cells; // cells per unit of the window; 0 on an axis without extent
    uint64_t border[PICK_REGION_GRID], inside[PICK_REGION_GRID];
    // A bit per run of edges: the runs near each row and each column of the grid.
    uint64_t row_runs[PICK_REGION_GRID], column_runs[PICK_REGION_GRID];
};

typedef enum pick_side { PICK_OUTSIDE, PICK_ACROSS, PICK_INSIDE } pick_side;

_Static_assert((int)PICK_REGION_PLANES == (int)PICK_FRUSTUM_PLANES, "a region's planes are kept in a frustum");

// An "open" set: what a box may not be wholly inside of. A bit per plane of the region, and one for its shape.
#define PICK_OPEN_SHAPE (1u << PICK_REGION_PLANES)
#define PICK_OPEN_NEAR 1u             // the first plane of a region with a shape is the near plane
#define PICK_OPEN_OUTSIDE 0x80000000u // in place of a set: wholly outside

// The open set of everything.
static inline uint32_t pick_region_open(const pick_region *region)
{
    return pick_frustum_all(&region->frustum) | (region->kind != PICK_REGION_CONVEX ? PICK_OPEN_SHAPE : 0);
}

// --- Circles and polygons, in the window (region_shape.c) -----------------------------------------------------------

// Fills in the grid of a polygon (region_grid.c).
void pick_region_make_grid(pick_region *region);
// Exact tests: whether a convex polygon, which may be flat, has a point in the shape; whether a triangle lies wholly in
// it.
bool pick_region_shape_touches(const pick_region *region, const pick_vec2 *corner, uint32_t count);
bool pick_region_shape_contains(const pick_region *region, const pick_vec2 corner[3]);
// Classifies a rectangle, given by min and max. ACROSS if it is not certain.
pick_side pick_region_shape_side(const pick_region *region, pick_vec2 min, pick_vec2 max);
// The same for a box; `to_window` projects its space. Its coordinates have an error of at most `box_error`.
pick_side pick_region_box_side(const pick_region *region, const double to_window[3][4], double box_error,
                               const pick_box3f *box);

// Whether the position lies strictly inside a convex polygon of either winding; a flat one has no inside.
bool pick_region_inside_convex(const pick_vec2 *corner, uint32_t count, pick_vec2 position);

// --- Triangles (region_triangle.c) ----------------------------------------------------------------------------------

// Exact tests. `open`: tests only these planes, and the shape if its bit is set; the triangle is inside all others.
bool pick_region_triangle_touches(const pick_region *region, uint32_t open, const pick_vec3 vertex[3]);
bool pick_region_triangle_contained(const pick_region *region, uint32_t open, const pick_vec3 vertex[3]);
// Whether a triangle passes the culling rule. `mirrored`: by the object's transform.
bool pick_region_triangle_counts(const pick_region *region, pick_cull cull, uint32_t submesh_flags, bool mirrored,
                                 const pick_vec3 vertex[3]);
// The same for a triangle whose normal, of any length, and one vertex are known.
bool pick_region_side_counts(const pick_frustum *frustum, pick_cull cull, uint32_t submesh_flags, bool mirrored,
                             pick_vec3 normal, pick_vec3 place);

#endif
