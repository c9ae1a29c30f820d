// The import report: what it counts, and its lines.
#include "document/file/open.h"
#include "document/import/gltf_data.h"
#include "document/level/report.h"

#define OBJ "test_report.obj"
#define GLTF "test_report.gltf"
#define LEVEL "test_report.vkpick"

static void expect_lines(const editor_level *level, const char *expected)
{
    editor_text text = {0};
    editor_report_write(level, &text);
    assert_false(text.failed);
    assert_string_equal(text.data, expected);
    editor_text_free(&text);
}

static void test_whole(void **state)
{
    (void)state;
    editor_level *level = must_import(OBJ, "o one\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no two\nf 3 2 1\n");
    expect_lines(level, "Objects: 2; groups: 0; lights: 0; cameras: 0\n"
                        "Meshes: 2; submeshes: 2\n"
                        "Triangles: 2; of all objects: 2\n"
                        "Dropped triangles: 0\n"
                        "Model: test_report.obj\n"
                        "    Format: Wavefront Object\n"
                        "    Units: none in the file; read as metres, Y up\n"
                        "Everything was read.\n");
    assert_true(editor_report_make(level).is_whole);
    editor_level_destroy(level);
}

static void test_dropped_triangles(void **state)
{
    (void)state;
    // Good, a vertex named twice, two corners at one place, in a line twice, in the second mesh good and a point.
    editor_level *level = must_import(OBJ, "o one\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 2 0 0\nv 0 0 0\n"
                                           "f 1 2 3\nf 1 2 2\nf 1 5 3\nf 1 2 4\nf 4 2 1\n"
                                           "o two\nf 1 2 3\nf 1 1 1\n");
    const editor_report report = editor_report_make(level);
    const uint64_t counts[EDITOR_DROP_COUNT] = {
        [EDITOR_DROP_REPEATED] = 2, [EDITOR_DROP_POINT] = 1, [EDITOR_DROP_LINE] = 2};
    const uint32_t first[EDITOR_DROP_COUNT] = {
        [EDITOR_DROP_REPEATED] = 1, [EDITOR_DROP_POINT] = 2, [EDITOR_DROP_LINE] = 3};
    uint64_t sum = 0;
    for (int i = 0; i < EDITOR_DROP_COUNT; i++) {
        // Assimp makes a vertex of each corner, so that one that is named twice is two at one place.
        sum += report.drops[i].count;
        if (i != EDITOR_DROP_REPEATED && i != EDITOR_DROP_POINT) {
            assert_int_equal(report.drops[i].count, counts[i]);
            assert_int_equal(report.drops[i].triangle, first[i]);
        }
        assert_int_equal(report.drops[i].mesh, 0);
    }
    assert_int_equal(report.drops[EDITOR_DROP_REPEATED].count + report.drops[EDITOR_DROP_POINT].count, 3);
    assert_int_equal(sum, 5);
    assert_int_equal(report.counts.dropped_triangles, 5);
    assert_false(report.is_whole);
    editor_level_destroy(level);
}

// Names that a file chose stay in their lines.
static void test_lines(void **state)
{
    (void)state;
    editor_level *level = must_import(
        GLTF,
        "{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
        "\"meshes\":[{\"name\":\"a\\nb\",\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":[{}]}]},"
        "{\"primitives\":[]}],\"skins\":[{\"joints\":[0]}],\"animations\":[{}],\"cameras\":[{\"type\":\"perspective\","
        "\"perspective\":{\"yfov\":1,\"znear\":1}}],\"nodes\":[{\"mesh\":0,\"name\":\"x\"},{\"mesh\":0,\"name\":\"y\"},"
        "{\"camera\":0},{}]}");
    expect_lines(level, "Objects: 2; groups: 1; lights: 0; cameras: 1\n"
                        "Meshes: 2; submeshes: 1\n"
                        "Triangles: 1; of all objects: 2\n"
                        "Dropped triangles: 1\n"
                        "    1: two corners are at one place; first in mesh \"a b\", triangle 0\n"
                        "Model: test_report.gltf\n"
                        "    Format: glTF 2.0\n"
                        "    Units: metres, Y up\n"
                        "    Animations: 1, not played\n"
                        "    Skins: 1, in the pose of the file\n"
                        "    Meshes with morph targets: 1, as the file weighs them\n"
                        "Warnings: 3\n"
                        "    meshes[1]: on no node; not shown\n"
                        "    animations[0]: moves nothing that is played\n"
                        "    meshes[1]: without primitives; not drawn\n");
    editor_level_destroy(level);
}

// A box in place of a missing model has no triangles of a file, nor does it drop any, though it may be flat.
static void test_missing_models(void **state)
{
    (void)state;
    static const char TRIANGLE[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    static const char text[] =
        "{\"vkpick_level\":2,\"assets\":[{\"id\":1,\"path\":\"test_report.obj\",\"mesh_names\":[\"default\"]},"
        "{\"id\":2,\"path\":\"test_report_gone.obj\",\"mesh_names\":[\"gone\"],\"mesh_boxes\":[[0,0,0,2,2,0]]}],"
        "\"prefabs\":[{\"id\":1,\"name\":\"both\",\"parts\":[{\"id\":1,\"name\":\"a\",\"asset\":1,\"mesh\":0},"
        "{\"id\":2,\"name\":\"b\",\"asset\":2,\"mesh\":0}]},"
        "{\"id\":2,\"name\":\"more\",\"parts\":[{\"id\":1,\"name\":\"a\",\"prefab\":1},"
        "{\"id\":2,\"name\":\"b\",\"asset\":2,\"mesh\":0,\"hidden\":true}]}],"
        "\"objects\":[{\"id\":1,\"name\":\"a\",\"asset\":1,\"mesh\":0},"
        "{\"id\":2,\"name\":\"b\",\"asset\":2,\"mesh\":0},{\"id\":3,\"name\":\"c\",\"prefab\":2}]}";
    write_model(OBJ, TRIANGLE, sizeof(TRIANGLE) - 1);
    write_model(LEVEL, text, sizeof(text) - 1);
    editor_error error;
    editor_level *level = editor_open(LEVEL, NULL, NULL, &error);
    remove(OBJ);
    remove(LEVEL);
    if (!level)
        fail_msg("%s", error.text);
    assert_true(level->meshes[level->objects[1].mesh].stand_in);
    assert_int_equal(pick_mesh_get_stats(level->meshes[level->objects[1].mesh].pick).dropped_triangles, 8);
    const editor_report report = editor_report_make(level);
    assert_int_equal(report.counts.objects, 3); // the third is an instance, within which the box is a part
    assert_int_equal(report.counts.meshes, 2);
    assert_int_equal(report.submeshes, 1);
    assert_int_equal(report.counts.triangles, 1);
    assert_int_equal(report.counts.instanced_triangles, 2);
    assert_int_equal(report.counts.dropped_triangles, 0);
    for (int i = 0; i < EDITOR_DROP_COUNT; i++)
        assert_int_equal(report.drops[i].count, 0);
    assert_false(report.is_whole);
    editor_level_destroy(level);
}

// What has nothing to draw does not count, and what a clip may give a volume does not always lack it.
static void test_flat_objects(void **state)
{
    (void)state;
    static const float numbers[18] = {0, 0, 0, 1, 0, 0, 0, 1, 0, /* times */ 0, 1, /* scales */ 0, 0, 0, 1, 1, 1};
#define ACCESSOR(offset, count, of)                                                                                    \
    "{\"bufferView\":0,\"byteOffset\":" #offset ",\"componentType\":5126,\"count\":" #count ",\"type\":\"" of "\"}"
#define MESH(mode) "{\"primitives\":[{\"mode\":" #mode ",\"attributes\":{\"POSITION\":0}}]}"
    editor_level *level = open_with(
        GLTF, numbers, sizeof(numbers),
        "\"accessors\":[" ACCESSOR(0, 3, "VEC3") "," ACCESSOR(36, 2, "SCALAR") "," ACCESSOR(
            44, 2,
            "VEC3") "],"
                    "\"meshes\":[" MESH(4) "," MESH(
                        0) ",{\"primitives\":[]}],\"nodes\":["
                           "{\"name\":\"thin\",\"mesh\":0,\"scale\":[1,1,1e-9]},"
                           "{\"name\":\"none\",\"scale\":[1,1,0],\"children\":[2,3]},"
                           "{\"name\":\"below\",\"mesh\":0},{\"name\":\"points\",\"mesh\":1},"
                           "{\"name\":\"empty\",\"mesh\":2,\"scale\":[0,0,0]},"
                           "{\"name\":\"grows\",\"mesh\":0,\"scale\":[0,0,0],\"children\":[6]},"
                           "{\"name\":\"child\",\"mesh\":0}],"
                           "\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"node\":5,\"path\":\"scale\"}}],"
                           "\"samplers\":[{\"input\":1,\"output\":2}]}]");
    editor_text text = {0};
    editor_report_write(level, &text);
    assert_non_null(strstr(text.data, "\nFlat objects, neither drawn nor picked: 2; first \"below\"\n"
                                      "Flat objects in this pose, moved by clips: 2; first \"grows\"\n"));
    assert_null(strstr(text.data, "Everything"));
    editor_text_free(&text);
    editor_error error;
    assert_true(editor_level_set_pose(level, NULL, 1, &error));
    editor_report report = editor_report_make(level);
    assert_int_equal(report.flat.count, 2);
    assert_string_equal(level->objects[report.flat.object].name, "below");
    assert_int_equal(report.flat_in_pose.count, 0);
    editor_level_destroy(level);
    // A clip does not make the level less than whole, a scale of 0 does.
    for (int i = 0; i < 2; i++) {
        char rest[1000];
        snprintf(rest, sizeof(rest),
                 "\"accessors\":[" ACCESSOR(0, 3, "VEC3") "," ACCESSOR(36, 2, "SCALAR") "," ACCESSOR(
                     44, 2, "VEC3") "],"
                                    "\"meshes\":[" MESH(4) "],\"nodes\":[{\"mesh\":0,\"scale\":[0,1,1]},{\"mesh\":0}],"
                                                           "\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{"
                                                           "\"node\":%d,\"path\":\"scale\"}}],"
                                                           "\"samplers\":[{\"input\":1,\"output\":2}]}]",
                 i);
        level = open_with(GLTF, numbers, sizeof(numbers), rest);
        report = editor_report_make(level);
        assert_int_equal(report.flat.count, i);
        assert_int_equal(report.flat_in_pose.count, 1 - i);
        assert_int_equal(report.is_whole, i == 0);
        editor_level_destroy(level);
    }
#undef MESH
#undef ACCESSOR
}

// Lengths of clips are seconds with two decimals, however long they are.
static void test_clips(void **state)
{
    (void)state;
    static const float numbers[18] = {0, 1234.5f, 0, 0.126f, 0, 0, 0, 1, 0, 0};
#define ACCESSOR(offset, count, of)                                                                                    \
    "{\"bufferView\":0,\"byteOffset\":" #offset ",\"componentType\":5126,\"count\":" #count ",\"type\":\"" of "\"}"
#define CLIP(name, times)                                                                                              \
    "{\"name\":\"" name "\",\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}],"          \
    "\"samplers\":[{\"input\":" times ",\"output\":2}]}"
    editor_level *level = open_with(
        GLTF, numbers, sizeof(numbers),
        "\"accessors\":[" ACCESSOR(0, 2, "SCALAR") "," ACCESSOR(8, 2, "SCALAR") "," ACCESSOR(
            16, 2,
            "VEC3") "],\"nodes\":[{\"camera\":0}],\"cameras\":[{\"type\":\"perspective\",\"perspective\":{\"yfov\":1,"
                    "\"znear\":1}}],\"animations\":[" CLIP("long", "0") "," CLIP("short", "1") "]");
    editor_text text = {0};
    editor_report_write(level, &text);
    assert_non_null(strstr(text.data, "        long: 1234.50 s, channels: 1\n        short: 0.13 s, channels: 1\n"));
    editor_text_free(&text);
    editor_level_destroy(level);
}

static void test_units(void **state)
{
    (void)state;
    static const struct {
        editor_model_facts facts;
        const char *text;
    } cases[] = {
        {{.unit = 0}, "none in the file; read as metres, Y up"},
        {{.unit = 1, .up = EDITOR_AXIS_Y}, "metres, Y up"},
        {{.unit = 0.01, .up = EDITOR_AXIS_Y}, "0.01 m, Y up; not converted: read as metres, Y up"},
        {{.unit = 1, .up = EDITOR_AXIS_Z, .is_converted = true}, "metres, Z up; converted to metres, Y up"},
        {{.unit = 0.0254, .up = EDITOR_AXIS_NONE}, "0.0254 m, unknown axis up; not converted: read as metres, Y up"},
        {{.unit = 0, .up = EDITOR_AXIS_X}, "no unit, X up; not converted: read as metres, Y up"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[120];
        editor_report_units(&cases[i].facts, text, sizeof(text));
        assert_string_equal(text, cases[i].text);
    }
}

// Collada's reader converts, which its root tells.
static void test_collada_units(void **state)
{
    (void)state;
    static const struct {
        const char *asset, *text;
        editor_axis up;
    } cases[] = {
        {"<unit meter=\"0.01\"/><up_axis>Z_UP</up_axis>", "0.01 m, Z up; converted to metres, Y up", EDITOR_AXIS_Z},
        {"<unit meter=\"1\"/><up_axis>Y_UP</up_axis>", "metres, Y up", EDITOR_AXIS_Y},
        {"<unit meter=\"0.0254\"/><up_axis>X_UP</up_axis>", "0.0254 m, X up; converted to metres, Y up", EDITOR_AXIS_X},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[2000], units[120];
        snprintf(
            text, sizeof(text),
            "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
            "version=\"1.4.1\"><asset>%s</asset><library_geometries><geometry id=\"g\"><mesh>"
            "<source id=\"p\"><float_array id=\"a\" count=\"9\">0 0 0 1 0 0 0 1 0</float_array>"
            "<technique_common><accessor source=\"#a\" count=\"3\" stride=\"3\"><param name=\"X\" type=\"float\"/>"
            "<param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor></technique_common>"
            "</source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>"
            "<triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles>"
            "</mesh></geometry></library_geometries><library_visual_scenes><visual_scene id=\"s\"><node id=\"n\">"
            "<instance_geometry url=\"#g\"/></node></visual_scene></library_visual_scenes><scene>"
            "<instance_visual_scene url=\"#s\"/></scene></COLLADA>",
            cases[i].asset);
        editor_level *level = must_import("test_report.dae", text);
        const editor_model_facts *facts = &level->assets[0].facts;
        assert_string_equal(facts->format, "Collada");
        assert_int_equal(facts->up, cases[i].up);
        editor_report_units(facts, units, sizeof(units));
        assert_string_equal(units, cases[i].text);
        editor_level_destroy(level);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),         cmocka_unit_test(test_dropped_triangles),
        cmocka_unit_test(test_lines),         cmocka_unit_test(test_missing_models),
        cmocka_unit_test(test_clips),         cmocka_unit_test(test_units),
        cmocka_unit_test(test_collada_units), cmocka_unit_test(test_flat_objects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
