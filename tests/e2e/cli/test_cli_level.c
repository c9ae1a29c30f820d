// Level files and export on the command line: a level is read wherever a model is, and is the same; a broken one ends
// with status 3 and its line; a failed save leaves the old file.
#include "effort.h"
#include "near.h"
#include "program.h"

#include <stdio.h>
#include <string.h>

static const char SQUARE[] = "o square\nv -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3 4\n"
                             "o small\nv 3 -1 0\nv 4 -1 0\nv 4 0 0\nf 5 6 7\n";

static void write_text(const char *name, const char *text)
{
    program_write_file(name, text, strlen(text));
}

// program_path is valid until the next call of its kind may reuse it, so paths are copied where two are needed.
static void copy_path(char out[512], const char *name)
{
    snprintf(out, 512, "%s", program_path(name));
}

static void assert_same_counts(const char *a, const char *b)
{
    static const char *const keys[] = {"objects", "instanced_triangles", "dropped_triangles"};
    cJSON *x = program_json("info %s", a), *y = program_json("info %s", b);
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        assert_true(program_number(x, keys[i]) == program_number(y, keys[i]));
    assert_true(program_number(x, "objects") > 1);
    double low[3], high[3];
    for (int i = 0; i < 3; i++) {
        low[i] = cJSON_GetArrayItem(cJSON_GetObjectItem(x, "bounds_min"), i)->valuedouble;
        high[i] = cJSON_GetArrayItem(cJSON_GetObjectItem(x, "bounds_max"), i)->valuedouble;
    }
    program_assert_vec(y, "bounds_min", low, 3, 1e-5);
    program_assert_vec(y, "bounds_max", high, 3, 1e-5);
    cJSON_Delete(x);
    cJSON_Delete(y);
}

static void test_demo_as_a_level(void **state)
{
    (void)state;
    char level[512], binary[512], text[512];
    copy_path(level, "demo.vkpick");
    copy_path(binary, "demo.glb");
    copy_path(text, "demo.gltf");
    program_result result = program_expect(0, "export demo --out %s", level);
    assert_string_equal(result.err, "");
    program_free(&result);
    assert_same_counts("demo", level);
    // Picks are the same to the last digit.
    const char *points =
        "--eye 12,7,15 --target 0,1,0 --at 640,360 --at 500,420 --at 700.5,300.25 --at 333,444 --at 800,500";
    program_result a = program_expect(0, "pick demo %s", points), b = program_expect(0, "pick %s %s", level, points);
    assert_string_equal(a.out, b.out);
    assert_non_null(strstr(a.out, "\"hit\":true"));
    program_free(&a);
    program_free(&b);
    // From the level to glTF and into the level format once more.
    result = program_expect(0, "export %s --out %s", level, binary);
    program_free(&result);
    assert_same_counts("demo", binary);
    if (!test_is_thorough()) // test_gltf_export has a .gltf
        return;
    result = program_expect(0, "export %s --out %s", level, text);
    program_free(&result);
    assert_same_counts("demo", text);
    remove(program_path("demo.bin"));
}

static void test_model_as_a_level(void **state)
{
    (void)state;
    write_text("square.obj", SQUARE);
    char model[512], level[512];
    copy_path(model, "square.obj");
    copy_path(level, "square.level.json");
    program_result result = program_expect(0, "export %s --out %s", model, level);
    program_free(&result);
    assert_same_counts(model, level);
    // Without its model: boxes, and a warning that says so.
    remove(model);
    cJSON *info = program_json("info %s", level);
    assert_true(program_number(info, "objects") == 2);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(info, "warnings")), 1);
    const char *warning = cJSON_GetArrayItem(cJSON_GetObjectItem(info, "warnings"), 0)->valuestring;
    assert_non_null(strstr(warning, "square.obj: no such file; shown as boxes"));
    cJSON_Delete(info);
}

static void test_broken_levels(void **state)
{
    (void)state;
    static const struct {
        const char *text, *expected;
    } CASES[] = {
        {"{\"vkpick_level\": 1,\n\"objects\": [\n{\"id\": 1, \"name\": 3}]}",
         "line 3: objects[0].name: expected a string"},
        {"{\"vkpick_level\": 1, \"objects\": [", "line 1"},
        {"", "empty file"},
        {"{\"vkpick_level\": 99}", "version 99 is newer"},
    };
    static const char *const commands[] = {"info %s", "pick %s --at 1,1", "render %s --out no.png",
                                           "export %s --out x.glb"};
    for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
        write_text("broken.vkpick", CASES[i].text);
        for (size_t k = 0; k < sizeof(commands) / sizeof(commands[0]); k++) {
            char arguments[600];
            snprintf(arguments, sizeof(arguments), commands[k], program_path("broken.vkpick"));
            program_result result = program_expect(3, "%s", arguments);
            assert_string_equal(result.out, "");
            assert_non_null(strstr(result.err, CASES[i].expected));
            assert_non_null(strstr(result.err, "broken.vkpick"));
            assert_int_equal(program_line_count(result.err), 1);
            program_free(&result);
        }
    }
}

static void test_failed_export(void **state)
{
    (void)state;
    program_result result = program_expect(1, "export demo --out /proc/none/x.vkpick");
    assert_non_null(strstr(result.err, "/proc/none/x.vkpick: cannot be saved: "));
    program_free(&result);
    result = program_expect(2, "export demo");
    program_free(&result);
    result = program_expect(2, "export demo --out x.png");
    assert_non_null(strstr(result.err, ".glb, .gltf or .vkpick"));
    program_free(&result);
}

// An export says what glTF cannot hold, a line for each kind.
static void test_losses(void **state)
{
    (void)state;
    char level[512], model[512];
    copy_path(model, "losses.glb");
    write_text("losses.vkpick", "{\"vkpick_level\": 2, \"objects\": [{\"id\": 1, \"name\": \"a\", \"locked\": true,\n"
                                "\"primitive\": {\"shape\": \"cube\"}}]}");
    copy_path(level, "losses.vkpick");
    program_result result = program_expect(0, "export %s --out %s", level, model);
    assert_string_equal(result.err, "warning: glTF: 1 locked object is not locked\n"
                                    "warning: glTF: 1 shape becomes triangles: its sizes cannot be edited there\n");
    program_free(&result);
}

static void expect_refused(const char *arguments, const char *why)
{
    program_result result = program_expect(1, "%s", arguments);
    assert_non_null(strstr(result.err, why));
    assert_int_equal(program_line_count(result.err), 1);
    program_free(&result);
}

// Existing files are replaced only with --force, and what the input is read from not even then.
static void test_force(void **state)
{
    (void)state;
    char model[512], data[512], other[512], arguments[1200];
    copy_path(model, "square.gltf");
    copy_path(data, "square.bin");
    copy_path(other, "other.glb");
    write_text("square.obj", SQUARE);
    program_result result = program_expect(0, "export %s --out %s", program_path("square.obj"), model);
    program_free(&result);
    write_text("other.glb", "mine");
    snprintf(arguments, sizeof(arguments), "export %s --out %s", model, other);
    expect_refused(arguments, "other.glb: exists already; --force replaces it");
    assert_true(remove(model) == 0);
    // The data beside it is in the way, too.
    snprintf(arguments, sizeof(arguments), "export %s --out %s", program_path("square.obj"), model);
    expect_refused(arguments, "square.bin: exists already");
    result = program_expect(0, "export %s --out %s --force", program_path("square.obj"), model);
    program_free(&result);
    snprintf(arguments, sizeof(arguments), "export %s --out %s --force", model, model);
    expect_refused(arguments, "square.gltf: the input is read from this file");
    result = program_expect(0, "export %s --out %s --force", model, other);
    program_free(&result);
    assert_same_counts(program_path("square.obj"), other);
    assert_true(remove(model) == 0 && remove(data) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_demo_as_a_level), cmocka_unit_test(test_model_as_a_level),
        cmocka_unit_test(test_broken_levels),   cmocka_unit_test(test_failed_export),
        cmocka_unit_test(test_force),           cmocka_unit_test(test_losses),
    };
    return cmocka_run_group_tests(tests, NULL, program_finish);
}
