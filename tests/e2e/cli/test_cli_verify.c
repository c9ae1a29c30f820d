// Every pixel of some scenes: CPU and GPU agree except for explained differences, and planted errors are detected.
#include "effort.h"
#include "near.h"
#include "parts.h"
#include "program.h"
#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The step of the rasterizer's grid, by which its edges move, in steps of 2^-8 pixels; at least 1.
static double grid_of(const cJSON *tally)
{
    return fmax(exp2(8 - program_number(tally, "subpixel_bits")), 1);
}

// Arguments whose pictures have half the width and height unless all of a test is run.
static const char *sampled(const char *arguments)
{
    static char text[1024];
    unsigned width, height;
    int end = 0;
    const char *size = strstr(arguments, "--size ");
    if (test_is_thorough() || size == NULL || sscanf(size, "--size %ux%u%n", &width, &height, &end) != 2)
        return arguments;
    snprintf(text, sizeof text, "%.*s--size %ux%u%s", (int)(size - arguments), arguments, (width + 1) / 2,
             (height + 1) / 2, size + end);
    return text;
}

// Runs verify and checks that it agreed on something and has nothing unexplained.
static void check_agreement(const char *arguments)
{
    program_result result = program_expect(0, "verify %s", sampled(arguments));
    cJSON *tally = program_line(&result, 0);
    assert_true(program_number(tally, "unexplained") == 0);
    assert_true(program_number(tally, "triangle_unexplained") == 0);
    assert_true(program_number(tally, "disagreements") == program_number(tally, "explained"));
    double hits = program_number(tally, "hits"), pixels = program_number(tally, "pixels");
    if (!(hits > 0.005 * pixels))
        fail_msg("verify %s agreed on nothing: %g hits of %g pixels", arguments, hits, pixels);
    // Explanations are for edges: were there many, one would have to ask what they hide.
    assert_true(program_number(tally, "disagreements") < fmin(0.005 * grid_of(tally), 0.05) * hits + 5);
    cJSON_Delete(tally);
    program_free(&result);
}

// Of what a planted error changes, only what lies on edges may be explained.
static void check_detection(const cJSON *tally)
{
    assert_true(program_number(tally, "unexplained") > 100);
    assert_true(program_number(tally, "explained") <
                fmin(0.1 * grid_of(tally), 0.5) * program_number(tally, "disagreements"));
}

static void test_the_demo_level(void **state)
{
    (void)state;
    static const char *const VIEWS[] = {
        "--size 320x180 --views 5", "--size 320x180 --eye 0.2,2.6,0.2 --target -3,1.7,-2.4 --views 3",
        "--size 320x180 --ortho 24 --views 3", "--size 320x180 --eye 9,5,12 --target 0,1,0 --near 8 --far 20 --views 3",
        "--size 33x77 --fov 120 --eye 9,5,12 --up 1,1,0"};
    // In a quick run test_cli_verify_matrix has the other kinds of views.
    for (size_t i = 0; i < sizeof(VIEWS) / sizeof(VIEWS[0]); i += test_effort(5, 1)) {
        char arguments[256];
        snprintf(arguments, sizeof arguments, "demo %s", VIEWS[i]);
        check_agreement(arguments);
    }
}

// Sides and alpha that the level overrides: seen from above, and from below.
static void test_overridden_materials(void **state)
{
    (void)state;
    static const char *const FILE_NAME = "test_cli_verify.vkpick";
    FILE *file = fopen(FILE_NAME, "w");
    assert_non_null(file);
    fprintf(file,
            "{\"vkpick_level\": 2, \"assets\": [{\"id\": 1, \"builtin\": \"demo\"}], \"objects\": ["
            "{\"id\": 1, \"name\": \"below\", \"primitive\": {\"shape\": \"plane\", \"width\": 4},"
            " \"position\": [0, -1, 0]},\n"
            "{\"id\": 2, \"name\": \"two\", \"primitive\": {\"shape\": \"plane\", \"width\": 4},"
            " \"position\": [4, -1, 0], \"materials\": [{\"slot\": 0, \"double_sided\": true}]},\n"
            "{\"id\": 3, \"name\": \"cut\", \"primitive\": {\"shape\": \"sphere\"}, \"materials\": [{\"slot\": 0,"
            " \"alpha_mode\": \"mask\", \"base_color\": [1, 0, 0, 0.4]}]},\n"
            "{\"id\": 4, \"name\": \"kept\", \"primitive\": {\"shape\": \"sphere\"}, \"materials\": [{\"slot\": 0,"
            " \"alpha_mode\": \"mask\", \"alpha_cutoff\": 0.3, \"base_color\": [1, 0, 0, 0.4]}],"
            " \"position\": [2, 0, 0]},\n");
    for (int i = 0; i < 12; i++) // meshes of the demo level with other sides and alpha
        fprintf(file,
                "{\"id\": %d, \"name\": \"d%d\", \"asset\": 1, \"mesh\": %d, \"position\": [%d, 1, %d], "
                "\"materials\": [{\"slot\": 0, \"double_sided\": %s, \"alpha_mode\": \"%s\"}]}%s\n",
                10 + i, i, i, 3 * (i % 4) - 4, 3 * (i / 4) - 4, i % 2 ? "true" : "false", i % 3 ? "mask" : "blend",
                i < 11 ? "," : "]}");
    assert_int_equal(fclose(file), 0);
    check_agreement("test_cli_verify.vkpick --size 320x180 --views 5");
    if (test_is_thorough())
        check_agreement("test_cli_verify.vkpick --size 320x180 --eye 2,-6,3 --target 1,0,0");
    remove(FILE_NAME);
}

static void needs_package(void **state)
{
    (void)state;
    static const char *const MODELS[] = {
        "OBJ/spider.obj", "OBJ/WusonOBJ.obj",     "glTF2/BoxTextured-glTF/BoxTextured.gltf",
        "PLY/Wuson.ply",  "3DS/RotatingCube.3DS", "STL/sphereWithHole.stl"};
    int seen = 0;
    for (size_t i = 0; i < sizeof(MODELS) / sizeof(MODELS[0]); i += test_effort(3, 1)) {
        char arguments[256];
        snprintf(arguments, sizeof(arguments), "/usr/share/assimp/models/%s", MODELS[i]);
        FILE *file = fopen(arguments, "rb");
        if (file == NULL)
            continue;
        fclose(file);
        seen++;
        snprintf(arguments, sizeof(arguments), "/usr/share/assimp/models/%s --size 200x150 --views 4", MODELS[i]);
        check_agreement(arguments);
    }
    if (seen == 0) {
        print_message("no assimp-testmodels here\n");
        PART_SKIP();
    }
}

// Surveyed coordinates: a square metre of steps, 14 km from the origin of its own vertices.
static void test_vertices_far_from_their_origin(void **state)
{
    (void)state;
    char text[4096];
    int length = 0;
    for (int i = 0; i <= 10; i++) {
        for (int side = 0; side < 2; side++) {
            length += snprintf(text + length, sizeof(text) - (size_t)length, "v %d.%d %d.5 -%d\n", 14678 + i / 10,
                               i % 10, i % 2, 9605 + side);
        }
    }
    for (int i = 0; i < 10; i++) {
        length += snprintf(text + length, sizeof(text) - (size_t)length, "f %d %d %d %d\n", 2 * i + 1, 2 * i + 3,
                           2 * i + 4, 2 * i + 2);
    }
    program_write_file("far.obj", text, (size_t)length);
    char arguments[256];
    snprintf(arguments, sizeof(arguments), "'%s' --size 640x480 --views 4", program_path("far.obj"));
    check_agreement(arguments);
}

// The self-test: an error in the picks must show, and must not be explained away.
// A mesh kilometres wide, looked at closely where it is far from its own origin: small triangles in a box of 6 m, and
// one at the other end.
static void test_a_wide_mesh_from_close_by(void **state)
{
    (void)state;
    enum { TRIANGLES = 4000, LINE = 64 };
    char *text = malloc((size_t)TRIANGLES * 4 * LINE);
    assert_non_null(text);
    size_t used = 0;
    test_random random = {5};
    for (int i = 0; i < TRIANGLES; i++) {
        const double x = i == 0 ? -5000 : 4990 + 6 * random_between(&random, 0, 1),
                     y = 2 + 0.5 * random_between(&random, 0, 1);
        const double z = i == 0 ? -5000 : 4990 + 6 * random_between(&random, 0, 1);
        for (int k = 0; k < 3; k++) {
            used += (size_t)snprintf(text + used, LINE, "v %.5f %.5f %.5f\n", x + 0.1 * random_between(&random, 0, 1),
                                     y + 0.1 * random_between(&random, 0, 1), z + 0.1 * random_between(&random, 0, 1));
        }
        used += (size_t)snprintf(text + used, LINE, "f -1 -2 -3\n");
    }
    program_write_file("wide.obj", text, used);
    free(text);
    char arguments[512];
    snprintf(arguments, sizeof(arguments),
             "'%s' --size 480x270 --eye 4992.1234567,3.5,4989.37654321 --target 4993,2.2,4993 --near 0.05",
             program_path("wide.obj"));
    check_agreement(arguments);
}

// Instances that are turned, sheared and mirrored, of prefabs with mirrored, painted, hidden and overlapping parts, and
// of one whose parts are not all closed: object, part and triangle, with sections and caps.
static void test_prefabs(void **state)
{
    (void)state;
    static const char text[] =
        "{\"vkpick_level\": 2, \"prefabs\": [{\"id\": 1, \"name\": \"fence\", \"parts\": ["
        "{\"id\": 1, \"name\": \"post\", \"primitive\": {\"shape\": \"cylinder\", \"height\": 2, \"radius\": 0.15}},"
        "{\"id\": 2, \"name\": \"rails\", \"position\": [1, 0.3, 0]},"
        "{\"id\": 3, \"name\": \"rail\", \"parent\": 2, \"primitive\": {\"shape\": \"cube\", \"width\": 2, \"height\": "
        "0.2,"
        "\"depth\": 0.1}, \"materials\": [{\"slot\": 0, \"base_color\": [0.8, 0.2, 0.1, 1]}]},"
        "{\"id\": 4, \"name\": \"low\", \"parent\": 2, \"position\": [0, -0.6, 0], \"basis\": [-1, 0, 0, 0, 1, 0.2, 0, "
        "0, 1],"
        "\"primitive\": {\"shape\": \"cone\"}},"
        "{\"id\": 5, \"name\": \"ball\", \"position\": [0, 1.2, 0], \"primitive\": {\"shape\": \"sphere\", \"radius\": "
        "0.4}},"
        "{\"id\": 6, \"name\": \"no\", \"hidden\": true, \"primitive\": {\"shape\": \"torus\"}}]},"
        "{\"id\": 2, \"name\": \"open\", \"parts\": ["
        "{\"id\": 1, \"name\": \"box\", \"primitive\": {\"shape\": \"cube\"}},"
        "{\"id\": 2, \"name\": \"sheet\", \"position\": [0, 0.2, 0], \"primitive\": {\"shape\": \"plane\", \"width\": "
        "2, \"depth\": 2},"
        "\"materials\": [{\"slot\": 0, \"double_sided\": true}]}]},"
        "{\"id\": 3, \"name\": \"yard\", \"parts\": [{\"id\": 1, \"name\": \"left\", \"prefab\": 1, \"position\": [0, "
        "-2, "
        "0]},"
        "{\"id\": 2, \"name\": \"right\", \"prefab\": 1, \"position\": [0.3, -2, 1], \"basis\": [-0.6, 0, 0.8, 0.1, 1, "
        "0, "
        "0.8, 0, 0.6]},"
        "{\"id\": 3, \"name\": \"top\", \"prefab\": 2, \"position\": [0, -1, 0]}]}],"
        "\"objects\": [{\"id\": 1, \"name\": \"a\", \"prefab\": 1, \"position\": [-2, 0, 0]},"
        "{\"id\": 2, \"name\": \"b\", \"prefab\": 1, \"position\": [2, 0.5, -1],"
        "\"basis\": [0.7, 0, -0.7, 0, 1.5, 0, 0.7, 0.2, 0.7]},"
        "{\"id\": 3, \"name\": \"c\", \"prefab\": 1, \"position\": [0, 0, 3], \"basis\": [-1, 0, 0, 0, 1, 0, 0, 0, 1]},"
        "{\"id\": 4, \"name\": \"d\", \"prefab\": 2, \"position\": [1.07, 0, 0]},"
        "{\"id\": 6, \"name\": \"e\", \"prefab\": 3, \"position\": [0, 0, 5]},"
        "{\"id\": 7, \"name\": \"f\", \"prefab\": 3, \"position\": [-3, 0, -4], \"basis\": [1, 0.2, 0, 0, -1, 0, 0.5, "
        "0, 1]},"
        "{\"id\": 5, \"name\": \"cube\", \"primitive\": {\"shape\": \"cube\"}}]}";
    static const char *const VIEWS[] = {"--size 480x360 --views 5", "--size 320x240 --ortho 6 --views 3",
                                        "--size 480x360 --views 3 --section 0,0,-1,0.11 --caps",
                                        "--size 480x360 --views 3 --section 0.2,-1,0.1,0.4 --caps"};
    program_write_file("prefabs.level.json", text, sizeof(text) - 1);
    for (size_t i = 0; i < sizeof(VIEWS) / sizeof(VIEWS[0]); i += test_effort(3, 1)) {
        char arguments[1024];
        snprintf(arguments, sizeof(arguments), "'%s' %s", program_path("prefabs.level.json"), VIEWS[i]);
        check_agreement(arguments);
    }
    static const char *const PLANTS[] = {"half-pixel", "wrong-cull"};
    for (size_t i = 0; i < test_effort(0, sizeof(PLANTS) / sizeof(PLANTS[0])); i++) {
        program_result result =
            program_expect(1, "verify '%s' --size 480x360 --plant %s", program_path("prefabs.level.json"), PLANTS[i]);
        cJSON *tally = program_line(&result, 0);
        assert_true(program_number(tally, "unexplained") + program_number(tally, "triangle_unexplained") > 100);
        cJSON_Delete(tally);
        program_free(&result);
    }
    // The pick says which part it is.
    program_result result =
        program_expect(0, "pick '%s' --size 480x360 --ortho 5 --eye -2,1.2,20 --target -2,1.2,0 --at 240,180",
                       program_path("prefabs.level.json"));
    cJSON *hit = program_line(&result, 0);
    assert_string_equal(cJSON_GetObjectItem(hit, "object")->valuestring, "a");
    assert_string_equal(cJSON_GetObjectItem(hit, "part_name")->valuestring, "ball");
    assert_true(program_number(hit, "part") == 4);
    cJSON_Delete(hit);
    program_free(&result);
    result = program_expect(0, "pick '%s' --size 480x360 --ortho 5 --eye 0,-0.8,20 --target 0,-0.8,0 --at 240,180",
                            program_path("prefabs.level.json"));
    hit = program_line(&result, 0);
    assert_string_equal(cJSON_GetObjectItem(hit, "object")->valuestring, "e");
    assert_string_equal(cJSON_GetObjectItem(hit, "part_name")->valuestring, "top > box");
    assert_true(program_number(hit, "part") == 2);
    cJSON_Delete(hit);
    program_free(&result);
    // What a filter asks of is the innermost part: a shape, and no model.
    static const char *const KINDS[] = {"shape", "model"};
    for (int i = 0; i < 2; i++) {
        result = program_expect(0,
                                "pick '%s' --size 480x360 --ortho 5 --eye 0,-0.8,20 --target 0,-0.8,0 --at 240,180 "
                                "--filter kind=%s",
                                program_path("prefabs.level.json"), KINDS[i]);
        hit = program_line(&result, 0);
        assert_int_equal(cJSON_IsTrue(cJSON_GetObjectItem(hit, "hit")), i == 0);
        cJSON_Delete(hit);
        program_free(&result);
    }
}

// Triggers and colliders of all shapes, turned, sheared and mirrored, around and through meshes: from outside, from
// within, cut by both planes. Picked 2 % larger than drawn, they are found out.
static void test_volumes(void **state)
{
    (void)state;
    static const char text[] =
        "{\"vkpick_level\": 2, \"objects\": ["
        "{\"id\": 1, \"name\": \"floor\", \"primitive\": {\"shape\": \"plane\", \"width\": 14}},\n"
        "{\"id\": 2, \"name\": \"pillar\", \"primitive\": {\"shape\": \"cylinder\", \"height\": 3}, \"position\":"
        " [-3, 1, 0.4]},\n"
        "{\"id\": 3, \"name\": \"cube\", \"primitive\": {\"shape\": \"cube\"}, \"position\": [0.2, 0.4, 0.1]},\n"
        "{\"id\": 4, \"name\": \"box\", \"volume\": {\"shape\": \"box\", \"height\": 1, \"depth\": 1.5},"
        " \"position\": [-3, 1, 0.4], \"basis\": [0.8, 0, -0.6, 0, 1, 0, 0.6, 0, 0.8]},\n"
        "{\"id\": 5, \"name\": \"ball\", \"volume\": {\"shape\": \"sphere\"}, \"position\": [0, 0.6, 0],"
        " \"basis\": [1.4, 0.3, 0, -0.2, 0.8, 0.1, 0, 0.2, 0.6]},\n"
        "{\"id\": 6, \"name\": \"capsule\", \"volume\": {\"shape\": \"capsule\", \"height\": 2.4}, \"position\":"
        " [2.5, 1.2, -1], \"basis\": [0.9, 0.2, 0, -0.4, 0.9, 0.3, 0, 0, -1.2]},\n"
        "{\"id\": 7, \"name\": \"tin\", \"volume\": {\"shape\": \"cylinder\", \"height\": 1.5, \"radius\": 0.7},"
        " \"position\": [1.2, 0.9, 1.6], \"basis\": [1, 0, 0, 0, 0.6, 0.8, 0, -0.8, 0.6]},\n"
        "{\"id\": 8, \"name\": \"tip\", \"volume\": {\"shape\": \"cone\", \"radius\": 0.9}, \"position\":"
        " [-1.4, 0.8, 1.8], \"basis\": [1, 0, 0.2, 0.3, 1, 0, 0, 0, 1.5]},\n"
        "{\"id\": 9, \"name\": \"ramp\", \"volume\": {\"shape\": \"convex\", \"sides\": [[1, 0, 0, 1], [-2, 0, 0, 2],"
        " [0, 1, 0, 1], [0, 0, 1, 1], [0, -1, -1, 0.2], [0.3, -1, 0.1, 0.9]]}, \"position\": [-1, 0.9, -2],"
        " \"basis\": [0.8, 0, -0.6, 0.2, 1, 0, 0.6, 0.1, -0.8]},\n"
        "{\"id\": 10, \"name\": \"aside\", \"volume\": {\"shape\": \"convex\", \"sides\": [[1, 1, 1, -2998],"
        " [-1, -1, 1, 1002], [-1, 1, -1, 1000], [1, -1, -1, 1000]]}, \"position\": [-998.7, -999.5, -997.4]},\n"
        "{\"id\": 11, \"name\": \"all\", \"volume\": {\"shape\": \"compound\", \"parts\": ["
        "{\"shape\": \"box\", \"width\": 1, \"height\": 0.5, \"depth\": 0.5},"
        "{\"shape\": \"sphere\", \"radius\": 0.3, \"position\": [0, 0.5, 0]},"
        "{\"shape\": \"capsule\", \"radius\": 0.15, \"height\": 1, \"position\": [0.6, 0.25, 0],"
        " \"basis\": [0.8, 0.6, 0, -0.6, 0.8, 0, 0, 0, 1]},"
        "{\"shape\": \"cylinder\", \"radius\": 0.25, \"height\": 0.5, \"position\": [-0.75, 0.1, 0.15],"
        " \"basis\": [-1, 0.2, 0, 0, 0.7, 0.7, 0.1, -0.7, 0.7]}," // mirrored
        "{\"shape\": \"cone\", \"radius\": 0.25, \"height\": 0.6, \"position\": [0, 0, 0.65],"
        " \"basis\": [1, 0, 0, 0.5, 1, 0, 0, 0, 0.5]},"
        "{\"shape\": \"convex\", \"sides\": [[1, 0, 0, 0.5], [-1, 0, 0, 0.5], [0, 1, 0, 0.5], [0, 0, 1, 0.5],"
        " [0, -1, -1, 0]], \"position\": [0, -0.75, 0], \"basis\": [0.5, 0, 0, 0, 0.5, 0, 0, 0, -0.5]}]},"
        " \"position\": [3.5, 0.7, 1.5], \"basis\": [0.9, 0.3, 0, -0.3, 0.9, 0.1, 0, 0, 1.1]}]}";
    program_write_file("volumes.level.json", text, sizeof(text) - 1);
    static const char *const VIEWS[] = {
        "--size 320x240 --views 5",
        "--size 240x180 --views 3 --ortho 9",
        "--size 240x180 --eye 0.4,0.7,0.2 --target 2,0.5,-1 --fov 100", // in the ball
        "--size 240x180 --eye -3,1,0.9 --target 2,0.5,-1 --fov 100",    // in the box
        "--size 240x180 --eye 1.2,0.9,1.6 --target -2,0.5,1 --near 0.4",
        "--size 240x180 --eye 1.2,2.9,4.6 --target 0,0.5,-1 --near 4 --far 5.5",
        "--size 240x180 --eye 1.2,2.9,4.6 --target 0,0.5,-1 --near 4 --far 5.5 --ortho 5",
        "--size 320x240 --views 3 --section 0,0,-1,0.3 --section 0.7,0.2,0,1",
        "--size 240x180 --eye -3,1,0.9 --target 2,0.5,-1 --fov 100 --section 0.1,-1,0.2,1.2", // in the box
        "--size 240x180 --eye -1,0.6,-2.2 --target 1,0.5,1 --fov 100 --near 0.05",            // in the ramp
        "--size 240x180 --views 3 --eye 4,2,4 --target 1.3,0.5,1.6",
        "--size 240x180 --eye 5,2,3 --target 3.5,0.7,1.5 --fov 60",               // at the compound
        "--size 240x180 --eye 3.5,0.7,1.5 --target 3,1,3 --fov 100 --near 0.01"}; // and in it
    char arguments[512];
    for (size_t i = 0; i < sizeof(VIEWS) / sizeof(VIEWS[0]); i += test_effort(8, 1)) {
        snprintf(arguments, sizeof(arguments), "'%s' %s", program_path("volumes.level.json"), VIEWS[i]);
        check_agreement(arguments);
    }
    snprintf(arguments, sizeof(arguments), "'%s' --size %s --matrix", program_path("volumes.level.json"),
             test_is_thorough() ? "240x180" : "80x60"); // one of its views is from 1000 km away
    check_agreement(arguments);
    program_result result = program_expect(1, "verify '%s' --size 320x240 --views 2 --plant volume-size",
                                           program_path("volumes.level.json"));
    cJSON *tally = program_line(&result, 0);
    check_detection(tally);
    cJSON_Delete(tally);
    program_free(&result);
}

// Terrains, turned, sheared, mirrored and painted, with a hole and without, and a mesh between them: from above and
// below, from within, cut by planes. The commands name them.
static void test_terrains(void **state)
{
    (void)state;
    static const char text[] =
        "{\"vkpick_level\": 2, \"assets\": [{\"id\": 1, \"path\": \"" HILLS "\"}], \"objects\": ["
        "{\"id\": 1, \"name\": \"hills\", \"asset\": 1, \"mesh\": 1, \"terrain\":"
        " {\"width\": 100, \"depth\": 80, \"height\": 20}},\n"
        "{\"id\": 2, \"name\": \"far\", \"asset\": 1, \"mesh\": 0, \"terrain\":"
        " {\"width\": 50, \"depth\": 90, \"height\": 30}, \"position\": [90, 0, 0],"
        " \"basis\": [0.8, 0, -0.6, 0, 1, 0, 0.6, 0, 0.8], \"materials\": [{\"slot\": 0,"
        " \"base_color\": [0.6, 0.2, 0.1, 0.3], \"alpha_mode\": \"mask\", \"double_sided\": false}]},\n"
        "{\"id\": 3, \"name\": \"small\", \"asset\": 1, \"mesh\": 1, \"terrain\":"
        " {\"width\": 20, \"depth\": 20, \"height\": 5}, \"position\": [0, 30, 0],"
        " \"basis\": [-1, 0, 0, 0, 1, 0.2, 0, 0.1, 1]},\n"
        "{\"id\": 4, \"name\": \"cube\", \"position\": [0, 14, 0], \"primitive\":"
        " {\"shape\": \"cube\", \"width\": 4, \"height\": 4, \"depth\": 4}}]}";
    static const char *const VIEWS[] = {"--size 320x240 --views 5",
                                        "--size 240x180 --eye 10,3,5 --target -20,10,0",
                                        "--size 240x180 --eye 0,-20,10 --target 0,10,0",      // from below
                                        "--size 240x180 --eye -16.5,30,-4 --target -17,0,-7", // into the hole
                                        "--size 240x180 --views 3 --ortho 90",
                                        "--size 240x180 --eye -60,9,10 --target 60,6,0 --near 4 --far 95",
                                        "--size 320x240 --views 3 --section 0,0,-1,9 --section 0.7,0.2,0,20"};
    program_write_file("terrains.level.json", text, sizeof(text) - 1);
    const char *path = program_path("terrains.level.json");
    char arguments[512];
    for (size_t i = 0; i < sizeof(VIEWS) / sizeof(VIEWS[0]); i += test_effort(6, 1)) {
        snprintf(arguments, sizeof(arguments), "'%s' %s", path, VIEWS[i]);
        check_agreement(arguments);
    }
    cJSON *facts = program_json("info '%s'", path);
    assert_true(program_number(facts, "objects") == 4 && program_number(facts, "triangles") == 2 * 6144 + 12 &&
                program_number(facts, "instanced_triangles") == 3 * 6144 + 12);
    cJSON_Delete(facts);
    const char *view = "--size 320x240 --eye 20,60,30 --target 20,0,29";
    cJSON *hit = program_json("pick '%s' %s --at 160,120", path, view);
    assert_string_equal(program_string(hit, "object"), "hills");
    assert_true(program_number(hit, "triangle") > 0 && program_number(hit, "triangle") < 6144);
    cJSON_Delete(hit);
    hit = program_json("pick '%s' %s --at 160,120 --filter kind=terrain", path, view);
    assert_string_equal(program_string(hit, "object"), "hills");
    cJSON_Delete(hit);
    program_result result = program_expect(0, "region '%s' %s --rect 0,0,320,240 --mode touch", path, view);
    assert_non_null(strstr(result.out, "hills"));
    program_free(&result);
    result = program_expect(0, "explain '%s' %s --at 160,120", path, view);
    assert_non_null(strstr(result.out, "hills"));
    program_free(&result);
}

// More objects than shaders see at a time where the device has no more than 64 KiB of a buffer for them.
static void test_many_objects(void **state)
{
    (void)state;
    enum { LINE = 300 };
    const int count = (int)test_effort(1050, 2500);
    static const char *const SHAPES[] = {"\"primitive\": {\"shape\": \"cube\"}",
                                         "\"primitive\": {\"shape\": \"sphere\"}", "\"volume\": {\"shape\": \"box\"}"};
    char *text = malloc((size_t)count * LINE), arguments[512];
    assert_non_null(text);
    test_random random = {9};
    size_t used = (size_t)snprintf(text, LINE, "{\"vkpick_level\": 2, \"objects\": [\n");
    for (int i = 0; i < count; i++) {
        const double size = random_between(&random, 0.2, 0.8);
        used += (size_t)snprintf(text + used, LINE,
                                 "{\"id\": %d, \"name\": \"o%d\", %s, \"position\": [%.3f, %.3f, %.3f], \"basis\": "
                                 "[%.2f, 0, 0, 0, %.2f, 0, 0, 0, %.2f]}%s\n",
                                 i + 1, i, SHAPES[i % 50 == 7 ? 2 : i % 2], random_between(&random, -9, 9),
                                 random_between(&random, -5, 5), random_between(&random, -9, 9),
                                 i % 8 == 0 ? -size : size, size, size, i < count - 1 ? "," : "]}");
    }
    program_write_file("many.level.json", text, used);
    free(text);
    for (int masked = (int)test_effort(1, 0); masked < 2; masked++) {
        snprintf(arguments, sizeof(arguments), "'%s' --size 240x160 --views 2 %s", program_path("many.level.json"),
                 masked ? "--mask storage-range" : "");
        check_agreement(arguments);
    }
    if (!test_is_thorough())
        return;
    program_result result = program_expect(1, "verify '%s' --size 240x160 --mask storage-range --plant half-pixel",
                                           program_path("many.level.json"));
    cJSON *tally = program_line(&result, 0);
    assert_true(program_number(tally, "unexplained") > 100);
    cJSON_Delete(tally);
    program_free(&result);
}

// Both planes cut through the demo level, one of them slanted.
static void test_sections(void **state)
{
    (void)state;
    const char *section = "--section 0,0,1,-0.37 --section 0.6,0.3,-0.2,1.1";
    char arguments[256];
    if (test_is_thorough()) { // test_volumes and test_terrains have both planes, too
        snprintf(arguments, sizeof arguments, "demo --size 320x180 --views 3 %s", section);
        check_agreement(arguments);
        snprintf(arguments, sizeof arguments, "demo --size 320x180 --ortho 24 --views 2 %s", section);
        check_agreement(arguments);
        snprintf(arguments, sizeof arguments, "demo --size 320x180 --eye 0.2,2.6,1.2 --target 3,1.2,6.4 %s", section);
        check_agreement(arguments);
    }
    // Also from 1000 km away, where floats relative to the eye would be off by some pixels.
    snprintf(arguments, sizeof arguments, "demo --size %s --matrix --caps %s", test_is_thorough() ? "192x108" : "64x36",
             section);
    check_agreement(arguments);
    program_result result = program_expect(1, "verify demo --size 320x180 %s --plant section", section);
    cJSON *tally = program_line(&result, 0);
    assert_true(program_number(tally, "unexplained") > 20);
    cJSON_Delete(tally);
    program_free(&result);
}

// The house, crates and posts are cut open, and capped.
static void test_caps(void **state)
{
    (void)state;
    const char *section = "--section 0,0,-1,-1.5 --section 0,-1,0,1.4 --caps";
    char arguments[256];
    snprintf(arguments, sizeof arguments, "demo --size 160x90 --eye 4,4,9 --target 0,1,-2 %s", section);
    if (test_is_thorough()) // test_prefabs has caps without a mask, too
        check_agreement(arguments);
    snprintf(
        arguments, sizeof arguments,
        "demo --size 160x90 --eye 4,4,9 --target 0,1,-2 --ortho 9 --far 14 --mask geometry-shader,storage-range %s",
        section);
    check_agreement(arguments);
    program_result result = // a mask of its own, not that of the whole test
        program_expect(1, "verify demo --size 160x90 --eye 4,4,9 --target 0,1,-2 %s --plant caps --mask limits",
                       section);
    cJSON *tally = program_line(&result, 0);
    assert_true(program_number(tally, "triangle_unexplained") > 20);
    cJSON_Delete(tally);
    program_free(&result);
    result = program_expect(0, "verify demo --size 160x90 --eye 4,4,9 --target 0,1,-2 %s --mask stencil", section);
    assert_non_null(strstr(result.err, "warning: this device cannot draw caps (stencil)"));
    program_free(&result);
}

static void test_planted_errors_are_found(void **state)
{
    (void)state;
    static const char *const PLANTS[] = {"half-pixel", "flip-y", "wrong-cull"};
    for (size_t i = test_effort(2, 0); i < 3; i++) { // test_cli_verify_matrix samples the others
        program_result result = program_expect(1, "verify demo --size 320x180 --plant %s", PLANTS[i]);
        cJSON *tally = program_line(&result, 0);
        check_detection(tally);
        assert_non_null(strstr(result.err, "unexplained at "));
        cJSON_Delete(tally);
        program_free(&result);
    }
}

static void test_the_tally_has_its_keys(void **state)
{
    (void)state;
    static const char SQUARE[] = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3 4\n";
    program_write_file("square.obj", SQUARE, sizeof(SQUARE) - 1);
    cJSON *tally =
        program_json("verify '%s' --size 64x36 --views 2", test_is_thorough() ? "demo" : program_path("square.obj"));
    static const char *const KEYS[] = {"pixels", "hits", "disagreements", "explained", "unexplained"};
    for (size_t i = 0; i < 5; i++)
        program_number(tally, KEYS[i]);
    assert_true(program_number(tally, "pixels") == 2 * 64 * 36);
    cJSON_Delete(tally);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_demo_level),
        cmocka_unit_test(test_overridden_materials),
        cmocka_unit_test(test_prefabs),
        cmocka_unit_test(test_volumes),
        cmocka_unit_test(test_terrains),
        cmocka_unit_test(needs_package),
        cmocka_unit_test(test_vertices_far_from_their_origin),
        cmocka_unit_test(test_a_wide_mesh_from_close_by),
        cmocka_unit_test(test_many_objects),
        cmocka_unit_test(test_sections),
        cmocka_unit_test(test_caps),
        cmocka_unit_test(test_planted_errors_are_found),
        cmocka_unit_test(test_the_tally_has_its_keys),
    };
    return PARTS_RUN(argc, argv, tests, program_finish);
}
