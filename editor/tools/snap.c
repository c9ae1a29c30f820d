// snap.c: what the moves of the gizmo and free drags snap to, in words and drawn.
#include "tools/tools_private.h"

#include "document/level/look.h"
#include "document/level/prefab.h"
#include "view/section.h"

#include <math.h>
#include <stdio.h>

static const double vertex_reach = 24; // of the key that snaps to vertices, design units
static const double set_reach = 12;    // of the snap set

// --- What is held ---

static bool not_dragged(void *user, pick_object_id object, uint64_t number)
{
    const editor_transform *transform = user;
    (void)object;
    return number >= transform->dragged_capacity || !transform->dragged[number];
}

static bool is_dragged(void *user, pick_object_id object, uint64_t number)
{
    return !not_dragged(user, object, number);
}

// Parts that are held, and what is drawn.
typedef struct held_parts {
    const editor_part_drag *drag;
    const editor_level *level;
    pick_query drawn;
} held_parts;

static bool is_cut_out(const editor_level *level, const pick_hit *hit)
{
    const editor_object *object = editor_level_hit_object(level, hit);
    const editor_mesh *mesh = &level->meshes[object->mesh];
    return mesh->form == EDITOR_FORM_TRIANGLES && !mesh->volume &&
           editor_level_material(level, object, hit->submesh)->alpha_mode == EDITOR_ALPHA_MASK;
}

// Triangles that move are left out, so that parts snap to the rest of their mesh.
static bool is_still(void *user, const pick_hit *candidate)
{
    const held_parts *held = user;
    return !editor_part_drag_moves(held->drag, held->level, candidate) &&
           (!is_cut_out(held->level, candidate) || held->drawn.filter(held->drawn.filter_user, candidate));
}

void editor_snap_begin(editor_transform *transform, const editor_tool_context *context, pick_vec2 press)
{
    const editor_level *level = editor_document_level(context->document);
    const editor_viewport *view = &context->views->view[context->view];
    const pick_vec3 pivot = transform->gizmo[context->view].start.origin;
    transform->held = pivot;
    transform->held_box = PICK_AABB_EMPTY;
    for (uint32_t i = 0; !transform->parts && i < transform->count; i++) {
        const pick_aabb box = editor_level_subtree_bounds(level, transform->objects[i]);
        transform->held_box = pick_aabb_union(&transform->held_box, &box);
    }
    if (transform->parts) {
        transform->held_box = editor_part_drag_box(&transform->part_drag, level);
        transform->held = transform->free ? transform->grabbed : pivot;
        return;
    }
    if (!transform->free)
        return;
    pick_query query = editor_level_surface_query(level);
    pick_snap_query wanted = PICK_SNAP_QUERY_DEFAULT;
    pick_snap snap;
    editor_section_query(&view->view, &query);
    query.object_filter = is_dragged;
    query.object_filter_user = transform;
    wanted.rules =
        PICK_SNAP_POINT | PICK_SNAP_VERTEX | PICK_SNAP_MIDDLE | PICK_SNAP_EDGE | PICK_SNAP_CENTER | PICK_SNAP_SURFACE;
    wanted.reach = set_reach * context->ui_scale;
    wanted.points = &pivot;
    wanted.point_count = 1;
    if (pick_snap_in_window(level->scene, &view->view, press, &wanted, &query, &snap))
        transform->held = snap.point;
}

// --- What it snaps to ---

// How a handle lets the held point move.
static void constrain(const pick_gizmo *gizmo, pick_snap_query *out)
{
    const pick_gizmo_handle handle = gizmo->active;
    if (handle >= PICK_GIZMO_MOVE_X && handle <= PICK_GIZMO_MOVE_Z) {
        out->motion = PICK_SNAP_LINE;
        out->direction = gizmo->start.axis[handle - PICK_GIZMO_MOVE_X];
    } else if (handle >= PICK_GIZMO_MOVE_PLANE_X && handle <= PICK_GIZMO_MOVE_PLANE_Z) {
        const int across = (int)handle - PICK_GIZMO_MOVE_PLANE_X;
        out->motion = PICK_SNAP_PLANE;
        out->direction = pick_vec3_cross(gizmo->start.axis[(across + 1) % 3], gizmo->start.axis[(across + 2) % 3]);
    }
}

bool editor_snap_find(editor_transform *transform, const editor_tool_context *context, pick_gizmo_input *input)
{
    const editor_level *level = editor_document_level(context->document);
    const editor_viewport *view = &context->views->view[transform->view];
    const pick_gizmo *gizmo = &transform->gizmo[transform->view];
    const uint32_t modifiers = transform->last.held;
    const bool ctrl = (modifiers & PICK_MODIFIER_CTRL) != 0;
    const bool surface = ctrl && (modifiers & PICK_MODIFIER_SHIFT) != 0;
    const bool of_set = !transform->vertex_key && !surface && context->settings->snap_set && !ctrl;
    pick_snap_query wanted = PICK_SNAP_QUERY_DEFAULT;
    wanted.rules = transform->vertex_key ? PICK_SNAP_VERTEX
                   : surface             ? PICK_SNAP_SURFACE
                   : of_set              ? context->settings->snap_rules
                                         : 0;
    if (wanted.rules == 0 || !view->has_view)
        return false;
    wanted.reach = surface ? 0 : (transform->vertex_key ? vertex_reach : set_reach) * context->ui_scale;
    wanted.neighbor_reach *= context->ui_scale;
    wanted.grid_step = gizmo->desc.move_step;
    if (of_set) {
        wanted.through = context->settings->snap_through;
        wanted.has_held = wanted.has_box = true;
        wanted.held = transform->held;
        wanted.box = transform->held_box;
        constrain(gizmo, &wanted);
    }
    pick_query query = editor_level_surface_query(level);
    editor_section_query(&view->view, &query);
    query.object_filter = not_dragged;
    query.object_filter_user = transform;
    held_parts held = {&transform->part_drag, level, query};
    if (transform->parts) {
        wanted.rules &= ~(uint32_t)PICK_SNAP_ALIGN; // with boxes, of which that of its own object follows it
        wanted.rules |= (wanted.rules & PICK_SNAP_VERTEX) != 0 ? PICK_SNAP_POINT : 0;
        wanted.points = transform->part_drag.ring;
        wanted.point_count = transform->part_drag.ring_count;
        query.filter = is_still;
        query.filter_user = &held;
        query.filter_all = true;
    }
    if (wanted.rules == 0 ||
        !pick_snap_in_window(level->scene, &view->view, input->position, &wanted, &query, &transform->snap))
        return false;
    input->has_point = true;
    input->point = transform->snap.to;
    input->has_base = of_set;
    input->base = transform->held;
    input->has_normal = surface && context->settings->align_normal;
    input->normal = transform->snap.backface ? pick_vec3_scale(transform->snap.normal, -1) : transform->snap.normal;
    return true;
}

// --- Words ---

static const char *name_of(const editor_level *level, pick_object_id id)
{
    const uint32_t object = editor_level_object(level, id);
    return object == EDITOR_NONE || !level->objects[object].name ? "an object" : level->objects[object].name;
}

void editor_snap_text(const pick_snap *snap, const editor_level *level, char *out, size_t size)
{
    const char *what = "a point";
    const char *name = name_of(level, snap->object);
    switch (snap->rule) {
    case PICK_SNAP_POINT:
        what = "a vertex of the same object";
        name = "";
        break;
    case PICK_SNAP_VERTEX:
        what = "a vertex of ";
        break;
    case PICK_SNAP_MIDDLE:
        what = "the middle of an edge of ";
        break;
    case PICK_SNAP_PERPENDICULAR:
        what = "the perpendicular on ";
        break;
    case PICK_SNAP_INTERSECTION:
        what = "the intersection with ";
        break;
    case PICK_SNAP_EDGE:
        what = "an edge of ";
        break;
    case PICK_SNAP_CENTER:
        what = "the center of a face of ";
        break;
    case PICK_SNAP_ALIGN:
        what = "the alignment with ";
        break;
    case PICK_SNAP_SURFACE:
        what = "the surface of ";
        break;
    default: // GRID
        what = "the grid";
        name = "";
        break;
    }
    if (snap->rule == PICK_SNAP_ALIGN && snap->guide_count == 2 &&
        !pick_object_id_equal(snap->guide[0].object, snap->guide[1].object))
        snprintf(out, size, "Snapped to %s%.60s and %.60s", what, name, name_of(level, snap->guide[1].object));
    else
        snprintf(out, size, "Snapped to %s%.60s", what, name);
}

// --- Drawn ---

static void draw_cross(editor_ui *ui, pick_vec2 at, double size, bool upright)
{
    const double a = upright ? 0 : size, b = size;
    const pick_vec2 first[2] = {{at.x - b, at.y - a}, {at.x + b, at.y + a}};
    const pick_vec2 second[2] = {{at.x + a, at.y - b}, {at.x - a, at.y + b}};
    editor_ui_canvas_path(ui, first, 2, false, false, EDITOR_UI_INK_REGION);
    editor_ui_canvas_path(ui, second, 2, false, false, EDITOR_UI_INK_REGION);
}

// A sign for each rule: those of drawing programs.
static void draw_sign(editor_ui *ui, uint32_t rule, pick_vec2 at, double size)
{
    const double s = 0.8 * size;
    const pick_vec2 square[4] = {
        {at.x - s, at.y - s}, {at.x + s, at.y - s}, {at.x + s, at.y + s}, {at.x - s, at.y + s}};
    const pick_vec2 triangle[3] = {{at.x, at.y - size}, {at.x + size, at.y + s}, {at.x - size, at.y + s}};
    const pick_vec2 corner[3] = {{at.x - size, at.y - size}, {at.x - size, at.y + size}, {at.x + size, at.y + size}};
    switch (rule) {
    case PICK_SNAP_POINT:
    case PICK_SNAP_VERTEX:
        editor_ui_canvas_path(ui, square, 4, true, false, EDITOR_UI_INK_REGION);
        break;
    case PICK_SNAP_MIDDLE:
        editor_ui_canvas_path(ui, triangle, 3, true, false, EDITOR_UI_INK_REGION);
        break;
    case PICK_SNAP_PERPENDICULAR:
        editor_ui_canvas_path(ui, corner, 3, false, false, EDITOR_UI_INK_REGION);
        break;
    case PICK_SNAP_INTERSECTION:
        draw_cross(ui, at, size, false);
        break;
    case PICK_SNAP_GRID:
    case PICK_SNAP_ALIGN:
        draw_cross(ui, at, size, true);
        break;
    case PICK_SNAP_CENTER:
        editor_ui_canvas_circle(ui, at, size, false, EDITOR_UI_INK_REGION);
        editor_ui_canvas_circle(ui, at, 0.3 * size, false, EDITOR_UI_INK_REGION);
        break;
    default: // EDGE, SURFACE
        editor_ui_canvas_circle(ui, at, size, false, EDITOR_UI_INK_REGION);
        break;
    }
}

void editor_snap_draw(const pick_snap *snap, const pick_view *view, double scale, editor_ui *ui)
{
    pick_projected_point at, ends[2];
    for (uint32_t i = 0; i < snap->guide_count; i++) {
        const pick_snap_guide *guide = &snap->guide[i];
        if (!pick_view_project(view, guide->from, &ends[0]) || !pick_view_project(view, guide->to, &ends[1]))
            continue;
        const pick_vec2 line[2] = {ends[0].window, ends[1].window};
        editor_ui_canvas_path(ui, line, 2, false, true, EDITOR_UI_INK_REGION_FAINT);
        if (snap->rule == PICK_SNAP_ALIGN)
            editor_ui_canvas_circle(ui, line[0], 2 * scale, false, EDITOR_UI_INK_REGION);
    }
    if (pick_view_project(view, snap->point, &at))
        draw_sign(ui, snap->rule, at.window, 5 * scale);
}
