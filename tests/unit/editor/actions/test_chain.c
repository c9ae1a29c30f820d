// Selecting in a long chain of objects visits each object a few times, not its ancestors again and again.
#include "actions/actions.h"
#include "workspace/workspace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>

#include <cmocka.h>

enum { OBJECTS = 60000 }; // climbing from each to the top is 1.8e9 steps

static editor_level *chain(void)
{
    editor_level *level = editor_level_create();
    const editor_light light = {.type = EDITOR_LIGHT_POINT, .color = {1, 1, 1}, .intensity = 1, .outer = 0.7};
    uint32_t parent = EDITOR_NONE;
    for (uint32_t i = 0; i < OBJECTS; i++)
        parent = editor_level_add_light(level, "link", parent, &light, &PICK_AFFINE_IDENTITY);
    // A second root, so that the first one counts as a group.
    editor_level_add_light(level, "end", EDITOR_NONE, &light, &PICK_AFFINE_IDENTITY);
    editor_error error;
    assert_true(editor_level_finish(level, &error));
    return level;
}

static void run(editor_workspace *workspace, const char *name)
{
    assert_true(editor_action_run(workspace, editor_action_find(name)));
    for (int i = 0; i < 8 && editor_workspace_is_busy(workspace); i++)
        (void)editor_workspace_step(workspace, 0);
}

static void a_chain_is_selected_in_linear_time(void **state)
{
    (void)state;
    editor_error error;
    const editor_workspace_desc desc = {
        .window = {800, 600, 800, 600}, .ui_scale = 1, .actions = &EDITOR_ACTION_TABLE, .no_files = true};
    editor_workspace *workspace = editor_workspace_create(chain(), &desc, &error);
    assert_non_null(workspace);
    const clock_t start = clock();
    run(workspace, "tool-move");
    run(workspace, "select-all");
    assert_int_equal(pick_selection_count(editor_workspace_selection(workspace)), 2); // the chain as a whole
    run(workspace, "whole-groups");
    run(workspace, "select-all");
    assert_int_equal(pick_selection_count(editor_workspace_selection(workspace)), OBJECTS + 1);
    run(workspace, "frame");
    run(workspace, "select-invert");
    // Some tenths of a second, sanitizers included some seconds; it was minutes.
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 10);
    editor_workspace_destroy(workspace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_chain_is_selected_in_linear_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
