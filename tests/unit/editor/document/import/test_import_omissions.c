// Broken files that Assimp opens: what it repairs, or leaves out, is told.
#include "model_file.h"

#define OFF "test_import_omissions.off"
#define FBX "test_import_omissions.fbx"
#define STL "test_import_omissions.stl"
#define BROKEN ": reported by Assimp; part of the file may be left out or changed"
#define SQUARE "0 0 0\n1 0 0\n1 1 0\n0 1 0\n"

// Opens with so many triangles and these warnings, which are joined by line's ends.
static void check_warnings(const char *path, const char *text, uint64_t triangles, const char *expected)
{
    editor_level *level = must_import(path, text);
    assert_int_equal(editor_level_count(level).triangles, triangles);
    char all[1000] = "";
    for (uint32_t i = 0; i < level->warning_count; i++)
        snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s%s", i > 0 ? "\n" : "", level->warnings[i]);
    assert_string_equal(all, expected);
    editor_level_destroy(level);
}

static void test_off(void **state)
{
    (void)state;
    check_warnings(OFF, "OFF\n4 2 0\n" SQUARE "3 0 1 2\n3 0 2 3\n", 2, "");
    check_warnings(OFF, "OFF\n4 2 0\n" SQUARE "3 0 1 2\n3 0 1 77\n", 2, "OFF: Vertex index is out of range" BROKEN);
    check_warnings(OFF, "OFF\n4 2 0\n" SQUARE "3 0 1 2\n", 1,
                   "OFF: The number of faces in the header is incorrect" BROKEN
                   "\nmesh 0: faces without corners; left out");
    check_warnings(OFF, "OFF\n4 2 0\n" SQUARE "3 0 1 2\n2 0 1\n", 1, "mesh 0: points and lines are not drawn");
    must_refuse(OFF, "OFF\n4 2 0\n0 0 0\n1 0 0\n",
                "no model in it: it has no triangles (OFF: The number of verts in the header is incorrect)");
}

static void check_fbx(const char *count, const char *polygons, uint64_t triangles, const char *expected)
{
    char text[1200];
    snprintf(text, sizeof(text),
             "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\nFBXHeaderVersion: 1003\nFBXVersion: 7400\n}\n"
             "Objects:  {\nGeometry: 1, \"Geometry::\", \"Mesh\" {\nVertices: *9 {\na: 0,0,0,1,0,0,0,1,0\n}\n"
             "PolygonVertexIndex: *%s {\na: %s\n}\nGeometryVersion: 124\n}\nModel: 2, \"Model::a\", \"Mesh\" {\n"
             "Version: 232\n}\nModel: 3, \"Model::b\", \"Mesh\" {\nVersion: 232\n}\n}\nConnections:  {\n"
             "C: \"OO\",1,2\nC: \"OO\",2,0\nC: \"OO\",3,0\n}\n",
             count, polygons);
    check_warnings(FBX, text, triangles, expected);
}

static void test_fbx(void **state)
{
    (void)state;
    check_fbx("3", "0,1,-3", 1, "");
    check_fbx("5", "0,1,-3,0,1", 1, "mesh \"a\": its last polygon has no end; left out");
    check_fbx("6", "0,1,-3,0,1,-9", 0,
              "FBX-DOM (TOK_KEY, line 11, col 19) polygon vertex index out of range" BROKEN
              "\nit has no triangles; nothing of it is drawn");
}

// A binary file with the header of a text. A text with zeros behind it is none.
static void test_cut_stl(void **state)
{
    (void)state;
    enum { HEADER = 84, FACET = 50, FACETS = 3 };
    for (size_t size = HEADER; size < HEADER + FACET * FACETS; size += FACET + 7) {
        uint8_t bytes[HEADER + FACET * FACETS] = "solid exported";
        bytes[HEADER - 4] = FACETS;
        write_model(STL, bytes, size);
        editor_error error;
        assert_null(editor_import(STL, NULL, NULL, &error));
        char expected[80];
        snprintf(expected, sizeof(expected), "it is cut off: it has %zu of its 3 facets", (size - HEADER) / FACET);
        if (!strstr(error.text, expected))
            fail_msg("%s", error.text);
        remove(STL);
    }
    static const char text[200] = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "
                                  "0\nendloop\nendfacet\nendsolid a\n";
    write_model(STL, text, sizeof(text));
    editor_error error;
    editor_level *level = editor_import(STL, NULL, NULL, &error);
    remove(STL);
    if (!level)
        fail_msg("%s", error.text);
    assert_int_equal(editor_level_count(level).triangles, 1);
    editor_level_destroy(level);
}

// A solid without facets is no fault; a text that ends too early is one.
static void test_stl_texts(void **state)
{
    (void)state;
#define FACET "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
    check_warnings(STL, "solid a\n" FACET "endsolid a\nsolid b\nendsolid b\n", 1, "");
    check_warnings(STL, "solid a\n" FACET, 1, "STL: unexpected EOF. 'endsolid' keyword was expected" BROKEN);
#undef FACET
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_off), cmocka_unit_test(test_fbx),
                                       cmocka_unit_test(test_cut_stl), cmocka_unit_test(test_stl_texts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
