// A model by itself that comes as boxes: opened, imported, dragged from the assets panel. It comes whole, or nothing is
// left of it.
#define _DEFAULT_SOURCE // utimensat
#include "exchange.h"

#include "document/file/document_file.h"
#include "document/file/models.h"

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
        // Asked for again; another file that is not opened after all leaves it.
        editor_error error = {""};
        assert_true(editor_workspace_load(workspace, EDITOR_WORK_IMPORT, MODEL, &error));
        read_one(workspace);
        assert_int_equal(editor_level_count(editor_workspace_get_level(workspace)).all, MODELS + 2);
        assert_int_equal(editor_workspace_get_level(workspace)->asset_count, MODELS + 1);
        const uint32_t waiting = workspace->loads.count;
        assert_true(editor_workspace_load(workspace, EDITOR_WORK_OPEN, MODEL, &error));
        assert_true(workspace->loads.count == 1 && workspace->loads.put_off.count == waiting);
        editor_workspace_cancel_load(workspace);
        assert_true(workspace->loads.count == waiting && workspace->loads.put_off.count == 0);
        assert_int_equal(editor_workspace_get_level(workspace)->asset_count, MODELS + 1);
        editor_workspace_cancel_load(workspace);
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

// An editor in which that model is dragged: its boxes have come.
static editor_workspace *drag_model(bool breaks, uint64_t *before)
{
    editor_error error = {""};
    editor_level *level = editor_open(LEVEL, NULL, NULL, &error);
    assert_non_null(level);
    const editor_workspace_desc desc = {
        .actions = &EDITOR_ACTION_TABLE, .ui_scale = 1, .loads_behind = true, .boxes_from = 1};
    editor_workspace *workspace = editor_workspace_create(level, &desc, &error);
    assert_non_null(workspace);
    *before = editor_level_hash(editor_workspace_get_level(workspace));
    write_gltf(breaks);
    assert_true(editor_workspace_begin_place(workspace));
    assert_true(editor_workspace_load(workspace, EDITOR_WORK_PLACE, MODEL, &error));
    read_one(workspace);
    assert_int_equal(workspace->placing.asset, MODELS);
    assert_true(editor_workspace_get_level(workspace)->assets[MODELS].unread);
    assert_int_equal(workspace->loads.entries[0].shows, EDITOR_WORK_PLACE);
    return workspace;
}

static void must_be_without(const editor_workspace *workspace, uint64_t before)
{
    assert_true(editor_level_hash(editor_workspace_get_level(workspace)) == before);
    assert_int_equal(editor_workspace_get_level(workspace)->asset_count, MODELS);
    assert_int_equal(editor_document_history(workspace->document).step_count, 0);
    assert_false(workspace->placing.active);
    assert_true(has_none(workspace));
}

// While it is dragged: cancelled both ways, refused, read. Without a place for it nothing is in the level yet.
static void test_a_dragged_model(void **state)
{
    (void)state;
    for (int which = 0; which < 4; which++) {
        uint64_t before;
        editor_workspace *workspace = drag_model(which == 2, &before);
        if (which == 0)
            editor_workspace_cancel_place(workspace);
        else if (which == 1)
            editor_workspace_cancel_load(workspace);
        else
            read_one(workspace);
        assert_int_equal(workspace->dialog.kind, which == 2 ? EDITOR_DIALOG_MESSAGE : EDITOR_DIALOG_NONE);
        if (which == 3) { // it goes on, with the model
            assert_true(workspace->placing.active && workspace->placing.asset == MODELS);
            assert_false(editor_workspace_get_level(workspace)->assets[MODELS].missing);
            assert_true(has_none(workspace));
        } else {
            must_be_without(workspace, before);
        }
        editor_workspace_destroy(workspace);
    }
}

// Adds its objects as a drop does, 70 m to the side.
static void drop_it(editor_workspace *workspace)
{
    pick_affine place = PICK_AFFINE_IDENTITY;
    place.origin.x = 70;
    const uint64_t steps = editor_document_count_done(workspace->document);
    uint32_t root;
    assert_int_equal(editor_edit_add_asset(workspace->document, MODELS, EDITOR_NONE, &place, &root), EDITOR_EDIT_DONE);
    editor_workspace_keep_boxes(workspace, MODELS, steps);
}

// Dropped: cancelled, refused, read, read as other objects than the boxes were, changed and cancelled, dropped twice
// and cancelled.
static void test_a_dropped_model(void **state)
{
    (void)state;
    for (int which = 0; which < 6; which++) {
        uint64_t before;
        editor_workspace *workspace = drag_model(which == 1, &before);
        const editor_level *level = editor_workspace_get_level(workspace);
        const editor_document *document = workspace->document;
        const uint32_t one = 1;
        drop_it(workspace);
        workspace->placing.active = false;
        if (which == 3)
            level->assets[MODELS].nodes[0].name[0] = 'x';
        if (which == 4)
            assert_int_equal(editor_edit_set_hidden(workspace->document, &one, 1, true), EDITOR_EDIT_DONE);
        if (which == 5)
            drop_it(workspace);
        if (which == 1 || which == 2 || which == 3)
            read_one(workspace);
        else
            editor_workspace_cancel_load(workspace);
        if (which < 2) {
            must_be_without(workspace, before);
        } else if (which < 4) { // it stays where it was dropped, in one step
            assert_false(level->assets[MODELS].missing);
            assert_int_equal(editor_document_history(document).step_count, 1);
            assert_int_equal(editor_level_count(level).all, MODELS + 2);
            assert_true(level->objects[find_object(workspace, "top")].world.origin.x == 70);
            assert_true(strstr(workspace->message, "Placed one.gltf"));
        } else {
            assert_true(level->assets[MODELS].unread);
            assert_int_equal(editor_document_history(document).step_count, 2);
            assert_true(strstr(workspace->message, "Reload Models"));
        }
        assert_true(has_none(workspace));
        while (editor_document_undo(workspace->document)) {
        }
        assert_true(editor_level_hash(level) == before);
        editor_workspace_destroy(workspace);
    }
}

// One whose boxes an import waits for is placed as they are, and that import goes on.
static void test_a_model_is_dragged_while_it_is_imported(void **state)
{
    (void)state;
    uint64_t before;
    editor_error error = {""};
    editor_workspace *workspace = show_model(EDITOR_WORK_IMPORT, RIGHT, &before);
    assert_true(editor_workspace_begin_place(workspace));
    assert_true(editor_workspace_load(workspace, EDITOR_WORK_PLACE, MODEL, &error));
    const editor_load_entry place = {.work = EDITOR_WORK_PLACE};
    editor_workspace_show_boxes(workspace, &place, MODELS, 0);
    editor_workspace_drop_boxes(workspace, MODELS);
    assert_int_equal(workspace->loads.count, 2);
    assert_int_equal(workspace->loads.entries[0].shows, EDITOR_WORK_IMPORT);
    read_one(workspace);
    assert_false(editor_workspace_get_level(workspace)->assets[MODELS].missing);
    read_one(workspace);
    assert_true(workspace->placing.active && workspace->placing.asset == MODELS && has_none(workspace));
    editor_workspace_destroy(workspace);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_an_import_shares_the_boxes, set_up),
        cmocka_unit_test_setup(test_a_model_comes_whole_or_not_at_all, set_up),
        cmocka_unit_test_setup(test_a_model_is_cancelled, set_up),
        cmocka_unit_test_setup(test_what_can_come_back_stays, set_up),
        cmocka_unit_test_setup(test_a_dragged_model, set_up),
        cmocka_unit_test_setup(test_a_dropped_model, set_up),
        cmocka_unit_test_setup(test_a_model_is_dragged_while_it_is_imported, set_up),
        cmocka_unit_test_setup(test_a_changed_model_stays, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, tear_down);
}
