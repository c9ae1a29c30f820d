// query_thin.h: rays against points, lines and curves with a radius in space. Private.
#ifndef PICKING_SRC_QUERY_THIN_H
#define PICKING_SRC_QUERY_THIN_H

#include "query/query_internal.h"
#include "query/query_kernel.h"
#include "shapes/thin_internal.h"

// Offers the hits of all segments: a candidate's `triangle` is the part, `u` the place along it. What has no size in
// space has none.
void pick_thin_walk(const pick_thin *thin, const pick_local_ray *ray, pick_sink *sink);
// The twin that tests every segment.
void pick_thin_walk_brute_force(const pick_thin *thin, const pick_local_ray *ray, pick_sink *sink);

// Offers the hits of a volume, of points, lines and curves, or of a nested scene.
void pick_shapes_walk(const pick_mesh *mesh, const pick_local_ray *ray, pick_sink *sink);

// --- Hits (query_thin_hit.c) ----------------------------------------------------------------------------------------

// Whether a candidate reaches no farther from one end of a segment than rounding. `ray` is the segment's.
bool pick_thin_only_touches(const pick_object *object, const pick_scene_ray *ray, const pick_candidate *candidate,
                            pick_vec3 end);

// The world normal of a hit; zero if the ray starts inside.
pick_vec3 pick_thin_normal(const pick_object *object, const pick_ray *ray, const pick_hit *hit);

#endif
