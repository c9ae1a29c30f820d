// section.c: each plane of the section has an arrow that drags it along its normal.
#include "tools/tools_private.h"

#include <math.h>
#include <string.h>

static const double arrow_length = 56, arrow_start = 10, head_size = 9, reach_of_arrow = 7; // design units
static const double least_length = 14;                                                      // on screen, to be seen
static const double least_sine = 0.1; // of the angle between the arrow and the line of sight, to be dragged

typedef struct arrow {
    pick_vec2 from, to;
} arrow;

// The arrow of a plane on screen, towards what is cut off. False: it is behind the eye, or seen end on.
static bool arrow_of(const editor_tool_context *context, const pick_view *view, uint32_t plane, arrow *out)
{
    const editor_section *section = &context->views->section;
    const pick_vec3 anchor = section->anchors[plane];
    const double point = pick_view_point_size(view, anchor) * context->ui_scale;
    const pick_vec3 along = pick_vec3_scale(section->planes[plane].normal, -point);
    pick_projected_point a, b;
    if (!pick_view_project(view, pick_vec3_add(anchor, pick_vec3_scale(along, arrow_start)), &a) ||
        !pick_view_project(view, pick_vec3_add(anchor, pick_vec3_scale(along, arrow_length)), &b))
        return false;
    *out = (arrow){a.window, b.window};
    return hypot(b.window.x - a.window.x, b.window.y - a.window.y) >= least_length * context->ui_scale;
}

static double distance_to(const arrow *a, pick_vec2 p)
{
    const double x = a->to.x - a->from.x, y = a->to.y - a->from.y;
    const double s = fmin(fmax(((p.x - a->from.x) * x + (p.y - a->from.y) * y) / (x * x + y * y), 0), 1);
    return hypot(a->from.x + s * x - p.x, a->from.y + s * y - p.y);
}

uint32_t editor_section_handle_at(const editor_tool_context *context, pick_vec2 position)
{
    const editor_viewport *viewport = &context->views->view[context->view];
    double nearest = reach_of_arrow * context->ui_scale * context->reach;
    uint32_t found = 0;
    for (uint32_t i = 0; viewport->has_view && i < context->views->section.count; i++) {
        arrow a;
        if (arrow_of(context, &viewport->view, i, &a) && distance_to(&a, position) <= nearest) {
            nearest = distance_to(&a, position);
            found = EDITOR_HANDLE_SECTION + i;
        }
    }
    return found;
}

// How far along the plane's arrow, from its anchor at the press, a window position points. False: along the line of
// sight, where it says nothing.
static bool place_along(const editor_section_tool *tool, pick_vec2 position, double *out)
{
    const pick_ray ray = pick_view_ray(&tool->start_view, position);
    const pick_vec3 axis = tool->start.planes[tool->plane].normal;
    const pick_vec3 from = pick_vec3_sub(tool->start.anchors[tool->plane], ray.origin);
    const double cosine = pick_vec3_dot(axis, ray.direction), square = 1 - cosine * cosine;
    // The point of the line that is nearest to the ray.
    *out = (cosine * pick_vec3_dot(from, ray.direction) - pick_vec3_dot(from, axis)) / square;
    return square > least_sine * least_sine && isfinite(*out);
}

void editor_section_act(editor_section_tool *tool, const editor_tool_context *context,
                        const pick_pointer_action *action)
{
    editor_section *section = &context->views->section;
    double place;
    switch (action->type) {
    case PICK_POINTER_DRAG_BEGIN:
        tool->view = context->view;
        tool->plane = action->target.handle - EDITOR_HANDLE_SECTION;
        tool->start_view = context->views->view[context->view].view;
        tool->start = *section;
        tool->dragging = tool->plane < section->count && place_along(tool, action->press, &tool->grabbed);
        // fall through
    case PICK_POINTER_DRAG_MOVE:
    case PICK_POINTER_DRAG_END:
        if (tool->dragging && place_along(tool, action->position, &place)) {
            *section = tool->start;
            tool->moved = place - tool->grabbed;
            editor_section_move(section, tool->plane, tool->moved);
        }
        tool->dragging = tool->dragging && action->type != PICK_POINTER_DRAG_END;
        break;
    default:
        editor_section_cancel(tool, context);
        break;
    }
}

void editor_section_cancel(editor_section_tool *tool, const editor_tool_context *context)
{
    if (tool->dragging)
        context->views->section = tool->start;
    tool->dragging = false;
}

// --- drawing ---

enum {
    BOX_CUT = 6,
    OUTLINE = BOX_CUT + PICK_SECTION_PLANES
}; // corners of a plane cut by a box; by planes too, at most

static int by_angle(pick_vec3 corner[OUTLINE], double angle[BOX_CUT], int count)
{
    for (int i = 1; i < count; i++) {
        for (int k = i; k > 0 && angle[k] < angle[k - 1]; k--) {
            const double a = angle[k];
            const pick_vec3 c = corner[k];
            angle[k] = angle[k - 1], corner[k] = corner[k - 1];
            angle[k - 1] = a, corner[k - 1] = c;
        }
    }
    return count;
}

// The corners of the part of a plane within a box, in order around it.
static int outline_of(const pick_plane *plane, const pick_aabb *box, pick_vec3 corner[OUTLINE])
{
    const double *low = &box->min.x, *high = &box->max.x;
    double angle[BOX_CUT];
    int count = 0;
    pick_vec3 middle = {0, 0, 0};
    for (int edge = 0; edge < 12 && count < BOX_CUT; edge++) {
        const int axis = edge / 4, u = (axis + 1) % 3, v = (axis + 2) % 3;
        double p[3], n[3] = {plane->normal.x, plane->normal.y, plane->normal.z};
        p[u] = edge & 1 ? high[u] : low[u];
        p[v] = edge & 2 ? high[v] : low[v];
        p[axis] = -(plane->offset + n[u] * p[u] + n[v] * p[v]) / n[axis];
        if (!(p[axis] >= low[axis] && p[axis] <= high[axis])) // or parallel
            continue;
        corner[count] = pick_vec3_make(p[0], p[1], p[2]);
        middle = pick_vec3_add(middle, corner[count++]);
    }
    if (count < 3)
        return 0;
    middle = pick_vec3_scale(middle, 1.0 / count);
    const pick_vec3 right = pick_vec3_normalize(pick_vec3_sub(corner[0], middle));
    const pick_vec3 up = pick_vec3_cross(plane->normal, right);
    for (int i = 0; i < count; i++) {
        const pick_vec3 at = pick_vec3_sub(corner[i], middle);
        angle[i] = atan2(pick_vec3_dot(at, up), pick_vec3_dot(at, right));
    }
    return by_angle(corner, angle, count);
}

static double inside_of(const pick_plane *plane, pick_vec3 p)
{
    return pick_vec3_dot(plane->normal, p) + plane->offset;
}

// Cuts off the corners that another plane cuts off (Sutherland and Hodgman).
static int cut_outline(const pick_plane *plane, pick_vec3 corner[OUTLINE], int count)
{
    pick_vec3 in[OUTLINE];
    int kept = 0;
    memcpy(in, corner, sizeof(in));
    for (int i = 0; i < count; i++) {
        const pick_vec3 a = in[i], b = in[(i + 1) % count];
        const double from = inside_of(plane, a), to = inside_of(plane, b);
        if (from >= 0 && kept < OUTLINE)
            corner[kept++] = a;
        if ((from >= 0) != (to >= 0) && kept < OUTLINE)
            corner[kept++] = pick_vec3_add(a, pick_vec3_scale(pick_vec3_sub(b, a), from / (from - to)));
    }
    return kept;
}

static void draw_outline(const editor_section *section, uint32_t plane, const pick_aabb *box, const pick_view *view,
                         editor_ui *ui)
{
    pick_vec3 corner[OUTLINE] = {{0, 0, 0}};
    pick_vec2 window[OUTLINE];
    int count = outline_of(&section->planes[plane], box, corner);
    for (uint32_t i = 0; i < section->count; i++) {
        if (i != plane)
            count = cut_outline(&section->planes[i], corner, count);
    }
    for (int i = 0; i < count; i++) {
        pick_projected_point p;
        if (!pick_view_project(view, corner[i], &p))
            return;
        window[i] = p.window;
    }
    if (count > 0)
        editor_ui_canvas_path(ui, window, (uint32_t)count, true, true, EDITOR_UI_INK_REGION_FAINT);
}

static void draw_arrow(const arrow *a, double scale, bool hot, editor_ui *ui)
{
    const editor_ui_ink line = hot ? EDITOR_UI_INK_ACCENT : EDITOR_UI_INK_REGION; // visible on any picture
    const double x = a->to.x - a->from.x, y = a->to.y - a->from.y, length = hypot(x, y);
    const pick_vec2 along = {x / length * head_size * scale, y / length * head_size * scale};
    const pick_vec2 head[3] = {{a->to.x, a->to.y},
                               {a->to.x - along.x - along.y / 2, a->to.y - along.y + along.x / 2},
                               {a->to.x - along.x + along.y / 2, a->to.y - along.y - along.x / 2}};
    editor_ui_canvas_path(ui, (const pick_vec2[2]){a->from, a->to}, 2, false, false, line);
    editor_ui_canvas_area(ui, head, 3, hot ? EDITOR_UI_INK_ACCENT : EDITOR_UI_INK_STRONG);
}

void editor_section_draw(const editor_section_tool *tool, const editor_tool_context *context, editor_ui *ui)
{
    const editor_viewport *viewport = &context->views->view[context->view];
    const editor_section *section = &context->views->section;
    if (section->count == 0 || !viewport->next_has_view)
        return;
    const pick_aabb box = pick_scene_bounds(editor_document_level(context->document)->scene);
    editor_ui_canvas_begin(ui, viewport->rect);
    for (uint32_t i = 0; i < section->count; i++) {
        arrow a;
        const bool dragged = tool->dragging && tool->plane == i;
        if (!pick_aabb_is_empty(&box))
            draw_outline(section, i, &box, &viewport->next_view, ui);
        if (arrow_of(context, &viewport->next_view, i, &a))
            draw_arrow(&a, context->ui_scale, dragged || tool->hot[context->view] == EDITOR_HANDLE_SECTION + i, ui);
    }
    editor_ui_canvas_end(ui);
}
