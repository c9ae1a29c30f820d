// Models that are reloaded or found again while the editor goes on: all that were asked for together get their new
// content in one step, or none. Models that boxes stand for get it as they come. Selection and undo stay.
#define _DEFAULT_SOURCE // usleep, utimensat
#include <fcntl.h>
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

#include "actions/actions.h"
#include "document/file/document_file.h"
#include "document/file/level_file.h"
#include "document/file/models.h"
#include "document/file/open.h"
#include "effort.h"
#include "random.h"
#include "workspace/workspace_private.h"

#define FOLDER "test_exchange.tmp"
#define LEVEL FOLDER "/a.vkpick"

enum { MODELS = 3, BROKEN = 0, MISSING_SIZE = 50 };

static void path_of(uint32_t model, const char *folder, char out[80])
{
    snprintf(out, 80, FOLDER "/%s/m%u.obj", folder, (unsigned)model);
}

// A triangle as large as its version. The file is replaced at once, and is as old as its version says.
static void write_version(uint32_t model, uint32_t version)
{
    char path[80];
    path_of(model, "models", path);
    FILE *file = fopen(FOLDER "/new", "wb");
    assert_non_null(file);
    if (version == BROKEN)
        fputs("v 0 0 0\nf 1 2 3\n", file);
    else
        fprintf(file, "o m\nv 0 0 0\nv %u 0 0\nv 0 %u 0\nf 1 2 3\n", (unsigned)version, (unsigned)version);
    assert_int_equal(fclose(file), 0);
    static time_t now = 1000000;
    const struct timespec times[2] = {{.tv_sec = ++now}, {.tv_sec = now}};
    assert_int_equal(utimensat(AT_FDCWD, FOLDER "/new", times, 0), 0);
    assert_int_equal(rename(FOLDER "/new", path), 0);
}

static int set_up(void **state)
{
    (void)state;
    assert_int_equal(system("rm -rf " FOLDER), 0);
    mkdir(FOLDER, 0777);
    mkdir(FOLDER "/models", 0777);
    FILE *file = fopen(LEVEL, "wb");
    assert_non_null(file);
    fputs("{\"vkpick_level\": 2, \"assets\": [", file);
    for (unsigned i = 0; i < MODELS; i++) {
        write_version(i, 1);
        fprintf(file, "%s{\"id\": %u, \"path\": \"models/m%u.obj\", \"mesh_names\": [\"m\"], ", i ? ", " : "", i + 1,
                i);
        fprintf(file, "\"mesh_boxes\": [[0, 0, 0, %d, 1, 1]]}", MISSING_SIZE);
    }
    fputs("], \"objects\": [", file);
    for (unsigned i = 0; i < MODELS; i++)
        fprintf(file, "%s{\"id\": %u, \"name\": \"m%u\", \"asset\": %u, \"mesh\": 0}", i ? ", " : "", i + 1, i, i + 1);
    fputs("]}", file);
    return fclose(file);
}

static int tear_down(void **state)
{
    (void)state;
    return system("rm -rf " FOLDER);
}

// Without an area, so that no pictures are made.
static editor_workspace *show(editor_level *level)
{
    editor_error error = {""};
    assert_non_null(level);
    const editor_workspace_desc desc = {.actions = &EDITOR_ACTION_TABLE, .ui_scale = 1, .loads_behind = true};
    editor_workspace *workspace = editor_workspace_create(level, &desc, &error);
    assert_non_null(workspace);
    return workspace;
}

static editor_workspace *open_editor(void)
{
    editor_error error = {""};
    return show(editor_open(LEVEL, NULL, NULL, &error));
}

// With boxes for all models, which are asked for.
static editor_workspace *open_boxes(void)
{
    editor_error error = {""};
    editor_workspace *workspace = show(editor_level_read_boxes(LEVEL, 1, NULL, NULL, NULL, &error));
    assert_true(editor_workspace_fill_boxes(workspace));
    return workspace;
}

// The version that the object of a model shows: its extent.
static uint32_t shown(const editor_workspace *workspace, uint32_t model)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const pick_aabb box = editor_level_subtree_bounds(level, model);
    return (uint32_t)(box.max.x - box.min.x + 0.5);
}

static void read_one(editor_workspace *workspace)
{
    assert_true(editor_workspace_poll_load(workspace, true));
    editor_workspace_step(workspace, 0);
}

static bool has_none(const editor_workspace *workspace)
{
    const editor_loads *loads = &workspace->loads;
    return loads->count == 0 && loads->reloaded.count == 0 && loads->relinked.count == 0;
}

static void test_all_in_one_step(void **state)
{
    (void)state;
    editor_workspace *workspace = open_editor();
    const uint32_t chosen = 1;
    assert_int_equal(editor_edit_select_objects(workspace->document, PICK_SELECTION_REPLACE, &chosen, 1),
                     EDITOR_EDIT_DONE);
    const uint32_t undo = editor_document_history(workspace->document).position;
    for (uint32_t i = 0; i < MODELS; i++)
        write_version(i, 2 + i);
    editor_workspace_reload_models(workspace);
    editor_workspace_reload_models(workspace); // each is read once
    assert_int_equal(workspace->loads.count, MODELS);
    for (uint32_t i = 0; i < MODELS; i++) {
        for (uint32_t k = 0; k < MODELS; k++)
            assert_int_equal(shown(workspace, k), 1);
        read_one(workspace);
    }
    for (uint32_t k = 0; k < MODELS; k++)
        assert_int_equal(shown(workspace, k), 2 + k);
    assert_string_equal(workspace->message, "Reloaded 3 models");
    assert_true(has_none(workspace));
    assert_int_equal(editor_document_active(workspace->document), chosen);
    assert_int_equal(editor_document_history(workspace->document).position, undo);
    editor_workspace_reload_models(workspace);
    assert_string_equal(workspace->message, "No model changed on disk");
    editor_workspace_destroy(workspace);
}

static void test_what_is_broken_stays(void **state)
{
    (void)state;
    editor_workspace *workspace = open_editor();
    write_version(0, 4);
    write_version(1, BROKEN);
    editor_workspace_reload_models(workspace);
    read_one(workspace);
    read_one(workspace);
    assert_int_equal(shown(workspace, 0), 4);
    assert_int_equal(shown(workspace, 1), 1);
    assert_string_equal(workspace->message, "Reloaded 1 model");
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_MESSAGE);
    assert_true(has_none(workspace));
    editor_workspace_destroy(workspace);
}

static void test_another_level_comes(void **state)
{
    (void)state;
    editor_workspace *workspace = open_editor();
    write_version(0, 5);
    write_version(2, 5);
    editor_workspace_reload_models(workspace);
    read_one(workspace);
    assert_int_equal(workspace->loads.reloaded.count, 1);
    editor_error error = {""};
    editor_workspace_replace(workspace, editor_open(LEVEL, NULL, NULL, &error));
    assert_true(has_none(workspace));
    assert_int_equal(shown(workspace, 0), 5);
    editor_workspace_destroy(workspace); // with a reload under way, too
    workspace = open_editor();
    write_version(0, 6);
    write_version(1, 6);
    editor_workspace_reload_models(workspace);
    read_one(workspace);
    editor_workspace_destroy(workspace);
}

static void test_missing_ones_are_found_together(void **state)
{
    (void)state;
    assert_int_equal(rename(FOLDER "/models", FOLDER "/away"), 0);
    editor_workspace *workspace = open_editor();
    editor_error error = {""};
    for (uint32_t round = 0; round < 2; round++) {
        assert_true(editor_workspace_relink(workspace, FOLDER "/away/m0.obj", &error));
        for (uint32_t i = 0; i < MODELS; i++) {
            for (uint32_t k = 0; k < MODELS; k++)
                assert_int_equal(shown(workspace, k), MISSING_SIZE);
            if (round == 0 && i == 2) // the last one is cancelled, and so are all
                editor_workspace_cancel_load(workspace);
            else
                read_one(workspace);
        }
        assert_true(has_none(workspace));
        for (uint32_t k = 0; k < MODELS; k++)
            assert_int_equal(shown(workspace, k), round == 0 ? MISSING_SIZE : 1);
        assert_true(editor_document_is_changed(workspace->document) == (round == 1));
    }
    assert_string_equal(workspace->message, "Found 3 missing models");
    editor_workspace_destroy(workspace);
}

static void test_the_chosen_one_is_refused(void **state)
{
    (void)state;
    assert_int_equal(rename(FOLDER "/models", FOLDER "/away"), 0);
    editor_workspace *workspace = open_editor();
    editor_error error = {""};
    assert_true(editor_workspace_relink(workspace, FOLDER "/away/none.obj", &error));
    read_one(workspace);
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_MESSAGE);
    assert_non_null(strstr(workspace->dialog.text, "none.obj"));
    assert_true(has_none(workspace));
    assert_int_equal(shown(workspace, 0), MISSING_SIZE);
    assert_false(editor_document_is_changed(workspace->document));
    editor_workspace_destroy(workspace);
}

// --- Boxes ---

static void test_boxes_become_the_level(void **state)
{
    (void)state;
    editor_workspace *workspace = open_boxes(), *at_once = open_editor();
    const editor_level *level = editor_workspace_get_level(workspace);
    const uint64_t hash = editor_level_hash(editor_workspace_get_level(at_once));
    assert_true(editor_level_hash(level) == hash);
    assert_int_equal(workspace->loads.count, MODELS);
    for (uint32_t k = 0; k < MODELS; k++) {
        assert_int_equal(shown(workspace, k), MISSING_SIZE);
        assert_true(level->meshes[level->objects[k].mesh].unread);
    }
    read_one(workspace); // all of them: they are small
    assert_true(has_none(workspace));
    assert_string_equal(workspace->message, "Loaded 3 models");
    for (uint32_t k = 0; k < MODELS; k++) {
        assert_int_equal(shown(workspace, k), 1);
        assert_false(level->meshes[level->objects[k].mesh].unread || level->meshes[level->objects[k].mesh].stand_in);
    }
    assert_true(editor_level_hash(level) == hash);
    assert_false(editor_document_is_changed(workspace->document));
    assert_int_equal(level->warning_count, 0);
    editor_workspace_destroy(at_once);
    editor_workspace_destroy(workspace);
}

static void test_small_levels_come_whole(void **state)
{
    (void)state;
    editor_error error = {""};
    editor_level *level = editor_level_read_boxes(LEVEL, 1 << 20, NULL, NULL, NULL, &error);
    assert_non_null(level);
    for (uint32_t i = 0; i < MODELS; i++)
        assert_false(level->assets[i].unread || level->assets[i].missing);
    editor_level_destroy(level);
}

static void test_a_broken_one_stays_a_box(void **state)
{
    (void)state;
    write_version(1, BROKEN);
    editor_workspace *workspace = open_boxes();
    const editor_level *level = editor_workspace_get_level(workspace);
    read_one(workspace);
    assert_non_null(strstr(workspace->message, "Loaded 2 models, 1 could not be read"));
    assert_true(level->assets[1].missing && !level->assets[1].unread);
    assert_true(level->meshes[level->objects[1].mesh].stand_in && !level->meshes[level->objects[1].mesh].unread);
    assert_int_equal(shown(workspace, 1), MISSING_SIZE);
    assert_int_equal(level->warning_count, 1);
    assert_non_null(strstr(level->warnings[0], "m1.obj"));
    editor_workspace_destroy(workspace);
}

// --- A model by itself, which comes as boxes ---

#define MODEL FOLDER "/models/one.gltf"

// Two objects of a triangle, one below the other. Its buffer may be broken, which reading the JSON does not tell.
static void write_gltf(bool breaks)
{
    FILE *file = fopen(MODEL, "wb");
    assert_non_null(file);
    fprintf(
        file,
        "{\"asset\": {\"version\": \"2.0\"}, \"scene\": 0, \"scenes\": [{\"nodes\": [1]}], \"nodes\": [{\"name\": "
        "\"leaf\", \"mesh\": 0}, {\"name\": \"top\", \"mesh\": 0, \"children\": [0], \"translation\": [0, 4, 0]}], "
        "\"meshes\": [{\"name\": \"t\", \"primitives\": [{\"attributes\": {\"POSITION\": 0}}]}], \"accessors\": "
        "[{\"bufferView\": 0, \"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\", \"min\": [0, 0, 0], \"max\": "
        "[1, 1, 0]}], \"bufferViews\": [{\"buffer\": 0, \"byteLength\": 36}], \"buffers\": [{\"byteLength\": 36, "
        "\"uri\": \"data:;base64,%s\"}]}",
        breaks ? "AAAA" : "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA");
    assert_int_equal(fclose(file), 0);
}

typedef enum shown_case { RIGHT, REFUSED, CHANGED, SHOWN_CASES } shown_case;

// An editor with a level that is changed, and has the boxes of the model, opened or imported.
static editor_workspace *show_model(editor_work work, shown_case which, uint64_t *before)
{
    editor_error error = {""};
    editor_level *level = editor_open(LEVEL, NULL, NULL, &error);
    assert_non_null(level);
    const editor_workspace_desc desc = {
        .actions = &EDITOR_ACTION_TABLE, .ui_scale = 1, .loads_behind = true, .boxes_from = 1};
    editor_workspace *workspace = editor_workspace_create(level, &desc, &error);
    assert_non_null(workspace);
    const uint32_t one = 1;
    assert_int_equal(editor_edit_set_hidden(workspace->document, &one, 1, true), EDITOR_EDIT_DONE);
    workspace->views.view[0].camera.target.x = 77;
    workspace->views.section = (editor_section){.count = 1};
    *before = editor_level_hash(editor_workspace_get_level(workspace));
    write_gltf(which == REFUSED);
    assert_true(editor_workspace_load(workspace, work, MODEL, &error));
    read_one(workspace);
    const editor_level *now = editor_workspace_get_level(workspace);
    const uint32_t asset = now->asset_count - 1;
    assert_int_equal(editor_level_count(now).all, work == EDITOR_WORK_OPEN ? 2 : MODELS + 2);
    assert_true(now->assets[asset].unread && now->meshes[now->assets[asset].meshes[0].mesh].unread);
    assert_true(editor_workspace_has_load(workspace, EDITOR_WORK_FILL));
    if (which == CHANGED) // as if the file had had another name then
        now->assets[asset].nodes[0].name[0] = 'x';
    return workspace;
}

static void must_be_as_before(const editor_workspace *workspace, uint64_t before)
{
    const editor_document *document = workspace->document;
    assert_true(editor_level_hash(editor_workspace_get_level(workspace)) == before);
    assert_int_equal(editor_document_history(document).position, 1);
    assert_int_equal(editor_document_history(document).step_count, 1);
    assert_true(editor_document_is_changed(document));
    assert_true(workspace->views.view[0].camera.target.x == 77);
    assert_int_equal(workspace->views.section.count, 1);
    assert_true(has_none(workspace));
    assert_null(workspace->aside.document);
    // Nothing is left of the model: neither an asset that nothing has, nor meshes of it.
    const editor_level *level = editor_workspace_get_level(workspace);
    assert_int_equal(level->asset_count, MODELS);
    for (uint32_t i = 0; i < level->mesh_count; i++)
        assert_true(level->meshes[i].asset == EDITOR_NONE || level->meshes[i].asset < MODELS);
}

static uint32_t find_object(const editor_workspace *workspace, const char *name)
{
    return editor_level_find(editor_workspace_get_level(workspace), name, EDITOR_NONE);
}

static void test_a_model_comes_whole_or_not_at_all(void **state)
{
    (void)state;
    editor_error error = {""};
    write_gltf(false);
    editor_level *at_once = editor_open(MODEL, NULL, NULL, &error);
    assert_non_null(at_once);
    for (int which = RIGHT; which < SHOWN_CASES; which++) {
        for (int opens = 0; opens < 2; opens++) {
            uint64_t before;
            editor_workspace *workspace =
                show_model(opens ? EDITOR_WORK_OPEN : EDITOR_WORK_IMPORT, (shown_case)which, &before);
            const uint32_t leaf = find_object(workspace, "leaf");
            assert_int_equal(editor_edit_select_objects(workspace->document, PICK_SELECTION_REPLACE, &leaf, 1),
                             EDITOR_EDIT_DONE);
            read_one(workspace);
            const editor_level *level = editor_workspace_get_level(workspace);
            assert_int_equal(workspace->dialog.kind, which == REFUSED ? EDITOR_DIALOG_MESSAGE : EDITOR_DIALOG_NONE);
            if (which == REFUSED) {
                must_be_as_before(workspace, before);
            } else {
                const editor_object *object = &level->objects[find_object(workspace, "leaf")];
                assert_true(has_none(workspace) && !workspace->aside.document);
                assert_false(level->assets[level->asset_count - 1].missing);
                assert_false(level->meshes[object->mesh].stand_in);
                assert_true(strstr(workspace->message, opens ? "Opened one.gltf" : "Imported one.gltf"));
            }
            if (which != REFUSED && opens) {
                assert_true(editor_level_hash(level) == editor_level_hash(at_once));
                assert_false(editor_document_is_changed(workspace->document));
            } else if (which != REFUSED) {
                while (editor_document_history(workspace->document).position > 1)
                    assert_true(editor_document_undo(workspace->document));
                assert_true(editor_level_hash(level) == before);
            }
            if (which == CHANGED && !opens) // imported again, in place of what was there
                assert_int_equal(editor_document_history(workspace->document).step_count, 2);
            if (which == RIGHT)
                assert_int_equal(opens ? 1 : 3, editor_document_history(workspace->document).step_count);
            editor_workspace_destroy(workspace);
        }
    }
    editor_level_destroy(at_once);
}

static void test_a_model_is_cancelled(void **state)
{
    (void)state;
    for (int opens = 0; opens < 2; opens++) {
        uint64_t before;
        editor_workspace *workspace = show_model(opens ? EDITOR_WORK_OPEN : EDITOR_WORK_IMPORT, RIGHT, &before);
        editor_workspace_cancel_load(workspace);
        must_be_as_before(workspace, before);
        // Asked for again; another file that is opened cancels it as well.
        editor_error error = {""};
        assert_true(editor_workspace_load(workspace, EDITOR_WORK_IMPORT, MODEL, &error));
        read_one(workspace);
        assert_int_equal(editor_level_count(editor_workspace_get_level(workspace)).all, MODELS + 2);
        assert_int_equal(editor_workspace_get_level(workspace)->asset_count, MODELS + 1);
        editor_workspace_cancel_boxes(workspace);
        must_be_as_before(workspace, before);
        // The history goes on, and a cube takes a number that is free again.
        assert_true(editor_document_undo(workspace->document) && editor_document_redo(workspace->document));
        assert_true(editor_level_hash(editor_workspace_get_level(workspace)) == before);
        const uint32_t meshes = editor_workspace_get_level(workspace)->mesh_count;
        const editor_primitive cube = editor_primitive_default(EDITOR_SHAPE_CUBE);
        uint32_t made;
        assert_int_equal(
            editor_edit_add_primitive(workspace->document, "cube", EDITOR_NONE, &cube, &PICK_AFFINE_IDENTITY, &made),
            EDITOR_EDIT_DONE);
        assert_int_equal(editor_workspace_get_level(workspace)->mesh_count, meshes);
        editor_workspace_destroy(workspace);
    }
}

// Boxes that redo brings back, or that are about to be placed, stay.
static void test_what_can_come_back_stays(void **state)
{
    (void)state;
    for (int which = 0; which < 2; which++) {
        uint64_t before;
        editor_workspace *workspace = show_model(EDITOR_WORK_IMPORT, RIGHT, &before);
        const editor_level *level = editor_workspace_get_level(workspace);
        const uint64_t shown = editor_level_hash(level);
        if (which == 0)
            assert_true(editor_document_undo(workspace->document));
        else
            workspace->placing = (editor_placing){.active = true, .asset = level->asset_count - 1};
        editor_workspace_cancel_load(workspace);
        assert_int_equal(level->asset_count, MODELS + 1);
        assert_true(which == 1 || editor_document_redo(workspace->document));
        assert_true(editor_level_hash(level) == (which == 0 ? shown : before));
        const editor_import_options options = EDITOR_IMPORT_OPTIONS_DEFAULT;
        editor_level *other = editor_import_boxes(MODEL, 1, &options);
        assert_int_equal(editor_document_adopt(workspace->document, "other.gltf", other), MODELS + 1);
        assert_false(editor_document_remove_model(workspace->document, MODELS)); // not the last one
        assert_true(editor_document_remove_model(workspace->document, MODELS + 1));
        assert_int_equal(editor_document_remove_model(workspace->document, MODELS), which == 1);
        workspace->placing.active = false;
        editor_workspace_destroy(workspace);
    }
}

// What was changed since the boxes came is not lost: they stay.
static void test_a_changed_model_stays(void **state)
{
    (void)state;
    for (int which = 0; which < 4; which++) {
        const bool opens = which & 1, cancels = which & 2;
        uint64_t before;
        editor_workspace *workspace = show_model(opens ? EDITOR_WORK_OPEN : EDITOR_WORK_IMPORT, REFUSED, &before);
        const uint32_t leaf = find_object(workspace, "leaf");
        assert_int_equal(editor_edit_set_hidden(workspace->document, &leaf, 1, true), EDITOR_EDIT_DONE);
        if (cancels)
            editor_workspace_cancel_load(workspace);
        else
            read_one(workspace);
        const editor_level *level = editor_workspace_get_level(workspace);
        assert_int_equal(find_object(workspace, "leaf"), leaf);
        assert_true(level->objects[leaf].hidden && level->meshes[level->objects[leaf].mesh].stand_in);
        assert_true(level->meshes[level->objects[leaf].mesh].unread == cancels);
        assert_int_equal(level->warning_count, cancels ? 0 : 1);
        assert_true(has_none(workspace) && !workspace->aside.document);
        if (cancels) { // and come when they are asked for
            write_gltf(false);
            editor_workspace_reload_models(workspace);
            read_one(workspace);
            assert_false(level->meshes[level->objects[leaf].mesh].stand_in);
            assert_string_equal(workspace->message, "Loaded 1 model");
        }
        editor_workspace_destroy(workspace);
    }
}

static uint32_t count_objects(const editor_workspace *workspace)
{
    return editor_level_count(editor_workspace_get_level(workspace)).objects;
}

// What is imported while boxes stand for it is the same asset, and is read at once, before the others.
static void test_an_import_shares_the_boxes(void **state)
{
    (void)state;
    enum { IN_TURN, CANCELLED, CANCELLED_AGAIN, BROKEN_FILE, CASES };
    for (int which = 0; which < CASES; which++) {
        editor_workspace *workspace = open_boxes();
        const editor_level *level = editor_workspace_get_level(workspace);
        editor_error error = {""};
        for (uint32_t i = 0; i < MODELS; i++) // each is read by itself
            workspace->loads.entries[i].group = ++workspace->loads.groups;
        editor_workspace_start_load(workspace);
        if (which == CANCELLED || which == CANCELLED_AGAIN) {
            editor_workspace_cancel_load(workspace);
            assert_int_equal(workspace->loads.count, 0);
        }
        if (which == BROKEN_FILE)
            write_version(2, BROKEN);
        assert_true(editor_workspace_load(workspace, EDITOR_WORK_IMPORT, FOLDER "/./models/m2.obj", &error));
        if (which == CANCELLED_AGAIN) { // the import, not what it waits for
            assert_true(editor_workspace_poll_load(workspace, true));
            assert_int_equal(workspace->loads.count, 2);
            editor_workspace_cancel_load(workspace);
            assert_string_equal(workspace->message, "Importing m2.obj cancelled");
            editor_workspace_step(workspace, 0);
            assert_int_equal(shown(workspace, 2), 1);
            assert_true(has_none(workspace));
            editor_workspace_destroy(workspace);
            continue;
        }
        if (which != CANCELLED)
            read_one(workspace);
        read_one(workspace);
        assert_int_equal(shown(workspace, 0), which == CANCELLED ? MISSING_SIZE : 1);
        assert_int_equal(shown(workspace, 1), MISSING_SIZE);
        assert_int_equal(shown(workspace, 2), which == BROKEN_FILE ? MISSING_SIZE : 1);
        assert_int_equal(count_objects(workspace), MODELS);
        read_one(workspace);
        assert_int_equal(count_objects(workspace), which == BROKEN_FILE ? MODELS : MODELS + 1);
        assert_int_equal(level->asset_count, MODELS);
        assert_int_equal(workspace->dialog.kind, which == BROKEN_FILE ? EDITOR_DIALOG_MESSAGE : EDITOR_DIALOG_NONE);
        editor_workspace_close_dialog(workspace);
        if (which != CANCELLED)
            read_one(workspace);
        assert_true(has_none(workspace));
        assert_int_equal(shown(workspace, 1), which == CANCELLED ? MISSING_SIZE : 1);
        editor_workspace_destroy(workspace);
        write_version(2, 1);
    }
}

// --- Random histories against a model ---

typedef struct history {
    test_random random;
    editor_workspace *workspace;
    uint32_t last;              // version that was written
    uint32_t on_disk[MODELS];   // or BROKEN
    uint32_t read_from[MODELS]; // not 0: asked for; the least version that may have been read
    bool is_box[MODELS];        // still to be read: then read_from is that of the box
    bool may_be_broken[MODELS]; // since it was asked for
    uint32_t shows[MODELS];
    uint32_t undo, steps, exchanged;
    uint64_t selection;
} history;

static void write_one(history *h, uint32_t model)
{
    const bool breaks = random_index(&h->random, 6) == 0;
    h->on_disk[model] = breaks ? BROKEN : ++h->last;
    h->may_be_broken[model] |= breaks;
    write_version(model, h->on_disk[model]);
}

static void ask(history *h)
{
    const editor_level *level = editor_workspace_get_level(h->workspace);
    const bool fills = editor_workspace_has_load(h->workspace, EDITOR_WORK_FILL);
    for (uint32_t i = 0; i < MODELS; i++) {
        const bool is_new = h->is_box[i] ? !fills : editor_model_is_changed(&level->assets[i]) && h->read_from[i] == 0;
        if (!is_new)
            continue;
        h->may_be_broken[i] = h->on_disk[i] == BROKEN;
        h->read_from[i] = h->on_disk[i] == BROKEN ? h->last + 1 : h->on_disk[i];
    }
    editor_workspace_reload_models(h->workspace);
}

static void edit(history *h)
{
    editor_document *document = h->workspace->document;
    const uint32_t object = random_index(&h->random, MODELS);
    pick_affine place = PICK_AFFINE_IDENTITY;
    place.origin.y = random_index(&h->random, 100);
    switch (random_index(&h->random, 4)) {
    case 0:
        editor_document_undo(document);
        return;
    case 1:
        editor_document_redo(document);
        return;
    case 2:
        editor_edit_select_objects(document, PICK_SELECTION_REPLACE, &object, 1);
        return;
    default:
        editor_edit_set_locals(document, &object, &place, 1);
        return;
    }
}

static void note(history *h)
{
    h->undo = editor_document_history(h->workspace->document).position;
    h->selection = pick_selection_revision(editor_document_selection(h->workspace->document));
}

// Whether the model is no box any more, and what it shows is right.
static bool is_filled(history *h, uint32_t model)
{
    const editor_asset *asset = &editor_workspace_get_level(h->workspace)->assets[model];
    const uint32_t now = shown(h->workspace, model);
    const bool is_read = !asset->unread && !asset->missing;
    assert_true(is_read ? now >= h->read_from[model] && now <= h->last : now == MISSING_SIZE);
    assert_true(!asset->missing || asset->unread || h->may_be_broken[model]);
    h->exchanged += is_read;
    return !asset->unread;
}

// A step may exchange all that were asked for, and only them; if it does, nothing else happens.
static void step(history *h)
{
    note(h);
    const bool changed = editor_document_is_changed(h->workspace->document);
    editor_workspace_poll_load(h->workspace, random_index(&h->random, 2) == 0);
    editor_workspace_step(h->workspace, 0);
    assert_int_equal(editor_document_history(h->workspace->document).position, h->undo);
    assert_true(pick_selection_revision(editor_document_selection(h->workspace->document)) == h->selection);
    assert_true(editor_document_is_changed(h->workspace->document) == changed);
    const bool ended =
        !editor_workspace_has_load(h->workspace, EDITOR_WORK_RELOAD) && h->workspace->loads.reloaded.count == 0;
    for (uint32_t i = 0; i < MODELS; i++) {
        const uint32_t now = shown(h->workspace, i);
        if (h->is_box[i]) {
            h->is_box[i] = !is_filled(h, i);
            h->shows[i] = now;
            h->read_from[i] = h->is_box[i] ? h->read_from[i] : 0;
            continue;
        }
        if (!ended || h->read_from[i] == 0) {
            assert_int_equal(now, h->shows[i]);
            continue;
        }
        const bool kept = now == h->shows[i] && h->may_be_broken[i];
        if (!kept && (now < h->read_from[i] || now > h->last))
            fail_msg("model %u shows %u, not %u to %u", (unsigned)i, (unsigned)now, (unsigned)h->read_from[i],
                     (unsigned)h->last);
        h->exchanged += !kept;
        h->shows[i] = now;
        h->read_from[i] = 0;
    }
}

static void cancel(history *h)
{
    for (uint32_t i = 0; i < 2 && h->workspace->loads.count > 0; i++) // what was reloaded, and what boxes stand for
        editor_workspace_cancel_load(h->workspace);
    assert_true(has_none(h->workspace));
    for (uint32_t i = 0; i < MODELS; i++)
        h->read_from[i] = h->is_box[i] ? h->read_from[i] : 0;
}

static void test_any_history(void **state)
{
    const uint32_t runs = (uint32_t)test_effort(4, 200);
    uint32_t exchanged = 0;
    for (uint32_t seed = 1; seed <= runs; seed++) {
        set_up(state);
        const bool boxes = seed % 2 == 0;
        history h = {.random = {seed}, .workspace = boxes ? open_boxes() : open_editor(), .last = 1};
        for (uint32_t i = 0; i < MODELS; i++) {
            h.on_disk[i] = 1;
            h.shows[i] = boxes ? MISSING_SIZE : 1;
            h.is_box[i] = boxes;
            h.read_from[i] = boxes;
        }
        for (uint32_t i = 0; i < 120; i++) {
            const uint32_t what = random_index(&h.random, 10);
            if (h.workspace->dialog.kind != EDITOR_DIALOG_NONE)
                editor_workspace_close_dialog(h.workspace);
            else if (what < 2)
                write_one(&h, random_index(&h.random, MODELS));
            else if (what < 4)
                ask(&h);
            else if (what < 6)
                edit(&h);
            else if (what == 6 && h.workspace->loads.count > 0 && random_index(&h.random, 3) == 0)
                cancel(&h);
            step(&h);
        }
        exchanged += h.exchanged;
        editor_workspace_destroy(h.workspace);
    }
    print_message("%u histories, %u models exchanged\n", (unsigned)runs, (unsigned)exchanged);
    assert_true(exchanged > runs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_all_in_one_step, set_up),
        cmocka_unit_test_setup(test_what_is_broken_stays, set_up),
        cmocka_unit_test_setup(test_another_level_comes, set_up),
        cmocka_unit_test_setup(test_missing_ones_are_found_together, set_up),
        cmocka_unit_test_setup(test_the_chosen_one_is_refused, set_up),
        cmocka_unit_test_setup(test_boxes_become_the_level, set_up),
        cmocka_unit_test_setup(test_small_levels_come_whole, set_up),
        cmocka_unit_test_setup(test_a_broken_one_stays_a_box, set_up),
        cmocka_unit_test_setup(test_an_import_shares_the_boxes, set_up),
        cmocka_unit_test_setup(test_a_model_comes_whole_or_not_at_all, set_up),
        cmocka_unit_test_setup(test_a_model_is_cancelled, set_up),
        cmocka_unit_test_setup(test_what_can_come_back_stays, set_up),
        cmocka_unit_test_setup(test_a_changed_model_stays, set_up),
        cmocka_unit_test(test_any_history),
    };
    return cmocka_run_group_tests(tests, NULL, tear_down);
}
