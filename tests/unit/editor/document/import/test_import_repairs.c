// glTF files that break a rule, or hold what nothing shown needs, and that every viewer shows: they open, and what was
// repaired or left out is a warning.
#include "document/level/level_internal.h"
#include "gltf_data.h"

#include <math.h>
#include <stdlib.h>

#define GLTF "test_import_repairs.gltf"
#define GLB "test_import_repairs.glb"
#define NOTHING_SAID(level) expect_warnings(level, NULL, 0)

// What the files are made of, and the byte offsets of it.
typedef struct numbers {
    float places[9];                  // 0: a triangle
    float rise[9];                    // 36: 0 4 0 for each vertex
    float weights[12];                // 72: 1 0 0 0 for each vertex
    uint8_t joints[12];               // 120: 0 0 0 0, 0 0 0 0, 9 0 0 0
    float unit[16];                   // 132: a matrix
    float uvs[9];                     // 196: 0 0 7, 1 0 7, 0 1 7
    float ups[12];                    // 232: 0 0 1 5 for each vertex
    uint8_t zeros[16];                // 280
    float times[2];                   // 296: 0 1
    float moves[6];                   // 304: 0 0 0, 0 9 0
    float broken[12];                 // 328: the triangle, and a place that is not a number
    uint16_t corners[3], corners3[3]; // 376: 0 1 2; 382: 0 1 3
    float ones[3];                    // 388: 1 1 1
    float pairs[6];                   // 400: 1 0 for each vertex
    float end[2];                     // 424
    float none[12];                   // 432
    float odd[12];                    // 480: 0.5 0 0 0, -1 0 0 0, 1 0 0 0
} numbers;

_Static_assert(sizeof(numbers) == 528, "no padding");

static const numbers NUMBERS = {
    .places = {0, 0, 0, 1, 0, 0, 0, 1, 0},
    .rise = {0, 4, 0, 0, 4, 0, 0, 4, 0},
    .weights = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
    .joints = {0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0},
    .unit = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
    .uvs = {0, 0, 7, 1, 0, 7, 0, 1, 7},
    .ups = {0, 0, 1, 5, 0, 0, 1, 5, 0, 0, 1, 5},
    .times = {0, 1},
    .moves = {0, 0, 0, 0, 9, 0},
    .broken = {0, 0, 0, 1, 0, 0, 0, 1, 0, NAN, NAN, NAN},
    .corners = {0, 1, 2},
    .corners3 = {0, 1, 3},
    .ones = {1, 1, 1},
    .pairs = {1, 0, 1, 0, 1, 0},
    .odd = {0.5f, 0, 0, 0, -1, 0, 0, 0, 1, 0, 0, 0},
};

#define ACCESSOR(offset, type, count, of)                                                                              \
    "{\"bufferView\":0,\"byteOffset\":" #offset ",\"componentType\":" #type ",\"count\":" #count ",\"type\":\"" of "\"}"
#define PLACES ACCESSOR(0, 5126, 3, "VEC3")
#define ONE_SCENE "\"scenes\":[{\"nodes\":[0]}]"

static editor_level *open_numbers(const char *rest)
{
    return open_with(GLTF, &NUMBERS, sizeof(NUMBERS), rest);
}

static void refuse_numbers(const char *rest, const char *expected)
{
    refuse_with(GLTF, &NUMBERS, sizeof(NUMBERS), rest, expected);
}

static void expect_bounds(const editor_level *level, double min_x, double min_y, double max_x, double max_y)
{
    const pick_aabb bounds = pick_scene_bounds(level->scene);
    if (bounds.min.x != min_x || bounds.min.y != min_y || bounds.max.x != max_x || bounds.max.y != max_y)
        fail_msg("%g %g to %g %g", bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y);
}

// --- Data in the file ---

#define TRIANGLE_IN(uri)                                                                                               \
    "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\"" uri                                  \
    "\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"accessors\":[" PLACES                                   \
    "],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[{\"mesh\":0}]," ONE_SCENE "}"

static void test_data_uris(void **state)
{
    (void)state;
#define ZERO "%00%00%00%00"
#define ONE "%00%00%80%3f"
    static const char *const texts[] = {
        TRIANGLE_IN("data:application/octet-stream," ZERO ZERO ZERO ONE ZERO ZERO ZERO ONE ZERO),
        TRIANGLE_IN("data:," ZERO ZERO ZERO "%00%00%80?" ZERO ZERO ZERO ONE ZERO),
        TRIANGLE_IN("data:;base64,AAAAAAAAAAAAAAAA\\r\\nAACAPwAAAA AAAAAAAAAAAA\\tAAgD8AAAAA\\n"),
        TRIANGLE_IN("data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAA%3D%3d"),
        TRIANGLE_IN("data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAA=\\n="),
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        editor_level *level = must_import(GLTF, texts[i]);
        expect_bounds(level, 0, 0, 1, 1);
        NOTHING_SAID(level);
        editor_level_destroy(level);
    }
    must_refuse(GLTF, TRIANGLE_IN("data:;base64"), "buffers[0]: its data URI has no data");
    must_refuse(GLTF, TRIANGLE_IN("data:;base64,AAAA=A"), "buffers[0]: its base64 is broken");
    must_refuse(GLTF, TRIANGLE_IN("data:;base64,AA==="), "buffers[0]: its base64 is broken");
    must_refuse(GLTF, TRIANGLE_IN("data:;base64,AAA%00"), "buffers[0]: its base64 is broken");
    must_refuse(GLTF, TRIANGLE_IN("data:,"), "buffers[0] says 36 bytes, but its data has 0");
}

// --- What nothing reads ---

#define DRAWN ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[{\"mesh\":0}]"
#define UNKNOWN(type) "{\"bufferView\":0,\"componentType\":" #type ",\"count\":3,\"type\":\"VEC3\"}"

// Broken accessors and views are refused where the mesh is made of them, and nowhere else.
static void test_unused_accessors(void **state)
{
    (void)state;
    static const char *const broken[] = {
        UNKNOWN(5124),
        UNKNOWN(5130),
        "{\"bufferView\":77,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}",
        "{\"bufferView\":0,\"componentType\":5126,\"count\":300,\"type\":\"VEC3\"}",
        "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC5\"}",
        "{}",
    };
    char text[1500];
    for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
        snprintf(text, sizeof(text), "\"accessors\":[" PLACES ",%s]" DRAWN, broken[i]);
        editor_level *level = open_numbers(text);
        expect_bounds(level, 0, 0, 1, 1);
        NOTHING_SAID(level);
        editor_level_destroy(level);
        static const char *const uses[] = {"\"POSITION\":1", "\"POSITION\":0,\"NORMAL\":1",
                                           "\"POSITION\":0,\"COLOR_0\":1"};
        for (size_t k = 0; k < 3; k++) {
            snprintf(text, sizeof(text),
                     "\"accessors\":[" PLACES ",%s],\"meshes\":[{\"primitives\":[{\"attributes\":{%s}}]}]", broken[i],
                     uses[k]);
            refuse_numbers(text, "accessors[1]");
        }
        snprintf(text, sizeof(text),
                 "\"accessors\":[" PLACES ",%s],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
                 "\"indices\":1}]}]",
                 broken[i]);
        refuse_numbers(text, "accessors[1]");
    }
}

#define SHORT(length, views)                                                                                           \
    "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":" #length                                           \
    ",\"uri\":\"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}],\"bufferViews\":[" views             \
    "],\"accessors\":[" PLACES "]" DRAWN "}"

static void test_short_buffers(void **state)
{
    (void)state;
    editor_level *level = must_import(GLTF, SHORT(40, "{\"buffer\":0,\"byteLength\":36}"));
    expect_bounds(level, 0, 0, 1, 1);
    expect_warning(level, "buffers[0]: its data are shorter than it says");
    editor_level_destroy(level);
    level = must_import(GLTF, SHORT(40, "{\"buffer\":0,\"byteLength\":36},{\"buffer\":0,\"byteLength\":40}"));
    expect_warning(level, "buffers[0]: its data are shorter than it says");
    editor_level_destroy(level);
    level = must_import(GLTF, SHORT(36, "{\"buffer\":0,\"byteLength\":36},{\"buffer\":0,\"byteLength\":40}"));
    NOTHING_SAID(level);
    editor_level_destroy(level);
    must_refuse(GLTF, SHORT(40, "{\"buffer\":0,\"byteLength\":40}"), "buffers[0] says 40 bytes, but its data has 36");
    must_refuse(GLTF, SHORT(36, "{\"buffer\":0,\"byteLength\":40}"),
                "bufferViews[0]: bytes 0 to 40, but buffers[0] has 36");
}

#define PLACES_AND(accessors, rest)                                                                                    \
    "\"accessors\":[" ACCESSOR(328, 5126, 4, "VEC3") "," ACCESSOR(376, 5123, 3, "SCALAR") "," ACCESSOR(                \
        382, 5123, 3, "SCALAR") "],\"meshes\":[{\"primitives\":[" accessors "]}],\"nodes\":[{\"mesh\":0}]" rest

// A place that is not finite is refused where an index names it, in any primitive that shares the vertices.
static void test_unused_vertices(void **state)
{
    (void)state;
#define PART(mode, indices) "{\"mode\":" #mode ",\"attributes\":{\"POSITION\":0},\"indices\":" #indices "}"
    static const char warning[] = "meshes[0].primitives[0].POSITION: not finite where nothing uses it";
    static const char *const rests[] = {PLACES_AND(PART(4, 1), ""), PLACES_AND(PART(4, 1) "," PART(4, 1), ""),
                                        PLACES_AND(PART(0, 1), ""), PLACES_AND(PART(3, 1), "")};
    for (int i = 0; i < 4; i++) {
        editor_level *level = open_numbers(rests[i]);
        expect_bounds(level, 0, 0, 1, 1);
        expect_warning(level, warning);
        for (uint32_t k = 0; k < 3 * level->meshes[0].vertex_count; k++)
            assert_true(isfinite(level->meshes[0].positions[k]));
        editor_level_destroy(level);
    }
    static const char cause[] = "POSITION: vertex 3 is not finite (accessors[0])";
    refuse_numbers(PLACES_AND(PART(4, 2), ""), cause);
    refuse_numbers(PLACES_AND(PART(4, 1) "," PART(4, 2), ""), cause);
    refuse_numbers(PLACES_AND(PART(0, 2), ""), cause);
    refuse_numbers(PLACES_AND(PART(3, 2), ""), cause);
    refuse_numbers(PLACES_AND("{\"attributes\":{\"POSITION\":0}}", ""), cause);
}

// --- Containers and extensions ---

// Bytes behind the last chunk, too few for another one, are passed over; a file may end before its first chunk.
static void test_padded_glb(void **state)
{
    (void)state;
    static const char json[] = "{\"asset\":{\"version\":\"2.0\"}} ";
    uint8_t bytes[80] = {0};
    const uint32_t size = sizeof(json) - 1;
    assert_int_equal(size % 4, 0);
    for (uint32_t more = 0; more <= 8; more++) {
        const uint32_t header[5] = {0x46546c67, 2, 20 + size + more, size, 0x4e4f534a};
        memcpy(bytes, header, sizeof(header));
        memcpy(bytes + sizeof(header), json, size);
        write_model(GLB, bytes, 20 + size + more);
        editor_error error;
        editor_level *level = editor_import(GLB, NULL, NULL, &error);
        if (!level)
            fail_msg("%s", error.text);
        char warning[100];
        snprintf(warning, sizeof(warning), "binary glTF: %u bytes behind the last chunk are not read", (unsigned)more);
        const char *const warnings[] = {warning};
        expect_warnings(level, warnings, more > 0 && more < 8); // eight are a chunk of nothing
        editor_level_destroy(level);
    }
    for (uint32_t length = 12; length < 20; length++) {
        const uint32_t header[3] = {0x46546c67, 2, length};
        editor_error error;
        memcpy(bytes, header, sizeof(header));
        write_model(GLB, bytes, sizeof(bytes));
        assert_null(editor_import(GLB, NULL, NULL, &error));
        assert_non_null(strstr(error.text, "truncated in the header of chunk 0"));
    }
    remove(GLB);
}

// Extensions that leave shapes and places as they are may be required.
static void test_harmless_extensions(void **state)
{
    (void)state;
    static const struct {
        const char *name, *what;
    } rows[] = {
        {"KHR_techniques_webgl", "drawn"},
        {"KHR_blend", "drawn"},
        {"MSFT_lod", "drawn"},
        {"CESIUM_primitive_outline", "drawn"},
        {"CESIUM_RTC", "honoured"},
        {"KHR_interactivity", "honoured"},
        {"KHR_node_selectability", "honoured"},
        {"KHR_node_hoverability", "honoured"},
        {"KHR_physics_rigid_bodies", "honoured"},
        {"AGI_articulations", "honoured"},
        {"VRM", "honoured"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char text[600], warning[200];
        snprintf(text, sizeof(text),
                 "\"accessors\":[" PLACES "]" DRAWN ",\"extensionsUsed\":[\"%s\"],\"extensionsRequired\":[\"%s\"]",
                 rows[i].name, rows[i].name);
        snprintf(warning, sizeof(warning), "glTF.extensionsUsed: glTF extension %s is not %s", rows[i].name,
                 rows[i].what);
        editor_level *level = open_numbers(text);
        expect_warning(level, warning);
        expect_bounds(level, 0, 0, 1, 1);
        editor_level_destroy(level);
    }
    refuse_numbers("\"extensionsRequired\":[\"KHR_physics_rigid_bodies_2\"]", "which is not supported");
}

// --- Poses ---

static void pose(editor_level *level, double time)
{
    editor_error error;
    if (!editor_level_set_pose(level, NULL, time, &error))
        fail_msg("%s", error.text);
}

#define CROWD(mesh, first, second)                                                                                     \
    "\"accessors\":[" PLACES                                                                                           \
    "," ACCESSOR(36, 5126, 3, "VEC3") "],\"meshes\":[{\"primitives\":[{\"attributes\":{"                               \
                                      "\"POSITION\":0},\"targets\":[{\"POSITION\":1},{\"POSITION\":1}]}]" mesh         \
                                      "}],\"nodes\":[{\"mesh\":0" first "},"                                           \
                                      "{\"mesh\":0" second "}],\"scenes\":[{\"nodes\":[0,1]}]"

// Weights that are those of the mesh make no mesh of their own.
static void test_weights_of_the_mesh(void **state)
{
    (void)state;
    static const struct {
        const char *rest;
        uint32_t meshes;
        double bottom, top;
    } rows[] = {
        {CROWD("", ",\"weights\":[0,0]", ",\"weights\":[0]"), 1, 0, 1},
        {CROWD("", ",\"weights\":[0,0]", ""), 1, 0, 1},
        {CROWD(",\"weights\":[0.5,0]", ",\"weights\":[0.5]", ",\"weights\":[0.5,0,0]"), 1, 2, 3},
        {CROWD(",\"weights\":[0.5,0]", ",\"weights\":[0]", ""), 2, 0, 3},
        {CROWD(",\"weights\":[0,0.5]", ",\"weights\":[0]", ""), 2, 0, 3},
        {CROWD(",\"weights\":[0.5]", ",\"weights\":[0.5,0.5]", ""), 2, 2, 5},
        {CROWD("", ",\"weights\":[1]", ",\"weights\":[0]"), 2, 0, 5},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        editor_level *level = open_numbers(rows[i].rest);
        assert_int_equal(level->mesh_count, rows[i].meshes);
        expect_bounds(level, 0, rows[i].bottom, 1, rows[i].top);
        NOTHING_SAID(level);
        editor_level_destroy(level);
    }
    refuse_numbers(CROWD("", ",\"weights\":[\"x\"]", ""), "not a number");
    refuse_numbers(CROWD(",\"weights\":[\"x\"]", ",\"weights\":[0]", ""), "not a number");
}

#define SKINNED(skin, joints, weights, more)                                                                           \
    "\"accessors\":[" PLACES "," joints "," weights "," ACCESSOR(                                                      \
        132, 5126, 1,                                                                                                  \
        "MAT4") "],\"meshes\":[{\"primitives\":["                                                                      \
                "{\"attributes\":{\"POSITION\":0,\"JOINTS_0\":1,\"WEIGHTS_0\":2}}]}],\"skins\":[{\"joints\":[1,"       \
                "1]" skin "}" more                                                                                     \
                "],\"nodes\":[{\"mesh\":0,\"skin\":0},{\"translation\":[0,5,0]}],\"scenes\":[{\"nodes\":[0,1]}]"
#define JOINTS ACCESSOR(280, 5121, 3, "VEC4")
#define WEIGHTS ACCESSOR(72, 5126, 3, "VEC4")

// Nothing of "skeleton" is used.
static void test_skeleton(void **state)
{
    (void)state;
    static const char *const rests[] = {SKINNED(",\"skeleton\":-1", JOINTS, WEIGHTS, ""),
                                        SKINNED(",\"skeleton\":99", JOINTS, WEIGHTS, "")};
    for (size_t i = 0; i < 2; i++) {
        editor_level *level = open_numbers(rests[i]);
        expect_bounds(level, 0, 5, 1, 6);
        NOTHING_SAID(level);
        editor_level_destroy(level);
    }
}

// --- Attributes ---

#define WITH_ATTRIBUTE(name, accessor)                                                                                 \
    "\"accessors\":[" PLACES "," accessor "],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"" name     \
    "\":1},\"targets\":[{\"POSITION\":0}]}]}],\"nodes\":[{\"mesh\":0}]," ONE_SCENE
#define FIRST(name) "meshes[0].primitives[0]." name ": of an unexpected type; its first numbers are used"
#define UNUSED(name) "meshes[0].primitives[0]." name ": of an unexpected type; not used"

static void test_attribute_types(void **state)
{
    (void)state;
    static const struct {
        const char *rest, *warning;
    } rows[] = {
        {WITH_ATTRIBUTE("TEXCOORD_0", ACCESSOR(196, 5126, 3, "VEC3")), FIRST("TEXCOORD_0")},
        {WITH_ATTRIBUTE("NORMAL", ACCESSOR(232, 5126, 3, "VEC4")), FIRST("NORMAL")},
        {WITH_ATTRIBUTE("TEXCOORD_0", ACCESSOR(0, 5126, 3, "SCALAR")), UNUSED("TEXCOORD_0")},
        {WITH_ATTRIBUTE("NORMAL", ACCESSOR(0, 5126, 3, "VEC2")), UNUSED("NORMAL")},
        {WITH_ATTRIBUTE("NORMAL", ACCESSOR(0, 5126, 3, "MAT3")), UNUSED("NORMAL")},
        {WITH_ATTRIBUTE("COLOR_0", ACCESSOR(0, 5126, 3, "SCALAR")), UNUSED("COLOR_0")},
        {WITH_ATTRIBUTE("COLOR_0", ACCESSOR(0, 5126, 3, "MAT3")), UNUSED("COLOR_0")},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        editor_level *level = open_numbers(rows[i].rest);
        const editor_mesh *mesh = &level->meshes[0];
        expect_bounds(level, 0, 0, 1, 1);
        expect_warning(level, rows[i].warning);
        assert_true((mesh->uvs != NULL) == (i == 0) && (mesh->normals != NULL) == (i == 1) && !mesh->colors);
        for (uint32_t k = 0; k < 3 && mesh->uvs; k++)
            assert_true(mesh->uvs[2 * k] == (float)(k == 1) && mesh->uvs[2 * k + 1] == (float)(k == 2));
        for (uint32_t k = 0; k < 9 && mesh->normals; k++)
            assert_true(mesh->normals[k] == (float)(k % 3 == 2));
        editor_level_destroy(level);
    }
    refuse_numbers("\"accessors\":[" ACCESSOR(0, 5126, 3, "VEC4") "],\"meshes\":[{\"primitives\":[{\"attributes\":{"
                                                                  "\"POSITION\":0}}]}]",
                   "has 4 components, not 3");
}

// A target of normals, too, has three numbers; a target of positions must.
static void test_target_types(void **state)
{
    (void)state;
#define TARGET(accessor)                                                                                               \
    "\"accessors\":[" PLACES "," accessor "," ACCESSOR(                                                                \
        36, 5126, 3,                                                                                                   \
        "VEC3") "],\"meshes\":[{\"weights\":[1],"                                                                      \
                "\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":2},\"targets\":[{\"NORMAL\":1}]}]}],"      \
                "\"nodes\":[{\"mesh\":0}]," ONE_SCENE
    editor_level *level = open_numbers(TARGET(ACCESSOR(232, 5126, 3, "VEC4")));
    expect_warning(level, FIRST("targets.NORMAL"));
    assert_true(level->meshes[0].normals[1] == 4 && level->meshes[0].normals[2] == 1);
    editor_level_destroy(level);
    level = open_numbers(TARGET(ACCESSOR(232, 5126, 3, "VEC2")));
    expect_warning(level, UNUSED("targets.NORMAL"));
    assert_true(level->meshes[0].normals[1] == 4 && level->meshes[0].normals[2] == 0);
    editor_level_destroy(level);
    refuse_numbers(
        "\"accessors\":[" PLACES "," ACCESSOR(
            232, 5126, 3, "VEC4") "],\"meshes\":[{\"weights\":[1],"
                                  "\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":1}]}]}]",
        "has 4 components, not 3");
}

#define PARTLY(name) "meshes[0].primitives[0]." name ": of an unexpected type; read as far as it goes"

static void test_joint_types(void **state)
{
    (void)state;
    static const struct {
        const char *rest;
        double low, high; // of the vertices, which the joint lifts by 5
        const char *warning;
    } rows[] = {
        {SKINNED("", JOINTS, WEIGHTS, ""), 5, 6, NULL},
        {SKINNED("", JOINTS, ACCESSOR(400, 5126, 3, "VEC2"), ""), 5, 6, PARTLY("WEIGHTS_0")},
        {SKINNED("", ACCESSOR(280, 5121, 3, "VEC2"), ACCESSOR(388, 5126, 3, "SCALAR"), ""), 5, 6,
         PARTLY("JOINTS_0 and 1 more")},
        {SKINNED("", ACCESSOR(432, 5126, 3, "VEC4"), WEIGHTS, ""), 5, 6, PARTLY("JOINTS_0")},
        {SKINNED("", ACCESSOR(432, 5126, 3, "VEC3"), WEIGHTS, ""), 5, 6, PARTLY("JOINTS_0")},
        {SKINNED("", ACCESSOR(0, 5126, 3, "MAT3"), WEIGHTS, ""), 0, 1, UNUSED("JOINTS_0")},
        {SKINNED("", JOINTS, ACCESSOR(0, 5126, 3, "MAT3"), ""), 0, 1, UNUSED("WEIGHTS_0")},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        editor_level *level = open_numbers(rows[i].rest);
        expect_bounds(level, 0, rows[i].low, 1, rows[i].high);
        expect_warnings(level, &rows[i].warning, rows[i].warning != NULL);
        editor_level_destroy(level);
    }
}

// Joints that the skin has not, or that are no whole numbers, pull nothing; the others do.
static void test_stray_joints(void **state)
{
    (void)state;
    static const char *const rests[] = {SKINNED("", ACCESSOR(120, 5121, 3, "VEC4"), WEIGHTS, ""),
                                        SKINNED("", ACCESSOR(480, 5126, 3, "VEC4"), WEIGHTS, "")};
    for (int i = 0; i < 2; i++) {
        editor_level *level = open_numbers(rests[i]);
        const char *const warnings[] = {
            PARTLY("JOINTS_0"),
            "meshes[0].primitives[0].JOINTS_0: names joints that the skin does not have; not used",
        };
        expect_warnings(level, warnings + 1 - i, (uint32_t)(1 + i));
        const float *p = level->meshes[0].positions;
        assert_true(p[1] == (i ? 0 : 5) && p[4] == (i ? 0 : 5) && p[7] == (i ? 6 : 1));
        editor_level_destroy(level);
    }
}

static void test_short_binds(void **state)
{
    (void)state;
    // The first matrix is taken, the second is the identity; joint 1 is used as that of all vertices.
    editor_level *level = open_numbers(SKINNED(",\"inverseBindMatrices\":3", JOINTS, WEIGHTS, ""));
    expect_warning(level, "skins[0]: fewer inverse bind matrices than joints; those that lack are taken as 1");
    expect_bounds(level, 0, 5, 1, 6);
    editor_level_destroy(level);
}

// Skins of no node that is shown may be broken, also where clips play those of others. A node's skin may not.
static void test_unused_skins(void **state)
{
    (void)state;
#define SKINS                                                                                                          \
    ",{\"joints\":[77]},{\"joints\":[1,1],\"inverseBindMatrices\":0},{\"joints\":7},{\"joints\":[1],"                  \
    "\"inverseBindMatrices\":99}"
#define RAISE                                                                                                          \
    ",\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"translation\"}}],"               \
    "\"samplers\":[{\"input\":3,\"output\":4}]}]"
    static const char *const rests[] = {
        SKINNED("", JOINTS, WEIGHTS, SKINS),
        SKINNED("", JOINTS, WEIGHTS "," ACCESSOR(296, 5126, 2, "SCALAR") "," ACCESSOR(304, 5126, 2, "VEC3"), SKINS)
            RAISE,
    };
    editor_level *level = open_numbers(rests[0]);
    NOTHING_SAID(level);
    expect_bounds(level, 0, 5, 1, 6);
    editor_level_destroy(level);
    level = open_numbers(rests[1]);
    NOTHING_SAID(level);
    pose(level, 1);
    expect_bounds(level, 0, 9, 1, 10);
    editor_level_destroy(level);
    refuse_numbers("\"accessors\":[" PLACES "],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
                   "\"skins\":[{\"joints\":[77]}],\"nodes\":[{\"mesh\":0,\"skin\":0}]",
                   "skins[0].joints names a node that is not there");
}

static void test_targets_of_colours(void **state)
{
    (void)state;
    editor_level *level = open_numbers(
        "\"accessors\":[" PLACES "],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":["
        "{\"POSITION\":0},{\"TANGENT\":0},{\"COLOR_0\":0,\"TEXCOORD_1\":0}]}]}],\"nodes\":[{\"mesh\":0}]");
    expect_warning(level,
                   "meshes[0].primitives[0]: its morph targets of colours and texture coordinates are not shown");
    editor_level_destroy(level);
}

// --- What is not shown ---

#define IN_SCENES(nodes, scenes)                                                                                       \
    "\"accessors\":[" PLACES "],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]" nodes scenes

static void test_strays(void **state)
{
    (void)state;
    static const struct {
        const char *rest, *warning;
    } rows[] = {
        {IN_SCENES("", ""), "meshes[0]: on no node; not shown"},
        {IN_SCENES(",\"nodes\":[{\"mesh\":0},{\"mesh\":0}]", ""), NULL},
        {IN_SCENES(",\"nodes\":[{\"mesh\":0},{\"mesh\":0}]", ",\"scenes\":[{\"nodes\":[0]}]"),
         "nodes[1]: in no scene; not shown"},
        {IN_SCENES(",\"nodes\":[{\"mesh\":0}]", ",\"scenes\":[{}]"), "nodes[0]: in no scene; not shown"},
        // A root is named once, and each that has a mesh below it; what has none is of no account.
        {IN_SCENES(",\"nodes\":[{\"mesh\":0},{\"children\":[2,3]},{\"mesh\":0},{\"mesh\":0},{},{\"mesh\":0}]",
                   ",\"scenes\":[{\"nodes\":[0]}]"),
         "nodes[1] and 1 more: in no scene; not shown"},
        {IN_SCENES(",\"nodes\":[{\"mesh\":0},{\"children\":[2]},{\"mesh\":0}]", ",\"scenes\":[{\"nodes\":[0,2]}]"),
         "scenes[0] lists nodes[2], which is no root"},
        {IN_SCENES(",\"nodes\":[{\"mesh\":0},{\"children\":[2]},{\"mesh\":0}]",
                   ",\"scenes\":[{\"nodes\":[0]},{\"nodes\":[2]}]"),
         "only one of 2 scenes is read, not: number 1"},
        {IN_SCENES(",\"nodes\":[{\"mesh\":0},{\"children\":[2]},{\"mesh\":0}]",
                   ",\"scenes\":[{\"nodes\":[0]},{\"nodes\":[1,-1,99,\"x\"]},{\"nodes\":7}]"),
         "only one of 3 scenes is read, not: number 1, number 2"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        editor_level *level = open_numbers(rows[i].rest);
        expect_warnings(level, &rows[i].warning, rows[i].warning != NULL);
        editor_level_destroy(level);
    }
}

// --- Materials ---

static bool decode_pixel(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    (void)user, (void)size, (void)error;
    *out = (editor_image){.width = 1, .height = 1, .rgba = malloc(4)};
    memset(out->rgba, *(const uint8_t *)bytes, 4);
    return true;
}

#define GLOSSY(pbr, glossy)                                                                                            \
    "\"materials\":[{" pbr "\"extensions\":{\"KHR_materials_pbrSpecularGlossiness\":{" glossy                          \
    "}}}],\"textures\":[{\"source\":0},{\"source\":1}],\"images\":[{\"uri\":\"data:;base64,AgMEBQ==\"},"               \
    "{\"uri\":\"data:;base64,AwMEBQ==\"}]"

// The picture of the extension is shown, which the cut-out needs; that of the other model only where there is no other.
static void test_glossy_and_metallic(void **state)
{
    (void)state;
    static const struct {
        const char *rest;
        int pixel; // 0: no picture
        float metallic, red;
    } rows[] = {
        {GLOSSY("", "\"diffuseFactor\":[0.5,1,1,1],\"diffuseTexture\":{\"index\":1}"), 3, 0, 0.5f},
        {GLOSSY("\"pbrMetallicRoughness\":{},", "\"diffuseTexture\":{\"index\":1}"), 3, 0, 1},
        {GLOSSY("\"pbrMetallicRoughness\":{\"metallicFactor\":1,\"baseColorTexture\":{\"index\":0}},",
                "\"diffuseTexture\":{\"index\":1}"),
         3, 0, 1},
        {GLOSSY("\"pbrMetallicRoughness\":{\"metallicFactor\":0.25,\"baseColorFactor\":[0.75,1,1,1],"
                "\"baseColorTexture\":{\"index\":0}},",
                "\"diffuseFactor\":[0.5,1,1,1]"),
         2, 0.25f, 0.75f},
        {GLOSSY("\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.75,1,1,1]},", "\"diffuseFactor\":[0.5,1,1,1]"), 0, 0,
         0.5f},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        editor_error error;
        char *text = gltf_with(&NUMBERS, sizeof(NUMBERS), rows[i].rest);
        editor_level *level = import_text(GLTF, text, decode_pixel, &error);
        assert_non_null(level);
        const editor_material *material = &level->materials[0];
        const uint32_t image = material->base_color_image;
        assert_true((image != EDITOR_NONE) == (rows[i].pixel != 0));
        assert_true(image == EDITOR_NONE || level->images[image].rgba[0] == rows[i].pixel);
        assert_true(material->metallic == rows[i].metallic && material->base_color[0] == rows[i].red);
        editor_level_destroy(level);
        free(text);
    }
}

static void test_pictures_in_uris(void **state)
{
    (void)state;
    static const char rest[] =
        "\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}},{\"pbrMetallicRoughness\":{"
        "\"baseColorTexture\":{\"index\":1}}},{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":2}}}],"
        "\"textures\":[{\"source\":0},{\"source\":1},{\"source\":2}],\"images\":[{\"uri\":\"data:image/png,%07%00\"},"
        "{\"uri\":\"data:image/png;base64,BQ\\n==\"},{\"uri\":\"data:image/png;base64,?\"}]";
    editor_error error;
    char *text = gltf_with(&NUMBERS, sizeof(NUMBERS), rest);
    editor_level *level = import_text(GLTF, text, decode_pixel, &error);
    assert_non_null(level);
    assert_int_equal(level->image_count, 2);
    assert_int_equal(level->images[0].rgba[0], 7);
    assert_int_equal(level->images[1].rgba[0], 5);
    expect_warning(level, "images[2]: its base64 is broken; drawn without it");
    editor_level_destroy(level);
    free(text);
}

// --- Clips ---

#define MOVED_MATRIX(matrix)                                                                                           \
    "\"accessors\":[" PLACES "," ACCESSOR(296, 5126, 2, "SCALAR") "," ACCESSOR(                                        \
        304, 5126, 2,                                                                                                  \
        "VEC3") "],\"meshes\":[{"                                                                                      \
                "\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[{\"mesh\":0,\"matrix\":[" matrix      \
                "]}]," ONE_SCENE                                                                                       \
                ",\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}],"   \
                "\"samplers\":[{\"input\":1,\"output\":2}]}]"

#define CHANNEL(sampler)                                                                                               \
    "{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}],\"samplers\":[" sampler "]}"

// A channel whose data are broken, cut off or missing is left out; the model and the other clips stay.
static void test_channels_without_data(void **state)
{
    (void)state;
    static const struct {
        const char *accessor, *warning;
    } rows[] = {
        {"{\"bufferView\":0,\"componentType\":5126,\"count\":1000,\"type\":\"VEC3\"}", "its data are badly described"},
        {UNKNOWN(5130), "its data are badly described"},
        {"{\"bufferView\":1,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}", "its data are not there"},
        {"{\"bufferView\":2,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}", "its data are cut off"},
        // Sparse places of the numbers 0 and 0x3f80.
        {"{\"componentType\":5126,\"count\":2,\"type\":\"VEC3\",\"sparse\":{\"count\":2,\"indices\":{\"bufferView\":0,"
         "\"byteOffset\":12,\"componentType\":5123},\"values\":{\"bufferView\":0}}}",
         "its data are badly described"},
        {"{\"componentType\":5126,\"count\":2,\"type\":\"VEC3\",\"sparse\":{\"count\":2,\"indices\":{\"bufferView\":1,"
         "\"componentType\":5123},\"values\":{\"bufferView\":0}}}",
         "its data are not there"},
        {"{\"componentType\":5126,\"count\":2,\"type\":\"VEC3\",\"sparse\":{\"count\":2,\"indices\":{\"bufferView\":0,"
         "\"componentType\":5123},\"values\":{\"bufferView\":2}}}",
         "its data are cut off"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char text[4000], warning[200];
        snprintf(
            text, sizeof(text),
            "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\"data:;base64,"
            "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"},{\"byteLength\":100,\"uri\":\"not there.bin\"}],"
            "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},{\"buffer\":1,\"byteLength\":100},{\"buffer\":0,"
            "\"byteLength\":100}],\"accessors\":[" PLACES "," ACCESSOR(8, 5126, 2, "SCALAR") "," ACCESSOR(
                12, 5126, 2, "VEC3") ",%s]" DRAWN
                                     ",\"animations\":[" CHANNEL("{\"input\":1,\"output\":3}") "," CHANNEL(
                                         "{\"input\":3,\"output\":2}") "," CHANNEL("{\"input\":1,\"output\":2}") "]}",
            rows[i].accessor);
        snprintf(warning, sizeof(warning), "animations[0].channels[0] and 1 more: %s; not played", rows[i].warning);
        const char *const warnings[] = {"buffers[1], \"not there.bin\": no such file", warning,
                                        "animations[0] and 1 more: moves nothing that is played"};
        editor_level *level = must_import(GLTF, text);
        expect_warnings(level, warnings, 3);
        assert_int_equal(level->assets[0].motion->clip_count, 1);
        expect_bounds(level, 0, 0, 1, 1);
        editor_level_destroy(level);
    }
}

// A matrix is split into its parts, of which the clip sets one; a mirrored one too, and one that is flat. One with
// shear has no parts.
static void test_matrix_that_moves(void **state)
{
    (void)state;
    static const struct {
        const char *rest;
        double min[2], max[2]; // at 1 second
    } rows[] = {
        {MOVED_MATRIX("0,2,0,0,-2,0,0,0,0,0,2,0,3,0,0,1"), {-2, 9}, {0, 11}},
        {MOVED_MATRIX("0,2,0,0,2,0,0,0,0,0,2,0,3,0,0,1"), {0, 9}, {2, 11}},
        {MOVED_MATRIX("0,-4,0,0,1,0,0,0,0,0,0,0,3,0,0,1"), {0, 5}, {1, 9}},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        editor_level *level = open_numbers(rows[i].rest);
        expect_warning(level,
                       "animations[0].channels[0]: moves a node that has a matrix, which is split into its parts");
        pose(level, 1);
        const pick_affine *world = &level->objects[0].world;
        const double x[2] = {world->origin.x, world->origin.x + world->linear[0] + world->linear[3]};
        const double y[2] = {world->origin.y, world->origin.y + world->linear[1] + world->linear[4]};
        assert_true(fabs(fmin(x[0], x[1]) - rows[i].min[0]) < 1e-12 && fabs(fmax(x[0], x[1]) - rows[i].max[0]) < 1e-12);
        assert_true(fabs(fmin(y[0], y[1]) - rows[i].min[1]) < 1e-12 && fabs(fmax(y[0], y[1]) - rows[i].max[1]) < 1e-12);
        editor_level_destroy(level);
    }
    static const char *const sheared[] = {
        "animations[0].channels[0]: its node has a matrix with shear; not played",
        "animations[0]: moves nothing that is played",
    };
    editor_level *level = open_numbers(MOVED_MATRIX("1,0,0,0,0.5,1,0,0,0,0,1,0,3,0,0,1"));
    expect_warnings(level, sheared, 2);
    expect_bounds(level, 3, 0, 4.5, 1); // of the box of the mesh
    editor_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weights_of_the_mesh),
        cmocka_unit_test(test_skeleton),
        cmocka_unit_test(test_attribute_types),
        cmocka_unit_test(test_target_types),
        cmocka_unit_test(test_joint_types),
        cmocka_unit_test(test_matrix_that_moves),
        cmocka_unit_test(test_glossy_and_metallic),
        cmocka_unit_test(test_harmless_extensions),
        cmocka_unit_test(test_padded_glb),
        cmocka_unit_test(test_channels_without_data),
        cmocka_unit_test(test_unused_vertices),
        cmocka_unit_test(test_short_buffers),
        cmocka_unit_test(test_unused_accessors),
        cmocka_unit_test(test_targets_of_colours),
        cmocka_unit_test(test_strays),
        cmocka_unit_test(test_data_uris),
        cmocka_unit_test(test_pictures_in_uris),
        cmocka_unit_test(test_unused_skins),
        cmocka_unit_test(test_short_binds),
        cmocka_unit_test(test_stray_joints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
