// actions_sets.c: the actions of the selection sets.
#include "actions/actions_private.h"

#include "document/level/selection_set.h"
#include "workspace/workspace_private.h"

bool editor_if_set(const editor_workspace *workspace, int argument)
{
    return editor_level_has_set(editor_workspace_get_level(workspace), (uint32_t)argument);
}

bool editor_if_sets(const editor_workspace *workspace, int argument)
{
    (void)argument;
    bool any = false;
    for (int i = 0; i < EDITOR_SET_COUNT && !any; i++)
        any = editor_if_set(workspace, i);
    return any;
}

bool editor_if_sets_and_selection(const editor_workspace *workspace, int argument)
{
    return editor_if_selection(workspace, argument) && editor_if_sets(workspace, argument);
}

// `argument`: the set. Shift adds its objects to the selection.
void editor_do_select_set(editor_workspace *workspace, int argument)
{
    const bool add = (editor_ui_modifiers(workspace->ui) & PICK_MODIFIER_SHIFT) != 0;
    editor_workspace_select_set(workspace, (uint32_t)argument, add);
}

void editor_do_save_set(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_ask_set_name(workspace);
}

// `argument`: editor_purpose.
void editor_do_change_set(editor_workspace *workspace, int argument)
{
    editor_workspace_ask_set(workspace, (editor_purpose)argument);
}
