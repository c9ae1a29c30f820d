// What the chip over the viewport counts while objects are isolated.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "workspace/workspace_private.h"

static const editor_panels_model *count(editor_workspace *workspace)
{
    static editor_panels_model model;
    editor_workspace_list_isolated(workspace, &model);
    return &model;
}

// A group counts once, however it came: isolated with what is in it, or made since.
static void test_groups(void **state)
{
    (void)state;
    editor_error error = {""};
    editor_level *level = editor_level_create();
    const pick_affine here = PICK_AFFINE_IDENTITY;
    uint32_t group = 0, within = 0;
    assert_true(level && editor_level_finish(level, &error));
    editor_workspace *workspace = editor_workspace_create(level, &(editor_workspace_desc){.ui_scale = 1}, &error);
    assert_non_null(workspace);
    editor_document *document = workspace->document;
    assert_int_equal(editor_edit_add_group(document, "post", EDITOR_NONE, &here, &group), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_add_group(document, "lamp", group, &here, &within), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_add_group(document, "bulb", within, &here, &within), EDITOR_EDIT_DONE);
    assert_false(count(workspace)->is_isolating);
    assert_true(editor_document_isolate(document, &group, 1));
    assert_int_equal(count(workspace)->isolated, 1);
    assert_string_equal(count(workspace)->isolated_name, "post");
    assert_int_equal(editor_edit_duplicate(document, &group, 1), EDITOR_EDIT_DONE);
    assert_int_equal(count(workspace)->isolated, 2);
    assert_int_equal(editor_edit_delete(document, &group, 1), EDITOR_EDIT_DONE);
    assert_int_equal(count(workspace)->isolated, 1);
    assert_string_equal(count(workspace)->isolated_name, "post 02");
    assert_true(editor_document_undo(document) && editor_document_undo(document));
    assert_int_equal(count(workspace)->isolated, 1);
    assert_string_equal(count(workspace)->isolated_name, "post");
    editor_workspace_destroy(workspace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_groups)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
