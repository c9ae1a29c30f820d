// workspace_camera.c: views and the level's cameras.
#include "workspace/workspace_private.h"

// The active object, if it is a camera. If not, says so.
static uint32_t active_camera(editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const uint32_t object = editor_document_active(workspace->document);
    if (object != EDITOR_NONE && level->objects[object].kind == EDITOR_OBJECT_CAMERA)
        return object;
    editor_workspace_say(workspace, "Select a camera first");
    return EDITOR_NONE;
}

void editor_workspace_look_through(editor_workspace *workspace)
{
    const uint32_t object = active_camera(workspace);
    if (object == EDITOR_NONE)
        return;
    const editor_object *source = &editor_workspace_get_level(workspace)->objects[object];
    editor_camera *camera = &editor_views_active(&workspace->views)->camera;
    const pick_vec3 back = pick_affine_column(&source->world, 2), up = pick_affine_column(&source->world, 1);
    const double distance = pick_vec3_length(pick_vec3_sub(camera->target, camera->eye));
    if (!source->is_finite || !(pick_vec3_length(pick_vec3_cross(up, back)) > 0)) {
        editor_workspace_say(workspace, "%.100s is flattened: it looks nowhere", source->name);
        return;
    }
    camera->eye = source->world.origin;
    camera->target = pick_vec3_add(camera->eye, pick_vec3_scale(pick_vec3_normalize(back), -distance));
    camera->up = pick_vec3_normalize(up);
    camera->orthographic = source->lens.orthographic;
    if (camera->orthographic)
        camera->ortho_height = source->lens.height;
    else
        camera->fov = source->lens.fov;
    editor_workspace_say(workspace, "Looking through %.100s", source->name);
    workspace->dirty = true;
}

void editor_workspace_set_camera(editor_workspace *workspace)
{
    editor_document *document = workspace->document;
    const uint32_t object = active_camera(workspace);
    const editor_object *source =
        object != EDITOR_NONE ? &editor_workspace_get_level(workspace)->objects[object] : NULL;
    if (source && source->is_locked)
        editor_workspace_say(workspace, "%.100s is locked", source->name);
    if (!source || source->is_locked || !editor_document_begin(document, "Set camera from view"))
        return;
    const editor_camera *camera = &editor_views_active(&workspace->views)->camera;
    const pick_vec3 z = pick_vec3_normalize(pick_vec3_sub(camera->eye, camera->target));
    const pick_vec3 x = pick_vec3_normalize(pick_vec3_cross(camera->up, z)), y = pick_vec3_cross(z, x);
    const pick_affine world = {{x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z}, camera->eye};
    editor_lens lens = editor_workspace_get_level(workspace)->objects[object].lens;
    lens.orthographic = camera->orthographic;
    if (lens.orthographic)
        lens.height = camera->ortho_height;
    else
        lens.fov = camera->fov;
    if (editor_edit_set_worlds(document, &object, &world, 1) == EDITOR_EDIT_REFUSED ||
        editor_edit_set_lens(document, object, &lens) == EDITOR_EDIT_REFUSED) {
        editor_workspace_done(workspace, EDITOR_EDIT_REFUSED);
        editor_document_cancel(document);
        return;
    }
    editor_document_commit(document);
    editor_workspace_say(workspace, "Set %.100s from the view",
                         editor_workspace_get_level(workspace)->objects[object].name);
}
