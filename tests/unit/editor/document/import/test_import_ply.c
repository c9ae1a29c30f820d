// PLY files, points and faces: text and both orders of bytes, colours, surveys far away, and broken files.
#include "model_file.h"

#include "document/level/mesh_tools.h"
#include "system/text.h"

#include <math.h>
#include <stdlib.h>

#define PLY "test_import_ply.ply"
#define XYZ "property float x\nproperty float y\nproperty float z\n"
#define ASCII(count, properties) "ply\nformat ascii 1.0\nelement vertex " count "\n" properties "end_header\n"

static void expect_positions(const editor_mesh *mesh, const float *expected, uint32_t count)
{
    assert_int_equal(mesh->form, EDITOR_FORM_POINTS);
    assert_int_equal(mesh->vertex_count, count);
    for (uint32_t i = 0; i < 3 * count; i++)
        assert_true(mesh->positions[i] == expected[i]);
}

static void test_text(void **state)
{
    (void)state;
    static const float expected[] = {0, 0.5f, -1, 1.25f, 2e3f, 0.1f, 123456789012345678.0f, 1e-7f, 7};
    // Spaces and line ends are alike; all spellings of a number.
    editor_level *level = must_import(PLY, ASCII("3", XYZ) "0 .5 -1.\r\n+1.25 2e3\t0.1\n\n"
                                                           "123456789012345678 1E-7 7");
    assert_int_equal(level->warning_count, 0);
    expect_positions(&level->meshes[0], expected, 3);
    assert_true(level->meshes[0].colors == NULL && level->meshes[0].thin != NULL);
    assert_string_equal(level->meshes[0].name, "test_import_ply");
    assert_string_equal(level->objects[0].name, "test_import_ply");
    assert_string_equal(level->assets[0].facts.format, "PLY point cloud");
    assert_int_equal(editor_level_count(level).points, 3);
    editor_level_destroy(level);
}

// Every number read without strtod is the one that strtod reads.
static void test_digits(void **state)
{
    (void)state;
    char text[4000];
    double numbers[90];
    int used = sprintf(text, ASCII("30", "property double x\nproperty double y\nproperty double z\n"));
    uint64_t bits = 12345;
    for (int i = 0; i < 90; i++) {
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        const int digits = (int)(bits >> 60);
        numbers[i] = (double)(bits >> 33) / 2147483648.0 * (i % 2 ? 100 : -0.001);
        char word[40];
        snprintf(word, sizeof(word), "%.*g", digits + 1, numbers[i]);
        numbers[i] = strtod(word, NULL);
        used += sprintf(text + used, "%s%c", word, i % 3 == 2 ? '\n' : ' ');
    }
    editor_level *level = must_import(PLY, text);
    for (int i = 0; i < 90; i++)
        assert_true(level->meshes[0].positions[i] == (float)numbers[i]);
    editor_level_destroy(level);
}

// All types, in both orders of bytes; an element before the vertices, and one with a list behind them.
static void test_bytes(void **state)
{
    (void)state;
    static const char header[] = "element camera 2\nproperty list uchar short offsets\nproperty int mode\n"
                                 "element vertex 2\nproperty short x\nproperty double y\nproperty int8 confidence\n"
                                 "property uint z\nproperty ushort red\nproperty uchar green\nproperty float blue\n"
                                 "property uint8 alpha\nelement edge 1\nproperty int vertex1\nend_header\n";
    static const float expected[] = {-2, 0.5f, 4000, 300, -8, 1};
    for (int big = 0; big < 2; big++) {
        uint8_t bytes[1000];
        size_t at = (size_t)sprintf((char *)bytes, "ply\r\nformat binary_%s_endian 1.0\r\ncomment by hand\n%s",
                                    big ? "big" : "little", header);
#define PUT(type, number)                                                                                              \
    do {                                                                                                               \
        const type value = number;                                                                                     \
        for (size_t i = 0; i < sizeof(value); i++)                                                                     \
            bytes[at + (big ? sizeof(value) - 1 - i : i)] = ((const uint8_t *)&value)[i];                              \
        at += sizeof(value);                                                                                           \
    } while (0)
        PUT(uint8_t, 2);
        PUT(int16_t, 7);
        PUT(int16_t, 8);
        PUT(int32_t, 9);
        PUT(uint8_t, 0);
        PUT(int32_t, 9);
        PUT(int16_t, -2);
        PUT(double, 0.5);
        PUT(int8_t, 1);
        PUT(uint32_t, 4000);
        PUT(uint16_t, 65535);
        PUT(uint8_t, 0);
        PUT(float, 2);
        PUT(uint8_t, 51);
        PUT(int16_t, 300);
        PUT(double, -8);
        PUT(int8_t, 1);
        PUT(uint32_t, 1);
        PUT(uint16_t, 0);
        PUT(uint8_t, 188);
        PUT(float, 0.5f);
        PUT(uint8_t, 255);
        PUT(int32_t, 1);
        write_model(PLY, bytes, at);
        editor_error error;
        editor_level *level = editor_import(PLY, NULL, NULL, &error);
        remove(PLY);
        if (!level)
            fail_msg("refused: %s", error.text);
        const editor_mesh *mesh = &level->meshes[0];
        expect_positions(mesh, expected, 2);
        const float *c = mesh->colors; // sRGB as linear: 188 of 255 is nearly half
        assert_true(c[0] == 1 && c[1] == 0 && c[2] == 1 && c[3] == 51 / 255.0f);
        assert_true(c[4] == 0 && fabsf(c[5] - 0.5029f) < 1e-4f && fabsf(c[6] - 0.2140f) < 1e-4f && c[7] == 1);
        editor_level_destroy(level);
        // Cut anywhere within the vertices it is refused.
        for (size_t cut = at - 5; cut > at - 60; cut--) {
            write_model(PLY, bytes, cut);
            assert_null(editor_import(PLY, NULL, NULL, &error));
            assert_non_null(strstr(error.text, PLY));
        }
        remove(PLY);
    }
}

// A survey keeps its millimetres: the object is where it was made.
static void test_far_away(void **state)
{
    (void)state;
    editor_level *level = must_import(PLY, ASCII("2", XYZ) "nan 0 0\n2600123.25 1200456.125 431.5\n");
    expect_positions(&level->meshes[0], (const float[]){0.25f, 0.125f, 431.5f}, 1);
    editor_level_destroy(level);
    level = must_import(PLY, ASCII("2", XYZ) "2600123.25 1200456.125 431.5\n2600124.25 1200456.126 432\n");
    const editor_mesh *mesh = &level->meshes[0];
    const pick_vec3 origin = level->objects[0].local.origin;
    assert_true(origin.x == 2600123 && origin.y == 1200456 && origin.z == 0);
    expect_positions(mesh, (const float[]){0.25f, 0.125f, 431.5f, 1.25f, (float)(1200456.126 - 1200456), 432}, 2);
    editor_level_destroy(level);
}

static void test_not_finite(void **state)
{
    (void)state;
    editor_level *level = must_import(PLY, ASCII("4", XYZ) "nan 0 0\n1 2 3\n0 inf 0\n1e39 0 0\n");
    expect_positions(&level->meshes[0], (const float[]){1, 2, 3}, 1);
    assert_int_equal(level->warning_count, 1);
    assert_string_equal(level->warnings[0], "3 points are not finite; left out");
    editor_level_destroy(level);
    level = must_import(PLY, ASCII("0", XYZ));
    assert_true(level->meshes[0].vertex_count == 0 && level->meshes[0].thin);
    editor_level_destroy(level);
}

// Blender 2.7 leaves the line "element face 0" out, so that the faces' property seems to be one of vertices.
static void test_lost_element(void **state)
{
    (void)state;
    editor_level *level =
        must_import(PLY, ASCII("2", XYZ "property list uchar uint vertex_indices\n") "1 2 3\n4 5 6\n");
    expect_positions(&level->meshes[0], (const float[]){1, 2, 3, 4, 5, 6}, 2);
    editor_level_destroy(level);
}

static void test_refusals(void **state)
{
    (void)state;
    must_refuse(PLY, ASCII("2", XYZ) "1 2 3\n4.25 5.25\n", "vertex 1 of 2 is cut off, or holds no number");
    must_refuse(PLY, ASCII("2", XYZ) "1 2 3\n4 5 six\n", "vertex 1 of 2");
    must_refuse(PLY, ASCII("1", XYZ) "1 2 3.4.5\n", "vertex 0 of 1");
    must_refuse(PLY, ASCII("4000000000", XYZ) "1 2 3\n",
                "4000000000 vertices need 24000000000 bytes or more, but there are 6: truncated?");
    must_refuse(PLY, "ply\nformat ascii 1.0\nelement vertex 1\n" XYZ "end_head r\n1 2 3\n", "its header is broken");
    must_refuse(PLY, "ply\nformat ascii 1.0\nelement vertex 1\nproperty flo.t x\nend_header\n1\n",
                "its header is broken");
    must_refuse(PLY,
                "ply\nformat ascii 1.0\nelement row 2\nproperty list uint int a\nelement vertex 1\n" XYZ
                "end_header\n4000000000 1",
                "an element before the vertices is cut off");
}

// A point between elements that are passed over, and with further properties of its own.
static char *header_with(uint32_t elements, uint32_t properties)
{
    editor_text text = {0};
    editor_text_put(&text, "ply\nformat ascii 1.0\n");
    for (uint32_t i = 1; i < elements; i++)
        editor_text_format(&text, "element e%u 0\n", (unsigned)i);
    editor_text_put(&text, "element vertex 1\n" XYZ);
    for (uint32_t i = 3; i < properties; i++)
        editor_text_format(&text, "property float p%u\n", (unsigned)i);
    editor_text_put(&text, "end_header\n1 2 3");
    for (uint32_t i = 3; i < properties; i++)
        editor_text_put(&text, " 0");
    editor_text_put(&text, "\n");
    assert_false(text.failed);
    return editor_text_take(&text);
}

static void test_large_headers(void **state)
{
    (void)state;
    char *most = header_with(64, 1024), *elements = header_with(65, 3), *properties = header_with(1, 1025);
    editor_level *level = must_import(PLY, most);
    expect_positions(&level->meshes[0], (const float[]){1, 2, 3}, 1);
    editor_level_destroy(level);
    must_refuse(PLY, elements, "its header has more than 64 elements or 1024 properties");
    must_refuse(PLY, properties, "its header has more than 64 elements or 1024 properties");
    must_refuse(PLY, ASCII("1", XYZ "property flo.t a\n") "1 2 3 4\n", "its header is broken");
    free(most);
    free(elements);
    free(properties);
}

static void test_blanks_behind_the_first_word(void **state)
{
    (void)state;
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    for (int i = 0; i < 3; i++) {
        char text[300], *at = text;
        at += sprintf(at, "ply \t%s", ends[i]);
        at += sprintf(at, "format ascii 1.0%selement vertex 1%sproperty float x%s", ends[i], ends[i], ends[i]);
        sprintf(at, "property float y%sproperty float z%send_header%s1 2 3%s", ends[i], ends[i], ends[i], ends[i]);
        editor_level *level = must_import(PLY, text);
        expect_positions(&level->meshes[0], (const float[]){1, 2, 3}, 1);
        editor_level_destroy(level);
    }
    must_refuse(PLY, "ply 1\nformat ascii 1.0\nelement vertex 1\n" XYZ "end_header\n1 2 3\n", "its header is broken");
    must_refuse(PLY, "plyx\nformat ascii 1.0\nelement vertex 1\n" XYZ "end_header\n1 2 3\n", "its header is broken");
}

// As editors of Windows write text.
static void test_byte_order_mark(void **state)
{
    (void)state;
    static const float expected[] = {1, 2, 3};
    editor_level *level =
        must_import(PLY, "\xef\xbb\xbfply\r\nformat ascii 1.0\r\nelement vertex 1\r\nproperty float x\r\n"
                         "property float y\r\nproperty float z\r\nend_header\r\n1 2 3\r\n");
    expect_positions(&level->meshes[0], expected, 1);
    editor_level_destroy(level);
    level = must_import(PLY, "\xef\xbb\xbfply\nformat ascii 1.0\ncomment TextureFile a.png\nelement vertex 3\n" XYZ
                             "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
                             "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
    assert_int_equal(level->meshes[0].index_count, 3);
    editor_level_destroy(level);
}

// Carriage returns alone. What follows the last one are bytes, whatever they are.
static void test_old_line_ends(void **state)
{
    (void)state;
    editor_level *level = must_import(PLY, "ply\rformat ascii 1.0\relement vertex 1\rproperty float x\r"
                                           "property float y\rproperty float z\rend_header\r1 2 3\r");
    expect_positions(&level->meshes[0], (const float[]){1, 2, 3}, 1);
    editor_level_destroy(level);
    static const char text[] = "ply\rformat binary_little_endian 1.0\relement vertex 1\rproperty uchar x\r"
                               "property uchar y\rproperty uchar z\rend_header\r\n\r\2";
    write_model(PLY, text, sizeof(text) - 1);
    editor_error error = {""};
    level = editor_import(PLY, NULL, NULL, &error);
    remove(PLY);
    if (!level)
        fail_msg("%s", error.text);
    expect_positions(&level->meshes[0], (const float[]){10, 13, 2}, 1);
    editor_level_destroy(level);
    must_refuse(PLY, "ply\r", "its header is broken");
}

#define CORNERS "property list uchar int vertex_indices\n"
#define FACES(count, properties)                                                                                       \
    "ply\nformat ascii 1.0\nelement vertex 4\n" XYZ "element face " count "\n" properties "end_header\n"               \
    "0 0 0\n2 0 0\n0 2 0\n0.5 0.5 0\n"

static void expect_indices(const editor_level *level, const uint32_t *expected, uint32_t count)
{
    const editor_mesh *mesh = &level->meshes[0];
    assert_int_equal(mesh->form, EDITOR_FORM_TRIANGLES);
    assert_int_equal(mesh->index_count, count);
    assert_memory_equal(mesh->indices, expected, count * sizeof(*expected));
    assert_int_equal(mesh->submeshes[0].triangle_count, count / 3);
    assert_true(level->materials[mesh->submeshes[0].material].double_sided);
}

#define STRIPS                                                                                                         \
    "ply\nformat %s 1.0\nelement vertex 4\n" XYZ "element tristrips 1\nproperty list int int vertex_indices\n"         \
    "end_header\n"
static const int32_t STRIP[] = {14, 0, 1, 2, 3, -1, 3, 1, 0, 0, 2, -1, 1, 2, -1};
static const uint32_t OF_STRIP[] = {0, 1, 2, 2, 1, 3, 3, 1, 0};

// Strips as Stanford's models have them: -1 ends one, every second triangle turns round, equal corners join.
static void test_strips(void **state)
{
    (void)state;
    static const float places[12] = {0, 0, 0, 2, 0, 0, 0, 2, 0, 0.5f, 0.5f, 0};
    char text[1000];
    size_t used = (size_t)sprintf(text, STRIPS "0 0 0\n2 0 0\n0 2 0\n0.5 0.5 0\n", "ascii");
    for (int i = 0; i < 15; i++)
        used += (size_t)sprintf(text + used, "%d ", (int)STRIP[i]);
    editor_level *level = must_import(PLY, text);
    expect_indices(level, OF_STRIP, 9);
    assert_int_equal(level->warning_count, 0);
    editor_level_destroy(level);

    used = (size_t)sprintf(text, STRIPS, "binary_little_endian");
    memcpy(text + used, places, sizeof(places));
    memcpy(text + used + sizeof(places), STRIP, sizeof(STRIP));
    write_model(PLY, text, used + sizeof(places) + sizeof(STRIP));
    editor_error error;
    level = editor_import(PLY, NULL, NULL, &error);
    remove(PLY);
    assert_non_null(level);
    expect_indices(level, OF_STRIP, 9);
    editor_level_destroy(level);

    sprintf(text, STRIPS "0 0 0\n2 0 0\n0 2 0\n0.5 0.5 0\n4 0 1 -1 2\n", "ascii");
    must_refuse(PLY, text, "its strips have no triangles");
    sprintf(text, STRIPS "0 0 0\n2 0 0\n0 2 0\n0.5 0.5 0\n4 0 1 2 4\n", "ascii");
    must_refuse(PLY, text, "face 0: a corner is out of range");
}

// Faces of any size, between other properties; concave ones are split inside; small ones are left out.
static void test_faces(void **state)
{
    (void)state;
    editor_level *level = must_import(
        PLY, FACES("4", "property uchar red\n" CORNERS "property float quality\n") "7 3 0 1 2 .5\n7 2 0 1 1\n"
                                                                                   "7 4 1 3 2 0 0\n7 0 1");
    expect_indices(level, (const uint32_t[]){0, 1, 2, 3, 2, 0, 1, 3, 0}, 9);
    assert_int_equal(level->warning_count, 1);
    assert_string_equal(level->warnings[0], "2 faces have fewer than three corners; left out");
    assert_string_equal(level->objects[0].name, "test_import_ply");
    assert_string_equal(level->assets[0].facts.format, "Stanford Polygon Library (PLY)");
    editor_level_destroy(level);
    must_refuse(PLY, FACES("2", CORNERS) "2 0 1\n0\n", "none of its 2 faces has three corners");
    must_refuse(PLY, FACES("1", CORNERS) "2 0 1\n", "none of its 1 face has three corners");
    must_refuse(PLY, FACES("2", CORNERS) "3 0 1 2\n3 0 1 4\n",
                "face 1: a corner is out of range: there are 4 vertices");
    must_refuse(PLY, FACES("1", CORNERS) "3 0 1 -1\n", "face 0: a corner is out of range");
    must_refuse(PLY, FACES("2", CORNERS) "3 0 1 2\n3 0 1\n", "face 1 of 2 is cut off, or holds no number");
    must_refuse(PLY, FACES("1", CORNERS) "3 0 1 1.5\n", "face 0 of 1 is cut off, or holds no number");
    must_refuse(PLY, FACES("1", CORNERS) "255 0 1 2\n", "face 0 of 1 is cut off");
    must_refuse(PLY, FACES("1", CORNERS) "-3 0 1 2\n", "face 0 of 1 is cut off");
    must_refuse(PLY, FACES("9999", CORNERS) "3 0 1 2\n",
                "9999 faces need 19998 bytes or more, but there are 9: truncated?");
    must_refuse(PLY,
                "ply\nformat ascii 1.0\nelement vertex 1\n" XYZ "element face 1\n" CORNERS "end_header\n"
                "0 nan 0\n3 0 0 0\n",
                "vertex 0 is not finite");
}

// Normals, texture coordinates and colours of a mesh; far away, its object is near it.
static void test_attributes(void **state)
{
    (void)state;
    editor_level *level = must_import(
        PLY, "ply\nformat ascii 1.0\nelement vertex 3\n" XYZ "property float nx\nproperty float ny\nproperty float nz\n"
             "property float s\nproperty float t\nproperty uchar red\nproperty uchar green\nproperty uchar blue\n"
             "element face 1\n" CORNERS "end_header\n"
             "8000.25 0 0 1 0 0 0.25 0.25 255 0 188\n8001.25 0 0 nan 0 0 1 inf 0 0 0\n8000.25 1 0 0 1 0 0 1 0 0 0\n"
             "3 0 1 2\n");
    const editor_mesh *mesh = &level->meshes[0];
    expect_indices(level, (const uint32_t[]){0, 1, 2}, 3);
    assert_true(level->objects[0].local.origin.x == 8000 && mesh->positions[0] == 0.25f && mesh->positions[3] == 1.25f);
    static const float normals[9] = {1, 0, 0, 0, 0, 1, 0, 1, 0}, uvs[6] = {0.25f, 0.75f, 1, 0, 0, 0};
    assert_memory_equal(mesh->normals, normals, sizeof(normals)); // the second is that of its triangle
    assert_memory_equal(mesh->uvs, uvs, sizeof(uvs));
    assert_true(mesh->colors[0] == 1 && mesh->colors[1] == 0 && fabsf(mesh->colors[2] - 0.5029f) < 1e-4f);
    assert_int_equal(level->warning_count, 1);
    assert_string_equal(level->warnings[0], "texture coordinates or normals that are not finite; read as 0");
    editor_level_destroy(level);
}

// Corners of all types, in both orders of bytes, and cut anywhere.
static void test_face_bytes(void **state)
{
    (void)state;
    static const char *const types[] = {"uchar", "short", "int", "uint"};
    static const size_t sizes[] = {1, 2, 4, 4};
    for (int i = 0; i < 8; i++) {
        const size_t size = sizes[i / 2];
        const bool big = i % 2 != 0;
        uint8_t bytes[1000];
        size_t at = (size_t)sprintf((char *)bytes,
                                    "ply\nformat binary_%s_endian 1.0\nelement vertex 3\nproperty uchar x\n"
                                    "property uchar y\nproperty uchar z\nelement edge 1\nproperty int a\n"
                                    "element face 3\nproperty list %s %s vertex_index\nend_header\n",
                                    big ? "big" : "little", i % 4 ? "uchar" : "ushort", types[i / 2]);
        const size_t body = at, count_size = i % 4 ? 1 : 2;
        static const uint8_t vertices[13] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
        memcpy(bytes + at, vertices, sizeof(vertices));
        at += sizeof(vertices);
        memset(bytes + at, 0, count_size); // a face without corners
        at += count_size;
        for (uint8_t face = 0; face < 2; face++) {
            memset(bytes + at, 0, count_size + 3 * size);
            bytes[at + (big ? count_size - 1 : 0)] = 3;
            at += count_size;
            for (uint8_t k = 0; k < 3; k++, at += size)
                bytes[at + (big ? size - 1 : 0)] = (uint8_t)((k + face) % 3);
        }
        write_model(PLY, bytes, at);
        editor_error error;
        editor_level *level = editor_import(PLY, NULL, NULL, &error);
        if (!level)
            fail_msg("refused: %s", error.text);
        expect_indices(level, (const uint32_t[]){0, 1, 2, 1, 2, 0}, 6);
        assert_string_equal(level->warnings[0], "1 face has fewer than three corners; left out");
        editor_level_destroy(level);
        for (size_t cut = body; cut < at; cut++) {
            write_model(PLY, bytes, cut);
            assert_null(editor_import(PLY, NULL, NULL, &error));
            assert_non_null(strstr(error.text, PLY));
        }
        remove(PLY);
    }
}

// A polygon of so many corners that splitting it would take too long is split as if it were convex.
static void test_large_faces(void **state)
{
    (void)state;
    enum { COUNT = 70, EACH = 4100 };
    FILE *file = fopen(PLY, "wb");
    assert_non_null(file);
    fprintf(file,
            "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty uchar x\nproperty uchar y\n"
            "property uchar z\nelement face %d\nproperty list ushort uchar vertex_indices\nend_header\n",
            COUNT);
    static const uint8_t vertices[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    fwrite(vertices, 1, sizeof(vertices), file);
    for (int i = 0; i < COUNT; i++) {
        const uint8_t count[2] = {EACH % 256, EACH / 256};
        fwrite(count, 1, 2, file);
        for (int k = 0; k < EACH; k++)
            fputc(k % 3, file);
    }
    assert_int_equal(fclose(file), 0);
    editor_error error;
    editor_level *level = editor_import(PLY, NULL, NULL, &error);
    remove(PLY);
    assert_non_null(level);
    assert_int_equal(level->meshes[0].index_count, 3 * COUNT * (EACH - 2));
    assert_int_equal(level->warning_count, 1);
    assert_string_equal(level->warnings[0], "faces: too many large faces; split as if they were convex");
    editor_level_destroy(level);
}

// Rows that no byte stands for.
static void test_counts(void **state)
{
    (void)state;
#define LOOKS "property list uchar int vertex_indices\nproperty int material_index\nend_header\n"
    must_refuse(PLY,
                "ply\nformat ascii 1.0\nelement vertex 3\n" XYZ "element face 4000000000\n" LOOKS
                "0 0 0\n1 0 0\n0 1 0\n3 0 1 2 0\n",
                "4000000000 faces need 16000000000 bytes or more, but there are 11: truncated?");
    must_refuse(PLY, "ply\nformat ascii 1.0\nelement vertex 4000000000\n" XYZ "element face 1\n" LOOKS "0 0 0\n",
                "4000000000 vertices need 24000000000 bytes");
    // Rows without properties take no byte, and no time.
    editor_level *level =
        must_import(PLY, "ply\nformat ascii 1.0\nelement vertex 3\n" XYZ
                         "element junk 4000000000\nelement face 1\n" LOOKS "0 0 0\n1 0 0\n0 1 0\n3 0 1 2 0\n");
    assert_int_equal(level->meshes[0].index_count, 3);
    editor_level_destroy(level);
#undef LOOKS
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_digits),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_far_away),
        cmocka_unit_test(test_not_finite),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_large_headers),
        cmocka_unit_test(test_blanks_behind_the_first_word),
        cmocka_unit_test(test_byte_order_mark),
        cmocka_unit_test(test_old_line_ends),
        cmocka_unit_test(test_faces),
        cmocka_unit_test(test_strips),
        cmocka_unit_test(test_attributes),
        cmocka_unit_test(test_face_bytes),
        cmocka_unit_test(test_large_faces),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_lost_element),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
