// region_shapes.c: the rectangle, the brush and the lasso.
#include "tools/tools_private.h"

static bool make_rectangle(const editor_region_path *path, const pick_view *view, pick_region *out)
{
    return pick_region_rect(out, view, path->press, path->position) == PICK_OK;
}

static bool make_brush(const editor_region_path *path, const pick_view *view, pick_region *out)
{
    return pick_region_circle(out, view, path->points[path->done], path->radius) == PICK_OK;
}

static bool make_lasso(const editor_region_path *path, const pick_view *view, pick_region *out)
{
    return path->count >= 3 && pick_region_polygon(out, view, path->points, path->count) == PICK_OK;
}

static void draw_rectangle(const editor_region_path *path, editor_ui *ui, bool contains)
{
    const pick_vec2 a = path->press, c = path->position;
    const pick_vec2 corners[4] = {a, {c.x, a.y}, c, {a.x, c.y}};
    editor_ui_canvas_area(ui, corners, 4, EDITOR_UI_INK_REGION_FILL);
    // A solid line contains, a dashed one touches, so that the two differ without colours.
    editor_ui_canvas_path(ui, corners, 4, true, !contains, EDITOR_UI_INK_REGION);
}

static void draw_brush(const editor_region_path *path, editor_ui *ui, bool contains)
{
    editor_ui_canvas_circle(ui, path->position, path->radius, !contains, EDITOR_UI_INK_REGION);
}

static void draw_lasso(const editor_region_path *path, editor_ui *ui, bool contains)
{
    editor_ui_canvas_path(ui, path->points, path->count, false, !contains, EDITOR_UI_INK_REGION);
    if (path->count > 2) {
        const pick_vec2 closing[2] = {path->points[path->count - 1], path->points[0]};
        editor_ui_canvas_path(ui, closing, 2, false, true, EDITOR_UI_INK_REGION_FAINT);
    }
}

const editor_region_shape EDITOR_REGION_RECTANGLE = {false, false, make_rectangle, draw_rectangle};
const editor_region_shape EDITOR_REGION_BRUSH = {true, true, make_brush, draw_brush};
const editor_region_shape EDITOR_REGION_LASSO = {true, false, make_lasso, draw_lasso};
