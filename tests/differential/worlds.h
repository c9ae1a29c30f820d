// worlds.h: scenes of every kind of transform, and cameras of every kind in them.
#ifndef TESTS_WORLDS_H
#define TESTS_WORLDS_H

#include "projection.h"
#include "shapes.h"
#include "volumes.h"

enum { WORLD_MESHES = 5, WORLD_VOLUMES = 2 * VOLUME_KINDS, WORLD_OBJECTS = 150 + WORLD_VOLUMES };

typedef struct world {
    pick_mesh *meshes[WORLD_MESHES];
    test_volume volumes[WORLD_VOLUMES]; // of each kind a solid one and a surface
    pick_scene *scene;
    pick_vec3 center;
    double spread;
    test_random random;
} world;

// Objects with meshes and volumes, of sizes that fit the spread, in layers 0 to 3, some hidden or locked, with
// submeshes of all flags.
void world_make(world *w, pick_vec3 center, double spread, uint64_t seed);
void world_free(world *w);

// How far away a scene should be to be seen through a projection.
double world_depth(const projection_spec *spec);

// Asks of a new world for each place, the first `place_count` of three ever farther from the origin, and each
// projection. Seeds count from `seed` on.
void world_each(int place_count, uint64_t seed,
                void (*ask)(world *w, const projection_spec *spec, double depth, void *user), void *user);

// A camera near the world's middle, or up to 1.5 times `depth` away from it, that looks towards it.
pick_view world_view(world *w, const projection_spec *spec, double depth);

// A place on screen, or a little beside it.
pick_vec2 world_place(test_random *r);

// Gives a query a filter or hidden kinds; half of the time neither.
void world_filter(test_random *r, pick_query *query);
// A pick_filter that rejects a third of all triangles.
bool world_rejects_some(void *user, const pick_hit *candidate);

// Has scene and meshes walked at a SIMD width.
void world_set_simd(world *w, int level);

#endif
