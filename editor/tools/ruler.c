// ruler.c: puts the points of the ruler.
#include "tools/ruler.h"

#include "view/section.h"

#include <math.h>
#include <string.h>

enum { PIVOTS = 64 };

static const double reach = 12; // of what points snap to, design units

// --- where a point goes ---

// Other objects' pivots would be too many to look through at each move of the mouse.
static uint32_t list_snap_points(const editor_ruler *ruler, const editor_tool_context *context, const pick_view *view,
                                 pick_vec2 position, pick_vec3 *out)
{
    const editor_level *level = editor_document_level(context->document);
    const pick_selection *selection = editor_document_selection(context->document);
    const pick_ray ray = pick_view_ray(view, position);
    pick_query query = editor_level_surface_query(level);
    pick_hit hit;
    uint32_t count = 0;
    editor_section_query(view, &query);
    for (uint32_t i = 0; i < ruler->count; i++)
        out[count++] = ruler->points[i];
    if (pick_closest(level->scene, &ray, &query, &hit))
        out[count++] = level->objects[hit.user].world.origin;
    for (size_t i = 0; i < pick_selection_count(selection) && i < PIVOTS; i++) {
        const uint32_t object = editor_level_object(level, pick_selection_objects(selection)[i]);
        if (object != EDITOR_NONE)
            out[count++] = level->objects[object].world.origin;
    }
    return count;
}

// On the floor, in front of the eye.
static bool find_floor(const pick_view *view, pick_vec2 position, pick_vec3 *out)
{
    const pick_ray ray = pick_view_ray(view, position);
    const double t = -ray.origin.y / ray.direction.y;
    if (!isfinite(t) || t < ray.t_min || t > ray.t_max)
        return false;
    *out = pick_vec3_add(ray.origin, pick_vec3_scale(ray.direction, t));
    out->y = 0;
    return true;
}

// False: there is nothing under the mouse.
static bool find_point(editor_ruler *ruler, const editor_tool_context *context, uint32_t v, pick_vec2 position,
                       bool exactly, pick_vec3 *out)
{
    const editor_level *level = editor_document_level(context->document);
    const editor_viewport *viewport = &context->views->view[v];
    pick_vec3 points[EDITOR_RULER_POINTS + 1 + PIVOTS];
    ruler->snapped = false;
    if (!viewport->has_view)
        return false;
    pick_query query = editor_level_surface_query(level);
    editor_section_query(&viewport->view, &query);
    pick_snap_query wanted = PICK_SNAP_QUERY_DEFAULT;
    wanted.rules = PICK_SNAP_SURFACE;
    wanted.reach = 0;
    if (!exactly) {
        wanted.rules |= PICK_SNAP_POINT | (context->settings->snap_rules & ~(uint32_t)PICK_SNAP_ALIGN);
        wanted.reach = reach * context->ui_scale * context->reach;
        wanted.through = context->settings->snap_through;
        wanted.grid_step = PICK_GIZMO_DESC_DEFAULT.move_step;
        wanted.points = points;
        wanted.point_count = list_snap_points(ruler, context, &viewport->view, position, points);
        wanted.has_held = ruler->count > 0 && !ruler->ended; // for perpendiculars and intersections
        wanted.held = wanted.has_held ? ruler->points[ruler->count - 1] : wanted.held;
    }
    ruler->snapped = pick_snap_in_window(level->scene, &viewport->view, position, &wanted, &query, &ruler->snap);
    if (ruler->snapped)
        *out = ruler->snap.point;
    return ruler->snapped || find_floor(&viewport->view, position, out);
}

// --- the chain ---

void editor_ruler_clear(editor_ruler *ruler)
{
    *ruler = (editor_ruler){0};
}

void editor_ruler_set(editor_ruler *ruler, const pick_vec3 *points, uint32_t count, bool clears)
{
    editor_ruler_clear(ruler);
    memcpy(ruler->points, points, count * sizeof(*points));
    ruler->count = count;
    ruler->ended = true;
    ruler->clears = clears;
}

bool editor_ruler_line(const editor_ruler *ruler, double *points, editor_line *out, pick_affine *place)
{
    pick_vec3 low = ruler->points[0], high = low;
    for (uint32_t i = 1; i < ruler->count; i++) {
        const pick_vec3 p = ruler->points[i];
        low = pick_vec3_make(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = pick_vec3_make(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    *place = PICK_AFFINE_IDENTITY;
    place->origin = pick_vec3_add(pick_vec3_scale(low, 0.5), pick_vec3_scale(high, 0.5));
    for (uint32_t i = 0; i < ruler->count; i++) {
        const pick_vec3 p = pick_vec3_sub(ruler->points[i], place->origin);
        points[3 * i] = p.x;
        points[3 * i + 1] = p.y;
        points[3 * i + 2] = p.z;
    }
    *out = (editor_line){.points = points,
                         .count = ruler->count,
                         .measure = ruler->clears       ? EDITOR_MEASURE_CLEARANCE
                                    : ruler->count == 3 ? EDITOR_MEASURE_ANGLE
                                                        : EDITOR_MEASURE_LENGTH};
    return ruler->count > 1;
}

static bool is_last(const editor_ruler *ruler, pick_vec3 p)
{
    return !ruler->ended && ruler->count > 0 &&
           pick_vec3_length(pick_vec3_sub(ruler->points[ruler->count - 1], p)) == 0;
}

// A point where the last one is would be a segment of no length, and is not put. Returns whether it was.
static bool put(editor_ruler *ruler, pick_vec3 p)
{
    if (is_last(ruler, p))
        return false;
    if (ruler->ended)
        ruler->count = 0;
    ruler->ended = ruler->clears = false;
    ruler->points[ruler->count++] = p;
    ruler->ended = ruler->count == EDITOR_RULER_POINTS;
    return true;
}

static void end(editor_ruler *ruler)
{
    ruler->ended = ruler->count > 1;
    ruler->count = ruler->count > 1 ? ruler->count : 0;
}

void editor_ruler_act(editor_ruler *ruler, const editor_tool_context *context, const pick_pointer_action *action)
{
    const bool exactly = (action->held & PICK_MODIFIER_CTRL) != 0;
    pick_vec3 p;
    ruler->looked = false; // what the mouse snaps to has changed
    switch (action->type) {
    case PICK_POINTER_CLICK: // not one on the arrow of a section's plane
        if (action->target.handle == 0 && find_point(ruler, context, context->view, action->press, exactly, &p))
            put(ruler, p);
        break;
    case PICK_POINTER_DOUBLE_CLICK: // its first click put the point
        end(ruler);
        break;
    case PICK_POINTER_DRAG_BEGIN:
        ruler->before.first = ruler->points[0];
        ruler->before.count = ruler->count;
        ruler->before.ended = ruler->ended;
        ruler->before.clears = ruler->clears;
        ruler->dragging = find_point(ruler, context, context->view, action->press, exactly, &p);
        ruler->added = ruler->dragging && put(ruler, p);
        break;
    case PICK_POINTER_DRAG_END:
        // The press may have put the last point that there is room for.
        if (ruler->dragging && !ruler->ended &&
            find_point(ruler, context, context->view, action->position, exactly, &p))
            put(ruler, p);
        if (ruler->dragging)
            end(ruler);
        ruler->dragging = false;
        break;
    case PICK_POINTER_DRAG_CANCEL:
        editor_ruler_cancel(ruler);
        break;
    default:
        break;
    }
}

void editor_ruler_cancel(editor_ruler *ruler)
{
    if (ruler->dragging && ruler->added) {
        ruler->points[0] = ruler->before.first;
        ruler->count = ruler->before.count;
        ruler->ended = ruler->before.ended;
        ruler->clears = ruler->before.clears;
    }
    ruler->dragging = ruler->looked = false;
}

bool editor_ruler_key(editor_ruler *ruler, const editor_event *event)
{
    if (event->type != EDITOR_EVENT_KEY_DOWN || event->modifiers != 0 || ruler->count == 0 || ruler->dragging)
        return false;
    if (event->key == EDITOR_KEY_BACKSPACE) {
        ruler->count--;
        ruler->ended = ruler->clears = false;
    } else if (event->key == EDITOR_KEY_ENTER && !ruler->ended) {
        end(ruler);
    } else {
        return false;
    }
    ruler->looked = false;
    return true;
}

bool editor_ruler_follow(editor_ruler *ruler, const editor_tool_context *context, bool chosen)
{
    const bool was = ruler->hovered;
    const pick_vec3 before = ruler->hover;
    const editor_view_mouse mouse =
        chosen ? editor_views_mouse(context->views) : (editor_view_mouse){.view = EDITOR_VIEW_MAX};
    if (ruler->looked && editor_view_mouse_is_same(&mouse, &ruler->mouse))
        return false;
    ruler->looked = true;
    ruler->mouse = mouse;
    const bool exactly = (mouse.modifiers & PICK_MODIFIER_CTRL) != 0; // as a click there would
    ruler->hovered =
        mouse.view != EDITOR_VIEW_MAX && find_point(ruler, context, mouse.view, mouse.position, exactly, &ruler->hover);
    return was != ruler->hovered || (ruler->hovered && pick_vec3_length(pick_vec3_sub(before, ruler->hover)) != 0);
}
