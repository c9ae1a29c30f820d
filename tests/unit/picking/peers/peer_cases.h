// peer_cases.h: cases that say what a ray, a camera or a frustum must answer, run field by field.
//
// Each field that a case expects is compared with what the library returned; one that is not known here makes the case
// differ, and so does an input that is not known. A field that cannot be compared is counted with the reason.
// What follows from the inputs alone (a normal from its shape, a distance from the camera) is checked whether a case
// states it or not, by formulas of the test's own.
#ifndef TESTS_UNIT_PICKING_PEER_CASES_H
#define TESTS_UNIT_PICKING_PEER_CASES_H

#include "cases.h"

typedef enum peer_outcome { PEER_AGREES, PEER_DIFFERS, PEER_SKIPPED } peer_outcome;

typedef struct peer_result {
    peer_outcome outcome;
    char why[120]; // differs: what; skipped: which convention stands against it
} peer_result;

enum { PEER_REASONS = 16 };

// Why some were skipped, and how many.
typedef struct peer_skips {
    int count, reasons;
    int times[PEER_REASONS];
    char why[PEER_REASONS][120];
} peer_skips;

typedef struct peer_tally {
    int ran, differed, fields; // fields: compared
    peer_skips cases, skipped_fields;
    char last[160]; // what differed last, with its case
} peer_tally;

typedef struct peer_case {
    const cJSON *inputs, *expected, *conventions;
    double tolerance;
    peer_tally *tally;
} peer_case;

peer_result peer_say(peer_outcome outcome, const char *what, const char *name);

#define PEER_OK (peer_say(PEER_AGREES, "", ""))
#define PEER_CHECK(condition, what)                                                                                    \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            return peer_say(PEER_DIFFERS, what, "");                                                                   \
        }                                                                                                              \
    } while (0)

// A field that a case may expect, and how its value is compared with an answer.
typedef struct peer_field {
    const char *name;
    peer_result (*check)(const peer_case *c, const cJSON *value, const void *answer);
} peer_field;

// Compares all fields of `object`; the first that differs, or is not known, is the result.
peer_result peer_check_fields(const peer_case *c, const cJSON *object, const peer_field *fields, size_t count,
                              const void *answer);
// Differs when there is an input that is not among `known`, names parted by blanks.
peer_result peer_check_inputs(const cJSON *inputs, const char *known);

bool peer_near(double actual, double expected, double tolerance);
bool peer_near3(pick_vec3 actual, pick_vec3 expected, double tolerance);
// As peer_near and peer_near3, for a JSON value; false when it is no number, or not three.
bool peer_value_near(double actual, const cJSON *value, double tolerance);
bool peer_value_near3(pick_vec3 actual, const cJSON *value, double tolerance);
bool peer_says(const peer_case *c, const char *convention, const char *words);

// One per family.
peer_result peer_ray_volume(const peer_case *c); // sphere, box, oriented box, capsule
peer_result peer_ray_plane(const peer_case *c);
peer_result peer_ray_triangle(const peer_case *c); // and meshes
peer_result peer_camera_ray(const peer_case *c);
peer_result peer_project_unproject(const peer_case *c);
peer_result peer_frustum(const peer_case *c); // boxes, spheres and points in one

typedef peer_result (*peer_runner)(const peer_case *c);
// NULL when there is no such family.
peer_runner peer_family(const char *name);

// Runs a case, with all that its object in the file holds. `loud`: names it where it differs.
peer_result peer_run_case(peer_runner run, const cJSON *item, bool loud, peer_tally *tally);

// Runs each case of a family's file. False when it cannot be read. The tally is begun anew.
bool peer_run_file(const char *folder, const char *family, bool loud, peer_tally *tally);

enum { PEER_FAMILIES = 32 };

// The names of the JSON files in a folder, sorted, without ".json". Returns how many there are; more than PEER_FAMILIES
// are not written.
int peer_list(const char *folder, char names[PEER_FAMILIES][64]);

#endif
