// stress_level.h: a generated model of hard cases: objects mirrored, sheared, nested, flattened, instanced, coplanar,
// tiny and huge; single- and double-sided, opaque, cut out by vertex alpha, and translucent.
#ifndef TESTS_E2E_CLI_STRESS_LEVEL_H
#define TESTS_E2E_CLI_STRESS_LEVEL_H

// Writes the model into the test's folder and returns its path.
const char *stress_level_write(void);

#endif
