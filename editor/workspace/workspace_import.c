// workspace_import.c: adds a model to the level where the user looks.
#include "workspace/workspace_private.h"

#include "system/path.h"
#include "view/section.h"

#include <math.h>
#include <stdio.h>

static const double farthest_floor = 4; // in distances of the point that the camera orbits

editor_surface editor_workspace_find_surface(const editor_workspace *workspace, uint32_t view,
                                             const pick_vec2 *position, const pick_query *query)
{
    const editor_viewport *viewport = &workspace->views.view[view];
    const editor_camera *camera = &viewport->camera;
    editor_surface out = {camera->target, {0, 1, 0}, EDITOR_NONE, .is_air = true};
    if (!viewport->has_view)
        return out;
    const pick_rect r = viewport->rect;
    const pick_vec2 middle = {r.x + r.width / 2, r.y + r.height / 2};
    const pick_ray ray = pick_view_ray(&viewport->view, position ? *position : middle);
    pick_query drawn = *query;
    pick_hit hit;
    editor_section_query(&viewport->view, &drawn);
    if (pick_closest(editor_workspace_get_level(workspace)->scene, &ray, &drawn, &hit)) {
        const pick_vec3 normal = hit.backface ? pick_vec3_scale(hit.normal, -1) : hit.normal;
        return (editor_surface){hit.point, normal,
                                editor_level_object(editor_workspace_get_level(workspace), hit.object), false};
    }
    const pick_vec3 ahead = pick_vec3_sub(camera->target, camera->eye);
    const double speed = pick_vec3_length(ray.direction), orbit = pick_vec3_length(ahead);
    const double floor_at = ray.direction.y < 0 ? -ray.origin.y / ray.direction.y : -1;
    double t = floor_at;
    out.is_air = !(floor_at > ray.t_min && floor_at * speed < farthest_floor * orbit);
    if (out.is_air)
        t = pick_vec3_dot(ahead, pick_vec3_sub(camera->target, ray.origin)) / pick_vec3_dot(ahead, ray.direction);
    out.point = pick_vec3_add(ray.origin, pick_vec3_scale(ray.direction, t));
    return out;
}

editor_surface editor_workspace_ground(const editor_workspace *workspace, const pick_vec2 *position)
{
    const editor_views *views = &workspace->views;
    const uint32_t view = position ? (uint32_t)(editor_views_hovered(views) - views->view) : views->active;
    const pick_query query = editor_level_surface_query(editor_workspace_get_level(workspace));
    return editor_workspace_find_surface(workspace, view, position, &query);
}

pick_vec3 editor_workspace_surface(const editor_workspace *workspace, const pick_vec2 *position)
{
    return editor_workspace_ground(workspace, position).point;
}

// Of the view's height: what is smaller on screen is not found, unless one has dropped it there.
static const double least_seen = 0.02;

// Whether the whole subtree is within the active view, and at least so large there: a part of the view's height.
static bool is_in_view(const editor_workspace *workspace, uint32_t object, double least)
{
    const editor_viewport *viewport = &workspace->views.view[workspace->views.active];
    const pick_aabb box = editor_level_subtree_bounds(editor_workspace_get_level(workspace), object);
    pick_vec2 low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (int i = 0; i < 8; i++) {
        const pick_vec3 corner =
            pick_vec3_make(i & 1 ? box.min.x : box.max.x, i & 2 ? box.min.y : box.max.y, i & 4 ? box.min.z : box.max.z);
        pick_projected_point p;
        if (!viewport->has_view || !pick_view_project(&viewport->view, corner, &p) ||
            !pick_view_contains(&viewport->view, p.window))
            return false;
        low = (pick_vec2){fmin(low.x, p.window.x), fmin(low.y, p.window.y)};
        high = (pick_vec2){fmax(high.x, p.window.x), fmax(high.y, p.window.y)};
    }
    const bool has_size = box.max.x > box.min.x || box.max.y > box.min.y || box.max.z > box.min.z;
    return !has_size || fmax(high.x - low.x, high.y - low.y) >= least * fabs(viewport->view.viewport.height);
}

static void bring_into_view(editor_workspace *workspace, uint32_t object, double least)
{
    if (!is_in_view(workspace, object, least))
        editor_workspace_frame(workspace);
}

void editor_workspace_bring_into_view(editor_workspace *workspace, uint32_t object)
{
    bring_into_view(workspace, object, 0);
}

// Ground is where it is put: it needs no room beside what stands there.
static bool is_terrain(const editor_workspace *workspace, uint32_t asset)
{
    const editor_asset *a = &editor_workspace_get_level(workspace)->assets[asset];
    return a->node_count == 1 && a->nodes[0].kind == EDITOR_OBJECT_TERRAIN;
}

static bool add_model(editor_workspace *workspace, const editor_load_entry *entry, uint32_t asset, uint32_t *made)
{
    editor_document *document = workspace->document;
    pick_affine place = PICK_AFFINE_IDENTITY;
    place.origin = entry->is_drop ? entry->point : editor_workspace_surface(workspace, NULL);
    return editor_edit_add_asset(document, asset, EDITOR_NONE, &place, made) != EDITOR_EDIT_REFUSED &&
           (entry->is_first || is_terrain(workspace, asset) ||
            editor_edit_stand(document, *made, place.origin) != EDITOR_EDIT_REFUSED);
}

void editor_workspace_label_import(const editor_load_entry *entry, char label[EDITOR_LABEL_SIZE])
{
    snprintf(label, EDITOR_LABEL_SIZE, "%s %.120s", entry->was_placed ? "Place" : "Import",
             editor_path_name(entry->path));
}

bool editor_workspace_import(editor_workspace *workspace, const editor_load_entry *entry, uint32_t asset,
                             editor_error *error)
{
    editor_document *document = workspace->document;
    char label[EDITOR_LABEL_SIZE];
    editor_workspace_label_import(entry, label);
    uint32_t made = EDITOR_NONE;
    const bool begun = editor_document_begin(document, label);
    if (!begun || !add_model(workspace, entry, asset, &made)) {
        snprintf(error->text, sizeof(error->text), "%s", editor_document_reason(document));
        if (begun)
            editor_document_cancel(document);
        return false;
    }
    editor_document_commit(document);
    if (!entry->was_placed) // that was put where one looked, and all that is placed leaves the view alone
        bring_into_view(workspace, made, entry->is_drop ? 0 : least_seen);
    const editor_level *level = editor_workspace_get_level(workspace);
    char more[64], hidden[48];
    editor_workspace_describe_warnings(editor_workspace_new_warnings(workspace, entry->warnings), more, sizeof(more));
    editor_workspace_describe_hidden(workspace, made, hidden, sizeof(hidden));
    if (entry->was_placed)
        editor_workspace_say(workspace, "Placed %.100s%s%s", level->objects[made].name, hidden, more);
    else
        editor_workspace_say(workspace, "Imported %.80s as %.70s%s%s", editor_path_name(entry->path),
                             level->objects[made].name, hidden, more);
    return true;
}
