#include "cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char *cases_folder(void)
{
    const char *folder = getenv("VKPICK_CASES_DIR");
    return folder && folder[0] ? folder : NULL;
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    size_t size = 0, capacity = 1 << 16;
    char *text = malloc(capacity);
    while (text) {
        size += fread(text + size, 1, capacity - size - 1, file);
        if (size + 1 < capacity) {
            text[size] = '\0';
            break;
        }
        capacity *= 2;
        char *larger = realloc(text, capacity);
        if (!larger)
            free(text);
        text = larger;
    }
    fclose(file);
    return text;
}

const cJSON *cases_load(const char *folder, const char *family, cJSON **document)
{
    char path[4096];
    snprintf(path, sizeof(path), "%s/%s.json", folder, family);
    char *text = read_file(path);
    *document = text ? cJSON_Parse(text) : NULL;
    free(text);
    const cJSON *cases = cJSON_GetObjectItemCaseSensitive(*document, "cases");
    if (!cJSON_IsArray(cases)) {
        fprintf(stderr, "%s: cannot be read, or holds no cases\n", path);
        return NULL;
    }
    return cases;
}

double case_number(const cJSON *object, const char *name, double fallback)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(item) ? item->valuedouble : fallback;
}

bool case_numbers(const cJSON *object, const char *name, double *out, int count)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!cJSON_IsArray(item) || cJSON_GetArraySize(item) != count)
        return false;
    for (int i = 0; i < count; i++) {
        const cJSON *number = cJSON_GetArrayItem(item, i);
        if (!cJSON_IsNumber(number))
            return false;
        out[i] = number->valuedouble;
    }
    return true;
}

bool case_vec3(const cJSON *object, const char *name, pick_vec3 *out)
{
    double numbers[3];
    if (!case_numbers(object, name, numbers, 3))
        return false;
    *out = pick_vec3_make(numbers[0], numbers[1], numbers[2]);
    return true;
}

bool case_ray(const cJSON *object, pick_ray *out)
{
    out->t_min = 0;
    out->t_max = case_number(object, "t_max", HUGE_VAL);
    return case_vec3(object, "origin", &out->origin) && case_vec3(object, "direction", &out->direction);
}

bool case_has(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return item && !cJSON_IsNull(item);
}

bool case_bool(const cJSON *object, const char *name)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, name));
}

const char *case_string(const cJSON *object, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    return text ? text : "";
}
