// Points and lines of glTF files: every mode, with indices and without, and what is refused or named in a warning.
#include "model_file.h"

#include "document/level/mesh_tools.h"

#include <math.h>
#include <stdlib.h>

#define GLTF "test_import_thin.gltf"
#define BIN "test_import_thin.bin"

enum { CORNERS = 5 };

// Positions, then 16-bit indices, then 8-bit colours, then 16-bit normalised positions.
typedef struct thin_data {
    float positions[CORNERS][3]; // from byte 0
    uint16_t indices[6];         // 60
    uint8_t colors[CORNERS][4];  // 72
    int16_t shorts[CORNERS][4];  // 92, 8 apart
} thin_data;

static const thin_data DATA = {
    {{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 2, 0}, {0, 0, 3}},
    {4, 0, 2, 1, 3, 3},
    {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}, {51, 102, 153, 204}},
    {{0, 0, 0, 0}, {32767, 0, 0, 0}, {32767, -32767, 0, 0}, {0, 16384, 0, 0}, {0, 0, -32768, 0}},
};

// Accessors: 0 positions, 1 the first 5 indices, 2 colours, 3 quantised positions, 4 all 6 indices, 5 no vertices.
#define HEAD                                                                                                           \
    "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":132,\"uri\":\"" BIN "\"}],"                         \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":60},{\"buffer\":0,\"byteOffset\":60,\"byteLength\":12},"            \
    "{\"buffer\":0,\"byteOffset\":72,\"byteLength\":20},"                                                              \
    "{\"buffer\":0,\"byteOffset\":92,\"byteLength\":40,\"byteStride\":8}],\"accessors\":["                             \
    "{\"bufferView\":0,\"componentType\":5126,\"count\":5,\"type\":\"VEC3\"},"                                         \
    "{\"bufferView\":1,\"componentType\":5123,\"count\":5,\"type\":\"SCALAR\"},"                                       \
    "{\"bufferView\":2,\"componentType\":5121,\"normalized\":true,\"count\":5,\"type\":\"VEC4\"},"                     \
    "{\"bufferView\":3,\"componentType\":5122,\"normalized\":true,\"count\":5,\"type\":\"VEC3\"},"                     \
    "{\"bufferView\":1,\"componentType\":5123,\"count\":6,\"type\":\"SCALAR\"},"                                       \
    "{\"bufferView\":0,\"componentType\":5126,\"count\":0,\"type\":\"VEC3\"}],"                                        \
    "\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.5,0.25,1,1]}},{\"name\":\"b\"}],"
#define FILE_OF(primitives)                                                                                            \
    HEAD "\"meshes\":[{\"name\":\"m\",\"primitives\":[" primitives "]}],\"nodes\":[{\"mesh\":0,\"name\":\"n\"}]}"
#define AT0 "\"attributes\":{\"POSITION\":0}"

static editor_level *open_data(const thin_data *data, const char *text)
{
    write_model(BIN, data, sizeof(*data));
    editor_level *level = must_import(GLTF, text);
    remove(BIN);
    return level;
}

static editor_level *open_file(const char *text)
{
    return open_data(&DATA, text);
}

// The vertices of the mesh are these corners, in this order.
static void assert_corners(const editor_mesh *mesh, const uint32_t *corners, uint32_t count)
{
    assert_int_equal(mesh->vertex_count, count);
    for (uint32_t i = 0; i < count; i++)
        assert_memory_equal(&mesh->positions[3 * (size_t)i], DATA.positions[corners[i]], sizeof(DATA.positions[0]));
}

static void check_lines(const char *text, const uint32_t *corners, uint32_t count, const uint32_t *lines,
                        uint32_t line_count)
{
    editor_level *level = open_file(text);
    const editor_mesh *mesh = &level->meshes[0];
    assert_int_equal(level->mesh_count, 1);
    assert_int_equal(level->warning_count, 0);
    assert_int_equal(mesh->form, EDITOR_FORM_LINES);
    assert_corners(mesh, corners, count);
    assert_int_equal(mesh->line_count, line_count);
    for (uint32_t i = 0; i < line_count; i++)
        assert_int_equal(mesh->line_counts[i], lines[i]);
    assert_true(mesh->thin != NULL && mesh->pick == NULL && mesh->submesh_count == 1);
    const editor_level_counts counts = editor_level_count(level);
    assert_true(counts.segments == count - line_count && counts.points == 0 && counts.triangles == 0);
    assert_int_equal(pick_thin_get_stats(mesh->thin).part_count, count - line_count);
    editor_level_destroy(level);
}

static void test_each_mode(void **state)
{
    (void)state;
    check_lines(FILE_OF("{\"mode\":1,\"indices\":4," AT0 "}"), (const uint32_t[]){4, 0, 2, 1, 3, 3}, 6,
                (const uint32_t[]){2, 2, 2}, 3);
    check_lines(FILE_OF("{\"mode\":2," AT0 "}"), (const uint32_t[]){0, 1, 2, 3, 4, 0}, 6, (const uint32_t[]){6}, 1);
    check_lines(FILE_OF("{\"mode\":2,\"indices\":1," AT0 "}"), (const uint32_t[]){4, 0, 2, 1, 3, 4}, 6,
                (const uint32_t[]){6}, 1);
    check_lines(FILE_OF("{\"mode\":3," AT0 "}"), (const uint32_t[]){0, 1, 2, 3, 4}, 5, (const uint32_t[]){5}, 1);
    check_lines(FILE_OF("{\"mode\":3,\"indices\":1," AT0 "}"), (const uint32_t[]){4, 0, 2, 1, 3}, 5,
                (const uint32_t[]){5}, 1);
    // Primitives of one form are one mesh.
    check_lines(FILE_OF("{\"mode\":3," AT0 "},{\"mode\":1,\"indices\":4," AT0 "}"),
                (const uint32_t[]){0, 1, 2, 3, 4, 4, 0, 2, 1, 3, 3}, 11, (const uint32_t[]){5, 2, 2, 2}, 4);
}

static void test_points(void **state)
{
    (void)state;
    editor_level *level =
        open_file(FILE_OF("{\"mode\":0,\"indices\":1,\"attributes\":{\"POSITION\":0,\"COLOR_0\":2}}"));
    const editor_mesh *mesh = &level->meshes[0];
    assert_int_equal(mesh->form, EDITOR_FORM_POINTS);
    assert_corners(mesh, (const uint32_t[]){4, 0, 2, 1, 3}, 5);
    assert_true(mesh->colors[0] == 51 / 255.0f && mesh->colors[3] == 204 / 255.0f && mesh->colors[4] == 1);
    assert_true(mesh->line_counts == NULL && mesh->line_count == 0 &&
                mesh_tools_width(mesh).value == (double)EDITOR_POINT_WIDTH);
    assert_true(level->objects[0].kind == EDITOR_OBJECT_MESH && level->objects[0].mesh == 0);
    assert_int_equal(editor_level_count(level).points, 5);
    const pick_aabb box = pick_scene_bounds(level->scene);
    assert_true(box.max.z == 3 && box.max.y == 2 && box.min.x == 0);
    editor_level_destroy(level);
}

static void test_quantised(void **state)
{
    (void)state;
    editor_level *level = open_file(FILE_OF("{\"mode\":0,\"attributes\":{\"POSITION\":3}}"));
    const float *p = level->meshes[0].positions;
    assert_true(p[3] == 1 && p[7] == -1 && p[10] == 16384 / 32767.0f && p[14] == -1);
    editor_level_destroy(level);
}

// Triangles keep the mesh's number and the node's object; lines and points become its children.
static void test_mixed(void **state)
{
    (void)state;
    editor_level *level = open_file(
        HEAD
        "\"meshes\":[{\"name\":\"m\",\"primitives\":[{\"mode\":0," AT0 "},{" AT0 "},{\"mode\":3," AT0 "}]},"
        "{\"name\":\"other\",\"primitives\":[{\"mode\":0," AT0 "},{\"mode\":1,\"indices\":4," AT0 "}]}],"
        "\"nodes\":[{\"mesh\":0,\"name\":\"n\",\"translation\":[7,0,0]},{\"mesh\":1,\"name\":\"k\"},{\"mesh\":0}]}");
    static const editor_mesh_form forms[] = {EDITOR_FORM_TRIANGLES, EDITOR_FORM_LINES, EDITOR_FORM_POINTS,
                                             EDITOR_FORM_LINES, EDITOR_FORM_POINTS};
    static const char *const names[] = {"n", "n points", "n lines", "k", "k points", "m", "m points", "m lines"};
    static const uint32_t meshes[] = {0, 2, 3, 1, 4, 0, 2, 3},
                          parents[] = {EDITOR_NONE, 0, 0, EDITOR_NONE, 3, EDITOR_NONE, 5, 5};
    assert_int_equal(level->mesh_count, 5);
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(level->meshes[i].form, forms[i]);
    assert_int_equal(level->object_count, 8);
    for (uint32_t i = 0; i < 8; i++) {
        assert_string_equal(level->objects[i].name, names[i]);
        assert_int_equal(level->objects[i].mesh, meshes[i]);
        assert_int_equal(level->objects[i].parent, parents[i]);
    }
    assert_true(level->objects[1].world.origin.x == 7);
    editor_level_destroy(level);
}

// A mesh has one material. Where primitives have several, their colours go into the vertices.
static void test_materials(void **state)
{
    (void)state;
    editor_level *level = open_file(FILE_OF("{\"mode\":0,\"material\":0," AT0 "}"));
    assert_true(level->meshes[0].colors == NULL && level->meshes[0].submeshes[0].material == 0);
    editor_level_destroy(level);
    level = open_file(FILE_OF("{\"mode\":0," AT0 "},"
                              "{\"mode\":0,\"material\":0,\"attributes\":{\"POSITION\":0,\"COLOR_0\":2}}"));
    const editor_mesh *mesh = &level->meshes[0];
    assert_int_equal(mesh->submeshes[0].material, EDITOR_NONE);
    assert_true(mesh->vertex_count == 10 && mesh->colors[0] == 1 && mesh->colors[3] == 1);
    assert_true(mesh->colors[20] == 0.5f && mesh->colors[25] == 0.25f && mesh->colors[30] == 1);
    editor_level_destroy(level);
}

static void expect_warning(const char *text, const char *warning, uint32_t vertices)
{
    editor_level *level = open_file(text);
    assert_int_equal(level->warning_count, 1);
    assert_string_equal(level->warnings[0], warning);
    assert_int_equal(level->meshes[0].vertex_count, vertices);
    editor_level_destroy(level);
}

static void test_warnings(void **state)
{
    (void)state;
    const char *const half = "meshes[0].primitives[0]: its vertices do not make whole lines";
    expect_warning(FILE_OF("{\"mode\":1," AT0 "}"), half, 4); // five vertices: the last one is left over
    expect_warning(FILE_OF("{\"mode\":3,\"attributes\":{\"POSITION\":5}}"), half, 0);
    expect_warning(FILE_OF("{\"mode\":0,\"attributes\":{}}"), "meshes[0].primitives[0]: without positions; not drawn",
                   0);
    expect_warning(FILE_OF("{\"mode\":0,\"targets\":[{\"POSITION\":0}]," AT0 "}"),
                   "meshes[0].primitives[0]: points and lines do not follow morph targets", 5);
    expect_warning(FILE_OF("{\"mode\":0,\"attributes\":{\"POSITION\":0,\"JOINTS_0\":2}}"),
                   "meshes[0].primitives[0]: points and lines do not follow skins", 5);
}

static bool decode_white(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    (void)user, (void)bytes, (void)size, (void)error;
    *out = (editor_image){.width = 1, .height = 1, .rgba = calloc(1, 4)};
    return out->rgba != NULL;
}

// Their material may have a texture, which is named; triangles show it.
static void test_textures(void **state)
{
    (void)state;
    editor_error error;
    const char *const places = "data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"; // 0 0 0, 1 0 0, 0 1 0
    char text[1200];
    snprintf(text, sizeof(text),
             "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\"%s\"}],"
             "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,"
             "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],\"images\":[{\"uri\":\"data:;base64,AAAA\"}],"
             "\"textures\":[{\"source\":0}],\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorTexture\":"
             "{\"index\":0}}},{}],\"meshes\":[{\"primitives\":[{\"material\":0," AT0 "},{\"mode\":0,\"material\":1," AT0
             "},{\"mode\":0,\"material\":0," AT0 "},{\"mode\":3,\"material\":0," AT0 "}]}],\"nodes\":[{\"mesh\":0}]}",
             places);
    editor_level *level = import_text(GLTF, text, decode_white, &error);
    assert_non_null(level);
    assert_int_equal(level->warning_count, 1);
    assert_string_equal(level->warnings[0],
                        "meshes[0].primitives[2] and 1 more: points and lines do not show textures");
    editor_level_destroy(level);
}

// An empty cloud opens, has no box, and is never picked.
static void test_empty(void **state)
{
    (void)state;
    editor_level *level = open_file(FILE_OF("{\"mode\":0,\"attributes\":{\"POSITION\":5}}"));
    assert_true(level->warning_count == 0 && level->meshes[0].thin && level->meshes[0].vertex_count == 0);
    assert_true(pick_aabb_is_empty(&(pick_aabb[]){pick_scene_bounds(level->scene)}[0]));
    editor_level_destroy(level);
}

static void test_refusals(void **state)
{
    (void)state;
    thin_data bad = DATA;
    bad.indices[2] = 5;
    write_model(BIN, &bad, sizeof(bad));
    must_refuse(GLTF, FILE_OF("{\"mode\":1,\"indices\":4," AT0 "}"), "index 2 is 5, but there are 5 vertices");
    bad = DATA;
    bad.positions[3][1] = NAN;
    write_model(BIN, &bad, sizeof(bad));
    must_refuse(GLTF, FILE_OF("{\"mode\":0," AT0 "}"), "vertex 3 is not finite");
    write_model(BIN, &DATA, sizeof(DATA));
    must_refuse(GLTF, FILE_OF("{\"mode\":0,\"attributes\":{\"POSITION\":1}}"), "has 1 components, not 3");
    must_refuse(GLTF, FILE_OF("{\"mode\":1,\"indices\":0," AT0 "}"), "components");
    must_refuse(GLTF, FILE_OF("{\"mode\":7," AT0 "}"), "mode is 7, which is not a primitive");
    must_refuse(GLTF, FILE_OF("{\"mode\":0,\"attributes\":{\"POSITION\":9}}"), "POSITION");
    remove(BIN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_mode), cmocka_unit_test(test_points),    cmocka_unit_test(test_quantised),
        cmocka_unit_test(test_mixed),     cmocka_unit_test(test_materials), cmocka_unit_test(test_warnings),
        cmocka_unit_test(test_textures),  cmocka_unit_test(test_empty),     cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
