// plates.h: a scene of plates that face +z, seen from above, for tests of the pointer.
#ifndef TESTS_PLATES_H
#define TESTS_PLATES_H

#include "picking/picking.h"

// Half size 1, in the plane z = 0.
pick_mesh *plates_mesh(void);

pick_object_id plates_add(pick_scene *scene, const pick_mesh *mesh, pick_vec3 at, float half_x, float half_y,
                          uint32_t flags);

// From (0, 0, 10) along -z; orthographic, Y down, reversed depth from 0.1 to 100. `half_x` and `half_y`: metres from
// the middle of the viewport to its sides.
pick_view plates_view(double half_x, double half_y, pick_rect viewport);

#endif
