// section.c: each plane of the section has an arrow that drags it along its normal.
#include "tools/tools_private.h"

#include "picking/gizmo.h"

#include <math.h>

static const double arrow_length = 56, arrow_start = 10, reach_of_arrow = 7; // design units
static const double least_length = 14;                                       // on screen, to be seen

bool editor_section_arrow_of(const editor_tool_context *context, const pick_view *view, uint32_t plane,
                             editor_section_arrow *out)
{
    const editor_section *section = &context->views->section;
    const pick_vec3 anchor = section->anchors[plane];
    const double point = pick_view_point_size(view, anchor) * context->ui_scale;
    const pick_vec3 along = pick_vec3_scale(section->planes[plane].normal, -point);
    pick_projected_point a, b;
    if (!pick_view_project(view, pick_vec3_add(anchor, pick_vec3_scale(along, arrow_start)), &a) ||
        !pick_view_project(view, pick_vec3_add(anchor, pick_vec3_scale(along, arrow_length)), &b))
        return false;
    *out = (editor_section_arrow){a.window, b.window};
    return hypot(b.window.x - a.window.x, b.window.y - a.window.y) >= least_length * context->ui_scale;
}

bool editor_section_beside(const editor_tool_context *context, const pick_view *view, uint32_t plane, pick_vec2 *out)
{
    static const double away = 1e6; // points
    const pick_vec3 anchor = context->views->section.anchors[plane];
    const pick_rect r = view->viewport;
    pick_projected_point p;
    editor_section_arrow a;
    if (pick_view_project(view, anchor, &p)) {
        *out = p.window;
        return !pick_view_contains(view, p.window) &&
               !(editor_section_arrow_of(context, view, plane, &a) &&
                 (pick_view_contains(view, a.from) || pick_view_contains(view, a.to)));
    }
    const pick_vec3 to = pick_vec3_sub(anchor, view->eye);
    const double *m = view->rotation, *l = view->linear2;
    const double x = m[0] * to.x + m[3] * to.y + m[6] * to.z, y = m[1] * to.x + m[4] * to.y + m[7] * to.z;
    const double across = (l[0] * x + l[2] * y) * r.width, down = (l[1] * x + l[3] * y) * r.height;
    const double length = hypot(across, down);
    if (!(length > 0))
        return false;
    *out = (pick_vec2){r.x + r.width / 2 + away * across / length, r.y + r.height / 2 + away * down / length};
    return true;
}

static double distance_to(const editor_section_arrow *a, pick_vec2 p)
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
        editor_section_arrow a;
        if (editor_section_arrow_of(context, &viewport->view, i, &a) && distance_to(&a, position) <= nearest) {
            nearest = distance_to(&a, position);
            found = EDITOR_HANDLE_SECTION + i;
        }
    }
    return found;
}

// How far along the plane's arrow, from its anchor at the press.
static bool place_along(const editor_section_tool *tool, pick_vec2 position, double *out)
{
    return editor_place_along(&tool->start_view, position, tool->start.anchors[tool->plane],
                              tool->start.planes[tool->plane].normal, out);
}

void editor_section_act(editor_section_tool *tool, const editor_tool_context *context,
                        const pick_pointer_action *action)
{
    editor_section *section = &context->views->section;
    double place;
    switch (action->type) {
    case PICK_POINTER_DRAG_BEGIN:
        tool->plane = action->target.handle - EDITOR_HANDLE_SECTION;
        tool->start_view = context->views->view[context->view].view;
        tool->start = *section;
        tool->dragging = tool->plane < section->count && place_along(tool, action->press, &tool->grabbed);
        // fall through
    case PICK_POINTER_DRAG_MOVE:
    case PICK_POINTER_DRAG_END:
        if (tool->dragging && place_along(tool, action->position, &place)) {
            *section = tool->start;
            const bool ctrl = (action->held & PICK_MODIFIER_CTRL) != 0;
            const double step = pick_gizmo_desc_default().move_step;
            tool->moved = place - tool->grabbed;
            if (context->settings->snap != ctrl)
                tool->moved = step * round(tool->moved / step);
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
