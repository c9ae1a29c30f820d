#include "panels/icons.h"

#include <math.h>

static const double pi = 3.14159265358979324;

void editor_icon_chevron(editor_ui *ui, pick_vec2 c, double r, bool open, uint32_t color)
{
    const pick_vec2 down[3] = {{c.x - r, c.y - r * 0.55}, {c.x + r, c.y - r * 0.55}, {c.x, c.y + r * 0.75}};
    const pick_vec2 right[3] = {{c.x - r * 0.55, c.y - r}, {c.x + r * 0.75, c.y}, {c.x - r * 0.55, c.y + r}};
    editor_ui_paint_area(ui, open ? down : right, 3, color);
}

static void draw_cube(editor_ui *ui, pick_vec2 c, double r, uint32_t color)
{
    pick_vec2 corner[6];
    for (int i = 0; i < 6; i++) {
        double angle = pi * (i / 3.0 + 0.5);
        corner[i] = (pick_vec2){c.x + r * cos(angle), c.y - r * sin(angle)};
    }
    editor_ui_paint_path(ui, corner, 6, true, r * 0.24, color);
    for (int i = 1; i < 6; i += 2)
        editor_ui_paint_path(ui, (const pick_vec2[]){c, corner[i]}, 2, false, r * 0.24, color);
}

// Two cubes that stand together.
static void draw_prefab(editor_ui *ui, pick_vec2 c, double r, uint32_t color)
{
    draw_cube(ui, (pick_vec2){c.x - r * 0.42, c.y - r * 0.3}, r * 0.62, color);
    draw_cube(ui, (pick_vec2){c.x + r * 0.5, c.y + r * 0.4}, r * 0.62, color);
}

// A ball with its equator.
static void draw_ball(editor_ui *ui, pick_vec2 c, double r, uint32_t color)
{
    enum { POINTS = 9 };
    pick_vec2 equator[POINTS];
    for (int i = 0; i < POINTS; i++) {
        const double t = 2.0 * i / (POINTS - 1) - 1;
        equator[i] = (pick_vec2){c.x + 0.9 * r * t, c.y + 0.4 * r * (1 - t * t)};
    }
    editor_ui_paint_circle(ui, c, r * 0.9, r * 0.22, color);
    editor_ui_paint_path(ui, equator, POINTS, false, r * 0.22, color);
}

static void draw_rays(editor_ui *ui, pick_vec2 c, double r, uint32_t color)
{
    editor_ui_paint_circle(ui, c, r * 0.45, 0, color);
    for (int i = 0; i < 8; i++) {
        double x = cos(pi * i / 4), y = sin(pi * i / 4);
        const pick_vec2 ray[2] = {{c.x + x * r * 0.7, c.y + y * r * 0.7}, {c.x + x * r * 1.05, c.y + y * r * 1.05}};
        editor_ui_paint_path(ui, ray, 2, false, r * 0.2, color);
    }
}

// The corners of a frame.
static void draw_corners(editor_ui *ui, pick_vec2 c, double r, uint32_t color)
{
    for (int i = 0; i < 4; i++) {
        const double x = i % 2 ? r : -r, y = i / 2 ? r : -r;
        const pick_vec2 corner[3] = {
            {c.x + x * 0.35, c.y + y * 0.85}, {c.x + x * 0.85, c.y + y * 0.85}, {c.x + x * 0.85, c.y + y * 0.35}};
        editor_ui_paint_path(ui, corner, 3, false, r * 0.24, color);
    }
    editor_ui_paint_circle(ui, c, r * 0.3, 0, color);
}

static void draw_points(editor_ui *ui, pick_vec2 c, double r, uint32_t color)
{
    static const double places[6][2] = {{-0.75, -0.35}, {0.05, -0.8}, {0.8, -0.3},
                                        {-0.15, 0.1},   {-0.6, 0.75}, {0.6, 0.6}};
    for (int i = 0; i < 6; i++)
        editor_ui_paint_circle(ui, (pick_vec2){c.x + r * places[i][0], c.y + r * places[i][1]}, r * 0.22, 0, color);
}

// A polyline with its corners.
static void draw_line(editor_ui *ui, pick_vec2 c, double r, uint32_t color)
{
    const pick_vec2 corner[4] = {{c.x - r * 0.85, c.y + r * 0.6},
                                 {c.x - r * 0.35, c.y - r * 0.6},
                                 {c.x + r * 0.3, c.y + r * 0.45},
                                 {c.x + r * 0.85, c.y - r * 0.6}};
    editor_ui_paint_path(ui, corner, 4, false, r * 0.24, color);
    editor_ui_paint_circle(ui, corner[0], r * 0.28, 0, color);
    editor_ui_paint_circle(ui, corner[3], r * 0.28, 0, color);
}

// Two hills.
static void draw_hills(editor_ui *ui, pick_vec2 c, double r, uint32_t color)
{
    const pick_vec2 near[3] = {
        {c.x - r, c.y + r * 0.65}, {c.x - r * 0.25, c.y - r * 0.7}, {c.x + r * 0.5, c.y + r * 0.65}};
    const pick_vec2 far[3] = {
        {c.x + r * 0.2, c.y - r * 0.05}, {c.x + r * 0.45, c.y - r * 0.4}, {c.x + r, c.y + r * 0.65}};
    editor_ui_paint_path(ui, near, 3, true, r * 0.24, color);
    editor_ui_paint_path(ui, far, 3, false, r * 0.24, color);
}

void editor_icon_object(editor_ui *ui, pick_vec2 c, double r, editor_icon_kind kind, uint32_t color)
{
    switch (kind) {
    case EDITOR_ICON_MESH:
        draw_cube(ui, c, r, color);
        return;
    case EDITOR_ICON_VOLUME:
        draw_ball(ui, c, r, color);
        return;
    case EDITOR_ICON_LIGHT:
        draw_rays(ui, c, r, color);
        return;
    case EDITOR_ICON_CAMERA:
        editor_ui_paint_rect(ui, (pick_rect){c.x - r, c.y - r * 0.6, r * 1.35, r * 1.2}, r * 0.2, color);
        editor_ui_paint_area(
            ui, (const pick_vec2[]){{c.x + r * 0.45, c.y}, {c.x + r, c.y - r * 0.55}, {c.x + r, c.y + r * 0.55}}, 3,
            color);
        return;
    case EDITOR_ICON_SET:
        draw_corners(ui, c, r, color);
        return;
    case EDITOR_ICON_POINTS:
        draw_points(ui, c, r, color);
        return;
    case EDITOR_ICON_LINES:
        draw_line(ui, c, r, color);
        return;
    case EDITOR_ICON_PREFAB:
        draw_prefab(ui, c, r, color);
        return;
    case EDITOR_ICON_TERRAIN:
        draw_hills(ui, c, r, color);
        return;
    case EDITOR_ICON_GROUP:
        break;
    }
    editor_ui_paint_rect(ui, (pick_rect){c.x - r, c.y - r * 0.75, r * 1.1, r * 0.75}, r * 0.2, color);
    editor_ui_paint_rect(ui, (pick_rect){c.x - r, c.y - r * 0.4, r * 2, r * 1.2}, r * 0.2, color);
}

// Draws an eyelid: an arc through both corners, as a parabola.
static void draw_lid(editor_ui *ui, pick_vec2 c, double r, double bulge, uint32_t color)
{
    enum { POINTS = 11 };
    pick_vec2 p[POINTS];
    for (int i = 0; i < POINTS; i++) {
        double t = 2.0 * i / (POINTS - 1) - 1;
        p[i] = (pick_vec2){c.x + t * r, c.y + bulge * r * (1 - t * t)};
    }
    editor_ui_paint_path(ui, p, POINTS, false, r * 0.2, color);
}

void editor_icon_eye(editor_ui *ui, pick_vec2 c, double r, bool closed, uint32_t color)
{
    draw_lid(ui, c, r, 0.65, color);
    if (!closed) {
        draw_lid(ui, c, r, -0.65, color);
        editor_ui_paint_circle(ui, c, r * 0.28, 0, color);
        return;
    }
    for (int i = -1; i <= 1; i++) {
        double x = c.x + i * r * 0.6, y = c.y + r * (i == 0 ? 0.64 : 0.42);
        editor_ui_paint_path(ui, (const pick_vec2[]){{x, y}, {x + i * r * 0.2, y + r * 0.42}}, 2, false, r * 0.2,
                             color);
    }
}

void editor_icon_reset(editor_ui *ui, pick_vec2 c, double r, uint32_t color)
{
    enum { POINTS = 12 };
    pick_vec2 p[POINTS];
    const double from = -0.85 * pi, to = 0.6 * pi; // clockwise on screen, from the head at the top left
    for (int i = 0; i < POINTS; i++) {
        const double angle = from + (to - from) * i / (POINTS - 1);
        p[i] = (pick_vec2){c.x + r * 0.8 * cos(angle), c.y + r * 0.8 * sin(angle)};
    }
    editor_ui_paint_path(ui, p, POINTS, false, r * 0.3, color);
    const pick_vec2 head[3] = {{p[0].x - r * 0.45, p[0].y - r * 0.5},
                               {p[0].x + r * 0.6, p[0].y + r * 0.05},
                               {p[0].x - r * 0.25, p[0].y + r * 0.65}};
    editor_ui_paint_area(ui, head, 3, color);
}

void editor_icon_lock(editor_ui *ui, pick_vec2 c, double r, bool locked, uint32_t color)
{
    editor_ui_paint_rect(ui, (pick_rect){c.x - r * 0.7, c.y - r * 0.05, r * 1.4, r * 0.95}, r * 0.2, color);
    enum { POINTS = 11 };
    pick_vec2 p[POINTS];
    double lift = locked ? 0 : r * 0.22, sweep = locked ? pi : 0.75 * pi;
    for (int i = 0; i < POINTS; i++) {
        double angle = pi + sweep * i / (POINTS - 1);
        p[i] = (pick_vec2){c.x + r * 0.45 * cos(angle), c.y - r * 0.25 - lift + r * 0.45 * sin(angle)};
    }
    editor_ui_paint_path(ui, p, POINTS, false, r * 0.24, color);
}
