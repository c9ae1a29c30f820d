// region.h: which objects lie in a region of the picture: a rectangle, circle, lasso or convex frustum.
//
// Window:     logical points, origin top-left, y down, continuous, as in view.h.
// Region:     the part of the world that is drawn inside the shape: between the near and far plane of the view, within
//             its viewport, and kept by its section. The border belongs to it.
// Counted:    triangles that are not culled and that pass the filter and the kinds of the query, each as seen from the
//             eye. By default culling is as drawn: a single-sided triangle counts only if the eye is strictly in front
//             of it. Alpha-tested triangles count as solid; for their pixels, draw an object-ID image.
// Volumes:    count by their parts that pass the filter and the kinds, as filled bodies, hollow ones too; culling does
//             not matter. Only what lies between the near and far plane is in the picture. A circle or lasso touches
//             one that a section cuts if it touches the whole body's outline and the section leaves some of the body.
// Caps:       of the section (view.h) are no part of a region: the surfaces that they close count, as without them.
// Points:     points, lines and curves (thin.h) count by their parts, as they are drawn: balls and tubes by their
//             outlines, what has a size on screen by that, which reaches into the region from outside (thin_query.h).
// Nested:     of a nested scene (scene.h) the triangles and parts of all that the query sees within it count, as if the
//             product of the transforms were rounded to floats, 2^-24 of itself. Only what has a size on screen does
//             not. The hierarchies of nested scenes are traversed as that of the scene.
// Touch:      a counted triangle or part of the object has a point in the region.
// Contain:    the object has counted triangles or parts, and each lies wholly in the region, which no triangle does
//             that crosses the near plane or an edge of the viewport.
// Seen:       objects that are not hidden and share a layer with the query; locked ones only on request, because they
//             cannot be selected. Zero-scaled objects and degenerate triangles are never in a region.
// Exactness:  box tests are conservative. Every triangle that they do not decide is clipped to the region in double,
//             relative to the eye. An answer can be wrong only if a triangle comes within rounding of the border: some
//             1e-10 of a pixel, at any distance from the world's origin. Parts of volumes are measured by their
//             support functions: an answer can be wrong only if one comes within a millionth of its size, on screen or
//             in space, of the border. Whether a circle contains one is certain to a ten-millionth of the radius.
// Filter:     of a volume the candidate is a part: `triangle` is its number, barycentric (0, 0). So it is of points; of
//             lines and curves it is the middle of a part, barycentric[0] being 0.5.
// Cost:       no allocation; nodes that lie wholly inside or outside are not traversed.
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

// Creates an empty region. The functions below give it a shape, as often as needed, for example in every frame of a
// drag. Only this function allocates (about 5 KB). `allocator` NULL: the default one; it must outlive the region.
// PICK_ERROR_OUT_OF_MEMORY leaves `*out` untouched.
PICK_API pick_result pick_region_create(const pick_allocator *allocator, pick_region **out);
PICK_API void pick_region_destroy(pick_region *region); // NULL is fine

// Each of the next four functions replaces the region's shape. Errors: PICK_ERROR_NOT_FINITE;
// PICK_ERROR_INVALID_ARGUMENT as stated. The region is then unchanged.

// The rectangle between two opposite corners, in any order. Without area it is a line or point, and touches what is
// drawn under it.
PICK_API pick_result pick_region_rect(pick_region *region, const pick_view *view, pick_vec2 a, pick_vec2 b);

// All points within `radius` (logical points, 0 or more; invalid if negative) of `center`.
PICK_API pick_result pick_region_circle(pick_region *region, const pick_view *view, pick_vec2 center, double radius);

// A lasso: any polygon, closed from the last point to the first. It may cross itself: inside is what an odd number of
// windings encloses (even-odd). 3 to 2^24 points; other counts are invalid. The points stay the caller's and must
// outlive the region's use. Cost: a fraction of a microsecond per point.
PICK_API pick_result pick_region_polygon(pick_region *region, const pick_view *view, const pick_vec2 *points,
                                         uint32_t count);

// The intersection of half-spaces dot(normal, p) + offset >= 0. At most PICK_REGION_PLANES; a zero normal is invalid.
// No planes: all of space. Culling is as seen from `eye`, and precision is best near it.
PICK_API pick_result pick_region_planes(pick_region *region, const pick_plane *planes, uint32_t count, pick_vec3 eye);

// Whether a world point lies in the region.
PICK_API bool pick_region_contains_point(const pick_region *region, pick_vec3 point);

// Whether a window position lies in the shape and in the viewport. Always true for regions from planes.
PICK_API bool pick_region_contains_position(const pick_region *region, pick_vec2 position);

typedef enum pick_region_mode { PICK_REGION_TOUCH, PICK_REGION_CONTAIN } pick_region_mode;

// A zeroed query is the default: touch, triangle-exact, all layers, culling as drawn, no locked objects, ordered.
typedef struct pick_region_query {
    pick_region_mode mode; // an unknown mode or `cull` finds nothing
    // Tests only the box that the scene keeps around each object, against the region's planes (of a circle or polygon,
    // those of its bounding rectangle). Fast; near the corners of the region, touch may report objects beside it.
    bool bounds_only;
    uint32_t hidden_layers; // a bit per layer that is not seen, as in pick_query
    pick_cull cull;
    bool include_locked;
    bool unordered;                   // any order, but the same for the same scene and region; a little faster
    pick_object_filter object_filter; // NULL: none
    void *object_filter_user;
    // Decides which triangles count, as culling does; never called with `bounds_only`. The candidate is the middle of
    // the triangle: barycentric (1/3, 1/3), its uv, t 0, and `backface` false. The contract is that of query.h.
    pick_filter filter; // NULL: none
    void *filter_user;
    uint32_t hidden_kinds; // as in pick_query
    pick_stats *stats;     // NULL: not counted
} pick_region_query;

// The default, as a function for C++ and a macro for C.
PICK_API pick_region_query pick_region_query_default(void);
#define PICK_REGION_QUERY_DEFAULT ((pick_region_query){.mode = PICK_REGION_TOUCH, .cull = PICK_CULL_MATERIAL})

// The objects in the region. Writes at most `capacity` handles; returns how many there are. If they do not fit, it is
// unspecified which ones are written. `query` NULL: the default.
PICK_API size_t pick_region_objects(const pick_scene *scene, const pick_region *region, const pick_region_query *query,
                                    pick_object_id *out, size_t capacity);

// The twin that tests every triangle of every object.
PICK_API size_t pick_region_objects_brute_force(const pick_scene *scene, const pick_region *region,
                                                const pick_region_query *query, pick_object_id *out, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
