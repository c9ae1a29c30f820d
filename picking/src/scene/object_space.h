// object_space.h: transforms from an object's mesh to the world, in double. Private.
#ifndef PICKING_SRC_OBJECT_SPACE_H
#define PICKING_SRC_OBJECT_SPACE_H

#include "math/math_inline.h"
#include "scene/scene_internal.h"

// Transforms object space to world space, without the object's origin.
static inline pick_vec3 pick_object_turn(const pick_object *object, double x, double y, double z)
{
    const float *m = object->linear;
    return pick_vec3_make((double)m[0] * x + (double)m[3] * y + (double)m[6] * z,
                          (double)m[1] * x + (double)m[4] * y + (double)m[7] * z,
                          (double)m[2] * x + (double)m[5] * y + (double)m[8] * z);
}

static inline pick_vec3 pick_object_vector(const pick_object *object, const float v[3])
{
    return pick_object_turn(object, (double)v[0], (double)v[1], (double)v[2]);
}

// The vertices of an object-space triangle in world axes; `offset` is the object's origin there.
static inline void pick_object_vertices(const pick_object *object, const float vertex[3][3], pick_vec3 offset,
                                        pick_vec3 out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = pick_vec3_add(pick_object_vector(object, vertex[i]), offset);
}

// World-space edges of an object-space triangle, from vertex i to vertex (i + 1) % 3. Their precision is relative to
// the triangle's size wherever it lies, because vertices are subtracted before anything is added to them.
static inline void pick_object_edges(const pick_object *object, const float vertex[3][3], pick_vec3 edge[3])
{
    for (int i = 0; i < 3; i++) {
        const float *a = vertex[i];
        const float *b = vertex[(i + 1) % 3];
        edge[i] = pick_object_turn(object, (double)b[0] - (double)a[0], (double)b[1] - (double)a[1],
                                   (double)b[2] - (double)a[2]);
    }
}

// The object's origin relative to `point`: subtracted before anything is added, so that no precision is lost far out.
static inline pick_vec3 pick_object_offset(const pick_object *object, pick_vec3 point)
{
    return pick_vec3_make(object->origin[0] - point.x, object->origin[1] - point.y, object->origin[2] - point.z);
}

// The object where the eye is the origin, for rays of pick_view_ray_from_eye.
static inline pick_object pick_object_from_eye(const pick_object *object, pick_vec3 eye)
{
    pick_object moved = *object;
    const pick_vec3 offset = pick_object_offset(object, eye);
    moved.origin[0] = offset.x;
    moved.origin[1] = offset.y;
    moved.origin[2] = offset.z;
    return moved;
}

// The world point of an object-space triangle with these weights of vertex 1 and 2, computed in object space: it is on
// the triangle within a few roundings of the world coordinates of object and triangle.
static inline pick_vec3 pick_object_point(const pick_object *object, const float vertex[3][3], const double weight[2])
{
    double local[3];
    for (int k = 0; k < 3; k++) {
        const double start = (double)vertex[0][k];
        local[k] = start + (weight[0] * ((double)vertex[1][k] - start) + weight[1] * ((double)vertex[2][k] - start));
    }
    const pick_vec3 origin = {object->origin[0], object->origin[1], object->origin[2]};
    return pick_vec3_add(origin, pick_object_turn(object, local[0], local[1], local[2]));
}

// A box of a hierarchy in world axes relative to a point: center +- extent, to within `error`.
typedef struct pick_place {
    double center[3], extent[3], error;
} pick_place;

// A box of a scene's hierarchy, relative to `from`.
static inline pick_place pick_place_in_tree(const pick_tree *tree, pick_vec3 from, const pick_box3f *box)
{
    const double offset[3] = {tree->anchor[0] - from.x, tree->anchor[1] - from.y, tree->anchor[2] - from.z};
    pick_place place;
    double largest = 0;
    for (int k = 0; k < 3; k++) {
        const double lo = (double)box->lo[k];
        const double hi = (double)box->hi[k];
        place.extent[k] = 0.5 * hi - 0.5 * lo;
        place.center[k] = 0.5 * hi + 0.5 * lo + offset[k];
        largest = pick_most(largest, fabs(offset[k]) + fabs(lo) + fabs(hi));
    }
    place.error = largest * 0x1p-48;
    return place;
}

// A box of the hierarchy of an object's mesh, whose origin is at `offset`. A box of box space is a parallelepiped in
// the world: this is the box around it.
static inline pick_place pick_place_in_object(const pick_object *object, pick_vec3 offset, const pick_box3f *box)
{
    const pick_mesh *mesh = object->mesh;
    pick_place place = {.center = {offset.x, offset.y, offset.z}};
    double largest = fabs(offset.x) + fabs(offset.y) + fabs(offset.z);
    for (int i = 0; i < 3; i++) {
        const double lo = (double)box->lo[i];
        const double hi = (double)box->hi[i];
        const double middle = 0.5 * (lo + hi) / mesh->scale + mesh->center[i];
        const double half = (0.5 * (hi - lo) + 0x1p-20) / mesh->scale; // boxes are rounded floats
        for (int k = 0; k < 3; k++) {
            const double m = (double)object->linear[3 * i + k];
            place.center[k] += m * middle;
            place.extent[k] += fabs(m) * half;
            largest += fabs(m * mesh->center[i]);
        }
    }
    place.error = largest * 0x1p-48;
    return place;
}

// A box of the hierarchy of a nested scene, relative to `from`; `around` is the object that is the scene, or what
// stands in for it. Errors are also those of objects within, which stand in for what they are.
static inline pick_place pick_place_in_nested(const pick_object *around, pick_vec3 from, const pick_box3f *box)
{
    const double *anchor = pick_scene_of(around->mesh)->tree.anchor;
    const double *origin = around->origin;
    const pick_vec3 offset = pick_object_offset(around, from);
    pick_place place = {.center = {offset.x, offset.y, offset.z}};
    double largest = fabs(offset.x) + fabs(offset.y) + fabs(offset.z);
    largest += fabs(origin[0]) + fabs(origin[1]) + fabs(origin[2]);
    for (int i = 0; i < 3; i++) {
        const double lo = (double)box->lo[i];
        const double hi = (double)box->hi[i];
        const double middle = 0.5 * lo + 0.5 * hi + anchor[i];
        const double half = 0.5 * hi - 0.5 * lo;
        for (int k = 0; k < 3; k++) {
            const double m = (double)around->linear[3 * i + k];
            place.center[k] += m * middle;
            place.extent[k] += fabs(m) * half;
            largest += fabs(m) * (fabs(anchor[i]) + fabs(lo) + fabs(hi));
        }
    }
    place.error = largest * 0x1p-46 + 0x1p-100; // floats have no fractions of their least number
    return place;
}

// Distance from the origin to the box, minus the rounding error. NaN, from an infinite box, counts as 0.
static inline double pick_place_distance(const pick_place *place)
{
    double square = 0;
    for (int k = 0; k < 3; k++) {
        const double outside = fabs(place->center[k]) - place->extent[k] - place->error;
        square += outside > 0 ? outside * outside : 0;
    }
    return sqrt(square) * (1 - 0x1p-40);
}

// Cofactors of the linear part, row i of its inverse times the determinant: the cross products of its columns. The
// products of two floats are exact in double.
static inline void pick_cofactors(const float m[9], double rows[3][3])
{
    const double ax = (double)m[0], ay = (double)m[1], az = (double)m[2];
    const double bx = (double)m[3], by = (double)m[4], bz = (double)m[5];
    const double cx = (double)m[6], cy = (double)m[7], cz = (double)m[8];
    rows[0][0] = by * cz - bz * cy;
    rows[0][1] = bz * cx - bx * cz;
    rows[0][2] = bx * cy - by * cx;
    rows[1][0] = cy * az - cz * ay;
    rows[1][1] = cz * ax - cx * az;
    rows[1][2] = cx * ay - cy * ax;
    rows[2][0] = ay * bz - az * by;
    rows[2][1] = az * bx - ax * bz;
    rows[2][2] = ax * by - ay * bx;
}

static inline double pick_row_times(const double row[3], pick_vec3 v)
{
    return row[0] * v.x + row[1] * v.y + row[2] * v.z;
}

// A normal of object space, of any length, as a unit vector of world space.
static inline pick_vec3 pick_object_turn_normal(const pick_object *object, pick_vec3 n)
{
    double rows[3][3];
    pick_cofactors(object->linear, rows);
    // The inverse transpose, except for its length.
    const double sign = object->inverse_determinant < 0 ? -1 : 1;
    return pick_unit_vec3(pick_vec3_make(sign * (rows[0][0] * n.x + rows[1][0] * n.y + rows[2][0] * n.z),
                                         sign * (rows[0][1] * n.x + rows[1][1] * n.y + rows[2][1] * n.z),
                                         sign * (rows[0][2] * n.x + rows[1][2] * n.y + rows[2][2] * n.z)));
}

// The front face's unit normal of a triangle, in world space.
static inline pick_vec3 pick_object_normal(const pick_object *object, const float vertex[3][3])
{
    const pick_vec3 a = pick_vec3_make((double)vertex[0][0], (double)vertex[0][1], (double)vertex[0][2]);
    const pick_vec3 b = pick_vec3_make((double)vertex[1][0], (double)vertex[1][1], (double)vertex[1][2]);
    const pick_vec3 c = pick_vec3_make((double)vertex[2][0], (double)vertex[2][1], (double)vertex[2][2]);
    return pick_object_turn_normal(object, pick_vec3_cross(pick_vec3_sub(b, a), pick_vec3_sub(c, a)));
}

static inline pick_object_id pick_object_handle(const pick_scene *scene, uint32_t slot)
{
    return (pick_object_id){slot + 1, pick_object_at(scene, slot)->generation};
}

#endif
