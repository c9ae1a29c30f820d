// primitive.h: objects of the caller's own kind: distance fields, voxels, patches, anything that a ray can meet. A
// table of callbacks makes a volume (volume.h), so scenes, layers, filters, kinds, regions, the cursor and explanations
// take it as they take any other. A part number and two more numbers of the caller's come back in the hit.
//
// Space:      object space throughout. Rays keep their direction, whatever the object's scale: it is not normalised,
//             and t is that of the ray given, in units of its direction.
// Bounds:     rays are given only where they run within the bounds, and what the callbacks report elsewhere is ignored.
//             For this the bounds are widened by 2^-20 of their largest side, so that a shape may touch them.
// Missing:    what has no callback is answered from the bounds, as by a box, which is solid or a surface as the flags
//             say. pick_hit.from_bounds and pick_nearest.from_bounds say so; of regions, pick_primitive_missing.
// Contract:   callbacks are pure functions of their arguments and of what `user` points at: the same question gets the
//             same answer, or answers differ between calls. They are called on the thread that asks, by several threads
//             at once if several ask; no lock is held. They may ask any scene that they do not change, their own too;
//             one that asks about itself calls itself. They must not keep the probe, and must return as functions do:
//             leaving by longjmp or an exception is fine for the library, which holds nothing. The library allocates
//             nothing.
// Nonsense:   never crashes and never reaches a hit. A t that is NaN or outside the range, a shape that is not finite,
//             encloses nothing or leaves the bounds: not reported. A normal that is not finite: zero. Accelerated
//             queries and their brute-force twins call the same callbacks and ignore the same reports.
// Draw:       nothing is drawn. The caller draws it, as it does its meshes.
#ifndef PICKING_PRIMITIVE_H
#define PICKING_PRIMITIVE_H

#include "picking/volume.h"

#ifdef __cplusplus
extern "C" {
#endif

// Where a ray meets a primitive.
typedef struct pick_primitive_hit {
    double t;
    pick_vec3 normal; // outward, any length; zero if there is none. Ignored if inside
    uint32_t part;    // pick_hit.triangle
    double at[2];     // any two numbers: pick_hit.barycentric
    bool backface;    // it leaves the primitive
    bool inside;      // the ray starts inside a solid, and t is its t_min
    double through;   // of a solid: how much farther in t the ray stays inside, for pick_visible. Else 0
} pick_primitive_hit;

// One question to one primitive. Valid until the callback returns.
typedef struct pick_ray_probe pick_ray_probe;
typedef struct pick_region_probe pick_region_probe;
typedef struct pick_nearest_probe pick_nearest_probe;

typedef struct pick_primitive_desc {
    pick_aabb bounds; // around all that callbacks report
    // Reports every hit within the ray's range, in any order, or at least the nearest of those that pick_ray_report
    // still asks for. What is reported must not depend on t_max, which shrinks from call to call.
    void (*ray)(void *user, const pick_ray *ray, pick_ray_probe *probe);
    // Whether any point lies in the region; with `contain` whether all do.
    bool (*region)(void *user, pick_region_probe *probe, bool contain);
    // Offers the shapes that the primitive consists of, or those that may be nearest.
    void (*nearest)(void *user, pick_nearest_probe *probe);
    void *user;
    uint32_t flags; // as in pick_volume_desc
} pick_primitive_desc;

// Errors leave `*out` untouched: PICK_ERROR_INVALID_ARGUMENT (bounds that are empty or a point; unknown flags),
// PICK_ERROR_NOT_FINITE, PICK_ERROR_TOO_LARGE (bounds that reach beyond 1e30), PICK_ERROR_OUT_OF_MEMORY.
PICK_API pick_result pick_primitive_create(const pick_primitive_desc *desc, const pick_allocator *allocator,
                                           pick_volume **out);
// New bounds of a primitive that has changed. No query may run meanwhile; afterwards tell each scene:
// pick_scene_volume_changed. Errors as above, and PICK_ERROR_INVALID_ARGUMENT for a volume that is no primitive, change
// nothing.
PICK_API pick_result pick_primitive_set_bounds(pick_volume *volume, const pick_aabb *bounds);

enum { PICK_PRIMITIVE_RAY = 1u << 0, PICK_PRIMITIVE_REGION = 1u << 1, PICK_PRIMITIVE_NEAREST = 1u << 2 };

// The callbacks that are missing, as PICK_PRIMITIVE_* bits; 0 for what is no primitive.
PICK_API uint32_t pick_primitive_missing(const pick_volume *volume);

// --- For callbacks ---------------------------------------------------------------------------------------------------

// Reports a hit. Returns how far hits are still asked for: one with a larger t makes no difference, and with -infinity
// none does.
PICK_API double pick_ray_report(pick_ray_probe *probe, const pick_primitive_hit *hit);

// The shapes that regions and searches take: sphere (of radius 0: a point), boxes, capsule, cylinder, cone, triangle,
// in object space. Any other is ignored: false. They are exact under any transform.

// Whether any point of the shape lies in the region; whether all do.
PICK_API bool pick_region_probe_touches(const pick_region_probe *probe, const pick_shape *shape);
PICK_API bool pick_region_probe_contains(const pick_region_probe *probe, const pick_shape *shape);

// Offers the shape's nearest point, with a part number. Ties take the lower one.
PICK_API void pick_nearest_report(pick_nearest_probe *probe, const pick_shape *shape, uint32_t part);
// Whether anything in a box may be nearer than what is found so far: callbacks with a hierarchy pass over the others.
PICK_API bool pick_nearest_reaches(const pick_nearest_probe *probe, const pick_aabb *box);

#ifdef __cplusplus
}
#endif

#endif
