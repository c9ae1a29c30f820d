// scene_volumes.h: volumes of all kinds for scenes that are edited: solid and hollow, flat, compound, huge, tiny and
// far from their own origin.
#ifndef TESTS_FUZZ_SCENE_VOLUMES_H
#define TESTS_FUZZ_SCENE_VOLUMES_H

#include "picking/volume.h"

enum { SCENE_VOLUMES = 14 };

typedef struct scene_volumes {
    pick_volume *all[SCENE_VOLUMES];
} scene_volumes;

void scene_volumes_make(scene_volumes *volumes);
void scene_volumes_free(scene_volumes *volumes);

const pick_volume *scene_volumes_at(const scene_volumes *volumes, uint32_t which);

#endif
