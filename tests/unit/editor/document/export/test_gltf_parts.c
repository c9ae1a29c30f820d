// Export of instances of prefabs: parts in a long chain take no time that grows with its square, and a small level
// whose instances have billions of parts is refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "document/export/gltf_export.h"
#include "document/file/open.h"

#define LEVEL "test_gltf_parts.vkpick"
#define MODEL "test_gltf_parts.glb"

static FILE *begin(void)
{
    FILE *file = fopen(LEVEL, "wb");
    assert_non_null(file);
    fputs("{\"vkpick_level\": 2, \"prefabs\": [", file);
    return file;
}

static editor_level *end(FILE *file, unsigned instances)
{
    fputs("], \"objects\": [", file);
    for (unsigned i = 1; i <= instances; i++)
        fprintf(file, "%s{\"id\": %u, \"name\": \"o\", \"prefab\": 1}", i > 1 ? ", " : "", i);
    fputs("]}", file);
    assert_int_equal(fclose(file), 0);
    editor_error error = {""};
    editor_level *level = editor_open(LEVEL, NULL, NULL, &error);
    if (!level)
        fail_msg("%s", error.text);
    remove(LEVEL);
    return level;
}

// Each part below the one before.
static double seconds_of_chain(unsigned count)
{
    FILE *file = begin();
    fputs("{\"id\": 1, \"name\": \"p\", \"parts\": [{\"id\": 1, \"name\": \"a\"}", file);
    for (unsigned i = 2; i <= count; i++)
        fprintf(file, ", {\"id\": %u, \"name\": \"a\", \"parent\": %u}", i, i - 1);
    fputs("]}", file);
    editor_level *level = end(file, 1);
    editor_error error = {""};
    const clock_t start = clock();
    assert_true(editor_gltf_export(level, MODEL, NULL, NULL, &error));
    const clock_t stop = clock();
    editor_level_destroy(level);
    remove(MODEL);
    return (double)(stop - start) / CLOCKS_PER_SEC;
}

static void test_chain(void **state)
{
    (void)state;
    // Eight times as many took 64 times as long.
    const double few = seconds_of_chain(4000), many = seconds_of_chain(32000);
    if (many > 25 * (few > 0.005 ? few : 0.005))
        fail_msg("%g s for 4 000 parts, %g s for 32 000", few, many);
}

// Prefabs of ten instances of the next one each: 111 110 parts.
static editor_level *make_nested(unsigned instances)
{
    FILE *file = begin();
    for (unsigned i = 1; i <= 5; i++) {
        fprintf(file, "%s{\"id\": %u, \"name\": \"p%u\", \"parts\": [", i > 1 ? ", " : "", i, i);
        for (unsigned k = 1; k <= 10; k++) {
            fprintf(file, "%s{\"id\": %u, \"name\": \"a\"", k > 1 ? ", " : "", k);
            if (i < 5)
                fprintf(file, ", \"prefab\": %u", i + 1);
            fputs("}", file);
        }
        fputs("]}", file);
    }
    return end(file, instances);
}

static void test_many_parts(void **state)
{
    (void)state;
    editor_error error = {""};
    editor_level *level = make_nested(1);
    assert_true(editor_gltf_export(level, MODEL, NULL, NULL, &error));
    editor_level_destroy(level);
    editor_level *back = editor_open(MODEL, NULL, NULL, &error);
    assert_non_null(back);
    assert_int_equal(back->object_count, 111111);
    editor_level_destroy(back);
    remove(MODEL);
    level = make_nested(38);
    assert_false(editor_gltf_export(level, MODEL, NULL, NULL, &error));
    assert_string_equal(error.text, MODEL ": the instances of prefabs have 4222180 parts, more than can become nodes "
                                          "(4194304)");
    editor_level_destroy(level);
    assert_null(fopen(MODEL, "rb"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_chain), cmocka_unit_test(test_many_parts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
