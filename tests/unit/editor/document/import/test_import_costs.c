// Small files, most of them glTF, that could cost much: time that grows with the square of their size, or a mesh that
// is read again for each node. Each opens, or is refused, in seconds of processor time.
#define _XOPEN_SOURCE 700 // truncate, symlink

#include "model_file.h"

#include "document/import/common/decode.h"
#include "document/import/common/importer.h"
#include "document/import/gltf/gltf_import.h"
#include "document/import/obj/obj_import.h"
#include "document/import/ply/ply_import.h"
#include "document/level/level_internal.h"
#include "document/motion/motion.h"
#include "effort.h"
#include "gltf_text.h"
#include "system/text.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define PATH "test_import_costs.gltf"

enum { SECONDS = 10 }; // each of these files took longer, and takes less than one now

// The level, or NULL: `error`. Frees the text.
static editor_level *import_quickly(editor_text *text, editor_error *error)
{
    assert_false(text->failed);
    write_model(PATH, text->data, text->size);
    editor_text_free(text);
    const clock_t begin = clock();
    editor_level *level = editor_import(PATH, NULL, NULL, error);
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    remove(PATH);
    if (seconds > SECONDS)
        fail_msg("%.1f seconds: %s", seconds, level ? "opened" : error->text);
    return level;
}

static void must_open(editor_text *text, uint32_t objects)
{
    editor_error error;
    editor_level *level = import_quickly(text, &error);
    if (!level)
        fail_msg("%s", error.text);
    assert_int_equal(level->object_count, objects);
    editor_level_destroy(level);
}

static void must_be_too_much(editor_text *text)
{
    editor_error error = {""};
    assert_null(import_quickly(text, &error));
    if (!strstr(error.text, "unpack to more than"))
        fail_msg("%s", error.text);
}

static void put_many(editor_text *text, uint32_t count, const char *format)
{
    for (uint32_t i = 0; i < count; i++) {
        editor_text_put(text, i > 0 ? "," : "");
        editor_text_format(text, format, (unsigned)i, (unsigned)i);
    }
}

// Two primitives with the same attributes, most of which mean nothing here.
static void test_many_attributes(void **state)
{
    (void)state;
    editor_text text = {0};
    editor_text_put(&text, "{" ASSET "," BODY ",\"meshes\":[{\"primitives\":[");
    for (int i = 0; i < 2; i++) {
        editor_text_put(&text, i ? ",{\"attributes\":{\"POSITION\":0," : "{\"attributes\":{\"POSITION\":0,");
        put_many(&text, 60000, "\"_A%u\":0");
        editor_text_put(&text, "},\"indices\":1}");
    }
    editor_text_put(&text, "]}]," NODES "," SCENE "}");
    must_open(&text, 1);
}

// Vertices are shared by primitives with equal attributes, and only by those.
static void test_shared_vertices(void **state)
{
    (void)state;
    static const struct {
        const char *first, *second;
        uint32_t vertices;
    } rows[] = {{"\"POSITION\":0}", "\"POSITION\":0}", 3},
                {"\"POSITION\":0}", "\"POSITION\":0,\"_A\":0}", 6},
                {"\"POSITION\":0,\"NORMAL\":3}", "\"POSITION\":0,\"_A\":3}", 6},
                {"\"POSITION\":0}", "\"POSITION\":3}", 6},
                {"\"POSITION\":0}", "\"POSITION\":0},\"targets\":[{\"POSITION\":0}]", 6}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        editor_text text = {0};
        editor_text_put(&text, "{" ASSET "," BUFFER "," VIEWS ",\"accessors\":[");
        for (int k = 0; k < 4; k++)
            editor_text_put(&text, k % 3 == 0
                                       ? (k ? ",{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}"
                                            : "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}")
                                       : ",{\"bufferView\":1,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"}");
        editor_text_put(&text, "],\"meshes\":[{\"primitives\":[");
        for (int k = 0; k < 2; k++)
            editor_text_format(&text, "%s{\"indices\":1,\"attributes\":{%s}", k ? "," : "",
                               k ? rows[i].second : rows[i].first);
        editor_text_put(&text, "]}]," NODES "," SCENE "}");
        editor_level *level = must_import(PATH, text.data);
        assert_int_equal(level->meshes[0].vertex_count, rows[i].vertices);
        assert_int_equal(level->meshes[0].index_count, 6);
        editor_level_destroy(level);
        editor_text_free(&text);
    }
}

static void test_many_lights(void **state)
{
    (void)state;
    enum { COUNT = 100000 };
    editor_text text = {0};
    editor_text_put(&text, "{" ASSET ",\"extensions\":{\"KHR_lights_punctual\":{\"lights\":[");
    put_many(&text, COUNT, "{\"type\":\"point\"}");
    editor_text_put(&text, "]}},\"nodes\":[");
    put_many(&text, COUNT, "{\"extensions\":{\"KHR_lights_punctual\":{\"light\":%u}}}");
    editor_text_put(&text, "]}");
    must_open(&text, COUNT);
}

// A light keeps its number, and one that is not there is left out.
static void test_lights(void **state)
{
    (void)state;
    editor_level *level = must_import(
        PATH, "{" ASSET ",\"extensions\":{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"point\",\"intensity\":3},"
              "{\"type\":\"spot\",\"intensity\":5}]}},\"nodes\":["
              "{\"name\":\"a\",\"extensions\":{\"KHR_lights_punctual\":{\"light\":1}}},"
              "{\"name\":\"b\",\"extensions\":{\"KHR_lights_punctual\":{\"light\":0}}},"
              "{\"name\":\"c\",\"extensions\":{\"KHR_lights_punctual\":{\"light\":2}}}]}");
    assert_int_equal(level->object_count, 3);
    assert_int_equal(level->objects[0].light.type, EDITOR_LIGHT_SPOT);
    assert_true(level->objects[0].light.intensity == 5);
    assert_int_equal(level->objects[1].light.type, EDITOR_LIGHT_POINT);
    assert_true(level->objects[1].light.intensity == 3);
    assert_int_equal(level->objects[2].kind, EDITOR_OBJECT_GROUP);
    assert_int_equal(level->warning_count, 1);
    editor_level_destroy(level);
}

static void put_posed_nodes(editor_text *text, uint32_t count, const char *node)
{
    editor_text_put(text, ",\"nodes\":[");
    put_many(text, count, node);
    editor_text_put(text, "]}");
}

// Each node shows the mesh in a pose of its own, so that its primitives are read for each.
static void test_mesh_in_many_poses(void **state)
{
    (void)state;
    editor_text text = {0};
    editor_text_put(&text, "{" ASSET ",\"meshes\":[{\"primitives\":[");
    put_many(&text, 30000, "{}");
    editor_text_put(&text, "]}]");
    put_posed_nodes(&text, 10000, "{\"mesh\":0,\"weights\":[1]}");
    must_be_too_much(&text);
    editor_text_put(&text, "{" ASSET "," BODY ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,");
    put_many(&text, 30000, "\"_A%u\":0");
    editor_text_put(&text, "}}]}]");
    put_posed_nodes(&text, 10000, "{\"mesh\":0,\"weights\":[1]}");
    must_be_too_much(&text);
    if (!test_is_thorough())
        return;
    editor_text_put(&text, "{" ASSET "," BODY ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
                           "\"targets\":[");
    put_many(&text, 100000, "{}");
    editor_text_put(&text, "]}]}]");
    put_posed_nodes(&text, 3000, "{\"mesh\":0,\"weights\":[1]}");
    must_be_too_much(&text);
}

// Primitives without targets of their own go through those of the mesh, which may be empty.
static void put_targets(editor_text *text, uint32_t primitives, uint32_t targets, const char *target)
{
    editor_text_put(text, "{" ASSET "," BUFFER "," VIEWS ",\"accessors\":["
                          "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
                          "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
                          "{\"bufferView\":0,\"componentType\":5126,\"count\":0,\"type\":\"VEC3\"}],"
                          "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":2},\"targets\":[");
    put_many(text, targets, target);
    editor_text_put(text, "]}");
    for (uint32_t i = 0; i < primitives; i++)
        editor_text_format(text, ",{\"attributes\":{\"POSITION\":%u}}", (unsigned)i % 2);
    editor_text_put(text, "]}]," NODES "}");
}

static void test_many_empty_targets(void **state)
{
    (void)state;
    editor_text text = {0};
    put_targets(&text, 20000, 100000, "{}");
    must_be_too_much(&text);
    put_targets(&text, 2000, 1000, "{}");
    must_open(&text, 1);
    put_targets(&text, 2000, 1000, "{\"POSITION\":2}");
    must_open(&text, 1);
}

static void test_large_skin(void **state)
{
    (void)state;
    editor_text text = {0};
    editor_text_put(&text, "{" ASSET "," BODY "," MESH(TRIANGLE) ",\"skins\":[{\"joints\":[");
    put_many(&text, 50000, "0");
    editor_text_put(&text, "]}]");
    put_posed_nodes(&text, 10000, "{\"mesh\":0,\"skin\":0}");
    must_be_too_much(&text);
    // A crowd of characters is no such file.
    editor_text_put(&text, "{" ASSET "," BODY "," MESH(TRIANGLE) ",\"skins\":[{\"joints\":[");
    put_many(&text, 100, "0");
    editor_text_put(&text, "]}]");
    put_posed_nodes(&text, 5000, "{\"mesh\":0,\"skin\":0}");
    must_open(&text, 5000);
}

static void test_many_joint_sets(void **state)
{
    (void)state;
    editor_text text = {0};
    editor_text_put(&text,
                    "{" ASSET "," BUFFER "," VIEWS ",\"accessors\":["
                    "{\"bufferView\":0,\"componentType\":5126,\"count\":1,\"type\":\"VEC3\"},"
                    "{\"bufferView\":0,\"componentType\":5121,\"count\":1,\"type\":\"VEC4\"},"
                    "{\"bufferView\":0,\"componentType\":5126,\"count\":1,\"type\":\"VEC4\"}],"
                    "\"skins\":[{\"joints\":[0]}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,");
    put_many(&text, 30000, "\"JOINTS_%u\":1,\"WEIGHTS_%u\":2");
    editor_text_put(&text, "}}]}]");
    put_posed_nodes(&text, 1, "{\"mesh\":0,\"skin\":0}");
    must_open(&text, 1);
}

// Clips set as many weights as a mesh has targets, those of its points included.
static void test_targets_of_points(void **state)
{
    (void)state;
    editor_level *level = must_import(
        PATH, "{" ASSET "," BUFFER "," VIEWS ",\"accessors\":["
              "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
              "{\"bufferView\":0,\"byteOffset\":12,\"componentType\":5126,\"count\":1,\"type\":\"SCALAR\"},"
              "{\"componentType\":5126,\"count\":4,\"type\":\"SCALAR\"}],"
              "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":0}]},"
              "{\"mode\":0,\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":0},{},{},{\"POSITION\":0}]}]}],"
              "\"animations\":[{\"samplers\":[{\"input\":1,\"output\":2}],"
              "\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"weights\"}}]}]," NODES "," SCENE "}");
    const editor_motion *motion = level->assets[0].motion;
    assert_non_null(motion);
    assert_int_equal(motion->mesh_count, 1);
    assert_int_equal(motion->clips[0].channels[0].width, 4);
    assert_int_equal(motion->meshes[0].shape.target_count, 4);
    editor_error error;
    assert_true(editor_level_set_pose(level, NULL, 1, &error));
    editor_level_destroy(level);
}

static bool decode_nothing(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    (void)user, (void)bytes, (void)size, (void)out, (void)error;
    return false;
}

// Each picture's file is looked for once, and noted for the cache.
static void test_many_pictures(void **state)
{
    (void)state;
    enum { COUNT = 30000 };
    editor_importer importer = {.path = PATH, .level = editor_level_create(), .decoder = decode_nothing, .keeps = true};
    assert_non_null(importer.level);
    const clock_t begin = clock();
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < COUNT; i++) {
            char name[80], path[100];
            snprintf(name, sizeof(name), "a_rather_long_folder_where_no_picture_is/picture_%06u.png", (unsigned)i);
            snprintf(path, sizeof(path), "there/%s", name);
            assert_int_equal(editor_import_image_file(&importer, name), EDITOR_NONE);
            editor_import_add_source(&importer, path, (editor_file_stamp){0});
        }
    }
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    assert_int_equal(importer.level->warning_count, 1);
    assert_string_equal(
        importer.level->warnings[0],
        "texture \"a_rather_long_folder_where_no_picture_is/picture_000000.png\" and 29999 more: no such "
        "file; drawn without it");
    assert_int_equal(importer.asked_count, 2 * COUNT); // as written, and its name without the folder
    assert_int_equal(importer.missing_count, 256);     // to be looked for again: the first ones
    assert_in_range(importer.source_count, COUNT, COUNT + 256);
    assert_string_equal(importer.sources[importer.source_count - 1].path,
                        "there/a_rather_long_folder_where_no_picture_is/picture_029999.png");
    editor_import_free_images(&importer);
    editor_import_free_notes(&importer);
    editor_import_free_sources(&importer);
    editor_import_free_tallies(&importer);
    editor_level_destroy(importer.level);
    if (seconds > SECONDS)
        fail_msg("%.1f seconds", seconds);
}

// What takes a few bytes in the file takes hundreds in memory.
static void test_many_objects(void **state)
{
    (void)state;
    editor_text text = {0};
    editor_text_put(&text, "{" ASSET ",\"nodes\":[");
    put_many(&text, 1400000, "{}");
    editor_text_put(&text, "]}");
    must_be_too_much(&text);
    if (test_is_thorough()) {
        editor_text_put(&text, "{" ASSET ",\"meshes\":[");
        put_many(&text, 1400000, "{}");
        editor_text_put(&text, "]}");
        must_be_too_much(&text);
    }
    editor_text_put(&text, "{" ASSET "," BUFFER "," VIEWS ",\"accessors\":["
                           "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
                           "{\"componentType\":5126,\"count\":1048000,\"type\":\"VEC3\"}],"
                           "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[{\"mesh\":0,"
                           "\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"SCALE\":1}}}}]}");
    must_be_too_much(&text);
    // As exporters write them.
    editor_text_put(&text, "{" ASSET "," BODY "," MESH(TRIANGLE) ",\"nodes\":[");
    const uint32_t count = test_effort(50000, 200000);
    put_many(&text, count, "{\"mesh\":0}");
    editor_text_put(&text, "]}");
    must_open(&text, count);
}

static void put_repeated(editor_text *text, uint32_t groups, const char *group)
{
    for (uint32_t i = 0; i < groups; i++)
        editor_text_put(text, group);
}

// `count` meshes and as many nodes, all with the accessors of one primitive.
static void put_meshes(editor_text *text, uint32_t count, const char *primitive)
{
    editor_text_put(text, "],\"meshes\":[");
    for (uint32_t i = 0; i < count; i++)
        editor_text_format(text, "%s{\"primitives\":[%s]}", i > 0 ? "," : "", primitive);
    editor_text_put(text, "],\"nodes\":[");
    put_many(text, count, "{\"mesh\":%u}");
    editor_text_put(text, "]}");
}

// Exporters write a mesh for each material of a shape, with its accessors.
static void test_meshes_of_the_same_accessors(void **state)
{
    (void)state;
    enum { VERTICES = 1000, MESHES = 3000 };
    editor_text text = {0};
    editor_text_put(&text, "{" ASSET ",\"buffers\":[{\"byteLength\":12000,\"uri\":\"data:;base64,");
    put_repeated(&text, 4 * VERTICES, "AAAA");
    editor_text_put(&text, "\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":12000}],\"accessors\":["
                           "{\"bufferView\":0,\"componentType\":5126,\"count\":1000,\"type\":\"VEC3\"},"
                           "{\"bufferView\":0,\"componentType\":5125,\"count\":3,\"type\":\"SCALAR\"}");
    put_meshes(&text, MESHES, "{\"attributes\":{\"POSITION\":0,\"NORMAL\":0},\"indices\":1}");
    must_open(&text, MESHES);
}

// A file of half a megabyte with 160 meshes that share 150 000 indices.
static void must_share_too_much(const char *primitive)
{
    enum { TRIANGLES = 50000, MESHES = 160 };
    editor_text text = {0};
    editor_text_put(&text, "{" ASSET ",\"buffers\":[{\"byteLength\":150000,\"uri\":\"data:;base64,");
    put_repeated(&text, TRIANGLES, "AAEC");
    editor_text_put(&text, "\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":150000}],\"accessors\":["
                           "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
                           "{\"bufferView\":0,\"componentType\":5121,\"count\":150000,\"type\":\"SCALAR\"}");
    put_meshes(&text, MESHES, primitive);
    must_be_too_much(&text);
}

static void test_triangles_of_the_same_accessors(void **state)
{
    (void)state;
    must_share_too_much("{\"attributes\":{\"POSITION\":0},\"indices\":1}"); // 8 million: 800 MB
}

static void test_points_of_the_same_accessors(void **state)
{
    (void)state;
    must_share_too_much("{\"mode\":0,\"attributes\":{\"POSITION\":0},\"indices\":1}"); // 24 million
}

// Nodes without a name have that of their mesh, and each pose of a mesh has its name: a long one many times. Skins use
// up most of what the file may cost, so that little memory is taken before the names are too much.
static void test_long_names(void **state)
{
    (void)state;
    enum { LENGTH = 1 << 20, JOINTS = 50000, SKINNED = 80, SHOWN = 100 };
    for (int posed = 0; posed < 2; posed++) {
        editor_text text = {0};
        editor_text_put(&text, "{" ASSET "," BODY ",\"skins\":[{\"joints\":[");
        put_many(&text, JOINTS, "0");
        editor_text_put(&text, "]}],\"meshes\":[{\"name\":\"");
        put_repeated(&text, LENGTH / 16, "a 16 letter name");
        editor_text_put(&text, "\",\"primitives\":[{\"attributes\":{\"POSITION\":0}}]},"
                               "{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[");
        put_many(&text, SKINNED,
                 posed ? "{\"mesh\":0,\"skin\":0,\"name\":\"a\"}" : "{\"mesh\":1,\"skin\":0,\"name\":\"a\"}");
        editor_text_put(&text, ",");
        put_many(&text, SHOWN, posed ? "{\"mesh\":1}" : "{\"mesh\":0}");
        editor_text_put(&text, "]}");
        must_be_too_much(&text);
    }
}

// Fields that mean nothing are passed over each time that a mesh or a skin is read.
static void test_many_fields(void **state)
{
    (void)state;
    static const char *const shown[] = {"{\"mesh\":0,\"weights\":[1]}", "{\"mesh\":0,\"skin\":0}"};
    for (int of_skin = 0; of_skin < 2; of_skin++) {
        editor_text text = {0};
        editor_text_put(&text, "{" ASSET "," BODY ",\"skins\":[{");
        put_many(&text, of_skin ? 100000 : 1, "\"_%u\":0");
        editor_text_put(&text, ",\"joints\":[0]}],\"meshes\":[{\"primitives\":[{");
        put_many(&text, of_skin ? 1 : 100000, "\"_%u\":0");
        editor_text_put(&text, ",\"attributes\":{\"POSITION\":0}}]}]");
        put_posed_nodes(&text, 10000, shown[of_skin]);
        must_be_too_much(&text);
    }
}

// What any number of others refer to, and is looked into each time, may not have many fields. "%s" stands for them.
static void test_many_fields_of_shared_things(void **state)
{
    (void)state;
#define FIELDS_FILE(mesh, rest)                                                                                        \
    "{" ASSET "," BODY ",\"meshes\":[{\"primitives\":[" TRIANGLE "]" mesh "}]," rest "\"scenes\":[{\"nodes\":[0]}]}"
#define NODE "\"nodes\":[{\"mesh\":0}],"
    static const char *const files[] = {
        FIELDS_FILE("%s", NODE),
        FIELDS_FILE("", NODE "\"textures\":[{\"source\":0%s}],\"images\":[{}],"),
        FIELDS_FILE("",
                    NODE "\"textures\":[{\"extensions\":{\"EXT_texture_webp\":{\"source\":0%s}}}],\"images\":[{}],"),
        FIELDS_FILE("", NODE "\"samplers\":[{\"wrapS\":33071%s}],"),
        FIELDS_FILE("", NODE "\"cameras\":[{\"type\":\"perspective\"%s}],"),
        FIELDS_FILE("", NODE "\"cameras\":[{\"type\":\"perspective\",\"perspective\":{\"yfov\":1%s}}],"),
        FIELDS_FILE("", NODE "\"extensions\":{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"spot\"%s}]}},"),
        FIELDS_FILE("", NODE "\"extensions\":{\"KHR_lights_punctual\":{\"lights\":[{\"spot\":{\"_\":0%s}}]}},"),
        FIELDS_FILE("", NODE "\"animations\":[{\"channels\":[],\"samplers\":[{\"input\":1%s}]}],"),
        "{" ASSET "," BUFFER "," VIEWS ",\"accessors\":[{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"%s}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[{\"mesh\":0}]}",
    };
    editor_text few = {0}, many = {0}, extras = {0};
    for (int i = 0; i < 300; i++) {
        editor_text_format(i < 250 ? &few : &many, ",\"_%d\":0", i);
        editor_text_format(&extras, "%s\"_%d\":0", i > 0 ? "," : ",\"extras\":{", i);
    }
    editor_text_put(&many, few.data);
    editor_text_put(&extras, "}");
    assert_false(few.failed || many.failed || extras.failed);
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        const char *at = strstr(files[i], "%s");
        const char *const fields[] = {few.data, extras.data, many.data};
        for (int k = 0; k < 3; k++) {
            editor_text text = {0};
            editor_text_add(&text, files[i], (size_t)(at - files[i]));
            editor_text_put(&text, fields[k]);
            editor_text_put(&text, at + 2);
            assert_false(text.failed);
            if (k < 2)
                editor_level_destroy(must_import(PATH, text.data));
            else
                must_refuse(PATH, text.data, "has an object of more than 256 fields");
            editor_text_free(&text);
        }
    }
    editor_text_free(&few);
    editor_text_free(&many);
    editor_text_free(&extras);
}

// A small file that names a large one again and again, by one path or by several.
static void test_many_buffers_of_one_file(void **state)
{
    (void)state;
    enum { SIZE = 1 << 22, BUFFERS = 1000 };
    uint8_t *bytes = calloc(SIZE, 1);
    assert_non_null(bytes);
    ((float *)(void *)bytes)[3] = ((float *)(void *)bytes)[7] = 1;
    write_model("test_import_costs.bin", bytes, SIZE);
    editor_text text = {0};
    for (int several = 0; several < 2; several++) {
        editor_text_put(&text, "{" ASSET ",\"buffers\":[");
        for (uint32_t i = 0; i < BUFFERS; i++) {
            const uint32_t length = several ? SIZE - 4 * i : 36 + 4 * i;
            editor_text_format(&text, "%s{\"byteLength\":%u,\"uri\":\"", i > 0 ? "," : "", (unsigned)length);
            for (uint32_t k = 0; several && k < i; k++)
                editor_text_put(&text, "./");
            editor_text_put(&text, "test_import_costs.bin\"}");
        }
        editor_text_put(&text, "],\"bufferViews\":[{\"buffer\":999,\"byteOffset\":3996,\"byteLength\":36},"
                               "{\"buffer\":0,\"byteLength\":36}],\"accessors\":["
                               "{\"bufferView\":1,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
                               "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
                               "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}},"
                               "{\"attributes\":{\"POSITION\":1}}]}],\"nodes\":[{\"mesh\":0}]}");
        if (several) {
            must_be_too_much(&text);
            continue;
        }
        assert_false(text.failed);
        write_model(PATH, text.data, text.size);
        editor_text_free(&text);
        editor_error error;
        editor_level *level = editor_import(PATH, NULL, NULL, &error);
        if (!level)
            fail_msg("%s", error.text);
        assert_int_equal(level->meshes[0].vertex_count, 6);
        assert_true(level->meshes[0].positions[3] == 1); // the first buffer's; the last one's are zeros
        assert_true(level->meshes[0].positions[12] == 0);
        editor_level_destroy(level);
        remove(PATH);
    }
    free(bytes);
    remove("test_import_costs.bin");
}

static bool count_decodings(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    (void)user, (void)bytes, (void)error;
    *out = (editor_image){.width = 1, .height = 1, .rgba = calloc(4, 1)};
    return out->rgba && size > 0;
}

// Views that lie on each other count once for how large pictures may be, and for no more than the files.
static void test_pictures_in_one_buffer(void **state)
{
    (void)state;
    enum { PICTURES = 64, SIZE = 1 << 12 };
    static const char buffer[SIZE] = "picture";
    write_model("test_import_costs.bin", buffer, SIZE);
    editor_text text = {0};
    editor_text_put(&text, "{" ASSET ",\"buffers\":[{\"byteLength\":4096,\"uri\":\"test_import_costs.bin\"}],"
                           "\"bufferViews\":[");
    for (unsigned i = 0; i < PICTURES; i++)
        editor_text_format(&text, "%s{\"buffer\":0,\"byteLength\":%u}", i ? "," : "", SIZE - i);
    editor_text_put(&text, "],\"images\":[");
    for (unsigned i = 0; i < 2 * PICTURES; i++)
        editor_text_format(&text, "%s{\"bufferView\":%u}", i ? "," : "", i % PICTURES);
    editor_text_put(&text, "],\"textures\":[");
    put_many(&text, 2 * PICTURES, "{\"source\":%u}");
    editor_text_put(&text, "],\"materials\":[");
    put_many(&text, 2 * PICTURES, "{\"emissiveTexture\":{\"index\":%u}}");
    editor_text_put(&text, "]}");
    assert_false(text.failed);
    editor_error error;
    editor_importer importer = {.path = PATH,
                                .bytes = (uint8_t *)text.data,
                                .size = text.size,
                                .level = editor_level_create(),
                                .error = &error,
                                .decoder = count_decodings};
    assert_non_null(importer.level);
    error.text[0] = 0;
    if (!editor_import_gltf(&importer))
        fail_msg("%s", error.text);
    assert_int_equal(importer.level->image_count, PICTURES);
    assert_int_equal(importer.level->materials[PICTURES].maps[EDITOR_MAP_EMISSIVE].image, 0);
    assert_int_equal(importer.pixels, PICTURES);
    assert_int_equal(importer.picture_bytes, SIZE);
    assert_int_equal(importer.encoded, text.size + SIZE); // and for how long decoders may take
    editor_decode_end(&importer);
    editor_import_free_images(&importer);
    editor_import_free_sources(&importer);
    editor_import_free_tallies(&importer);
    editor_level_destroy(importer.level);
    editor_text_free(&text);
    remove("test_import_costs.bin");
}

// Instances that have no places of their own lie in one place: the mesh is shown there.
static void test_instances_without_places(void **state)
{
    (void)state;
    editor_level *level =
        must_import(PATH, WHOLE("\"nodes\":[{\"name\":\"thing\",\"mesh\":0,\"extensions\":{\"EXT_mesh_gpu_instancing\":"
                                "{\"attributes\":{\"_ID\":1}}}}]",
                                ""));
    assert_int_equal(level->object_count, 1);
    assert_int_equal(level->objects[0].kind, EDITOR_OBJECT_MESH);
    assert_int_equal(level->warning_count, 1);
    assert_non_null(strstr(level->warnings[0], "instances have no places"));
    editor_level_destroy(level);
}

#define PICTURE "test_import_costs.png"

static void write_sparse(const char *path, size_t size)
{
    write_model(path, "", 0);
    assert_int_equal(truncate(path, (off_t)size), 0);
}

// A file has any number of names, and may be large: it is read once, and not at all where no picture is so large.
static void test_names_of_a_picture(void **state)
{
    (void)state;
    editor_importer importer = {
        .path = PATH, .level = editor_level_create(), .decoder = count_decodings, .keeps = true};
    const uint64_t before = editor_decode_pixels();
    editor_decode_set_pixels(100);
    write_sparse(PICTURE, (1 << 20) + 400);
    remove("test_import_costs.link"); // of a run that failed
    assert_int_equal(symlink(PICTURE, "test_import_costs.link"), 0);
    const uint32_t first = editor_import_image_file(&importer, PICTURE);
    assert_int_equal(first, 0);
    assert_int_equal(importer.asked_count, 1);
    assert_false(importer.is_passing);
    assert_int_equal(editor_import_image_file(&importer, "./" PICTURE), first);
    assert_int_equal(editor_import_image_file(&importer, "test_import_costs.link"), first);
    assert_int_equal(importer.asked_count, 1);
    assert_true(importer.is_passing); // which file a name is of may change
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(editor_import_read(&importer, "././" PICTURE, SIZE_MAX, NULL, &bytes, &size), EDITOR_FILE_OK);
    free(bytes);
    assert_int_equal(importer.read_bytes, size); // for how long decoders may take
    write_sparse(PICTURE, (1 << 20) + 401);
    assert_int_equal(editor_import_image_file(&importer, "././" PICTURE), EDITOR_NONE);
    assert_int_equal(importer.level->warning_count, 1);
    assert_non_null(strstr(importer.level->warnings[0], "too large"));
    editor_decode_set_pixels(before);
    remove(PICTURE);
    remove("test_import_costs.link");
    editor_decode_end(&importer);
    editor_import_free_images(&importer);
    editor_import_free_notes(&importer);
    editor_import_free_sources(&importer);
    editor_import_free_tallies(&importer);
    editor_level_destroy(importer.level);
}

// Libraries are kept until the materials are made: all of them together are bounded.
static void test_names_of_a_library(void **state)
{
    (void)state;
    write_sparse("test_import_costs.mtl", (size_t)40 << 20);
    editor_level *level =
        must_import("test_import_costs.obj", "mtllib test_import_costs.mtl\nmtllib ./test_import_costs.mtl\n"
                                             "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n");
    remove("test_import_costs.mtl");
    assert_int_equal(level->warning_count, 2); // of the material that is in neither, too
    assert_string_equal(level->warnings[0], "\"./test_import_costs.mtl\": too large; read without it");
    editor_level_destroy(level);
}

// A line may name any number of libraries. So many files are looked for.
static void test_many_names_of_libraries(void **state)
{
    (void)state;
    enum { NAMES = 50000, LIMIT = 4096 };
    write_model("test_import_costs.first", "newmtl first\n", 13);
    write_model("test_import_costs.last", "newmtl last\n", 12);
    editor_text text = {0};
    editor_text_put(&text, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nmtllib test_import_costs.first");
    for (unsigned i = 0; i < NAMES; i++)
        editor_text_format(&text, " %u", i);
    editor_text_put(&text, " test_import_costs.last\nmtllib test_import_costs.last\n");
    assert_false(text.failed);
    editor_error error = {""};
    editor_importer importer = {.path = "model",
                                .bytes = (uint8_t *)text.data,
                                .size = text.size,
                                .level = editor_level_create(),
                                .error = &error,
                                .keeps = true};
    assert_non_null(importer.level);
    assert_true(editor_import_obj(&importer));
    assert_int_equal(importer.asked_count, LIMIT);
    assert_string_equal(importer.level->materials[0].name, "first");
    for (uint32_t i = 0; i < importer.level->material_count; i++)
        assert_string_not_equal(importer.level->materials[i].name, "last");
    const uint32_t last = importer.level->warning_count - 1;
    assert_string_equal(importer.level->warnings[0], "\"0\" and 15 more: no such file; read without it");
    assert_string_equal(importer.level->warnings[last], "only the first 4096 names of material libraries are read");
    free(importer.bytes);
    editor_import_free_notes(&importer);
    editor_import_free_sources(&importer);
    editor_import_free_tallies(&importer);
    editor_level_destroy(importer.level);
    remove("test_import_costs.first");
    remove("test_import_costs.last");
}

// Reads a text of that format, when so many bytes were taken before. What it takes is added to these.
static bool read_text(const char *text, bool is_obj, size_t *unpacked)
{
    editor_error error = {""};
    editor_importer importer = {.path = "model",
                                .bytes = (uint8_t *)editor_text_copy(text),
                                .size = strlen(text),
                                .level = editor_level_create(),
                                .error = &error,
                                .unpacked = *unpacked};
    assert_true(importer.bytes && importer.level);
    const bool ok = is_obj ? editor_import_obj(&importer) : editor_import_ply(&importer);
    if (!ok && !strstr(error.text, "bytes of data unpack to more than"))
        fail_msg("%s", error.text);
    *unpacked = importer.unpacked;
    free(importer.bytes);
    editor_import_free_tallies(&importer);
    editor_level_destroy(importer.level);
    return ok;
}

static void must_take(const char *text, bool is_obj, size_t expected)
{
    size_t unpacked = 0;
    assert_true(read_text(text, is_obj, &unpacked));
    assert_int_equal(unpacked, expected);
    const size_t limit = ((size_t)1 << 29) + 64 * strlen(text);
    unpacked = limit - expected;
    assert_true(read_text(text, is_obj, &unpacked));
    unpacked = limit - expected + 1;
    assert_false(read_text(text, is_obj, &unpacked));
}

// What text stands for in memory is bounded, too: an object of a few bytes takes kilobytes.
static void test_text_formats(void **state)
{
    (void)state;
    enum { OBJECT = 2 * EDITOR_IMPORT_OBJECT, VERTEX = 48, THIN = 28 + EDITOR_IMPORT_PART };
    must_take("v 0 0 0\nv 1 0 0\nv 0 1 0\no a\nf 1 2 3\no bcd\nf 1 2 3\nl 1 2\np 1\n", true,
              4 * OBJECT + 2 * (1 + 3 * 3) + 2 * (EDITOR_IMPORT_TRIANGLE + 3 * VERTEX) + 3 * THIN);
#define PLY_HEAD(faces)                                                                                                \
    "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n" faces            \
    "end_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n"
    must_take(PLY_HEAD(""), false, 4 * (12 + EDITOR_IMPORT_PART));
    must_take(PLY_HEAD("element face 2\nproperty list uchar int vertex_index\n") "4 0 1 2 3\n3 0 1 2\n", false,
              4 * 12 + 3 * EDITOR_IMPORT_TRIANGLE);
    enum { CORNER = VERTEX + 6 * 4, EDGE = 2 * THIN + 4, MATERIAL = EDITOR_IMPORT_OBJECT, COLOR = 16 };
    must_take(
        PLY_HEAD(
            "element face 2\nproperty list uchar int vertex_index\nproperty list uchar float texcoord\n") "3 0 1 2 6 0 "
                                                                                                          "0 1 0 1 "
                                                                                                          "1\n3 0 2 3 "
                                                                                                          "6 0 0 1 1 0 "
                                                                                                          "0\n",
        false, 4 * 12 + 2 * EDITOR_IMPORT_TRIANGLE + 4 * CORNER);
    must_take(
        PLY_HEAD(
            "element face 2\nproperty list uchar int vertex_index\nproperty int material_index\n"
            "element material 3\nproperty uchar red\nproperty uchar green\nproperty uchar blue\n") "3 0 1 2 0\n3 0 2 3 "
                                                                                                   "2\n1 1 1\n2 2 2\n3 "
                                                                                                   "3 3\n",
        false, 4 * 12 + 2 * EDITOR_IMPORT_TRIANGLE + MATERIAL + 3 * COLOR);
    must_take(PLY_HEAD("element edge 2\nproperty int vertex1\nproperty int vertex2\n") "0 1\n1 2\n", false,
              4 * (12 + EDITOR_IMPORT_PART) + 2 * EDGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many_attributes),
        cmocka_unit_test(test_shared_vertices),
        cmocka_unit_test(test_many_lights),
        cmocka_unit_test(test_lights),
        cmocka_unit_test(test_mesh_in_many_poses),
        cmocka_unit_test(test_many_empty_targets),
        cmocka_unit_test(test_large_skin),
        cmocka_unit_test(test_many_joint_sets),
        cmocka_unit_test(test_targets_of_points),
        cmocka_unit_test(test_instances_without_places),
        cmocka_unit_test(test_many_objects),
        cmocka_unit_test(test_meshes_of_the_same_accessors),
        cmocka_unit_test(test_triangles_of_the_same_accessors),
        cmocka_unit_test(test_points_of_the_same_accessors),
        cmocka_unit_test(test_long_names),
        cmocka_unit_test(test_many_fields),
        cmocka_unit_test(test_many_fields_of_shared_things),
        cmocka_unit_test(test_many_buffers_of_one_file),
        cmocka_unit_test(test_pictures_in_one_buffer),
        cmocka_unit_test(test_many_pictures),
        cmocka_unit_test(test_text_formats),
        cmocka_unit_test(test_names_of_a_picture),
        cmocka_unit_test(test_names_of_a_library),
        cmocka_unit_test(test_many_names_of_libraries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
