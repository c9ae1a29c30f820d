// actions_parts.c: part mode, selecting along meshes, and what selected parts are good for: pivots and directions.
#include "actions/actions_private.h"
#include "workspace/workspace_private.h"

#include <math.h>
#include <stdlib.h>

bool editor_if_parts(const editor_workspace *workspace, int argument)
{
    return editor_tools_part_kind(workspace->tools) == (uint32_t)argument;
}

void editor_do_parts(editor_workspace *workspace, int argument)
{
    editor_tool_context context = editor_workspace_context(workspace, workspace->views.active);
    editor_tools_choose_parts(workspace->tools, &context, (uint32_t)argument);
    workspace->group_of_parts = pick_pointer_entered_group(editor_views_active(&workspace->views)->pointer);
}

bool editor_if_some_parts(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return editor_tools_part_count(workspace->tools) > 0;
}

bool editor_if_any_selection(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return pick_selection_count(editor_document_selection(workspace->document)) > 0 ||
           editor_tools_part_count(workspace->tools) > 0;
}

void editor_do_parts_step(editor_workspace *workspace, int argument)
{
    editor_tool_context context = editor_workspace_context(workspace, workspace->views.active);
    const bool some = editor_if_any_selection(workspace, 0);
    if (!editor_tools_extend_parts(workspace->tools, &context, (editor_part_step)argument))
        editor_workspace_say(workspace, "Out of memory: the selection is unchanged");
    else if (!some) // of whole levels there are too many to be of use
        editor_workspace_say(workspace, "Select one first: the %s of its object are taken",
                             editor_tools_part_name(editor_tools_part_kind(workspace->tools)));
    else if (argument == EDITOR_PARTS_ALL && editor_tools_part_count(workspace->tools) == 0)
        editor_workspace_say(workspace, "What is selected has no %s that can be",
                             editor_tools_part_name(editor_tools_part_kind(workspace->tools)));
}

bool editor_refuse_on_parts(editor_workspace *workspace)
{
    const bool parts = editor_tools_part_count(workspace->tools) > 0;
    char way[EDITOR_WAY_SIZE];
    if (parts)
        editor_workspace_say(workspace, "The selected %s cannot be deleted: %s selects objects",
                             editor_tools_part_name(editor_tools_part_kind(workspace->tools)),
                             editor_workspace_name_way(workspace, "parts-objects", way));
    return parts;
}

// --- What parts are good for ---

bool editor_if_pivot_here(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return editor_tools_has_pivot_point(workspace->tools);
}

// In the middle of the selected or hovered parts; without part mode, at the surface under the mouse, or where the
// context menu was opened.
void editor_do_pivot_here(editor_workspace *workspace, int argument)
{
    (void)argument;
    const editor_tool_context context = editor_workspace_context(workspace, workspace->views.active);
    editor_part_place place;
    const bool parts = editor_tools_find_parts(workspace->tools, &context, &place);
    editor_surface pointed;
    if (!parts && !editor_find_pointed(workspace, &pointed)) { // from the menu bar
        char way[EDITOR_WAY_SIZE];
        editor_workspace_say(workspace, "Point at the place of the pivot: with a right click, or %s",
                             editor_workspace_name_way(workspace, "palette", way));
        return;
    }
    const pick_vec3 point = parts ? place.middle : pointed.point;
    editor_tools_set_pivot_point(workspace->tools, &point);
    editor_workspace_say(workspace, "Pivot at %.3f, %.3f, %.3f", point.x, point.y, point.z);
}

// Turns `world` about `pivot` the shortest way, until its y axis has the direction `up`. False: it has no y axis.
static bool turn_up(pick_affine *world, pick_vec3 pivot, pick_vec3 up)
{
    const pick_vec3 from = pick_vec3_normalize(pick_affine_column(world, 1));
    if (pick_vec3_length(from) == 0)
        return false;
    // Two reflections, along `from` and along the middle of both directions, turn by twice the angle between these.
    // Where both directions are opposite, any one across them is in the middle.
    pick_vec3 middle = pick_vec3_add(from, up);
    if (pick_vec3_length(middle) < 1e-7) {
        const pick_vec3 least = fabs(from.x) < 0.6 ? pick_vec3_make(1, 0, 0) : pick_vec3_make(0, 0, 1);
        middle = pick_vec3_cross(from, least);
    }
    middle = pick_vec3_normalize(middle);
    const pick_vec3 mirrors[2] = {from, middle};
    pick_vec3 columns[4] = {pick_affine_column(world, 0), pick_affine_column(world, 1), pick_affine_column(world, 2),
                            pick_vec3_sub(world->origin, pivot)};
    for (int c = 0; c < 4; c++) {
        for (int m = 0; m < 2; m++) {
            const double along = 2 * pick_vec3_dot(columns[c], mirrors[m]);
            columns[c] = pick_vec3_sub(columns[c], pick_vec3_scale(mirrors[m], along));
        }
    }
    for (int c = 0; c < 3; c++) {
        world->linear[3 * c] = columns[c].x;
        world->linear[3 * c + 1] = columns[c].y;
        world->linear[3 * c + 2] = columns[c].z;
    }
    world->origin = pick_vec3_add(pivot, columns[3]);
    return true;
}

// Turns each of the pivots' objects but the one that the face belongs to. False: out of memory.
static bool align(editor_workspace *workspace, const editor_pivots *pivots, const editor_part_place *face)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const uint32_t owner = editor_level_object(level, face->object);
    pick_affine *worlds = malloc((pivots->count + 1) * sizeof(*worlds));
    uint32_t *objects = malloc((pivots->count + 1) * sizeof(*objects));
    uint32_t count = 0;
    for (uint32_t i = 0; worlds && objects && i < pivots->count; i++) {
        objects[count] = pivots->objects[i];
        worlds[count] = level->objects[objects[count]].world;
        if (objects[count] != owner)
            count += turn_up(&worlds[count], pivots->points[i], face->normal);
    }
    const bool ok = worlds && objects;
    if (ok && count == 0) {
        editor_workspace_say(workspace, "Select the objects to align, then a face of another one");
    } else if (ok && editor_document_begin(workspace->document, "Align to face")) {
        const editor_edit_result result = editor_edit_set_worlds(workspace->document, objects, worlds, count);
        editor_workspace_done(workspace, result);
        editor_document_commit(workspace->document);
        if (result != EDITOR_EDIT_REFUSED)
            editor_workspace_say(workspace, "Up axis along %.2f, %.2f, %.2f", face->normal.x, face->normal.y,
                                 face->normal.z);
    }
    free(worlds);
    free(objects);
    return ok;
}

void editor_do_align_face(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_tool_context context = editor_workspace_context(workspace, workspace->views.active);
    editor_settings settings = workspace->settings;
    editor_part_place face;
    settings.pivot = PICK_GIZMO_INDIVIDUAL; // each about its own, or all about the point that was chosen
    context.settings = &settings;
    if (!editor_tools_find_parts(workspace->tools, &context, &face) || pick_vec3_length(face.normal) == 0) {
        char way[EDITOR_WAY_SIZE];
        editor_workspace_say(workspace, "Select a face to align to: %s selects faces",
                             editor_workspace_name_way(workspace, "parts-faces", way));
        return;
    }
    editor_targets targets;
    if (!editor_workspace_find_targets(workspace, EDITOR_LEAVE_LOCKED, &targets))
        return;
    const editor_pivots pivots = editor_tools_pivots(workspace->tools, &context, workspace->takes_hidden);
    if (!align(workspace, &pivots, &face))
        editor_workspace_say(workspace, "Out of memory: nothing was aligned");
}

// --- What was moved ---

bool editor_if_moved(const editor_workspace *workspace, int argument)
{
    return editor_workspace_get_level(workspace)->moved_count > 0 && editor_if_any_selection(workspace, argument);
}

// Of the objects that have selected parts; if none has, of the selected objects.
void editor_do_reset_shape(editor_workspace *workspace, int argument)
{
    (void)argument;
    uint32_t count = 0;
    editor_targets targets;
    uint32_t *owners = editor_tools_part_owners(workspace->tools, editor_workspace_get_level(workspace), &count);
    if (!owners && editor_tools_part_count(workspace->tools) > 0) {
        editor_workspace_say(workspace, "Out of memory: nothing was reset");
        return;
    }
    if (!owners && !editor_workspace_find_targets(workspace, EDITOR_LEAVE_HIDDEN, &targets))
        return;
    const editor_edit_result result =
        owners ? editor_edit_reset_shapes(workspace->document, owners, count)
               : editor_edit_reset_shapes(workspace->document, targets.objects, targets.count);
    free(owners);
    editor_workspace_done(workspace, result);
    if (result != EDITOR_EDIT_REFUSED)
        editor_workspace_say(workspace,
                             result == EDITOR_EDIT_DONE ? "Shape reset" : "Nothing to reset: no vertices were moved");
}
