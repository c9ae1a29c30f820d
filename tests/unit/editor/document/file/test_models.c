// Model files that change on disk, and missing ones: reloaded and found again with selection and undo kept.
#define _DEFAULT_SOURCE // usleep
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

#include "document/file/document_file.h"
#include "document/file/models.h"
#include "document/file/open.h"
#include "document/history/edit.h"
#include "document/level/look.h"
#include "edit_fixture.h"
#include "import_model.h"
#include "system/file_read.h"

#define FOLDER "test_models.tmp"
#define BOAT FOLDER "/models/boat.gltf"
#define CREW FOLDER "/models/sub/crew.gltf"
#define LEVEL FOLDER "/a.vkpick"

// A model of triangles of that size, each a mesh of its own name and an object, side by side along x.
static void write_model(const char *path, const char *const *names, float size)
{
    char data[256];
    snprintf(data, sizeof(data), "%s.bin", path);
    const float corners[9] = {0, 0, 0, size, 0, 0, 0, size, 0};
    FILE *file = fopen(data, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(corners, sizeof(corners), 1, file), 1);
    fclose(file);
    usleep(5000); // more than a tick of the file system's clock
    file = fopen(path, "wb");
    assert_non_null(file);
    fprintf(file, "{\"asset\": {\"version\": \"2.0\"}, \"scene\": 0, \"scenes\": [{\"nodes\": [");
    for (int i = 0; names[i]; i++)
        fprintf(file, "%s%d", i ? ", " : "", i);
    fprintf(file, "]}], \"nodes\": [");
    for (int i = 0; names[i]; i++)
        fprintf(file, "%s{\"name\": \"%s\", \"mesh\": %d, \"translation\": [%d, 0, 0]}", i ? ", " : "", names[i], i,
                10 * i);
    fprintf(file, "], \"meshes\": [");
    for (int i = 0; names[i]; i++)
        fprintf(file, "%s{\"name\": \"%s\", \"primitives\": [{\"attributes\": {\"POSITION\": 0}}]}", i ? ", " : "",
                names[i]);
    fprintf(file,
            "], \"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\"}],"
            "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 36}],"
            "\"buffers\": [{\"byteLength\": 36, \"uri\": \"%s.bin\"}]}",
            strrchr(path, '/') + 1);
    assert_int_equal(fclose(file), 0);
}

static const char *const both[] = {"wing", "sail", NULL};
static const char *const swapped[] = {"flag", "sail", "wing", NULL};
static const char *const one[] = {"wing", NULL};
static const char *const crew[] = {"mate", NULL};

static editor_document *must_open(const char *path, uint32_t warnings)
{
    editor_error error = {""};
    editor_level *level = editor_open(path, NULL, NULL, &error);
    if (!level)
        fail_msg("%s", error.text);
    assert_int_equal(level->warning_count, warnings);
    editor_document *document = editor_document_create(level, NULL);
    assert_non_null(document);
    return document;
}

static int set_up(void **state)
{
    (void)state;
    assert_int_equal(system("rm -rf " FOLDER), 0);
    mkdir(FOLDER, 0777);
    mkdir(FOLDER "/models", 0777);
    mkdir(FOLDER "/models/sub", 0777);
    write_model(BOAT, both, 1);
    write_model(CREW, crew, 1);
    editor_error error = {""};
    editor_document *document = must_open(BOAT, 0);
    uint32_t asset = import_model(document, CREW, &error), made;
    assert_int_equal(editor_edit_add_asset(document, asset, EDITOR_NONE, &PICK_AFFINE_IDENTITY, &made),
                     EDITOR_EDIT_DONE);
    assert_true(editor_document_save(document, LEVEL, &error));
    editor_document_destroy(document);
    return 0;
}

static void reload(editor_document *document, uint32_t asset)
{
    editor_error error = {""};
    if (!reload_model(document, asset, NULL, &error))
        fail_msg("%s", error.text);
    assert_false(editor_model_is_changed(&editor_document_level(document)->assets[asset]));
    assert_true(fixture_is_consistent(editor_document_level(document)));
}

static uint32_t find(const editor_level *level, const char *name)
{
    uint32_t i = editor_level_next(level, EDITOR_NONE);
    while (i != EDITOR_NONE && strcmp(level->objects[i].name, name) != 0)
        i = editor_level_next(level, i);
    assert_true(i != EDITOR_NONE);
    return i;
}

static bool is_hit(const editor_level *level, double x, double y)
{
    pick_query query = editor_level_query(level);
    query.cull = PICK_CULL_NONE;
    const pick_ray ray = {.origin = {x, y, 5}, .direction = {0, 0, -1}, .t_max = 100};
    pick_hit hit;
    return pick_closest(level->scene, &ray, &query, &hit);
}

static void reload_keeps_selection_and_undo(void **state)
{
    (void)state;
    editor_document *document = must_open(LEVEL, 0);
    const editor_level *level = editor_document_level(document);
    uint32_t sail = find(level, "sail"), deleted = find(level, "wing");
    pick_affine place = fixture_at(20, 0, 0);
    assert_int_equal(editor_edit_set_locals(document, &sail, &place, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_delete(document, &deleted, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_select_objects(document, PICK_SELECTION_REPLACE, &sail, 1), EDITOR_EDIT_DONE);
    assert_true(is_hit(level, 20.2, 0.2) && !is_hit(level, 20.8, 0.8));
    assert_false(editor_model_is_changed(&level->assets[0]));
    write_model(BOAT, swapped, 2); // in another order, twice the size, one more
    assert_true(editor_model_is_changed(&level->assets[0]));
    assert_false(editor_model_is_changed(&level->assets[1]));
    uint32_t undo = editor_document_history(document).position;
    reload(document, 0);
    assert_int_equal(editor_document_history(document).position, undo);
    assert_int_equal(editor_document_active(document), sail);
    assert_string_equal(level->meshes[level->objects[sail].mesh].name, "sail");
    assert_true(is_hit(level, 20.8, 0.8));
    assert_int_equal(level->asset_count, 2);
    assert_int_equal(level->mesh_count, 4);
    // What was deleted comes back with the new mesh, and what was moved goes back.
    while (editor_document_history(document).position > 0)
        assert_true(editor_document_undo(document));
    assert_true(fixture_is_consistent(level));
    assert_true(is_hit(level, 0.8, 0.8) && is_hit(level, 10.8, 0.8) && !is_hit(level, 20.2, 0.2));
    while (editor_document_redo(document)) {
    }
    assert_true(is_hit(level, 20.8, 0.8) && !is_hit(level, 0.8, 0.8));
    // As often as one likes: nothing grows but materials.
    for (int i = 0; i < 5; i++)
        reload(document, 0);
    assert_int_equal(level->mesh_count, 4);
    // What is saved is what is read.
    editor_error error = {""};
    assert_true(editor_document_save(document, LEVEL, &error));
    editor_document *again = must_open(LEVEL, 0);
    assert_true(is_hit(editor_document_level(again), 20.8, 0.8));
    const editor_level *read = editor_document_level(again);
    assert_string_equal(read->meshes[read->objects[find(read, "sail")].mesh].name, "sail");
    editor_document_destroy(again);
    editor_document_destroy(document);
}

// Overrides stay when the model is read again, and picking goes on with its new triangles.
static void reload_keeps_overrides(void **state)
{
    (void)state;
    editor_document *document = must_open(LEVEL, 0);
    const editor_level *level = editor_document_level(document);
    const uint32_t sail = find(level, "sail"), wing = find(level, "wing");
    const editor_override two_sided = {.fields = EDITOR_OVERRIDE_SIDES, .double_sided = true};
    const editor_override painted = {.fields = EDITOR_OVERRIDE_METALLIC, .metallic = 0.5};
    assert_int_equal(editor_edit_set_overrides(document, &sail, &two_sided, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_overrides(document, &wing, &painted, 1), EDITOR_EDIT_DONE);
    assert_false(is_hit(level, 10.8, 0.8));
    const uint64_t serial = level->objects[sail].look->serial;
    write_model(BOAT, swapped, 2);
    reload(document, 0);
    assert_true(is_hit(level, 10.8, 0.8) && is_hit(level, 0.8, 0.8));
    const pick_query query = editor_level_query(level);
    const pick_ray ray = {.origin = {10.8, 0.8, -5}, .direction = {0, 0, 1}, .t_max = 100};
    pick_hit hit;
    assert_true(pick_closest(level->scene, &ray, &query, &hit) && hit.user == sail);
    assert_true(level->objects[sail].look->serial != serial);
    assert_true(editor_level_material(level, &level->objects[wing], 0)->metallic == 0.5f);
    assert_true(editor_document_undo(document) && editor_document_undo(document));
    assert_true(fixture_is_consistent(level));
    assert_false(pick_closest(level->scene, &ray, &query, &hit));
    editor_document_destroy(document);
    write_model(BOAT, both, 1);
}

// Only the buffer beside the model is written: that is a change of the model.
static void a_changed_buffer_is_noticed(void **state)
{
    (void)state;
    editor_document *document = must_open(LEVEL, 0);
    const editor_level *level = editor_document_level(document);
    assert_false(editor_model_is_changed(&level->assets[0]));
    assert_true(is_hit(level, 0.2, 0.2) && !is_hit(level, 0.8, 0.8));
    assert_true(editor_level_reads(level, BOAT ".bin") && editor_level_reads(level, CREW));
    assert_false(editor_level_reads(level, FOLDER "/models/other.bin"));
    const uint64_t before = editor_model_version(&level->assets[0]);
    usleep(5000);
    const float corners[9] = {0, 0, 0, 2, 0, 0, 0, 2, 0};
    FILE *file = fopen(BOAT ".bin", "wb");
    assert_int_equal(fwrite(corners, sizeof(corners), 1, file), 1);
    fclose(file);
    assert_true(editor_model_is_changed(&level->assets[0]));
    assert_true(editor_model_version(&level->assets[0]) != before);
    assert_false(editor_model_is_changed(&level->assets[1]));
    reload(document, 0);
    assert_true(is_hit(level, 0.8, 0.8));
    // Without it the model cannot be read again: that is no change yet.
    assert_int_equal(remove(BOAT ".bin"), 0);
    assert_false(editor_model_is_changed(&level->assets[0]));
    editor_document_destroy(document);
}

// Another program writes the model right after its bytes were read.
editor_file_result __real_editor_file_read_watched(const char *path, size_t limit, editor_progress *progress,
                                                   uint8_t **bytes, size_t *size);
editor_file_result __wrap_editor_file_read_watched(const char *path, size_t limit, editor_progress *progress,
                                                   uint8_t **bytes, size_t *size);
static bool is_written_meanwhile;

editor_file_result __wrap_editor_file_read_watched(const char *path, size_t limit, editor_progress *progress,
                                                   uint8_t **bytes, size_t *size)
{
    const editor_file_result result = __real_editor_file_read_watched(path, limit, progress, bytes, size);
    if (is_written_meanwhile && strcmp(path, BOAT) == 0) {
        is_written_meanwhile = false;
        write_model(BOAT, swapped, 2);
    }
    return result;
}

static void a_change_while_it_is_read_is_noticed(void **state)
{
    (void)state;
    is_written_meanwhile = true;
    editor_document *document = must_open(LEVEL, 0);
    const editor_level *level = editor_document_level(document);
    assert_false(is_written_meanwhile);
    assert_true(editor_model_is_changed(&level->assets[0]));
    assert_false(editor_model_is_changed(&level->assets[1]));
    reload(document, 0);
    assert_string_equal(level->assets[0].meshes[0].name, "flag");
    // While it is reloaded as well.
    is_written_meanwhile = true;
    editor_error error = {""};
    assert_true(reload_model(document, 0, NULL, &error));
    assert_true(editor_model_is_changed(&level->assets[0]));
    editor_document_destroy(document);
}

// A texture, or a library of materials, that was not there.
static void what_a_model_lacked_is_noticed(void **state)
{
    (void)state;
    static const char text[] = "mtllib late.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n";
    FILE *file = fopen(FOLDER "/late.obj", "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    editor_document *document = must_open(FOLDER "/late.obj", 1);
    const editor_level *level = editor_document_level(document);
    assert_true(level->materials[0].base_color[1] > 0);
    assert_false(editor_model_is_changed(&level->assets[0]));
    file = fopen(FOLDER "/late.mtl", "wb");
    assert_non_null(file);
    fputs("newmtl red\nKd 1 0 0\n", file);
    assert_int_equal(fclose(file), 0);
    assert_true(editor_model_is_changed(&level->assets[0]));
    reload(document, 0);
    assert_false(editor_model_is_changed(&level->assets[0]));
    assert_int_equal(level->warning_count, 0);
    editor_document_destroy(document);
}

static void a_mesh_that_is_gone_has_a_box(void **state)
{
    (void)state;
    editor_document *document = must_open(LEVEL, 0);
    const editor_level *level = editor_document_level(document);
    uint32_t sail = find(level, "sail");
    write_model(BOAT, one, 1);
    reload(document, 0);
    assert_true(level->meshes[level->objects[sail].mesh].stand_in);
    assert_true(is_hit(level, 10.8, 0.8)); // the box is where the triangle was not
    editor_error error = {""};
    assert_true(editor_document_save(document, LEVEL, &error));
    write_model(BOAT, both, 1);
    reload(document, 0);
    assert_false(level->meshes[level->objects[sail].mesh].stand_in);
    assert_true(!is_hit(level, 10.8, 0.8) && is_hit(level, 10.2, 0.2));
    editor_document_destroy(document);
}

static void what_lies_beside_is_found(void **state)
{
    (void)state;
    assert_int_equal(rename(FOLDER "/models", FOLDER "/elsewhere"), 0);
    editor_document *document = must_open(LEVEL, 2);
    const editor_level *level = editor_document_level(document);
    assert_true(level->assets[0].missing && level->assets[1].missing);
    uint32_t sail = find(level, "sail");
    assert_int_equal(editor_edit_select_objects(document, PICK_SELECTION_REPLACE, &sail, 1), EDITOR_EDIT_DONE);
    editor_error error = {""};
    const char *boat = level->assets[0].path, *mate = level->assets[1].path;
    assert_null(editor_model_beside(boat, mate, FOLDER "/no.gltf"));
    char *beside = editor_model_beside(boat, mate, FOLDER "/elsewhere/boat.gltf");
    assert_non_null(beside);
    assert_true(reload_model(document, 0, FOLDER "/elsewhere/boat.gltf", &error));
    assert_true(reload_model(document, 1, beside, &error));
    free(beside);
    assert_true(fixture_is_consistent(level));
    assert_true(!level->assets[0].missing && !level->assets[1].missing);
    assert_int_equal(editor_document_active(document), sail);
    assert_true(is_hit(level, 10.2, 0.2) && !is_hit(level, 10.8, 0.8));
    assert_true(editor_document_is_changed(document));
    assert_true(editor_document_save(document, LEVEL, &error));
    editor_document_destroy(document);
    document = must_open(LEVEL, 0);
    assert_true(is_hit(editor_document_level(document), 10.2, 0.2));
    editor_document_destroy(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(reload_keeps_selection_and_undo, set_up),
        cmocka_unit_test_setup(reload_keeps_overrides, set_up),
        cmocka_unit_test_setup(a_changed_buffer_is_noticed, set_up),
        cmocka_unit_test_setup(a_change_while_it_is_read_is_noticed, set_up),
        cmocka_unit_test_setup(what_a_model_lacked_is_noticed, set_up),
        cmocka_unit_test_setup(a_mesh_that_is_gone_has_a_box, set_up),
        cmocka_unit_test_setup(what_lies_beside_is_found, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
