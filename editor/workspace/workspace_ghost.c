// workspace_ghost.c: objects that follow the surface under the mouse until they are placed. They are in the level, in
// an open transaction.
#include "workspace/workspace_private.h"

#include "document/file/clipboard.h"
#include "system/path.h"
#include "view/section.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// --- where it goes ---

static bool is_other(void *user, pick_object_id object, uint64_t number)
{
    const bool *is_part = user;
    (void)object;
    return !is_part[number];
}

// On the grid, at the height of the surface there.
static void snap(const editor_workspace *workspace, const pick_query *query, editor_surface *at)
{
    const double step = pick_gizmo_desc_default().move_step;
    const editor_level *level = editor_workspace_get_level(workspace);
    at->point.x = round(at->point.x / step) * step;
    at->point.z = round(at->point.z / step) * step;
    const pick_ray down = {.origin = {at->point.x, at->point.y + 1, at->point.z}, .direction = {0, -1, 0}, .t_max = 2};
    pick_hit hit;
    if (pick_closest(level->scene, &down, query, &hit)) {
        at->point = hit.point;
        at->normal = hit.backface ? pick_vec3_scale(hit.normal, -1) : hit.normal;
    }
}

// At a place that the snap set finds.
static void snap_to_parts(const editor_workspace *workspace, uint32_t view, const pick_query *query, editor_surface *at)
{
    const editor_viewport *viewport = &workspace->views.view[view];
    pick_snap_query wanted = PICK_SNAP_QUERY_DEFAULT;
    pick_query drawn = *query;
    pick_snap snap;
    editor_section_query(&viewport->view, &drawn);
    wanted.rules = workspace->settings.snap_rules;
    wanted.through = workspace->settings.snap_through;
    wanted.reach = 12 * editor_workspace_scale(workspace);
    wanted.grid_step = pick_gizmo_desc_default().move_step;
    if (wanted.rules == 0 || !viewport->has_view ||
        !pick_snap_in_window(editor_workspace_get_level(workspace)->scene, &viewport->view, workspace->placing.mouse,
                             &wanted, &drawn, &snap))
        return;
    at->point = snap.to;
    if (pick_vec3_dot(snap.normal, snap.normal) > 0)
        at->normal = snap.backface ? pick_vec3_scale(snap.normal, -1) : snap.normal;
}

// The shortest rotation of +Y to `normal`, after a turn about +Y.
static pick_affine stand_along(pick_vec3 normal, double turn)
{
    const double c = cos(turn), s = sin(turn);
    const pick_affine turned = {{c, 0, -s, 0, 1, 0, s, 0, c}, {0, 0, 0}};
    pick_affine tilt = PICK_AFFINE_IDENTITY;
    const double k = 1 + normal.y;
    if (k < 1e-9) { // straight down
        tilt.linear[4] = tilt.linear[8] = -1;
        return pick_affine_multiply(&tilt, &turned);
    }
    const double x = normal.x, z = normal.z;
    const double columns[9] = {1 - x * x / k, -x, -x * z / k, x, normal.y, z, -x * z / k, -z, 1 - z * z / k};
    for (int i = 0; i < 9; i++)
        tilt.linear[i] = columns[i];
    return pick_affine_multiply(&tilt, &turned);
}

// --- making and moving it ---

static void free_ghost(editor_ghost *ghost)
{
    free(ghost->roots);
    free(ghost->starts);
    free(ghost->worlds);
    free(ghost->is_part);
    ghost->roots = NULL;
    ghost->starts = ghost->worlds = NULL;
    ghost->is_part = NULL;
    ghost->count = 0;
}

static editor_edit_result add_objects(editor_workspace *workspace)
{
    const editor_placing *placing = &workspace->placing;
    if (placing->copied)
        return editor_edit_paste(workspace->document, placing->copied, EDITOR_NONE, workspace->desc.decoder,
                                 workspace->desc.decoder_user);
    uint32_t root;
    return editor_edit_add_asset(workspace->document, placing->asset, EDITOR_NONE, &PICK_AFFINE_IDENTITY, &root);
}

// Takes the objects that were added, which are selected. False: out of memory.
static bool take_added(editor_workspace *workspace)
{
    editor_ghost *ghost = &workspace->placing.ghost;
    const editor_level *level = editor_workspace_get_level(workspace);
    const pick_selection *selection = editor_document_selection(workspace->document);
    const size_t count = pick_selection_count(selection);
    ghost->roots = calloc(count + 1, sizeof(*ghost->roots));
    ghost->starts = calloc(count + 1, sizeof(*ghost->starts));
    ghost->worlds = calloc(count + 1, sizeof(*ghost->worlds));
    ghost->is_part = calloc((size_t)level->object_count + 1, sizeof(*ghost->is_part));
    if (!ghost->roots || !ghost->starts || !ghost->worlds || !ghost->is_part)
        return false;
    pick_aabb box = PICK_AABB_EMPTY;
    for (size_t i = 0; i < count; i++) {
        const uint32_t root = editor_level_object(level, pick_selection_objects(selection)[i]);
        const pick_aabb own = editor_level_subtree_bounds(level, root);
        box = pick_aabb_union(&box, &own);
        ghost->roots[ghost->count] = root;
        ghost->starts[ghost->count++] = level->objects[root].world;
        for (uint32_t k = root; k != EDITOR_NONE; k = editor_level_next_below(level, root, k))
            ghost->is_part[k] = true;
    }
    ghost->foot = pick_vec3_make((box.min.x + box.max.x) / 2, box.min.y, (box.min.z + box.max.z) / 2);
    return count > 0;
}

bool editor_ghost_make(editor_workspace *workspace)
{
    const editor_placing *placing = &workspace->placing;
    const editor_level *level = editor_workspace_get_level(workspace);
    char label[160];
    if (placing->copied)
        snprintf(label, sizeof(label), "Place copies");
    else
        snprintf(label, sizeof(label), "Place %.120s", editor_path_name(level->assets[placing->asset].path));
    if (!editor_document_begin(workspace->document, label))
        return false;
    if (add_objects(workspace) == EDITOR_EDIT_DONE && take_added(workspace))
        return true;
    editor_workspace_say(workspace, "%s", editor_document_reason(workspace->document));
    free_ghost(&workspace->placing.ghost);
    editor_document_cancel(workspace->document);
    return false;
}

void editor_ghost_drop(editor_workspace *workspace)
{
    if (workspace->placing.ghost.count == 0)
        return;
    free_ghost(&workspace->placing.ghost);
    editor_document_cancel(workspace->document);
    workspace->dirty = true;
}

void editor_ghost_keep(editor_workspace *workspace)
{
    free_ghost(&workspace->placing.ghost);
    editor_document_commit(workspace->document);
}

void editor_ghost_move(editor_workspace *workspace, uint32_t view)
{
    const editor_placing *placing = &workspace->placing;
    const editor_ghost *ghost = &placing->ghost;
    pick_query query = editor_level_surface_query(editor_workspace_get_level(workspace));
    query.object_filter = is_other;
    query.object_filter_user = ghost->is_part;
    editor_surface at = editor_workspace_find_surface(workspace, view, &placing->mouse, &query);
    const bool ctrl = (placing->modifiers & PICK_MODIFIER_CTRL) != 0;
    if (workspace->settings.snap != ctrl)
        snap(workspace, &query, &at);
    if (workspace->settings.snap_set && !ctrl)
        snap_to_parts(workspace, view, &query, &at);
    const pick_affine to_foot = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, pick_vec3_scale(ghost->foot, -1)};
    pick_affine place = stand_along(workspace->settings.place_align ? at.normal : pick_vec3_make(0, 1, 0),
                                    workspace->settings.place_turn ? ghost->turn : 0);
    place.origin = at.point;
    place = pick_affine_multiply(&place, &to_foot);
    for (uint32_t i = 0; i < ghost->count; i++)
        ghost->worlds[i] = pick_affine_multiply(&place, &ghost->starts[i]);
    editor_workspace_done(workspace,
                          editor_edit_set_worlds(workspace->document, ghost->roots, ghost->worlds, ghost->count));
}
