// POSIX: mkdtemp, and wait statuses.
#define _POSIX_C_SOURCE 200809L
#include "program.h"

#include "near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// The folder of this test run. Files go into it by name, and are removed by name.
static struct {
    char folder[64];
    char names[64][64];
    char paths[64][160];
    size_t count;
} place;

const char *program_path(const char *name)
{
    if (place.folder[0] == '\0') {
        snprintf(place.folder, sizeof(place.folder), "/tmp/vkpick-test-XXXXXX");
        assert_non_null(mkdtemp(place.folder));
    }
    size_t i = 0;
    while (i < place.count && strcmp(place.names[i], name) != 0)
        i++;
    if (i == place.count) {
        assert_true(place.count < sizeof(place.names) / sizeof(place.names[0]));
        snprintf(place.names[i], sizeof(place.names[0]), "%s", name);
        char path[160];
        snprintf(path, sizeof(path), "%s/%s", place.folder, name);
        memcpy(place.paths[i], path, sizeof(path));
        place.count++;
    }
    return place.paths[i];
}

int program_finish(void **state)
{
    (void)state;
    for (size_t i = 0; i < place.count; i++)
        remove(place.paths[i]);
    if (place.folder[0] != '\0')
        rmdir(place.folder);
    memset(&place, 0, sizeof(place));
    return 0;
}

void program_write_file(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(program_path(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static char *read_all(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    assert_true(size >= 0);
    rewind(file);
    char *text = malloc((size_t)size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, file), (size_t)size);
    text[size] = '\0';
    fclose(file);
    return text;
}

static program_result run_arguments(const char *arguments)
{
    const char *out = program_path("stdout.txt"), *err = program_path("stderr.txt");
    char command[4096];
    int length = snprintf(command, sizeof(command), "VKPICK_VALIDATION=1 '%s' %s >'%s' 2>'%s'", VKPICK_PROGRAM,
                          arguments, out, err);
    assert_true(length > 0 && (size_t)length < sizeof(command));
    fflush(NULL);
    int status = system(command);
    assert_true(status != -1);
    // The shell reports a signal as 128 and its number.
    bool exited = WIFEXITED(status) && WEXITSTATUS(status) < 126;
    return (program_result){exited ? WEXITSTATUS(status) : -1, read_all(out), read_all(err)};
}

program_result program_run(const char *format, ...)
{
    char arguments[3072];
    va_list list;
    va_start(list, format);
    vsnprintf(arguments, sizeof(arguments), format, list);
    va_end(list);
    return run_arguments(arguments);
}

static program_result expect(int status, const char *arguments)
{
    program_result result = run_arguments(arguments);
    if (result.status != status)
        fail_msg("vkpick %s: status %d, expected %d; stderr: %s", arguments, result.status, status, result.err);
    return result;
}

program_result program_expect(int status, const char *format, ...)
{
    char arguments[3072];
    va_list list;
    va_start(list, format);
    vsnprintf(arguments, sizeof(arguments), format, list);
    va_end(list);
    return expect(status, arguments);
}

void program_free(program_result *result)
{
    free(result->out);
    free(result->err);
    *result = (program_result){0};
}

cJSON *program_json(const char *format, ...)
{
    char arguments[3072];
    va_list list;
    va_start(list, format);
    vsnprintf(arguments, sizeof(arguments), format, list);
    va_end(list);
    program_result result = expect(0, arguments);
    assert_int_equal(program_line_count(result.out), 1);
    cJSON *json = program_line(&result, 0);
    program_free(&result);
    return json;
}

size_t program_line_count(const char *text)
{
    size_t count = 0;
    for (const char *c = text; *c != '\0'; c++)
        count += *c == '\n';
    return count;
}

cJSON *program_line(const program_result *result, size_t number)
{
    const char *line = result->out;
    for (; number > 0 && line != NULL; number--) {
        line = strchr(line, '\n');
        line = line != NULL ? line + 1 : NULL;
    }
    const char *end = line != NULL ? strchr(line, '\n') : NULL;
    if (end == NULL)
        return NULL;
    cJSON *json = cJSON_ParseWithLength(line, (size_t)(end - line));
    if (json == NULL)
        fail_msg("no JSON: %.*s", (int)(end - line), line);
    return json;
}

double program_number(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (!cJSON_IsNumber(item))
        fail_msg("no number \"%s\"", key);
    return item->valuedouble;
}

const char *program_string(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (!cJSON_IsString(item))
        fail_msg("no string \"%s\"", key);
    return item->valuestring;
}

bool program_bool(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (!cJSON_IsBool(item))
        fail_msg("no boolean \"%s\"", key);
    return cJSON_IsTrue(item);
}

void program_assert_vec(const cJSON *object, const char *key, const double *expected, int count, double tolerance)
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(object, key);
    assert_true(cJSON_IsArray(array));
    assert_int_equal(cJSON_GetArraySize(array), count);
    for (int i = 0; i < count; i++) {
        const cJSON *item = cJSON_GetArrayItem(array, i);
        assert_true(cJSON_IsNumber(item));
        check_near(item->valuedouble, expected[i], tolerance, key, __FILE__, __LINE__);
    }
}
