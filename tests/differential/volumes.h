// volumes.h: volumes of every kind, with points of them that no function of the library computes.
#ifndef TESTS_VOLUMES_H
#define TESTS_VOLUMES_H

#include "picking/picking.h"
#include "random.h"

enum { VOLUME_KINDS = 10, VOLUME_COMPOUND = VOLUME_KINDS - 1 };

// Keep it where it was made: shapes point into it.
typedef struct test_volume {
    pick_shape shape;
    pick_volume *volume;
    pick_plane planes[8];      // of a convex solid, or of that in a compound
    pick_shape_part parts[3];  // of a compound
    pick_shape_part nested[2]; // of the compound in it
} test_volume;

// About as large as a unit cube. `flags` as in pick_volume_desc.
void test_volume_make(test_random *r, int kind, uint32_t flags, test_volume *out);
void test_volume_free(test_volume *volume);

// A random point of the shape, often on its surface.
pick_vec3 test_shape_point(test_random *r, const pick_shape *shape);

#endif
