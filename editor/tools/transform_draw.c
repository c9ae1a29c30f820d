// transform_draw.c: draws the gizmo and the numbers of a drag over a view.
#include "tools/tools_private.h"

#include <math.h>
#include <stdio.h>

static uint32_t pack_color(const float c[4])
{
    uint32_t out = 0;
    for (int i = 0; i < 4; i++)
        out |= (uint32_t)lrintf(fminf(1, fmaxf(0, c[i])) * 255) << (8 * i);
    return out;
}

static bool project(const pick_view *view, pick_vec3 world, pick_vec2 *out)
{
    pick_projected_point p;
    if (!pick_view_project(view, world, &p))
        return false;
    *out = p.window;
    return true;
}

static void draw_primitive(const pick_gizmo_primitive *primitive, const pick_view *view, editor_ui *ui)
{
    uint32_t color = pack_color(primitive->color);
    pick_vec2 p[3];
    int points = primitive->kind == PICK_GIZMO_LINE ? 2 : primitive->kind == PICK_GIZMO_TRIANGLE ? 3 : 1;
    for (int i = 0; i < points; i++) {
        if (!project(view, primitive->point[i], &p[i]))
            return;
    }
    switch (primitive->kind) {
    case PICK_GIZMO_LINE:
        editor_ui_paint_path(ui, p, 2, false, (double)primitive->width, color);
        break;
    case PICK_GIZMO_TRIANGLE:
        editor_ui_paint_area(ui, p, 3, color);
        break;
    case PICK_GIZMO_LETTER:
        editor_ui_canvas_text(ui, p[0], (const char[]){primitive->letter, '\0'}, color, true);
        break;
    }
}

static void draw_readout(const editor_transform *transform, const pick_view *view, double scale, editor_ui *ui)
{
    const pick_vec2 mouse = transform->last.position;
    if (transform->snapped)
        editor_snap_draw(&transform->snap, view, scale, ui);
    char label[128];
    if (transform->collision.stopped)
        snprintf(label, sizeof(label), "%.4g m, stopped", transform->collision.moved);
    const bool refused = editor_transform_is_refused(transform);
    if (refused)
        snprintf(label, sizeof(label), "refused");
    if (transform->collision.stopped || refused ||
        pick_gizmo_label(&transform->gizmo[transform->view], label, sizeof(label)) > 0)
        editor_ui_canvas_tag(ui, view->viewport, (pick_vec2){mouse.x + 18 * scale, mouse.y + 18 * scale}, label);
}

void editor_tools_draw_beside(pick_rect rect, pick_vec2 beside, double scale, editor_ui_ink ink, editor_ui *ui)
{
    const double inset = 16 * scale, size = 7 * scale;
    const pick_vec2 middle = {rect.x + rect.width / 2, rect.y + rect.height / 2};
    const double dx = beside.x - middle.x, dy = beside.y - middle.y, length = hypot(dx, dy);
    const double half_x = rect.width / 2 - inset, half_y = rect.height / 2 - inset;
    if (!(length > 0) || half_x <= 0 || half_y <= 0)
        return;
    // The line to it leaves the inner rectangle here.
    const double t = fmin(dx != 0 ? half_x / fabs(dx) : HUGE_VAL, dy != 0 ? half_y / fabs(dy) : HUGE_VAL);
    const pick_vec2 at = {middle.x + t * dx, middle.y + t * dy}, along = {dx / length, dy / length};
    const pick_vec2 head[3] = {{at.x + along.x * size, at.y + along.y * size},
                               {at.x - along.x * size - along.y * size, at.y - along.y * size + along.x * size},
                               {at.x - along.x * size + along.y * size, at.y - along.y * size - along.x * size}};
    editor_ui_canvas_begin(ui, rect);
    editor_ui_canvas_area(ui, head, 3, ink);
    editor_ui_canvas_end(ui);
}

void editor_transform_draw(editor_transform *transform, const editor_tool_context *context, editor_ui *ui)
{
    const pick_gizmo *gizmo = &transform->gizmo[context->view];
    const editor_viewport *viewport = &context->views->view[context->view];
    if (transform->outside[context->view] && viewport->next_has_view)
        editor_tools_draw_beside(viewport->rect, transform->beside[context->view], context->ui_scale,
                                 EDITOR_UI_INK_ACCENT, ui);
    if (!gizmo->visible || !viewport->next_has_view)
        return;
    editor_ui_canvas_begin(ui, viewport->rect);
    size_t count = pick_gizmo_draw(gizmo, transform->primitives, PICK_GIZMO_PRIMITIVE_MAX);
    for (size_t i = 0; i < count && i < PICK_GIZMO_PRIMITIVE_MAX; i++)
        draw_primitive(&transform->primitives[i], &viewport->next_view, ui);
    if (transform->dragging && transform->view == context->view)
        draw_readout(transform, &viewport->next_view, context->ui_scale, ui);
    editor_ui_canvas_end(ui);
}
