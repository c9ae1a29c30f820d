// sweep.h: what a moving solid meets first, what a solid overlaps, and how far apart two objects are.
//
// Space:      world space, metres. t counts in units of the motion: 0 is its start, 1 its end.
// Solids:     all points within a radius of the convex hull of some points: a sphere (one point), a capsule (two), a
//             box (its corners), any convex solid, sharp or rounded. Flat ones, segments and points are solids too.
// Seen:       objects and triangles as in a pick with the same pick_query: layers, hidden, locked, filters, kinds. A
//             filter is called at the point that would be returned. PICK_CULL_MATERIAL and PICK_CULL_NONE accept both
//             sides of a triangle; in a sweep, PICK_CULL_BACK leaves out those whose front faces along the motion, and
//             PICK_CULL_FRONT all others.
// Inside:     meshes are surfaces: a solid within a closed mesh does not overlap it. Volumes are solid, hollow or not;
//             `triangle` is the part, the barycentrics are 0. A height field is its triangles. Points and curves are
//             balls and tubes of their radius in space, under any transform; what has a size on screen, or none, is
//             its points or lines. `triangle` is their part, and the first barycentric the place along it. A
//             primitive of the caller's is the box of its bounds, and `from_bounds` says so. Zero-scaled ones are never
//             met.
// Nested:     what lies within nested scenes (scene.h) is met and measured too, under any transforms, as if their
//             product were rounded to floats, 2^-24 of itself: of that object t, normals and distances are as exact as
//             below. Points are then moved to where a pick meets the object itself. What is on a path is seen as in a
//             pick. The hierarchies of nested scenes are traversed as that of the scene.
// Start:      a solid that overlaps or touches something at the start meets it at t = 0, with `inside` set. The normal
//             is then zero, wherever the motion leads.
// Exactness:  two things touch when they are no farther apart than the tolerance: 2^-40 of their sizes, and 2^-49 of
//             the motion and of where the object lies relative to the solid's start; against curved volumes it may be
//             2^-30 of the sizes. A contact is reported at a t at which the two touch in this sense, and before which
//             they do not overlap: never later than the first contact, never earlier than when they come within the
//             tolerance, and never beyond it, however thin the thing and however long the motion. What grazes the solid
//             within the tolerance may count.
//             `point` is on the object as in nearest.h. A box whose face meets a face has many points of contact; one
//             of them is returned. `normal` is that of a plane that separates the two until the contact: exact for
//             spheres and for faces, and within a thousandth where curves or edges meet edges.
// Order:      the least t, ties by the object's slot, then by the path, then by triangle number.
// Bad input:  a scene, solid or output that is NULL, a solid without points, with points that are not finite, or with
//             a radius that is negative or not finite, and a motion that is not finite meet nothing: false or 0,
//             outputs untouched. A motion of zero meets what the solid overlaps.
// Cost:       no allocation. Hierarchies reject what the box around the solid does not meet.
#ifndef PICKING_SWEEP_H
#define PICKING_SWEEP_H

#include "picking/query.h"
#include "picking/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

// The points stay the caller's.
typedef struct pick_solid {
    const pick_vec3 *points; // world space, in any order; those within the hull do no harm
    uint32_t count;          // at least 1
    double radius;           // >= 0; 0: sharp
} pick_solid;

// The center stays in the sphere: the solid is good while that is. Of NULL it has no points.
static inline pick_solid pick_solid_from_sphere(const pick_sphere *sphere)
{
    pick_solid solid = {NULL, 0, 0};
    if (sphere != NULL) {
        solid.points = &sphere->center;
        solid.count = 1;
        solid.radius = sphere->radius;
    }
    return solid;
}

// Writes the corners of a box, oriented or sheared, flat or not; the solid is good while they are. With a NULL it has
// no points.
PICK_API pick_solid pick_solid_from_box(const pick_obb *box, pick_vec3 corners[8]);

typedef struct pick_contact {
    pick_object_id object;
    uint64_t user;         // the object's
    double t;              // in [0, 1]
    pick_vec3 point;       // world space, on the object
    pick_vec3 normal;      // world space, unit, from the object towards the solid; zero if inside
    uint32_t triangle;     // source number; of a volume, of points and curves the part
    uint32_t submesh;      // of a volume 0
    double barycentric[2]; // of `point`: weights of vertex 1 and 2, or [0]: along the part
    bool backface;         // the motion runs along the normal of the triangle's front
    bool locked;
    bool inside;      // they overlap or touch at the start
    bool from_bounds; // of a primitive (primitive.h), whose bounds were met
    // The way within a nested scene, as in pick_hit. 0: `object` is not a scene.
    uint32_t path_count;
    pick_object_id path[PICK_NESTED_LEVELS];
} pick_contact;

// The first contact of a solid that moves by `motion`. False, and `out` untouched, when there is none.
PICK_API bool pick_sweep(const pick_scene *scene, const pick_solid *solid, pick_vec3 motion, const pick_query *query,
                         pick_contact *out);

// The objects that a solid overlaps or touches, by slot: of the scene that is asked, so a nested scene is one. Writes
// at most `capacity`, the first ones; returns how many there are.
PICK_API size_t pick_overlaps(const pick_scene *scene, const pick_solid *solid, const pick_query *query,
                              pick_object_id *objects, size_t capacity);

typedef struct pick_clearance {
    double distance;          // metres; 0: they overlap or touch
    pick_vec3 point[2];       // world space, on each object
    uint32_t triangle[2];     // source numbers; of a volume, of points and curves the part
    double barycentric[2][2]; // of `point`: weights of vertex 1 and 2, or [0]: along the part
    bool from_bounds[2];      // of a primitive, whose bounds were measured
    // The ways within nested scenes, as in pick_hit. 0: the object is not a scene.
    uint32_t path_count[2];
    pick_object_id path[2][PICK_NESTED_LEVELS];
} pick_clearance;

// How far two objects are apart at their nearest points. Meshes are surfaces: what one encloses is not in it. When they
// overlap, both points are a place where they do, whichever is found first. Otherwise ties go to the lower path and
// triangle of `a`, then of `b`. Of the query only its hidden kinds matter: hidden and locked objects, and those of any
// layer, are measured. Of a scene within the scene, it is to all that is in it, but for what is hidden there. False,
// and `out` untouched, for handles that name nothing, and where nothing is left of an object: an empty mesh or scene, a
// flat transform, all kinds hidden. Exactness: the points are on the objects as in nearest.h, and `distance` is the
// least one to within some roundings of the coordinates, relative to the center of `a`, of a scene that of its bounds;
// of curved volumes as in nearest.h; in nested scenes as under Nested.
PICK_API bool pick_object_clearance(const pick_scene *scene, pick_object_id a, pick_object_id b,
                                    const pick_query *query, pick_clearance *out);

// The twins that test every triangle and every volume.
PICK_API bool pick_sweep_brute_force(const pick_scene *scene, const pick_solid *solid, pick_vec3 motion,
                                     const pick_query *query, pick_contact *out);
PICK_API size_t pick_overlaps_brute_force(const pick_scene *scene, const pick_solid *solid, const pick_query *query,
                                          pick_object_id *objects, size_t capacity);
PICK_API bool pick_object_clearance_brute_force(const pick_scene *scene, pick_object_id a, pick_object_id b,
                                                const pick_query *query, pick_clearance *out);

#ifdef __cplusplus
}
#endif

#endif
