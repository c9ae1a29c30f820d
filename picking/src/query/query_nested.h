// query_nested.h: scenes as objects of scenes: rays enter them, and hits name the way in. Private.
#ifndef PICKING_SRC_QUERY_NESTED_H
#define PICKING_SRC_QUERY_NESTED_H

#include "query/query_internal.h"
#include "query/query_kernel.h"

// Offers the hits of a nested scene. `ray` is of its space.
void pick_nested_walk(const pick_scene *nested, const pick_local_ray *ray, pick_sink *sink, bool brute_force);

// The way to an object: those that are scenes, from the outside in, then the object.
typedef struct pick_nested_way {
    uint32_t count; // of scenes
    const pick_object *scenes[PICK_NESTED_LEVELS];
    const pick_object *object;
} pick_nested_way;

// Of slots, as a candidate has them, and of handles, as a hit has them. Without any, it is the object alone.
pick_nested_way pick_nested_way_of(const pick_scene *scene, uint32_t slot, const uint32_t *path, uint32_t count);
pick_nested_way pick_nested_way_by(const pick_scene *scene, pick_object_id object, const pick_object_id *path,
                                   uint32_t count);
// Fills in the path, and what depends on it. Returns the object hit.
const pick_object *pick_nested_describe(const pick_scene *scene, const pick_candidate *candidate, pick_hit *hit);

// A ray that meets the object, in the innermost scene, as pick_nested_walk has it.
pick_ray pick_nested_ray(const pick_nested_way *way, const pick_ray *ray);
// From the innermost scene to the world.
pick_vec3 pick_nested_point_out(const pick_nested_way *way, pick_vec3 point);
pick_vec3 pick_nested_normal_out(const pick_nested_way *way, pick_vec3 normal);

// Whether a triangle of the object passes through a point of the world, within rounding at every level.
bool pick_nested_touches(const pick_nested_way *way, const float vertex[3][3], pick_vec3 point);

#endif
