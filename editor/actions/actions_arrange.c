// actions_arrange.c: the actions that copy objects in rows and circles, spread them and mirror them.
#include "actions/actions_private.h"

#include "document/history/edit_arrange.h"
#include "workspace/workspace_private.h"

void editor_do_duplicate_again(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_targets targets;
    if (editor_workspace_find_targets(workspace, EDITOR_LEAVE_HIDDEN, &targets))
        editor_workspace_done(workspace,
                              editor_edit_duplicate_again(workspace->document, targets.objects, targets.count));
}

// `argument`: 3 * mode + axis.
void editor_do_distribute(editor_workspace *workspace, int argument)
{
    editor_targets targets;
    if (editor_workspace_find_targets(workspace, EDITOR_LEAVE_HIDDEN, &targets))
        editor_workspace_done(workspace, editor_edit_distribute(workspace->document, targets.objects, targets.count,
                                                                argument % 3, (editor_distribute_mode)(argument / 3)));
}

// `argument`: the axis.
void editor_do_mirror(editor_workspace *workspace, int argument)
{
    editor_tool_context context = editor_workspace_context(workspace, workspace->views.active);
    editor_targets targets;
    if (!editor_workspace_find_targets(workspace, EDITOR_LEAVE_LOCKED, &targets))
        return;
    const editor_pivots pivots = editor_tools_pivots(workspace->tools, &context, workspace->takes_hidden);
    if (pivots.count == 0) {
        editor_workspace_say(workspace, "Locked objects cannot be mirrored");
        return;
    }
    editor_workspace_done(
        workspace, editor_edit_mirror(workspace->document, pivots.objects, pivots.points, pivots.count, argument));
}

void editor_do_array_linear(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_ask_linear_array(workspace);
}

void editor_do_array_radial(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_ask_radial_array(workspace);
}
