// The documented shortcuts match the table of actions; an action that a device cannot follow says so; Cut deletes only
// what it has copied.
#include "actions/actions.h"
#include "document/file/clipboard.h"
#include "workspace/workspace_private.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void the_page_of_shortcuts_is_the_table(void **state)
{
    char line[512], want[256], keys[64];
    int count = 0;
    FILE *page = fopen(EDITOR_PAGE, "r");
    (void)state;
    assert_non_null(page);
    do
        assert_non_null(fgets(line, sizeof(line), page));
    while (strcmp(line, "| keys | action | menu |\n") != 0);
    assert_non_null(fgets(line, sizeof(line), page)); // the rule below the head
    for (uint32_t i = 0; i < EDITOR_ACTION_COUNT; i++) {
        editor_action_shortcut(&EDITOR_ACTIONS[i], keys);
        if (!keys[0])
            continue;
        snprintf(want, sizeof(want), "| `%s` | %s |", keys, EDITOR_ACTIONS[i].label);
        assert_non_null(fgets(line, sizeof(line), page));
        line[strlen(want)] = '\0';
        assert_string_equal(line, want);
        count++;
    }
    assert_true(count > 40);
    assert_true(!fgets(line, sizeof(line), page) || line[0] != '|'); // and no more
    fclose(page);
}

static void sections_have_no_caps_where_none_are_drawn(void **state)
{
    const editor_action *caps = editor_action_find("section-caps");
    const editor_workspace_desc desc = {
        .window = {800, 600, 800, 600}, .ui_scale = 1, .actions = &EDITOR_ACTION_TABLE, .no_files = true};
    editor_error error;
    (void)state;
    editor_level *level = editor_level_create();
    assert_true(editor_level_finish(level, &error));
    editor_workspace *workspace = editor_workspace_create(level, &desc, &error);
    assert_non_null(workspace);
    assert_true(editor_action_run(workspace, caps));
    assert_true(caps->checked(workspace, 0));
    editor_workspace_forbid_caps(workspace); // also those that there are
    assert_false(caps->checked(workspace, 0));
    (void)editor_action_run(workspace, caps);
    assert_false(caps->checked(workspace, 0));
    assert_string_equal(editor_workspace_message(workspace), "This graphics device cannot draw caps");
    editor_workspace_destroy(workspace);
}

static bool copying_fails;

char *__real_editor_edit_copy(editor_document *document, const uint32_t *objects, uint32_t count);
char *__wrap_editor_edit_copy(editor_document *document, const uint32_t *objects, uint32_t count);
char *__wrap_editor_edit_copy(editor_document *document, const uint32_t *objects, uint32_t count)
{
    return copying_fails ? NULL : __real_editor_edit_copy(document, objects, count);
}

static void what_cannot_be_copied_is_not_cut(void **state)
{
    const editor_workspace_desc desc = {
        .window = {800, 600, 800, 600}, .ui_scale = 1, .actions = &EDITOR_ACTION_TABLE, .no_files = true};
    editor_error error;
    (void)state;
    editor_level *level = editor_level_create();
    assert_int_equal(editor_level_add_object(level, "post", EDITOR_NONE, EDITOR_NONE, &PICK_AFFINE_IDENTITY), 0);
    assert_true(editor_level_finish(level, &error));
    editor_workspace *workspace = editor_workspace_create(level, &desc, &error);
    assert_non_null(workspace);
    const uint32_t post = 0;
    assert_int_equal(editor_edit_select_objects(workspace->document, PICK_SELECTION_REPLACE, &post, 1),
                     EDITOR_EDIT_DONE);
    copying_fails = true;
    assert_true(editor_action_run(workspace, editor_action_find("cut")));
    assert_true(level->objects[post].exists);
    assert_null(workspace->clipboard);
    copying_fails = false;
    assert_true(editor_action_run(workspace, editor_action_find("cut")));
    assert_false(level->objects[post].exists);
    assert_non_null(workspace->clipboard);
    editor_workspace_destroy(workspace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_page_of_shortcuts_is_the_table),
                                       cmocka_unit_test(sections_have_no_caps_where_none_are_drawn),
                                       cmocka_unit_test(what_cannot_be_copied_is_not_cut)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
