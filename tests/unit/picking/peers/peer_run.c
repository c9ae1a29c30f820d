// Runs the cases of a file, and compares them field by field.
#include "peer_cases.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

peer_result peer_say(peer_outcome outcome, const char *what, const char *name)
{
    peer_result result = {.outcome = outcome};
    snprintf(result.why, sizeof(result.why), "%s%s", what, name);
    return result;
}

bool peer_near(double actual, double expected, double tolerance)
{
    return fabs(actual - expected) <= fmax(tolerance, 1e-12 * fabs(expected));
}

bool peer_near3(pick_vec3 actual, pick_vec3 expected, double tolerance)
{
    return peer_near(actual.x, expected.x, tolerance) && peer_near(actual.y, expected.y, tolerance) &&
           peer_near(actual.z, expected.z, tolerance);
}

bool peer_value_near(double actual, const cJSON *value, double tolerance)
{
    return cJSON_IsNumber(value) && peer_near(actual, value->valuedouble, tolerance);
}

bool peer_value_near3(pick_vec3 actual, const cJSON *value, double tolerance)
{
    return cJSON_IsArray(value) && cJSON_GetArraySize(value) == 3 &&
           peer_value_near(actual.x, cJSON_GetArrayItem(value, 0), tolerance) &&
           peer_value_near(actual.y, cJSON_GetArrayItem(value, 1), tolerance) &&
           peer_value_near(actual.z, cJSON_GetArrayItem(value, 2), tolerance);
}

bool peer_says(const peer_case *c, const char *convention, const char *words)
{
    return strstr(case_string(c->conventions, convention), words) != NULL;
}

static void count_skip(peer_skips *skips, const char *why)
{
    ++skips->count;
    int i = 0;
    while (i < skips->reasons && strcmp(skips->why[i], why) != 0)
        ++i;
    if (i == PEER_REASONS)
        return; // counted, not named
    if (i == skips->reasons) {
        snprintf(skips->why[i], sizeof(skips->why[i]), "%s", why);
        ++skips->reasons;
    }
    ++skips->times[i];
}

peer_result peer_check_fields(const peer_case *c, const cJSON *object, const peer_field *fields, size_t count,
                              const void *answer)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, object)
    {
        size_t i = 0;
        while (i < count && strcmp(fields[i].name, item->string) != 0)
            ++i;
        if (i == count)
            return peer_say(PEER_DIFFERS, "a field that the test does not know: ", item->string);
        const peer_result result = fields[i].check(c, item, answer);
        if (result.outcome == PEER_DIFFERS)
            return result;
        if (result.outcome == PEER_SKIPPED)
            count_skip(&c->tally->skipped_fields, result.why);
        else
            ++c->tally->fields;
    }
    return PEER_OK;
}

peer_result peer_check_inputs(const cJSON *inputs, const char *known)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, inputs)
    {
        const size_t length = strlen(item->string);
        const char *at = strstr(known, item->string);
        while (at && ((at > known && at[-1] != ' ') || (at[length] != ' ' && at[length] != '\0')))
            at = strstr(at + 1, item->string);
        if (!at || length == 0)
            return peer_say(PEER_DIFFERS, "an input that the test does not know: ", item->string);
    }
    return PEER_OK;
}

peer_runner peer_family(const char *name)
{
    static const struct {
        const char *name;
        peer_runner run;
    } families[] = {
        {"ray_sphere", peer_ray_volume}, {"ray_aabb", peer_ray_volume},
        {"ray_obb", peer_ray_volume},    {"ray_capsule", peer_ray_volume},
        {"ray_plane", peer_ray_plane},   {"ray_triangle", peer_ray_triangle},
        {"camera_ray", peer_camera_ray}, {"project_unproject", peer_project_unproject},
        {"frustum_aabb", peer_frustum},
    };
    for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++) {
        if (strcmp(families[i].name, name) == 0)
            return families[i].run;
    }
    return NULL;
}

peer_result peer_run_case(peer_runner run, const cJSON *item, bool loud, peer_tally *tally)
{
    const peer_case c = {
        cJSON_GetObjectItemCaseSensitive(item, "inputs"),
        cJSON_GetObjectItemCaseSensitive(item, "expected"),
        cJSON_GetObjectItemCaseSensitive(item, "conventions"),
        case_number(item, "tolerance", 0),
        tally,
    };
    const peer_result result =
        cJSON_GetArraySize(c.expected) > 0 ? run(&c) : peer_say(PEER_DIFFERS, "nothing is expected", "");
    if (result.outcome == PEER_SKIPPED) {
        count_skip(&tally->cases, result.why);
        return result;
    }
    ++tally->ran;
    if (result.outcome == PEER_DIFFERS) {
        ++tally->differed;
        snprintf(tally->last, sizeof(tally->last), "%.30s: %s", case_string(item, "id"), result.why);
        if (loud)
            printf("  %s (%s) differs in: %s\n", case_string(item, "id"), case_string(item, "source"), result.why);
    }
    return result;
}

bool peer_run_file(const char *folder, const char *family, bool loud, peer_tally *tally)
{
    const peer_runner run = peer_family(family);
    cJSON *document = NULL;
    const cJSON *cases = run ? cases_load(folder, family, &document) : NULL;
    *tally = (peer_tally){.ran = 0};
    const cJSON *item;
    cJSON_ArrayForEach(item, cases)
    {
        peer_run_case(run, item, loud, tally);
    }
    cJSON_Delete(document);
    return cases != NULL;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

int peer_list(const char *folder, char names[PEER_FAMILIES][64])
{
    DIR *directory = opendir(folder);
    int count = 0;
    const struct dirent *entry;
    while (directory && (entry = readdir(directory)) != NULL) {
        const char *end = strrchr(entry->d_name, '.');
        if (!end || strcmp(end, ".json") != 0)
            continue;
        if (count < PEER_FAMILIES)
            snprintf(names[count], sizeof(names[count]), "%.*s", (int)(end - entry->d_name), entry->d_name);
        ++count;
    }
    if (directory)
        closedir(directory);
    qsort(names, (size_t)(count < PEER_FAMILIES ? count : PEER_FAMILIES), sizeof(names[0]), by_name);
    return count;
}
