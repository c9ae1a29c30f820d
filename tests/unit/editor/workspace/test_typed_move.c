// Numbers typed while a move snaps: the number counts, so nothing says that the object is snapped until it is gone.
#include "actions/actions.h"
#include "document/import/import.h"
#include "workspace/workspace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void settle(editor_workspace *workspace)
{
    for (int i = 0; i < 50 && editor_workspace_is_busy(workspace); i++)
        editor_workspace_step(workspace, 0);
    assert_false(editor_workspace_is_busy(workspace));
}

static void run(editor_workspace *workspace, const char *name)
{
    assert_true(editor_action_run(workspace, editor_action_find(name)));
    settle(workspace);
}

static void send(editor_workspace *workspace, editor_event_type type, pick_vec3 world)
{
    pick_projected_point p;
    assert_true(pick_view_project(&editor_workspace_viewport(workspace)->view, world, &p));
    editor_workspace_event(workspace, &(editor_event){.type = type, .position = p.window});
    settle(workspace);
}

static void type_key(editor_workspace *workspace, editor_key key)
{
    editor_workspace_event(workspace, &(editor_event){.type = EDITOR_EVENT_KEY_DOWN, .key = key});
    editor_workspace_event(workspace, &(editor_event){.type = EDITOR_EVENT_KEY_UP, .key = key});
    settle(workspace);
}

static bool is_said(const editor_workspace *workspace, const char *words)
{
    char said[256];
    editor_workspace_measure(workspace, said, sizeof(said));
    return strstr(said, words) != NULL;
}

static void test_a_typed_number_is_not_snapped(void **state)
{
    (void)state;
    editor_error error = {""};
    editor_level *level = editor_import(BOXES, NULL, NULL, &error);
    const editor_workspace_desc desc = {
        .window = {1000, 640, 1000, 640}, .ui_scale = 1, .actions = &EDITOR_ACTION_TABLE};
    editor_workspace *workspace = level ? editor_workspace_create(level, &desc, &error) : NULL;
    assert_non_null(workspace);
    settle(workspace);
    run(workspace, "view-front");
    run(workspace, "frame");
    send(workspace, EDITOR_EVENT_MOUSE_MOVE, (pick_vec3){0, 0, 1});
    send(workspace, EDITOR_EVENT_MOUSE_PRESS, (pick_vec3){0, 0, 1});
    send(workspace, EDITOR_EVENT_MOUSE_RELEASE, (pick_vec3){0, 0, 1});
    run(workspace, "tool-move");
    run(workspace, "snap-set");
    send(workspace, EDITOR_EVENT_MOUSE_MOVE, (pick_vec3){0.97, 0.97, 1});
    send(workspace, EDITOR_EVENT_MOUSE_PRESS, (pick_vec3){0.97, 0.97, 1});
    send(workspace, EDITOR_EVENT_MOUSE_MOVE, (pick_vec3){2.04, 0.97, 1});
    assert_true(is_said(workspace, "Snapped to a vertex of blue"));
    type_key(workspace, (editor_key)'3');
    assert_true(is_said(workspace, "3"));
    assert_false(is_said(workspace, "Snapped"));
    // The last digit, then the number that has none.
    type_key(workspace, EDITOR_KEY_BACKSPACE);
    assert_false(is_said(workspace, "Snapped"));
    type_key(workspace, EDITOR_KEY_BACKSPACE);
    assert_true(is_said(workspace, "Snapped to a vertex of blue"));
    editor_workspace_destroy(workspace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_typed_number_is_not_snapped)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
