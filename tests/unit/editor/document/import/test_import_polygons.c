// Readers keep which triangles were one polygon: from the file to the pick mesh, over the child process and the cache.
#define _XOPEN_SOURCE 700 // mkdtemp

#include "model_file.h"

#include "document/import/common/model_cache.h"
#include "document/level/level_internal.h"
#include "document/level/mesh_tools.h"
#include "document/level/primitive_mesh.h"
#include "system/cache_internal.h"
#include "system/text.h"

#include <stdlib.h>

// A morph moves a quad and a pentagon, which are fans. Between the two parts goes what the primitive declares.
static const char NGONS[] =
    "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"FB_ngon_encoding\"],\"scene\":0,\"scenes\":[{"
    "\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"name\":\"ngons\",\"primitives\":[{\"attribut"
    "es\":{\"POSITION\":0},\"indices\":1,\"targets\":[{\"POSITION\":2}]";
static const char NGONS_END[] =
    "}],\"weights\":[0]}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":9,\"type\":\""
    "VEC3\",\"min\":[0,0,0],\"max\":[3.5,2,0]},{\"bufferView\":1,\"componentType\":5123,\"count\":15,\"ty"
    "pe\":\"SCALAR\"},{\"bufferView\":2,\"componentType\":5126,\"count\":9,\"type\":\"VEC3\"},{\"bufferVi"
    "ew\":3,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\",\"min\":[0],\"max\":[1]},{\"bufferView"
    "\":4,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"}],\"bufferViews\":[{\"buffer\":0,\"byteO"
    "ffset\":0,\"byteLength\":108},{\"buffer\":0,\"byteOffset\":108,\"byteLength\":30},{\"buffer\":0,\"by"
    "teOffset\":140,\"byteLength\":108},{\"buffer\":0,\"byteOffset\":248,\"byteLength\":8},{\"buffer\":0,"
    "\"byteOffset\":256,\"byteLength\":8}],\"animations\":[{\"name\":\"up\",\"channels\":[{\"sampler\":0,"
    "\"target\":{\"node\":0,\"path\":\"weights\"}}],\"samplers\":[{\"input\":3,\"output\":4}]}],\"buffers"
    "\":[{\"byteLength\":264,\"uri\":\"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAA"
    "AAAAACAPwAAgD8AAAAAAAAAAAAAgD8AAAAAAAAAQAAAAAAAAAAAAABAQAAAAAAAAAAAAABgQAAAgD8AAAAAAAAgQAAAAEAAAAAAA"
    "ADAPwAAgD8AAAAAAAABAAIAAAACAAMABAAFAAYABAAGAAcABAAHAAgAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8AAAAAAAAAA"
    "AAAgD8AAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8AAAAAAAAAAAAAg"
    "D8AAAAAAACAPwAAAAAAAIA/\"}]}";

// The sizes of the polygons, in triangles.
static void expect(const pick_mesh *mesh, const uint32_t *sizes, uint32_t count)
{
    uint32_t at = 0, first = 0, size = 0;
    for (uint32_t i = 0; i < count; i++, at += size) {
        assert_true(pick_mesh_polygon(mesh, at, &first, &size));
        assert_int_equal(first, at);
        assert_int_equal(size, sizes[i]);
        uint32_t outline = 0;
        for (uint32_t k = at; k < at + size; k++) {
            for (uint32_t side = 0; side < 3; side++)
                outline += (pick_mesh_inner_sides(mesh, k) >> side & 1u) == 0;
        }
        assert_int_equal(outline, size + 2); // corners
    }
    assert_int_equal(at, pick_mesh_get_stats(mesh).triangle_count);
}

static void expect_level(const char *path, const char *text, const uint32_t *sizes, uint32_t count)
{
    editor_level *level = must_import(path, text);
    expect(level->meshes[0].pick, sizes, count);
    assert_null(level->meshes[0].continues);
    editor_level_destroy(level);
}

static void test_files(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {1, 2, 1, 4, 3};
    // A triangle, a quad, a triangle, an L of six corners, a pentagon with texture coordinates of its own.
    expect_level("polygons.obj",
                 "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 0 0\nv 2 2 0\nv 1 2 0\nv 0 2 0\nv 0 3 0\nvt 0 0\nvt 1 0\n"
                 "f 1 2 3\nf 2 5 6 3\nusemtl other\nf 1 3 4\nf 1 2 3 7 8 4\nf 4/1 3/2 7/1 9/1 8/2\n",
                 sizes, 5);
    static const char ply[] = "ply\nformat ascii 1.0\nelement vertex 9\nproperty float x\nproperty float y\n"
                              "property float z\nelement face 6\nproperty list uchar int vertex_indices\nend_header\n"
                              "0 0 0\n1 0 0\n1 1 0\n0 1 0\n2 0 0\n2 2 0\n1 2 0\n0 2 0\n0 3 0\n"
                              "3 0 1 2\n4 1 4 5 2\n2 0 1\n3 0 2 3\n6 0 1 2 6 7 3\n5 3 2 6 8 7\n";
    expect_level("polygons.ply", ply, sizes, 5);
    // By Assimp, in another process.
    expect_level("polygons.off",
                 "OFF\n9 5 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n2 0 0\n2 2 0\n1 2 0\n0 2 0\n0 3 0\n"
                 "3 0 1 2\n4 1 4 5 2\n3 0 2 3\n6 0 1 2 6 7 3\n5 3 2 6 8 7\n",
                 sizes, 5);
    // Triangles alone are no polygons.
    static const uint32_t alone[] = {1, 1};
    expect_level("polygons.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n", alone, 2);
}

// One face: a comb, of which each tooth has four corners, or a triangle with corners all along one of its sides.
static editor_level *import_large_face(uint32_t corners, bool is_comb)
{
    editor_text text = {0};
    editor_text_format(&text, "v 0 0 0\nv %u 0 0\n", (unsigned)corners / 2);
    for (uint32_t i = 2; i < corners; i++)
        editor_text_format(&text, "v %u %u 0\n", (unsigned)(corners - i) / (is_comb ? 2 : 1),
                           is_comb && i % 4 < 2 ? 2u : 1u);
    editor_text_put(&text, "f");
    for (uint32_t i = 0; i < corners; i++)
        editor_text_format(&text, " %u", (unsigned)i + 1);
    editor_text_put(&text, "\n");
    assert_false(text.failed);
    editor_level *level = must_import("large_face.obj", text.data);
    editor_text_free(&text);
    assert_int_equal(level->meshes[0].index_count, 3 * (corners - 2));
    return level;
}

static uint32_t count_reversed(const editor_mesh *mesh)
{
    uint32_t reversed = 0;
    for (uint32_t i = 0; i < mesh->index_count; i += 3) {
        const float *a = mesh->positions + 3 * (size_t)mesh->indices[i];
        const float *b = mesh->positions + 3 * (size_t)mesh->indices[i + 1];
        const float *c = mesh->positions + 3 * (size_t)mesh->indices[i + 2];
        reversed += (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) < 0;
    }
    return reversed;
}

// A large face is either split by its outline, or told of.
static void test_large_concave_faces(void **state)
{
    (void)state;
    static const struct {
        uint32_t corners;
        bool is_comb, is_warned;
    } rows[] = {{4098, true, false}, {16384, true, false}, {20000, true, true}, {20000, false, false}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        editor_level *level = import_large_face(rows[i].corners, rows[i].is_comb);
        assert_int_equal(level->warning_count, rows[i].is_warned);
        assert_int_equal(count_reversed(&level->meshes[0]) > 0, rows[i].is_warned);
        editor_level_destroy(level);
    }
}

static void write_ngons(const char *path, bool declared)
{
    char text[4000];
    const int size = snprintf(text, sizeof(text), "%s%s%s", NGONS,
                              declared ? ",\"extensions\":{\"FB_ngon_encoding\":{}}" : "", NGONS_END);
    assert_in_range(size, 1, (int)sizeof(text) - 1);
    write_model(path, text, (size_t)size);
}

static void test_encoded_in_gltf(void **state)
{
    (void)state;
    static const uint32_t encoded[] = {2, 3}, alone[] = {1, 1, 1, 1, 1};
    for (int declared = 0; declared < 2; declared++) {
        editor_error error;
        write_ngons("ngons.gltf", declared != 0);
        editor_level *level = editor_import("ngons.gltf", NULL, NULL, &error);
        remove("ngons.gltf");
        assert_non_null(level);
        assert_int_equal(level->warning_count, 0);
        expect(level->meshes[0].pick, declared != 0 ? encoded : alone, declared != 0 ? 2 : 5);
        editor_level_destroy(level);
    }
}

// What the cache maps has its polygons, also where a pose gives it arrays of its own.
static void test_from_the_cache(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {2, 3};
    char root[64] = "polygon_cache.XXXXXX", cache[80], model[96], command[128];
    assert_non_null(mkdtemp(root));
    snprintf(cache, sizeof(cache), "%s/cache", root);
    snprintf(model, sizeof(model), "%s/ngons.gltf", root);
    write_ngons(model, true);
    editor_cache_use(cache, 100000000);
    editor_model_cache_set_least(0);
    for (int round = 0; round < 2; round++) {
        editor_error error;
        editor_level *level = editor_import_as(model, &EDITOR_IMPORT_OPTIONS_DEFAULT, NULL, NULL, &error);
        assert_non_null(level);
        editor_cache_wait();
        assert_int_equal(level->meshes[0].mapping != NULL, round);
        expect(level->meshes[0].pick, sizes, 2);
        assert_true(editor_level_set_pose(level, "up", 0.5, &error));
        assert_null(level->meshes[0].mapping);
        float moved[3][3];
        assert_true(pick_mesh_triangle(level->meshes[0].pick, 0, moved));
        assert_true(moved[0][2] == 0.5f);
        expect(level->meshes[0].pick, sizes, 2);
        editor_level_destroy(level);
    }
    editor_cache_use(NULL, 0);
    editor_model_cache_set_least(EDITOR_MODEL_CACHE_LEAST);
    snprintf(command, sizeof(command), "rm -rf %s", root);
    assert_int_equal(system(command), 0);
}

static void test_polygons_as_they_are_read(void **state)
{
    (void)state;
    mesh_polygons polygons = {0};
    editor_mesh mesh = {0};
    for (int i = 0; i < 5; i++)
        mesh_polygons_add(&polygons, 1);
    assert_null(polygons.continues); // not before there is one
    for (uint32_t i = 0; i < 300; i++)
        mesh_polygons_add(&polygons, i % 4);
    mesh.index_count = 3 * (5 + 75 * 6);
    assert_true(mesh_polygons_take(&polygons, &mesh));
    assert_null(polygons.continues);
    static const uint8_t pattern[6] = {0, 0, 1, 0, 1, 1};
    for (uint32_t i = 0; i < 5 + 75 * 6; i++)
        assert_int_equal(mesh.continues[i], i < 5 ? 0 : pattern[(i - 5) % 6]);
    mesh_tools_free(&mesh);
    mesh_polygons_add(&polygons, 2);
    mesh_polygons_free(&polygons);
}

// The faces of primitives: quads, triangles at poles, and caps.
static void test_primitives(void **state)
{
    (void)state;
    static const struct {
        editor_shape shape;
        uint32_t quads, triangles, caps; // for 12 segments and 6 rings
    } cases[] = {
        {EDITOR_SHAPE_CUBE, 6, 0, 0},      {EDITOR_SHAPE_PLANE, 1, 0, 0}, {EDITOR_SHAPE_SPHERE, 48, 24, 0},
        {EDITOR_SHAPE_CYLINDER, 12, 0, 2}, {EDITOR_SHAPE_CONE, 0, 12, 1}, {EDITOR_SHAPE_TORUS, 72, 0, 0},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        editor_primitive primitive = editor_primitive_default(cases[i].shape);
        primitive.value[EDITOR_PRIMITIVE_SEGMENTS] = 12;
        primitive.value[EDITOR_PRIMITIVE_RINGS] = 6;
        editor_mesh mesh;
        assert_true(editor_primitive_mesh(&primitive, &mesh));
        assert_int_equal(editor_level_finish_mesh(NULL, &mesh), PICK_OK);
        uint32_t found[3] = {0, 0, 0}, first, count;
        for (uint32_t t = 0; t < mesh.index_count / 3; t += count) {
            uint32_t outline = 0;
            assert_true(pick_mesh_polygon(mesh.pick, t, &first, &count));
            for (uint32_t k = 0; k < 3 * count; k++)
                outline += (pick_mesh_inner_sides(mesh.pick, t + k / 3) >> k % 3 & 1u) == 0;
            assert_int_equal(outline, count == 1 ? 3 : count == 2 ? 4 : 12); // a cap's spokes are inner
            found[count == 2 ? 0 : count == 1 ? 1 : 2]++;
        }
        assert_int_equal(found[0], cases[i].quads);
        assert_int_equal(found[1], cases[i].triangles);
        assert_int_equal(found[2], cases[i].caps);
        pick_mesh_destroy(mesh.pick);
        mesh_tools_free(&mesh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files),          cmocka_unit_test(test_encoded_in_gltf),
        cmocka_unit_test(test_from_the_cache), cmocka_unit_test(test_polygons_as_they_are_read),
        cmocka_unit_test(test_primitives),     cmocka_unit_test(test_large_concave_faces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
