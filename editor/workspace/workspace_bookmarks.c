// workspace_bookmarks.c: cameras as levels keep them, and camera bookmarks.
#include "workspace/workspace_private.h"

#include <stdio.h>

void editor_workspace_take_view(const editor_view *from, editor_camera *camera)
{
    camera->eye = pick_vec3_make(from->eye[0], from->eye[1], from->eye[2]);
    camera->target = pick_vec3_make(from->target[0], from->target[1], from->target[2]);
    camera->up = pick_vec3_make(from->up[0], from->up[1], from->up[2]);
    camera->fov = from->fov;
    camera->orthographic = from->orthographic;
    camera->ortho_height = from->height;
}

editor_view editor_workspace_give_view(const editor_camera *camera)
{
    return (editor_view){.eye = {camera->eye.x, camera->eye.y, camera->eye.z},
                         .target = {camera->target.x, camera->target.y, camera->target.z},
                         .up = {camera->up.x, camera->up.y, camera->up.z},
                         .fov = camera->fov,
                         .orthographic = camera->orthographic,
                         .height = camera->ortho_height};
}

static const char *name_way(const editor_workspace *workspace, const char *action, uint32_t bookmark,
                            char way[EDITOR_WAY_SIZE])
{
    char name[32];
    snprintf(name, sizeof(name), "%s-%u", action, (unsigned)bookmark + 1);
    return editor_workspace_name_way(workspace, name, way);
}

void editor_workspace_set_bookmark(editor_workspace *workspace, uint32_t bookmark)
{
    const editor_view view = editor_workspace_give_view(&editor_views_active(&workspace->views)->camera);
    editor_document_set_bookmark(workspace->document, bookmark, &view);
    char way[EDITOR_WAY_SIZE];
    editor_workspace_say(workspace, "Bookmark %u is this view: %s returns to it", (unsigned)bookmark + 1,
                         name_way(workspace, "bookmark", bookmark, way));
}

void editor_workspace_go_to_bookmark(editor_workspace *workspace, uint32_t bookmark)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    if (!(level->bookmarks_set >> bookmark & 1)) {
        char way[EDITOR_WAY_SIZE];
        editor_workspace_say(workspace, "Bookmark %u is not set: %s sets it", (unsigned)bookmark + 1,
                             name_way(workspace, "set-bookmark", bookmark, way));
        return;
    }
    editor_workspace_take_view(&level->bookmarks[bookmark], &editor_views_active(&workspace->views)->camera);
    editor_workspace_say(workspace, "Bookmark %u", (unsigned)bookmark + 1);
}
