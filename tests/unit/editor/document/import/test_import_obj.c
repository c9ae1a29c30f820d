// OBJ files: what is read, kept, warned of and refused.
#include "document/file/level_file.h"
#include "effort.h"
#include "model_file.h"

#include <malloc.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>

#define FILE_NAME "test_import_obj.obj"
#define LEVEL_NAME "test_import_obj.vkpick"
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

// Each `o` begins an object, as in Blender, and a `g` only where its name is another.
static void test_objects_of_one_name(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t objects;
    } rows[] = {{SQUARE "o box\nf 1 2 3\no box\nf 1 3 4\n", 2},
                {SQUARE "g box\nf 1 2 3\ng box\nf 1 3 4\n", 1},
                {SQUARE "o box\ng box\nf 1 2 3\nusemtl red\ng box\nf 1 3 4\n", 1},
                {SQUARE "g box\no box\nf 1 2 3\no box\ng box\nf 1 3 4\n", 2},
                {SQUARE "o box\no box\nf 1 2 3\nf 1 3 4\no box\n", 1}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        editor_level *level = must_import(FILE_NAME, rows[i].text);
        assert_int_equal(level->object_count, rows[i].objects);
        for (uint32_t k = 0; k < level->object_count; k++) {
            assert_string_equal(level->objects[k].name, "box");
            assert_int_equal(level->meshes[level->objects[k].mesh].index_count, 6 / rows[i].objects);
        }
        editor_level_destroy(level);
    }
}

// Names of joined lines; and where what follows them stands.
static void test_joined_names(void **state)
{
    (void)state;
    editor_level *level =
        must_import(FILE_NAME, SQUARE "o first\\\n  one\nusemtl\\\nred\\\nhot \nf 1 2 3\ng\\\n\nf 1 2 3\n"
                                      "o last\\1\\ \r\n\\\r\n2\\\n\nusemtl red hot\nf 1 3 4\no C:\\a\\");
    assert_int_equal(level->object_count, 3);
    assert_string_equal(level->objects[0].name, "first one");
    assert_string_equal(level->objects[1].name, "default");
    assert_string_equal(level->objects[2].name, "last\\1  2");
    assert_int_equal(level->material_count, 1);
    assert_string_equal(level->materials[0].name, "red hot");
    editor_level_destroy(level);
    must_refuse(FILE_NAME, SQUARE "o first\\\none\nf 1 2 9\n", "line 7, column 7: vertex 9 is out of range");
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
    must_refuse(FILE_NAME, "v 0 0 \\\n0\nv 1 0 0\nv 1 1 0\nf 1 2 \\\n9\nf 1 2 3\n", "line 6, column 1: vertex 9");
    must_refuse(FILE_NAME, "v +1 0 0\nv 1 0 0\nv 1 1 0\nf +1 2 x\n", "line 4, column 8: \"x");
    must_refuse(FILE_NAME, "v +-1 0 0\nv 1 0 0\nv 1 1 0\nf +1 2 3\n", "line 1, column 3: \"+-1");
    editor_level *level = must_import(FILE_NAME, SQUARE "deg 3\ncurv 0 1 1 2 3 4\nend\nf 1 2 3 4\n");
    assert_int_equal(level->warning_count, 1);
    assert_string_equal(level->warnings[0], "line 6: curves and surfaces are not drawn");
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
        {SQUARE "f 1 2 5\n", "line 5, column 7: vertex 5 is out of range: there are 4"},
        {SQUARE "f 0 1 2\n", "line 5, column 3: vertex 0 is out of range: the first is 1"},
        {SQUARE "f -5 1 2\n", "line 5, column 3: vertex -5 is out of range: there are 4 before it, which are -4 to -1"},
        {"f -1 1 2\n" SQUARE, "line 1, column 3: vertex -1 is out of range: there is none before it"},
        {"v 0 0 0\nv 1 0 0\nf -1 -2 -3\nv 1 1 1\n", "line 3, column 9: vertex -3 is out of range: there are 2 before"},
        {SQUARE "f 1 2 99999999999999999999999\n",
         "line 5, column 7: vertex 99999999999999999999 is out of range: there are"},
        {SQUARE "f 1 2 4294967297\n", "vertex 4294967297 is out of range: there are 4"},
        {"f 1 2 4294967297\n" SQUARE, "line 1, column 7: vertex 4294967297 is out of range: there are 4"},
        {SQUARE "l 1 2147483649\n", "line 5, column 5: vertex 2147483649 is out of range: there are 4"},
        {SQUARE "p 0\n", "line 5, column 3: vertex 0 is out of range: the first is 1"},
        {SQUARE "f 1 2 3\n# c\nf 4 3 9\nf 8 2 1\n", "line 7, column 7: vertex 9"}, // the first of two
        {SQUARE "vt 0 0\nf 1/1 2/2 3/1\n", "line 6, column 9: texture coordinate 2 is out of range: there are 1"},
        {SQUARE "f 1/-1 2/-1 3/-1\nvt 0 0\n", "line 5, column 5: texture coordinate -1 is out of range: there is none"},
        {SQUARE "vt 0 0\nf 1/0 2/0 3/0\n", "line 6, column 5: texture coordinate 0"},
        {SQUARE "vn 0 0 1\nf 1//1 2//1 3//9\n", "line 6, column 16: normal 9"},
        {SQUARE "l 1 5\n", "line 5, column 5: vertex 5"},
        {SQUARE "p 5\n", "line 5, column 3: vertex 5"},
        {SQUARE "f 1 2", "line 5, column 6: a face has 2 corners; it takes 3 or more; truncated?"},
        {SQUARE "f 1 2 9\nf 1 2\n", "line 5, column 7: vertex 9"},
        {SQUARE "f 1 9\nf 1 2 3\n", "line 5, column 5: vertex 9"},
        {SQUARE "f a b c\n", "line 5, column 3: \"a\" is not the number of a vertex"},
        {SQUARE "f 1/x 2 3\n", "line 5, column 5: \"x\" is not the number of a texture coordinate"},
        {SQUARE "f 1//x 2 3\n", "line 5, column 6: \"x\" is not the number of a normal"},
        {SQUARE "f 1 2 3x\n", "line 5, column 8: \"x\" follows the numbers of a corner"},
        {SQUARE "f 1/1/1/1 2 3\n", "\"/1\" follows the numbers of a corner"},
        {"v 0 0 nan\nv 1 0 0\nv 1 1 0\nf 1 2 3\n", "line 1, column 7: \"nan\" is a number that is not finite"},
        {"v 0 0 -inf\n", "line 1, column 7: \"-inf\" is a number that is not finite"},
        {"v 0 0 1e99\nv 1 0 0\nv 1 1 0\nf 1 2 3\n", "line 1, column 7: \"1e99\" is a number that is not finite"},
        {"v 1 1 1 0\n", "line 1, column 10: the vertex divided by its fourth number is not finite"},
        {"v 0 0 0\nv 1 0\n", "line 2, column 6: v takes 3 numbers, not 2"},
        {"v\n", "line 1, column 2: v takes 3 numbers, not 0"},
        {"v 0 1.#IND 0\n", "line 1, column 5: \"1.#IND\" is a number that is not finite"},
        {"v 0 1#IND 0\n", "line 1, column 6: v takes 3 numbers, not 2"}, // a comment
        {SQUARE "vn 0 nothing 1\n", "line 5, column 6: \"nothing\" is not a number"},
        {SQUARE "vt\n", "line 5, column 3: vt takes 1 number, not 0"},
        {SQUARE "vn 1 2\n", "line 5, column 7: vn takes 3 numbers, not 2"},
        {"v 0 0 zero\n", "line 1, column 7: \"zero\" is not a number"},
        {"v 0 0 0x10\n", "line 1, column 7: \"0x10\" is not a number"},
        {"v 0 0 1.2.3\n", "line 1, column 7: \"1.2.3\" is not a number"},
        {"v 0 0 3.1+e2\n", "line 1, column 7: \"3.1+e2\" is not a number"},
        {"v 0 0 .\n", "line 1, column 7: \".\" is not a number"},
        {"v 0 0 0\r\nv 1 1\r\n", "line 2, column 6"},
        {"v 0 0 0\rv 1 1\r", "line 2, column 6"},
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

// ZBrush ends its files with a zero.
static void test_zero_at_end(void **state)
{
    (void)state;
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n\n\0\r\n";
    for (size_t left = 0; left < 3; left++) {
        editor_error error;
        write_model(FILE_NAME, text, sizeof(text) - 1 - left);
        editor_level *level = editor_import(FILE_NAME, NULL, NULL, &error);
        assert_non_null(level);
        assert_int_equal(editor_level_count(level).triangles, 1);
        assert_int_equal(level->warning_count, 0);
        editor_level_destroy(level);
    }
    remove(FILE_NAME);
}

// Exporters write what they divided by zero. Positions are needed; the rest is not.
static void test_not_finite(void **state)
{
    (void)state;
    editor_level *level = must_import(FILE_NAME, SQUARE "vt nan 1\nvt 0.5 1e39\nvt 1.#IND -1.#INF\n"
                                                        "vn -nan(ind) 0 1\nvn 0 0 1\n"
                                                        "f 1/1/1 2/2/2 3/3/2\n");
    assert_int_equal(level->warning_count, 1);
    assert_string_equal(level->warnings[0],
                        "line 5 and 4 more: texture coordinates, normals or colors that are not finite; read as 0");
    const editor_mesh *mesh = &level->meshes[0];
    assert_int_equal(mesh->index_count, 3);
    static const float uvs[6] = {0, 0, 0.5f, 1, 0, 1}, normals[9] = {0, 0, 1, 0, 0, 1, 0, 0, 1};
    assert_memory_equal(mesh->uvs, uvs, sizeof(uvs));
    assert_memory_equal(mesh->normals, normals, sizeof(normals));
    editor_level_destroy(level);
}

static void test_colors_not_finite(void **state)
{
    (void)state;
    editor_level *level = must_import(FILE_NAME, "v 0 0 0 1 nan 0.5\nv 1 0 0 inf 1 1\nv 1 1 0 1 1 1\nf 1 2 3\n");
    static const float colors[12] = {1, 0, 0.21404114f, 1, 0, 1, 1, 1, 1, 1, 1, 1};
    assert_int_equal(level->warning_count, 1);
    assert_non_null(strstr(level->warnings[0], "line 1 and 1 more: "));
    assert_memory_equal(level->meshes[0].colors, colors, sizeof(colors));
    editor_level_destroy(level);
}

// Elements of too few corners are left out, wherever they stand; what else begins there does so all the same.
static void test_few_corners(void **state)
{
    (void)state;
    editor_level *level = must_import(FILE_NAME, SQUARE "f 1 2\nf 1 2 3\nf 4\no other\nf 2 3\nusemtl red\nf 2 3 4\n"
                                                        "f\nl 1\no third\nf 1 2\n");
    assert_int_equal(level->warning_count, 1);
    assert_string_equal(level->warnings[0], "line 5 and 5 more: faces or lines of too few corners; left out");
    static const uint32_t first[3] = {0, 1, 2};
    const editor_mesh *one = &level->meshes[0], *two = &level->meshes[1];
    assert_int_equal(level->mesh_count, 2);
    assert_int_equal(one->index_count, 3);
    assert_memory_equal(one->indices, first, sizeof(first));
    assert_int_equal(two->index_count, 3);
    assert_true(two->positions[0] == 1 && two->positions[1] == 0); // its first corner is vertex 2
    editor_level_destroy(level);
    // Without another element the file is refused, and its vertices are no cloud.
    must_refuse(FILE_NAME, SQUARE "f 1\nl 4\nf 1 2\n",
                "line 5: too few corners, as in every face and line of the file");
    level = must_import(FILE_NAME, SQUARE "f 1 2\np 3\n");
    assert_int_equal(level->meshes[0].vertex_count, 1);
    editor_level_destroy(level);
}

static const editor_mesh *mesh_of(const editor_level *level, const char *name)
{
    const uint32_t object = editor_level_find(level, name, EDITOR_NONE);
    assert_int_not_equal(object, EDITOR_NONE);
    assert_int_not_equal(level->objects[object].mesh, EDITOR_NONE);
    return &level->meshes[level->objects[object].mesh];
}

// Corners that name the same share a vertex; others do not.
static void test_shared_vertices(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t vertices, triangles;
    } cases[] = {
        {SQUARE "f 1 2 3\nf 1 3 4\n", 4, 2},
        {"v 9 9 9\n" SQUARE "f 2 3 4\nf 2 4 5\n", 4, 2}, // one that nothing uses is not kept
        {SQUARE "vt 0 0\nvt 1 1\nf 1/1 2/1 3/1\nf 1/1 3/1 4/1\n", 4, 2},
        {SQUARE "vt 0 0\nvt 1 1\nf 1/1 2/1 3/1\nf 1/2 3/1 4/1\n", 5, 2},
        {SQUARE "f 1 2 3 4\n", 4, 2},
        {SQUARE "vt 0 0\nvt 1 1\nf 1/1 2/1 3/1\nf 1/2 3/1 4/1\nf 1/1 4/1 2/1\n", 5, 3},
        {SQUARE "vt 0 0\nf 1 2 3/1\nf 1/1 3/1 4/1\n", 5, 2}, // corners before the first texture coordinate
        {SQUARE "vn 0 0 1\nvn 0 1 0\nf 1//1 2//1 3//1\nf 1//2 3//2 4//2\n", 6, 2},
        {SQUARE "vt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1\nf 1/1/1 3/1 4\n", 5, 2},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        editor_level *level = must_import(FILE_NAME, cases[i].text);
        assert_int_equal(level->mesh_count, 1);
        assert_int_equal(level->meshes[0].vertex_count, cases[i].vertices);
        assert_int_equal(level->meshes[0].index_count, 3 * cases[i].triangles);
        const float *p = level->meshes[0].positions;
        const uint32_t *corners = level->meshes[0].indices;
        static const float expected[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
        for (int k = 0; k < 6; k++)
            assert_true(p[3 * corners[k]] == expected[k][0] && p[3 * corners[k] + 1] == expected[k][1]);
        editor_level_destroy(level);
    }
}

// More kinds of corners at one vertex than are compared: all triangles are there, with their own coordinates.
static void test_many_at_one_vertex(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    char *text = malloc(COUNT * 80 + 200);
    assert_non_null(text);
    size_t used = (size_t)sprintf(text, "%s", SQUARE);
    for (int i = 0; i < COUNT; i++)
        used += (size_t)sprintf(text + used, "vt %d 0\nf 1/%d 2/1 3/1\n", i, i + 1);
    editor_level *level = must_import(FILE_NAME, text);
    free(text);
    const editor_mesh *mesh = &level->meshes[0];
    assert_int_equal(mesh->index_count, 3 * COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_true(mesh->uvs[2 * mesh->indices[3 * i]] == (float)i);
        assert_true(mesh->uvs[2 * mesh->indices[3 * i + 1]] == 0);
    }
    editor_level_destroy(level);
}

// Triangles after faces of other sizes, of several objects and materials, keep the order of the file.
static void test_polygons_and_submeshes(void **state)
{
    (void)state;
    editor_level *level = must_import(FILE_NAME, SQUARE "v 0.5 0.25 0\n"
                                                        "f 1 2 3\nf 1 2 5 4\nusemtl a\nf 1 2 3 4\nf 2 3 4\n"
                                                        "usemtl b\nusemtl a\nf 1 2 4\ng second one \nf 4 3 2 1\n"
                                                        "o third\nusemtl (nothing)\no last\nf 1 2 3 4 5\n");
    assert_int_equal(level->object_count, 3); // the third has nothing
    const editor_mesh *mesh = mesh_of(level, "default");
    assert_int_equal(mesh->index_count, 3 * 7);
    assert_int_equal(mesh->submesh_count, 2);
    assert_int_equal(mesh->submeshes[0].triangle_count, 3);
    assert_int_equal(mesh->submeshes[1].first_triangle, 3);
    assert_int_equal(mesh->submeshes[1].triangle_count, 4);
    assert_string_equal(level->materials[mesh->submeshes[0].material].name, "DefaultMaterial");
    assert_string_equal(level->materials[mesh->submeshes[1].material].name, "a");
    const pick_ray ray = {{0.5, 0.2, 5}, {0, 0, -1}, 0, (double)INFINITY};
    pick_hit hit;
    assert_true(pick_closest(level->scene, &ray, NULL, &hit));
    const editor_mesh *second = mesh_of(level, "second one");
    assert_int_equal(second->index_count, 6);
    assert_int_equal(second->vertex_count, 4);
    assert_string_equal(level->materials[second->submeshes[0].material].name, "a");
    const editor_mesh *last = mesh_of(level, "last");
    assert_int_equal(last->index_count, 9);
    assert_string_equal(level->materials[last->submeshes[0].material].name, "(nothing)");
    editor_level_destroy(level);
}

// The time that large faces take is bounded: beyond it they become fans.
static void test_large_faces(void **state)
{
    (void)state;
    static const struct {
        int faces, corners;
    } rows[] = {{1, 65536}, {4, 4096}, {16, 4096}, {24, 4096}}; // the squares' sum has a bound
    char *text = malloc((size_t)24 * (2 * 4096 + 4) + sizeof(SQUARE));
    assert_non_null(text);
    for (size_t i = 0; i < test_effort(2, sizeof(rows) / sizeof(rows[0])); i++) {
        const int faces = rows[i].faces, corners = rows[i].corners;
        char *at = text + sprintf(text, "%s", SQUARE);
        for (int f = 0; f < faces; f++) {
            *at++ = 'f';
            for (int k = 0; k < corners; k++) {
                *at++ = ' ';
                *at++ = (char)('1' + k % 3);
            }
            *at++ = '\n';
        }
        *at = '\0';
        editor_level *level = must_import(FILE_NAME, text);
        assert_int_equal(level->warning_count, i % 3 == 0);
        if (i % 3 == 0)
            assert_string_equal(level->warnings[0],
                                "mesh \"default\": too many large faces; split as if they were convex");
        assert_int_equal(editor_level_count(level).triangles, (corners - 2) * faces);
        editor_level_destroy(level);
    }
    free(text);
}

static void test_vertex_numbers(void **state)
{
    (void)state;
    // Six numbers: with a colour. Four: with a divisor. Before the first colour, white.
    editor_level *level =
        must_import(FILE_NAME, "v 2 4 6 2\nv 1 0 0 0.25 0.5 1\nv 0 1 0\nv 5 5 5 1 0 0\nf 1 2 3\nf 2 3 4\n");
    const editor_mesh *mesh = &level->meshes[0];
    assert_int_equal(mesh->vertex_count, 4);
    assert_true(mesh->positions[0] == 1 && mesh->positions[1] == 2 && mesh->positions[2] == 3);
    static const float colors[16] = {1, 1, 1, 1, 0.05087609f, 0.21404114f, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1};
    assert_non_null(mesh->colors);
    assert_memory_equal(mesh->colors, colors, sizeof(colors));
    editor_level_destroy(level);
    // The same through vertices that are made anew.
    level = must_import(FILE_NAME, "v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nvt 0.25\nvt 0.5 0.75 0.9\n"
                                   "f 3/1 1/2 2\n");
    mesh = &level->meshes[0];
    static const float turned[12] = {0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1};
    assert_memory_equal(mesh->colors, turned, sizeof(turned));
    assert_true(mesh->uvs[0] == 0.25f && mesh->uvs[1] == 1 && mesh->uvs[2] == 0.5f && mesh->uvs[3] == 0.25f);
    editor_level_destroy(level);
}

// Normals that some corners lack are those of the surface.
static void test_missing_normals(void **state)
{
    (void)state;
    editor_level *level = must_import(FILE_NAME, SQUARE "vn 1 0 0\nf 1//1 2//1 3//1\nf 1 3 4\n");
    const editor_mesh *mesh = &level->meshes[0];
    assert_int_equal(mesh->vertex_count, 6);
    assert_true(mesh->normals[0] == 1 && mesh->normals[3 * 3 + 2] == 1);
    editor_level_destroy(level);
}

static void test_lines_and_points(void **state)
{
    (void)state;
    editor_level *level = must_import(FILE_NAME, SQUARE "o thing\nf 1 2 3\nl 1 2 3/9\nl -1 -2\np 1 4\np 2\n"
                                                        "o wire\nl 4 1\n");
    assert_int_equal(level->warning_count, 0);
    assert_int_equal(level->object_count, 4);
    const editor_level_counts counts = editor_level_count(level);
    assert_int_equal(counts.triangles, 1);
    assert_int_equal(counts.segments, 4);
    assert_int_equal(counts.points, 3);
    const editor_mesh *lines = mesh_of(level, "thing lines");
    assert_int_equal(lines->form, EDITOR_FORM_LINES);
    assert_int_equal(lines->line_count, 2);
    assert_true(lines->line_counts[0] == 3 && lines->line_counts[1] == 2);
    static const float at[15] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0};
    assert_memory_equal(lines->positions, at, sizeof(at));
    const editor_mesh *points = mesh_of(level, "thing points");
    assert_int_equal(points->form, EDITOR_FORM_POINTS);
    assert_int_equal(points->vertex_count, 3);
    assert_int_equal(mesh_of(level, "wire")->line_count, 1);
    editor_level_destroy(level);
    // Vertices alone are a cloud.
    level = must_import(FILE_NAME, "v 0 0 0 1 0 0\nvn 0 0 1\nv 1 0 0 0 1 0\n");
    assert_int_equal(editor_level_count(level).points, 2);
    assert_true(level->meshes[0].colors[4] == 0 && level->meshes[0].colors[5] == 1);
    editor_level_destroy(level);
}

static void test_unknown_words(void **state)
{
    (void)state;
    editor_level *level = must_import(FILE_NAME, SQUARE "s 1\nmg 1 2\nbogus 1 \\\n2 3\nf 1 2 3\nother\ncall x.obj\n");
    assert_int_equal(level->warning_count, 2);
    assert_string_equal(level->warnings[0], "line 11: files that it calls are not read");
    assert_string_equal(level->warnings[1], "line 7 and 1 more: \"bogus\" is no keyword of OBJ files; passed over");
    editor_level_destroy(level);
    // A backslash at the end of a comment joins nothing.
    level = must_import(FILE_NAME, "# C:\\models\\\n" SQUARE "fo 1 2 3 4 # C:\\\nf 1 2 3\n");
    assert_int_equal(level->warning_count, 0);
    assert_int_equal(editor_level_count(level).triangles, 3);
    editor_level_destroy(level);
}

// --- Material libraries ---

#define FOLDER "test_import_obj_folder"
#define OBJ_PATH FOLDER "/model.obj"

static editor_level *import_with(const char *lines)
{
    char text[1000];
    snprintf(text, sizeof(text), "%s%s", SQUARE, lines);
    return must_import(OBJ_PATH, text);
}

static const editor_material *material_of(const editor_level *level, const char *name)
{
    for (uint32_t i = 0; i < level->material_count; i++) {
        if (strcmp(level->materials[i].name, name) == 0)
            return &level->materials[i];
    }
    print_error("no material %s\n", name);
    fail();
    return NULL;
}

static void test_libraries(void **state)
{
    (void)state;
    mkdir(FOLDER, 0700);
    static const char red[] = "newmtl red\nKd 1 0 0\n", blue[] = "\xef\xbb\xbfnewmtl blue\r\n\tkd 0 0 1\r\n";
    write_model(FOLDER "/red.mtl", red, sizeof(red) - 1);
    write_model(FOLDER "/my blue.mtl", blue, sizeof(blue) - 1);
    static const struct {
        const char *lines, *warning;
        bool red, blue;
    } cases[] = {
        {"mtllib red.mtl\n", NULL, true, false},
        {"mtllib  my blue.mtl \n", NULL, false, true},              // a name with blanks
        {"mtllib red.mtl\nmtllib my blue.mtl\n", NULL, true, true}, // several lines
        {"mtllib red.mtl red.mtl\n", NULL, true, false},            // several names
        {"mtllib red.mtl gone.mtl\n", "\"gone.mtl\": no such file; read without it", true, false},
        {"mtllib C:\\my work\\my blue.mtl\n", NULL, false, true},
        {"mtllib no such.mtl\n", "\"no such.mtl\": no such file; read without it", false, false},
        {"mtllib C:\\work\\red.mtl\n", NULL, true, false}, // of another machine
        {"mtllib gone.mtl\n", "\"gone.mtl\": no such file; read without it", false, false},
        {"mtllib gone.mtl\nmtllib lost.mtl\n", "\"gone.mtl\" and 1 more: no such file; read without it", false, false},
        {"mtllib\n", NULL, false, false},
        {"mtllib red.mtl\\\nmy blue.mtl\n", "\"my\" and 1 more: no such file; read without it", true, false},
        {"mtllib \\ \r\n  my\\\n\tblue.mtl\\\n\n", NULL, false, true}, // one name, of joined lines
        {"mtllib red.mtl \\\nred.mtl\n", NULL, true, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char lines[300];
        snprintf(lines, sizeof(lines), "%susemtl red\nf 1 2 3\nusemtl blue\nf 1 3 4\n", cases[i].lines);
        editor_level *level = import_with(lines);
        const bool lacks_one = cases[i].red != cases[i].blue; // where there is a library
        assert_int_equal(level->warning_count, (cases[i].warning != NULL) + lacks_one);
        if (cases[i].warning)
            assert_string_equal(level->warnings[0], cases[i].warning);
        if (lacks_one)
            assert_string_equal(level->warnings[level->warning_count - 1],
                                cases[i].red ? "material \"blue\": in no material library; drawn grey"
                                             : "material \"red\": in no material library; drawn grey");
        assert_int_equal(level->material_count, 2);
        assert_true(material_of(level, "red")->base_color[1] == (cases[i].red ? 0 : 0.6f));
        assert_true(material_of(level, "blue")->base_color[1] == (cases[i].blue ? 0 : 0.6f));
        const editor_submesh *submeshes = level->meshes[0].submeshes;
        assert_string_equal(level->materials[submeshes[0].material].name, "red");
        assert_string_equal(level->materials[submeshes[1].material].name, "blue");
        editor_level_destroy(level);
    }
    // The one that has the model's name stands in for one that is not there.
    write_model(FOLDER "/model.mtl", red, sizeof(red) - 1);
    editor_level *level = import_with("mtllib gone.mtl\nusemtl red\nf 1 2 3\n");
    assert_int_equal(level->warning_count, 0);
    assert_true(material_of(level, "red")->base_color[1] == 0);
    editor_level_destroy(level);
    remove(FOLDER "/model.mtl");
    remove(FOLDER "/red.mtl");
    remove(FOLDER "/my blue.mtl");
    remove(FOLDER);
}

static bool decode_nothing(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    (void)user, (void)bytes, (void)size, (void)error;
    *out = (editor_image){.width = 1, .height = 1, .rgba = calloc(4, 1)};
    return out->rgba != NULL;
}

// A picture as wide as its file has bytes.
static bool decode_size(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    (void)user, (void)bytes, (void)error;
    *out = (editor_image){.width = (uint32_t)size, .height = 1, .rgba = calloc(size, 4)};
    return out->rgba != NULL;
}

static void test_materials(void **state)
{
    (void)state;
    mkdir(FOLDER, 0700);
    static const char library[] =
        "Kd 1 1 1\n" // before the first material
        "newmtl plain\nKd 0.1 .2 3e-1\nKe 0 2 0\nd 0.5\nPr 0.25\nPm 1\n# Kd 1 1 1\n"
        "newmtl grey\nKd 0.5\nTr 0.75\n"
        "newmtl odd\nKd spectral x.rfl\nKe -1 0 nan\nd 0\nPr 9\nPm x\n"
        "newmtl halo\nd -halo 0.25\n"
        "newmtl plain\nKd 0 0 0\n" // the first definition counts
        "newmtl maps\nmap_Kd -s 2 4 1 -o 0.5 0.25 -clamp on -blendu off -mm 0 1 a b.png\nnorm n.png\n"
        "map_Ke \"e.png\"\nmap_Ks s.png\nmap_d d.png\nbump -bm 0.5 h.png\n";
    write_model(FOLDER "/m.mtl", library, sizeof(library) - 1);
    write_model(FOLDER "/a b.png", "x", 1);
    write_model(FOLDER "/n.png", "xy", 2);
    write_model(FOLDER "/e.png", "xyz", 3);
    write_model(OBJ_PATH, "mtllib m.mtl\n" SQUARE "usemtl maps\nf 1 2 3 4\n",
                strlen("mtllib m.mtl\n" SQUARE "usemtl maps\nf 1 2 3 4\n"));
    editor_error error;
    editor_level *level = editor_import(OBJ_PATH, decode_nothing, NULL, &error);
    assert_non_null(level);
    assert_int_equal(level->material_count, 5);
    const editor_material *plain = material_of(level, "plain");
    assert_true(plain->base_color[0] == 0.1f && plain->base_color[1] == 0.2f && plain->base_color[2] == 0.3f);
    assert_true(plain->base_color[3] == 0.5f && plain->alpha_mode == EDITOR_ALPHA_BLEND);
    assert_true(plain->emissive[1] == 2 && plain->roughness == 0.25f && plain->metallic == 1 && plain->double_sided);
    const editor_material *grey = material_of(level, "grey");
    assert_true(grey->base_color[0] == 0.5f && grey->base_color[2] == 0.5f && grey->base_color[3] == 0.25f);
    const editor_material *odd = material_of(level, "odd");
    assert_true(odd->base_color[0] == 0.6f && odd->base_color[3] == 1 && odd->alpha_mode == EDITOR_ALPHA_OPAQUE);
    assert_true(odd->emissive[0] == 0 && odd->roughness == 0.8f && odd->metallic == 0);
    assert_true(material_of(level, "halo")->base_color[3] == 0.25f);
    const editor_material *maps = material_of(level, "maps");
    assert_string_equal(level->images[maps->base_color_image].name, "a b.png");
    assert_string_equal(level->images[maps->maps[EDITOR_MAP_NORMAL].image].name, "n.png");
    assert_string_equal(level->images[maps->maps[EDITOR_MAP_EMISSIVE].image].name, "e.png");
    assert_true(maps->emissive[0] == 1);
    assert_true(maps->wrap_u == EDITOR_WRAP_CLAMP && maps->maps[EDITOR_MAP_NORMAL].wrap_u == EDITOR_WRAP_REPEAT);
    static const float rows[6] = {2, 0, 0.5f, 0, 4, 1 - 4 - 0.25f};
    assert_memory_equal(maps->uv_transform, rows, sizeof(rows));
    assert_int_equal(level->warning_count, 3);
    assert_string_equal(level->warnings[0], "material \"maps\": specular maps are not drawn");
    editor_level_destroy(level);
    static const char *const names[] = {"/m.mtl", "/a b.png", "/n.png", "/e.png", "/model.obj"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char path[100];
        snprintf(path, sizeof(path), "%s%s", FOLDER, names[i]);
        remove(path);
    }
    remove(FOLDER);
}

// A library's pictures lie beside it, or beside the model.
static void test_pictures_of_a_library_elsewhere(void **state)
{
    (void)state;
    mkdir(FOLDER, 0700);
    mkdir(FOLDER "/mtl", 0700);
    static const char text[] = "mtllib mtl/m.mtl\nmtllib own.mtl\n" SQUARE "usemtl a\nf 1 2 3 4\n";
    static const char library[] = "newmtl a\nmap_Kd t.png\nnewmtl b\nmap_Kd mtl/t.png\nnewmtl c\nmap_Kd C:\\x\\t.png\n"
                                  "newmtl d\nmap_Kd u.png\nnewmtl e\nmap_Kd gone.png\n",
                      own[] = "newmtl f\nmap_Kd t.png\n";
    write_model(OBJ_PATH, text, sizeof(text) - 1);
    write_model(FOLDER "/mtl/m.mtl", library, sizeof(library) - 1);
    write_model(FOLDER "/own.mtl", own, sizeof(own) - 1);
    write_model(FOLDER "/mtl/t.png", "xy", 2);
    write_model(FOLDER "/t.png", "x", 1);
    write_model(FOLDER "/u.png", "xyz", 3);
    editor_error error;
    editor_level *level = editor_import(OBJ_PATH, decode_size, NULL, &error);
    assert_non_null(level);
    static const uint32_t sizes[] = {2, 2, 2, 3, 0, 1}; // of the picture of each material; 0: none
    for (int i = 0; i < 6; i++) {
        const char name[2] = {(char)('a' + i), 0};
        const uint32_t image = material_of(level, name)->base_color_image;
        assert_int_equal(image == EDITOR_NONE ? 0 : level->images[image].width, sizes[i]);
    }
    assert_int_equal(level->warning_count, 1);
    assert_string_equal(level->warnings[0], "texture \"gone.png\": no such file; drawn without it");
    editor_level_destroy(level);
    assert_int_equal(system("rm -r " FOLDER), 0);
}

// Whatever a file names its objects, the level can be saved and read again.
static void test_names(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"caf\xc3\xa9 \xe2\x9d\xa4 \xf0\x9f\x9a\xa2", "caf\xc3\xa9 \xe2\x9d\xa4 \xf0\x9f\x9a\xa2"},
        {"caf\xe9", "caf?"},
        {"a\x01"
         "b\x1b[31m\x7f\xf0\x9f\x9a\xa2",
         "a b [31m \xf0\x9f\x9a\xa2"},
        {"\xc3\x28 \xed\xa0\x80 \xf0\x9f\x9a", "?( ??? ???"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        editor_text text = {0}, saved = {0};
        editor_error error = {""};
        editor_text_format(&text, SQUARE "o %s\nf 1 2 3\n", rows[i][0]);
        write_model(FILE_NAME, text.data, text.size);
        editor_level *level = editor_import(FILE_NAME, NULL, NULL, &error);
        assert_non_null(level);
        assert_string_equal(level->objects[0].name, rows[i][1]);
        assert_true(editor_level_write(level, LEVEL_NAME, &saved, &error));
        write_model(LEVEL_NAME, saved.data, saved.size);
        editor_level *again = editor_level_read(LEVEL_NAME, NULL, NULL, NULL, &error);
        if (!again)
            fail_msg("%s", error.text);
        assert_string_equal(again->objects[0].name, rows[i][1]);
        editor_level_destroy(again);
        editor_level_destroy(level);
        editor_text_free(&text);
        editor_text_free(&saved);
    }
    remove(FILE_NAME);
    remove(LEVEL_NAME);
}

static void test_cancelled(void **state)
{
    (void)state;
    write_model(FILE_NAME, SQUARE "f 1 2 3\n", strlen(SQUARE "f 1 2 3\n"));
    editor_progress progress = {0};
    editor_progress_cancel(&progress);
    editor_import_options options = EDITOR_IMPORT_OPTIONS_DEFAULT;
    options.progress = &progress;
    editor_error error;
    assert_null(editor_import_as(FILE_NAME, &options, NULL, NULL, &error));
    assert_non_null(strstr(error.text, "cancelled"));
    remove(FILE_NAME);
}

// A file may have hundreds of thousands of objects: what each keeps has no room to grow.
static void test_names_take_their_own_size(void **state)
{
    (void)state;
    editor_level *level =
        must_import(FILE_NAME, "v 0 0 0\nv 1 0 0\nv 0 1 0\no first\nf 1 2 3\no second\nf 1 2 3\nl 1 2\n");
    assert_int_equal(level->mesh_count, 3);
    assert_string_equal(level->meshes[2].name, "second lines");
    for (uint32_t i = 0; i < level->mesh_count; i++)
        assert_true(malloc_usable_size(level->meshes[i].name) < 64);
    editor_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_square),
        cmocka_unit_test(test_objects_and_relative_indices),
        cmocka_unit_test(test_objects_of_one_name),
        cmocka_unit_test(test_joined_names),
        cmocka_unit_test(test_missing_normals_and_materials),
        cmocka_unit_test(test_unusual_text),
        cmocka_unit_test(test_utf16),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_zero_at_end),
        cmocka_unit_test(test_not_finite),
        cmocka_unit_test(test_colors_not_finite),
        cmocka_unit_test(test_few_corners),
        cmocka_unit_test(test_shared_vertices),
        cmocka_unit_test(test_many_at_one_vertex),
        cmocka_unit_test(test_polygons_and_submeshes),
        cmocka_unit_test(test_large_faces),
        cmocka_unit_test(test_vertex_numbers),
        cmocka_unit_test(test_missing_normals),
        cmocka_unit_test(test_lines_and_points),
        cmocka_unit_test(test_unknown_words),
        cmocka_unit_test(test_libraries),
        cmocka_unit_test(test_materials),
        cmocka_unit_test(test_pictures_of_a_library_elsewhere),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_names_take_their_own_size),
        cmocka_unit_test(test_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
