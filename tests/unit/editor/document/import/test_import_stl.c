// STL files as other programs write them, which Assimp refuses or reads wrongly as they are.
#include "model_file.h"

#include "system/text.h"

#include <stdlib.h>

#define PATH "test_import_stl.stl"

enum { HEADER = 84, FACET = 50, FACETS = 2, TAIL = 10, ROOM = HEADER + FACETS * FACET + TAIL };

// A square of two facets with these colours, and `tail` bytes behind it.
static size_t make_square(uint8_t out[ROOM], const char *header, const uint16_t colors[FACETS], size_t tail)
{
    static const float corners[FACETS][12] = {{0, 0, 1, -1, -1, 0, 1, -1, 0, 1, 1, 0},
                                              {0, 0, 1, -1, -1, 0, 1, 1, 0, -1, 1, 0}};
    memset(out, 0, ROOM);
    memcpy(out, header, strlen(header));
    out[HEADER - 4] = FACETS;
    for (int i = 0; i < FACETS; i++) {
        uint8_t *facet = out + HEADER + FACET * i;
        memcpy(facet, corners[i], sizeof(corners[i]));
        facet[FACET - 2] = (uint8_t)colors[i];
        facet[FACET - 1] = (uint8_t)(colors[i] >> 8);
    }
    return HEADER + FACETS * FACET + tail;
}

static editor_level *import_square(const char *header, const uint16_t colors[FACETS], size_t tail)
{
    uint8_t bytes[ROOM];
    write_model(PATH, bytes, make_square(bytes, header, colors, tail));
    editor_error error;
    editor_level *level = editor_import(PATH, NULL, NULL, &error);
    remove(PATH);
    if (!level)
        fail_msg("\"%s\": %s", header, error.text);
    assert_int_equal(editor_level_count(level).triangles, FACETS);
    return level;
}

// Exporters add a checksum or a line's end, and begin the header of binary files like a text.
static void test_tails(void **state)
{
    (void)state;
    static const uint16_t colors[FACETS] = {0, 0};
    static const char *const headers[] = {"binary", "solid exported"};
    for (int i = 0; i < 2; i++) {
        editor_level *level = import_square(headers[i], colors, 0);
        assert_int_equal(level->warning_count, 0);
        editor_level_destroy(level);
        level = import_square(headers[i], colors, TAIL);
        assert_int_equal(level->warning_count, 1);
        assert_string_equal(level->warnings[0], "10 bytes behind the last facet are left out");
        editor_level_destroy(level);
    }
}

static void check_colors(const char *header, const uint16_t colors[FACETS], const char *expected)
{
    editor_level *level = import_square(header, colors, 0);
    const float *base = level->materials[0].base_color;
    if (!expected[0]) // of the header
        assert_true(base[0] == 1 && base[1] > 0.5f && base[1] < 0.51f && base[2] < 0.01f);
    const editor_mesh *mesh = &level->meshes[0];
    char text[32] = "";
    for (uint32_t i = 0; i < FACETS && mesh->colors; i++) {
        const float *c = mesh->colors + 4 * (size_t)mesh->indices[3 * i];
        for (int k = 0; k < 3; k++)
            snprintf(text + strlen(text), 3, "%02x", (unsigned)(c[k] * 255 + 0.5f));
        strcat(text, i + 1 < FACETS ? " " : "");
    }
    assert_string_equal(text, expected);
    editor_level_destroy(level);
}

// Of Materialise Magics, red first and with bit 15 for the header's colour; and of VisCAM, blue first and with bit 15
// for the facet's own.
static void test_colors(void **state)
{
    (void)state;
    static const char magics[] = "COLOR=\xff\x80\x01\xff,MATERIAL=";
    check_colors(magics, (const uint16_t[]){0x8000, 0x001f}, "ff8001 ff0000");
    check_colors(magics, (const uint16_t[]){0x03e0, 0xffff}, "00ff00 ff8001");
    check_colors(magics, (const uint16_t[]){0, 0}, "");
    check_colors(magics, (const uint16_t[]){0x8000, 0x8000}, "");
    check_colors("viscam", (const uint16_t[]){0x801f, 0x7c00}, "0000ff 999999"); // Assimp's grey
}

// The facet's own normal, or that of its corners.
static void check_text(const char *text, const char *name, float z)
{
    editor_level *level = must_import(PATH, text);
    assert_int_equal(level->mesh_count, 1);
    const editor_mesh *mesh = &level->meshes[0];
    assert_int_equal(editor_level_count(level).triangles, 1);
    assert_int_equal(level->warning_count, 0);
    assert_string_equal(level->objects[level->object_count - 1].name, name);
    assert_non_null(mesh->normals);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        assert_true(mesh->normals[3 * i] == 0 && mesh->normals[3 * i + 1] == 0 && mesh->normals[3 * i + 2] == z);
    editor_level_destroy(level);
}

#define LOOP " outer loop\n  vertex -1 -1 0\n  vertex 1.0E+00 -1 0\n  vertex 1 1 0\n endloop\n endfacet\n"

static void test_texts(void **state)
{
    (void)state;
    check_text("solid aB b\n facet normal 0 0 -1\n" LOOP "endsolid aB b\n", "aB", -1);
    check_text("\n \r\n\t solid aB\n facet normal 0 0 -1\n" LOOP "endsolid aB\n", "aB", -1);
    check_text(
        "SOLID aB Vertex\nFACET NORMAL 0 0 -1\nOUTER LOOP\nVERTEX -1 -1 0\nVERTEX 1 -1 0\nVERTEX 1 1 0\nENDLOOP\n"
        "ENDFACET\nENDSOLID aB\n",
        "aB", -1);
    check_text("\xef\xbb\xbfSolid aB\r\nFacet Normal 0 0 -1\r\n" LOOP "EndSolid aB\r\n", "aB", -1);
}

static void test_normals(void **state)
{
    (void)state;
    static const char *const normals[] = {"-nan(ind) -nan(ind) nan",
                                          "nan nan nan",
                                          "1.#IND\t0 0",
                                          "0 0 -1.#QNAN0",
                                          "inf 0 0",
                                          "0 - 1",
                                          "-1e400 nan .",
                                          "0 0 0"};
    char text[400];
    for (size_t i = 0; i < sizeof(normals) / sizeof(normals[0]); i++) {
        snprintf(text, sizeof(text), "solid a\n facet normal %s\n" LOOP "endsolid a\n", normals[i]);
        check_text(text, "a", 1);
    }
    check_text("solid a\n facet normal -.0 +0e0 -1.\n" LOOP "endsolid a\n", "a", -1);
    must_refuse(PATH, "solid a\n facet normal 0 0\n" LOOP "endsolid a\n", "no model that can be read");
    must_refuse(PATH, "solid a\n facet normal", "no model that can be read");
    must_refuse(PATH, "solid a\nendsolid a\n", "no model in it: it has no triangles");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tails), cmocka_unit_test(test_colors),
                                       cmocka_unit_test(test_texts), cmocka_unit_test(test_normals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
