// actions_volume.c: volumes around the selection, and whether volumes are shown.
#include "actions/actions_private.h"

#include "document/level/names.h"
#include "workspace/workspace_private.h"

#include <math.h>

bool editor_if_volumes(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return !editor_workspace_get_level(workspace)->hides_volumes;
}

void editor_do_volumes(editor_workspace *workspace, int argument)
{
    const bool shown = !editor_if_volumes(workspace, argument);
    editor_document_show_volumes(workspace->document, shown);
    editor_workspace_say(workspace, shown ? "Volumes are shown" : "Volumes are hidden and cannot be picked");
}

// By how much a box volume is larger on each side, so that none lies in a surface that it goes around.
static const double margin = 0.01; // of its longest side

// The volume around a box; sizes out of range become the nearest in it.
static editor_primitive make_around(editor_shape shape, const pick_aabb *box)
{
    editor_primitive primitive = editor_primitive_default(shape);
    const pick_vec3 size = pick_vec3_sub(box->max, box->min);
    const double more = 2 * margin * fmax(size.x, fmax(size.y, size.z));
    double *value = primitive.value;
    if (shape == EDITOR_SHAPE_BOX_VOLUME) {
        value[EDITOR_PRIMITIVE_WIDTH] = size.x + more;
        value[EDITOR_PRIMITIVE_HEIGHT] = size.y + more;
        value[EDITOR_PRIMITIVE_DEPTH] = size.z + more;
    } else if (shape == EDITOR_SHAPE_SPHERE_VOLUME) {
        value[EDITOR_PRIMITIVE_RADIUS] = pick_vec3_length(size) / 2;
    } else { // a capsule's round ends begin above and below the box
        const double radius = hypot(size.x, size.z) / 2;
        value[EDITOR_PRIMITIVE_RADIUS] = radius;
        value[EDITOR_PRIMITIVE_HEIGHT] = size.y + (shape == EDITOR_SHAPE_CAPSULE_VOLUME ? 2 * radius : more);
    }
    for (int i = 0; i < EDITOR_PRIMITIVE_FIELDS; i++) {
        if (editor_primitive_has(shape, (editor_primitive_field)i))
            editor_primitive_clamp(&primitive, (editor_primitive_field)i);
    }
    return primitive;
}

// `argument`: the shape of the volume; no cone.
void editor_do_add_around(editor_workspace *workspace, int argument)
{
    const editor_shape shape = (editor_shape)argument;
    const editor_level *level = editor_workspace_get_level(workspace);
    const pick_aabb box = editor_level_selected_bounds(level, editor_document_selection(workspace->document));
    if (pick_aabb_is_empty(&box)) {
        editor_workspace_say(workspace, "Nothing that is selected has a size");
        return;
    }
    editor_names *names = editor_names_create(level, editor_shape_name(shape));
    const char *name = names ? editor_names_unique(names, editor_shape_name(shape)) : NULL;
    if (!name) {
        editor_workspace_say(workspace, "out of memory");
    } else {
        const editor_primitive primitive = make_around(shape, &box);
        pick_affine place = PICK_AFFINE_IDENTITY;
        place.origin = pick_vec3_add(pick_vec3_scale(box.min, 0.5), pick_vec3_scale(box.max, 0.5));
        uint32_t made;
        const editor_edit_result result =
            editor_edit_add_primitive(workspace->document, name, EDITOR_NONE, &primitive, &place, &made);
        editor_workspace_done(workspace, result);
        if (result == EDITOR_EDIT_DONE)
            editor_workspace_say(workspace, "Added %.100s around the selection", name);
    }
    editor_names_destroy(names);
}
