// query.h: what a ray hits (the closest, all, each object once, anything at all), and whether one point sees another.
//
// Space:      world space, metres; t counts in units of the ray's direction.
// Order:      nearest first by t, ties by the object's slot, then by triangle number. Of one part that is met several
//             times at one t (of a compound, a curve or a primitive) front faces come first, then what the ray does not
//             start inside, then the lower barycentric[0], then the lower barycentric[1]. Hits of a compound that
//             agree in all of this have the same normal, that of one of them.
// Seen:       objects that are not hidden and share a layer with the query. A locked object can be hit (so that it
//             blocks what is behind it) unless it is PICK_OBJECT_CLICK_THROUGH or the query passes through locked ones;
//             pick_hit.locked says so, and an editor then selects nothing.
// Volumes:    a solid one is hit where the ray enters, or at t_min if it starts inside; the surface of one where it
//             enters and where it leaves, which is its back (volume.h).
// Points:     balls and tubes (thin.h) are solid too: a candidate for each segment that the ray enters, `triangle`
//             being its part, barycentric[0] the place along it. What has a size on screen, or none, no ray meets: use
//             pick_cursor.
// Exactness:  boxes only reject; every hit of a mesh is a watertight triangle test (Woop, Benthin and Wald, JCGT 2013,
//             with edge functions in double). Zero-scaled objects are never hit.
//             A triangle that the ray misses is never hit, however far away the ray starts: the error of a hit is at
//             most the rounding of the distance to the ray's origin and of the mesh's extent. Volumes are hit as
//             shape.h says, in object space: the same error, times how much the object's transform stretches.
// Nested:     what lies in nested scenes (scene.h) is hit as its ray is in its scene's own space: exactly under the
//             mouse, wherever the scene lies; t is that of the outer ray. The error is that of a mesh, at each level.
//             Ties go by the path after the slot. It is seen if each object on its path is; locked if any is.
// Filters:    a filter may be called in any order, any number of times for one candidate, and not at all for candidates
//             that cannot win. It is called on the thread that asks; queries on several threads call it at once. So it
//             should be a pure function of the candidate: then the answer is the same at every SIMD width and on every
//             machine. It must not change the scene. One that answers at random breaks nothing: what is found is then
//             a hit that it accepted when it was called, or a miss.
// Cost:       no allocation, nothing built, microseconds. Filters and kinds that are not used cost four instructions a
//             ray.
// Caps:       with pick_query.caps, rays meet the caps of a view's section (view.h) as well, and both are shortened to
//             what it keeps. Layers, flags and the object filter decide about caps as about objects, hidden kinds of
//             a mesh are not part of the solid; culling and alpha do not matter. pick_closest finds a cap before all
//             else at its t but what has a lower slot; pick_all has a hit for the cap of each object, pick_all_objects
//             has it in place of the object's nearest; a cap blocks pick_any and pick_visible, unless an end lies on
//             its plane, within rounding.
// Misses:     outputs are untouched.
#ifndef PICKING_QUERY_H
#define PICKING_QUERY_H

#include "picking/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pick_hit {
    pick_object_id object; // of the scene that was asked
    uint64_t user;         // the object's
    double t;
    pick_vec3 point;         // world space
    pick_vec3 normal;        // world space, unit, geometric, of the front face whichever side was hit; zero if inside
    pick_vec3 smooth_normal; // world space, unit: the mesh's normals, interpolated; where it has none, `normal`
    // Source number in the object's mesh; of a volume, of points and lines the part; of a primitive what it says.
    uint32_t triangle;
    uint32_t submesh; // of a volume 0
    // Weights of vertex 1 and 2; of a volume 0; of lines and curves [0]: along the part; of a primitive what it says.
    double barycentric[2];
    float uv[2];
    bool has_uv;
    bool backface;
    bool locked;
    bool inside; // the ray starts inside a solid volume
    // 0: a surface. Else it is a cap (pick_query.caps) and this is the number of the section's plane, from 1: `normal`
    // is opposite to the plane's, and triangle and submesh are those of the first back face of the mesh that the ray
    // meets behind it, be that of a shell within another; barycentric and uv are 0.
    uint32_t cap;
    bool from_bounds; // it is a hit of the bounds of a primitive without a callback for rays (primitive.h)
    // Where `object` is a scene: the way to what was hit, from the outside in. path[0] is an object of that scene, and
    // each next one of the scene that the one before is; triangle, submesh and the rest are those of the last.
    uint32_t path_count; // 0: `object` is not a scene. Handles behind are undefined
    uint64_t inner_user; // of the last of the path; without one it is `user`
    pick_object_id path[PICK_NESTED_LEVELS];
} pick_hit;

// Called for hits on alpha-tested submeshes, or for all (pick_query.filter_all), that are not culled and not of a
// hidden kind; only object, user, path, inner_user, t, triangle, submesh, barycentric, uv, backface, locked and inside
// are filled in.
// Returning false lets the ray through.
typedef bool (*pick_filter)(void *user, const pick_hit *candidate);

// Called for each object whose box the query meets, before its triangles are tested: returning false skips the object,
// as if it were hidden. It is not called for objects within nested scenes, whose handles are of another scene: these
// go with the object that is their scene. For lists of what to ignore, and for rules that masks cannot express.
// `object_user` is the object's own.
typedef bool (*pick_object_filter)(void *user, pick_object_id object, uint64_t object_user);

struct pick_view;

// A zeroed query is the default: it sees all layers, culls as drawn, lets locked objects block, and has no filter.
typedef struct pick_query {
    // A bit per layer that is not seen: an object is left out if all of its layers are hidden. With a layer matrix
    // (layers.h): ~pick_layer_matrix_mask(&matrix, layers). All bits set: nothing is seen.
    uint32_t hidden_layers;
    pick_cull cull;     // another value than the four: nothing is hit
    bool pass_locked;   // locked objects neither count nor block
    pick_filter filter; // NULL: alpha-tested triangles count as solid
    void *filter_user;
    bool filter_all;                  // the filter is called for every hit, not only for alpha-tested submeshes
    uint32_t hidden_kinds;            // PICK_SUBMESH_KIND bits: submeshes all of whose kinds these are, are left out
    pick_object_filter object_filter; // NULL: none
    void *object_filter_user;
    pick_stats *stats; // NULL: not counted
    // A view whose section has caps (pick_view_set_caps), for rays that pick_view_ray or a caller formed. NULL, or a
    // view without caps: rays are as they are given. Functions that are given a view heed its caps without this.
    const struct pick_view *caps;
    // Of batches alone: threads that share the work. NULL, or with `stats`: the caller's thread does it all.
    const pick_task_hook *tasks;
} pick_query;

// The default, as a function for C++ and a macro for C.
PICK_API pick_query pick_query_default(void);
#define PICK_QUERY_DEFAULT ((pick_query){.cull = PICK_CULL_MATERIAL})

// `query` NULL means the default, here and below. A scene, ray or output that is NULL, a ray that is not valid
// (pick_ray_is_valid) and a cull of no meaning hit nothing and see nothing: false or 0, outputs untouched.
PICK_API bool pick_closest(const pick_scene *scene, const pick_ray *ray, const pick_query *query, pick_hit *hit);

// Every hit along the ray, sorted. Writes at most `capacity`, the nearest ones; returns how many there are.
PICK_API size_t pick_all(const pick_scene *scene, const pick_ray *ray, const pick_query *query, pick_hit *hits,
                         size_t capacity);

// The nearest hit of each object along the ray, sorted: what lies under the mouse, one row an object (of the scene that
// is asked: a nested scene is one). Writes at most `capacity`, the nearest ones; returns how many objects are hit.
PICK_API size_t pick_all_objects(const pick_scene *scene, const pick_ray *ray, const pick_query *query, pick_hit *hits,
                                 size_t capacity);

// Whether the ray hits anything. It stops at the first hit that it finds, whichever that is.
PICK_API bool pick_any(const pick_scene *scene, const pick_ray *ray, const pick_query *query);

// Whether nothing that the query sees lies between two points of the world.
// Ends: a triangle that passes through `a` or `b` never blocks, so points taken from surfaces (pick_hit.point) do not
// hide themselves, their neighbours across an edge included. "Through" means within the rounding of the coordinates: a
// distance of 2^-44 of the largest coordinate of the ends, of the object's origin or of its extent; there is no
// absolute distance. Of volumes it is also a millionth of the object's size, and of solid ones all that lies between
// the ends counts: a solid that the segment only touches at an end does not block, one that it runs through does. Of
// balls and tubes it is a millionth of their radius. A segment that grazes a volume, ball or tube at an end may run
// through it for two thousandths of that size, if it is nowhere deeper than that millionth. The same point twice is
// visible; a point that is not finite is not.
PICK_API bool pick_visible(const pick_scene *scene, pick_vec3 a, pick_vec3 b, const pick_query *query);

// Many at once: pick_closest for each ray, and pick_visible for each pair of points, shared out among pick_query.tasks
// 32 and more at a time. On one thread they are as fast as single calls. hits[i] and found[i] are the answers for
// rays[i], visible[i] for from[i] and to[i], to the last bit, whatever the threads; hits[i] is untouched where found[i]
// is false. They return how many rays hit, and how many lines are free. Filters are called on the lent threads, each
// of which needs as much stack as one query. An array that is NULL, unless `count` is 0, and tasks without a run
// function answer nothing: 0, outputs untouched. Arrays do not overlap.
PICK_API size_t pick_closest_batch(const pick_scene *scene, const pick_ray *rays, size_t count, const pick_query *query,
                                   pick_hit *hits, bool *found);
PICK_API size_t pick_visible_batch(const pick_scene *scene, const pick_vec3 *from, const pick_vec3 *to, size_t count,
                                   const pick_query *query, bool *visible);

// The twins that test every triangle and every volume of the scene.
PICK_API bool pick_closest_brute_force(const pick_scene *scene, const pick_ray *ray, const pick_query *query,
                                       pick_hit *hit);
PICK_API size_t pick_all_brute_force(const pick_scene *scene, const pick_ray *ray, const pick_query *query,
                                     pick_hit *hits, size_t capacity);
PICK_API size_t pick_all_objects_brute_force(const pick_scene *scene, const pick_ray *ray, const pick_query *query,
                                             pick_hit *hits, size_t capacity);
PICK_API bool pick_any_brute_force(const pick_scene *scene, const pick_ray *ray, const pick_query *query);
PICK_API bool pick_visible_brute_force(const pick_scene *scene, pick_vec3 a, pick_vec3 b, const pick_query *query);

#ifdef __cplusplus
}
#endif

#endif
