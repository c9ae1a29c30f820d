// Another scene or material variant of a model is read while the editor goes on, and read again after undo and redo.
#define _DEFAULT_SOURCE // usleep, utimensat
#include "exchange.h"

#include "document/file/document_file.h"
#include "document/level/choice.h"

#define MODEL FOLDER "/model.gltf"

static void write_body(const char *variants, const char *scenes)
{
    FILE *file = fopen(MODEL, "wb");
    assert_non_null(file);
    fprintf(
        file,
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\"data:;base64,"
        "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[{\"name\":\"sun\",\"mesh\":0},"
        "{\"name\":\"moon\",\"mesh\":0}],%s\"extensions\":{\"KHR_materials_variants\":{\"variants\":[%s]}}}",
        scenes, variants);
    assert_int_equal(fclose(file), 0);
}

static void write_text(const char *variants)
{
    write_body(variants, "\"scenes\":[{\"name\":\"day\",\"nodes\":[0]},{\"name\":\"night\",\"nodes\":[1]}],");
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

static void apply_and_read(editor_workspace *workspace, const char *field, const char *value)
{
    apply(workspace, field, value);
    read_one(workspace);
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_NONE);
    assert_true(has_none(workspace));
}

// A level whose model has lost the variant that is chosen, as boxes first or whole.
static editor_workspace *open_level_without_blue(bool boxes)
{
    editor_error error = {""};
    editor_workspace *workspace = open_model();
    apply_and_read(workspace, "Material Variant", "blue");
    assert_true(editor_document_save(workspace->document, FOLDER "/b.vkpick", &error));
    editor_workspace_destroy(workspace);
    write_text("{\"name\":\"red\"}");
    workspace = show(boxes ? editor_level_read_boxes(FOLDER "/b.vkpick", 1, NULL, NULL, NULL, &error)
                           : editor_open(FOLDER "/b.vkpick", NULL, NULL, &error));
    assert_true(editor_workspace_fill_boxes(workspace) == boxes);
    if (boxes)
        read_one(workspace);
    const uint32_t first = 0;
    assert_int_equal(editor_edit_select_objects(workspace->document, PICK_SELECTION_REPLACE, &first, 1),
                     EDITOR_EDIT_DONE);
    editor_workspace_step(workspace, 0);
    return workspace;
}

static void assert_lacks_blue(const editor_workspace *workspace)
{
    assert_true(has_none(workspace)); // nothing tries to read it
    assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_NONE);
    const editor_asset *asset = asset_of(workspace);
    assert_false(asset->missing);
    assert_string_equal(asset->variant, "blue");
    assert_true(!asset->read_variant && asset->keeps_content);
}

static void test_gone_from_a_level(void **state)
{
    (void)state;
    for (int boxes = 0; boxes < 2; boxes++) {
        editor_workspace *workspace = open_level_without_blue(boxes);
        assert_lacks_blue(workspace);
        // Other settings change, and are undone, without it.
        apply(workspace, "Scale", "2");
        assert_lacks_blue(workspace);
        undo(workspace);
        assert_lacks_blue(workspace);
        apply_and_read(workspace, "Scene", "night");
        assert_string_equal(asset_of(workspace)->read_scene, "night");
        assert_lacks_blue(workspace);
        undo(workspace);
        read_one(workspace);
        editor_workspace_step(workspace, 0);
        assert_null(asset_of(workspace)->read_scene);
        assert_lacks_blue(workspace);
        editor_workspace_reload_models(workspace);
        read_one(workspace);
        assert_lacks_blue(workspace);
        // Another one, and undo, which wants it: that is said.
        apply_and_read(workspace, "Material Variant", "red");
        assert_string_equal(asset_of(workspace)->read_variant, "red");
        undo(workspace);
        read_one(workspace);
        assert_int_equal(workspace->dialog.kind, EDITOR_DIALOG_MESSAGE);
        editor_workspace_close_dialog(workspace);
        // It comes back with the file.
        write_text("{\"name\":\"blue\"},{\"name\":\"red\"}");
        editor_workspace_reload_models(workspace);
        read_one(workspace);
        assert_true(editor_asset_is_as_chosen(asset_of(workspace)) && !asset_of(workspace)->keeps_content);
        assert_string_equal(asset_of(workspace)->read_variant, "blue");
        editor_workspace_destroy(workspace);
    }
}

// The dialog lists it as long as it is chosen, even where the file has none at all.
static void test_gone_is_given_up(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        editor_workspace *workspace = open_level_without_blue(false);
        if (i == 1) {
            write_text("");
            editor_workspace_reload_models(workspace);
            read_one(workspace);
        }
        editor_workspace_ask_fit(workspace);
        const editor_form_field *field = &workspace->dialog.fields[3];
        assert_int_equal(field->list_count, 3 - i);
        assert_string_equal(field->list[field->chosen], "blue");
        editor_workspace_close_dialog(workspace);
        apply_and_read(workspace, "Material Variant", "None");
        assert_true(!asset_of(workspace)->variant && editor_asset_is_as_chosen(asset_of(workspace)));
        editor_workspace_ask_fit(workspace);
        assert_int_equal(workspace->dialog.field_count, i == 1 ? 3 : 4);
        editor_workspace_destroy(workspace);
    }
}

// Of a scene likewise, where the file has none, or one.
static void test_gone_scene(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        editor_error error = {""};
        editor_workspace *workspace = open_model();
        apply_and_read(workspace, "Scene", "night");
        assert_true(editor_document_save(workspace->document, FOLDER "/b.vkpick", &error));
        editor_workspace_destroy(workspace);
        write_body("", i == 0 ? "" : "\"scenes\":[{\"name\":\"dawn\",\"nodes\":[0]}],");
        workspace = show(editor_open(FOLDER "/b.vkpick", NULL, NULL, &error));
        const uint32_t first = 0;
        assert_int_equal(editor_edit_select_objects(workspace->document, PICK_SELECTION_REPLACE, &first, 1),
                         EDITOR_EDIT_DONE);
        editor_workspace_step(workspace, 0);
        assert_true(has_none(workspace) && asset_of(workspace)->keeps_content && !asset_of(workspace)->missing);
        assert_string_equal(active_name(workspace), "moon");
        editor_workspace_ask_fit(workspace);
        const editor_form_field *field = &workspace->dialog.fields[2];
        assert_int_equal(field->list_count, 2);
        assert_string_equal(field->list[field->chosen], "night");
        editor_workspace_close_dialog(workspace);
        apply_and_read(workspace, "Scene", i == 0 ? "None" : "dawn");
        assert_true(!asset_of(workspace)->scene && editor_asset_is_as_chosen(asset_of(workspace)));
        editor_workspace_destroy(workspace);
    }
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
        cmocka_unit_test_setup(test_gone_from_a_level, set_up),
        cmocka_unit_test_setup(test_gone_is_given_up, set_up),
        cmocka_unit_test_setup(test_gone_scene, set_up),
        cmocka_unit_test_setup(test_nothing_to_choose, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, tear_down);
}
