// Runs the cases that other engines and libraries test themselves with. The folder is named by VKPICK_CASES_DIR;
// without it there is nothing to run, and the test says so and is skipped.
#include "peer_cases.h"

#include <stdio.h>
#include <string.h>

typedef struct family {
    const char *name;
    peer_result (*run)(const peer_case *c);
    int floor; // fewer cases run than this, and the test is emptier than it was
} family;

static const family families[] = {
    {"ray_sphere", peer_ray_volume, 73}, {"ray_aabb", peer_ray_volume, 81},
    {"ray_obb", peer_ray_volume, 41},    {"ray_capsule", peer_ray_volume, 28},
    {"ray_plane", peer_ray_plane, 13},   {"ray_triangle", peer_ray_triangle, 13},
    {"camera_ray", peer_camera_ray, 27}, {"project_unproject", peer_project_unproject, 25},
    {"frustum_aabb", peer_frustum, 80},
};

typedef struct tally {
    int ran, differed, skipped;
    const char *reason[8]; // why cases were skipped
    int reason_count[8];
    int reasons;
} tally;

static void count_reason(tally *t, const char *why)
{
    ++t->skipped;
    for (int i = 0; i < t->reasons; ++i) {
        if (strcmp(t->reason[i], why) == 0) {
            ++t->reason_count[i];
            return;
        }
    }
    if (t->reasons < 8) {
        t->reason[t->reasons] = why;
        t->reason_count[t->reasons++] = 1;
    }
}

static bool run_family(const char *folder, const family *f)
{
    cJSON *document = NULL;
    const cJSON *cases = cases_load(folder, f->name, &document);
    if (!cases) {
        cJSON_Delete(document);
        return false;
    }
    tally t = {0};
    const cJSON *item;
    cJSON_ArrayForEach(item, cases)
    {
        const peer_case c = {
            cJSON_GetObjectItemCaseSensitive(item, "inputs"),
            cJSON_GetObjectItemCaseSensitive(item, "expected"),
            cJSON_GetObjectItemCaseSensitive(item, "conventions"),
            case_number(item, "tolerance", 0),
        };
        const peer_result result = f->run(&c);
        if (result.outcome == PEER_SKIPPED) {
            count_reason(&t, result.why);
            continue;
        }
        ++t.ran;
        if (result.outcome == PEER_DIFFERS) {
            ++t.differed;
            printf("  %s (%s): differs in: %s\n", case_string(item, "id"), case_string(item, "source"), result.why);
        }
    }
    printf("%s: %d ran, %d differ, %d skipped\n", f->name, t.ran, t.differed, t.skipped);
    for (int i = 0; i < t.reasons; ++i) {
        printf("  skipped %d: %s\n", t.reason_count[i], t.reason[i]);
    }
    if (t.ran < f->floor) {
        printf("  only %d ran, at least %d must\n", t.ran, f->floor);
    }
    cJSON_Delete(document);
    return t.differed == 0 && t.ran >= f->floor;
}

int main(void)
{
    const char *folder = cases_folder();
    if (!folder) {
        printf("VKPICK_CASES_DIR is not set: skipping the cases of other projects\n");
        return 77;
    }
    bool good = true;
    for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); ++i) {
        good = run_family(folder, &families[i]) && good;
    }
    return good ? 0 : 1;
}
