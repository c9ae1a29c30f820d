// parts_draw.c: draws the hovered and the selected parts over a view.
#include "tools/parts.h"
#include "tools/tools_private.h"

// Of more selected vertices than MANY the markers would hide each other and the mesh: they are small dots then.
enum { DRAWN_MOST = 20000, MANY = 300 };

uint32_t editor_clip_near(const pick_view *view, const pick_vec3 *in, uint32_t count, pick_vec3 *out)
{
    const double *r = view->rotation;
    const double near_distance = view->near_distance;
    uint32_t left = 0;
    double depth[3];
    for (uint32_t i = 0; i < count; i++) {
        const pick_vec3 p = pick_vec3_sub(in[i], view->eye);
        depth[i] = -(r[2] * p.x + r[5] * p.y + r[8] * p.z) - near_distance;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t next = (i + 1) % count;
        if (depth[i] >= 0)
            out[left++] = in[i];
        if ((depth[i] >= 0) != (depth[next] >= 0) && (count > 2 || i == 0)) {
            const double t = depth[i] / (depth[i] - depth[next]);
            out[left++] = pick_vec3_add(in[i], pick_vec3_scale(pick_vec3_sub(in[next], in[i]), t));
        }
    }
    return left;
}

static void draw_dot(editor_ui *ui, pick_vec2 center, double radius, editor_ui_ink ink)
{
    const pick_vec2 corner[4] = {{center.x - radius, center.y - radius},
                                 {center.x + radius, center.y - radius},
                                 {center.x + radius, center.y + radius},
                                 {center.x - radius, center.y + radius}};
    editor_ui_canvas_area(ui, corner, 4, ink);
}

// Thousands of vertices may be selected, so a marker is two octagons, without a curve or a line around it.
static void draw_marker(editor_ui *ui, pick_vec2 center, double radius, editor_ui_ink ink)
{
    static const pick_vec2 octagon[8] = {{1, 0},  {0.707, 0.707},   {0, 1},  {-0.707, 0.707},
                                         {-1, 0}, {-0.707, -0.707}, {0, -1}, {0.707, -0.707}};
    pick_vec2 corner[8], edge[8];
    for (int i = 0; i < 8; i++) {
        corner[i] = (pick_vec2){center.x + radius * octagon[i].x, center.y + radius * octagon[i].y};
        edge[i] = (pick_vec2){center.x + 1.5 * radius * octagon[i].x, center.y + 1.5 * radius * octagon[i].y};
    }
    editor_ui_canvas_area(ui, edge, 8, EDITOR_UI_INK_SEAM);
    editor_ui_canvas_area(ui, corner, 8, ink);
}

static void draw_part(const editor_level *level, const pick_view *view, const pick_part *part, double unit,
                      bool hovered, bool small, editor_ui *ui)
{
    const editor_ui_ink ink = hovered ? EDITOR_UI_INK_STRONG : EDITOR_UI_INK_ACCENT;
    pick_vec3 points[3], clipped[6];
    pick_vec2 window[6];
    pick_projected_point p;
    const uint32_t count = pick_part_points(level->scene, part, points);
    uint32_t drawn = 0;
    const uint32_t left = count > 0 ? editor_clip_near(view, points, count, clipped) : 0;
    for (uint32_t i = 0; i < left; i++) {
        if (pick_view_project(view, clipped[i], &p))
            window[drawn++] = p.window;
    }
    if (drawn == 0)
        return;
    if (part->kind == PICK_PART_VERTEX) {
        if (small)
            draw_dot(ui, window[0], 1.25 * unit, ink);
        else
            draw_marker(ui, window[0], (hovered ? 4 : 3) * unit, ink);
        return;
    }
    if (part->kind == PICK_PART_FACE)
        editor_ui_canvas_area(ui, window, drawn, hovered ? EDITOR_UI_INK_REGION_FILL : EDITOR_UI_INK_ACCENT_FILL);
    if (hovered || part->kind == PICK_PART_EDGE) // on a dark line, so that it is seen on any picture
        editor_ui_canvas_path(ui, window, drawn, drawn > 2, false, EDITOR_UI_INK_REGION);
    editor_ui_canvas_path(ui, window, drawn, drawn > 2, false, ink);
}

void editor_parts_draw(const editor_part_tool *parts, const editor_tool_context *context, editor_ui *ui)
{
    const editor_level *level = editor_document_level(context->document);
    const editor_viewport *viewport = &context->views->view[context->view];
    if (parts->kind == 0 || !viewport->next_has_view)
        return;
    editor_ui_canvas_begin(ui, viewport->rect);
    const editor_part_list *lists[2] = {&parts->selected, &parts->touched};
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < lists[k]->count && i < DRAWN_MOST; i++)
            draw_part(level, &viewport->next_view, &lists[k]->items[i], context->ui_scale, k == 1,
                      lists[k]->count > MANY, ui);
    }
    if (parts->hovered && parts->mouse.view == context->view)
        draw_part(level, &viewport->next_view, &parts->hover.part, context->ui_scale, true, false, ui);
    editor_ui_canvas_end(ui);
}
