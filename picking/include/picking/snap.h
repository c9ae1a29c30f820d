// snap.h: where a held point should go: to vertices, edges, middles, faces, surfaces, axes, a grid and alignments.
//
// Use:        an editor calls pick_snap_in_window at each move of the mouse, with the point that is held as it was at
//             the press, how it may move, and a filter that leaves out what moves along. It draws `point`, `to` and the
//             guides. To choose the point to hold, it calls the same function at the press with a filter that takes
//             only what will be held, and hands in pivots as `points`.
// Space:      world space, metres, double. Window positions and distances on screen are logical points, as in view.h.
// Rules:      tried in this order; the first that has a place within the reach wins, whatever the later ones have:
//               POINT          one of the caller's points: pivots, ends of rulers
//               VERTEX         a vertex
//               MIDDLE         the middle of an edge
//               PERPENDICULAR  the foot of the perpendicular from the held point to an edge or a face
//               INTERSECTION   where the way of the held point meets what is there: its line a face, its plane an edge;
//                              if it is free, the lines through it along the grid's axes a face
//               EDGE           the nearest place on an edge
//               CENTER         the center of a face
//               ALIGN          where the held point, or the box of what is held, lines up with the box of a neighbour
//               GRID           a crossing of the grid
//               SURFACE        what is under the mouse, or the nearest surface
//             What is rare comes before what is everywhere: an edge would hide the vertices at its ends, a surface all
//             the rest. Within a rule the nearest on screen wins, then the nearest to the eye, then the lower slot and
//             triangle, or number of a point.
// Faces:      two triangles in one plane whose common side is the longest of both are one face of four corners, as the
//             sides of a box are. Their common side, the diagonal, is no edge, and has no middle. The center of the
//             face is the mean of its corners. In one plane: within a thousandth of the diagonal. Every side of a
//             triangle of a height field is an edge. Triangles share a side if both its ends have the same positions.
// Polygons:   of a mesh that has them (mesh.h), these are the faces instead, whatever lies in one plane. Their inner
//             sides are no edges. The center of a face is the place on it that is nearest, in the space of its object,
//             to the mean of its corners; of an outline that passes through a corner twice, both count.
// Free place: where the held point would go without snapping. If it moves along a line: the place on it that is nearest
//             to the mouse's ray. In a plane: where the ray meets the plane. If it is free: on the surface under the
//             mouse, if SURFACE is one of the rules and there is one; else in the plane across the view that the held
//             point is in. Where nothing is held: on that surface, else in the plane of the grid's axes 0 and 2.
//             ALIGN and GRID move the free place along this line, or in this plane (of a surface: its tangent plane),
//             and their distances on screen are from it. All other rules measure from the mouse.
// Motion:     `point` is what was found. `to` is where the held point goes: on its line or plane, the place nearest to
//             `point`; if it is free, `point`.
// ALIGN:      on each world axis, the left, middle or right of a neighbour's box is compared with the held point, and
//             if there is a held box, its left and right with left and right, and its middle with the middle. The least
//             shift wins, then the nearest neighbour. In a plane two axes can line up at once. Axes within 10 degrees
//             of square to the line or the plane are left out. Neighbours are what the query sees, with the middle of
//             its box in the view and in a square around the mouse: no farther than an eighth of `neighbor_reach` to
//             either side, up and down; on an axis where these have no place within the reach, a quarter, then half,
//             then all of it.
// GRID:       along a line, where the coordinate along the grid axis that is nearest to the line is a multiple of the
//             step. In a plane, where both coordinates are on the axes that are nearest to it. Each coordinate is
//             rounded to its nearest multiple: seen at a slant, another crossing may be nearer on screen.
// Seen:       objects and triangles as in a pick with the same pick_query: layers, hidden, locked, filters, culling as
//             seen from the eye. Volumes and points have surfaces and boxes, but no vertices, edges or faces. Unless
//             `through` is set, places are found only where nothing that the query sees occludes them; those of ALIGN
//             and GRID are in the air and found always. Places before the near plane, behind the far plane or cut off
//             by the section are never found; places beside the viewport only by ALIGN and GRID, and by SURFACE of what
//             reaches in with its size on screen.
// Caps:       of the view's section (view.h) are surfaces: SURFACE finds them under the mouse, and they occlude.
// Nested:     places on what lies within nested scenes (scene.h) are found as in nearest.h. ALIGN takes a
//             nested scene as one neighbour, with the box of pick_scene_object_bounds. Ties go by the path after the
//             slot.
// Exactness:  points are on their edges and faces as in nearest.h. Feet and intersections are off by some roundings of
//             the coordinates, relative to the eye, divided by the sine of the angle at which the two meet.
// Bad input:  finds nothing, `out` is untouched: a NULL, a reach that is negative or not finite, unknown
//             rules, an unknown motion, a line or plane without a held point, or whose direction is zero or not finite,
//             a held point or grid origin that is not finite, `points` NULL with a count, axes of the grid that are not
//             finite or partly zero. ALIGN finds nothing with a neighbor reach that is negative or not finite, GRID
//             with a step that is not above 0 and finite, PERPENDICULAR and INTERSECTION without a held point. Points
//             that are not finite are passed over; so is a held box that is empty or not finite.
// Cost:       no allocation. Squares of growing size are searched, as in nearest.h; ALIGN visits the objects whose
//             boxes reach into the slab that the free place can be shifted in.
#ifndef PICKING_SNAP_H
#define PICKING_SNAP_H

#include "picking/nearest.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PICK_SNAP_POINT = 1u << 0,
    PICK_SNAP_VERTEX = 1u << 1,
    PICK_SNAP_MIDDLE = 1u << 2,
    PICK_SNAP_PERPENDICULAR = 1u << 3,
    PICK_SNAP_INTERSECTION = 1u << 4,
    PICK_SNAP_EDGE = 1u << 5,
    PICK_SNAP_CENTER = 1u << 6,
    PICK_SNAP_ALIGN = 1u << 7,
    PICK_SNAP_GRID = 1u << 8,
    PICK_SNAP_SURFACE = 1u << 9,
    PICK_SNAP_ALL = 0x3ff
};

// How the held point may move.
typedef enum pick_snap_motion {
    PICK_SNAP_FREE,
    PICK_SNAP_LINE, // along `direction`
    PICK_SNAP_PLANE // across it
} pick_snap_motion;

// Zeroed: all rules, exactly at the mouse, of what is visible, without anything held.
typedef struct pick_snap_query {
    uint32_t rules; // PICK_SNAP_*, 0 for all; other bits find nothing
    double reach;   // logical points, >= 0
    bool through;   // occluded places too
    bool has_held;
    pick_vec3 held; // at the press
    pick_snap_motion motion;
    pick_vec3 direction; // of the line, or the plane's normal, of any length above 0
    bool has_box;        // with `held`
    pick_aabb box;       // around what is held, at the press: ALIGN
    double neighbor_reach;
    const pick_vec3 *points; // of rule POINT; they stay the caller's
    uint32_t point_count;
    pick_vec3 grid_origin, grid_axis[3]; // perpendicular, of any length above 0; all three zero: the world's
    double grid_step;                    // metres
} pick_snap_query;

// All rules within 10 points, neighbours within 200, a grid of 0.25 m: as a function for C++ and a macro for C. A NULL
// snap query means the default.
PICK_API pick_snap_query pick_snap_query_default(void);
#define PICK_SNAP_QUERY_DEFAULT                                                                                        \
    ((pick_snap_query){.rules = PICK_SNAP_ALL, .reach = 10, .neighbor_reach = 200, .grid_step = 0.25})

// A line to draw, which shows why.
typedef struct pick_snap_guide {
    pick_vec3 from, to;    // from what was found, or the held point, to the held point's new place
    pick_object_id object; // the neighbour; else the null handle
    uint32_t axis;         // ALIGN: the world axis that is lined up; else 0
} pick_snap_guide;

enum { PICK_SNAP_GUIDES = 2 };

typedef struct pick_snap {
    uint32_t rule;         // one of PICK_SNAP_*
    pick_vec3 point, to;   // see above
    pick_object_id object; // what was found; ALIGN: the first guide's neighbour; POINT and GRID: the null handle
    uint64_t user;         // the object's
    uint32_t triangle;     // source number; of a volume, the part
    uint32_t submesh;
    uint32_t cap; // SURFACE: pick_hit.cap; else 0
    // Of the vertex, or of the edge's first vertex, in the triangle: 0 to 2. INTERSECTION of a free point: the grid's
    // axis; POINT: its number; else 0.
    uint32_t index;
    double barycentric[2]; // of `point`: weights of vertex 1 and 2
    pick_vec3 normal;      // world space, unit, of the triangle's front; POINT, ALIGN, GRID: zero
    bool backface, locked;
    double distance; // on screen
    double depth;    // along the view axis, metres
    // ALIGN: one for each axis. PERPENDICULAR and INTERSECTION: from the held point to `point`. Other rules, if `to` is
    // not `point`: from there to `to`.
    pick_snap_guide guide[PICK_SNAP_GUIDES];
    uint32_t guide_count;
    // The way within a nested scene, as in pick_hit. 0: `object` is not a scene, or it is found as a whole (ALIGN).
    uint32_t path_count;
    pick_object_id path[PICK_NESTED_LEVELS];
} pick_snap;

// Finds where the held point should go for a window position. False, and `out` untouched: no rule has a place there.
// `snap` or `query` NULL: the default.
PICK_API bool pick_snap_in_window(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                  const pick_snap_query *snap, const pick_query *query, pick_snap *out);

// The twin that tests every triangle and every object.
PICK_API bool pick_snap_in_window_brute_force(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                              const pick_snap_query *snap, const pick_query *query, pick_snap *out);

#ifdef __cplusplus
}
#endif

#endif
