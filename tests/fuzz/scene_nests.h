// scene_nests.h: scenes that are objects of scenes, for those that are edited. They have each other within, without
// cycles, and one is so deep that few levels more are too many.
#ifndef TESTS_FUZZ_SCENE_NESTS_H
#define TESTS_FUZZ_SCENE_NESTS_H

#include "picking/scene.h"

enum { SCENE_NESTS = 6, NEST_OBJECTS = 8, NEST_CHAIN = 12, MOST_IN_NEST = 32 };

typedef struct nest_object {
    pick_object_id id;
    pick_object_desc desc;
} nest_object;

typedef struct scene_nests {
    pick_scene *all[SCENE_NESTS];
    pick_scene *chain[NEST_CHAIN]; // within the last one, from the inside out
    nest_object objects[SCENE_NESTS][NEST_OBJECTS];
    uint32_t count[SCENE_NESTS];
} scene_nests;

// `mesh` is all that the innermost scene of the chain has.
void scene_nests_make(scene_nests *nests, const pick_allocator *allocator, const pick_mesh *mesh);
void scene_nests_free(scene_nests *nests);
size_t scene_nests_memory(const scene_nests *nests);
// What is wrong with one of them, or NULL.
const char *scene_nests_check(const scene_nests *nests);

// Which it is; SCENE_NESTS: none of them.
uint32_t scene_nests_find(const scene_nests *nests, const pick_scene *scene);
// Levels from a scene inwards, at least 1.
uint32_t scene_nests_levels(const scene_nests *nests, uint32_t which);
// Whether a scene is another one, or has it within.
bool scene_nests_has(const scene_nests *nests, uint32_t which, uint32_t within);
// What a scene has in all, levels within included.
uint32_t scene_nests_total(const scene_nests *nests, uint32_t which);

// Tells all scenes around those of a mask, from the inside out, and `scene` last.
void scene_nests_tell(const scene_nests *nests, uint32_t changed, pick_scene *scene);

#endif
