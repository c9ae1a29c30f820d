// query_volume.h: rays against volumes. Private.
#ifndef PICKING_SRC_QUERY_VOLUME_H
#define PICKING_SRC_QUERY_VOLUME_H

#include "math/math_inline.h"
#include "query/query_internal.h"
#include "query/query_kernel.h"
#include "shapes/volume_internal.h"

// No part reaches so far, and beyond it squares overflow.
#define PICK_VOLUME_REACH 1e100

// Where the line of a query meets a part, in t of the query.
typedef struct pick_part_span {
    double enter, exit;
    pick_vec3 normal; // at the entry, in the volume's space
    bool flat, backface;
} pick_part_span;

static inline pick_vec3 pick_vector_of(const double v[3])
{
    return pick_vec3_make(v[0], v[1], v[2]);
}

// The line's point nearest to the object's origin, and its t in `shift`. Where a transform flattens the object,
// rounding has moved the origin of `ray` far along the line, and each step brings it 2^50 times as near.
static inline pick_vec3 pick_nearest_on_line(const pick_local_ray *ray, double *shift)
{
    const pick_vec3 d = pick_vector_of(ray->direction);
    const double square = pick_vec3_dot(d, d);
    pick_vec3 nearest = pick_vector_of(ray->origin);
    *shift = ray->shift;
    for (int i = 0; i < 3; i++) {
        const double by = -pick_vec3_dot(nearest, d) / square;
        nearest = pick_vec3_add(nearest, pick_vec3_scale(d, by));
        *shift += by;
    }
    return nearest;
}

static inline bool pick_find_span(const pick_volume_part *part, const pick_local_ray *ray, pick_part_span *out)
{
    pick_shape_hit hit;
    double shift;
    const pick_vec3 o = pick_nearest_on_line(ray, &shift);
    if (!(pick_largest(o.x, o.y, o.z) < PICK_VOLUME_REACH) ||
        !pick_volume_part_ray(part, o, pick_vector_of(ray->direction), &hit))
        return false;
    const double enter = hit.t + shift;
    const double exit = hit.t_exit + shift;
    *out = (pick_part_span){enter, exit, hit.normal, exit == enter, hit.backface};
    return true;
}

// What a candidate of a primitive keeps where triangles have vertices.
typedef struct pick_primitive_side {
    pick_vec3 normal; // of object space
    double through;
} pick_primitive_side;

_Static_assert(sizeof(pick_primitive_side) <= sizeof(((pick_candidate *)0)->vertex), "it takes the place of vertices");

// Offers the hits of a height field's triangles; of all of them.
void pick_height_field_walk(const pick_volume *volume, const pick_local_ray *ray, pick_sink *sink);
void pick_height_field_walk_brute_force(const pick_volume *volume, const pick_local_ray *ray, pick_sink *sink);

// Offers what a primitive's callback reports.
void pick_primitive_walk(const pick_volume *volume, const pick_local_ray *ray, pick_sink *sink);

// Offers the hits of all parts.
void pick_volume_walk(const pick_volume *volume, const pick_local_ray *ray, pick_sink *sink);

// --- Hits (query_volume_hit.c) ---------------------------------------------------------------------------------------

// Fills in what the hit of a volume has besides that of a mesh.
void pick_volume_describe(const pick_object *object, const pick_candidate *candidate, pick_hit *hit);

// The world normal of a hit of one of these parts, as below.
pick_vec3 pick_parts_normal(const pick_object *object, const pick_volume_part *parts, uint32_t count,
                            const pick_ray *ray, const pick_hit *hit);

// The world normal of a hit of a volume; zero if the ray starts inside.
pick_vec3 pick_volume_normal(const pick_object *object, const pick_ray *ray, const pick_hit *hit);

// How a solid that a ray runs through from one t to another lies to an end of a segment.
typedef enum pick_end_relation {
    PICK_END_APART,
    PICK_END_TOUCHED, // no part of the way through it is farther from the end than `allowed`
    PICK_END_NEAR     // it is touched if the ray grazes the surface: pick_end_is_grazed
} pick_end_relation;

pick_end_relation pick_end_of(const pick_ray *ray, double enter, double exit, pick_vec3 end, double allowed);

// Of one that is near. `normal`: of the surface at the entry, of unit length; zero if it is not known.
bool pick_end_is_grazed(const pick_ray *ray, double enter, double exit, pick_vec3 end, pick_vec3 normal,
                        double allowed);

// Whether a candidate of a volume reaches no farther from one end of a segment than rounding. `ray` is the segment's.
bool pick_volume_only_touches(const pick_object *object, const pick_scene_ray *ray, const pick_candidate *candidate,
                              pick_vec3 end);

#endif
