// Points and lines on the command line: counts, picks with known answers, regions, and every pixel of a drawing.
#include "effort.h"
#include "near.h"
#include "program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Half a window high is 240 points and, at a right angle, as far as the plane is away: at z = 0, 5 m away, a metre is
// 48 points. Points are 4 wide, lines 2.
static const char FACING[] = "--eye 0,0,5 --target 0,0,0 --size 640x480 --fov 90";

static const char *cloud(void)
{
    static const char text[] = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
                               "property float z\nend_header\n0 0 0\n1 0 0\n0 1 0\n1 0 -5\n";
    program_write_file("cloud.ply", text, sizeof(text) - 1);
    return program_path("cloud.ply");
}

// A square's outline around the origin, 4 m wide, as a loop; a square of triangles 2 m wide, 2 m behind it; and two
// points before that.
static const char *drawing(void)
{
    static const float data[10][3] = {{-2, -2, 0}, {2, -2, 0}, {2, 2, 0},   {-2, 2, 0}, {-1, -1, -2},
                                      {1, -1, -2}, {1, 1, -2}, {-1, 1, -2}, {0, 0, -1}, {0.5f, 0, -3}};
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":120,\"uri\":\"drawing.bin\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":48},{\"buffer\":0,\"byteOffset\":48,\"byteLength\":48},"
        "{\"buffer\":0,\"byteOffset\":96,\"byteLength\":24}],\"accessors\":["
        "{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"
        "{\"bufferView\":1,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"
        "{\"bufferView\":2,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}],"
        "\"meshes\":[{\"primitives\":[{\"mode\":2,\"attributes\":{\"POSITION\":0}}]},"
        "{\"primitives\":[{\"mode\":6,\"attributes\":{\"POSITION\":1}},{\"mode\":0,\"attributes\":{\"POSITION\":2}}]}],"
        "\"nodes\":[{\"mesh\":0,\"name\":\"frame\"},{\"mesh\":1,\"name\":\"plate\"}]}";
    program_write_file("drawing.bin", data, sizeof(data));
    program_write_file("drawing.gltf", text, sizeof(text) - 1);
    return program_path("drawing.gltf");
}

static void test_counts(void **state)
{
    (void)state;
    cJSON *info = program_json("info '%s'", cloud());
    assert_true(program_number(info, "points") == 4 && program_number(info, "segments") == 0);
    assert_true(program_number(info, "triangles") == 0 && program_number(info, "objects") == 1);
    program_assert_vec(info, "bounds_min", (const double[]){0, 0, -5}, 3, 0);
    cJSON_Delete(info);
    info = program_json("info '%s'", drawing());
    assert_true(program_number(info, "points") == 2 && program_number(info, "segments") == 4);
    assert_true(program_number(info, "triangles") == 2 && program_number(info, "objects") == 3);
    cJSON_Delete(info);
    program_result report = program_expect(0, "info --report '%s'", drawing());
    assert_non_null(strstr(report.out, "\nPoints: 2; segments of lines: 4\n"));
    assert_non_null(strstr(report.out, "Everything was read."));
    program_free(&report);
}

static void expect_part(const char *path, const char *at, const char *object, int part)
{
    cJSON *hit = program_json("pick '%s' %s --at %s", path, FACING, at);
    const bool found = program_bool(hit, "hit");
    if (found != (object != NULL) ||
        (found && (strcmp(program_string(hit, "object"), object) != 0 ||
                   program_number(hit, part < 0 ? "triangle" : "part") != abs(part) - (part < 0))))
        fail_msg("%s at %s: %s", path, at, found ? program_string(hit, "object") : "nothing");
    cJSON_Delete(hit);
}

static void test_picks(void **state)
{
    (void)state;
    const char *path = cloud();
    cJSON *hit = program_json("pick '%s' %s --at 369.5,241", path, FACING);
    assert_string_equal(program_string(hit, "form"), "points");
    assert_true(program_number(hit, "part") == 1);
    program_assert_vec(hit, "point", (const double[]){1, 0, 0}, 3, 0);
    // t along the ray of the position, whose direction has a length of 1.
    check_near(program_number(hit, "t"), sqrt(25 + 49.5 * 49.5 / 48 / 48 + 1.0 / 48 / 48), 1e-6, "t", __FILE__,
               __LINE__);
    cJSON_Delete(hit);
    expect_part(path, "320,240", "cloud", 0);
    expect_part(path, "321.99,240", "cloud", 0);
    expect_part(path, "322.01,240", NULL, 0);
    expect_part(path, "321.5,241.5", NULL, 0); // a disc, not a square
    expect_part(path, "320,192", "cloud", 2);
    expect_part(path, "344,240", "cloud", 3); // 10 m away and as large
    path = drawing();
    expect_part(path, "300,336.9", "frame", 0);
    expect_part(path, "300,337.1", NULL, 0);
    expect_part(path, "416,240", "frame", 1);
    expect_part(path, "300,143.5", "frame", 2);
    expect_part(path, "224.9,240", "frame", 3);
    expect_part(path, "320,240", "plate points", 0); // before the plate
    expect_part(path, "335,240", "plate", -1);       // the point of it is behind the plate
    expect_part(path, "300,220", "plate", -2);
}

// Within a tolerance, and all that is under a position from the front to the back.
static void test_near_and_all(void **state)
{
    (void)state;
    cJSON *near = program_json("pick '%s' %s --at 326,240 --tolerance 5", cloud(), FACING);
    assert_true(program_number(near, "part") == 0);
    check_near(program_number(near, "distance"), 4, 1e-9, "distance", __FILE__, __LINE__);
    cJSON_Delete(near);
    cJSON *all = program_json("pick '%s' %s --at 321,240.5 --all", drawing(), FACING);
    assert_int_equal(cJSON_GetArraySize(all), 2);
    assert_string_equal(program_string(cJSON_GetArrayItem(all, 0), "object"), "plate points");
    assert_string_equal(program_string(cJSON_GetArrayItem(all, 1), "object"), "plate");
    cJSON_Delete(all);
    all = program_json("pick '%s' %s --at 335,240 --all", drawing(), FACING);
    assert_int_equal(cJSON_GetArraySize(all), 2);
    assert_string_equal(program_string(cJSON_GetArrayItem(all, 0), "object"), "plate");
    assert_string_equal(program_string(cJSON_GetArrayItem(all, 1), "object"), "plate points");
    assert_true(program_number(cJSON_GetArrayItem(all, 1), "part") == 1);
    cJSON_Delete(all);
    program_result explained = program_expect(0, "explain '%s' %s --at 321,240.5", drawing(), FACING);
    cJSON *first = program_line(&explained, 0), *second = program_line(&explained, 1);
    assert_string_equal(program_string(first, "object"), "plate points");
    assert_string_equal(program_string(first, "reason"), "picked");
    assert_true(program_number(first, "part") == 0);
    assert_string_equal(program_string(second, "behind"), "plate points");
    cJSON_Delete(first);
    cJSON_Delete(second);
    program_free(&explained);
}

static void expect_region(const char *path, const char *options, size_t count)
{
    program_result result = program_expect(0, "region '%s' %s %s", path, FACING, options);
    if (program_line_count(result.out) != count)
        fail_msg("%s: %s", options, result.out);
    program_free(&result);
}

static void test_regions(void **state)
{
    (void)state;
    const char *path = cloud();
    expect_region(path, "--rect 369,230,380,250", 1); // the edge of a disc
    expect_region(path, "--rect 371,230,380,250", 0);
    expect_region(path, "--rect 300,180,380,250 --mode contain", 1);
    expect_region(path, "--rect 300,180,369,250 --mode contain", 0);
    path = drawing();
    expect_region(path, "--rect 300,300,340,360", 1);
    expect_region(path, "--rect 0,0,640,480", 3);
    if (test_is_thorough())
        expect_region(path, "--rect 0,0,640,480 --visible-only", 3);
    expect_region(path, "--rect 330,235,340,245", 2);                // the point behind the plate, through it
    expect_region(path, "--rect 330,235,340,245 --visible-only", 1); // the plate alone
}

static cJSON *verify(int status, const char *path, const char *options)
{
    const unsigned size = test_is_thorough() ? 3 : 1;
    program_result result = program_run("verify '%s' --size %ux%u %s", path, 120 * size, 90 * size, options);
    assert_int_equal(result.status, status);
    cJSON *tally = program_line(&result, program_line_count(result.out) - 1);
    program_free(&result);
    return tally;
}

static void test_verify(void **state)
{
    (void)state;
    const char *const views[] = {"--views 3", test_is_thorough() ? "--matrix" : "--matrix --views 4",
                                 "--views 3 --section 0.3,1,0.2,0.7"};
    static const char *const plants[] = {"--plant half-pixel", "--plant flip-y --eye 3,4,5", "--plant thin-size"};
    for (int i = 0; i < 3; i++) {
        cJSON *tally = verify(0, drawing(), views[i]);
        assert_true(program_number(tally, "unexplained") == 0 && program_number(tally, "triangle_unexplained") == 0);
        assert_true(program_number(tally, "hits") > 200);
        assert_true(program_number(tally, "disagreements") < 0.02 * program_number(tally, "hits") + 5);
        cJSON_Delete(tally);
    }
    for (int i = 0; i < 3; i += (int)test_effort(2, 1)) {
        cJSON *tally = verify(1, drawing(), plants[i]);
        assert_true(program_number(tally, "unexplained") > 20);
        cJSON_Delete(tally);
    }
}

// The drawing with widths of its own, on screen and in metres, stretched, and lines that the level owns, one with a
// corner within a box. Picked a tenth wider than drawn, they are found out.
static void test_verify_widths(void **state)
{
    (void)state;
    char text[2048];
    const int size = snprintf(
        text, sizeof(text),
        "{\"vkpick_level\": 2, \"assets\": [{\"id\": 1, \"path\": \"%s\"}], \"objects\": [\n"
        "{\"id\": 1, \"name\": \"a\", \"asset\": 1, \"mesh\": 0, \"materials\": [{\"slot\": 0, \"width\": 9}]},\n"
        "{\"id\": 2, \"name\": \"b\", \"asset\": 1, \"mesh\": 0, \"basis\": [1, 0.2, 0, 0, 0.6, 0, 0.1, 0, 2],\n"
        " \"materials\": [{\"slot\": 0, \"width\": 0.15, \"width_unit\": \"metres\"}]},\n"
        "{\"id\": 3, \"name\": \"c\", \"asset\": 1, \"mesh\": 2, \"position\": [0, 0, 1.5],\n"
        " \"materials\": [{\"slot\": 0, \"width\": 0.2, \"width_unit\": \"metres\", \"base_color\": [1, 0, 0, 1]}]},\n"
        "{\"id\": 4, \"name\": \"ruler\", \"line\": {\"points\": [[-2, -1, 0], [0, 0, 0.5], [1.5, 1, 1]],\n"
        " \"measures\": \"angle\"}, \"materials\": [{\"slot\": 0, \"width\": 3, \"base_color\": [1, 0.7, 0, 1]}]},\n"
        "{\"id\": 5, \"name\": \"rod\", \"line\": {\"points\": [[-1, 1, 1], [1, 1.2, 0], [0.5, -1, 0.2]],\n"
        " \"closed\": true}, \"materials\": [{\"slot\": 0, \"width\": 0.1, \"width_unit\": \"metres\"}]},\n"
        "{\"id\": 6, \"name\": \"box\", \"primitive\": {\"shape\": \"cube\"}, \"position\": [0.3, 0.2, 0.2]}]}",
        drawing());
    assert_in_range(size, 1, sizeof(text) - 1);
    program_write_file("widths.level.json", text, (size_t)size);
    cJSON *info = program_json("info '%s'", program_path("widths.level.json"));
    assert_true(program_number(info, "points") == 2 && program_number(info, "segments") == 4 + 2 + 3);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(info, "warnings")), 0);
    cJSON_Delete(info);
    const char *const views[] = {"--views 4", test_is_thorough() ? "--matrix --views 8" : "--matrix --views 4",
                                 "--views 3 --section 0.3,1,0.2,0.4 --section 0,0,-1,0.6"};
    for (int i = (int)test_effort(1, 0); i < 3; i++) { // the matrix begins with views from outside, too
        cJSON *tally = verify(0, program_path("widths.level.json"), views[i]);
        assert_true(program_number(tally, "unexplained") == 0 && program_number(tally, "triangle_unexplained") == 0);
        assert_true(program_number(tally, "hits") > 500);
        assert_true(program_number(tally, "disagreements") < 0.02 * program_number(tally, "hits") + 5);
        cJSON_Delete(tally);
    }
    cJSON *tally = verify(1, program_path("widths.level.json"), "--plant thin-size");
    assert_true(program_number(tally, "unexplained") > 20);
    cJSON_Delete(tally);
}

// What is exported opens with the same parts.
static void test_export(void **state)
{
    (void)state;
    program_free(
        &(program_result[]){program_expect(0, "export '%s' --out '%s'", drawing(), program_path("out.glb"))}[0]);
    expect_part(program_path("out.glb"), "300,143.5", "frame", 2);
    expect_part(program_path("out.glb"), "320,240", "plate points", 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),  cmocka_unit_test(test_picks),  cmocka_unit_test(test_near_and_all),
        cmocka_unit_test(test_regions), cmocka_unit_test(test_verify), cmocka_unit_test(test_verify_widths),
        cmocka_unit_test(test_export),
    };
    return cmocka_run_group_tests(tests, NULL, program_finish);
}
