// Points and lines in levels: saved and opened, edited and undone, missing and found again, exported.
#define _DEFAULT_SOURCE // usleep
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "document/export/gltf_export.h"
#include "document/file/document_file.h"
#include "document/file/open.h"
#include "document/history/edit.h"
#include "document/import/import.h"
#include "document/level/look.h"
#include "document/level/search.h"
#include "document/level/sight.h"
#include "edit_fixture.h"
#include "import_model.h"

#define FOLDER "test_thin_level.tmp"
#define CLOUD FOLDER "/cloud.ply"
#define LEVEL FOLDER "/a.vkpick"
#define OUT FOLDER "/out.glb"

// Three points on the x axis, `step` apart.
static void write_cloud(double step)
{
    usleep(5000); // more than a tick of the file system's clock
    FILE *file = fopen(CLOUD, "wb");
    assert_non_null(file);
    fprintf(file,
            "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
            "property uchar red\nproperty uchar green\nproperty uchar blue\nend_header\n"
            "0 0 0 255 0 0\n%g 0 0 0 255 0\n%g 0 0 0 0 255\n",
            step, 2 * step);
    assert_int_equal(fclose(file), 0);
}

static editor_document *must_open(const char *path)
{
    editor_error error = {""};
    editor_level *level = editor_open(path, NULL, NULL, &error);
    if (!level)
        fail_msg("%s", error.text);
    editor_document *document = editor_document_create(level, NULL);
    assert_non_null(document);
    return document;
}

// A window of 200 x 200 points, one centimetre each, around the origin.
static pick_view front_view(void)
{
    static const float projection[16] = {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -0.01f, 0, 0, 0, 0, 1},
                       identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    pick_view view;
    const pick_view_desc desc = {
        .projection = projection, .view = identity, .eye = {0, 0, 5}, .viewport = {0, 0, 200, 200}};
    assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
    return view;
}

// The part at a place of the xy plane, within 2 points; -1: none.
static int part_at(const editor_level *level, double x, double y)
{
    const pick_view view = front_view();
    const pick_query query = editor_level_query(level);
    const pick_cursor_query cursor = {.query = &query};
    pick_cursor_hit hit;
    const pick_vec2 at = {100 + 100 * x, 100 - 100 * y};
    return pick_cursor(level->scene, &view, at, &cursor, &hit) ? (int)hit.hit.triangle : -1;
}

static int set_up(void **state)
{
    (void)state;
    assert_int_equal(system("rm -rf " FOLDER), 0);
    mkdir(FOLDER, 0777);
    write_cloud(0.25);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    return system("rm -rf " FOLDER);
}

static void edits_and_undo(void **state)
{
    (void)state;
    editor_document *document = must_open(CLOUD);
    const editor_level *level = editor_document_level(document);
    uint32_t object = 0;
    assert_true(part_at(level, 0, 0) == 0 && part_at(level, 0.25, 0.015) == 1 && part_at(level, 0.25, 0.025) == -1);
    const pick_affine place = fixture_at(0, 0.5, 0);
    assert_int_equal(editor_edit_set_locals(document, &object, &place, 1), EDITOR_EDIT_DONE);
    assert_true(part_at(level, 0, 0) == -1 && part_at(level, 0.5, 0.5) == 2);
    assert_int_equal(editor_edit_set_hidden(document, &object, 1, true), EDITOR_EDIT_DONE);
    assert_int_equal(part_at(level, 0.5, 0.5), -1);
    assert_true(editor_document_undo(document));
    assert_int_equal(part_at(level, 0.5, 0.5), 2);
    // A material of its own changes what is drawn, not what is picked.
    const editor_override red = {
        .fields = EDITOR_OVERRIDE_BASE_COLOR | EDITOR_OVERRIDE_SIDES, .base_color = {1, 0, 0, 1}, .double_sided = true};
    assert_int_equal(editor_edit_set_overrides(document, &object, &red, 1), EDITOR_EDIT_DONE);
    assert_true(level->objects[object].look && part_at(level, 0.5, 0.5) == 2);
    assert_true(editor_level_material(level, &level->objects[object], 0)->base_color[1] == 0);
    const editor_override rough = {.fields = EDITOR_OVERRIDE_ROUGHNESS, .roughness = 0.5};
    assert_true(editor_document_undo(document));
    assert_int_equal(editor_edit_set_overrides(document, &object, &rough, 1), EDITOR_EDIT_DONE);
    // Its colours stay: the material that it does not have is white.
    assert_true(editor_level_material(level, &level->objects[object], 0)->base_color[1] == 1);
    assert_int_equal(editor_edit_delete(document, &object, 1), EDITOR_EDIT_DONE);
    assert_int_equal(part_at(level, 0.5, 0.5), -1);
    assert_true(editor_document_undo(document) && part_at(level, 0.5, 0.5) == 2);
    assert_true(fixture_is_consistent(level));
    while (editor_document_undo(document)) {
    }
    assert_int_equal(part_at(level, 0.25, 0), 1);
    editor_document_destroy(document);
}

static void saves_and_opens(void **state)
{
    (void)state;
    editor_document *document = must_open(CLOUD);
    uint32_t object = 0;
    const pick_affine place = fixture_at(0, -0.5, 0);
    editor_error error = {""};
    assert_int_equal(editor_edit_set_locals(document, &object, &place, 1), EDITOR_EDIT_DONE);
    assert_true(editor_document_save(document, LEVEL, &error));
    editor_document *again = must_open(LEVEL);
    const editor_level *level = editor_document_level(again);
    assert_true(editor_level_hash(level) == editor_level_hash(editor_document_level(document)));
    assert_true(level->meshes[0].form == EDITOR_FORM_POINTS && part_at(level, 0.25, -0.5) == 1);
    editor_document_destroy(again);
    editor_document_destroy(document);
}

// The file is gone: a box. It comes back larger: its points.
static void missing_and_found(void **state)
{
    (void)state;
    editor_error error = {""};
    editor_document *document = must_open(CLOUD);
    assert_true(editor_document_save(document, LEVEL, &error));
    editor_document_destroy(document);
    assert_int_equal(remove(CLOUD), 0);
    document = must_open(LEVEL);
    const editor_level *level = editor_document_level(document);
    assert_true(level->assets[0].missing && level->meshes[0].stand_in && !level->meshes[0].thin);
    write_cloud(0.5);
    if (!reload_model(document, 0, NULL, &error))
        fail_msg("%s", error.text);
    assert_true(level->meshes[0].thin && !level->meshes[0].stand_in && part_at(level, 0.5, 0) == 1);
    assert_true(fixture_is_consistent(level));
    write_cloud(0.25); // and once more, from points to points
    if (!reload_model(document, 0, NULL, &error))
        fail_msg("%s", error.text);
    assert_true(part_at(level, 0.5, 0) == 2 && part_at(level, 0.25, 0) == 1);
    editor_document_destroy(document);
}

// A width of its own outlives the file: while that is missing, and when it comes back changed.
static void widths_outlive_the_file(void **state)
{
    (void)state;
    editor_error error = {""};
    uint32_t object = 0;
    const editor_width wide = {10, EDITOR_WIDTH_ON_SCREEN}, ball = {0.3, EDITOR_WIDTH_IN_METRES};
    editor_document *document = must_open(CLOUD);
    assert_int_equal(editor_edit_set_widths(document, &object, &wide, 1), EDITOR_EDIT_DONE);
    assert_true(editor_document_save(document, LEVEL, &error));
    editor_document_destroy(document);
    assert_int_equal(remove(CLOUD), 0);
    document = must_open(LEVEL);
    const editor_level *level = editor_document_level(document);
    assert_true(level->meshes[0].stand_in && level->objects[0].look);
    // The box has no width to change, but its material has, and the width stays.
    assert_int_equal(editor_edit_set_widths(document, &object, &ball, 1), EDITOR_EDIT_REFUSED);
    const editor_override shown = editor_level_slot(level, &level->objects[0], 0);
    editor_override rough = shown;
    rough.fields |= EDITOR_OVERRIDE_ROUGHNESS;
    rough.roughness = 0.25;
    assert_int_equal(editor_edit_set_overrides(document, &object, &rough, 1), EDITOR_EDIT_DONE);
    write_cloud(0.5);
    if (!reload_model(document, 0, NULL, &error))
        fail_msg("%s", error.text);
    assert_true(!level->meshes[0].stand_in && fixture_is_consistent(level));
    assert_true(part_at(level, 0.5, 0.049) == 1 && part_at(level, 0.5, 0.051) == -1);
    assert_int_equal(editor_edit_set_widths(document, &object, &ball, 1), EDITOR_EDIT_DONE);
    write_cloud(0.25); // from points to points
    if (!reload_model(document, 0, NULL, &error))
        fail_msg("%s", error.text);
    assert_true(part_at(level, 0.5, 0.149) == 2 && part_at(level, 0.5, 0.151) == -1);
    assert_true(fixture_is_consistent(level));
    while (editor_document_undo(document)) {
    }
    assert_true(part_at(level, 0.25, 0.049) == 1);
    editor_document_destroy(document);
}

// --- Export ---

// Two polylines, one of them alone, and points, as the only objects of a level.
static editor_level *make_drawing(void)
{
    static const float positions[15] = {0, 0, 0, 1, 0, 0, 1, 1, 0, -1, 0, 0, -1, -1, 0};
    static const float colors[20] = {1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0.5f, 0.5f, 0.5f, 1, 0.25f, 1, 1, 1};
    static const uint32_t counts[2] = {3, 2};
    static const char *const names[3] = {"points", "one line", "two lines"};
    editor_level *level = editor_level_create();
    for (uint32_t i = 0; i < 3; i++) {
        editor_mesh mesh = {.name = strdup(names[i]),
                            .form = i == 0 ? EDITOR_FORM_POINTS : EDITOR_FORM_LINES,
                            .positions = malloc(sizeof(positions)),
                            .colors = malloc(sizeof(colors)),
                            .vertex_count = i == 1 ? 3 : 5,
                            .submeshes = calloc(1, sizeof(editor_submesh)),
                            .submesh_count = 1,
                            .line_counts = i > 0 ? malloc(sizeof(counts)) : NULL,
                            .line_count = i};
        memcpy(mesh.positions, positions, sizeof(positions));
        memcpy(mesh.colors, colors, sizeof(colors));
        if (i > 0)
            memcpy(mesh.line_counts, counts, sizeof(counts));
        mesh.submeshes[0].material = EDITOR_NONE;
        editor_level_add_object(level, names[i], EDITOR_NONE, editor_level_add_mesh(level, &mesh),
                                &PICK_AFFINE_IDENTITY);
    }
    editor_error error = {""};
    assert_true(editor_level_finish(level, &error));
    return level;
}

static void exports(void **state)
{
    (void)state;
    editor_level *level = make_drawing();
    editor_error error = {""};
    assert_true(editor_gltf_export(level, OUT, NULL, NULL, &error));
    editor_level *back = editor_import(OUT, NULL, NULL, &error);
    assert_non_null(back);
    assert_int_equal(back->warning_count, 0);
    assert_int_equal(back->mesh_count, 3);
    for (uint32_t i = 0; i < 2; i++) { // points and a single line come back as they were
        const editor_mesh *a = &level->meshes[i], *b = &back->meshes[i];
        assert_true(a->form == b->form && a->vertex_count == b->vertex_count && a->line_count == b->line_count);
        assert_memory_equal(a->positions, b->positions, 12 * (size_t)a->vertex_count);
        assert_memory_equal(a->colors, b->colors, 16 * (size_t)a->vertex_count);
    }
    // Two lines come back as their three segments, with the same numbers.
    const editor_mesh *segments = &back->meshes[2];
    assert_true(segments->form == EDITOR_FORM_LINES && segments->line_count == 3 && segments->vertex_count == 6);
    for (uint32_t i = 0; i < 3; i++) {
        for (double along = 0; along < 2; along++) {
            pick_vec3 a, b;
            assert_true(pick_thin_place(level->meshes[2].thin, i, along, &a));
            assert_true(pick_thin_place(segments->thin, i, along, &b));
            assert_true(a.x == b.x && a.y == b.y && a.z == b.z);
        }
    }
    editor_level_destroy(back);
    editor_level_destroy(level);
}

// Lines and points are found by their kind. A line is seen by its vertices: nothing is in the way, then the wall is.
static void searches_and_sight(void **state)
{
    (void)state;
    editor_level *level = make_drawing();
    editor_document *document = editor_document_create(level, NULL);
    const editor_primitive box = {
        .shape = EDITOR_SHAPE_CUBE,
        .value = {[EDITOR_PRIMITIVE_WIDTH] = 4, [EDITOR_PRIMITIVE_HEIGHT] = 4, [EDITOR_PRIMITIVE_DEPTH] = 1}};
    const pick_affine eye = fixture_at(0, 0, 9), wall = fixture_at(0, 0, 40);
    editor_error error = {""};
    uint32_t from, blocker;
    assert_int_equal(editor_edit_add_primitive(document, "eye", EDITOR_NONE, &box, &eye, &from), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_add_primitive(document, "wall", EDITOR_NONE, &box, &wall, &blocker), EDITOR_EDIT_DONE);
    editor_search search;
    assert_true(editor_search_read(level, "type:lines", &search, &error));
    assert_true(editor_search_matches(&search, level, 1) && !editor_search_matches(&search, level, 0));
    assert_true(editor_search_read(level, "type:points", &search, &error));
    assert_true(editor_search_matches(&search, level, 0) && !editor_search_matches(&search, level, from));
    assert_true(editor_search_read(level, "type:mesh", &search, &error));
    assert_true(editor_search_matches(&search, level, from) && !editor_search_matches(&search, level, 0));
    editor_sight seen;
    editor_sight_find(level, from, 1, &seen);
    assert_true(seen.points > 0 && seen.seen == seen.points);
    const pick_affine between = fixture_at(0, 0, 4);
    assert_int_equal(editor_edit_set_locals(document, &blocker, &between, 1), EDITOR_EDIT_DONE);
    editor_sight_find(level, from, 1, &seen);
    assert_true(seen.points > 0 && seen.seen == 0 && seen.blockers[0].object == blocker);
    editor_document_destroy(document);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {TEST(edits_and_undo),          TEST(saves_and_opens), TEST(missing_and_found),
                                       TEST(widths_outlive_the_file), TEST(exports),         TEST(searches_and_sight)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
