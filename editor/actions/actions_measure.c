// actions_measure.c: how far two objects are apart, and what is done to the ruler.
#include "actions/actions_private.h"

#include "document/level/clearance.h"
#include "document/level/sight.h"
#include "workspace/workspace_private.h"

bool editor_if_ruler(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return editor_tools_has_ruler(workspace->tools);
}

bool editor_if_copy(const editor_workspace *workspace, int argument)
{
    return editor_if_selection(workspace, argument) ||
           (editor_tools_is_measuring(workspace->tools) && editor_if_ruler(workspace, argument));
}

// Of the two selected objects: the ruler shows their nearest points.
void editor_do_clearance(editor_workspace *workspace, int argument)
{
    (void)argument;
    const editor_level *level = editor_workspace_get_level(workspace);
    const pick_object_id *ids = pick_selection_objects(editor_document_selection(workspace->document));
    const uint32_t a = editor_level_object(level, ids[0]), b = editor_level_object(level, ids[1]);
    if (a == EDITOR_NONE || b == EDITOR_NONE)
        return;
    const char *a_name = level->objects[a].name, *b_name = level->objects[b].name;
    const char *fault = editor_sight_fault(level, a, b);
    editor_clearance found;
    if (fault) {
        editor_workspace_say(workspace, "%.80s %s as %.80s", b_name, fault, a_name);
    } else if (!editor_clearance_find(level, a, b, &found)) {
        editor_workspace_say(workspace, "%.80s and %.80s: one of them has no surface to measure from", a_name, b_name);
    } else if (found.distance > 0) {
        editor_tools_set_ruler(workspace->tools, found.point);
        editor_workspace_say(workspace, "%.80s and %.80s are %.3f m apart", a_name, b_name, found.distance);
    } else {
        editor_tools_clear_ruler(workspace->tools);
        editor_workspace_say(workspace, "%.80s and %.80s touch or overlap", a_name, b_name);
    }
}

void editor_do_copy_ruler(editor_workspace *workspace, int argument)
{
    char text[256];
    (void)argument;
    editor_tools_ruler_text(workspace->tools, editor_workspace_get_level(workspace), text, sizeof(text));
    if (!text[0]) {
        editor_workspace_say(workspace, "Click a second point first");
        return;
    }
    if (workspace->desc.set_clipboard)
        workspace->desc.set_clipboard(workspace->desc.clipboard_user, text);
    editor_workspace_say(workspace, "Copied \"%s\"", text);
}

void editor_do_clear_ruler(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_tools_clear_ruler(workspace->tools);
}
