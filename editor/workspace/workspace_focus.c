// workspace_focus.c: what the views are confined to: isolated objects, and the group that clicks are in.
#include "workspace/workspace_private.h"

#include <stdio.h>

// --- isolation ---

static const char *plural(uint32_t count)
{
    return count == 1 ? "" : "s";
}

void editor_workspace_isolate(editor_workspace *workspace, bool on)
{
    const uint32_t none = 0;
    const uint32_t count = on ? editor_document_selected(workspace->document, NULL, 0) : 0;
    workspace->dirty = true;
    if (!editor_document_isolate(workspace->document, on ? NULL : &none, count)) {
        editor_workspace_say(workspace, "Out of memory");
        return;
    }
    char way[EDITOR_WAY_SIZE];
    if (on)
        editor_workspace_say(workspace, "Isolated %u object%s: %s shows all again", (unsigned)count, plural(count),
                             editor_workspace_name_way(workspace, "isolate", way));
    else
        editor_workspace_say(workspace, "Showing the whole level again");
}

static void count_isolated(editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    workspace->isolated_count = 0;
    for (uint32_t i = 0; level->is_isolating && i < level->object_count; i++) {
        const editor_object *o = &level->objects[i];
        // What was made since is isolated with all that is below it: that goes with its parent.
        if (!o->isolated || !o->exists || (o->parent != EDITOR_NONE && level->objects[o->parent].isolated))
            continue;
        workspace->isolated_count++;
        workspace->isolated_last = i;
    }
}

void editor_workspace_uncut(editor_workspace *workspace)
{
    workspace->views.section.count = 0;
    editor_workspace_say(workspace, "Nothing is cut any more");
}

void editor_workspace_list_isolated(editor_workspace *workspace, editor_panels_model *model)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    if (!editor_document_is_still(workspace->document, &workspace->isolated))
        count_isolated(workspace);
    model->is_isolating = level->is_isolating;
    model->isolated = workspace->isolated_count;
    if (model->isolated > 0)
        model->isolated_name = level->objects[workspace->isolated_last].name;
}

// --- groups ---

uint32_t editor_workspace_entered(const editor_workspace *workspace)
{
    const pick_pointer *pointer = workspace->views.view[workspace->views.active].pointer;
    const uint32_t group =
        editor_level_object(editor_workspace_get_level(workspace), pick_pointer_entered_group(pointer));
    return group != EDITOR_NONE && editor_workspace_get_level(workspace)->objects[group].exists ? group : EDITOR_NONE;
}

static uint32_t group_of(const editor_workspace *workspace, uint32_t object)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    return editor_level_object(level, editor_tools_group_of(level, level->objects[object].pick));
}

void editor_workspace_list_crumbs(editor_workspace *workspace, editor_panels_model *model)
{
    uint32_t count = 0;
    for (uint32_t at = editor_workspace_entered(workspace); at != EDITOR_NONE && count < EDITOR_CRUMBS;
         at = group_of(workspace, at))
        workspace->crumbs[EDITOR_CRUMBS - 1 - count++] = at;
    model->crumbs = &workspace->crumbs[EDITOR_CRUMBS - count];
    model->crumb_count = count;
}

// EDITOR_NONE: clicks are in no group.
static void set_entered(editor_workspace *workspace, uint32_t group)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const pick_object_id handle = group == EDITOR_NONE ? (pick_object_id){0} : level->objects[group].pick;
    workspace->group_of_parts = handle;
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++)
        pick_pointer_enter_group(workspace->views.view[i].pointer, handle);
    workspace->dirty = true;
}

void editor_workspace_share_group(editor_workspace *workspace, uint32_t view)
{
    const pick_object_id none = {0}, own = pick_pointer_entered_group(workspace->views.view[view].pointer);
    const pick_object_id group = workspace->settings.whole_groups ? own : none;
    if (pick_object_id_equal(group, workspace->entered) && pick_object_id_equal(group, own))
        return;
    workspace->entered = group;
    if (!workspace->settings.whole_groups)
        workspace->group_of_parts = none;
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++) {
        pick_pointer *pointer = workspace->views.view[i].pointer;
        if (!pick_object_id_equal(pick_pointer_entered_group(pointer), group))
            pick_pointer_enter_group(pointer, group);
    }
}

void editor_workspace_follow_selection(editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const uint32_t entered = editor_workspace_entered(workspace), active = editor_document_active(workspace->document);
    uint32_t group = active != EDITOR_NONE ? entered : EDITOR_NONE;
    while (group != EDITOR_NONE && (group == active || !editor_level_is_below(level, active, group)))
        group = group_of(workspace, group);
    if (group != entered || active == EDITOR_NONE)
        set_entered(workspace, group);
}

void editor_workspace_enter(editor_workspace *workspace, uint32_t group)
{
    const uint32_t from = editor_workspace_entered(workspace);
    // The member of the new group that holds the old one is selected, so that one sees where one was.
    uint32_t left = from;
    for (uint32_t at = from; at != EDITOR_NONE && at != group; at = group_of(workspace, at))
        left = at;
    if (left != EDITOR_NONE && left != group)
        editor_workspace_done(workspace,
                              editor_edit_select_objects(workspace->document, PICK_SELECTION_REPLACE, &left, 1));
    set_entered(workspace, group);
}

bool editor_workspace_leave_group(editor_workspace *workspace)
{
    const uint32_t from = editor_workspace_entered(workspace);
    if (from == EDITOR_NONE)
        return false;
    editor_workspace_enter(workspace, group_of(workspace, from));
    return true;
}
