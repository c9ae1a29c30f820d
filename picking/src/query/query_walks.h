// query_walks.h: traversals of one mesh, one object, every object. Private.
#ifndef PICKING_SRC_QUERY_WALKS_H
#define PICKING_SRC_QUERY_WALKS_H

#include "query/query_internal.h"
#include "query/query_kernel.h"

// Offers the hits of all triangles near the ray. Its brute-force twin: query_kernel.h.
void pick_mesh_walk(const pick_mesh *mesh, const pick_local_ray *ray, pick_sink *sink);

// Transforms the ray to the space of an object that is not flat. False: it cannot be cast there.
bool pick_object_local_ray(const pick_object *object, const pick_scene_ray *ray, pick_local_ray *local);

// Offers the hits of all pickable objects that match the query, without the scene's tree.
void pick_scene_walk_every_object(const pick_scene *scene, const pick_scene_ray *ray, pick_sink *sink,
                                  bool brute_force);

#endif
