// squares.h: a scene of squares of half size 1 that face +z, and cameras that look at them along -z: 100 x 100 points,
// a right angle of view, so that at 10 m a metre is 5 points.
#ifndef TESTS_SQUARES_H
#define TESTS_SQUARES_H

#include "picking/picking.h"

enum { SQUARES_MOST = 16 };

typedef struct squares {
    pick_mesh *square, *both_sides, *alpha, *nothing; // alpha: alpha-tested, with UVs; nothing: no triangles
    pick_scene *scene;
    pick_object_id ids[SQUARES_MOST];
    uint32_t count;
    pick_view view; // from (0, 0, 10), near 0.1, far 100
} squares;

squares squares_make(void);
void squares_free(squares *s);

pick_view squares_view(double eye_z, double near_distance, double far_distance, bool orthographic);

// An object whose `user` is its number.
pick_object_id squares_put(squares *s, const pick_mesh *mesh, double x, double y, double z);

#endif
