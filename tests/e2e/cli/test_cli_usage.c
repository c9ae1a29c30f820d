// Help, wrong usage and refused files: the output, its stream, and the exit status.
#define _POSIX_C_SOURCE 200809L // setenv, symlink

#include "effort.h"
#include "near.h"
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The unit cube, as text.
static const char CUBE[] = "o cube\n"
                           "v -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\nv -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\n"
                           "f 1 2 3 4\nf 6 5 8 7\nf 2 6 7 3\nf 5 1 4 8\nf 4 3 7 8\nf 5 6 2 1\n";

static const char *cube_path(void)
{
    program_write_file("cube.obj", CUBE, sizeof(CUBE) - 1);
    return program_path("cube.obj");
}

// Nothing on stdout, and a line on stderr that contains `expected`.
static void check_refused(int status, const char *expected, const char *arguments)
{
    program_result result = program_expect(status, "%s", arguments);
    assert_string_equal(result.out, "");
    if (strstr(result.err, expected) == NULL)
        fail_msg("vkpick %s: stderr does not say \"%s\": %s", arguments, expected, result.err);
    program_free(&result);
}

static void test_help_goes_to_stderr(void **state)
{
    (void)state;
    check_refused(0, "vkpick pick", "--help");
    check_refused(0, "vkpick 0", "--version");
    check_refused(0, "--at", "pick --help");
    check_refused(0, "bounds", "info --help");
    check_refused(0, "--ids", "render --help");
    check_refused(0, "--plant", "verify --help");
    check_refused(0, "--time", "info --help");
}

// What an export refuses is not offered.
static void test_help_of_export(void **state)
{
    (void)state;
    program_result result = program_expect(0, "export --help");
    assert_non_null(strstr(result.err, "--variant"));
    assert_null(strstr(result.err, "--time"));
    program_free(&result);
}

static void test_unknown_commands_are_wrong_usage(void **state)
{
    (void)state;
    check_refused(2, "unknown command regoin", "regoin demo --rect 0,0,1,1");
    check_refused(2, "unknown command bnech", "--validation bnech --json");
}

// A triangle whose vertices and texture come from elsewhere.
#define MODEL(buffer, image)                                                                                           \
    "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\"" buffer "\"}],"                       \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"                                                              \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"                         \
    "\"images\":[{\"uri\":\"" image "\"}],\"textures\":[{\"source\":0}],"                                              \
    "\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}}],"                                 \
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"material\":0}]}],"                                \
    "\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}]}"

// The report is text for people, or JSON, of the same import.
static void test_report(void **state)
{
    (void)state;
    static const char model[] = "o thin\nv 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 4\no wire\nl 1 2\n";
    program_write_file("thin.obj", model, sizeof(model) - 1);
    const char *path = program_path("thin.obj");
    program_result result = program_expect(0, "info %s --report", path);
    assert_non_null(strstr(result.out,
                           "\nDropped triangles: 1\n    1: the corners are in a line; first in mesh \"thin\", "
                           "triangle 0\n"));
    assert_non_null(strstr(result.out, "    Units: none in the file; read as metres, Y up\n"));
    assert_non_null(strstr(result.out, "\nPoints: 0; segments of lines: 1\n"));
    assert_null(strstr(result.out, "Warnings"));
    assert_string_equal(result.err, "");
    program_free(&result);
    cJSON *report = program_json("info %s --report --json", path);
    assert_true(program_number(report, "dropped_triangles") == 1 && program_number(report, "submeshes") == 2);
    const cJSON *drop = cJSON_GetArrayItem(cJSON_GetObjectItem(report, "dropped"), 0);
    assert_string_equal(program_string(drop, "reason"), "the corners are in a line");
    assert_string_equal(program_string(drop, "name"), "thin");
    assert_true(program_number(drop, "triangle") == 0 && program_number(drop, "count") == 1);
    const cJSON *asset = cJSON_GetArrayItem(cJSON_GetObjectItem(report, "models"), 0);
    assert_string_equal(program_string(asset, "format"), "Wavefront Object");
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(asset, "unit")) && cJSON_IsNull(cJSON_GetObjectItem(asset, "up")));
    assert_false(program_bool(report, "whole"));
    cJSON_Delete(report);
    result = program_expect(0, "info demo --report");
    assert_non_null(strstr(result.out, "\nEverything was read.\n"));
    program_free(&result);
    cJSON_Delete(program_json("info demo --json"));
    check_refused(3, "no such file", "info none.glb --report");
    check_refused(2, "--report", "info demo --report=yes");
}

// Scale, axis, scene and variant of a model: for every command that reads one, and kept by the level file.
static void test_import_options(void **state)
{
    (void)state;
    static const char tall[] = "o tall\nv 0 0 0\nv 100 0 0\nv 0 200 0\nv 0 0 300\nf 1 2 3\nf 1 2 4\n";
    static const double box[2][3] = {{0, 0, -2}, {1, 3, 0}};
    char path[512], level[512];
    program_write_file("tall.obj", tall, sizeof(tall) - 1);
    snprintf(path, sizeof(path), "%s", program_path("tall.obj"));
    snprintf(level, sizeof(level), "%s", program_path("tall.vkpick"));
    cJSON *info = program_json("info %s --import-scale 0.01 --import-up z", path);
    program_assert_vec(info, "bounds_min", box[0], 3, 1e-6);
    program_assert_vec(info, "bounds_max", box[1], 3, 1e-6);
    cJSON_Delete(info);
    program_result result = program_expect(0, "export %s --import-scale=0.01 --import-up=z --out %s", path, level);
    program_free(&result);
    info = program_json("info %s --report --json", level);
    program_assert_vec(info, "bounds_max", box[1], 3, 1e-6);
    const cJSON *asset = cJSON_GetArrayItem(cJSON_GetObjectItem(info, "models"), 0);
    assert_true(program_number(asset, "import_scale") == 0.01);
    assert_string_equal(program_string(asset, "import_up"), "z");
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(asset, "scene")));
    cJSON_Delete(info);
    // The picked point is where the picture shows it.
    cJSON *hit = program_json("pick %s --import-scale 0.01 --import-up z --rays %s", path,
                              (program_write_file("ray", "0.1 5 -0.1 0 -1 0\n", 18), program_path("ray")));
    static const double point[3] = {0.1, 0, -0.1};
    program_assert_vec(hit, "point", point, 3, 1e-6);
    cJSON_Delete(hit);
    result = program_expect(0, "verify %s --import-scale 0.01 --import-up x --size 96x64", path);
    program_free(&result);
    char arguments[700];
    snprintf(arguments, sizeof(arguments), "info %s --import-up z", level);
    check_refused(3, "a level, whose models are read as it says", arguments);
    snprintf(arguments, sizeof(arguments), "info %s --scene day", path);
    check_refused(3, "only glTF files have scenes to choose", arguments);
    check_refused(2, "--import-scale 0: expected 0.000001 to 1000000", "info demo --import-scale 0");
    check_refused(2, "--import-scale nan", "info demo --import-scale nan");
    check_refused(2, "--import-up up: expected x, y or z", "info demo --import-up up");
    check_refused(2, "--variant", "bench --variant red");
}

// How many warnings `info` has, and whether the first one contains `expected` (NULL: any).
static void check_warning(const char *options, const char *path, int count, const char *expected)
{
    cJSON *info = program_json("%s info %s", options, path);
    const cJSON *warnings = cJSON_GetObjectItem(info, "warnings");
    assert_int_equal(cJSON_GetArraySize(warnings), count);
    if (expected != NULL)
        assert_non_null(strstr(cJSON_GetStringValue(cJSON_GetArrayItem(warnings, 0)), expected));
    cJSON_Delete(info);
}

static void test_texture_limit(void **state)
{
    (void)state;
    // 36 zero bytes, and a grey picture of 2 x 2 pixels.
    static const char model[] = MODEL(
        "data:;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "data:;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAAC0lEQVR42mNgAAEAAAYAAW0oEC8AAAAASUVORK5CYII=");
    program_write_file("limit.gltf", model, sizeof(model) - 1);
    const char *path = program_path("limit.gltf");
    check_warning("", path, 0, NULL);
    check_warning("--texture-limit 0.000004", path, 0, NULL);
    check_warning("--texture-limit=0.000003", path, 1, "has 2 x 2 pixels");
    assert_int_equal(setenv("VKPICK_TEXTURE_LIMIT", "0.000003", 1), 0);
    check_warning("", path, 1, "has 2 x 2 pixels");
    assert_int_equal(setenv("VKPICK_TEXTURE_LIMIT", "many", 1), 0);
    check_refused(2, "VKPICK_TEXTURE_LIMIT many: expected millions", "info demo");
    unsetenv("VKPICK_TEXTURE_LIMIT");
}

// The buffer is a link out of the model's folder and the folder above.
static void test_model_folder(void **state)
{
    (void)state;
    static const char model[] = MODEL("away.bin", "nothing.png");
    program_write_file("away.gltf", model, sizeof(model) - 1);
    program_write_file("away.bin", "", 0); // so that it is removed at the end
    char path[500], arguments[600];
    snprintf(path, sizeof(path), "%s", program_path("away.bin"));
    assert_int_equal(remove(path), 0);
    assert_int_equal(symlink("/etc/passwd", path), 0);
    const char *away = program_path("away.gltf");
    snprintf(arguments, sizeof(arguments), "info %s", away);
    check_refused(3, "outside of the model's folder", arguments);
    check_warning("--model-folder /etc", away, 1, "nothing.png");
    assert_int_equal(setenv("VKPICK_MODEL_FOLDERS", "/usr::/etc", 1), 0);
    check_warning("", away, 1, "nothing.png");
    assert_int_equal(setenv("VKPICK_MODEL_FOLDERS", "/usr", 1), 0);
    check_refused(3, "outside of the model's folder", arguments);
    assert_int_equal(setenv("VKPICK_MODEL_FOLDERS", "/usr:/nowhere", 1), 0);
    check_refused(2, "VKPICK_MODEL_FOLDERS /nowhere: no such folder", "info demo");
    unsetenv("VKPICK_MODEL_FOLDERS");
}

static void test_wrong_usage(void **state)
{
    (void)state;
    static const struct {
        const char *arguments, *expected;
    } CASES[] = {
        {"info", "needs a FILE"},
        {"info a b", "second one"},
        {"info --at 1,2 x", "unknown option --at"},
        {"pick demo", "one of --at, --points and --rays"},
        {"pick demo --at 1,2 --rays f", "one of --at, --points and --rays"},
        {"info demo --mask geometry", "--mask geometry: expected names of features"},
        {"info demo --texture-limit 0", "--texture-limit 0: expected millions of pixels"},
        {"info demo --texture-limit 5000", "--texture-limit 5000: expected millions of pixels"},
        {"--texture-limit 1x info demo", "--texture-limit 1x: expected millions of pixels"},
        {"info demo --model-folder nowhere", "--model-folder nowhere: no such folder"},
        {"--mask sideways info demo", "--mask sideways"},
        {"pick demo --at", "--at needs a value"},
        {"pick demo --at 1", "--at 1"},
        {"pick demo --at nan,1", "--at nan,1"},
        {"pick demo --at 1,2 --layers z", "--layers z"},
        {"pick demo --at 1,2 --cull sideways", "--cull sideways"},
        {"pick demo --at 1,2 --filter size=3", "--filter size=3: expected layer=NAME"},
        {"pick demo --at 1,2 --filter kind=", "--filter kind=: expected layer=NAME"},
        {"pick demo --at 1,2 --filter kind=light",
         "expected kind=model, kind=shape, kind=volume, kind=line or kind=terrain"},
        {"pick demo --at 1,2 --filter layer=1 --filter layer=2", "--filter layer=2: there is one already"},
        {"pick demo --at 1,2 --filter layer=33", "--filter layer=33: the level has no such layer"},
        {"pick demo --at 1,2 --filter material=cheese", "--filter material=cheese: the level has no such material"},
        {"region demo --rect 1,2,3,4 --visible-only --filter kind=model", "--visible-only tells objects apart"},
        {"explain demo --at 1,2 --tolerance -3", "--tolerance -3"},
        {"pick demo --at 1,2 --tolerance -1", "--tolerance -1"},
        {"pick demo --rays f --tolerance 3", "--tolerance counts in pixels"},
        {"region demo", "one of --rect, --circle and --lasso"},
        {"region demo --rect 1,2,3,4 --circle 1,2,3", "one of --rect, --circle and --lasso"},
        {"region demo --rect 1,2,3", "--rect 1,2,3"},
        {"region demo --circle 1,2,-3", "--circle 1,2,-3"},
        {"region demo --lasso '1,2;3,4'", "--lasso 1,2;3,4"},
        {"region demo --lasso '1,2;3,4;x,5'", "--lasso 1,2;3,4;x,5"},
        {"region demo --rect 1,2,3,4 --mode near", "--mode near"},
        {"region demo --rect 1,2,3,4 --visible-only --cull none", "--visible-only is about what is drawn"},
        {"region demo --rect 1,2,3,4 --parts face --through", "a region finds occluded parts too"},
        {"pick demo --at 1,2 --parts vertex,", "--parts vertex,: expected vertex, edge or face"},
        {"pick demo --at 1,2 --parts corner", "--parts corner: expected vertex, edge or face"},
        {"pick demo --at 1,2 --parts vertex --all", "--parts are picked on screen"},
        {"pick demo --rays f --parts vertex", "--parts are picked on screen"},
        {"pick demo --at 1,2 --through", "--through needs --parts"},
        {"explain demo --at 1,2 --through", "--through needs --parts"},
        {"explain demo --at 1,2 --parts face --picture x.png", "--picture shows the pick of an object"},
        {"explain demo", "explain needs --at"},
        {"explain demo --at 1,2 --at 3,4", "one point"},
        {"explain demo --at x", "--at x"},
        {"explain demo --at 1,2 --radius -2", "--radius -2"},
        {"sees demo", "sees needs --from NAME and --to NAME"},
        {"sees demo --from lamp", "sees needs --from NAME and --to NAME"},
        {"pick demo --at 1,2 --size 0x5", "--size 0x5"},
        {"pick demo --at 1,2 --eye 1,2", "--eye 1,2"},
        {"pick demo --at 1,2 --eye 1,2,3 --target 1,2,3", "same point"},
        {"pick demo --at 1,2 --eye 0,9,0 --target 0,0,0 --up 0,-3,0", "--up points along"},
        {"pick demo --at 1,2 --fov 0", "--fov 0"},
        {"pick demo --at 1,2 --near 5 --far 4", "--far 4"},
        {"render demo", "--out"},
        {"verify demo --views 0", "--views 0"},
        {"verify demo --plant roses", "--plant roses"},
        {"--size", "--size needs a value"},
        {"--nonsense", "unknown option --nonsense"},
    };
    for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i += test_effort(2, 1))
        check_refused(2, CASES[i].expected, CASES[i].arguments);
}

// One line on stderr that names file and cause.
static void check_file_refused(const char *command, const char *path, const char *options)
{
    program_result result = program_expect(3, "%s '%s' %s", command, path, options);
    assert_string_equal(result.out, "");
    assert_non_null(strstr(result.err, path));
    assert_int_equal(program_line_count(result.err), 1);
    program_free(&result);
}

static void check_refused_everywhere(const char *path)
{
    check_file_refused("info", path, "");
    check_file_refused("pick", path, "--at 1,1");
    check_file_refused("render", path, "--out /nowhere/shot.png");
    check_file_refused("verify", path, "");
    check_file_refused("", path, ""); // the editor refuses before it opens a window
}

static void test_files_that_are_no_models(void **state)
{
    (void)state;
    check_refused_everywhere("/nowhere/there-is-no.glb");
    check_refused_everywhere("/tmp");
    program_write_file("empty.glb", "", 0);
    check_refused_everywhere(program_path("empty.glb"));
    program_write_file("text.glb", "This is no model.\n", 18);
    check_refused_everywhere(program_path("text.glb"));
    program_write_file("text.xyz", "This is no model.\n", 18);
    check_refused_everywhere(program_path("text.xyz"));
    static const char WRONG_INDEX[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n";
    program_write_file("index.obj", WRONG_INDEX, sizeof(WRONG_INDEX) - 1);
    check_refused_everywhere(program_path("index.obj"));
}

static void put_u32(unsigned char *bytes, unsigned value)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(value >> (8 * i));
}

// One triangle in a GLB: a 12-byte header, a JSON chunk, a chunk with 36 bytes of positions and 6 of indices.
static size_t make_glb(unsigned char *out, size_t capacity, int last_index)
{
    static const char JSON[] =
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
        "\"nodes\":[{\"mesh\":0,\"name\":\"one\"}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
        "\"indices\":1}]}],\"buffers\":[{\"byteLength\":44}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},"
        "{\"buffer\":0,\"byteOffset\":36,\"byteLength\":6}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
        "\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,0]},{\"bufferView\":1,\"componentType\":5123,"
        "\"count\":3,\"type\":\"SCALAR\"}]}";
    const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    unsigned json_size = (unsigned)(sizeof(JSON) - 1 + 3) & ~3u;
    size_t size = 12 + 8 + json_size + 8 + 44;
    assert_true(size <= capacity);
    memset(out, 0, size);
    memcpy(out, "glTF", 4);
    put_u32(out + 4, 2);
    put_u32(out + 8, (unsigned)size);
    put_u32(out + 12, json_size);
    memcpy(out + 16, "JSON", 4);
    memset(out + 20, ' ', json_size);
    memcpy(out + 20, JSON, sizeof(JSON) - 1);
    unsigned char *chunk = out + 20 + json_size;
    put_u32(chunk, 44);
    memcpy(chunk + 4, "BIN\0", 4);
    memcpy(chunk + 8, positions, sizeof(positions));
    chunk[8 + 36 + 2] = 1;
    chunk[8 + 36 + 4] = (unsigned char)last_index;
    return size;
}

static void test_cut_and_wrong_glb(void **state)
{
    (void)state;
    unsigned char glb[2048];
    size_t size = make_glb(glb, sizeof(glb), 2);
    program_write_file("whole.glb", glb, size);
    cJSON *info = program_json("info '%s'", program_path("whole.glb"));
    assert_true(program_number(info, "triangles") == 1);
    cJSON_Delete(info);
    for (int i = 0; i < 9; i += (int)test_effort(2, 1)) {
        program_write_file("cut.glb", glb, size * (size_t)i / 9);
        check_file_refused("info", program_path("cut.glb"), "");
    }
    program_write_file("cut.glb", glb, size - 1);
    check_file_refused("info", program_path("cut.glb"), "");
    size = make_glb(glb, sizeof(glb), 3);
    program_write_file("index.glb", glb, size);
    check_refused_everywhere(program_path("index.glb"));
}

static void test_info_says_what_is_there(void **state)
{
    (void)state;
    static const char *const KEYS[] = {
        "objects",           "meshes",     "points",     "segments", "triangles", "instanced_triangles",
        "dropped_triangles", "bounds_min", "bounds_max", "warnings"};
    cJSON *info = program_json("info '%s'", cube_path());
    assert_int_equal(cJSON_GetArraySize(info), 10);
    for (int i = 0; i < 10; i++)
        assert_string_equal(cJSON_GetArrayItem(info, i)->string, KEYS[i]);
    assert_true(program_number(info, "objects") == 1 && program_number(info, "meshes") == 1);
    assert_true(program_number(info, "triangles") == 12 && program_number(info, "instanced_triangles") == 12);
    assert_true(program_number(info, "dropped_triangles") == 0);
    program_assert_vec(info, "bounds_min", (const double[]){-1, -1, -1}, 3, 0);
    program_assert_vec(info, "bounds_max", (const double[]){1, 1, 1}, 3, 0);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(info, "warnings")), 0);
    cJSON_Delete(info);

    info = program_json("info demo");
    assert_true(program_number(info, "objects") > 150);
    assert_true(program_number(info, "instanced_triangles") > program_number(info, "triangles"));
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(info, "warnings")), 0);
    cJSON_Delete(info);
}

// A triangle of no area is counted and dropped; with nothing left there are no bounds.
static void test_info_of_nothing(void **state)
{
    (void)state;
    static const char FLAT[] = "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n";
    program_write_file("flat.obj", FLAT, sizeof(FLAT) - 1);
    cJSON *info = program_json("info '%s'", program_path("flat.obj"));
    assert_true(program_number(info, "dropped_triangles") == 1);
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(info, "bounds_min")));
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(info, "bounds_max")));
    cJSON_Delete(info);
    program_result pick = program_expect(0, "pick '%s' --at 1,1", program_path("flat.obj"));
    assert_string_equal(pick.out, "{\"hit\":false}\n");
    program_free(&pick);
}

static void test_a_full_disk_is_a_failure(void **state)
{
    (void)state;
    FILE *full = fopen("/dev/full", "w");
    if (full == NULL)
        return; // no such device here
    fclose(full);
    char command[256];
    snprintf(command, sizeof(command), "'%s' info '%s' >/dev/full 2>/dev/null", VKPICK_PROGRAM, cube_path());
    assert_int_not_equal(system(command), 0);
}

// What --print-keymap prints is a keymap, and gives the keys that it prints.
static void test_the_keymap_that_is_printed_is_one(void **state)
{
    (void)state;
    static const char KEYS[] = "duplicate = Ctrl+K\nundo = Strg+Z\n";
    program_write_file("keymap", KEYS, sizeof(KEYS) - 1);
    program_result printed = program_expect(0, "--keymap '%s' --print-keymap", program_path("keymap"));
    assert_non_null(strstr(printed.out, "\nduplicate = Ctrl+K\n"));
    assert_non_null(strstr(printed.out, "\nundo = Ctrl+Z\n"));
    assert_non_null(strstr(printed.err, "keymap:2: undo: \"Strg+Z\" is not a key; expected one such as"));
    assert_int_equal(program_line_count(printed.err), 1);
    program_write_file("printed", printed.out, strlen(printed.out));
    program_result again = program_expect(0, "--keymap '%s' --print-keymap", program_path("printed"));
    assert_string_equal(again.out, printed.out);
    assert_string_equal(again.err, "");
    program_free(&again);
    program_free(&printed);
    program_result missing = program_expect(3, "--keymap nowhere --print-keymap");
    assert_non_null(strstr(missing.err, "nowhere: "));
    program_free(&missing);
}

// What a file says must not steer the terminal, wherever it is said.
static void test_control_characters(void **state)
{
    (void)state;
    static const char level[] =
        "{\"vkpick_level\": 2, \"prefabs\": [{\"id\": 1, \"name\": \"a\\u009b31m\", \"parts\": []}, "
        "{\"id\": 2, \"name\": \"a\\u009b31m\", \"parts\": []}], \"objects\": []}";
    static const char obj[] = "mtllib a\x1b[2J.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl b\x1b[2J\nf 1 2 3\n";
    program_write_file("steer.vkpick", level, sizeof(level) - 1);
    program_write_file("steer.obj", obj, sizeof(obj) - 1);
    char command[500];
    snprintf(command, sizeof(command), "info %s", program_path("steer.vkpick"));
    for (int i = 0; i < 2; i++) {
        program_result result = program_expect(i == 0 ? 3 : 0, "%s", command);
        assert_true(strlen(result.err) > 20 && program_line_count(result.err) == 1);
        assert_null(strchr(result.err, 0x1b));
        assert_null(strstr(result.err, "\xc2\x9b"));
        assert_null(strchr(result.out, 0x1b));
        program_free(&result);
        snprintf(command, sizeof(command), "pick %s --at 640,360", program_path("steer.obj"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_help_goes_to_stderr),
        cmocka_unit_test(test_help_of_export),
        cmocka_unit_test(test_report),
        cmocka_unit_test(test_control_characters),
        cmocka_unit_test(test_import_options),
        cmocka_unit_test(test_unknown_commands_are_wrong_usage),
        cmocka_unit_test(test_texture_limit),
        cmocka_unit_test(test_model_folder),
        cmocka_unit_test(test_wrong_usage),
        cmocka_unit_test(test_files_that_are_no_models),
        cmocka_unit_test(test_cut_and_wrong_glb),
        cmocka_unit_test(test_info_says_what_is_there),
        cmocka_unit_test(test_the_keymap_that_is_printed_is_one),
        cmocka_unit_test(test_info_of_nothing),
        cmocka_unit_test(test_a_full_disk_is_a_failure),
    };
    return cmocka_run_group_tests(tests, NULL, program_finish);
}
