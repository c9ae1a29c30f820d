// OBJ files: what is refused before Assimp reads them, and what the import keeps.
#include "model_file.h"

#include <math.h>

#define FILE_NAME "test_import_obj.obj"
#define SQUARE "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

static void test_square(void **state)
{
    (void)state;
    editor_level *level =
        must_import(FILE_NAME, SQUARE "vt 0 0\nvt 1 0\nvt 1 0.75\nvt 0 1\no quad\nf 1/1 2/2 3/3 4/4\n");
    assert_int_equal(level->object_count, 1);
    assert_string_equal(level->objects[0].name, "quad");
    assert_int_equal(editor_level_count(level).triangles, 2);
    const editor_mesh *mesh = &level->meshes[0];
    assert_non_null(mesh->uvs);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) { // v points down
        if (mesh->positions[3 * i] == 1 && mesh->positions[3 * i + 1] == 1)
            assert_true(mesh->uvs[2 * i] == 1 && mesh->uvs[2 * i + 1] == 0.25f);
    }
    // No notion of sides: both are drawn and picked.
    const pick_ray ray = {{0.6, 0.3, -5}, {0, 0, 1}, 0, (double)INFINITY};
    pick_hit hit;
    assert_true(pick_closest(level->scene, &ray, NULL, &hit));
    assert_true(hit.backface);
    editor_level_destroy(level);
}

static void test_objects_and_relative_indices(void **state)
{
    (void)state;
    editor_level *level = must_import(FILE_NAME, SQUARE "o first\nf -4 -3 -2\no second\nf 1 3 \\\n4\nv 9 9 9\n");
    assert_int_equal(editor_level_count(level).objects, 2);
    assert_int_not_equal(editor_level_find(level, "first", EDITOR_NONE), EDITOR_NONE);
    assert_int_not_equal(editor_level_find(level, "second", EDITOR_NONE), EDITOR_NONE);
    assert_int_equal(editor_level_count(level).triangles, 2);
    editor_level_destroy(level);
}

static void test_missing_normals_and_materials(void **state)
{
    (void)state;
    // Normals that the file names and never gives, and a material file that is not there.
    editor_level *level = must_import(FILE_NAME, "mtllib gone.mtl\n" SQUARE "usemtl none\nf 1//1 2//2 3//3\n");
    assert_int_equal(editor_level_count(level).triangles, 1);
    editor_level_destroy(level);
}

// Text that few readers take: the same square as in plain words.
static void test_unusual_text(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "v +0 0 0\nv +1e+0 0. 0\nv 1. 1 -.0\nv .0 +1 0\nf 1 2 3 4\n", // signs and points
        SQUARE "f +1 02 003 0004\n",
        SQUARE "f 1/ 2/ 3// 4/\n",
        SQUARE "f 1 2 3 4 # a comment\n",
        SQUARE "f 1 2 3 4  \t \n",
        "v 0 0 \\\n0\nv 1 0 \\ \r\n0\nv 1 1 0\nv 0 1 0\nf 1 2 \\\n3 \\\n4\n", // joined lines
        "\xef\xbb\xbf" SQUARE "f 1 2 3 4\n",
        "v 0 0 0\rv 1 0 0\rv 1 1 0\rv 0 1 0\rf 1 2 3 4\r",
        SQUARE "vn 0 0 +1\nf 1//01 2//1 3//+1 4//1\n",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        editor_level *level = must_import(FILE_NAME, texts[i]);
        assert_int_equal(level->warning_count, 0);
        assert_int_equal(editor_level_count(level).triangles, 2);
        const pick_aabb box = pick_scene_bounds(level->scene);
        assert_true(box.min.x == 0 && box.max.x == 1 && box.min.y == 0 && box.max.y == 1 && box.max.z == 0);
        editor_level_destroy(level);
    }
    // The number of a line is that of the file.
    must_refuse(FILE_NAME, "v 0 0 \\\n0\nv 1 0 0\nv 1 1 0\nf 1 2 \\\n9\nf 1 2 3\n", "line 5: vertex 9");
    must_refuse(FILE_NAME, "v +1 0 0\nv 1 0 0\nv 1 1 0\nf +1 2 x\n", "line 4: \"x");
    must_refuse(FILE_NAME, "v +-1 0 0\nv 1 0 0\nv 1 1 0\nf +1 2 3\n", "line 1: \"+-1");
    editor_level *level = must_import(FILE_NAME, SQUARE "deg 3\ncurv 0 1 1 2 3 4\nend\nf 1 2 3 4\n");
    assert_int_equal(level->warning_count, 1);
    assert_string_equal(level->warnings[0], "curves and surfaces are not drawn");
    editor_level_destroy(level);
}

// In both byte orders, with a name of one letter that needs a pair.
static void test_utf16(void **state)
{
    (void)state;
    static const char text[] = SQUARE "o A\nf 1 2 3 4\n";
    for (int big = 0; big < 2; big++) {
        uint8_t bytes[400];
        size_t size = 0;
        const uint16_t mark = 0xfeff, pair[2] = {0xd83d, 0xdc31};
        uint16_t units[200];
        size_t count = 0;
        units[count++] = mark;
        for (const char *c = text; *c; c++) {
            if (*c == 'A') {
                units[count++] = pair[0];
                units[count++] = pair[1];
            } else {
                units[count++] = (uint16_t)*c;
            }
        }
        for (size_t i = 0; i < count; i++) {
            bytes[size++] = (uint8_t)(big ? units[i] >> 8 : units[i]);
            bytes[size++] = (uint8_t)(big ? units[i] : units[i] >> 8);
        }
        write_model(FILE_NAME, bytes, size);
        editor_error error;
        editor_level *level = editor_import(FILE_NAME, NULL, NULL, &error);
        remove(FILE_NAME);
        assert_non_null(level);
        assert_string_equal(level->objects[0].name, "\xf0\x9f\x90\xb1");
        assert_int_equal(editor_level_count(level).triangles, 2);
        editor_level_destroy(level);
    }
}

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *text, *cause;
    } cases[] = {
        {"", "empty file"},
        {"just some words\n", "no vertex"},
        {SQUARE "f 1 2 5\n", "line 5: vertex 5 is out of range (there are 4)"},
        {SQUARE "f 0 1 2\n", "line 5: vertex 0"},
        {SQUARE "f -5 1 2\n", "line 5: vertex -5"},
        {"v 0 0 0\nv 1 0 0\nf -1 -2 -3\nv 1 1 1\n", "line 3: vertex -3 is out of range (there are 2)"},
        {SQUARE "vt 0 0\nf 1/1 2/2 3/1\n", "line 6: texture coordinate 2"},
        {SQUARE "vn 0 0 1\nf 1//1 2//1 3//9\n", "line 6: normal 9"},
        {SQUARE "f 1 2\n", "line 5: a face of 2 corners"},
        {SQUARE "f 1 2", "truncated?"},
        {SQUARE "f a b c\n", "line 5: \"a b c"},
        {SQUARE "f 1 2 3x\n", "line 5: \"x"},
        {"v 0 0 nan\nv 1 0 0\nv 1 1 0\nf 1 2 3\n", "line 1: a number that is not finite"},
        {"v 0 0 1e99\nv 1 0 0\nv 1 1 0\nf 1 2 3\n", "line 1: a number that is not finite"},
        {"v 0 0 0\nv 1 0\n", "line 2: 2 numbers, not 3"},
        {"v 0 0 zero\n", "line 1: \"zero"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        must_refuse(FILE_NAME, cases[i].text, cases[i].cause);
    static const char binary[12] = "v 0 0 0\n\0\1\2";
    write_model(FILE_NAME, binary, sizeof(binary));
    editor_error error;
    assert_null(editor_import(FILE_NAME, NULL, NULL, &error));
    assert_non_null(strstr(error.text, "not text, at byte 8"));
    remove(FILE_NAME);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_square),
        cmocka_unit_test(test_objects_and_relative_indices),
        cmocka_unit_test(test_missing_normals_and_materials),
        cmocka_unit_test(test_unusual_text),
        cmocka_unit_test(test_utf16),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
