// actions_volume.c: volumes around the selection, compounds of volumes, and whether volumes are shown.
#include "actions/actions_private.h"

#include "document/level/hull.h"
#include "document/level/names.h"
#include "workspace/workspace_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

const char *editor_reveal_made(editor_workspace *workspace, uint32_t made)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const editor_object *object = &level->objects[made];
    if (level->hides_volumes && object->kind == EDITOR_OBJECT_VOLUME) {
        editor_document_show_volumes(workspace->document, true);
        return "; volumes are shown again";
    }
    if (level->hides_measurements && editor_level_measurement(level, object)) {
        editor_document_show_measurements(workspace->document, true);
        return "; measurements are shown again";
    }
    if (workspace->settings.hide_icons && editor_icon_of(level, made) != RENDER_ICON_NONE) {
        editor_do_icons(workspace, 0);
        return "; icons are shown again";
    }
    return "";
}

// By how much a box volume is larger on each side, so that none lies in a surface that it goes around.
static const double margin = 0.01; // of its longest side

// The volume around a box of that size; sizes out of range become the nearest in it.
static editor_primitive make_around(editor_shape shape, pick_vec3 size)
{
    editor_primitive primitive = editor_primitive_default(shape);
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

// Of a capsule or a cylinder around a box of that size, but for a common factor.
static double content_of(editor_shape shape, pick_vec3 size)
{
    const double squares = (size.x * size.x + size.z * size.z) / 4, radius = sqrt(squares);
    return squares * (size.y + (shape == EDITOR_SHAPE_CAPSULE_VOLUME ? radius * 4 / 3 : 0));
}

// Capsules and cylinders are upright, but where one that lies along x or z takes less than half as much space: around a
// log. Turns `linear` so, and `size` to the volume's axes.
static void lay_down(editor_shape shape, pick_vec3 *size, double linear[9])
{
    static const double along[2][9] = {{0, -1, 0, 1, 0, 0, 0, 0, 1}, {1, 0, 0, 0, 0, 1, 0, -1, 0}};
    if (shape != EDITOR_SHAPE_CAPSULE_VOLUME && shape != EDITOR_SHAPE_CYLINDER_VOLUME)
        return;
    const pick_vec3 turned[2] = {{size->y, size->x, size->z}, {size->x, size->z, size->y}};
    const int best = content_of(shape, turned[0]) <= content_of(shape, turned[1]) ? 0 : 1;
    if (content_of(shape, turned[best]) >= content_of(shape, *size) / 2)
        return;
    *size = turned[best];
    memcpy(linear, along[best], sizeof(along[best]));
}

static void add_around(editor_workspace *workspace, const editor_primitive *primitive, const pick_affine *place)
{
    const char *shape = editor_shape_name(primitive->shape);
    editor_names *names = editor_names_create(editor_workspace_get_level(workspace), shape);
    const char *name = names ? editor_names_unique(names, shape) : NULL;
    if (!name) {
        editor_workspace_say(workspace, "out of memory");
    } else {
        uint32_t made;
        const editor_edit_result result =
            editor_edit_add_primitive(workspace->document, name, EDITOR_NONE, primitive, place, &made);
        editor_workspace_done(workspace, result);
        const char *shown = result == EDITOR_EDIT_DONE ? editor_reveal_made(workspace, made) : "";
        char hidden[48] = "";
        if (result == EDITOR_EDIT_DONE)
            editor_workspace_describe_hidden(workspace, made, hidden, sizeof(hidden));
        if (result == EDITOR_EDIT_DONE && primitive->side_count > 0)
            editor_workspace_say(workspace, "Added %.100s around the selection, with %u sides%s%s", name,
                                 (unsigned)primitive->side_count, hidden, shown);
        else if (result == EDITOR_EDIT_DONE)
            editor_workspace_say(workspace, "Added %.100s around the selection%s%s", name, hidden, shown);
    }
    editor_names_destroy(names);
}

// False: out of memory, or, if `found` is false, nothing that is selected has a size.
static bool fit_hull(editor_workspace *workspace, editor_hull *hull, bool *found)
{
    editor_body *bodies;
    size_t count;
    *found = true;
    if (!editor_level_selected_bodies(editor_workspace_get_level(workspace),
                                      editor_document_selection(workspace->document), workspace->takes_hidden, &bodies,
                                      &count))
        return false;
    editor_farthest *farthest = editor_farthest_create(bodies, count);
    *found = !farthest || !editor_farthest_is_empty(farthest);
    const bool fits = farthest && *found && editor_hull_fit(farthest, hull);
    editor_farthest_destroy(farthest);
    free(bodies);
    return fits;
}

static void add_hull_around(editor_workspace *workspace)
{
    editor_hull hull;
    bool found;
    if (!fit_hull(workspace, &hull, &found)) {
        editor_workspace_say(workspace, found ? "There is not enough memory for a hull around the selection"
                                              : "Nothing that is selected has a size");
        return;
    }
    const editor_primitive primitive = {
        .shape = EDITOR_SHAPE_CONVEX_VOLUME, .sides = (const double(*)[4])hull.sides, .side_count = hull.side_count};
    pick_affine place = PICK_AFFINE_IDENTITY;
    place.origin = hull.middle;
    add_around(workspace, &primitive, &place);
}

// `argument`: the shape of the volume; no cone.
void editor_do_add_around(editor_workspace *workspace, int argument)
{
    const editor_shape shape = (editor_shape)argument;
    editor_targets targets;
    if (!editor_workspace_find_targets(workspace, EDITOR_LEAVE_HIDDEN, &targets))
        return;
    workspace->leaves_out = true;
    if (shape == EDITOR_SHAPE_CONVEX_VOLUME) {
        add_hull_around(workspace);
        return;
    }
    const editor_level *level = editor_workspace_get_level(workspace);
    const pick_aabb box =
        editor_level_selected_bounds(level, editor_document_selection(workspace->document), workspace->takes_hidden);
    if (pick_aabb_is_empty(&box)) {
        editor_workspace_say(workspace, "Nothing that is selected has a size");
        return;
    }
    pick_affine place = PICK_AFFINE_IDENTITY;
    pick_vec3 size = pick_vec3_sub(box.max, box.min);
    lay_down(shape, &size, place.linear);
    place.origin = pick_vec3_add(pick_vec3_scale(box.min, 0.5), pick_vec3_scale(box.max, 0.5));
    const editor_primitive primitive = make_around(shape, size);
    add_around(workspace, &primitive, &place);
}

void editor_do_join_volumes(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_targets targets;
    if (!editor_workspace_find_targets(workspace, EDITOR_LEAVE_HIDDEN, &targets))
        return;
    const uint32_t into = editor_document_active(workspace->document);
    const editor_edit_result result =
        editor_edit_join_volumes(workspace->document, targets.objects, targets.count, into);
    editor_workspace_done(workspace, result);
    if (result == EDITOR_EDIT_DONE)
        editor_workspace_say(workspace, "Joined %u volumes into %.100s", (unsigned)targets.count,
                             editor_workspace_get_level(workspace)->objects[into].name);
}

void editor_do_split_volumes(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_targets targets;
    if (!editor_workspace_find_targets(workspace, EDITOR_LEAVE_HIDDEN, &targets))
        return;
    const editor_edit_result result = editor_edit_split_volumes(workspace->document, targets.objects, targets.count);
    editor_workspace_done(workspace, result);
    if (result == EDITOR_EDIT_DONE)
        editor_workspace_say(workspace, "Split into %u volumes",
                             (unsigned)pick_selection_count(editor_document_selection(workspace->document)));
}
