// shape.h: a ray against one volume: plane, sphere, box, oriented box, capsule, triangle; and one tagged type
// with one dispatch for a list of mixed ones.
//
// Space:      ray and shape in the same space, any unit. t counts in units of the ray's direction.
// Range:      only t in [ray.t_min, ray.t_max] can be hit.
// Inside:     an origin (the point at t_min) inside a solid volume hits at t = t_min with `inside` set; the
//             normal is then zero and `face` is -1.
// Robustness: no absolute epsilons: the answer does not depend on the unit chosen (all magnitudes from 1e-70 to 1e70
//             work alike). Grazing counts as a hit, and a flat box is one like any other.
//             NaN or infinite input, a zero direction, an empty box, a negative radius: a miss.
// Misses:     the output is untouched.
// Sources:    each function names the paper its form comes from where it is written.
#ifndef PICKING_SHAPE_H
#define PICKING_SHAPE_H

#include "picking/math.h"

#ifdef __cplusplus
extern "C" {
#endif

// The points p with dot(normal, p) + offset = 0. `normal` need not be unit length. Not solid: hit from both sides.
// A parallel ray misses, one that lies in the plane included.
typedef struct pick_plane {
    pick_vec3 normal;
    double offset;
} pick_plane;

typedef struct pick_sphere {
    pick_vec3 center;
    double radius; // >= 0
} pick_sphere;

// Any parallelepiped: center plus three half axes (half the edge vectors), of any length and angle, right- or
// left-handed. A zero half axis makes it flat: with one it is a parallelogram, hit from both sides; with two a line,
// with three a point. Three non-zero half axes in one plane enclose nothing: a miss.
typedef struct pick_obb {
    pick_vec3 center;
    pick_vec3 half_axis[3];
} pick_obb;

// All points within `radius` of the segment a-b. a = b is a sphere.
typedef struct pick_capsule {
    pick_vec3 a, b;
    double radius; // >= 0
} pick_capsule;

// Front face: counter-clockwise. Hit from both sides; pick_shape_hit.backface tells which. Edges and vertices belong
// to the triangle; seen exactly edge-on, or without area, it is missed.
typedef struct pick_triangle {
    pick_vec3 vertex[3];
} pick_triangle;

typedef struct pick_shape_hit {
    double t;         // entry
    double t_exit;    // exit; = t for plane and triangle. Clamped to t_max
    pick_vec3 point;  // at t
    pick_vec3 normal; // unit, outward (plane, triangle: as given by the shape, whichever side was hit); zero if inside
    int face; // boxes: 0..5 = -x +x -y +y -z +z of its own axes; capsule: 0 side, 1 cap a, 2 cap b; else 0; -1 inside
    bool inside;
    bool backface;         // plane, triangle: the ray runs along the normal
    double barycentric[2]; // triangle: weights of vertex 1 and 2
    void *user;            // pick_ray_shape: the shape's own pointer
} pick_shape_hit;

bool pick_ray_plane(const pick_ray *ray, const pick_plane *plane, pick_shape_hit *hit);
bool pick_ray_sphere(const pick_ray *ray, const pick_sphere *sphere, pick_shape_hit *hit);
bool pick_ray_aabb(const pick_ray *ray, const pick_aabb *box, pick_shape_hit *hit);
bool pick_ray_obb(const pick_ray *ray, const pick_obb *box, pick_shape_hit *hit);
bool pick_ray_capsule(const pick_ray *ray, const pick_capsule *capsule, pick_shape_hit *hit);
bool pick_ray_triangle(const pick_ray *ray, const pick_triangle *triangle, pick_shape_hit *hit);

// An oriented box from an object-space box and its transform. An empty box gives one that nothing hits.
pick_obb pick_obb_from_aabb(const pick_aabb *box, const pick_transform *transform);

typedef enum pick_shape_type {
    PICK_SHAPE_NONE = 0, // hits nothing
    PICK_SHAPE_PLANE,
    PICK_SHAPE_SPHERE,
    PICK_SHAPE_AABB,
    PICK_SHAPE_OBB,
    PICK_SHAPE_CAPSULE,
    PICK_SHAPE_TRIANGLE
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
    } as;
    void *user; // comes back in the hit
} pick_shape;

bool pick_ray_shape(const pick_ray *ray, const pick_shape *shape, pick_shape_hit *hit);

// The nearest of `count` shapes, ties to the lower number. Returns its number, or -1 (and `hit` untouched).
ptrdiff_t pick_ray_shapes(const pick_ray *ray, const pick_shape *shapes, size_t count, pick_shape_hit *hit);

// Bounds of a shape; a plane's are infinite, NONE's are empty.
pick_aabb pick_shape_bounds(const pick_shape *shape);

#ifdef __cplusplus
}
#endif

#endif
