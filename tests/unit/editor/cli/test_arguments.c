// Reading options and numbers, and writing JSON.
#include "cli/arguments.h"
#include "cli/view_options.h"
#include "document/json/json_lines.h"
#include "near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void test_numbers_are_read_strictly(void **state)
{
    (void)state;
    double v[3] = {0, 0, 0};
    assert_true(editor_cli_read_numbers("1,-2.5,3e2", ',', v, 3));
    assert_true(v[0] == 1 && v[1] == -2.5 && v[2] == 300);
    assert_true(editor_cli_read_numbers(" 1\t -2 \r\n", ' ', v, 2));
    assert_true(editor_cli_read_numbers("+.5", ',', v, 1));
    static const char *const WRONG[] = {"",       ",",     "1",     "1,",    "1,2,3",      "1, 2",
                                        " 1,2",   "1,2 ",  "1;2",   "nan,1", "1,inf",      "1e999,1",
                                        "0x10,1", "1px,2", "--1,2", "1,2\n", "1,infinity", "1e,2"};
    for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
        if (editor_cli_read_numbers(WRONG[i], ',', v, 2))
            fail_msg("\"%s\" was read as two numbers", WRONG[i]);
    }
    assert_false(editor_cli_read_numbers("1-2", ' ', v, 2));
    assert_false(editor_cli_read_numbers("1 2 3", ' ', v, 2));
    assert_false(editor_cli_read_numbers("1", ' ', v, 2));
}

static void test_masks_and_sizes(void **state)
{
    (void)state;
    uint32_t mask = 0;
    assert_true(editor_cli_read_mask("4294967295", &mask) && mask == UINT32_MAX);
    assert_true(editor_cli_read_mask("0xFf", &mask) && mask == 255);
    assert_true(editor_cli_read_mask("010", &mask) && mask == 10);
    static const char *const WRONG[] = {"", "0x", "-1", "4294967296", "1x", "0xg", " 1", "99999999999999999999"};
    for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++)
        assert_false(editor_cli_read_mask(WRONG[i], &mask));
    uint32_t width = 0, height = 0;
    assert_true(editor_cli_read_size("640x480", &width, &height) && width == 640 && height == 480);
    static const char *const SIZES[] = {"640", "640x", "0x480", "640x0", "1.5x2", "20000x1", "640X480", "-1x2"};
    for (size_t i = 0; i < sizeof(SIZES) / sizeof(SIZES[0]); i++)
        assert_false(editor_cli_read_size(SIZES[i], &width, &height));
}

typedef struct seen_options {
    char name[16];
    int flags;
} seen_options;

static bool apply_name(void *into, const char *value, editor_error *error)
{
    seen_options *seen = into;
    snprintf(seen->name, sizeof(seen->name), "%s", value);
    return strcmp(value, "bad") != 0 || editor_cli_fail(error, "a bad name");
}

static bool apply_flag(void *into, const char *value, editor_error *error)
{
    (void)error;
    assert_null(value);
    ((seen_options *)into)->flags++;
    return true;
}

static editor_cli_parse_result parse(seen_options *seen, const char **file, editor_error *error, int argc,
                                     const char *const *words)
{
    static const editor_cli_option ROWS[] = {{"--name", "NAME", "a name", apply_name},
                                             {"--flag", NULL, "a flag", apply_flag}};
    const editor_cli_options table = {"Test", ROWS, 2, seen};
    char *argv[8];
    for (int i = 0; i < argc; i++)
        argv[i] = (char *)(uintptr_t)words[i];
    *seen = (seen_options){"", 0};
    *file = NULL;
    return editor_cli_parse(argc, argv, &table, 1, file, error);
}

static void test_options_come_in_any_order(void **state)
{
    (void)state;
    seen_options seen;
    const char *file;
    editor_error error;
    const char *const words[] = {"--flag", "file", "--name", "-3", "--flag"};
    assert_int_equal(parse(&seen, &file, &error, 5, words), EDITOR_CLI_PARSED);
    assert_string_equal(file, "file");
    assert_string_equal(seen.name, "-3");
    assert_int_equal(seen.flags, 2);
    const char *const equals[] = {"--name=a=b", "--", "--flag"};
    assert_int_equal(parse(&seen, &file, &error, 3, equals), EDITOR_CLI_PARSED);
    assert_string_equal(seen.name, "a=b");
    assert_string_equal(file, "--flag");
    assert_int_equal(seen.flags, 0);
    const char *const option[] = {"--name=--help"};
    assert_int_equal(parse(&seen, &file, &error, 1, option), EDITOR_CLI_PARSED);
    assert_string_equal(seen.name, "--help");
    const char *const help[] = {"file", "--help", "--nonsense"};
    assert_int_equal(parse(&seen, &file, &error, 3, help), EDITOR_CLI_HELP_ASKED);
}

static void test_wrong_options_say_why(void **state)
{
    (void)state;
    static const struct {
        const char *words[3];
        int count;
        const char *expected;
    } CASES[] = {{{"--nonsense"}, 1, "unknown option --nonsense"},
                 {{"--nam", "x"}, 2, "unknown option --nam"},
                 {{"--name"}, 1, "--name needs a value"},
                 {{"--name", "--help"}, 2, "--name needs a value"},
                 {{"--name", "-h"}, 2, "--name needs a value"},
                 {{"--name", "--flag"}, 2, "--name needs a value"},
                 {{"--name", "--name=x"}, 2, "--name needs a value"},
                 {{"--flag=1"}, 1, "--flag takes no value"},
                 {{"--name", "bad"}, 2, "a bad name"},
                 {{"a", "b"}, 2, "second one"}};
    for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
        seen_options seen;
        const char *file;
        editor_error error = {""};
        assert_int_equal(parse(&seen, &file, &error, CASES[i].count, CASES[i].words), EDITOR_CLI_WRONG);
        assert_non_null(strstr(error.text, CASES[i].expected));
    }
}

static bool make_camera(const char *const *words, int count, editor_camera *camera, editor_error *error)
{
    editor_cli_view view = editor_cli_view_default();
    editor_cli_options table = editor_cli_view_options(&view);
    char *argv[16];
    for (int i = 0; i < count; i++)
        argv[i] = (char *)(uintptr_t)words[i];
    const char *file = NULL;
    const pick_aabb bounds = {{-1, -1, -1}, {1, 1, 1}};
    return editor_cli_parse(count, argv, &table, 1, &file, error) == EDITOR_CLI_PARSED &&
           editor_cli_view_camera(&view, &bounds, camera, error);
}

static void test_views_are_made_from_options(void **state)
{
    (void)state;
    editor_camera camera;
    editor_error error = {""};
    assert_true(make_camera(NULL, 0, &camera, &error)); // framed along (6, 4, 8)
    assert_vec3_near(camera.target, pick_vec3_make(0, 0, 0), 0);
    assert_vec3_near(pick_vec3_normalize(camera.eye), pick_vec3_normalize(pick_vec3_make(6, 4, 8)), 1e-12);
    assert_true(isinf(camera.far_distance));

    const char *const eye[] = {"--eye", "0,0,9", "--fov", "90", "--near", "0.5", "--far", "20", "--up", "1,0,0"};
    assert_true(make_camera(eye, 10, &camera, &error));
    assert_vec3_near(camera.eye, pick_vec3_make(0, 0, 9), 0);
    assert_vec3_near(camera.target, pick_vec3_make(0, 0, 0), 0);
    assert_near(camera.fov, 1.5707963267948966, 1e-15);
    assert_true(camera.near_distance == 0.5 && camera.far_distance == 20 && camera.up.x == 1);

    const char *const down[] = {"--eye", "0,5,0"}, *const up[] = {"--eye", "0,-5,0"}; // as Top and Bottom
    assert_true(make_camera(down, 2, &camera, &error));
    assert_vec3_near(camera.up, pick_vec3_make(0, 0, -1), 0);
    assert_true(make_camera(up, 2, &camera, &error));
    assert_vec3_near(camera.up, pick_vec3_make(0, 0, 1), 0);

    const char *const ortho[] = {"--ortho", "4"}; // its far plane is behind the scene
    assert_true(make_camera(ortho, 2, &camera, &error));
    assert_true(camera.orthographic && camera.ortho_height == 4);
    assert_true(camera.far_distance > pick_vec3_length(camera.eye) + 1 && camera.far_distance < 20);
}

static void test_impossible_views_say_why(void **state)
{
    (void)state;
    static const struct {
        const char *words[4];
        int count;
        const char *expected;
    } CASES[] = {{{"--target", "1,2,3"}, 2, "--target needs --eye"},
                 {{"--eye", "1,2,3", "--target", "1,2,3"}, 4, "the same point"},
                 {{"--eye", "0,5,0", "--up", "0,1,0"}, 4, "--up points along"},
                 {{"--up", "0,0,0"}, 2, "--up must not"},
                 {{"--near", "5", "--far", "5"}, 4, "--far 5"},
                 {{"--fov", "180"}, 2, "--fov 180"},
                 {{"--near", "0"}, 2, "above 0"},
                 {{"--ortho", "-1"}, 2, "above 0"},
                 {{"--eye", "1,2"}, 2, "x,y,z"}};
    for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
        editor_camera camera;
        editor_error error = {""};
        assert_false(make_camera(CASES[i].words, CASES[i].count, &camera, &error));
        if (strstr(error.text, CASES[i].expected) == NULL)
            fail_msg("\"%s\" does not say \"%s\"", error.text, CASES[i].expected);
    }
}

static void test_json_is_json(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    assert_non_null(file);
    editor_json json = {.file = file};
    editor_json_begin_object(&json, NULL);
    editor_json_string(&json, "s", "a\"b\\c\n\x01 \xc3\xa4 \xff \xc0\x80 \xed\xa0\x80 \xf0\x9f\x98\x80");
    editor_json_number(&json, "tenth", 0.1);
    editor_json_number(&json, "nan", (double)NAN);
    editor_json_number(&json, "inf", (double)-INFINITY);
    editor_json_begin_array(&json, "a");
    editor_json_count(&json, NULL, 18446744073709551615u);
    editor_json_begin_array(&json, NULL);
    editor_json_end_array(&json);
    editor_json_bool(&json, NULL, true);
    editor_json_end_array(&json);
    editor_json_vec3(&json, "v", pick_vec3_make(1, -0.5, 1e300));
    editor_json_null(&json, "n");
    editor_json_end_object(&json);
    editor_json_end_line(&json);
    editor_json_begin_array(&json, NULL);
    editor_json_end_array(&json);
    editor_json_end_line(&json);
    char text[512] = "";
    rewind(file);
    assert_true(fread(text, 1, sizeof(text) - 1, file) > 0);
    fclose(file);
    assert_string_equal(text,
                        "{\"s\":\"a\\\"b\\\\c\\u000a\\u0001 \xc3\xa4 \xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd "
                        "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd "
                        "\xf0\x9f\x98\x80\",\"tenth\":0.10000000000000001,\"nan\":null,\"inf\":null,"
                        "\"a\":[18446744073709551615,[],true],\"v\":[1,-0.5,1.0000000000000001e+300],\"n\":null}\n"
                        "[]\n");
    assert_true(strtod("0.10000000000000001", NULL) == 0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_are_read_strictly),
        cmocka_unit_test(test_masks_and_sizes),
        cmocka_unit_test(test_options_come_in_any_order),
        cmocka_unit_test(test_wrong_options_say_why),
        cmocka_unit_test(test_views_are_made_from_options),
        cmocka_unit_test(test_impossible_views_say_why),
        cmocka_unit_test(test_json_is_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
