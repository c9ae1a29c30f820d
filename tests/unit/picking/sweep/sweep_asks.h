// sweep_asks.h: sweeps, overlaps and clearances that are asked of the brute-force twins too, which must agree.
#ifndef TESTS_UNIT_SWEEP_ASKS_H
#define TESTS_UNIT_SWEEP_ASKS_H

#include "picking/sweep.h"
#include "squares.h"

bool sweep(const pick_scene *scene, const pick_solid *solid, pick_vec3 motion, const pick_query *query,
           pick_contact *out);
bool sweep_ball(const pick_scene *scene, pick_vec3 at, double radius, pick_vec3 motion, const pick_query *query,
                pick_contact *out);
// How many objects a ball overlaps.
size_t overlapping(const pick_scene *scene, pick_vec3 at, double radius, const pick_query *query);
// The clearance of two objects, also asked the other way round.
pick_clearance apart(const squares *s, pick_object_id a, pick_object_id b);

pick_volume *volume_of(const pick_shape *shape);
pick_object_id put_volume(squares *s, const pick_volume *volume, pick_vec3 at);
// `stretched_z`: the object's scale along z.
pick_object_id put_thin(squares *s, const pick_thin *thin, pick_vec3 at, float stretched_z);

#endif
