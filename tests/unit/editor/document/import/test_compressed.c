// Compressed glTF: a square of 4 x 4 as streams of EXT_meshopt_compression and as a mesh of KHR_draco_mesh_compression,
// and the same broken.
#include "model_file.h"

#include <math.h>
#include <stdlib.h>

#include "document/motion/motion.h"
#include "random.h"

#define FILE_NAME "test_compressed.gltf"
#define ATTRIBUTES "oAAAATMAAAD//wEzAAAAgH8AAAEMAAAA/wEMAAAAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=="
#define TRIANGLES "4fAAAHaHVmd4qYZliWiYAWkAAA=="
#define INDICES "0QAEBAYIBAAAAAA="
#define DRACO                                                                                                          \
    "RFJBQ08CAgEBAAAABAIBAgAAAR//ARH/AREC/"                                                                            \
    "wAAAAAAAQAJAwAAAAEDCQIAAQAAAAAAAAAAAAAAAAAAAIBAAACAQAAAAAAAAAAAAACAQAAAAAAAAIBAAAAAAAAAAAAAAAAAAAAAAAAAgD8AAIA/"  \
    "AAAAAAAAgD8AAIA/AAAAAA=="
#define DRACO_ASIDE /* the same 8 to the right */                                                                      \
    "RFJBQ08CAgEBAAAABAIBAgAAAR//ARH/AREC/"                                                                            \
    "wAAAAAAAQAJAwAAAAEDCQIAAQAAAABBAAAAAAAAAAAAAEBBAACAQAAAAAAAAABBAACAQAAAAAAAAEBBAAAAAAAAAAAAAAAAAAAAAAAAgD8AAIA/"  \
    "AA"                                                                                                               \
    "AAAAAAgD8AAIA/AAAAAA=="

// `indices`: the base64 of the index stream, its bytes and its mode. `count`: vertices.
static void write_meshopt(char *text, size_t size, const char *attributes, const char *indices, int bytes,
                          const char *mode, int count)
{
    snprintf(
        text, size,
        "{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"EXT_meshopt_compression\"],"
        "\"buffers\":[{\"byteLength\":67,\"uri\":\"data:;base64,%s\"},{\"byteLength\":%d,\"uri\":\"data:;base64,%s\"},"
        "{\"byteLength\":72,\"extensions\":{\"EXT_meshopt_compression\":{\"fallback\":true}}}],"
        "\"bufferViews\":[{\"buffer\":2,\"byteLength\":48,\"byteStride\":12,\"extensions\":{"
        "\"EXT_meshopt_compression\":{\"buffer\":0,\"byteLength\":67,\"byteStride\":12,\"count\":%d,"
        "\"mode\":\"ATTRIBUTES\"}}},{\"buffer\":2,\"byteOffset\":48,\"byteLength\":24,\"extensions\":{"
        "\"EXT_meshopt_compression\":{\"buffer\":1,\"byteLength\":%d,\"byteStride\":4,\"count\":6,"
        "\"mode\":\"%s\"}}}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"
        "{\"bufferView\":1,\"componentType\":5125,\"count\":6,\"type\":\"SCALAR\"}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],"
        "\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}],\"scene\":0}",
        attributes, bytes, indices, count, bytes, mode);
}

static void write_draco(char *text, size_t size, const char *mesh, int vertices, int indices)
{
    snprintf(
        text, size,
        "{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],"
        "\"buffers\":[{\"byteLength\":127,\"uri\":\"data:;base64,%s\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":127}],"
        "\"accessors\":[{\"componentType\":5126,\"count\":%d,\"type\":\"VEC3\"},"
        "{\"componentType\":5126,\"count\":%d,\"type\":\"VEC2\"},"
        "{\"componentType\":5123,\"count\":%d,\"type\":\"SCALAR\"}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":1},\"indices\":2,\"extensions\":{"
        "\"KHR_draco_mesh_compression\":{\"bufferView\":0,\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":1}}}}]}],"
        "\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}],\"scene\":0}",
        mesh, vertices, vertices, indices);
}

static void check_square(const char *text, bool textured)
{
    editor_level *level = must_import(FILE_NAME, text);
    assert_int_equal(level->warning_count, 0);
    assert_int_equal(editor_level_count(level).triangles, 2);
    assert_int_equal(level->meshes[0].uvs != NULL, textured);
    for (uint32_t i = 0; textured && i < 4; i++) // texture coordinates are a quarter of the positions
        assert_true(level->meshes[0].uvs[2 * i] * 4 == level->meshes[0].positions[3 * i]);
    for (int i = 0; i < 2; i++) {
        const pick_ray ray = {{i ? 3.5 : 0.5, i ? 0.5 : 3.5, 9}, {0, 0, -1}, 0, (double)INFINITY};
        pick_hit hit;
        assert_true(pick_closest(level->scene, &ray, NULL, &hit));
        assert_true(hit.t == 9);
    }
    editor_level_destroy(level);
}

// The ratified name of the extension, with the same members.
static void test_ratified(void **state)
{
    (void)state;
    char text[4096];
    write_meshopt(text, sizeof(text), ATTRIBUTES, TRIANGLES, 19, "TRIANGLES", 4);
    for (char *at = text; (at = strstr(at, "EXT_meshopt")) != NULL;)
        memcpy(at, "KHR", 3);
    check_square(text, false);
    memcpy(strstr(text, "TRIANGLES"), "SQUARES__", 9);
    must_refuse(FILE_NAME, text, "bufferViews[1].KHR_meshopt_compression: an unknown mode or filter");
}

static void test_squares(void **state)
{
    (void)state;
    char text[4096];
    write_meshopt(text, sizeof(text), ATTRIBUTES, TRIANGLES, 19, "TRIANGLES", 4);
    check_square(text, false);
    write_meshopt(text, sizeof(text), ATTRIBUTES, INDICES, 11, "INDICES", 4);
    check_square(text, false);
    write_draco(text, sizeof(text), DRACO, 4, 6);
    check_square(text, true);
}

// A buffer that only has what the streams have, too, need not be there, and must not be another one.
static void test_missing_fallback(void **state)
{
    (void)state;
    static const char own[] = "{\"byteLength\":72,\"extensions\"",
                      given[] = "{\"byteLength\":72,\"uri\":\"%s\",%s\"x\"";
    static const struct {
        const char *uri, *extension, *refusal; // NULL: opens
    } rows[] = {{"gone.bin", "\"extensions\":{\"EXT_meshopt_compression\":{\"fallback\":true}},", NULL},
                {"gone.bin", "\"extensions\":{\"EXT_meshopt_compression\":{\"fallback\":false}},", "no such file"},
                {"gone.bin", "", "no such file"},
                {"..", "\"extensions\":{\"EXT_meshopt_compression\":{\"fallback\":true}},", "outside of"}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char whole[4096], text[4300], buffer[200];
        write_meshopt(whole, sizeof(whole), ATTRIBUTES, TRIANGLES, 19, "TRIANGLES", 4);
        const char *at = strstr(whole, own);
        assert_non_null(at);
        snprintf(buffer, sizeof(buffer), given, rows[i].uri, rows[i].extension);
        snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - whole), whole, buffer, at + sizeof(own) - 1);
        if (rows[i].refusal)
            must_refuse(FILE_NAME, text, rows[i].refusal);
        else
            check_square(text, false);
    }
}

static void test_refusals(void **state)
{
    (void)state;
    char text[4096];
    write_meshopt(text, sizeof(text), ATTRIBUTES, TRIANGLES, 19, "TRIANGLES", 5);
    must_refuse(FILE_NAME, text, "bufferViews[0] has 48 bytes, but EXT_meshopt_compression gives 60");
    write_meshopt(text, sizeof(text), ATTRIBUTES, INDICES, 11, "TRIANGLES", 4);
    must_refuse(FILE_NAME, text, "bufferViews[1].EXT_meshopt_compression: cannot be decoded");
    write_meshopt(text, sizeof(text), ATTRIBUTES, TRIANGLES, 19, "SQUARES", 4);
    must_refuse(FILE_NAME, text, "bufferViews[1].EXT_meshopt_compression: an unknown mode or filter");
    write_meshopt(text, sizeof(text), TRIANGLES, TRIANGLES, 19, "TRIANGLES", 4);
    must_refuse(FILE_NAME, text, "buffers[0] says 67 bytes, but its data has 19");
    write_draco(text, sizeof(text), DRACO, 5, 6);
    must_refuse(FILE_NAME, text, "meshes[0].primitives[0].KHR_draco_mesh_compression: cannot be decoded");
    write_draco(text, sizeof(text), DRACO, 4, 9);
    must_refuse(FILE_NAME, text, "meshes[0].primitives[0].KHR_draco_mesh_compression: cannot be decoded");
}

// Adds a primitive and an accessor to those of write_draco. The primitive names the accessors of the first one's
// vertices.
static void add_primitive(char *text, size_t size, int indices, int view)
{
    static const char format[] = "{\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":1},\"indices\":%d,\"extensions\":{"
                                 "\"KHR_draco_mesh_compression\":{\"bufferView\":%d,\"attributes\":{\"POSITION\":0,"
                                 "\"TEXCOORD_0\":1}}}}";
    char whole[4096], primitive[300];
    write_draco(whole, sizeof(whole), DRACO, 4, 6);
    snprintf(primitive, sizeof(primitive), format, indices, view);
    const char *buffers = strstr(whole, "],\"bufferViews\""), *views = strstr(whole, "],\"accessors\""),
               *accessors = strstr(whole, "],\"meshes\""), *end = strstr(whole, "]}],\"nodes\"");
    assert_true(buffers && views && accessors && end);
    snprintf(text, size,
             "%.*s,{\"byteLength\":127,\"uri\":\"data:;base64," DRACO_ASIDE
             "\"}%.*s,{\"buffer\":1,\"byteLength\":127}%.*s,"
             "{\"componentType\":5123,\"count\":6,\"type\":\"SCALAR\"}%.*s,%s%s",
             (int)(buffers - whole), whole, (int)(views - buffers), buffers, (int)(accessors - views), views,
             (int)(end - accessors), accessors, primitive, end);
}

// Primitives that name the same accessors share the vertices that one stream gives. Each has the indices of its own
// stream; where that is another one, it has other vertices too, in an order that only these indices fit.
static void test_shared_vertices(void **state)
{
    (void)state;
    static const struct {
        int indices, view;
        uint32_t vertices;
        float aside; // the second primitive's
    } rows[] = {{2, 0, 4, 0}, {3, 0, 4, 0}, {2, 1, 8, 8}, {3, 1, 8, 8}};
    for (size_t row = 0; row < sizeof(rows) / sizeof(rows[0]); row++) {
        char text[4600];
        add_primitive(text, sizeof(text), rows[row].indices, rows[row].view);
        editor_level *level = must_import(FILE_NAME, text);
        const editor_mesh *mesh = &level->meshes[0];
        assert_int_equal(level->warning_count, 0);
        assert_int_equal(mesh->index_count, 12);
        assert_int_equal(mesh->vertex_count, rows[row].vertices);
        for (uint32_t i = 0; i < 6; i++) {
            const float *first = mesh->positions + 3 * (size_t)mesh->indices[i],
                        *second = mesh->positions + 3 * (size_t)mesh->indices[6 + i];
            assert_true(second[0] == first[0] + rows[row].aside && second[1] == first[1]);
            assert_true(first[0] <= 4);
        }
        editor_level_destroy(level);
    }
}

// --- Accessors that are shared ---

// A triangle whose stream is not packed: positions are attribute 0, and a byte of each vertex is attribute 1.
#define DRACO_RAW "RFJBQ08CAgEAAAABAwEAAQIBAgAJAwAABAIBAAEAAAAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAcICQ=="
#define BYTES "{\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\"}"
#define SPARSE                                                                                                         \
    "{\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\",\"sparse\":{\"count\":3,\"indices\":{"                    \
    "\"bufferView\":1,\"componentType\":5121},\"values\":{\"bufferView\":1}}}"
#define RAW(indices, attributes, ids)                                                                                  \
    "{\"indices\":" indices ",\"attributes\":{" attributes "},\"extensions\":{\"KHR_draco_mesh_compression\":{"        \
    "\"bufferView\":0,\"attributes\":{" ids "}}}}"
#define PLAIN "{\"attributes\":{\"POSITION\":0},\"indices\":1}"
#define EACH(number)                                                                                                   \
    "\"_A\":" number ",\"_B\":" number ",\"_C\":" number ",\"_D\":" number ",\"_E\":" number ",\"_F\":" number         \
    ",\"_G\":" number ",\"_H\":" number ",\"_I\":" number ",\"_J\":" number ",\"_K\":" number ",\"_L\":" number        \
    ",\"_M\":" number ",\"_N\":" number ",\"_O\":" number ",\"POSITION\":0"

// accessors[0] are positions; `accessor` is the next one.
static void write_raw(char *text, size_t size, const char *accessor, const char *primitives, const char *nodes)
{
    snprintf(text, size,
             "{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],"
             "\"buffers\":[{\"byteLength\":70,\"uri\":\"data:;base64," DRACO_RAW "\"}],"
             "\"bufferViews\":[{\"buffer\":0,\"byteLength\":70},{\"buffer\":0,\"byteOffset\":20,\"byteLength\":3}],"
             "\"accessors\":[{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},%s],"
             "\"meshes\":[{\"primitives\":[%s]}],\"nodes\":%s}",
             accessor, primitives, nodes);
}

// Each triangle is that of the stream.
static void check_triangles(const editor_mesh *mesh, uint32_t count)
{
    static const float expected[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    assert_int_equal(mesh->index_count, 3 * count);
    for (uint32_t i = 0; i < 3 * count; i++)
        assert_memory_equal(mesh->positions + 3 * (size_t)mesh->indices[i], expected + 3 * (size_t)(i % 3),
                            3 * sizeof(float));
}

// An accessor may be the indices and attributes too, of one primitive or of several: each has bytes of its own in what
// the stream gives, of the type that the file states.
static void test_accessors_named_twice(void **state)
{
    (void)state;
    static const struct {
        const char *primitives;
        uint32_t count;
    } rows[] = {
        {RAW("1", EACH("1"), EACH("1")), 1},
        {RAW("0", "\"POSITION\":0", "\"POSITION\":0"), 1},
        {RAW("0", EACH("0"), EACH("0")), 1},
        {RAW("1", "\"_A\":0,\"POSITION\":0", "\"_A\":1,\"POSITION\":0"), 1},
        {RAW("1", "\"POSITION\":0", "\"POSITION\":0,\"POSITION\":0"), 1},
        {RAW("1", "\"POSITION\":0", "\"POSITION\":0") "," RAW("1", EACH("1"), EACH("1")), 2},
        {RAW("1", EACH("1"), EACH("1")) "," RAW("0", EACH("1"), EACH("1")), 2},
        {RAW("0", EACH("1"), EACH("1")) "," RAW("1", EACH("0"), EACH("0")), 2},
        {RAW("1", EACH("1"), EACH("1")) "," PLAIN, 2},
    };
    for (size_t row = 0; row < sizeof(rows) / sizeof(rows[0]); row++) {
        char text[4096];
        write_raw(text, sizeof(text), BYTES, rows[row].primitives, "[{\"mesh\":0}]");
        editor_level *level = must_import(FILE_NAME, text);
        check_triangles(&level->meshes[0], rows[row].count);
        editor_level_destroy(level);
    }
}

// Clips, skins and instances may name accessors that a stream fills.
static void test_accessors_of_others(void **state)
{
    (void)state;
    char text[4096];
    write_raw(text, sizeof(text), BYTES, RAW("1", EACH("1"), EACH("1")),
              "[{\"mesh\":0,\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"TRANSLATION\":0}}}}],"
              "\"animations\":[{\"samplers\":[{\"input\":1,\"output\":0}],"
              "\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}]}]");
    editor_level *level = must_import(FILE_NAME, text);
    check_triangles(&level->meshes[0], 1);
    assert_int_equal(level->object_count, 4);
    const motion_channel *channel = &level->assets[0].motion->clips[0].channels[0];
    assert_int_equal(channel->key_count, 3);
    assert_true(channel->times[2] == 2 && channel->values[3] == 1 && channel->values[7] == 1);
    editor_level_destroy(level);
    write_raw(text, sizeof(text), BYTES, RAW("1", EACH("1"), EACH("1")),
              "[{\"mesh\":0,\"skin\":0}],\"skins\":[{\"joints\":[0],\"inverseBindMatrices\":1}]");
    must_refuse(FILE_NAME, text, "accessors[1] has 1 components, not 16");
}

// Values that stand in place of decoded ones may be of another type than these have then.
static void test_sparse(void **state)
{
    (void)state;
    char text[4096];
    write_raw(text, sizeof(text), SPARSE, RAW("1", "\"POSITION\":0", "\"POSITION\":0"), "[{\"mesh\":0}]");
    must_refuse(FILE_NAME, text, "accessors[1] is sparse, and compressed by KHR_draco_mesh_compression");
    write_raw(text, sizeof(text), BYTES "," SPARSE, RAW("1", EACH("2"), EACH("1")), "[{\"mesh\":0}]");
    must_refuse(FILE_NAME, text, "accessors[2] is sparse, and compressed by KHR_draco_mesh_compression");
}

// Any bytes in the streams: refused in one line, or a model.
static void test_changed_bytes(void **state)
{
    (void)state;
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    test_random random = {7};
    int imported = 0, refused = 0;
    for (int run = 0; run < 60; run++) {
        char streams[3][256] = {ATTRIBUTES, TRIANGLES, DRACO};
        char *stream = streams[run % 3];
        const uint32_t length = (uint32_t)strcspn(stream, "=") - 1;
        for (uint32_t i = 0; i < 1 + random_index(&random, 3); i++)
            stream[random_index(&random, length)] = alphabet[random_index(&random, 64)];
        char text[4096];
        if (run % 3 == 2)
            write_draco(text, sizeof(text), stream, 4, 6);
        else
            write_meshopt(text, sizeof(text), streams[0], streams[1], 19, "TRIANGLES", 4);
        editor_error error;
        editor_level *level = import_text(FILE_NAME, text, NULL, &error);
        assert_true(level || (error.text[0] && !strchr(error.text, '\n')));
        imported += level != NULL;
        refused += level == NULL;
        editor_level_destroy(level);
    }
    print_message("%d imported, %d refused\n", imported, refused);
    assert_true(imported > 0 && refused > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_squares),
                                       cmocka_unit_test(test_ratified),
                                       cmocka_unit_test(test_missing_fallback),
                                       cmocka_unit_test(test_shared_vertices),
                                       cmocka_unit_test(test_accessors_named_twice),
                                       cmocka_unit_test(test_accessors_of_others),
                                       cmocka_unit_test(test_sparse),
                                       cmocka_unit_test(test_refusals),
                                       cmocka_unit_test(test_changed_bytes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
