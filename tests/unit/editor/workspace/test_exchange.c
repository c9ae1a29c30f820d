// Models that are reloaded or found again while the editor goes on: all that were asked for together get their new
// content in one step, or none. Models that boxes stand for get it as they come. Selection and undo stay.
#define _DEFAULT_SOURCE // usleep, utimensat
#include "exchange.h"

#include "document/file/document_file.h"
#include "document/file/models.h"
#include "document/level/report.h"
#include "effort.h"
#include "random.h"

static double west_of(const editor_workspace *workspace)
{
    return editor_level_subtree_bounds(editor_workspace_get_level(workspace), 0).min.x;
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

// A model whose file is gone is shown as it was read, and the user is told so.
static void test_a_file_is_gone(void **state)
{
    (void)state;
    write_model(1, "mtllib m.mtl\no m\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    FILE *file = fopen(FOLDER "/models/m.mtl", "wb");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
    editor_workspace *workspace = open_editor();
    char path[80];
    path_of(0, "models", path);
    static const char *const messages[] = {
        "m.mtl of m1.obj is gone from the disk; what was read is still shown",
        "m0.obj and files of 1 other model are gone from the disk; what was read is "
        "still shown",
        "Reloaded 1 model; m0.obj and files of 1 other model are gone from the disk; "
        "what was read is still shown",
        "Reloaded 1 model; m0.obj is gone from the disk; what was read is still "
        "shown",
        "m0.obj is gone from the disk; what was read is still shown"};
    for (int i = 0; i < 5; i++) {
        if (i < 2)
            assert_int_equal(remove(i == 0 ? FOLDER "/models/m.mtl" : path), 0);
        else if (i < 4)
            write_version(i == 2 ? 2 : 1, 3); // what is read again does not need the library
        editor_workspace_reload_models(workspace);
        if (i == 2 || i == 3)
            read_one(workspace);
        assert_string_equal(workspace->message, messages[i]);
        assert_int_equal(shown(workspace, 0), 1);
        assert_int_equal(shown(workspace, 1), i < 3 ? 1 : 3);
        assert_true(has_none(workspace));
    }
    write_version(0, 9);
    editor_workspace_reload_models(workspace);
    read_one(workspace);
    assert_string_equal(workspace->message, "Reloaded 1 model");
    assert_int_equal(shown(workspace, 0), 9);
    editor_workspace_destroy(workspace);
}

// A model far out whose first vertex becomes another: what stands there stays, and finds its place when it is found
// again, too.
static void test_far_models_stay(void **state)
{
    (void)state;
    static const char *const texts[2] = {"o m\nv 9000 0 0\nv 9002 0 0\nv 9000 2 0\nf 1 2 3\n",
                                         "o m\nv 9002 0 0\nv 9000 2 0\nv 9000 0 0\nf 1 2 3\n"};
    write_model(0, texts[0]);
    editor_error error = {""};
    editor_workspace *workspace = show(editor_open(FOLDER "/models/m0.obj", NULL, NULL, &error));
    for (int i = 0; i < 2; i++) {
        assert_true(editor_document_save(workspace->document, LEVEL, &error));
        write_model(0, texts[1 - i]);
        editor_workspace_reload_models(workspace);
        read_one(workspace);
        assert_string_equal(workspace->message, "Reloaded 1 model");
        assert_true(west_of(workspace) == 9000);
    }
    editor_workspace_destroy(workspace);
    write_model(0, texts[1]);
    workspace = open_boxes(); // of the level that was saved
    read_one(workspace);
    assert_true(has_none(workspace) && shown(workspace, 0) == 2 && west_of(workspace) == 9000);
    editor_workspace_destroy(workspace);
    assert_int_equal(rename(FOLDER "/models", FOLDER "/away"), 0);
    workspace = open_editor();
    assert_true(editor_workspace_relink(workspace, FOLDER "/away/m0.obj", &error));
    read_one(workspace);
    assert_string_equal(workspace->message, "Found 1 missing model");
    assert_true(shown(workspace, 0) == 2 && west_of(workspace) == 9000);
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

// Files that are chosen while others are being read are read, too, for the next missing models.
static void test_several_are_chosen(void **state)
{
    (void)state;
    assert_int_equal(rename(FOLDER "/models", FOLDER "/away"), 0);
    assert_int_equal(rename(FOLDER "/away/m1.obj", FOLDER "/away/other.obj"), 0); // not found beside the first one
    editor_workspace *workspace = open_editor();
    editor_error error = {""};
    assert_true(editor_workspace_relink(workspace, FOLDER "/away/m0.obj", &error));
    editor_workspace_ask_relink(workspace);
    assert_non_null(strstr(workspace->dialog.title, "m1.obj"));
    editor_workspace_close_dialog(workspace);
    assert_true(editor_workspace_relink(workspace, FOLDER "/away/other.obj", &error));
    assert_true(editor_workspace_relink(workspace, FOLDER "/away/m2.obj", &error));
    assert_int_equal(workspace->loads.count, 3);
    editor_workspace_ask_relink(workspace);
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_NONE);
    assert_string_equal(workspace->message, "The files of all missing models are being read");
    for (uint32_t i = 0; i < MODELS; i++)
        read_one(workspace);
    assert_true(has_none(workspace));
    assert_string_equal(workspace->message, "Found 3 missing models");
    for (uint32_t k = 0; k < MODELS; k++)
        assert_int_equal(shown(workspace, k), 1);
    editor_workspace_ask_relink(workspace);
    assert_string_equal(workspace->message, "No model is missing");
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

static void write_obj(const char *path, const char *mesh)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fprintf(file, "o %s\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", mesh);
    assert_int_equal(fclose(file), 0);
}

static void refuse_relink(editor_workspace *workspace, const char *path, const char *why, const char *missing)
{
    editor_error error = {""};
    assert_true(editor_workspace_relink(workspace, path, &error));
    while (workspace->loads.count > 0)
        read_one(workspace);
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_MESSAGE);
    if (!strstr(workspace->dialog.text, why) || !strstr(workspace->dialog.text, path) ||
        !strstr(workspace->dialog.text, missing))
        fail_msg("%s: %s", path, workspace->dialog.text);
    editor_workspace_close_dialog(workspace);
    assert_true(has_none(workspace));
    assert_false(editor_document_is_changed(workspace->document));
}

// A file that has none of the meshes is not the missing one: not if it is chosen, and not beside one that is.
static void test_another_model_is_refused(void **state)
{
    (void)state;
    char path[80];
    assert_int_equal(rename(FOLDER "/models", FOLDER "/away"), 0);
    write_obj(FOLDER "/away/m1.obj", "seat");
    editor_workspace *workspace = open_editor();
    const editor_level *level = editor_workspace_get_level(workspace);
    refuse_relink(workspace, FOLDER "/away/m1.obj", "none of the meshes", "m0.obj");
    assert_true(level->assets[0].missing);
    path_of(0, "models", path);
    assert_string_equal(level->assets[0].path, path);
    assert_int_equal(shown(workspace, 0), MISSING_SIZE);
    editor_error error = {""};
    assert_true(editor_workspace_relink(workspace, FOLDER "/away/m0.obj", &error));
    while (workspace->loads.count > 0)
        read_one(workspace);
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_NONE);
    assert_string_equal(workspace->message, "Found 2 missing models; others are still missing");
    assert_true(!level->assets[0].missing && level->assets[1].missing && !level->assets[2].missing);
    // At the place of the missing one it is that file, as when the level is opened.
    mkdir(FOLDER "/models", 0777);
    write_obj(FOLDER "/models/m1.obj", "seat");
    assert_true(editor_workspace_relink(workspace, FOLDER "/models/m1.obj", &error));
    read_one(workspace);
    assert_false(level->assets[1].missing);
    editor_workspace_destroy(workspace);
}

// A level has each file once.
static void test_a_file_of_the_level_is_refused(void **state)
{
    (void)state;
    assert_int_equal(rename(FOLDER "/models/m0.obj", FOLDER "/m0.obj"), 0);
    editor_workspace *workspace = open_editor();
    const editor_level *level = editor_workspace_get_level(workspace);
    refuse_relink(workspace, FOLDER "/models/m1.obj", "the level has that file already", "m0.obj");
    assert_true(level->assets[0].missing);
    editor_workspace_destroy(workspace);
    // Nor twice at a time, by any name.
    assert_int_equal(rename(FOLDER "/models/m1.obj", FOLDER "/m1.obj"), 0);
    workspace = open_editor();
    level = editor_workspace_get_level(workspace);
    editor_error error = {""};
    assert_true(editor_workspace_relink(workspace, FOLDER "/models/../m0.obj", &error));
    assert_true(editor_workspace_relink(workspace, FOLDER "/m0.obj", &error));
    while (workspace->loads.count > 0)
        read_one(workspace);
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_MESSAGE);
    editor_workspace_close_dialog(workspace);
    assert_true(!level->assets[0].missing && level->assets[1].missing);
    editor_workspace_destroy(workspace);
}

static void write_level_of(const char *model, const char *meshes)
{
    FILE *file = fopen(LEVEL, "wb");
    assert_non_null(file);
    fprintf(file,
            "{\"vkpick_level\": 2, \"assets\": [{\"id\": 1, \"path\": \"%s\"%s}], \"objects\": [{\"id\": 1, "
            "\"name\": \"a\", \"asset\": 1, \"mesh\": 0}]}",
            model, meshes);
    assert_int_equal(fclose(file), 0);
}

// Meshes that are named after their file are found in one of another name, and what the level lists no names of, too.
static void test_renamed_files_are_found(void **state)
{
    (void)state;
    FILE *file = fopen(FOLDER "/new.ply", "wb");
    assert_non_null(file);
    fputs("ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
          "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
          file);
    assert_int_equal(fclose(file), 0);
    static const char box[] = ", \"mesh_names\": [\"old\"], \"mesh_boxes\": [[0, 0, 0, 50, 1, 1]]";
    for (int i = 0; i < 2; i++) {
        editor_error error = {""};
        write_level_of("old.ply", i == 0 ? box : "");
        editor_workspace *workspace = open_editor();
        const editor_level *level = editor_workspace_get_level(workspace);
        assert_true(level->meshes[level->objects[0].mesh].stand_in);
        assert_true(editor_workspace_relink(workspace, FOLDER "/new.ply", &error));
        read_one(workspace);
        assert_string_equal(workspace->message, "Found 1 missing model");
        assert_false(level->meshes[level->objects[0].mesh].stand_in);
        assert_true(editor_document_save(workspace->document, LEVEL, &error));
        editor_workspace_destroy(workspace);
        workspace = open_editor();
        level = editor_workspace_get_level(workspace);
        assert_false(level->meshes[level->objects[0].mesh].stand_in);
        editor_workspace_destroy(workspace);
    }
    write_level_of("older.ply", box); // which is no name of that file
    editor_workspace *workspace = open_editor();
    refuse_relink(workspace, FOLDER "/new.ply", "none of the meshes", "older.ply");
    editor_workspace_destroy(workspace);
}

static void write_clip(const char *path, const char *node)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fprintf(file,
            "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":32,\"uri\":\"data:;base64,"
            "AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAA=\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":32}],"
            "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\",\"min\":[0],"
            "\"max\":[1]},{\"bufferView\":0,\"byteOffset\":8,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}],"
            "\"animations\":[{\"name\":\"move\",\"samplers\":[{\"input\":0,\"output\":1}],\"channels\":[{\"sampler\":0,"
            "\"target\":{\"node\":0,\"path\":\"translation\"}}]}],\"nodes\":[{\"name\":\"%s\"}],"
            "\"scenes\":[{\"nodes\":[0]}]}",
            node);
    assert_int_equal(fclose(file), 0);
}

// What has no meshes is known by the nodes that objects follow.
static void test_clips_are_found(void **state)
{
    (void)state;
    editor_error error = {""};
    write_clip(FOLDER "/old.gltf", "arm");
    write_clip(FOLDER "/leg.gltf", "leg");
    editor_workspace *workspace = show(editor_open(FOLDER "/old.gltf", NULL, NULL, &error));
    assert_true(editor_workspace_get_level(workspace)->objects[0].follows);
    assert_true(editor_document_save(workspace->document, LEVEL, &error));
    editor_workspace_destroy(workspace);
    assert_int_equal(rename(FOLDER "/old.gltf", FOLDER "/new.gltf"), 0);
    workspace = open_editor();
    const editor_level *level = editor_workspace_get_level(workspace);
    assert_false(level->objects[0].follows);
    refuse_relink(workspace, FOLDER "/leg.gltf", "none of the moved nodes", "old.gltf");
    assert_true(editor_workspace_relink(workspace, FOLDER "/new.gltf", &error));
    read_one(workspace);
    assert_string_equal(workspace->message, "Found 1 missing model");
    assert_true(level->objects[0].follows);
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

// Read again once its file is another one: the level stays as it was saved.
static void test_a_mended_one_comes(void **state)
{
    (void)state;
    write_version(1, BROKEN);
    char path[80];
    path_of(2, "models", path);
    assert_int_equal(remove(path), 0);
    for (int i = 0; i < 2; i++) { // as boxes first, or whole
        editor_workspace *workspace = i == 0 ? open_boxes() : open_editor();
        const editor_level *level = editor_workspace_get_level(workspace);
        if (i == 0)
            read_one(workspace);
        assert_int_equal(level->warning_count, 2);
        editor_workspace_reload_models(workspace);
        assert_string_equal(workspace->message, "No model changed on disk");
        write_version(1, 7);
        write_version(2, 8);
        editor_workspace_reload_models(workspace);
        read_one(workspace);
        read_one(workspace);
        assert_string_equal(workspace->message, "Reloaded 2 models");
        assert_int_equal(shown(workspace, 1), 7);
        assert_int_equal(shown(workspace, 2), 8);
        assert_int_equal(level->warning_count, 0);
        assert_false(editor_document_is_changed(workspace->document));
        editor_workspace_destroy(workspace);
        write_version(1, BROKEN);
        assert_int_equal(remove(path), 0);
    }
}

static void test_boxes_are_no_whole_level(void **state)
{
    (void)state;
    editor_workspace *workspace = open_boxes();
    const editor_level *level = editor_workspace_get_level(workspace);
    editor_text text = {0};
    assert_int_equal(level->warning_count, 0);
    assert_false(editor_report_make(level).is_whole);
    editor_report_write(level, &text);
    assert_non_null(strstr(text.data, "m1.obj (not read yet)"));
    editor_text_free(&text);
    read_one(workspace);
    assert_true(editor_report_make(level).is_whole);
    editor_workspace_destroy(workspace);
}

// One that is refused takes nothing away: the boxes of the level that stays are read after all.
static void test_another_level_is_refused(void **state)
{
    (void)state;
    editor_error error = {""};
    write_version(0, BROKEN);
    char path[80];
    path_of(0, "models", path);
    for (int i = 0; i < 2; i++) {
        editor_workspace *workspace = open_boxes();
        const char *other = i == 0 ? path : FOLDER "/gone.vkpick";
        assert_true(editor_workspace_load(workspace, EDITOR_WORK_OPEN, other, &error));
        read_one(workspace);
        assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_MESSAGE);
        editor_workspace_close_dialog(workspace);
        assert_true(editor_workspace_has_load(workspace, EDITOR_WORK_FILL));
        read_one(workspace);
        assert_int_equal(shown(workspace, 1), 1);
        editor_workspace_destroy(workspace);
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
        cmocka_unit_test_setup(test_a_file_is_gone, set_up),
        cmocka_unit_test_setup(test_far_models_stay, set_up),
        cmocka_unit_test_setup(test_another_level_comes, set_up),
        cmocka_unit_test_setup(test_missing_ones_are_found_together, set_up),
        cmocka_unit_test_setup(test_several_are_chosen, set_up),
        cmocka_unit_test_setup(test_the_chosen_one_is_refused, set_up),
        cmocka_unit_test_setup(test_another_model_is_refused, set_up),
        cmocka_unit_test_setup(test_a_file_of_the_level_is_refused, set_up),
        cmocka_unit_test_setup(test_renamed_files_are_found, set_up),
        cmocka_unit_test_setup(test_clips_are_found, set_up),
        cmocka_unit_test_setup(test_boxes_become_the_level, set_up),
        cmocka_unit_test_setup(test_small_levels_come_whole, set_up),
        cmocka_unit_test_setup(test_a_broken_one_stays_a_box, set_up),
        cmocka_unit_test_setup(test_a_mended_one_comes, set_up),
        cmocka_unit_test_setup(test_boxes_are_no_whole_level, set_up),
        cmocka_unit_test_setup(test_another_level_is_refused, set_up),
        cmocka_unit_test(test_any_history),
    };
    return cmocka_run_group_tests(tests, NULL, tear_down);
}
