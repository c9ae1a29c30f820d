// shape.h: intersects a ray with a shape: plane, sphere, box, oriented box, capsule, cylinder, cone, triangle, convex
// solid, point and segment of a size on screen, mesh, compound; and a tagged union for lists of mixed shapes.
//
// Space:      ray and shape in the same space, any unit. t counts in units of the ray's direction.
// Range:      only t in [ray.t_min, ray.t_max] can be hit.
// Inside:     an origin (the point at t_min) inside a solid volume hits at t = t_min with `inside` set; the
//             normal is then zero and `face` is -1.
// Robustness: no absolute epsilons: results do not depend on the unit (magnitudes from 1e-70 to 1e70 work). A grazing
//             ray hits. Flat boxes can be hit.
//             NaN or infinite input, a zero direction, an empty box, a negative radius, a NULL, an unknown type, a
//             compound or convex solid whose array is NULL: a miss.
// Misses:     the output is untouched.
// Sources:    the paper behind each formula is cited where it is implemented.
#ifndef PICKING_SHAPE_H
#define PICKING_SHAPE_H

#include "picking/affine.h"
#include "picking/view.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pick_sphere {
    pick_vec3 center;
    double radius; // >= 0
} pick_sphere;

// Any parallelepiped: center plus three half axes (half the edge vectors), of any length and angle, right- or
// left-handed. One zero half axis makes it a parallelogram, hit from both sides; two make it a segment, three a point.
// Three non-zero half axes in one plane, within rounding, enclose nothing: a miss.
typedef struct pick_obb {
    pick_vec3 center;
    pick_vec3 half_axis[3];
} pick_obb;

// All points within `radius` of the segment a-b. a = b is a sphere.
typedef struct pick_capsule {
    pick_vec3 a, b;
    double radius; // >= 0
} pick_capsule;

// All points within `radius` of the axis a-b, between the planes across its ends. a = b encloses nothing: a miss.
typedef struct pick_cylinder {
    pick_vec3 a, b;
    double radius; // >= 0
} pick_cylinder;

// The points between a disc and the apex, the disc included. apex = base encloses nothing: a miss.
typedef struct pick_cone {
    pick_vec3 base;
    pick_vec3 apex;
    double radius; // of the disc around `base`, across the axis; >= 0
} pick_cone;

// Front face: counter-clockwise. Hit from both sides; pick_shape_hit.backface says which. Edges and vertices belong to
// the triangle, within the rounding of the ray's slopes: such a ray may pass a triangle that stands alone, but never
// between triangles that share the edge. Seen exactly edge-on, within the same, or without area, it is missed.
typedef struct pick_triangle {
    pick_vec3 vertex[3];
} pick_triangle;

// The solid on the inner side of all planes: dot(normal, p) + offset >= 0, as in region.h; normals of any length. The
// planes stay the caller's. It may be unbounded (a slab, a wedge); without planes it is all of space. An empty
// intersection is never hit.
typedef struct pick_convex {
    const pick_plane *planes;
    uint32_t count;
} pick_convex;

// A segment tested against a cone around the ray, for things with a size on screen: hit if the ray passes within
// radius + spread * (distance from the ray's origin, along the ray). pick_view_cone computes both for a size in points.
// The hit is the segment's point deepest in the cone: `point`; t is where the ray passes it; `normal` points from it to
// the ray (to the ray's origin, if the ray meets it); barycentric[0] is its place from a (0) to b (1). Not solid.
typedef struct pick_segment {
    pick_vec3 a, b;
    double radius, spread; // >= 0
} pick_segment;

// The same for a point.
typedef struct pick_point {
    pick_vec3 position;
    double radius, spread;
} pick_point;

struct pick_mesh;
struct pick_shape_part;

// Shapes with transforms. Parts may be compounds, PICK_SHAPE_MAX_DEPTH levels deep; deeper ones are never hit. The
// parts stay the caller's. The nearest part is hit, ties to the lower index; t_exit, face, user and `inside` are those
// of that part. Parts with a singular transform are never hit.
typedef struct pick_compound {
    const struct pick_shape_part *parts;
    size_t count;
} pick_compound;

enum { PICK_SHAPE_MAX_DEPTH = 16 };

typedef struct pick_shape_hit {
    double t;         // entry
    double t_exit;    // exit, at most t_max; equal to t for shapes that are not solid
    pick_vec3 point;  // at t
    pick_vec3 normal; // unit, outward; of plane, triangle and mesh, that of the front, whichever side was hit; zero
                      // if inside
    int face;         // boxes: 0..5 = -x +x -y +y -z +z of its own axes; capsule, cylinder: 0 side, 1 cap a, 2 cap b;
                      // cone: 0 side, 1 base; convex: the plane; mesh: the triangle; else 0; -1 inside
    bool inside;
    bool backface;         // plane, triangle, mesh: the ray runs along the normal
    double barycentric[2]; // triangle, mesh: weights of vertex 1 and 2
    void *user;            // pick_ray_shape: the shape's own pointer
} pick_shape_hit;

PICK_API bool pick_ray_plane(const pick_ray *ray, const pick_plane *plane, pick_shape_hit *hit);
PICK_API bool pick_ray_sphere(const pick_ray *ray, const pick_sphere *sphere, pick_shape_hit *hit);
PICK_API bool pick_ray_aabb(const pick_ray *ray, const pick_aabb *box, pick_shape_hit *hit);
PICK_API bool pick_ray_obb(const pick_ray *ray, const pick_obb *box, pick_shape_hit *hit);
PICK_API bool pick_ray_capsule(const pick_ray *ray, const pick_capsule *capsule, pick_shape_hit *hit);
PICK_API bool pick_ray_cylinder(const pick_ray *ray, const pick_cylinder *cylinder, pick_shape_hit *hit);
PICK_API bool pick_ray_cone(const pick_ray *ray, const pick_cone *cone, pick_shape_hit *hit);
PICK_API bool pick_ray_triangle(const pick_ray *ray, const pick_triangle *triangle, pick_shape_hit *hit);

PICK_API bool pick_ray_convex(const pick_ray *ray, const pick_convex *convex, pick_shape_hit *hit);
PICK_API bool pick_ray_segment(const pick_ray *ray, const pick_segment *segment, pick_shape_hit *hit);
PICK_API bool pick_ray_point(const pick_ray *ray, const pick_point *point, pick_shape_hit *hit);
// Both sides of every triangle. Not solid: t_exit = t.
PICK_API bool pick_ray_mesh(const pick_ray *ray, const struct pick_mesh *mesh, pick_shape_hit *hit);
PICK_API bool pick_ray_compound(const pick_ray *ray, const pick_compound *compound, pick_shape_hit *hit);

// The radius and spread that give a segment or point a size of `points` logical points in this view. Exact in the
// middle of the view; a little larger towards the sides of a wide perspective.
PICK_API void pick_view_cone(const pick_view *view, double points, double *radius, double *spread);

// The planes of the frustum behind a rectangle of the window: four sides, near, and far unless it is infinite. Returns
// how many were written: 5 or 6, or 0 for a rectangle without area or not finite. Sizes may be negative.
PICK_API uint32_t pick_convex_from_view(const pick_view *view, pick_rect rect, pick_plane planes[6]);

// An oriented box from an object-space box and its transform. An empty box gives one that is never hit.
PICK_API pick_obb pick_obb_from_aabb(const pick_aabb *box, const pick_transform *transform);

typedef enum pick_shape_type {
    PICK_SHAPE_NONE = 0, // hits nothing
    PICK_SHAPE_PLANE,
    PICK_SHAPE_SPHERE,
    PICK_SHAPE_AABB,
    PICK_SHAPE_OBB,
    PICK_SHAPE_CAPSULE,
    PICK_SHAPE_TRIANGLE,
    PICK_SHAPE_CONVEX,
    PICK_SHAPE_SEGMENT,
    PICK_SHAPE_POINT,
    PICK_SHAPE_MESH,
    PICK_SHAPE_COMPOUND,
    PICK_SHAPE_CYLINDER,
    PICK_SHAPE_CONE
} pick_shape_type;

typedef struct pick_shape {
    pick_shape_type type;
    union {
        pick_plane plane;
        pick_sphere sphere;
        pick_aabb aabb;
        pick_obb obb;
        pick_capsule capsule;
        pick_triangle triangle;
        pick_convex convex;
        pick_segment segment;
        pick_point point;
        const struct pick_mesh *mesh;
        pick_compound compound;
        pick_cylinder cylinder;
        pick_cone cone;
    } as;
    void *user; // returned in the hit; of a compound, the part's is
} pick_shape;

// A shape in a compound. Its sizes, including a segment's radius and spread, are in the part's space.
typedef struct pick_shape_part {
    pick_affine local; // from the part's space to the compound's
    pick_shape shape;
} pick_shape_part;

PICK_API bool pick_ray_shape(const pick_ray *ray, const pick_shape *shape, pick_shape_hit *hit);

// The nearest of `count` shapes, ties to the lower index. Returns its index, or -1 (and `hit` untouched).
PICK_API ptrdiff_t pick_ray_shapes(const pick_ray *ray, const pick_shape *shapes, size_t count, pick_shape_hit *hit);

// The bounds of a shape. They are infinite for planes, and for points and segments with a spread, whose size depends on
// the view; unbounded convex solids have bounds at infinity where they are open; NONE has empty bounds. Those of a
// convex solid are padded by a billionth of its distance.
PICK_API pick_aabb pick_shape_bounds(const pick_shape *shape);

#ifdef __cplusplus
}
#endif

#endif
