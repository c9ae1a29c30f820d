// Regions, explanations and near misses from the command line.
#include "effort.h"
#include "near.h"
#include "program.h"

#include <stdio.h>
#include <string.h>

// Squares of half size 1 in front of each other and side by side, of a format that is seen from both sides. At a right
// angle of view, 480 points high, from 5 m: "near" is 180..300 high at 4 m... in points from the middle (320, 240):
// near (z = 1) +-60, far (z = -1) +-40, beside (z = 0, x = 3) 96..192.
static const char SQUARES[] = "o near\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\nf 1 2 3 4\n"
                              "o far\nv -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nf 5 6 7 8\n"
                              "o beside\nv 2 -1 0\nv 4 -1 0\nv 4 1 0\nv 2 1 0\nf 9 10 11 12\n";

static const char FACING[] = "--eye 0,0,5 --target 0,0,0 --size 640x480 --fov 90";

static const char *squares(void)
{
    program_write_file("squares.obj", SQUARES, sizeof(SQUARES) - 1);
    return program_path("squares.obj");
}

// Runs `region` and puts the names found together, each followed by a blank.
static void check_region(const char *options, const char *expected)
{
    program_result result = program_expect(0, "region '%s' %s %s", squares(), FACING, options);
    char names[256] = "";
    double before = -1;
    for (size_t i = 0; i < program_line_count(result.out); i++) {
        cJSON *line = program_line(&result, i);
        assert_int_equal(cJSON_GetArraySize(line), 2);
        assert_true(program_number(line, "object_index") > before);
        before = program_number(line, "object_index");
        strcat(strcat(names, program_string(line, "object")), " ");
        cJSON_Delete(line);
    }
    if (strcmp(names, expected) != 0)
        print_error("region %s: \"%s\", expected \"%s\"\n", options, names, expected);
    assert_string_equal(names, expected);
    program_free(&result);
}

static void test_shapes_and_modes(void **state)
{
    (void)state;
    check_region("--rect 0,0,640,480", "near far beside ");
    check_region("--rect 640,480,0,0 --mode contain", "near far beside ");
    check_region("--rect 270,190,370,290", "near far ");
    check_region("--rect 270,190,370,290 --mode contain", "far ");
    check_region("--rect 262,200,275,210", "near ");
    check_region("--rect 385,0,410,480", "");
    check_region("--rect=-100,-100,262,900", "near ");
    check_region("--circle 320,240,30", "near far ");
    check_region("--circle 320,240,57 --mode contain", "far ");
    check_region("--circle 320,240,86 --mode contain", "near far ");
    check_region("--circle 390,310,14", "");
    check_region("--circle 390,310,15", "near ");
    check_region("--lasso '400,100;600,100;600,400;400,400' --mode contain", "beside ");
    check_region("--lasso '250,170;390,170;390,310;250,310;250,301;385,301;385,175;250,175'", "");
    check_region("--lasso '250,170;390,170;390,310;250,310' --mode contain", "near far ");
    check_region("--rect 0,0,640,480 --layers 2", "");
    check_region("--rect 0,0,640,480 --near 4.5", "far beside ");
    check_region("--rect 0,0,640,480 --near 4.5 --ortho 8 --mode contain", "far beside ");
}

static void test_visible_only_is_what_the_picture_shows(void **state)
{
    (void)state;
    static const struct {
        const char *options, *expected;
    } CASES[] = {
        {"--rect 0,0,640,480", "near beside "},
        {"--rect 0,0,640,480 --mode contain", "near beside "},
        {"--rect 300,220,340,260 --mode contain", ""},
        {"--rect 300,220,340,260", "near "},
        {"--lasso '400,100;600,100;600,400;400,400' --mode contain", "beside "},
        {"--circle 390,310,14.5", ""}, // less than a pixel of it
        {"--circle 390,310,17", "near "},
        {"--rect 0,0,640,480 --layers 2", ""},
        {"--rect 0,0,640,480 --near 4.5", "far beside "},
    };
    for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i += test_effort(2, 1)) {
        char options[128];
        snprintf(options, sizeof(options), "--visible-only %s", CASES[i].options);
        check_region(options, CASES[i].expected);
    }
}

// What owns a pixel in the rectangle touches it; what the rectangle contains owns no pixel outside.
static void test_pictures_agree_on_the_demo_level(void **state)
{
    (void)state;
    static const char *const RECTS[] = {"300,200,500,400", "900,350,1100,500", "600,340,660,380", "100,500,700,719"};
    size_t seen = 0;
    for (size_t i = 0; i < sizeof(RECTS) / sizeof(RECTS[0]); i += test_effort(4, 1)) {
        program_result visible = program_expect(0, "region demo --visible-only --rect %s", RECTS[i]);
        program_result through = program_expect(0, "region demo --rect %s", RECTS[i]);
        const size_t lines = program_line_count(visible.out);
        assert_true(program_line_count(through.out) >= lines);
        for (char *line = strtok(visible.out, "\n"); line != NULL; line = strtok(NULL, "\n"), seen++) {
            if (strstr(through.out, line) == NULL)
                print_error("--rect %s: %s is seen, but not found\n", RECTS[i], line);
            assert_non_null(strstr(through.out, line));
        }
        program_free(&visible);
        program_free(&through);
    }
    assert_true(seen > test_effort(9, 40));
}

static void test_explain_tells_reasons(void **state)
{
    (void)state;
    static const char *const KEYS[] = {"reason", "text",     "object",   "object_index", "triangle", "t",
                                       "point",  "distance", "backface", "locked",       "behind",   "behind_index"};
    program_result result = program_expect(0, "explain '%s' %s --at 350,230 --radius 70", squares(), FACING);
    assert_int_equal(program_line_count(result.out), 3);
    cJSON *line = program_line(&result, 0);
    assert_int_equal(cJSON_GetArraySize(line), 10);
    assert_string_equal(program_string(line, "reason"), "picked");
    assert_string_equal(program_string(line, "object"), "near");
    assert_true(program_number(line, "distance") == 0);
    cJSON_Delete(line);
    line = program_line(&result, 1);
    for (int i = 0; i < 12; i++)
        assert_string_equal(cJSON_GetArrayItem(line, i)->string, KEYS[i]);
    assert_string_equal(program_string(line, "reason"), "behind");
    assert_string_equal(program_string(line, "object"), "far");
    assert_string_equal(program_string(line, "behind"), "near");
    cJSON_Delete(line);
    line = program_line(&result, 2);
    assert_string_equal(program_string(line, "reason"), "missed");
    assert_string_equal(program_string(line, "object"), "beside");
    check_near(program_number(line, "distance"), 66, 1e-6, "distance", __FILE__, __LINE__);
    program_assert_vec(line, "point", (const double[]){2, 0.2083333333, 0}, 3, 1e-4);
    cJSON_Delete(line);
    program_free(&result);
    static const struct {
        const char *options, *first;
    } CASES[] = {{"--near 4.5", "near"}, {"--far 3", "far"}, {"--layers 2", "layer"}, {"--cull front", "culled_front"}};
    for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
        result = program_expect(0, "explain '%s' %s --at 350,230 %s", squares(), FACING, CASES[i].options);
        line = program_line(&result, 0);
        assert_string_equal(program_string(line, "reason"), CASES[i].first);
        cJSON_Delete(line);
        program_free(&result);
    }
    result = program_expect(0, "explain '%s' %s --at 10,10 --radius 0", squares(), FACING);
    assert_string_equal(result.out, "");
    program_free(&result);
}

static void test_tolerance_finds_near_misses(void **state)
{
    (void)state;
    cJSON *hit = program_json("pick '%s' %s --at 383,240 --tolerance 4", squares(), FACING);
    assert_string_equal(program_string(hit, "object"), "near");
    check_near(program_number(hit, "distance"), 3, 1e-6, "distance", __FILE__, __LINE__);
    program_assert_vec(hit, "point", (const double[]){1, 0, 1}, 3, 1e-5);
    cJSON_Delete(hit);
    hit = program_json("pick '%s' %s --at 383,240 --tolerance 2.9", squares(), FACING);
    assert_false(program_bool(hit, "hit"));
    cJSON_Delete(hit);
    hit = program_json("pick '%s' %s --at 350,240 --tolerance 400", squares(), FACING);
    assert_string_equal(program_string(hit, "object"), "near");
    assert_true(program_number(hit, "distance") == 0);
    cJSON_Delete(hit);
    hit = program_json("pick '%s' %s --at 383,240 --tolerance 4 --all", squares(), FACING);
    assert_int_equal(cJSON_GetArraySize(hit), 1);
    cJSON_Delete(hit);
    hit = program_json("pick '%s' %s --at 383,240 --tolerance 0", squares(), FACING);
    assert_false(program_bool(hit, "hit"));
    cJSON_Delete(hit);
}

// What is of another material or kind is passed through; what is thin in front yields to what is exact on request.
static void test_filters(void **state)
{
    (void)state;
    static const char MTL[] = "newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n";
    static const char OBJ[] = "mtllib parts.mtl\n"
                              "o near\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\nusemtl red\nf 1 2 3 4\n"
                              "o far\nv -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nusemtl blue\nf 5 6 7 8\n"
                              "o wire\nv -0.01 -1 2\nv 0.01 -1 2\nv 0.01 1 2\nv -0.01 1 2\nusemtl blue\nf 9 10 11 12\n";
    static const struct {
        const char *options, *object; // NULL: a miss
    } CASES[] = {{"", "near"},
                 {"--filter material=red", "near"},
                 {"--filter material=blue", "far"},
                 {"--filter kind=model --filter material=blue", "far"},
                 {"--filter kind=shape", NULL},
                 {"--filter layer=1", "near"},
                 {"--filter layer=2", NULL},
                 {"--tolerance 9", "wire"},
                 {"--tolerance 9 --exact-wins", "near"},
                 {"--tolerance 9 --filter material=red", "near"}};
    program_write_file("parts.mtl", MTL, sizeof(MTL) - 1);
    program_write_file("parts.obj", OBJ, sizeof(OBJ) - 1);
    for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
        cJSON *hit = program_json("pick '%s' %s --at 328,240 %s", program_path("parts.obj"), FACING, CASES[i].options);
        assert_int_equal(program_bool(hit, "hit"), CASES[i].object != NULL);
        if (CASES[i].object != NULL)
            assert_string_equal(program_string(hit, "object"), CASES[i].object);
        cJSON_Delete(hit);
    }
    program_result found = program_expect(0, "region '%s' %s --rect 0,0,640,480 --filter material=blue",
                                          program_path("parts.obj"), FACING);
    assert_int_equal(program_line_count(found.out), 2);
    program_free(&found);
    found = program_expect(0, "explain '%s' %s --at 328,240 --tolerance 9", program_path("parts.obj"), FACING);
    assert_non_null(strstr(found.out, "\"reason\":\"thin\""));
    assert_non_null(strstr(found.out, "\"reason\":\"yielded\""));
    program_free(&found);
    found = program_expect(0, "explain '%s' %s --at 328,240 --filter material=blue", program_path("parts.obj"), FACING);
    assert_non_null(strstr(found.out, "\"reason\":\"filtered\""));
    program_free(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes_and_modes),
        cmocka_unit_test(test_visible_only_is_what_the_picture_shows),
        cmocka_unit_test(test_pictures_agree_on_the_demo_level),
        cmocka_unit_test(test_explain_tells_reasons),
        cmocka_unit_test(test_tolerance_finds_near_misses),
        cmocka_unit_test(test_filters),
    };
    return cmocka_run_group_tests(tests, NULL, program_finish);
}
