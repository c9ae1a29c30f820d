// scene.h: the objects that can be picked, and a hierarchy over their world boxes kept current under every edit.
//
// Space:      world space, metres; an object's mesh, volume or points are in their own space and shared by
//             reference.
// Handles:    pick_object_id. A stale one is a defined error or miss, in release builds too.
// Cost:       adding, removing, moving and re-meshing an object touch it and its ancestors in the hierarchy. In a scene
//             of 300 000 objects that takes one to three microseconds in the median.
//             When edits have degraded the hierarchy (many objects arrived or jumped, or its measured cost grew), the
//             scene builds another one beside it. Until it takes the old one's place, every edit, changes of layers and
//             flags included, also builds a slice of it: 10 to 100 microseconds. Picks see the old one meanwhile.
//             pick_scene_maintain does this work in idle time instead.
//             Objects and nodes lie in blocks that never move, and what a rebuild leaves is freed piece by piece, so no
//             edit copies or frees everything. Adding 300 000 objects one by one took a median of 2.2 microseconds, 6
//             to 8 in the mean, 0.1 milliseconds for all but one in a thousand, and 0.2 to 2.1 milliseconds for the
//             longest (default allocator, a shared virtual machine). pick_scene_add_many adds many objects several
//             times as fast, and pick_scene_set_many moves, hides and shows many.
//             pick_scene_bounds, pick_scene_objects and pick_scene_mesh_changed pass over all objects.
// Nesting:    an object may be a scene: a prefab, an assembly. Its objects are then seen in the outer scene, moved by
//             the transform of the object, as often as objects name it; nothing is copied. Each level counts: what is
//             hidden, locked or in layers that are not seen at any level is so for all within it. Each scene keeps
//             handles of its own: a pick_object_id means nothing in another scene. A hit names the object of the scene
//             that was asked, and the path within it (query.h).
//             Rays are exact at every level. All other queries multiply the transforms of a path, level by level, and
//             round the linear part to floats each time: an object with a path of two or more is off by up to 2^-24 of
//             its distance from the origin of its own scene. So what a nested scene holds should be near its origin.
// Ownership:  the scene does not own meshes, volumes, points and nested scenes; they must outlive the objects that use
//             them.
// Threads:    many readers at once, or one writer alone. Functions that take a const scene read. What asks a scene
//             reads the scenes within it too: nobody may write to those meanwhile.
#ifndef PICKING_SCENE_H
#define PICKING_SCENE_H

#include "picking/mesh.h"
#include "picking/thin.h"
#include "picking/volume.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pick_scene pick_scene;

enum {
    PICK_OBJECT_HIDDEN = 1u << 0,       // not drawn, so neither picked nor in the way
    PICK_OBJECT_LOCKED = 1u << 1,       // cannot be selected
    PICK_OBJECT_CLICK_THROUGH = 1u << 2 // with LOCKED: picks pass through it to what is behind it
};

enum { PICK_NESTED_LEVELS = 16 }; // the most scenes within each other below the one that is asked

typedef struct pick_object_desc {
    const pick_mesh *mesh;     // exactly one of mesh, volume, thin and scene; the others are NULL
    const pick_volume *volume; // volume.h
    const pick_thin *thin;     // thin.h: points, lines, curves
    const pick_scene *scene;   // another scene, all of it
    pick_transform transform;
    uint32_t layers; // bit mask; a query sees the object if (layers & ~query.hidden_layers) != 0. 0: no query does
    uint32_t flags;  // PICK_OBJECT_*; other bits are refused
    uint64_t user;   // the caller's own; comes back in the hit
} pick_object_desc;

// Identity transform, all layers, no flags, as a function for C++ and a macro for C. A zeroed description is not that:
// its transform is flat, and it is in no layer.
PICK_API pick_object_desc pick_object_desc_default(void);
#define PICK_OBJECT_DESC_DEFAULT ((pick_object_desc){.transform = PICK_TRANSFORM_IDENTITY, .layers = 0xffffffffu})

PICK_API pick_result pick_scene_create(const pick_allocator *allocator, pick_scene **out);
PICK_API void pick_scene_destroy(pick_scene *scene); // NULL is fine

// Errors: PICK_ERROR_INVALID_ARGUMENT (not exactly one of mesh, volume, thin and scene; unknown flags; a nested scene
// that is this one or has it within), PICK_ERROR_NOT_FINITE (transform), PICK_ERROR_OUT_OF_MEMORY, PICK_ERROR_TOO_LARGE
// (2^30 objects; a nested scene with PICK_NESTED_LEVELS levels or more within it). On error the scene and `*out` are
// unchanged.
PICK_API pick_result pick_scene_add(pick_scene *scene, const pick_object_desc *desc, pick_object_id *out);

// Adds `count` objects, all or none: a level, an import, a paste. They get the handles that pick_scene_add would give
// them one after the other, in `out`, which has room for `count`. Where they are many beside those that are there, the
// hierarchy is built for all at once, several times as fast as by adding each, and leaves pick_scene_maintain nothing
// to do; otherwise each is inserted. Errors are those of pick_scene_add, of any object, before anything changes; only
// memory may run out later. On error the scene is unchanged; what is in `out` then means nothing.
PICK_API pick_result pick_scene_add_many(pick_scene *scene, const pick_object_desc *descs, size_t count,
                                         pick_object_id *out);

PICK_API pick_result pick_scene_remove(pick_scene *scene, pick_object_id id);

PICK_API pick_result pick_scene_set_transform(pick_scene *scene, pick_object_id id, const pick_transform *transform);
// An object with a mesh can get a volume, points or a scene in its place, and the reverse.
PICK_API pick_result pick_scene_set_mesh(pick_scene *scene, pick_object_id id, const pick_mesh *mesh);
PICK_API pick_result pick_scene_set_volume(pick_scene *scene, pick_object_id id, const pick_volume *volume);
PICK_API pick_result pick_scene_set_thin(pick_scene *scene, pick_object_id id, const pick_thin *thin);
// Its errors are also those of pick_scene_add for a nested scene.
PICK_API pick_result pick_scene_set_nested(pick_scene *scene, pick_object_id id, const pick_scene *nested);

// Call it after pick_mesh_refit, before any query or edit of the scene: every object of that mesh takes its new bounds.
// Cannot fail.
PICK_API void pick_scene_mesh_changed(pick_scene *scene, const pick_mesh *mesh);
// The same after pick_thin_refit.
PICK_API void pick_scene_thin_changed(pick_scene *scene, const pick_thin *thin);
// The same after pick_primitive_set_bounds.
PICK_API void pick_scene_volume_changed(pick_scene *scene, const pick_volume *volume);
// The same after edits of a nested scene: all objects that are it take its new bounds. With several levels, call it for
// each scene on the way, from the inside out. Until then what came or moved inside is found only within the old bounds.
PICK_API void pick_scene_nested_changed(pick_scene *scene, const pick_scene *nested);

PICK_API pick_result pick_scene_set_layers(pick_scene *scene, pick_object_id id, uint32_t layers);
PICK_API pick_result pick_scene_set_flags(pick_scene *scene, pick_object_id id, uint32_t flags);
PICK_API pick_result pick_scene_set_user(pick_scene *scene, pick_object_id id, uint64_t user);

// Sets mesh, volume, points or scene, transform, layers, flags and user of `count` objects, all or none: ids[i] becomes
// what descs[i] says. Of an object that is given twice the last description counts. Afterwards the scene answers as if
// each had been set by the functions above. Where many objects move, get another mesh or are shown, or nearly all are
// hidden, the hierarchy is built for all at once, several times as fast as by changing each; otherwise each is changed,
// without slices of the upkeep if none is under way. Takes memory for `count` descriptions meanwhile. Errors:
// PICK_ERROR_STALE_HANDLE, those of pick_scene_add, of any object, and PICK_ERROR_OUT_OF_MEMORY. On error the scene is
// unchanged.
PICK_API pick_result pick_scene_set_many(pick_scene *scene, const pick_object_id *ids, const pick_object_desc *descs,
                                         size_t count);

PICK_API bool pick_scene_contains(const pick_scene *scene, pick_object_id id);

// What the object was last set to. PICK_ERROR_STALE_HANDLE leaves `out` untouched.
PICK_API pick_result pick_scene_get(const pick_scene *scene, pick_object_id id, pick_object_desc *out);

// World box of one object (empty for an empty mesh; the least one for a volume; of points and lines without what their
// size on screen adds; of a scene that of the boxes in its hierarchy), and of all that are not hidden.
PICK_API pick_result pick_scene_object_bounds(const pick_scene *scene, pick_object_id id, pick_aabb *out);
PICK_API pick_aabb pick_scene_bounds(const pick_scene *scene);

PICK_API size_t pick_scene_count(const pick_scene *scene);

// Handles of all objects, in slot order. Writes at most `capacity`; returns how many there are.
PICK_API size_t pick_scene_objects(const pick_scene *scene, pick_object_id *out, size_t capacity);

// Makes room for `objects` in all, so that adding so many allocates next to nothing. PICK_ERROR_OUT_OF_MEMORY and
// PICK_ERROR_TOO_LARGE (more than 2^30) change nothing that can be seen.
PICK_API pick_result pick_scene_reserve(pick_scene *scene, size_t objects);

// Improves the hierarchy after edits, if that is worth it, by about `budget` steps of some 5 to 10 nanoseconds each: in
// idle time, or with UINT64_MAX after a level was loaded. Returns whether more is left to do. It changes how long
// queries take, never what they answer. Without memory it does nothing and returns false.
PICK_API bool pick_scene_maintain(pick_scene *scene, uint64_t budget);

// Promises that pick_scene_maintain is called in idle time, or takes the promise back; false at first. With it, many
// objects that arrive at once in a scene that has some, added by pick_scene_add_many or shown by pick_scene_set_many,
// are grouped by place in a hierarchy of their own beside that of the scene: several times as fast as the build for
// all, which is then left to pick_scene_maintain. Queries answer the same meanwhile, and take up to about twice as
// long. NULL does nothing.
PICK_API void pick_scene_defer_builds(pick_scene *scene, bool deferred);

// Bytes held by the scene, meshes, volumes, points and nested scenes not included. Below 200 for each object of a large
// scene that was built at once, or maintained to the end; up to half as much again while it has few thousands, and
// twice as much during a rebuild.
PICK_API size_t pick_scene_memory(const pick_scene *scene);

#ifdef __cplusplus
}
#endif

#endif
