// workspace_drop.c: files dropped on the window, several at once too: one after the other.
#include "workspace/workspace_private.h"

#include "document/file/level_file.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Finds where files are dropped. False: not in a viewport, or in the sky of one with perspective, where the plane
// across the view is in mid-air, far above the level. Views without perspective look along the ground, and place by
// that plane.
static bool find_point(const editor_workspace *workspace, pick_vec3 *point)
{
    const editor_viewport *view = editor_views_hovered(&workspace->views);
    if (!view->mouse_inside || editor_views_at(&workspace->views, view->mouse) == EDITOR_VIEW_MAX)
        return false;
    const editor_surface at = editor_workspace_ground(workspace, &view->mouse);
    *point = at.point;
    return !at.is_air || view->camera.orthographic;
}

void editor_workspace_drop(editor_workspace *workspace, const char *path)
{
    editor_drops *drops = &workspace->drops;
    if (!editor_workspace_takes_path(workspace, path))
        return;
    char **grown = realloc(drops->paths, (drops->count + 1) * sizeof(*grown));
    if (grown)
        drops->paths = grown;
    char *copy = grown ? editor_text_copy(path) : NULL;
    if (!copy) {
        editor_workspace_say(workspace, "out of memory");
        return;
    }
    // What arrives while earlier files are waiting was dropped together with them.
    const bool together = drops->count > 0 || (workspace->work == EDITOR_WORK_IMPORT && workspace->is_drop);
    if (!together) {
        drops->placed = 0;
        drops->has_point = find_point(workspace, &drops->point);
    }
    drops->paths[drops->count++] = copy;
    editor_workspace_next_drop(workspace);
}

bool editor_workspace_has_drop(const editor_workspace *workspace)
{
    return workspace->drops.count > 0 && workspace->work == EDITOR_WORK_NONE && !editor_workspace_asks(workspace);
}

void editor_workspace_next_drop(editor_workspace *workspace)
{
    editor_drops *drops = &workspace->drops;
    if (!editor_workspace_has_drop(workspace))
        return;
    char *path = drops->paths[0];
    drops->count--;
    memmove(drops->paths, drops->paths + 1, drops->count * sizeof(*drops->paths));
    if (editor_level_is_file(path)) {
        snprintf(workspace->pending_path, sizeof(workspace->pending_path), "%s", path);
        editor_workspace_unless_changed(workspace, EDITOR_PENDING_OPEN);
    } else {
        workspace->is_drop = drops->has_point;
        drops->was_placed = false;
        editor_workspace_begin_work(workspace, EDITOR_WORK_IMPORT, path);
    }
    free(path);
}

void editor_workspace_finish_drops(editor_workspace *workspace)
{
    for (uint32_t i = 0; i < workspace->drops.count; i++)
        free(workspace->drops.paths[i]);
    free(workspace->drops.paths);
}
