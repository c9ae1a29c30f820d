// The boxes that stand in for a glTF file until it is read: where they come from, and which files have none.
#include "document/level/level_internal.h"
#include "gltf_text.h"
#include "model_file.h"

#include <math.h>

#define FILE_NAME "test_import_boxes.gltf"
#define BOUNDS "\"min\":[-1,0,0],\"max\":[1,2,0.5]"
#define BOUNDED(bounds)                                                                                                \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"," bounds "},"               \
    "{\"bufferView\":1,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"},"                                       \
    "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,-3,0],\"max\":[0,1,9]}]"
#define BOXES(bounds, primitives, nodes, rest)                                                                         \
    "{" ASSET "," BUFFER "," VIEWS "," BOUNDED(bounds) "," MESH(primitives) "," nodes "," SCENE rest "}"

static editor_level *boxes_of(const char *text, uint64_t least, const char *scene)
{
    write_model(FILE_NAME, text, strlen(text));
    editor_import_options options = EDITOR_IMPORT_OPTIONS_DEFAULT;
    options.scene = scene;
    return editor_import_boxes(FILE_NAME, least, &options);
}

static void must_have_box(const editor_level *level, uint32_t mesh, const double box[6])
{
    assert_true(level->meshes[mesh].stand_in && level->meshes[mesh].unread);
    for (int k = 0; k < 6; k++)
        assert_true(level->assets[0].meshes[mesh].box[k] == box[k]);
}

static void test_boxes(void **state)
{
    (void)state;
    // Two primitives of triangles, lines and points; a light beside a mesh; a hidden node.
    static const char text[] =
        BOXES(BOUNDS,
              TRIANGLE ",{\"attributes\":{\"POSITION\":2},\"mode\":5},{\"attributes\":{\"POSITION\":2},\"mode\":0},{"
                       "\"attributes\":{\"POSITION\":0},\"mode\":1}",
              "\"nodes\":[{\"mesh\":0,\"children\":[1,2]},{\"name\":\"twin\",\"mesh\":0,\"translation\":[5,0,0],"
              "\"extensions\":"
              "{\"KHR_node_visibility\":{\"visible\":false}}},{\"name\":\"lamp\",\"rotation\":[0,1,0,0],\"extensions\":"
              "{\"KHR_lights_punctual\":{\"light\":0}}}]",
              ",\"extensions\":{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"point\"}]}}");
    editor_level *boxes = boxes_of(text, strlen(text) + 48, NULL);
    assert_non_null(boxes);
    editor_level *whole = must_import(FILE_NAME, text);
    assert_int_equal(boxes->object_count, whole->object_count);
    assert_int_equal(boxes->object_count, 7);
    assert_true(editor_asset_adds_the_same(&boxes->assets[0], &whole->assets[0]));
    assert_true(boxes->assets[0].unread && boxes->assets[0].missing);
    assert_int_equal(boxes->warning_count, 0);
    must_have_box(boxes, 0, (const double[6]){-1, -3, 0, 1, 2, 9});
    must_have_box(boxes, 1, (const double[6]){0, -3, 0, 0, 1, 9}); // points
    must_have_box(boxes, 2, (const double[6]){-1, 0, 0, 1, 2, 0.5});
    const pick_ray ray = {{0.9, 1.9, 20}, {0, 0, -1}, 0, (double)INFINITY};
    pick_hit hit;
    assert_true(pick_closest(boxes->scene, &ray, NULL, &hit) && hit.t == 11);
    // They differ in what counts.
    whole->assets[0].nodes[1].local.origin.x += 1e-9;
    assert_false(editor_asset_adds_the_same(&boxes->assets[0], &whole->assets[0]));
    editor_level_destroy(boxes);
    editor_level_destroy(whole);
    assert_null(boxes_of(text, strlen(text) + 49, NULL)); // it has 48 bytes
    assert_null(boxes_of(text, 1, "no such scene"));
}

static void test_no_boxes(void **state)
{
    (void)state;
    static const char *const declined[] = {
        BOXES("\"min\":[0,0,0]", TRIANGLE, NODES, ""),
        BOXES("\"max\":[0,0,0]", TRIANGLE, NODES, ""),
        BOXES("\"min\":[0,0,0],\"max\":[1,-1,1]", TRIANGLE, NODES, ""),
        BOXES("\"min\":[0,0,0],\"max\":[1,1,1e39]", TRIANGLE, NODES, ""),
        BOXES("\"min\":[0,0],\"max\":[1,1,1]", TRIANGLE, NODES, ""),
        BOXES(BOUNDS ",\"normalized\":true", TRIANGLE, NODES, ""),
        BOXES(BOUNDS, "", NODES, ""),
        BOXES(BOUNDS, "{\"attributes\":{}}", NODES, ""),
        BOXES(BOUNDS, "{\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":2}]}", NODES, ""),
        BOXES(BOUNDS, TRIANGLE ",{\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":2}]}", NODES, ""),
        BOXES(BOUNDS, TRIANGLE, NODES, ",\"animations\":[{\"channels\":[],\"samplers\":[]}]"),
        BOXES(BOUNDS, TRIANGLE, NODES, ",\"skins\":[{\"joints\":[0]}]"),
        BOXES(BOUNDS, TRIANGLE, "\"nodes\":[{\"mesh\":0,\"extensions\":{\"EXT_mesh_gpu_instancing\":{}}}]", ""),
        BOXES(BOUNDS, TRIANGLE, "\"nodes\":[{\"mesh\":0,\"children\":[0]}]", ""),
        ("{" ASSET),
        "",
        "[]"};
    editor_level *level = boxes_of(BOXES(BOUNDS, TRIANGLE, NODES, ""), 1, NULL);
    assert_non_null(level);
    editor_level_destroy(level);
    for (size_t i = 0; i < sizeof(declined) / sizeof(declined[0]); i++) {
        if (boxes_of(declined[i], 1, NULL))
            fail_msg("boxes of %s", declined[i]);
    }
    editor_import_options options = EDITOR_IMPORT_OPTIONS_DEFAULT;
    remove(FILE_NAME);
    assert_null(editor_import_boxes(FILE_NAME, 1, &options));
    assert_null(editor_import_boxes("test_import_boxes.obj", 1, &options));
}

#define GLB "test_import_boxes.glb"

// A .glb whose data are not there at all: boxes need its JSON only.
static void test_boxes_of_glb(void **state)
{
    (void)state;
    static const char json[] =
        "{" ASSET ",\"buffers\":[{\"byteLength\":48},{\"uri\":\"beside.bin\",\"byteLength\":8388608"
        "}]," VIEWS "," BOUNDED(BOUNDS) "," MESH(TRIANGLE) "," NODES "," SCENE "}   ";
    enum { LENGTH = (sizeof(json) - 1) / 4 * 4, HEADERS = 20 };
    uint8_t bytes[HEADERS + LENGTH + 8] = "glTF\2\0\0\0\377\377\377\177....JSON";
    bytes[12] = (uint8_t)LENGTH;
    bytes[13] = (uint8_t)(LENGTH >> 8);
    bytes[14] = bytes[15] = 0;
    memcpy(bytes + HEADERS, json, LENGTH);
    const editor_import_options options = EDITOR_IMPORT_OPTIONS_DEFAULT;
    write_model(GLB, bytes, HEADERS + LENGTH);
    editor_level *level = editor_import_boxes(GLB, 48, &options);
    assert_non_null(level);
    assert_int_equal(level->object_count, 1);
    must_have_box(level, 0, (const double[6]){-1, 0, 0, 1, 2, 0.5});
    editor_level_destroy(level);
    // What it says of its buffers counts, not its own size: that other file is not there.
    level = editor_import_boxes(GLB, HEADERS + LENGTH + 48 + 8388608, &options);
    assert_non_null(level);
    editor_level_destroy(level);
    assert_null(editor_import_boxes(GLB, HEADERS + LENGTH + 48 + 8388609, &options));
    for (size_t cut = 0; cut < HEADERS + LENGTH; cut += cut < HEADERS ? 1 : 37) {
        write_model(GLB, bytes, cut);
        assert_null(editor_import_boxes(GLB, 1, &options));
    }
    bytes[15] = 0x7f; // a chunk of 2 GB
    write_model(GLB, bytes, sizeof(bytes));
    assert_null(editor_import_boxes(GLB, 1, &options));
    bytes[15] = 0;
    bytes[16] = 'B'; // not JSON
    write_model(GLB, bytes, HEADERS + LENGTH);
    assert_null(editor_import_boxes(GLB, 1, &options));
    remove(GLB);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_no_boxes),
        cmocka_unit_test(test_boxes_of_glb),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
