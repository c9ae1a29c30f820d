// workspace_camera.c: views and the level's cameras.
#include "workspace/workspace_private.h"

#include <math.h>

// Whether the object is a camera. If not, says so.
static bool is_camera(editor_workspace *workspace, uint32_t object)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    if (object < level->object_count && level->objects[object].kind == EDITOR_OBJECT_CAMERA)
        return true;
    editor_workspace_say(workspace, "Select a camera first");
    return false;
}

// The transform of a camera at `eye` that looks along -`back`, without scale and shear.
static pick_affine stand(pick_vec3 eye, pick_vec3 back, pick_vec3 up)
{
    const pick_vec3 z = pick_vec3_normalize(back), x = pick_vec3_normalize(pick_vec3_cross(up, z));
    const pick_vec3 y = pick_vec3_cross(z, x);
    return (pick_affine){{x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z}, eye};
}

// Whether a camera looks as the view does, but for rounding: that of Look Through, and of the camera's parents.
static bool is_view_of(const pick_affine *view, const editor_camera *from, const pick_affine *camera)
{
    const pick_affine own = stand(camera->origin, pick_affine_column(camera, 2), pick_affine_column(camera, 1));
    const double distance = pick_vec3_length(pick_vec3_sub(from->target, from->eye));
    const double far = pick_vec3_length(from->eye) + pick_vec3_length(from->target);
    double turned = 0;
    for (int i = 0; i < 9; i++)
        turned = fmax(turned, fabs(view->linear[i] - own.linear[i]));
    return pick_vec3_length(pick_vec3_sub(view->origin, own.origin)) <= 1e-14 * far &&
           turned <= 1e-14 * (4 + far / distance);
}

void editor_workspace_look_through(editor_workspace *workspace, uint32_t object)
{
    if (!is_camera(workspace, object))
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

void editor_workspace_set_camera(editor_workspace *workspace, uint32_t object)
{
    editor_document *document = workspace->document;
    if (!is_camera(workspace, object))
        return;
    const editor_object *source = &editor_workspace_get_level(workspace)->objects[object];
    if (source->is_locked)
        editor_workspace_say(workspace, "%.100s is locked", source->name);
    if (source->is_locked || !editor_document_begin(document, "Set camera from view"))
        return;
    const editor_camera *camera = &editor_views_active(&workspace->views)->camera;
    pick_affine world = stand(camera->eye, pick_vec3_sub(camera->eye, camera->target), camera->up);
    if (is_view_of(&world, camera, &source->world))
        world = source->world;
    editor_lens lens = source->lens;
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
    const uint64_t made = editor_document_history(document).made;
    editor_document_commit(document);
    const bool is_new = editor_document_history(document).made != made;
    editor_workspace_say(workspace, is_new ? "Set %.100s from the view" : "%.100s has this view already",
                         editor_workspace_get_level(workspace)->objects[object].name);
}
