// scene_meshes.h: meshes of all kinds for scenes that are edited: few and many triangles, none, degenerate ones, huge,
// tiny and far from their own origin.
#ifndef TESTS_FUZZ_SCENE_MESHES_H
#define TESTS_FUZZ_SCENE_MESHES_H

#include "picking/mesh.h"

enum { SCENE_MESHES = 8 };

typedef struct scene_meshes {
    pick_mesh *all[SCENE_MESHES];
} scene_meshes;

void scene_meshes_make(scene_meshes *meshes);
void scene_meshes_free(scene_meshes *meshes);

// One of them; plain ones more often than not.
const pick_mesh *scene_meshes_at(const scene_meshes *meshes, uint32_t which);
// Gives a mesh other positions: its own, larger or smaller, flat, moved, or not finite in part. NULL: it has none.
const pick_mesh *scene_meshes_refit(scene_meshes *meshes, uint32_t which, uint32_t how);

#endif
