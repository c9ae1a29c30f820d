// Picks with known answers: a cube, a stack of squares, and models from other sources.
#include "near.h"
#include "parts.h"
#include "program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The cube of half size 1, with texture coordinates, triangulated: triangles 0 and 1 are its +z side.
static const char CUBE[] = "o cube\n"
                           "v -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\nv -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\n"
                           "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
                           "f 1/1 2/2 3/3\nf 1/1 3/3 4/4\n"
                           "f 6/1 5/2 8/3\nf 6/1 8/3 7/4\n"
                           "f 2/1 6/2 7/3\nf 2/1 7/3 3/4\n"
                           "f 5/1 1/2 4/3\nf 5/1 4/3 8/4\n"
                           "f 4/1 3/2 7/3\nf 4/1 7/3 8/4\n"
                           "f 5/1 6/2 2/3\nf 5/1 2/3 1/4\n";

static const char FACING[] = "--eye 0,0,5 --target 0,0,0 --size 640x480 --fov 90";

static const char *cube(void)
{
    program_write_file("cube.obj", CUBE, sizeof(CUBE) - 1);
    return program_path("cube.obj");
}

static void test_a_pick_line_has_these_keys(void **state)
{
    (void)state;
    static const char *const KEYS[] = {"hit",   "object", "object_index", "mesh", "triangle", "t",
                                       "point", "normal", "barycentric",  "uv",   "backface"};
    cJSON *hit = program_json("pick '%s' %s --at 330,230", cube(), FACING);
    assert_int_equal(cJSON_GetArraySize(hit), 11);
    for (int i = 0; i < 11; i++)
        assert_string_equal(cJSON_GetArrayItem(hit, i)->string, KEYS[i]);
    cJSON_Delete(hit);
}

// Half a window high is 240 points and, at a right angle, as far as the plane is away. The front of the cube is 4 m
// away, so a point is 1/60 m there.
static void test_a_point_of_a_cube(void **state)
{
    (void)state;
    const double x = 10 / 60.0, y = 20 / 60.0, t = sqrt(16 + x * x + y * y);
    cJSON *hit = program_json("pick '%s' %s --at 330,220", cube(), FACING);
    assert_true(program_bool(hit, "hit"));
    assert_string_equal(program_string(hit, "object"), "cube");
    assert_true(program_number(hit, "triangle") == 1); // above the diagonal
    check_near(program_number(hit, "t"), t, 1e-6, "t", __FILE__, __LINE__);
    program_assert_vec(hit, "point", (const double[]){x, y, 1}, 3, 1e-6);
    program_assert_vec(hit, "normal", (const double[]){0, 0, 1}, 3, 1e-12);
    // Triangle 1 is (-1,-1) (1,1) (-1,1): p = a + v (b - a) + w (c - a) gives v = (x + 1) / 2, w = (y - x) / 2.
    program_assert_vec(hit, "barycentric", (const double[]){(x + 1) / 2, (y - x) / 2}, 2, 1e-6);
    const cJSON *uv = cJSON_GetObjectItem(hit, "uv");
    assert_int_equal(cJSON_GetArraySize(uv), 2);
    check_near(cJSON_GetArrayItem(uv, 0)->valuedouble, (x + 1) / 2, 1e-6, "u", __FILE__, __LINE__);
    assert_false(program_bool(hit, "backface"));
    cJSON_Delete(hit);
}

// Window coordinates are taken as written: the middle of the window is (320, 240), and the corner of the cube's
// silhouette is exactly 60 points from it.
static void test_coordinates_are_continuous(void **state)
{
    (void)state;
    program_result result = program_expect(0,
                                           "pick '%s' %s --at 320,240 --at 379.99,180.01 --at 380.01,240 "
                                           "--at 320,179.99 --at -50,240 --at 1e5,1e5",
                                           cube(), FACING);
    static const bool EXPECTED[] = {true, true, false, false, false, false};
    assert_int_equal(program_line_count(result.out), 6);
    for (size_t i = 0; i < 6; i++) {
        cJSON *line = program_line(&result, i);
        assert_int_equal(program_bool(line, "hit"), EXPECTED[i]);
        if (!EXPECTED[i])
            assert_int_equal(cJSON_GetArraySize(line), 1);
        else if (i == 0)
            program_assert_vec(line, "point", (const double[]){0, 0, 1}, 3, 1e-6);
        cJSON_Delete(line);
    }
    program_free(&result);
}

// Up is up: a point above the middle meets the upper half, at any of the ways to look.
static void test_up_is_up_in_all_projections(void **state)
{
    (void)state;
    static const char *const KINDS[] = {"", "--far 100", "--ortho 8", "--ortho 8 --far 50", "--near 0.001"};
    for (size_t i = 0; i < sizeof(KINDS) / sizeof(KINDS[0]); i++) {
        cJSON *hit = program_json("pick '%s' %s %s --at 330,220", cube(), FACING, KINDS[i]);
        const cJSON *point = cJSON_GetObjectItem(hit, "point");
        assert_true(cJSON_GetArrayItem(point, 0)->valuedouble > 0.1);
        assert_true(cJSON_GetArrayItem(point, 1)->valuedouble > 0.1);
        cJSON_Delete(hit);
    }
}

// What the near plane cuts off cannot be picked: the cube is then seen, and picked, from inside, where it has backs.
static void test_the_near_and_far_planes_cut(void **state)
{
    (void)state;
    program_result result = program_expect(0, "pick '%s' %s --near 4.5 --cull back --at 320,240", cube(), FACING);
    assert_string_equal(result.out, "{\"hit\":false}\n");
    program_free(&result);
    result = program_expect(0, "pick '%s' %s --near 1 --far 3.5 --cull back --at 320,240", cube(), FACING);
    assert_string_equal(result.out, "{\"hit\":false}\n");
    program_free(&result);
    cJSON *hit = program_json("pick '%s' %s --near 4.5 --cull none --at 310,250", cube(), FACING);
    assert_true(program_bool(hit, "backface"));
    const cJSON *point = cJSON_GetObjectItem(hit, "point");
    check_near(cJSON_GetArrayItem(point, 2)->valuedouble, -1, 1e-6, "z", __FILE__, __LINE__);
    program_assert_vec(hit, "normal", (const double[]){0, 0, -1}, 3, 1e-12);
    cJSON_Delete(hit);
}

static void test_rays_count_in_their_own_length(void **state)
{
    (void)state;
    static const char RAYS[] = "0.25 0.5 5 0 0 -2\n"
                               "\n"
                               "  5\t0.5 0.25  -0.5 0 0  \r\n"
                               "0.25 0.5 0 0 0 1\n"
                               "0 5 0 1 0 0\n";
    program_write_file("rays.txt", RAYS, sizeof(RAYS) - 1);
    program_result result = program_expect(0, "pick '%s' --cull back --rays '%s'", cube(), program_path("rays.txt"));
    assert_int_equal(program_line_count(result.out), 4);
    cJSON *line = program_line(&result, 0);
    assert_true(program_number(line, "t") == 2);
    program_assert_vec(line, "point", (const double[]){0.25, 0.5, 1}, 3, 0);
    program_assert_vec(line, "normal", (const double[]){0, 0, 1}, 3, 0);
    program_assert_vec(line, "barycentric", (const double[]){0.625, 0.125}, 2, 0);
    assert_true(program_number(line, "triangle") == 1);
    cJSON_Delete(line);
    line = program_line(&result, 1);
    assert_true(program_number(line, "t") == 8);
    program_assert_vec(line, "point", (const double[]){1, 0.5, 0.25}, 3, 0);
    cJSON_Delete(line);
    for (size_t i = 2; i < 4; i++) { // from inside, where only backs are met; and past it
        line = program_line(&result, i);
        assert_false(program_bool(line, "hit"));
        cJSON_Delete(line);
    }
    program_free(&result);
}

static void test_all_lists_every_hit(void **state)
{
    (void)state;
    program_write_file("ray.txt", "0.25 0.5 5 0 0 -1\n9 9 9 1 0 0\n", 30);
    program_result result =
        program_expect(0, "pick '%s' --all --cull none --rays '%s'", cube(), program_path("ray.txt"));
    assert_int_equal(program_line_count(result.out), 2);
    cJSON *line = program_line(&result, 0);
    assert_int_equal(cJSON_GetArraySize(line), 2);
    assert_true(program_number(cJSON_GetArrayItem(line, 0), "t") == 4);
    assert_true(program_number(cJSON_GetArrayItem(line, 1), "t") == 6);
    assert_true(program_bool(cJSON_GetArrayItem(line, 1), "backface"));
    cJSON_Delete(line);
    line = program_line(&result, 1);
    assert_true(cJSON_IsArray(line));
    assert_int_equal(cJSON_GetArraySize(line), 0);
    cJSON_Delete(line);
    program_free(&result);

    static const struct {
        const char *cull;
        int hits;
        double first;
    } CULLS[] = {{"material", 2, 4}, {"back", 1, 4}, {"front", 1, 6}, {"none", 2, 4}};
    for (size_t i = 0; i < 4; i++) {
        program_write_file("ray.txt", "0.25 0.5 5 0 0 -1\n", 18);
        line = program_json("pick '%s' --all --cull %s --rays '%s'", cube(), CULLS[i].cull, program_path("ray.txt"));
        assert_int_equal(cJSON_GetArraySize(line), CULLS[i].hits);
        assert_true(program_number(cJSON_GetArrayItem(line, 0), "t") == CULLS[i].first);
        cJSON_Delete(line);
    }
}

static void test_layers_hide(void **state)
{
    (void)state;
    cJSON *hit = program_json("pick '%s' %s --layers 0xffffffff --at 320,240", cube(), FACING);
    assert_true(program_bool(hit, "hit"));
    cJSON_Delete(hit);
    hit = program_json("pick '%s' %s --layers 0 --at 320,240", cube(), FACING);
    assert_false(program_bool(hit, "hit"));
    cJSON_Delete(hit);
}

// Many points, in order, from a file and from standard input, each as --at would answer it.
static void test_files_of_points(void **state)
{
    (void)state;
    enum { COUNT = 20000 };
    char *text = malloc(COUNT * 32);
    assert_non_null(text);
    size_t length = 0;
    for (int i = 0; i < COUNT; i++)
        length += (size_t)sprintf(text + length, "%g %g\n", 320 + (i % 200) - 99.5, 240 + (i / 200) - 49.5);
    program_write_file("points.txt", text, length);
    free(text);
    program_result result =
        program_expect(0, "pick '%s' %s --points - <'%s'", cube(), FACING, program_path("points.txt"));
    assert_int_equal(program_line_count(result.out), COUNT);
    int hits = 0;
    const char *line = result.out;
    for (int i = 0; i < COUNT; i++) {
        bool hit = strncmp(line, "{\"hit\":true", 11) == 0;
        bool expected = fabs((i % 200) - 99.5) < 60 && fabs((i / 200) - 49.5) < 60;
        assert_int_equal(hit, expected);
        hits += hit;
        line = strchr(line, '\n') + 1;
    }
    assert_int_equal(hits, 120 * 100);
    program_free(&result);
}

// As editors of Windows write text: a byte order mark, and lines that end in CR and LF.
static void test_files_of_windows(void **state)
{
    (void)state;
    static const struct {
        const char *option, *text;
    } CASES[] = {{"--points", "\xef\xbb\xbf"
                              "320 240\r\n\r\n0 0\r\n"},
                 {"--rays", "\xef\xbb\xbf"
                            "0 0 5 0 0 -1\r\n\r\n0 0 5 0 0 1\r\n"}};
    for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
        program_write_file("windows.txt", CASES[i].text, strlen(CASES[i].text));
        program_result result =
            program_expect(0, "pick '%s' %s %s '%s'", cube(), FACING, CASES[i].option, program_path("windows.txt"));
        assert_int_equal(program_line_count(result.out), 2);
        assert_int_equal(strncmp(result.out, "{\"hit\":true", 11), 0);
        assert_non_null(strstr(result.out, "\n{\"hit\":false}"));
        program_free(&result);
    }
    program_write_file("windows.txt",
                       "0 0\n\xef\xbb\xbf"
                       "0 0\n",
                       11);
    program_result result = program_expect(3, "pick '%s' --points '%s'", cube(), program_path("windows.txt"));
    assert_non_null(strstr(result.err, "line 2"));
    program_free(&result);
}

static void test_wrong_lines_have_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *option, *text, *expected;
        size_t answers;
    } CASES[] = {{"--points", "1 2\n3\n", "line 2", 1},          {"--points", "1 2 3\n", "line 1", 0},
                 {"--points", "1 2\n\n1 nan\n", "line 3", 1},    {"--rays", "0 0 5 0 0 0\n", "line 1", 0},
                 {"--rays", "0 0 5 0 0 -1\n1 2\n", "line 2", 1}, {"--rays", "0 0 5 0 0 inf\n", "line 1", 0}};
    for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
        program_write_file("wrong.txt", CASES[i].text, strlen(CASES[i].text));
        const char *path = program_path("wrong.txt");
        program_result result = program_expect(3, "pick '%s' %s '%s'", cube(), CASES[i].option, path);
        assert_non_null(strstr(result.err, path));
        assert_non_null(strstr(result.err, CASES[i].expected));
        assert_int_equal(program_line_count(result.err), 1);
        assert_int_equal(program_line_count(result.out), CASES[i].answers);
        program_free(&result);
    }
    program_result result = program_expect(3, "pick '%s' --rays /nowhere/rays.txt", cube());
    program_free(&result);
}

// A zero byte ends no line, and a file of nothing else has an end.
static void test_zero_bytes_are_no_blanks(void **state)
{
    (void)state;
    static const char *const FILES[] = {"1 2\n3 4\0 5\n", "1 2\n\0\n16 7\n"};
    for (size_t i = 0; i < sizeof(FILES) / sizeof(FILES[0]); i++) {
        program_write_file("zero.txt", FILES[i], 11);
        program_result result = program_expect(3, "pick '%s' --points '%s'", cube(), program_path("zero.txt"));
        assert_non_null(strstr(result.err, "line 2"));
        assert_int_equal(program_line_count(result.out), 1);
        program_free(&result);
    }
    program_result result = program_expect(3, "pick '%s' --points /dev/zero", cube());
    assert_non_null(strstr(result.err, "line 1"));
    program_free(&result);
}

// The same box in the formats of other makers. All of them have half size 0.5 around the origin.
static void needs_package(void **state)
{
    (void)state;
    static const char *const BOXES[] = {"OBJ/box.obj", "glTF2/BoxTextured-glTF-Binary/BoxTextured.glb",
                                        "glTF2/BoxTextured-glTF/BoxTextured.gltf", "OFF/Cube.off"};
    int seen = 0;
    for (size_t i = 0; i < sizeof(BOXES) / sizeof(BOXES[0]); i++) {
        char path[256];
        snprintf(path, sizeof(path), "/usr/share/assimp/models/%s", BOXES[i]);
        FILE *file = fopen(path, "rb");
        if (file == NULL)
            continue;
        fclose(file);
        seen++;
        program_write_file("ray.txt", "0.1 0.2 5 0 0 -1\n0.1 5 0.2 0 -2 0\n", 35);
        program_result result = program_expect(0, "pick '%s' --rays '%s'", path, program_path("ray.txt"));
        cJSON *line = program_line(&result, 0);
        check_near(program_number(line, "t"), 4.5, 1e-6, path, __FILE__, __LINE__);
        program_assert_vec(line, "point", (const double[]){0.1, 0.2, 0.5}, 3, 1e-6);
        program_assert_vec(line, "normal", (const double[]){0, 0, 1}, 3, 1e-6);
        cJSON_Delete(line);
        line = program_line(&result, 1);
        check_near(program_number(line, "t"), 2.25, 1e-6, path, __FILE__, __LINE__);
        program_assert_vec(line, "normal", (const double[]){0, 1, 0}, 3, 1e-6);
        cJSON_Delete(line);
        program_free(&result);
    }
    if (seen == 0) {
        print_message("no assimp-testmodels here\n");
        PART_SKIP();
    }
}

// OBJ cannot say that it is single-sided, and is seen from both sides; glTF's materials are, unless they say otherwise.
static void test_materials_decide_about_backs(void **state)
{
    (void)state;
    program_write_file("inside.txt", "0.1 0.2 0 0 0 1\n", 16);
    cJSON *hit = program_json("pick '%s' --rays '%s'", cube(), program_path("inside.txt"));
    assert_true(program_bool(hit, "hit") && program_bool(hit, "backface"));
    cJSON_Delete(hit);
}

static void needs_package_with_materials(void **state)
{
    (void)state;
    static const char GLTF[] = "/usr/share/assimp/models/glTF2/BoxTextured-glTF-Binary/BoxTextured.glb";
    program_write_file("inside.txt", "0.1 0.2 0 0 0 1\n", 16);
    cJSON *hit;
    FILE *file = fopen(GLTF, "rb");
    if (file == NULL) {
        print_message("no assimp-testmodels here\n");
        PART_SKIP();
        return;
    }
    fclose(file);
    hit = program_json("pick '%s' --rays '%s'", GLTF, program_path("inside.txt"));
    assert_false(program_bool(hit, "hit"));
    cJSON_Delete(hit);
    hit = program_json("pick '%s' --cull none --rays '%s'", GLTF, program_path("inside.txt"));
    assert_true(program_bool(hit, "backface"));
    cJSON_Delete(hit);
}

static void test_the_demo_level_can_be_picked(void **state)
{
    (void)state;
    cJSON *hit = program_json("pick demo --at 640,400");
    assert_true(program_bool(hit, "hit"));
    cJSON_Delete(hit);
    hit = program_json("pick demo --at 5,5");
    assert_false(program_bool(hit, "hit"));
    cJSON_Delete(hit);
}

// The inside of a cube cut in two, by the mouse and by a ray of its own.
static void test_a_section(void **state)
{
    (void)state;
    cJSON *hit = program_json("pick '%s' %s --at 330,220 --section 0,0,-2,1", cube(), FACING);
    program_assert_vec(hit, "normal", (const double[]){0, 0, -1}, 3, 1e-12);
    assert_true(program_bool(hit, "backface"));
    cJSON_Delete(hit);
    hit = program_json("pick '%s' %s --at 330,220 --section 0,0,-1,0.5 --section 0,0,1,0.5", cube(), FACING);
    assert_false(program_bool(hit, "hit"));
    cJSON_Delete(hit);
    hit = program_json("pick '%s' %s --at 330,220 --section 0,0,-2,1 --cull back", cube(), FACING);
    assert_false(program_bool(hit, "hit"));
    cJSON_Delete(hit);
    program_write_file("rays.txt", "0.1 0.2 5 0 0 -1\n", 17);
    hit = program_json("pick '%s' --rays '%s' --section 0,0,-1,0.5", cube(), program_path("rays.txt"));
    assert_true(program_number(hit, "t") == 6);
    cJSON_Delete(hit);
    hit = program_json("pick '%s' --rays '%s' --section 0,1,0,-0.5", cube(), program_path("rays.txt"));
    assert_false(program_bool(hit, "hit"));
    cJSON_Delete(hit);
    hit = program_json("pick '%s' --rays '%s' --section 0,1,0,9 --section 0,0,-2,0.5 --caps", cube(),
                       program_path("rays.txt"));
    assert_true(program_number(hit, "t") == 4.75);
    assert_true(program_number(hit, "cap") == 1);
    program_assert_vec(hit, "normal", (const double[]){0, 0, 1}, 3, 0);
    cJSON_Delete(hit);
    hit = program_json("pick '%s' --rays '%s' --caps", cube(), program_path("rays.txt")); // nothing is cut
    assert_true(program_number(hit, "t") == 4);
    assert_null(cJSON_GetObjectItem(hit, "cap"));
    cJSON_Delete(hit);
    static const char *const WRONG[] = {"0,0,1", "0,0,0,1", "0,x,0,1", "0,0,inf,1"};
    for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
        program_result result = program_expect(2, "pick demo --at 1,1 --section %s", WRONG[i]);
        assert_non_null(strstr(result.err, "--section"));
        assert_non_null(strstr(result.err, WRONG[i]));
        program_free(&result);
    }
    program_result result = program_expect(2, "pick demo --at 1,1 %s %s %s", "--section 1,0,0,1 --section 1,0,0,1",
                                           "--section 1,0,0,1 --section 1,0,0,1 --section 1,0,0,1 --section 1,0,0,1",
                                           "--section 1,0,0,1 --section 1,0,0,1 --section 1,0,0,1");
    assert_non_null(strstr(result.err, "at most 8"));
    program_free(&result);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_pick_line_has_these_keys),
        cmocka_unit_test(test_a_section),
        cmocka_unit_test(test_a_point_of_a_cube),
        cmocka_unit_test(test_coordinates_are_continuous),
        cmocka_unit_test(test_up_is_up_in_all_projections),
        cmocka_unit_test(test_the_near_and_far_planes_cut),
        cmocka_unit_test(test_rays_count_in_their_own_length),
        cmocka_unit_test(test_all_lists_every_hit),
        cmocka_unit_test(test_layers_hide),
        cmocka_unit_test(test_files_of_points),
        cmocka_unit_test(test_files_of_windows),
        cmocka_unit_test(test_wrong_lines_have_numbers),
        cmocka_unit_test(test_zero_bytes_are_no_blanks),
        cmocka_unit_test(needs_package),
        cmocka_unit_test(test_materials_decide_about_backs),
        cmocka_unit_test(needs_package_with_materials),
        cmocka_unit_test(test_the_demo_level_can_be_picked),
    };
    return PARTS_RUN(argc, argv, tests, program_finish);
}
