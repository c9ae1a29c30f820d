// Vertices, edges and faces from the command line.
#include "near.h"
#include "program.h"

#include <string.h>

// Two squares of half size 1, one behind the other, seen from both sides. At a right angle of view, 480 points high,
// from 5 m: near (z = 1) reaches 60 points from the middle (320, 240), far (z = -1) 40.
static const char SQUARES[] = "o near\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\nf 1 2 3 4\n"
                              "o far\nv -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nf 5 6 7 8\n";
static const char FACING[] = "--eye 0,0,5 --target 0,0,0 --size 640x480 --fov 90";

static const char *squares(void)
{
    program_write_file("squares.obj", SQUARES, sizeof(SQUARES) - 1);
    return program_path("squares.obj");
}

static void check_pick(const char *options, const char *part, const char *object, double distance)
{
    cJSON *hit = program_json("pick '%s' %s %s", squares(), FACING, options);
    assert_true(program_bool(hit, "hit"));
    assert_string_equal(program_string(hit, "part"), part);
    assert_string_equal(program_string(hit, "object"), object);
    check_near(program_number(hit, "distance"), distance, 1e-6, options, __FILE__, __LINE__);
    const int vertices = part[0] == 'v' ? 1 : (part[0] == 'e' ? 2 : 4);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(hit, "vertices")), vertices);
    assert_int_equal(cJSON_GetArraySize(hit), 12);
    cJSON_Delete(hit);
}

static void picks(void **state)
{
    (void)state;
    check_pick("--at 376,180 --parts vertex,edge,face", "vertex", "near", 4);
    check_pick("--at 376,200 --parts edge,face", "edge", "near", 4);
    check_pick("--at 370,210 --parts vertex,edge,face", "face", "near", 0);
    check_pick("--at 340,200 --parts vertex --tolerance 30 --through", "vertex", "far", 20);
    cJSON *hit = program_json("pick '%s' %s --at 340,200 --parts vertex --tolerance 30", squares(), FACING);
    assert_false(program_bool(hit, "hit"));
    assert_int_equal(cJSON_GetArraySize(hit), 1);
    cJSON_Delete(hit);
}

static void check_region(const char *options, size_t count)
{
    program_result result = program_expect(0, "region '%s' %s %s", squares(), FACING, options);
    if (program_line_count(result.out) != count)
        print_error("region %s: expected %d lines:\n%s", options, (int)count, result.out);
    assert_int_equal(program_line_count(result.out), count);
    for (size_t i = 0; i < count; i++) {
        cJSON *line = program_line(&result, i);
        assert_int_equal(cJSON_GetArraySize(line), program_string(line, "part")[0] == 'f' ? 6 : 5);
        cJSON_Delete(line);
    }
    program_free(&result);
}

static void regions(void **state)
{
    (void)state;
    check_region("--rect 0,0,640,480 --parts vertex", 8);
    check_region("--rect 0,0,640,480 --parts vertex,edge,face", 8 + 8 + 2);
    check_region("--rect 0,0,640,480 --parts vertex,edge,face --visible-only", 4 + 4 + 1);
    check_region("--circle 380,180,10 --parts vertex", 1);
    check_region("--circle 380,180,10 --parts edge", 2);
    check_region("--circle 380,180,10 --parts edge --mode contain", 0);
    check_region("--lasso '370,100;420,100;420,400;370,400' --parts edge --mode contain", 1);
}

// The left half of the leaf before the wall is cut out.
static const char LEAF[] =
    "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":124,\"uri\":\"data:;base64,AACAvwAAgL8AAA"
    "AAAACAPwAAgL8AAAAAAACAPwAAgD8AAAAAAACAvwAAgD8AAAAAAAABAAIAAAACAAMAAACAPwAAgD8AAIA/AAAAAAAA"
    "gD8AAIA/AACAPwAAgD8AAIA/AACAPwAAgD8AAIA/AACAPwAAgD8AAIA/AAAAAA==\"}],\"bufferViews\":[{\"buffe"
    "r\":0,\"byteLength\":48},{\"buffer\":0,\"byteOffset\":48,\"byteLength\":12},{\"buffer\":0,\"byteOffset"
    "\":60,\"byteLength\":64}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":"
    "\"VEC3\"},{\"bufferView\":1,\"componentType\":5123,\"count\":6,\"type\":\"SCALAR\"},{\"bufferView\":2,\"c"
    "omponentType\":5126,\"count\":4,\"type\":\"VEC4\"}],\"materials\":[{\"name\":\"wall\"},{\"name\":\"leaf\",\""
    "alphaMode\":\"MASK\",\"alphaCutoff\":0.5,\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.2,0.6,0.2"
    ",1]}}],\"meshes\":[{\"name\":\"wall\",\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1,\"ma"
    "terial\":0}]},{\"name\":\"leaf\",\"primitives\":[{\"attributes\":{\"POSITION\":0,\"COLOR_0\":2},\"indice"
    "s\":1,\"material\":1}]}],\"nodes\":[{\"name\":\"wall\",\"mesh\":0,\"scale\":[0.5,0.5,0.5]},{\"name\":\"lea"
    "f\",\"mesh\":1,\"translation\":[0,0,0.5]}]}";

static void cut_outs(void **state)
{
    (void)state;
    program_write_file("leaf.gltf", LEAF, sizeof(LEAF) - 1);
    program_result result = program_expect(0, "region '%s' %s --rect 0,0,640,480 --parts vertex --visible-only",
                                           program_path("leaf.gltf"), FACING);
    assert_int_equal(program_line_count(result.out), 4 + 2);
    program_free(&result);
}

static void reasons(void **state)
{
    (void)state;
    static const char *const WANTED[] = {"picked", "yielded", "occluded", "yielded"};
    program_result result =
        program_expect(0, "explain '%s' %s --at 371,169 --parts vertex,edge,face --tolerance 45", squares(), FACING);
    size_t found = 0;
    for (size_t i = 0; i < program_line_count(result.out); i++) {
        cJSON *line = program_line(&result, i);
        const char *reason = program_string(line, "reason");
        assert_int_equal(cJSON_GetArraySize(line), 13);
        for (size_t k = 0; k < 4; k++)
            found |= (size_t)(strcmp(reason, WANTED[k]) == 0) << k;
        assert_true(i > 0 || strcmp(reason, "picked") == 0);
        cJSON_Delete(line);
    }
    program_free(&result);
    assert_true((found & 3) == 3);
    result = program_expect(0, "explain '%s' %s --at 340,200 --parts vertex --tolerance 30", squares(), FACING);
    cJSON *line = program_line(&result, 0);
    assert_string_equal(program_string(line, "reason"), "occluded");
    assert_string_equal(program_string(line, "object"), "far");
    cJSON_Delete(line);
    program_free(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(picks), cmocka_unit_test(regions), cmocka_unit_test(cut_outs),
                                       cmocka_unit_test(reasons)};
    return cmocka_run_group_tests(tests, NULL, program_finish);
}
