// nearest.h: the vertex, edge or surface point nearest to a window position or a world point, for snapping.
//
// Space:      points are world space, metres; window positions logical points, as in view.h.
// Features:   a vertex within the radius wins over any edge, and an edge over any surface, because a surface under the
//             mouse would otherwise always be nearest. Among features of one kind the nearest wins, then (window) the
//             nearest to the eye, then the lower slot, triangle and index.
// Polygons:   of a mesh that has them (mesh.h), their inner sides are no edges.
// Seen:       objects and triangles as in a pick with the same pick_query: layers, hidden, locked, filters. In the
//             window, each triangle is culled as seen from the eye. For a world point, PICK_CULL_MATERIAL and
//             PICK_CULL_NONE accept both sides, PICK_CULL_BACK and _FRONT test the side that the point is on. A
//             filter is called at the point that would be returned.
// Volumes:    have a surface alone, without vertices and edges; `triangle` is the part, the barycentrics are 0. A point
//             inside a volume, hollow or not, is at distance 0: its nearest point is itself, and the normal is zero. In
//             the window, a position over a volume is at distance 0, at the point that its ray hits. Culling does not
//             matter.
// Points:     points, lines and curves (thin.h) are surfaces too, without vertices and edges: `triangle` is the part,
//             barycentric[0] the place along it. In the window, a size on screen is subtracted from the distance. In
//             the world it is none, and they are at the distance of their middle line, with a normal of zero.
// Nested:     what lies within nested scenes (scene.h) is searched too, as if the product of the transforms were
//             rounded to floats, 2^-24 of itself; `point` is then moved to where a pick meets it. Only what has a size
//             on screen is not found there. The hierarchies of nested scenes are traversed as that of the scene.
// Clipping:   in the window, features are clipped to the near and far plane, the viewport and the view's section; a
//             vertex outside is ignored. Points and lines with a size on screen are clipped to the viewport grown by
//             that. Of a volume beside the position only the nearest point of its whole outline
//             counts, if the section keeps it. A side that is seen edge-on has many such points in one place on screen:
//             of those that the section keeps, the one in front counts.
// Caps:       of the view's section (view.h) are never the nearest; with `visible` they hide what is behind them.
// Exactness:  computed in double, relative to the eye or to the point. `point` is on its feature to within 4 units in
//             the last place of the largest coordinate involved (of the object's origin, and of its linear part times
//             the vertices), from any distance, and `barycentric` are the weights of that point. In the world,
//             `distance` is the least distance to within 8 such units, where the vector from the point to the object's
//             origin counts as a coordinate too. Of a volume, `distance` is the least one to within 1e-12 of itself and
//             of the part's size (window: 1e-9 points, and 1e-12 of its picture's size, which is huge where the near
//             plane cuts something large), and `point` is in the part, within a millionth of its size from the nearest
//             place.
// Cost:       no allocation. Hierarchies reject what is farther than the radius, so a small radius is fast.
#ifndef PICKING_NEAREST_H
#define PICKING_NEAREST_H

#include "picking/query.h"
#include "picking/view.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PICK_FEATURE_VERTEX = 1u << 0,
    PICK_FEATURE_EDGE = 1u << 1,
    PICK_FEATURE_SURFACE = 1u << 2,
    PICK_FEATURE_ALL = 7
};

typedef struct pick_nearest {
    pick_object_id object;
    uint64_t user;     // the object's
    uint32_t feature;  // one of PICK_FEATURE_*
    uint32_t triangle; // source number; of a volume, the part
    uint32_t submesh;
    uint32_t index;        // of the vertex, or of the edge's first vertex, in the triangle: 0, 1 or 2; surfaces: 0
    double barycentric[2]; // of `point`: weights of vertex 1 and 2
    pick_vec3 point;       // world space, on the feature
    pick_vec3 normal;      // world space, unit, of the triangle's front
    double distance;       // logical points (window) or metres (world)
    double depth;          // along the view axis, metres (window); 0 (world)
    bool backface;         // the eye, or the point, is not strictly before the triangle's front
    bool locked;
    bool from_bounds; // a point of the bounds of a primitive without a callback for this (primitive.h)
    // The way within a nested scene, as in pick_hit. 0: `object` is not a scene.
    uint32_t path_count;
    pick_object_id path[PICK_NESTED_LEVELS];
} pick_nearest;

// Zeroed: any feature exactly at the position.
typedef struct pick_nearest_query {
    uint32_t features; // PICK_FEATURE_*, 0 for all; other bits find nothing
    double radius;     // logical points (window) or metres (world), >= 0; the world's may be infinite
    bool visible;      // window: only points that are not occluded (as pick_visible, from the near plane on)
} pick_nearest_query;

// All features within 10 points or metres, occluded ones too, as a function for C++ and a macro for C.
PICK_API pick_nearest_query pick_nearest_query_default(void);
#define PICK_NEAREST_QUERY_DEFAULT ((pick_nearest_query){.features = PICK_FEATURE_ALL, .radius = 10})

// The feature nearest to a window position, on screen. False, and `out` untouched, when there is none within the
// radius. A radius that is negative or not finite, or a position that is not finite, finds nothing. `nearest` or
// `query` NULL: the default, here and below.
PICK_API bool pick_nearest_in_window(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                     const pick_nearest_query *nearest, const pick_query *query, pick_nearest *out);

// The feature nearest to a world point, in space. `nearest->visible` is ignored.
PICK_API bool pick_nearest_in_world(const pick_scene *scene, pick_vec3 point, const pick_nearest_query *nearest,
                                    const pick_query *query, pick_nearest *out);

// The twins that test every triangle.
PICK_API bool pick_nearest_in_window_brute_force(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                                 const pick_nearest_query *nearest, const pick_query *query,
                                                 pick_nearest *out);
PICK_API bool pick_nearest_in_world_brute_force(const pick_scene *scene, pick_vec3 point,
                                                const pick_nearest_query *nearest, const pick_query *query,
                                                pick_nearest *out);

#ifdef __cplusplus
}
#endif

#endif
