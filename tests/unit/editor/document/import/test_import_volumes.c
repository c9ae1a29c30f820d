// The volumes of AMF's meshes, of which Assimp 5.2 reads one by itself: their triangles, colours and instances; and how
// long large meshes take.
#include "model_file.h"

#include "document/import/assimp/assimp_import.h"
#include "system/text.h"

#include <stdlib.h>
#include <time.h>

#define PATH "test_import_volumes.amf"
#define VERTEX(x, y, z, more) "<vertex><coordinates><x>" x "</x><y>" y "</y><z>" z "</z></coordinates>" more "</vertex>"
#define TRIANGLE(a, b, c, more) "<triangle>" more "<v1>" a "</v1><v2>" b "</v2><v3>" c "</v3></triangle>"
#define COLOR(r, g, b) "<color><r>" r "</r><g>" g "</g><b>" b "</b></color>"
#define VERTICES                                                                                                       \
    "<vertices>" VERTEX("0", "0", "0", "") VERTEX("1", "0", "0", "") VERTEX("0", "2", "0", "")                         \
        VERTEX("0", "0", "3", "") "</vertices>"
#define OBJECT(id, volumes) "<object id=\"" id "\"><mesh>" VERTICES volumes "</mesh></object>"
#define MATERIALS                                                                                                      \
    "<material id=\"1\">" COLOR("1", "0", "0") "</material><material id=\"2\">" COLOR("0", "1", "0") "</material>"
#define FIRST TRIANGLE("0", "2", "1", "")
#define SECOND                                                                                                         \
    TRIANGLE(" 1\n", "<!--1-->\t3", "2 <!-- 1 --> <!----> ", "<!-- <v1>0</v1> --><metadata><v1>0</v1></metadata>")

static editor_level *import_amf(const char *inside)
{
    editor_text text = {0};
    editor_text_put(&text, "<?xml version=\"1.0\"?><amf unit=\"meter\">");
    editor_text_put(&text, inside);
    editor_text_put(&text, "</amf>");
    editor_level *level = must_import(PATH, text.data);
    editor_text_free(&text);
    return level;
}

// The corners of a triangle, by their places: 0 to 3 of VERTICES.
static void check_triangle(const editor_mesh *mesh, uint32_t triangle, const int corners[3])
{
    static const float places[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
    for (int i = 0; i < 3; i++) {
        const uint32_t vertex = mesh->indices[3 * triangle + (uint32_t)i];
        if (memcmp(mesh->positions + 3 * vertex, places[corners[i]], sizeof(places[0])) != 0)
            fail_msg("corner %d of triangle %u", i, (unsigned)triangle);
    }
}

static void check_color(const editor_mesh *mesh, uint32_t corner, float r, float g, float b)
{
    const float expected[4] = {r, g, b, 1};
    assert_non_null(mesh->colors);
    assert_memory_equal(mesh->colors + 4 * mesh->indices[corner], expected, sizeof(expected));
}

static void check_both(const editor_level *level, uint64_t instanced)
{
    if (level->warning_count > 0)
        fail_msg("%s", level->warnings[0]);
    assert_int_equal(level->mesh_count, 1);
    assert_int_equal(editor_level_count(level).triangles, 2);
    assert_int_equal(editor_level_count(level).instanced_triangles, instanced);
    check_triangle(&level->meshes[0], 0, (const int[]){0, 2, 1});
    check_triangle(&level->meshes[0], 1, (const int[]){1, 3, 2});
}

static void test_volumes(void **state)
{
    (void)state;
    static const char *const rows[] = {
        OBJECT("1", "<volume>" FIRST "</volume><volume>" SECOND "</volume>"),
        OBJECT("1", "<volume/><volume a='>'>" FIRST "<metadata type=\"name\">a</metadata>" SECOND "</volume><volume/>"),
        OBJECT("1", "<volume>" FIRST "</volume><!-- <volume> --><volume/><volume\n>" SECOND "</volume>"),
        OBJECT("1", "<volume>" TRIANGLE("&#48;", "0<!---->&#x32;", "1.00 ", "") "</volume><volume>" SECOND "</volume>"),
        "<object id=\"1\"><mesh><volume>" FIRST "</volume><volume>" SECOND "</volume>" VERTICES "</mesh></object>",
        "<object id=\"1\"><mesh>" VERTICES "<volume>" FIRST "</volume></mesh><mesh>" VERTICES "<volume>" SECOND
        "</volume></mesh></object>"};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        editor_level *level = import_amf(rows[i]);
        check_both(level, 2);
        assert_int_equal(level->meshes[0].submesh_count, 1);
        editor_level_destroy(level);
    }
}

// Each volume has the colour of its material, or its own; what has none beside these is white.
static void test_colors(void **state)
{
    (void)state;
    editor_level *level = import_amf("<material id=\"2\">" COLOR("1", "0", "0") "</material>" OBJECT(
        "1", "<volume materialid=\"2\">" FIRST "</volume><volume>" SECOND COLOR("0", "0", "1") "</volume>"
                                                                                               "<volume>" FIRST
                                                                                               "</volume>"));
    assert_int_equal(editor_level_count(level).triangles, 3);
    for (uint32_t i = 0; i < 3; i++) {
        check_color(&level->meshes[0], i, 1, 0, 0);
        check_color(&level->meshes[0], 3 + i, 0, 0, 1);
        check_color(&level->meshes[0], 6 + i, 1, 1, 1);
    }
    assert_true(level->materials[level->meshes[0].submeshes[0].material].base_color[0] == 1);
    editor_level_destroy(level);
}

// A colour of one vertex, or of one triangle, is that alone.
static void test_colors_beside(void **state)
{
    (void)state;
    editor_level *level = import_amf(
        "<object id=\"1\"><mesh><vertices>" VERTEX("0", "0", "0", COLOR("0", "1", "0")) VERTEX("1", "0", "0", "")
            VERTEX("0", "2", "0", "") "</vertices><volume>" FIRST "</volume></mesh></object>");
    check_color(&level->meshes[0], 0, 0, 1, 0);
    check_color(&level->meshes[0], 1, 1, 1, 1);
    editor_level_destroy(level);
    level = import_amf(OBJECT("1", "<volume>" TRIANGLE("0", "2", "1", COLOR("0", "1", "0")) SECOND "</volume>"));
    for (uint32_t i = 0; i < 3; i++) {
        check_color(&level->meshes[0], i, 0, 1, 0);
        check_color(&level->meshes[0], 3 + i, 1, 1, 1);
    }
    editor_level_destroy(level);
}

// All volumes are where the instances of their object are, beside those of others.
static void test_instances(void **state)
{
    (void)state;
    editor_level *level =
        import_amf(OBJECT("1", "<volume>" FIRST "</volume><volume>" SECOND
                               "</volume>") "<constellation id=\"3\"><instance "
                                            "objectid=\"1\"><deltax>5</deltax></instance><instance objectid=\"1\"/>"
                                            "</constellation>");
    check_both(level, 4);
    editor_level_destroy(level);
    level = import_amf(
        OBJECT("1", "<volume>" FIRST "</volume>")
            OBJECT("2", "<volume>" FIRST "</volume><volume>" SECOND "</volume><volume>" FIRST "</volume>")
                OBJECT("4", "<volume>" SECOND "</volume><volume>" FIRST
                            "</volume>") "<constellation id=\"3\"><instance objectid=\"2\"/></constellation>");
    static const struct {
        const char *name;
        uint32_t triangles;
    } rows[] = {{"1", 1}, {"2", 3}, {"4", 2}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        uint32_t found = EDITOR_NONE;
        for (uint32_t k = 0; k < level->object_count; k++) {
            if (strcmp(level->objects[k].name, rows[i].name) == 0)
                found = k;
        }
        assert_int_not_equal(found, EDITOR_NONE);
        assert_int_equal(level->meshes[level->objects[found].mesh].index_count, 3 * rows[i].triangles);
    }
    editor_level_destroy(level);
}

// One bad triangle is left out by itself.
static void test_bad_triangles(void **state)
{
    (void)state;
    static const char *const bad[] = {"<triangle><v1>0</v1><v2>1</v2></triangle>",
                                      TRIANGLE("0", "1", "9", ""),
                                      TRIANGLE("0", "1", "-1", ""),
                                      TRIANGLE("0", "1", "4294967296", ""),
                                      TRIANGLE("0", "1", "12345678901", ""),
                                      TRIANGLE("0", "x", "2", ""),
                                      TRIANGLE("0", "&#;", "2", ""),
                                      TRIANGLE("0", "&#x100000030;", "2", ""),
                                      TRIANGLE("0", "1 1", "2", ""),
                                      TRIANGLE("0", "1.5", "2", ""),
                                      TRIANGLE("0", "1<!---->1", "2", ""),
                                      TRIANGLE("0", "1", "2", "<v3>2</v3>")};
    static const char *const rows[] = {"<volume>" FIRST "%s" SECOND "</volume>",
                                       "<volume>" FIRST "</volume><volume>%s" SECOND "</volume>",
                                       "<volume>%s</volume><volume>" FIRST "%s" SECOND "</volume>",
                                       "<volume>%s" FIRST "</volume><volume>%s</volume><volume>" SECOND "</volume>"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
            char inside[1000], text[2000];
            snprintf(inside, sizeof(inside), rows[k], bad[i], bad[i]);
            snprintf(text, sizeof(text), OBJECT("1", "%s"), inside);
            editor_level *level = import_amf(text);
            assert_int_equal(editor_level_count(level).triangles, 2);
            check_triangle(&level->meshes[0], 0, (const int[]){0, 2, 1});
            check_triangle(&level->meshes[0], 1, (const int[]){1, 3, 2});
            assert_int_equal(level->warning_count, 1);
            assert_string_equal(level->warnings[0], "object \"1\": triangles with a missing or wrong index; left out");
            editor_level_destroy(level);
        }
    }
}

// The long text of a vertex is not repeated for thousands of materials: what fits is read.
static void test_bound(void **state)
{
    (void)state;
    enum { VOLUMES = 2000, LONG = 100000 };
    editor_text text = {0};
    editor_text_put(&text, "<amf>" MATERIALS "<object id=\"1\"><mesh><vertices>" VERTEX("0", "0", "0", "") VERTEX(
                               "1", "0", "0",
                               "") "<vertex><coordinates><x>0</x><y>2</y><z>0</z></coordinates><metadata type=\"a\">");
    for (int i = 0; i < LONG / 10; i++)
        editor_text_put(&text, "0123456789");
    editor_text_put(&text, "</metadata></vertex></vertices>");
    for (int i = 0; i < VOLUMES; i++)
        editor_text_format(&text, "<volume materialid=\"%d\">" FIRST "</volume>", 1 + i % 2);
    editor_text_put(&text, "</mesh></object></amf>");
    const size_t most = 8 * text.size + (4 << 20);
    editor_level *level = must_import(PATH, text.data);
    const uint32_t read = (uint32_t)editor_level_count(level).triangles;
    assert_in_range(read, 1, VOLUMES - 1);
    assert_true((size_t)(read + 2) * LONG > most - 1000 * VOLUMES); // nearly all that fits
    assert_true((size_t)read * LONG < most);
    char expected[200];
    snprintf(expected, sizeof(expected),
             "%u triangles are left out: the vertices that volumes share would make the text too long", VOLUMES - read);
    assert_int_equal(level->warning_count, 1);
    assert_string_equal(level->warnings[0], expected);
    editor_level_destroy(level);
    editor_importer importer = {.size = text.size, .level = editor_level_create()};
    importer.bytes = (uint8_t *)editor_text_take(&text);
    assert_true(assimp_split_volumes(&importer));
    assert_true(importer.size <= most);
    free(importer.bytes);
    editor_level_destroy(importer.level);
}

static int count_pieces(editor_text *text)
{
    editor_importer importer = {.size = text->size};
    importer.bytes = (uint8_t *)editor_text_take(text);
    assert_true(assimp_split_volumes(&importer));
    int pieces = 0;
    for (const char *at = (const char *)importer.bytes; (at = strstr(at, "<mesh>")) != NULL; at++)
        pieces++;
    free(importer.bytes);
    return pieces;
}

// Small volumes of one material share pieces, whose vertices they would repeat.
static void test_many_small(void **state)
{
    (void)state;
    enum { VOLUMES = 3000 };
    for (int kind = 0; kind < 2; kind++) {
        editor_text text = {0};
        editor_text_put(&text, "<amf>" MATERIALS "<object id=\"1\"><mesh>" VERTICES);
        for (int i = 0; i < VOLUMES; i++)
            editor_text_put(&text, kind == 0       ? "<volume>" FIRST "</volume>"
                                   : i % 1000 == 0 ? "<volume/><volume materialid=\"2\">" FIRST "</volume>"
                                                   : "<volume materialid=\"1\">" SECOND "</volume>");
        editor_text_put(&text, "</mesh></object></amf>");
        editor_level *level = must_import(PATH, text.data);
        assert_int_equal(level->warning_count, 0);
        assert_int_equal(editor_level_count(level).triangles, VOLUMES);
        for (uint32_t i = 0; i < VOLUMES; i++)
            check_triangle(&level->meshes[0], i,
                           kind == 0 || i % 1000 == 0 ? (const int[]){0, 2, 1} : (const int[]){1, 3, 2});
        editor_level_destroy(level);
        assert_int_equal(count_pieces(&text), kind == 0 ? VOLUMES / 1000 : 2 * VOLUMES / 1000);
    }
}

// Volumes without triangles are none, and no warning counts them.
static void test_empty(void **state)
{
    (void)state;
    static const char *const empty[] = {"<volume/><volume/>", "<volume></volume>", "",
                                        "<volume>" TRIANGLE("7", "8", "9", "") "</volume><volume/>"};
    for (size_t i = 0; i < sizeof(empty) / sizeof(empty[0]); i++) {
        char text[3000];
        snprintf(text, sizeof(text), OBJECT("1", "%s") OBJECT("2", "<volume>" FIRST SECOND "</volume>"), empty[i]);
        editor_level *level = import_amf(text);
        assert_int_equal(editor_level_count(level).triangles, 2);
        assert_int_equal(level->warning_count, i == 3);
        editor_level_destroy(level);
    }
}

// A strip of triangles, whose corners tell which one it is: they keep their order.
static void test_large(void **state)
{
    (void)state;
    enum { COUNT = 60000 };
    editor_text text = {0};
    editor_text_put(&text, "<amf><object id=\"1\"><mesh><vertices>");
    for (int i = 0; i < COUNT + 2; i++)
        editor_text_format(&text, VERTEX("%d", "%d", "0", ""), i, i % 2);
    editor_text_put(&text, "</vertices><volume>");
    for (int i = 0; i < COUNT; i++)
        editor_text_format(&text, TRIANGLE("%d", "%d", "%d", ""), i, i + 1, i + 2);
    editor_text_put(&text, "</volume></mesh></object></amf>");
    editor_level *level = must_import(PATH, text.data);
    assert_int_equal(count_pieces(&text), COUNT / 1000); // that Assimp takes a time for each, not for their square
    assert_int_equal(level->warning_count, 0);
    const editor_mesh *mesh = &level->meshes[0];
    assert_int_equal(mesh->index_count, 3 * COUNT);
    assert_int_equal(mesh->submesh_count, 1);
    assert_int_equal(mesh->submeshes[0].triangle_count, COUNT);
    for (uint32_t i = 0; i < 3 * COUNT; i++) {
        if (!(mesh->positions[3 * mesh->indices[i]] == (float)(i / 3 + i % 3)))
            fail_msg("corner %u", (unsigned)i);
    }
    editor_level_destroy(level);
}

// Texts that repeat anything, and end anywhere, are passed over a few times.
static void test_endless(void **state)
{
    (void)state;
    enum { COUNT = 400000, SECONDS = 4 };
    static const char *const texts[] = {"<mesh>",
                                        "<mesh '",
                                        "<object '",
                                        "<mesh><volume>",
                                        "<mesh/>",
                                        "<mesh><vertices/><volume/></mesh>",
                                        "<mesh><volume><triangle><v1>",
                                        "<mesh><volume><triangle><v1><!--",
                                        "<volume><triangle/></volume>",
                                        "<mesh><![CDATA[",
                                        "</mesh>",
                                        "<volume><color/></volume>"};
    for (size_t i = 0; i < 2 * sizeof(texts) / sizeof(texts[0]); i++) {
        editor_text text = {0};
        editor_text_put(&text, i % 2 ? "<mesh><vertices/>" : "");
        for (int k = 0; k < COUNT; k++)
            editor_text_put(&text, texts[i / 2]);
        editor_text_put(&text, i % 2 ? "</mesh>" : "");
        assert_false(text.failed);
        editor_importer importer = {.size = text.size, .level = editor_level_create()};
        importer.bytes = (uint8_t *)editor_text_take(&text);
        const clock_t begin = clock();
        assert_true(assimp_split_volumes(&importer));
        if ((double)(clock() - begin) / CLOCKS_PER_SEC > SECONDS)
            fail_msg("%s takes too long", texts[i / 2]);
        free(importer.bytes);
        editor_import_free_tallies(&importer);
        editor_level_destroy(importer.level);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_volumes),       cmocka_unit_test(test_colors),
                                       cmocka_unit_test(test_colors_beside), cmocka_unit_test(test_instances),
                                       cmocka_unit_test(test_empty),         cmocka_unit_test(test_bad_triangles),
                                       cmocka_unit_test(test_many_small),    cmocka_unit_test(test_bound),
                                       cmocka_unit_test(test_large),         cmocka_unit_test(test_endless)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
