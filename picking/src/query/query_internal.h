// query_internal.h: what the other queries borrow from the ray queries. Private.
#ifndef PICKING_SRC_QUERY_INTERNAL_H
#define PICKING_SRC_QUERY_INTERNAL_H

#include "picking/query.h"
#include "scene/object_space.h"

// The slot of an object that exists, or PICK_REF_NONE.
uint32_t pick_scene_slot(const pick_scene *scene, pick_object_id id);

// pick_any, but for triangles that pass through one of two points (NULL: without exception).
bool pick_any_except_at(const pick_scene *scene, const pick_ray *ray, const pick_query *query, const pick_vec3 ends[2],
                        bool brute_force);

// Calls `found` with the nearest hit of each object along the ray, in no order. Of the hit, point and normals are not
// filled in yet: pick_hit_complete does.
void pick_each_object(const pick_scene *scene, const pick_ray *ray, const pick_query *query,
                      void (*found)(void *user, const pick_hit *hit), void *user, bool brute_force);
void pick_hit_complete(const pick_scene *scene, const pick_ray *ray, pick_hit *hit);

// The fields of a hit that a filter may read.
void pick_hit_describe(const pick_scene *scene, const pick_candidate *candidate, pick_hit *hit);

#endif
