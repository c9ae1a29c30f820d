// Prefabs within prefabs in files: read in any order, written and read back as the same level; circles and what is too
// large are refused by name; parts of parts follow their models; exports have them all.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include <cmocka.h>

#include "document/export/gltf_export.h"
#include "document/file/clipboard.h"
#include "document/file/document_file.h"
#include "document/file/level_file.h"
#include "document/file/models.h"
#include "document/history/edit.h"
#include "document/import/import.h"
#include "document/level/look.h"
#include "document/level/prefab.h"
#include "edit_fixture.h"
#include "import_model.h"
#include "level_round_trip.h"
#include "system/text.h"
#include "text_file.h"

#define FOLDER "test_prefab_within_file.tmp"
#define LEVEL FOLDER "/a.vkpick"

// The outer ones stand before what is in them. fleet: two ships and a buoy, one ship in a hidden group. ship: a sail of
// a model, painted red, and a hull.
static const char TEXT[] =
    "{\n  \"vkpick_level\": 2,\n"
    "  \"assets\": [{\"id\": 4, \"path\": \"sail.obj\", \"mesh_names\": [\"sail\"], \"mesh_boxes\": [[0, 0, 0, 1, 1, "
    "0]]}],\n"
    "  \"prefabs\": [\n"
    "    {\"id\": 7, \"name\": \"fleet\", \"parts\": [\n"
    "      {\"id\": 1, \"name\": \"first\", \"prefab\": 3, \"position\": [0, 0, 5], \"rank\": 1},\n"
    "      {\"id\": 2, \"name\": \"mirror\", \"prefab\": 3, \"basis\": [-1, 0, 0, 0, 1, 0, 0, 0, 1], \"layers\": 2},\n"
    "      {\"id\": 3, \"name\": \"dock\", \"hidden\": true},\n"
    "      {\"id\": 4, \"name\": \"docked\", \"parent\": 3, \"prefab\": 3},\n"
    "      {\"id\": 5, \"name\": \"buoy\", \"parent\": 1, \"primitive\": {\"shape\": \"sphere\"}, \"position\": [4, 0, "
    "0]}]},\n"
    "    {\"id\": 3, \"name\": \"ship\", \"parts\": [\n"
    "      {\"id\": 1, \"name\": \"sail\", \"asset\": 4, \"mesh\": 0, \"position\": [0, 1, 0],"
    " \"materials\": [{\"slot\": 0, \"base_color\": [1, 0, 0, 1]}]},\n"
    "      {\"id\": 2, \"name\": \"hull\", \"primitive\": {\"shape\": \"cube\"}, \"position\": [2, 0, 0]}]}\n  ],\n"
    "  \"objects\": [\n"
    "    {\"id\": 1, \"name\": \"fleet 01\", \"prefab\": 7, \"position\": [10, 0, 0]},\n"
    "    {\"id\": 2, \"name\": \"ship 01\", \"prefab\": 3}\n  ]\n}\n";

// A triangle with sides of that size, which faces +z.
static void write_sail(double size)
{
    char text[160];
    snprintf(text, sizeof(text), "o sail\nv 0 0 0\nv %g 0 0\nv 0 %g 0\nf 1 2 3\n", size, size);
    write_text(FOLDER "/sail.obj", text);
}

static int set_up(void **state)
{
    (void)state;
    mkdir(FOLDER, 0777);
    write_sail(1);
    write_text(LEVEL, TEXT);
    return 0;
}

static const editor_prefab_content *content_of(const editor_level *level, uint32_t prefab)
{
    return editor_level_content(level, level->prefabs[prefab].mesh);
}

// What a ray down the z axis from above meets there, by name; "" for nothing.
static const char *name_at(const editor_level *level, double x, double y, char *name, size_t size)
{
    const pick_ray ray = {.origin = pick_vec3_make(x, y, 20), .direction = pick_vec3_make(0, 0, -1), .t_max = 100};
    const pick_query query = editor_level_query(level);
    pick_hit hit;
    name[0] = 0;
    if (pick_closest(level->scene, &ray, &query, &hit))
        editor_level_hit_name(level, &hit, name, size);
    return name;
}

static void test_read(void **state)
{
    (void)state;
    editor_level *level = level_must_read(LEVEL);
    char name[EDITOR_PART_NAME];
    assert_int_equal(level->warning_count, 0);
    assert_true(level->prefab_count == 2 && level->prefabs[0].id == 7 && level->prefabs[1].id == 3);
    const editor_prefab_content *fleet = content_of(level, 0);
    static const char *const names[] = {"first", "buoy", "mirror", "dock", "docked"};
    assert_int_equal(fleet->part_count, 5);
    for (int i = 0; i < 5; i++)
        assert_string_equal(fleet->parts[i].name, names[i]);
    assert_true(fleet->depth == 2 && fleet->all_parts == 11 && fleet->parts[4].is_hidden);
    assert_string_equal(name_at(level, 10.2, 1.2, name, sizeof(name)), "fleet 01 > first > sail");
    assert_string_equal(name_at(level, 12.2, 0.2, name, sizeof(name)), "fleet 01 > first > hull");
    assert_string_equal(name_at(level, 8.2, 0.2, name, sizeof(name)), "fleet 01 > mirror > hull");
    assert_string_equal(name_at(level, 14.1, 0.1, name, sizeof(name)), "fleet 01 > buoy");
    assert_string_equal(name_at(level, 0.2, 1.2, name, sizeof(name)), "ship 01 > sail");
    // The paint comes along, in the slot of the part of the part.
    const editor_object *o = &level->objects[editor_level_find(level, "fleet 01", EDITOR_NONE)];
    assert_true(editor_level_material(level, o, 0)->base_color[1] == 0);
    assert_true(editor_level_material(level, o, 1)->base_color[1] > 0);
    const uint64_t hash = editor_level_hash(level);
    editor_object *part = &level->meshes[level->prefabs[0].mesh].content->parts[0];
    part->prefab = 1;
    assert_true(editor_level_hash(level) != hash);
    part->prefab = 2;
    assert_true(editor_level_hash(level) == hash);
    editor_level_destroy(level);
}

static void test_written_is_read_back(void **state)
{
    (void)state;
    char *text = level_round_trip(LEVEL, FOLDER "/b.vkpick");
    assert_non_null(strstr(text, "\"rank\": 1"));
    free(text);
}

// --- What is refused ---

static void assert_refused(const char *text, const char *reason)
{
    write_text(FOLDER "/bad.vkpick", text);
    editor_error error = {""};
    editor_level *level = editor_level_read(FOLDER "/bad.vkpick", NULL, NULL, NULL, &error);
    if (level || !strstr(error.text, reason))
        print_error("%s\nnot %s\n", error.text, reason);
    assert_null(level);
    assert_non_null(strstr(error.text, reason));
}

// Prefab i + 1 of `count` has `copies` instances of prefab next[i], or of none (0) a cube.
static char *chain_text(const uint32_t *next, uint32_t count, uint32_t copies)
{
    editor_text text = {0};
    editor_text_put(&text, "{\"vkpick_level\": 2, \"prefabs\": [\n");
    for (uint32_t i = 0; i < count; i++) {
        editor_text_format(&text, "{\"id\": %u, \"name\": \"p%u\", \"parts\": [", (unsigned)i + 1, (unsigned)i + 1);
        for (uint32_t k = 0; k < copies; k++) {
            editor_text_format(&text, "%s{\"id\": %u, \"name\": \"x\", ", k > 0 ? ", " : "", (unsigned)k + 1);
            if (next[i] > 0)
                editor_text_format(&text, "\"prefab\": %u}", (unsigned)next[i]);
            else
                editor_text_put(&text, "\"primitive\": {\"shape\": \"cube\"}}");
        }
        editor_text_put(&text, i + 1 < count ? "]},\n" : "]}\n");
    }
    editor_text_put(&text, "], \"objects\": []}");
    assert_false(text.failed);
    return text.data;
}

static void refuse_chain(const uint32_t *next, uint32_t count, uint32_t copies, const char *reason)
{
    char *text = chain_text(next, count, copies);
    assert_refused(text, reason);
    free(text);
}

static void test_bad_files(void **state)
{
    (void)state;
    refuse_chain((uint32_t[]){1}, 1, 1, "line 2: prefabs[0]: p1 is a part of itself");
    refuse_chain((uint32_t[]){2, 3, 2, 0}, 4, 1, "prefabs[2]: p3 is a part of itself");
    refuse_chain((uint32_t[]){0, 1, 4, 5, 3}, 5, 2, "is a part of itself");
    refuse_chain((uint32_t[]){9}, 1, 1, "prefabs[0].parts[0]: prefab: there is none with id 9");
    // 16 within each other can be, 17 not, whichever way round they stand.
    uint32_t up[64], down[64];
    for (uint32_t i = 0; i < 64; i++) {
        up[i] = i;                        // each has the one before it
        down[i] = i + 1 < 64 ? i + 2 : 0; // each has the one behind it
    }
    refuse_chain(up, 17, 1, "line 18: prefabs[16]: p17 has more than 16 prefabs within each other");
    refuse_chain(down, 64, 1, "has more than 16 prefabs within each other");
    down[15] = 0;
    for (int way = 0; way < 2; way++) {
        char *text = chain_text(way == 0 ? up : down, 16, 1);
        write_text(FOLDER "/deep.vkpick", text);
        editor_level *level = level_must_read(FOLDER "/deep.vkpick");
        assert_int_equal(content_of(level, way == 0 ? 15 : 0)->depth, 16);
        editor_level_destroy(level);
        free(text);
    }
    // Small files with much in them.
    refuse_chain(up, 10, 10, "p6 has more than 1048576 parts, with those of the prefabs in it");
    // The same on the clipboard is refused too, and the level stays as it was.
    editor_document *document = fixture_document();
    const uint64_t before = fixture_state(document);
    char *text = chain_text((uint32_t[]){2, 1}, 2, 1);
    assert_int_equal(editor_edit_paste(document, text, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_REFUSED);
    assert_non_null(strstr(editor_document_reason(document), "is a part of itself"));
    assert_true(fixture_state(document) == before);
    free(text);
    // The outer one may come first there, too.
    text = chain_text((uint32_t[]){2, 0}, 2, 1);
    assert_int_equal(editor_edit_paste(document, text, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
    const editor_level *level = editor_document_level(document);
    assert_true(
        editor_level_prefab_has(level, editor_level_find_prefab(level, "p1"), editor_level_find_prefab(level, "p2")));
    assert_true(fixture_is_consistent(level));
    free(text);
    editor_document_destroy(document);
}

// --- What prefabs repeat ---

// The level of the text, while so many triangles may be repeated. `warning`: what it says of that; NULL: nothing.
static editor_level *read_within(const char *text, uint64_t triangles, const char *warning)
{
    write_text(FOLDER "/many.vkpick", text);
    editor_prefab_set_triangles(triangles);
    editor_level *level = level_must_read(FOLDER "/many.vkpick");
    editor_prefab_set_triangles(EDITOR_PREFAB_TRIANGLES);
    if (level->warning_count > 0 && (!warning || strcmp(level->warnings[0], warning) != 0))
        fail_msg("%s", level->warnings[0]);
    assert_int_equal(level->warning_count, warning != NULL);
    return level;
}

// A small file cannot ask for large contents: parts beyond do not show, and are kept.
static void test_beyond_the_bound(void **state)
{
    (void)state;
#define BEYOND ": parts are not shown: all prefabs of a level together repeat at most "
    // A cube; two of it; two of that: 12 + 24 + 48 triangles, of which those in the third are beyond first.
    char *text = chain_text((uint32_t[]){0, 1, 2}, 3, 2);
    editor_level *level = read_within(text, 24 + 48 + 96, NULL);
    assert_int_equal(editor_level_content(level, level->prefabs[2].mesh)->first_triangle[2], 96);
    editor_level_destroy(level);
    level = read_within(text, 24 + 48 + 95, "prefab \"p3\"" BEYOND "167 triangles");
    const editor_prefab_content *content = content_of(level, 2);
    assert_true(content->beyond == 1 && content->part_count == 2 && content->first_triangle[2] == 48);
    editor_level_destroy(level);
    level = read_within(text, 24 + 47, "prefab \"p2\" and 1 more" BEYOND "71 triangles");
    // There is room for one p1 in p2, and then for neither p2 in p3.
    assert_true(content_of(level, 1)->first_triangle[2] == 24 && content_of(level, 2)->beyond == 2);
    editor_error error;
    editor_text kept = {0};
    assert_true(editor_level_write(level, FOLDER "/kept.vkpick", &kept, &error));
    write_text(FOLDER "/kept.vkpick", kept.data);
    editor_text_free(&kept);
    editor_level_destroy(level);
    level = level_must_read(FOLDER "/kept.vkpick");
    assert_true(level->warning_count == 0 && content_of(level, 2)->first_triangle[2] == 96);
    editor_level_destroy(level);
    free(text);
}

// The mesh of a model's file counts when it comes again, with its vertices.
static void test_models_count_once(void **state)
{
    (void)state;
    editor_text ply = {0};
    editor_text_put(&ply, "ply\nformat ascii 1.0\nelement vertex 100\nproperty float x\nproperty float y\nproperty "
                          "float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n");
    for (int i = 0; i < 100; i++)
        editor_text_format(&ply, "%d %d 0\n", i, i * i);
    editor_text_put(&ply, "3 0 1 2\n");
    assert_false(ply.failed);
    write_text(FOLDER "/dust.ply", ply.data);
    editor_text_free(&ply);
#define HEAD "{\"vkpick_level\": 2, \"assets\": [{\"id\": 1, \"path\": \"dust.ply\"}], \"prefabs\": ["
#define PREFAB(id, parts) "{\"id\": " id ", \"name\": \"p" id "\", \"parts\": [" parts "]}"
#define PART(id) "{\"id\": " id ", \"name\": \"x\", \"asset\": 1, \"mesh\": 0}"
    editor_level_destroy(read_within(HEAD PREFAB("1", PART("1")) "], \"objects\": []}", 0, NULL));
    editor_level_destroy(read_within(HEAD PREFAB("1", PART("1") ", " PART("2")) "], \"objects\": []}", 50, NULL));
    editor_level_destroy(read_within(HEAD PREFAB("1", PART("1") ", " PART("2")) "], \"objects\": []}", 49,
                                     "prefab \"p1\"" BEYOND "49 triangles"));
    editor_level_destroy(
        read_within(HEAD PREFAB("1", PART("1")) ", " PREFAB("2", PART("1")) "], \"objects\": []}", 50, NULL));
    editor_level_destroy(read_within(HEAD PREFAB("1", PART("1")) ", " PREFAB("2", PART("1")) "], \"objects\": []}", 49,
                                     "prefab \"p2\"" BEYOND "49 triangles"));
}

// A model that grows: its parts go beyond, and come back.
static void test_models_that_grow_beyond(void **state)
{
    (void)state;
    editor_document *document = editor_document_create(level_must_read(LEVEL), NULL);
    const editor_level *level = editor_document_level(document);
    // Twice the ship with its hull and its sail, the buoy, and the ship itself, whose sail counts once for nothing.
    const uint64_t buoy = level->meshes[content_of(level, 0)->parts[1].mesh].index_count / 3;
    editor_prefab_set_triangles(2 * 13 + 12 + buoy);
    editor_error error = {""};
    write_text(FOLDER "/sail.obj", "o sail\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 2 0\nf 1 2 3\nf 1 2 4\n");
    assert_true(reload_model(document, 0, NULL, &error));
    const editor_prefab_content *fleet = content_of(level, 0), *ship = content_of(level, 1);
    assert_true(ship->beyond == 0 && ship->first_triangle[2] == 14);
    assert_int_equal(fleet->beyond, 1);
    assert_int_equal(level->warning_count, 1);
    assert_non_null(strstr(level->warnings[0], "prefab \"fleet\": 1 of its parts are not shown: all prefabs"));
    assert_true(fixture_is_consistent(level));
    write_sail(1);
    assert_true(reload_model(document, 0, NULL, &error));
    assert_int_equal(content_of(level, 0)->beyond, 0);
    assert_true(fixture_is_consistent(level));
    editor_prefab_set_triangles(EDITOR_PREFAB_TRIANGLES);
    editor_document_destroy(document);
}

// What is looked up by id and name takes no time that grows with the square of the file.
static void test_many_prefabs(void **state)
{
    (void)state;
    enum { COUNT = 60000, SECONDS = 8 };
    editor_text text = {0};
    editor_text_put(&text, "{\"vkpick_level\": 2, \"prefabs\": [");
    for (unsigned i = 0; i < COUNT; i++)
        editor_text_format(&text, "%s{\"id\": %u, \"name\": \"p%u\", \"parts\": []}", i > 0 ? "," : "", i + 1, i);
    editor_text_put(&text, "], \"objects\": [");
    for (unsigned i = 0; i < COUNT; i++)
        editor_text_format(&text, "%s{\"id\": %u, \"name\": \"o\", \"prefab\": %u}", i > 0 ? "," : "", i + 1,
                           COUNT - i);
    editor_text_put(&text, "]}");
    assert_false(text.failed);
    write_text(FOLDER "/many.vkpick", text.data);
    editor_text_free(&text);
    const clock_t begin = clock();
    editor_level *level = level_must_read(FOLDER "/many.vkpick");
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    assert_int_equal(level->prefab_count, COUNT);
    assert_int_equal(level->objects[0].prefab, COUNT);
    editor_level_destroy(level);
    if (seconds > SECONDS)
        fail_msg("%.1f seconds", seconds);
}

// --- Models ---

static double height_of(const editor_level *level, const char *name)
{
    return editor_level_subtree_bounds(level, editor_level_find(level, name, EDITOR_NONE)).max.y;
}

// The file is missing, comes, and grows: the fleet follows its ships, and these their sails.
static void test_models_of_parts(void **state)
{
    (void)state;
    char name[EDITOR_PART_NAME];
    remove(FOLDER "/sail.obj");
    editor_document *document = editor_document_create(level_must_read(LEVEL), NULL);
    const editor_level *level = editor_document_level(document);
    assert_int_equal(level->warning_count, 1); // boxes stand in
    editor_error error = {""};
    for (int size = 1; size <= 3; size++) {
        write_sail(size);
        if (!reload_model(document, 0, NULL, &error))
            fail_msg("%s", error.text);
        assert_true(fabs(height_of(level, "fleet 01") - 1 - size) < 1e-5);
        assert_true(fabs(height_of(level, "ship 01") - 1 - size) < 1e-5);
        assert_string_equal(name_at(level, 10.2, size + 0.5, name, sizeof(name)), "fleet 01 > first > sail");
        assert_string_equal(name_at(level, 10.2, size + 1.5, name, sizeof(name)), "");
        assert_true(fixture_is_consistent(level));
    }
    editor_document_destroy(document);
}

static void test_export(void **state)
{
    (void)state;
    editor_level *level = level_must_read(LEVEL);
    editor_error error = {""};
    assert_true(editor_gltf_export(level, FOLDER "/out.glb", NULL, NULL, &error));
    editor_level *back = editor_import(FOLDER "/out.glb", NULL, NULL, &error);
    assert_non_null(back);
    char text[512];
    fixture_outline(back, text, sizeof(text));
    assert_string_equal(text,
                        "fleet 01(first(buoy sail hull) mirror(sail hull) dock(docked(sail hull))) ship 01(sail hull)");
    const pick_aabb a = pick_scene_bounds(level->scene), b = pick_scene_bounds(back->scene);
    assert_true(fabs(a.max.x - b.max.x) < 1e-5 && fabs(a.min.x - b.min.x) < 1e-5 && fabs(a.max.z - b.max.z) < 1e-5);
    const uint32_t first = editor_level_find(back, "sail", EDITOR_NONE);
    const uint32_t second = editor_level_find(back, "sail", first);
    assert_int_equal(back->objects[first].mesh, back->objects[second].mesh);
    editor_level_destroy(level);
    editor_level_destroy(back);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_read, set_up),
        cmocka_unit_test_setup(test_written_is_read_back, set_up),
        cmocka_unit_test_setup(test_bad_files, set_up),
        cmocka_unit_test_setup(test_models_of_parts, set_up),
        cmocka_unit_test_setup(test_export, set_up),
        cmocka_unit_test_setup(test_beyond_the_bound, set_up),
        cmocka_unit_test_setup(test_many_prefabs, set_up),
        cmocka_unit_test_setup(test_models_count_once, set_up),
        cmocka_unit_test_setup(test_models_that_grow_beyond, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
