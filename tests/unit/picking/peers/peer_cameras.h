// peer_cameras.h: reads the cameras of cases, in all their notations.
#ifndef TESTS_UNIT_PICKING_PEER_CAMERAS_H
#define TESTS_UNIT_PICKING_PEER_CAMERAS_H

#include "cases.h"
#include "projection.h"

// False: the case does not give it. `forward` and `up` are of any length, at any angle.
bool peer_read_axes(const cJSON *inputs, pick_vec3 *eye, pick_vec3 *forward, pick_vec3 *up);
// Kind, sides, near and far. `aspect`: width / height, where the case has none of its own.
bool peer_read_sides(const cJSON *inputs, double aspect, projection_spec *out);

#endif
