// scene_things.h: what objects can be besides meshes and volumes of the library's shapes, for scenes that are edited:
// points, lines and curves, in space and on screen; height fields with holes; primitives with all callbacks, with some
// and with nonsense. All of them can change.
#ifndef TESTS_FUZZ_SCENE_THINGS_H
#define TESTS_FUZZ_SCENE_THINGS_H

#include "picking/picking.h"

enum { SCENE_THINS = 10, SCENE_FIELDS = 6, SCENE_PRIMITIVES = 6, SCENE_SAMPLES = 33 * 33 };

typedef struct scene_primitive {
    pick_shape parts[3];
    uint32_t part_count;
    bool surface;
    double size; // of all parts
} scene_primitive;

typedef struct scene_things {
    pick_thin *thins[SCENE_THINS];
    pick_volume *fields[SCENE_FIELDS];
    uint16_t numbers[SCENE_FIELDS][SCENE_SAMPLES]; // samples of fields, of either type
    float heights[SCENE_FIELDS][SCENE_SAMPLES];
    pick_volume *primitives[SCENE_PRIMITIVES];
    scene_primitive bodies[SCENE_PRIMITIVES];
} scene_things;

// Primitives point into it: it stays where it is.
void scene_things_make(scene_things *things);
void scene_things_free(scene_things *things);

// Each changes what any two bytes choose, and returns it; the scene is to be told.
const pick_thin *scene_things_refit_thin(scene_things *things, uint32_t which, uint32_t how);
const pick_volume *scene_things_change_field(scene_things *things, uint32_t which, uint32_t how);
const pick_volume *scene_things_change_primitive(scene_things *things, uint32_t which, uint32_t how);

#endif
