// sweep_internal.h: the box around what moves, against the boxes of hierarchies. Private.
#ifndef PICKING_SRC_SWEEP_INTERNAL_H
#define PICKING_SRC_SWEEP_INTERNAL_H

#include "picking/sweep.h"

#include "query/query_internal.h"
#include "sweep/convex.h"

// A box around the origin that moves.
typedef struct pick_box_sweep {
    double half[3], motion[3], inverse[3];
    double largest; // of all these
} pick_box_sweep;

static inline pick_box_sweep pick_box_sweep_make(pick_vec3 half, pick_vec3 motion)
{
    return (pick_box_sweep){
        .half = {half.x, half.y, half.z},
        .motion = {motion.x, motion.y, motion.z},
        .inverse = {1 / motion.x, 1 / motion.y, 1 / motion.z},
        .largest = pick_most(pick_largest(half.x, half.y, half.z), pick_largest(motion.x, motion.y, motion.z))};
}

// When the moving box comes within the tolerance of pick_cast of a box, at the earliest; infinite: not at or before
// `limit`. A box that is infinite along an axis, as in scenes wider than floats reach, may be anywhere along it.
static inline double pick_box_sweep_enters(const pick_box_sweep *sweep, const pick_place *place, double limit)
{
    double enter = 0, leave = limit;
    double size = 0; // that of what is flat and large allows a tolerance across it too
    for (int k = 0; k < 3; k++)
        size = pick_most(fabs(place->center[k]) + place->extent[k], size);
    const double touching = 0x1p-29 * (size + sweep->largest); // see pick_cast
    for (int k = 0; k < 3; k++) {
        const double c = place->center[k];
        if (!isfinite(c))
            continue;
        const double e = place->extent[k] + sweep->half[k] + place->error + touching;
        const double a = (c - e) * sweep->inverse[k]; // without a motion the inverse is infinite
        const double b = (c + e) * sweep->inverse[k];
        enter = pick_most(a < b ? a : b, enter);
        leave = pick_least(a < b ? b : a, leave);
    }
    return enter <= leave ? enter : HUGE_VAL;
}

static inline pick_place pick_place_of(const pick_aabb *box)
{
    const double lo[3] = {box->min.x, box->min.y, box->min.z}, hi[3] = {box->max.x, box->max.y, box->max.z};
    pick_place place = {.error = 0};
    for (int k = 0; k < 3; k++) {
        place.center[k] = 0.5 * lo[k] + 0.5 * hi[k];
        place.extent[k] = 0.5 * hi[k] - 0.5 * lo[k];
        place.error = pick_most(fabs(lo[k]) + fabs(hi[k]), place.error);
    }
    place.error *= 0x1p-48;
    return place;
}

// Of a box of object space, the box around it in world axes; `offset` is the object's origin there.
static inline pick_place pick_place_of_local_box(const pick_object *object, pick_vec3 offset, const double low[3],
                                                 const double high[3])
{
    pick_place place = {.center = {offset.x, offset.y, offset.z}};
    double largest = fabs(offset.x) + fabs(offset.y) + fabs(offset.z);
    for (int i = 0; i < 3; i++) {
        const double middle = 0.5 * low[i] + 0.5 * high[i];
        const double half = 0.5 * high[i] - 0.5 * low[i];
        for (int k = 0; k < 3; k++) {
            const double m = (double)object->linear[3 * i + k];
            place.center[k] += m * middle;
            place.extent[k] += fabs(m) * half;
            largest += fabs(m) * (fabs(middle) + half);
        }
    }
    place.error = largest * 0x1p-48;
    return place;
}

static inline pick_place pick_place_of_triangle(const pick_vec3 vertex[3])
{
    pick_aabb box = {vertex[0], vertex[0]};
    for (int i = 1; i < 3; i++) {
        const pick_vec3 v = vertex[i];
        box.min = pick_vec3_make(pick_least(box.min.x, v.x), pick_least(box.min.y, v.y), pick_least(box.min.z, v.z));
        box.max = pick_vec3_make(pick_most(box.max.x, v.x), pick_most(box.max.y, v.y), pick_most(box.max.z, v.z));
    }
    return pick_place_of(&box);
}

// Whether an object is a primitive of the caller's, which stands for the box of its bounds.
static inline bool pick_sweep_takes_bounds(const pick_mesh *mesh)
{
    return pick_mesh_is_volume(mesh) && pick_volume_of(mesh)->primitive != NULL;
}

// A segment of points and curves as a convex set relative to a point. Keep it where it was made: the hull points into
// it.
typedef struct pick_thin_hull {
    pick_vec3 ends[2];
    pick_hull hull;
    pick_place place;
    pick_volume_part part;
    pick_body body;
} pick_thin_hull;

// What has no size in space is its middle line. False: the segment is not finite.
bool pick_thin_hull_init(pick_thin_hull *out, const pick_object *object, pick_vec3 from, uint32_t segment);

#endif
