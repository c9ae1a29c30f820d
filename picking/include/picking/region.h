// region.h: which objects lie in a region of the picture: rectangle, circle, lasso, or any convex frustum.
//
// Window:     logical points, origin top-left, y down, continuous, as in view.h.
// Region:     the part of the world that is drawn inside the shape: between the near and the far plane of the view,
//             and within its viewport. Nothing behind the camera is in it. Its border belongs to it.
// Counted:    the triangles that the culling rule shows: as drawn by default, so that a single-sided triangle counts
//             only where the eye is strictly before its front. Decided per triangle, from the eye, wherever in the
//             world it is. Alpha-tested triangles count as solid (pixels decide those: draw an object-ID image).
// Touch:      the object has a counted triangle with a point in the region.
// Contain:    the object has counted triangles, and each lies wholly in the region: one that reaches behind the near
//             plane, or out of the viewport, does not.
// Seen:       objects that are not hidden and share a layer with the query; locked ones only on request, since nobody
//             can select them. Zero-scaled objects and dropped triangles are never in a region.
// Exactness:  boxes only decide what they are sure of; every other triangle is clipped to the region in double,
//             relative to the eye. An answer can be wrong only where a triangle comes within rounding of the border:
//             some 1e-10 of a pixel at any distance from the world's origin.
// Cost:       no allocation; nodes that lie wholly inside or outside are not descended into.
// Order:      by the object's slot (the order of pick_scene_objects), unless `unordered`.
#ifndef PICKING_REGION_H
#define PICKING_REGION_H

#include "picking/query.h"
#include "picking/shape.h"
#include "picking/view.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pick_region pick_region;

enum { PICK_REGION_PLANES = 16 }; // of pick_region_planes, at most

// Makes a region in which nothing lies, to be given a shape by one of the functions below, as often as wanted: once a
// frame of a drag, say. Only this function allocates (about 5 KB). `allocator` NULL: the default one; it must outlive
// the region. PICK_ERROR_OUT_OF_MEMORY leaves `*out` untouched.
PICK_API pick_result pick_region_create(const pick_allocator *allocator, pick_region **out);
PICK_API void pick_region_destroy(pick_region *region); // NULL is fine

// Each of the four gives the region another shape. Errors of all: PICK_ERROR_NOT_FINITE; PICK_ERROR_INVALID_ARGUMENT as
// said. The region is then as it was.

// The rectangle between two opposite corners, in any order. One without area is a line or point, and touches what is
// drawn under it.
PICK_API pick_result pick_region_rect(pick_region *region, const pick_view *view, pick_vec2 a, pick_vec2 b);

// All points within `radius` (logical points, 0 or more; invalid if negative) of `center`.
PICK_API pick_result pick_region_circle(pick_region *region, const pick_view *view, pick_vec2 center, double radius);

// A lasso: any closed polygon, the last point joined to the first; it may cross itself, and then what an odd number of
// windings encloses is inside (even-odd). Fewer than 3 points are invalid, more than 2^24 too. The points are the
// caller's and must last as long as the region. Cost: a fraction of a microsecond per point.
PICK_API pick_result pick_region_polygon(pick_region *region, const pick_view *view, const pick_vec2 *points,
                                         uint32_t count);

// What lies on the side that every plane's normal points to: dot(normal, p) + offset >= 0. At most PICK_REGION_PLANES;
// a normal without length is invalid. No planes: everywhere. `eye` is where it is seen from: it decides which side of
// a triangle counts, and precision is kept around it.
PICK_API pick_result pick_region_planes(pick_region *region, const pick_plane *planes, uint32_t count, pick_vec3 eye);

// Whether a world point lies in the region.
PICK_API bool pick_region_contains_point(const pick_region *region, pick_vec3 point);

// Whether a window position lies in its shape and in the viewport. Always for regions from planes.
PICK_API bool pick_region_contains_position(const pick_region *region, pick_vec2 position);

typedef enum pick_region_mode { PICK_REGION_TOUCH, PICK_REGION_CONTAIN } pick_region_mode;

// A zeroed query is the default: touch, triangle-exact, all layers, culling as drawn, no locked objects, ordered.
typedef struct pick_region_query {
    pick_region_mode mode; // another value than the two, as another `cull` than the four: nothing is found
    // Boxes decide: the box that the scene keeps around each object, against the region's planes (of a circle or a
    // polygon, those of its bounding rectangle). Fast, and too generous for touch near the corners of the region.
    bool bounds_only;
    uint32_t hidden_layers; // a bit per layer that is not seen, as in pick_query
    pick_cull cull;
    bool include_locked;
    bool unordered;                   // any order, the same for the same scene and region; a little faster
    pick_object_filter object_filter; // NULL: none
    void *object_filter_user;
    pick_stats *stats; // NULL: not counted
} pick_region_query;

// The default, as a function for C++ and a macro for C.
PICK_API pick_region_query pick_region_query_default(void);
#define PICK_REGION_QUERY_DEFAULT ((pick_region_query){.mode = PICK_REGION_TOUCH, .cull = PICK_CULL_MATERIAL})

// The objects in the region. Writes at most `capacity` handles; returns how many there are. When they do not fit, which
// ones are written is not specified. `query` NULL: the default.
PICK_API size_t pick_region_objects(const pick_scene *scene, const pick_region *region, const pick_region_query *query,
                                    pick_object_id *out, size_t capacity);

// The twin that tests every triangle of every object.
PICK_API size_t pick_region_objects_brute_force(const pick_scene *scene, const pick_region *region,
                                                const pick_region_query *query, pick_object_id *out, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
