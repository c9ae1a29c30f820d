// How what glTF leaves out is shown: no material, no normals; and that a place counts once in a warning.
#include "document/export/gltf_export.h"
#include "document/import/common/skin.h"
#include "document/level/level_internal.h"
#include "gltf_data.h"

#include <math.h>
#include <stdlib.h>

#define GLTF "test_import_gltf_looks.gltf"
#define COPY "test_import_gltf_looks_copy.gltf"

// What the files are made of, and the byte offsets of it.
typedef struct numbers {
    float places[9];     // 0: a triangle
    float ups[9];        // 36: 0 0 1 for each vertex
    float colors[9];     // 72: red, green, blue
    float fold[12];      // 108: two triangles that share an edge
    float weights[12];   // 156: 1 0 0 0 for each vertex
    uint8_t joints[12];  // 204: zeros
    uint16_t corners[6]; // 216: 0 1 2 1 3 2
} numbers;

_Static_assert(sizeof(numbers) == 228, "no padding");

static const numbers NUMBERS = {
    .places = {0, 0, 0, 1, 0, 0, 0, 1, 0},
    .ups = {0, 0, 1, 0, 0, 1, 0, 0, 1},
    .colors = {1, 0, 0, 0, 1, 0, 0, 0, 1},
    .fold = {2, 0, 0, 3, 0, 0, 2, 1, 0, 3, 1, 1},
    .weights = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
    .corners = {0, 1, 2, 1, 3, 2},
};

#define ACCESSOR(offset, type, count, of)                                                                              \
    "{\"bufferView\":0,\"byteOffset\":" #offset ",\"componentType\":" #type ",\"count\":" #count ",\"type\":\"" of "\"}"
// Accessors: 0 places, 1 normals, 2 colours, 3 the fold, 4 weights, 5 joints, 6 the fold's corners.
#define ACCESSORS                                                                                                      \
    "\"accessors\":[" ACCESSOR(0, 5126, 3, "VEC3") "," ACCESSOR(36, 5126, 3, "VEC3") "," ACCESSOR(                     \
        72, 5126, 3, "VEC3") "," ACCESSOR(108, 5126, 4,                                                                \
                                          "VEC3") "," ACCESSOR(156, 5126, 3,                                           \
                                                               "VEC4") "," ACCESSOR(204, 5121, 3,                      \
                                                                                    "VEC"                              \
                                                                                    "4") "," ACCESSOR(216, 5123, 6,    \
                                                                                                      "SCALAR") "],"
#define ONE_NODE ",\"nodes\":[{\"mesh\":0}]"
#define MESH(primitives) "\"meshes\":[{\"primitives\":[" primitives "]}]"
#define PLAIN "{\"attributes\":{\"POSITION\":0}}"
#define COLORED(rest) "{\"attributes\":{\"POSITION\":0,\"COLOR_0\":2}" rest "}"

static editor_level *open_numbers(const char *rest)
{
    return open_with(GLTF, &NUMBERS, sizeof(NUMBERS), rest);
}

static uint32_t material_of(const editor_level *level, uint32_t mesh, uint32_t submesh)
{
    assert_true(submesh < level->meshes[mesh].submesh_count);
    return level->meshes[mesh].submeshes[submesh].material;
}

// Colours of vertices are shown as they are where there is no material; without colours that is grey.
static void test_no_material(void **state)
{
    (void)state;
    editor_level *level = open_numbers(
        ACCESSORS "\"materials\":[{\"name\":\"own\"}],\"meshes\":[{\"primitives\":[" PLAIN "," COLORED("") "," COLORED(
            "") "," COLORED(",\"material\":0") "]},{\"primitives\":[" COLORED("") "]}],"
                                                                                  "\"nodes\":[{\"mesh\":0},{\"mesh\":1}"
                                                                                  "]");
    assert_int_equal(level->material_count, 2);
    const uint32_t white = material_of(level, 0, 1);
    assert_int_equal(material_of(level, 0, 0), EDITOR_NONE);
    assert_true(white != EDITOR_NONE && material_of(level, 0, 2) == white); // that one has the same vertices
    assert_string_equal(level->materials[material_of(level, 0, 3)].name, "own");
    assert_int_equal(material_of(level, 1, 0), white);
    for (int i = 0; i < 4; i++)
        assert_true(level->materials[white].base_color[i] == 1);
    assert_true(level->materials[white].metallic == 0 && !level->materials[white].unlit);
    editor_level_destroy(level);
    level = open_numbers(ACCESSORS MESH(PLAIN) ONE_NODE);
    assert_true(level->material_count == 0 && material_of(level, 0, 0) == EDITOR_NONE);
    editor_level_destroy(level);
}

#define SMOOTH_AND_FLAT                                                                                                \
    MESH("{\"attributes\":{\"POSITION\":0,\"NORMAL\":1}},{\"attributes\":{\"POSITION\":3},\"indices\":6}") ONE_NODE

static void expect_smooth_and_flat(const editor_level *level)
{
    const editor_mesh *mesh = &level->meshes[0];
    assert_int_equal(level->mesh_count, 1);
    assert_int_equal(mesh->submesh_count, 2);
    for (uint32_t i = 0; i < mesh->index_count; i++) {
        const float *n = &mesh->normals[3 * (size_t)mesh->indices[i]];
        const float up = i < 3 ? 1 : 0; // the fold has none, and so is shown flat
        assert_true(n[0] == 0 && n[1] == 0 && n[2] == up);
    }
}

// A primitive without normals is shown flat, also beside one that has some, and in the exported file.
static void test_flat_beside_smooth(void **state)
{
    (void)state;
    editor_error error;
    editor_level *level = open_numbers(ACCESSORS SMOOTH_AND_FLAT);
    expect_smooth_and_flat(level);
    if (!editor_gltf_export(level, COPY, NULL, NULL, &error))
        fail_msg("%s", error.text);
    editor_level_destroy(level);
    level = editor_import(COPY, NULL, NULL, &error);
    assert_non_null(level);
    expect_smooth_and_flat(level);
    editor_level_destroy(level);
    remove(COPY);
}

// The skin of a model that Assimp reads: its normals follow joints that are stretched.
static void test_skin_of_assimp(void **state)
{
    (void)state;
    editor_importer importer = {0};
    editor_skin skin;
    const float half = sqrtf(0.5f);
    float place[3] = {1, 1, 0}, normal[3] = {half, -half, 0}; // of a surface along 1 1 0
    pick_affine joint = PICK_AFFINE_IDENTITY;
    joint.linear[4] = 10;
    assert_true(editor_skin_init(&skin, &importer, 1));
    editor_skin_add(&skin, 0, 1, &joint);
    editor_skin_bend(&skin, place, normal);
    editor_skin_free(&skin);
    assert_true(place[0] == 1 && place[1] == 10 && fabsf(normal[0] + 10 * normal[1]) < 1e-5f && normal[0] > 0.9f);
}

// A mesh is read once for each node that gives it a pose of its own: its places count once all the same.
static void test_places_count_once(void **state)
{
    (void)state;
#define SKINNED                                                                                                        \
    "{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"JOINTS_0\":5,\"WEIGHTS_0\":4},"                                \
    "\"targets\":[{\"POSITION\":0,\"COLOR_0\":2}]}]}"
#define PAIR "{\"mesh\":0,\"skin\":0},{\"mesh\":1,\"skin\":0}"
    editor_level *level = open_numbers(ACCESSORS "\"meshes\":[" SKINNED "," SKINNED "],\"skins\":[{\"joints\":[0]}],"
                                                 "\"nodes\":[{}," PAIR "," PAIR "," PAIR "]");
    expect_warning(
        level,
        "meshes[0].primitives[0] and 1 more: its morph targets of colours and texture coordinates are not shown");
    editor_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_material),
        cmocka_unit_test(test_flat_beside_smooth),
        cmocka_unit_test(test_skin_of_assimp),
        cmocka_unit_test(test_places_count_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
