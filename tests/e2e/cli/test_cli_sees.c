// Whether one object sees another, from the command line.
#include "program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

// Squares that face along Z, of a format that is seen from both sides: one behind the other, and a small one between.
static const char SQUARES[] = "o guard\nv -1 -1 4\nv 1 -1 4\nv 1 1 4\nv -1 1 4\nf 1 2 3 4\n"
                              "o gate\nv -1 -1 -4\nv 1 -1 -4\nv 1 1 -4\nv -1 1 -4\nf 5 6 7 8\n"
                              "o sign\nv -1 -1 0\nv 0 -1 0\nv 0 1 0\nv -1 1 0\nf 9 10 11 12\n";

static const char *squares(void)
{
    program_write_file("sight.obj", SQUARES, sizeof(SQUARES) - 1);
    return program_path("sight.obj");
}

static void test_what_is_in_the_way(void **state)
{
    (void)state;
    cJSON *line = program_json("sees '%s' --from guard --to gate", squares());
    assert_true(program_bool(line, "sees"));
    const double points = program_number(line, "points"), seen = program_number(line, "seen");
    assert_true(points == 256 && seen > 100 && seen < 156); // the sign hides half
    program_assert_vec(line, "eye", (double[3]){0, 0, 4}, 3, 1e-12);
    program_assert_vec(line, "point", (double[3]){0.1, 0, -4}, 3, 0.11); // in the free half, near the middle
    const cJSON *blockers = cJSON_GetObjectItem(line, "in_the_way");
    assert_int_equal(cJSON_GetArraySize(blockers), 1);
    const cJSON *sign = cJSON_GetArrayItem(blockers, 0);
    assert_string_equal(program_string(sign, "object"), "sign");
    assert_true(program_number(sign, "object_index") == 2 && program_number(sign, "points") == points - seen);
    cJSON_Delete(line);
    line = program_json("sees '%s' --from sign --to gate", squares());
    assert_true(program_number(line, "seen") == 256);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(line, "in_the_way")), 0);
    cJSON_Delete(line);
}

static void expect_refusal(const char *arguments, const char *reason)
{
    program_result result = program_expect(1, "sees '%s' %s", squares(), arguments);
    assert_string_equal(result.out, "");
    if (!strstr(result.err, reason))
        fail_msg("sees %s: \"%s\"", arguments, result.err);
    program_free(&result);
}

static void test_names(void **state)
{
    (void)state;
    expect_refusal("--from nobody --to gate", "no object is named \"nobody\"");
    expect_refusal("--from gate --to nobody", "no object is named \"nobody\"");
    expect_refusal("--from gate --to gate", "\"gate\" is the same object as \"gate\"");
    static const char TWINS[] =
        "{\"asset\": {\"version\": \"2.0\"}, \"scene\": 0, \"scenes\": [{\"nodes\": [0, 1, 2]}], "
        "\"nodes\": [{\"name\": \"twin\"}, {\"name\": \"twin\"}, {\"name\": \"one\"}]}";
    program_write_file("twins.gltf", TWINS, sizeof(TWINS) - 1);
    program_result result = program_expect(1, "sees '%s' --from one --to twin", program_path("twins.gltf"));
    assert_non_null(strstr(result.err, "more than one object is named \"twin\""));
    program_free(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_in_the_way),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, program_finish);
}
