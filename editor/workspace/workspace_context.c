// workspace_context.c: opens the context menus of the viewports.
#include "workspace/workspace_private.h"

// Whether the object or a group that it is in is selected.
static bool is_selected(const editor_workspace *workspace, pick_object_id object)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const pick_selection *selection = editor_document_selection(workspace->document);
    for (uint32_t up = editor_level_object(level, object); up != EDITOR_NONE; up = level->objects[up].parent) {
        if (pick_selection_contains(selection, level->objects[up].pick))
            return true;
    }
    return false;
}

void editor_workspace_open_context(editor_workspace *workspace, const pick_target *target, pick_vec2 at)
{
    if (editor_tools_part_kind(workspace->tools) != 0)
        editor_tools_take_hovered_part(workspace->tools);
    else if (!pick_object_id_is_null(target->object) && target->place <= 1 && !is_selected(workspace, target->object))
        editor_workspace_done(workspace,
                              editor_edit_select(workspace->document, PICK_SELECTION_REPLACE, &target->object, 1));
    workspace->add_ground = editor_workspace_ground(workspace, &at);
    editor_panels_open_context(workspace->panels, EDITOR_CONTEXT_VIEWPORT, at, false);
    workspace->dirty = true;
}
