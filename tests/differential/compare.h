// compare.h: runs a query on the hierarchy, at every SIMD width, and by brute force, and requires the same bits.
#ifndef TESTS_COMPARE_H
#define TESTS_COMPARE_H

#include "picking/picking.h"

// What was compared, so that a test can refuse to have agreed on nothing.
typedef struct tally {
    uint64_t rays, hits, misses, multiple; // multiple: rays with at least two hits
} tally;

void compare_mesh(pick_mesh *mesh, const pick_ray *ray, const pick_mesh_query *query, tally *count);

// `meshes`: all that the scene uses.
void compare_scene(pick_scene *scene, pick_mesh *const *meshes, size_t mesh_count, const pick_ray *ray,
                   const pick_query *query, tally *count);

#endif
