// actions_parts.c: part mode, and selecting along meshes.
#include "actions/actions_private.h"
#include "workspace/workspace_private.h"

bool editor_if_parts(const editor_workspace *workspace, int argument)
{
    return editor_tools_part_kind(workspace->tools) == (uint32_t)argument;
}

void editor_do_parts(editor_workspace *workspace, int argument)
{
    editor_tool_context context = editor_workspace_context(workspace, workspace->views.active);
    editor_tools_choose_parts(workspace->tools, &context, (uint32_t)argument);
}

bool editor_if_some_parts(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return editor_tools_part_count(workspace->tools) > 0;
}

void editor_do_parts_step(editor_workspace *workspace, int argument)
{
    editor_tool_context context = editor_workspace_context(workspace, workspace->views.active);
    if (!editor_tools_extend_parts(workspace->tools, &context, (editor_part_step)argument))
        editor_workspace_say(workspace, "Out of memory: the selection is unchanged");
}
