// section_draw.c: draws the planes of the section over a view: where they cut the level, and their arrows.
#include "tools/tools_private.h"

#include <math.h>
#include <string.h>

static const double head_size = 9; // design units

// Corners of a square in a plane that is cut by the sides of a box and by the other planes, at most.
enum { OUTLINE = 4 + 6 + PICK_SECTION_PLANES };

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

// The corners of the part of a plane within a box that the other planes keep, in order around it.
static int outline_of(const editor_section *section, uint32_t number, const pick_aabb *box, pick_vec3 corner[OUTLINE])
{
    const pick_plane *plane = &section->planes[number];
    const pick_vec3 n = plane->normal, half = pick_vec3_scale(pick_vec3_sub(box->max, box->min), 0.5);
    const pick_vec3 middle = pick_vec3_add(box->min, half);
    const pick_vec3 helper = fabs(n.x) < 0.5 ? pick_vec3_make(1, 0, 0) : pick_vec3_make(0, 1, 0);
    const double reach = 2 * pick_vec3_length(half); // more than the box has around its middle
    const pick_vec3 u = pick_vec3_scale(pick_vec3_normalize(pick_vec3_cross(n, helper)), reach);
    const pick_vec3 v = pick_vec3_cross(n, u);
    const pick_vec3 foot = pick_vec3_sub(middle, pick_vec3_scale(n, inside_of(plane, middle)));
    int count = 4;
    for (int i = 0; i < 4; i++) {
        const pick_vec3 across = pick_vec3_scale(u, i == 0 || i == 3 ? -1 : 1);
        corner[i] = pick_vec3_add(foot, pick_vec3_add(across, pick_vec3_scale(v, i < 2 ? -1 : 1)));
    }
    for (int i = 0; i < 6; i++) {
        const double sign = i % 2 ? -1 : 1;
        const pick_vec3 axis = {i / 2 == 0 ? sign : 0, i / 2 == 1 ? sign : 0, i / 2 == 2 ? sign : 0};
        const pick_plane side = {axis, -pick_vec3_dot(axis, i % 2 ? box->max : box->min)};
        count = cut_outline(&side, corner, count);
    }
    for (uint32_t i = 0; i < section->count; i++) {
        if (i != number)
            count = cut_outline(&section->planes[i], corner, count);
    }
    return count;
}

static void draw_outline(const editor_section *section, uint32_t plane, const pick_aabb *box, const pick_view *view,
                         editor_ui *ui)
{
    pick_vec3 corner[OUTLINE] = {{0, 0, 0}};
    pick_vec2 window[OUTLINE];
    const int count = outline_of(section, plane, box, corner);
    int seen = 0;
    pick_projected_point p, q;
    while (seen < count && pick_view_project(view, corner[seen], &p))
        window[seen++] = p.window;
    if (seen == count && count > 0)
        editor_ui_canvas_path(ui, window, (uint32_t)count, true, true, EDITOR_UI_INK_REGION_FAINT);
    for (int i = 0; seen < count && i < count; i++) { // the eye is in the box, and some corners are behind it
        const pick_vec3 ends[2] = {corner[i], corner[(i + 1) % count]};
        pick_vec3 kept[4];
        if (editor_clip_near(view, ends, 2, kept) == 2 && pick_view_project(view, kept[0], &p) &&
            pick_view_project(view, kept[1], &q))
            editor_ui_canvas_path(ui, (const pick_vec2[2]){p.window, q.window}, 2, false, true,
                                  EDITOR_UI_INK_REGION_FAINT);
    }
}

static void draw_arrow(const editor_section_arrow *a, double scale, bool hot, editor_ui *ui)
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

// The level's box, a little larger: planes at the sides of what is in it, and around it, are outlined too.
static pick_aabb box_around(const editor_level *level)
{
    static const double margin = 0.02; // of the longest side
    const pick_aabb box = pick_scene_bounds(level->scene);
    return pick_aabb_is_empty(&box) ? box : editor_box_widen(&box, margin);
}

void editor_section_draw(const editor_section_tool *tool, const editor_tool_context *context, editor_ui *ui)
{
    const editor_viewport *viewport = &context->views->view[context->view];
    const editor_section *section = &context->views->section;
    if (section->count == 0 || !viewport->next_has_view)
        return;
    const pick_aabb box = box_around(editor_document_level(context->document));
    editor_ui_canvas_begin(ui, viewport->rect);
    for (uint32_t i = 0; i < section->count; i++) {
        editor_section_arrow a;
        const bool dragged = tool->dragging && tool->plane == i;
        if (!pick_aabb_is_empty(&box))
            draw_outline(section, i, &box, &viewport->next_view, ui);
        if (editor_section_arrow_of(context, &viewport->next_view, i, &a))
            draw_arrow(&a, context->ui_scale, dragged || tool->hot[context->view] == EDITOR_HANDLE_SECTION + i, ui);
    }
    editor_ui_canvas_end(ui);
    for (uint32_t i = 0; i < section->count; i++) {
        pick_vec2 beside;
        if (editor_section_beside(context, &viewport->next_view, i, &beside))
            editor_tools_draw_beside(viewport->rect, beside, context->ui_scale, EDITOR_UI_INK_STRONG, ui);
    }
}
