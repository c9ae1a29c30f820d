// workspace_level.c: which document is shown: another one in its place, or the one that was put aside.
#include "workspace/workspace_private.h"

#include "system/path.h"

#include <stdlib.h>

static void take_views(editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    editor_views *views = &workspace->views;
    uint32_t order[EDITOR_VIEW_MAX] = {views->active};
    for (uint32_t i = 0, n = 1; i < EDITOR_VIEW_MAX; i++) {
        if (i != views->active)
            order[n++] = i;
    }
    for (uint32_t i = 0; i < level->view_count && i < EDITOR_VIEW_MAX; i++)
        editor_workspace_take_view(&level->views[i], &views->view[order[i]].camera);
}

void editor_workspace_remember(editor_workspace *workspace, const char *path)
{
    char *absolute = editor_path_absolute(path);
    if (absolute)
        editor_recent_add(&workspace->recent, absolute);
    free(absolute);
}

void editor_workspace_begin_level(editor_workspace *workspace)
{
    editor_workspace_frame_all(workspace);
    take_views(workspace);
    workspace->dirty = workspace->untouched = true;
}

// Shows another document, and gives the one before to the caller.
static editor_document *exchange(editor_workspace *workspace, editor_document *document)
{
    editor_workspace_cancel_place(workspace);
    editor_workspace_cancel_exchanges(workspace); // they were for the level that goes
    for (uint32_t i = 0; i < workspace->assets.count; i++)
        workspace->assets.entries[i].picture = 0; // the texture goes with the scene of the level
    editor_tool_context context = editor_workspace_context(workspace, workspace->views.active);
    editor_tools_cancel(workspace->tools, &context);
    editor_tools_clear_ruler(workspace->tools);
    editor_tools_clear_parts(workspace->tools);
    editor_tools_set_pivot_point(workspace->tools, NULL);
    workspace->group_of_parts = workspace->entered = (pick_object_id){0};
    editor_workspace_leave_copies(workspace);
    editor_workspace_unlock_level(workspace);
    editor_document *before = workspace->document;
    workspace->document = document;
    workspace->generation++;
    workspace->told_steps = editor_document_history(document).made;
    workspace->editing = workspace->axes.held = false;
    workspace->seen_level = workspace->seen_selection = UINT64_MAX;
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++)
        editor_viewport_forget(&workspace->views.view[i]);
    editor_debug_view_clear(&workspace->debug);
    workspace->views.section.count = 0;
    editor_workspace_begin_timeline(workspace);
    editor_workspace_begin_level(workspace);
    editor_workspace_lock_level(workspace);
    return before;
}

// False, with a message: out of memory. The level is gone then.
static bool make_document(editor_workspace *workspace, editor_level *level, editor_document **out)
{
    *out = editor_document_create(level, NULL);
    if (!*out)
        editor_workspace_show_message(workspace, "Cannot open the level", "out of memory");
    return *out != NULL;
}

void editor_workspace_drop_aside(editor_workspace *workspace)
{
    if (!workspace->aside.document)
        return;
    editor_document_destroy(workspace->aside.document);
    workspace->aside.document = NULL;
    editor_workspace_forget_put_off(workspace); // they were for that one
}

void editor_workspace_replace(editor_workspace *workspace, editor_level *level)
{
    editor_document *document;
    if (!make_document(workspace, level, &document))
        return;
    editor_document_destroy(exchange(workspace, document));
    editor_workspace_drop_aside(workspace);
    editor_workspace_forget_put_off(workspace);
}

bool editor_workspace_put_aside(editor_workspace *workspace, editor_level *level)
{
    editor_aside aside = {.section = workspace->views.section};
    editor_document *document;
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++)
        aside.cameras[i] = workspace->views.view[i].camera;
    if (!make_document(workspace, level, &document))
        return false;
    aside.document = exchange(workspace, document);
    editor_workspace_drop_aside(workspace);
    workspace->aside = aside;
    return true;
}

void editor_workspace_return(editor_workspace *workspace)
{
    const editor_aside aside = workspace->aside;
    workspace->aside.document = NULL;
    editor_document_destroy(exchange(workspace, aside.document));
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++)
        workspace->views.view[i].camera = aside.cameras[i];
    workspace->views.section = aside.section;
    workspace->untouched = false;
    workspace->message[0] = '\0'; // what it says is of the level that goes
}
