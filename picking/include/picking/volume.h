// volume.h: shapes that can be objects of a scene: triggers, colliders, lights' ranges, proxies of what is not drawn.
//
// Space:      object space, any unit; an object's transform may be any: mirrored, sheared, non-uniform.
// Shapes:     sphere, boxes (a parallelogram too), capsule, cylinder, cone, triangle, bounded convex solid, and
//             compounds of these with any transforms. Not what has a size on screen (segment, point), what is unbounded
//             (plane, open convex solid), and meshes, which are objects themselves.
// Parts:      those of a compound have numbers, their indices in its list; what lies deeper has that of the part around
//             it. A part whose transform is singular is never hit. Any other shape is part 0. Compounds are tested part
//             by part: they have no hierarchy of their own.
// Solid:      a ray hits where it enters, and at its start if it starts inside. It has a front alone.
// Surface:    a ray hits where it enters (front) and where it leaves (back). It has two sides.
//             Parallelograms and triangles are flat: they are hit once, from both sides.
// Ownership:  the volume copies what it needs. The caller destroys it, after every scene object that uses it. Any
//             number of objects can share it.
// Threads:    nothing writes to a volume, so any number of threads may use it.
#ifndef PICKING_VOLUME_H
#define PICKING_VOLUME_H

#include "picking/mesh.h"
#include "picking/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pick_volume pick_volume;

enum {
    PICK_VOLUME_SURFACE = 1u << 0, // hollow; else solid
};

enum {
    PICK_VOLUME_PLANES = 64,    // of a convex solid, at most
    PICK_VOLUME_PARTS = 1 << 16 // shapes in a compound, the nested ones and the compounds counted
};

typedef struct pick_volume_desc {
    const pick_shape *shape; // required; `user` pointers are ignored
    uint32_t flags;          // PICK_VOLUME_*, with PICK_SUBMESH_KIND: a query's `hidden_kinds` leaves it out
} pick_volume_desc;

// `allocator` NULL: the default one; it must outlive the volume.
// Errors leave `*out` untouched: PICK_ERROR_INVALID_ARGUMENT (a shape that cannot be a volume; a negative radius, an
// empty box, a shape that encloses nothing and is not flat; a compound without a part that can be hit; a convex solid
// that is unbounded, empty, or has a plane without a normal; unknown flags; compounds deeper than
// PICK_SHAPE_MAX_DEPTH), PICK_ERROR_NOT_FINITE, PICK_ERROR_TOO_LARGE (more planes or parts than above),
// PICK_ERROR_OUT_OF_MEMORY.
PICK_API pick_result pick_volume_create(const pick_volume_desc *desc, const pick_allocator *allocator,
                                        pick_volume **out);
PICK_API void pick_volume_destroy(pick_volume *volume); // NULL is fine

// The least object-space box; empty for NULL.
PICK_API pick_aabb pick_volume_bounds(const pick_volume *volume);

#ifdef __cplusplus
}
#endif

#endif
