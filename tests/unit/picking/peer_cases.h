// peer_cases.h: how one case of another project went here.
#ifndef TESTS_UNIT_PICKING_PEER_CASES_H
#define TESTS_UNIT_PICKING_PEER_CASES_H

#include "cases.h"

typedef enum peer_outcome { PEER_AGREES, PEER_DIFFERS, PEER_SKIPPED } peer_outcome;

typedef struct peer_result {
    peer_outcome outcome;
    const char *why; // differs: what; skipped: which convention stands against it
} peer_result;

typedef struct peer_case {
    const cJSON *inputs, *expected, *conventions;
    double tolerance;
} peer_case;

#define PEER_OK ((peer_result){PEER_AGREES, ""})
#define PEER_CHECK(condition, what)                                                                                    \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            return (peer_result){PEER_DIFFERS, what};                                                                  \
        }                                                                                                              \
    } while (0)

bool peer_near(double actual, double expected, double tolerance);
bool peer_near3(pick_vec3 actual, pick_vec3 expected, double tolerance);

// One per family.
peer_result peer_ray_volume(const peer_case *c); // sphere, box, oriented box, capsule
peer_result peer_ray_plane(const peer_case *c);
peer_result peer_ray_triangle(const peer_case *c);
peer_result peer_camera_ray(const peer_case *c);
peer_result peer_project_unproject(const peer_case *c);
peer_result peer_frustum(const peer_case *c); // boxes, spheres and points in one

#endif
