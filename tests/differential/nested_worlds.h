// nested_worlds.h: scenes in scenes, several levels deep, of every kind of object.
#ifndef TESTS_NESTED_WORLDS_H
#define TESTS_NESTED_WORLDS_H

#include "thin_worlds.h"
#include "volumes.h"

enum { NESTED_SCENES = 4, NESTED_MESHES = 3, NESTED_MOST = 14 };

typedef struct nested_world {
    pick_mesh *meshes[NESTED_MESHES];
    test_volume volumes[VOLUME_KINDS];
    thin_world thin[THIN_KINDS];
    pick_scene *scenes[NESTED_SCENES]; // each has objects that are scenes before it; the last has them all
    uint32_t count[NESTED_SCENES];
    pick_object_id ids[NESTED_SCENES][NESTED_MOST];
    pick_vec3 inner, outer; // the middle of the first scene, and of the last
    test_random random;
} nested_world;

void nested_world_make(nested_world *world, pick_vec3 inner, pick_vec3 outer, uint64_t seed);
void nested_world_free(nested_world *world);
pick_scene *nested_world_top(const nested_world *world);

// Any object of a scene of the world.
pick_object_desc nested_world_object(nested_world *world, uint32_t scene);
// Edits some object of some scene, and tells the scenes around it.
void nested_world_edit(nested_world *world);

#endif
