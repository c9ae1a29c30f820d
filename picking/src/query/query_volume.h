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

static inline bool pick_find_span(const pick_volume_part *part, const pick_local_ray *ray, pick_part_span *out)
{
    const double *o = ray->origin; // the line's nearest point to the object's origin
    pick_shape_hit hit;
    if (!(pick_largest(o[0], o[1], o[2]) < PICK_VOLUME_REACH) ||
        !pick_volume_part_ray(part, pick_vector_of(ray->origin), pick_vector_of(ray->direction), &hit))
        return false;
    const double enter = hit.t + ray->shift;
    const double exit = hit.t_exit + ray->shift;
    *out = (pick_part_span){enter, exit, hit.normal, exit == enter, hit.backface};
    return true;
}

// Offers the hits of all parts.
void pick_volume_walk(const pick_volume *volume, const pick_local_ray *ray, pick_sink *sink);

// --- Hits (query_volume_hit.c) ---------------------------------------------------------------------------------------

// The world normal of a hit of a volume; zero if the ray starts inside.
pick_vec3 pick_volume_normal(const pick_object *object, const pick_ray *ray, const pick_hit *hit);

// Whether a candidate of a volume reaches no farther from one end of a segment than rounding. `ray` is the segment's.
bool pick_volume_only_touches(const pick_object *object, const pick_scene_ray *ray, const pick_candidate *candidate,
                              pick_vec3 end);

#endif
