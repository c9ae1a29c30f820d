// scene_check.h: checks all invariants of a scene's private state.
#ifndef TESTS_SUPPORT_SCENE_CHECK_H
#define TESTS_SUPPORT_SCENE_CHECK_H

#include "picking/scene.h"

// What is wrong with the scene, or NULL: slots and their free list, tags, every link of the tree both ways, boxes,
// marks, free nodes, each pickable object exactly once, the journal of a rebuild under way, and its tree where that is
// whole. Costs a pass over slots and nodes.
const char *scene_check(const pick_scene *scene);

#endif
