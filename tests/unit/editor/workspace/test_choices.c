// Another scene or material variant of a model is read while the editor goes on, and read again after undo and redo.
#define _DEFAULT_SOURCE // usleep, utimensat
#include "exchange.h"

#include "document/level/choice.h"

#define MODEL FOLDER "/model.gltf"

static void write_text(const char *variants)
{
    FILE *file = fopen(MODEL, "wb");
    assert_non_null(file);
    fprintf(
        file,
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\"data:;base64,"
        "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[{\"name\":\"sun\",\"mesh\":0},"
        "{\"name\":\"moon\",\"mesh\":0}],\"scenes\":[{\"name\":\"day\",\"nodes\":[0]},{\"name\":\"night\","
        "\"nodes\":[1]}],\"extensions\":{\"KHR_materials_variants\":{\"variants\":[%s]}}}",
        variants);
    assert_int_equal(fclose(file), 0);
}

static const char *const both = "{\"name\":\"red\"},{\"name\":\"blue\"}";

static editor_workspace *open_model(void)
{
    editor_error error = {""};
    write_text(both);
    editor_workspace *workspace = show(editor_open(MODEL, NULL, NULL, &error));
    const uint32_t first = 0;
    assert_int_equal(editor_edit_select_objects(workspace->document, PICK_SELECTION_REPLACE, &first, 1),
                     EDITOR_EDIT_DONE);
    return workspace;
}

static const editor_asset *asset_of(const editor_workspace *workspace)
{
    return &editor_workspace_get_level(workspace)->assets[0];
}

static void apply(editor_workspace *workspace, const char *field, const char *value)
{
    editor_workspace_ask_fit(workspace);
    assert_true(editor_workspace_fill(workspace, field, value));
    assert_true(editor_workspace_press(workspace, "Apply"));
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_NONE);
}

static void undo(editor_workspace *workspace)
{
    assert_true(editor_document_undo(workspace->document));
    editor_workspace_step(workspace, 0);
}

static const char *active_name(const editor_workspace *workspace)
{
    return editor_workspace_get_level(workspace)->objects[editor_document_active(workspace->document)].name;
}

static void test_read_behind(void **state)
{
    (void)state;
    editor_workspace *workspace = open_model();
    editor_workspace_ask_fit(workspace);
    assert_int_equal(workspace->dialog.field_count, 4);
    assert_false(editor_workspace_fill(workspace, "Scene", "noon"));
    assert_true(editor_workspace_press(workspace, "Cancel"));
    apply(workspace, "Scene", "day"); // that is how it is
    assert_true(has_none(workspace));
    apply(workspace, "Scene", "night");
    assert_int_equal(workspace->loads.count, 1);
    assert_null(asset_of(workspace)->scene); // nothing changes before it was read
    assert_string_equal(active_name(workspace), "sun");
    read_one(workspace);
    assert_true(has_none(workspace));
    assert_string_equal(asset_of(workspace)->scene, "night");
    assert_string_equal(active_name(workspace), "moon");
    assert_string_equal(workspace->message, "Changed import of model.gltf");
    undo(workspace);
    assert_string_equal(active_name(workspace), "sun");
    assert_int_equal(workspace->loads.count, 1);
    assert_true(editor_document_redo(workspace->document)); // there is nothing to read any more
    editor_workspace_step(workspace, 0);
    assert_true(has_none(workspace));
    undo(workspace);
    read_one(workspace);
    assert_true(has_none(workspace) && editor_asset_is_as_chosen(asset_of(workspace)));
    assert_null(asset_of(workspace)->read_scene);
    apply(workspace, "Material Variant", "red");
    read_one(workspace);
    assert_string_equal(asset_of(workspace)->read_variant, "red");
    apply(workspace, "Material Variant", "None");
    read_one(workspace);
    assert_null(asset_of(workspace)->variant);
    // A choice that the file does not list stays as it is.
    editor_workspace_ask_fit(workspace);
    assert_int_equal(workspace->dialog.fields[3].list_count, 3);
    editor_workspace_close_dialog(workspace);
    editor_workspace_destroy(workspace);
}

static void test_cancelled(void **state)
{
    (void)state;
    editor_workspace *workspace = open_model();
    apply(workspace, "Material Variant", "blue");
    editor_workspace_cancel_load(workspace);
    assert_string_equal(workspace->message, "Changing the import of model.gltf cancelled");
    assert_true(has_none(workspace) && editor_asset_is_as_chosen(asset_of(workspace)));
    assert_false(editor_document_is_changed(workspace->document));
    apply(workspace, "Material Variant", "blue");
    read_one(workspace);
    undo(workspace);
    editor_workspace_cancel_load(workspace);
    editor_workspace_step(workspace, 0);
    assert_true(has_none(workspace)); // not asked again
    assert_false(editor_asset_is_as_chosen(asset_of(workspace)));
    editor_workspace_reload_models(workspace);
    read_one(workspace);
    assert_true(has_none(workspace) && editor_asset_is_as_chosen(asset_of(workspace)));
    editor_workspace_destroy(workspace);
}

static void test_gone(void **state)
{
    (void)state;
    editor_workspace *workspace = open_model();
    apply(workspace, "Material Variant", "blue");
    read_one(workspace);
    apply(workspace, "Material Variant", "red");
    write_text("{\"name\":\"red\"}");
    read_one(workspace);
    undo(workspace);
    read_one(workspace);
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_MESSAGE);
    assert_string_equal(workspace->dialog.title, "Cannot read the model as chosen");
    assert_non_null(strstr(workspace->dialog.text, "there is no material variant \"blue\""));
    editor_workspace_close_dialog(workspace);
    editor_workspace_step(workspace, 0);
    assert_true(has_none(workspace) && asset_of(workspace)->keeps_content);
    assert_string_equal(asset_of(workspace)->variant, "blue");
    assert_string_equal(asset_of(workspace)->read_variant, "red");
    editor_workspace_ask_fit(workspace); // which is shown, although the file has it no more
    assert_int_equal(workspace->dialog.fields[3].list_count, 3);
    assert_string_equal(workspace->dialog.fields[3].list[workspace->dialog.fields[3].chosen], "blue");
    editor_workspace_close_dialog(workspace);
    assert_true(editor_document_redo(workspace->document));
    editor_workspace_step(workspace, 0);
    assert_true(has_none(workspace) && !asset_of(workspace)->keeps_content);
    // The user's own choice is refused likewise, and nothing changes.
    write_text(both);
    editor_workspace_reload_models(workspace);
    if (workspace->loads.count > 0)
        read_one(workspace);
    apply(workspace, "Material Variant", "blue");
    write_text("");
    read_one(workspace);
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_MESSAGE);
    editor_workspace_close_dialog(workspace);
    assert_string_equal(asset_of(workspace)->variant, "red");
    editor_workspace_destroy(workspace);
}

// A model without any, and one of another format, has nothing to choose.
static void test_nothing_to_choose(void **state)
{
    (void)state;
    editor_workspace *workspace = open_editor();
    const uint32_t first = 0;
    assert_int_equal(editor_edit_select_objects(workspace->document, PICK_SELECTION_REPLACE, &first, 1),
                     EDITOR_EDIT_DONE);
    editor_workspace_ask_fit(workspace);
    assert_int_equal(workspace->dialog.field_count, 2);
    editor_workspace_destroy(workspace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_read_behind, set_up),
        cmocka_unit_test_setup(test_cancelled, set_up),
        cmocka_unit_test_setup(test_gone, set_up),
        cmocka_unit_test_setup(test_nothing_to_choose, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, tear_down);
}
