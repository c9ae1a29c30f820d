// stress_level.h: a generated model of hard cases: objects mirrored, sheared, nested, flattened, instanced, coplanar,
// tiny and huge; single- and double-sided, opaque, cut out by vertex alpha, and translucent.
#ifndef TESTS_SUPPORT_STRESS_LEVEL_H
#define TESTS_SUPPORT_STRESS_LEVEL_H

#include <stdbool.h>

// Writes stress.gltf and stress.bin into the folder. False when it cannot.
bool stress_level_write(const char *folder);

#endif
