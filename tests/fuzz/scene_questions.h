// scene_questions.h: runs queries of every kind on a scene, and compares each result with its brute-force twin.
#ifndef TESTS_FUZZ_SCENE_QUESTIONS_H
#define TESTS_FUZZ_SCENE_QUESTIONS_H

#include "picking/picking.h"
#include "random.h"
#include "scene_things.h"

typedef struct scene_questions {
    const pick_scene *scene;
    pick_region *region;
    test_random random;
    pick_aabb target;             // what most questions point at, finite
    uint32_t slots;               // objects that there ever were, at least
    bool others;                  // whether some of them were no meshes
    double largest, largest_mesh; // extents: of what is no mesh, and of meshes
    const scene_things *things;
} scene_questions;

// A ray and one question of another kind, around the target. Ends the program where the answers differ.
void scene_questions_ask(scene_questions *q);
// Queries of this run, and those with a non-empty result: a test that compares nothing finds nothing.
extern uint64_t scene_questions_asked, scene_questions_answered;

#endif
