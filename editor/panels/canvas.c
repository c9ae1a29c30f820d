#include "panels/canvas.h"

#include <math.h>

static const uint32_t ground = 0xd81c1917, seam = 0x96000000; // 0xAABBGGRR

static uint32_t color_of(editor_ui_ink ink)
{
    switch (ink) {
    case EDITOR_UI_INK_REGION:
        return EDITOR_COLOR_STRONG;
    case EDITOR_UI_INK_REGION_FAINT:
        return 0x90f7f5f4;
    case EDITOR_UI_INK_REGION_FILL:
        return 0x20ffe0c4;
    case EDITOR_UI_INK_ACCENT:
        return EDITOR_COLOR_ACCENT;
    case EDITOR_UI_INK_ACCENT_FILL:
        return 0x603ca0fa;
    case EDITOR_UI_INK_QUIET:
        return EDITOR_COLOR_OVER_PICTURE;
    case EDITOR_UI_INK_SEAM:
        return seam;
    case EDITOR_UI_INK_STRONG:
        break;
    }
    return 0xffffffff;
}

void editor_ui_canvas_begin(editor_ui *ui, pick_rect rect)
{
    editor_ui_paint_canvas(ui, true);
    editor_ui_paint_clip(ui, rect);
}

void editor_ui_canvas_end(editor_ui *ui)
{
    editor_ui_paint_unclip(ui);
    editor_ui_paint_canvas(ui, false);
}

static void stroke(editor_ui *ui, const pick_vec2 *points, uint32_t count, bool closed, double width, uint32_t color)
{
    editor_ui_paint_path(ui, points, count, closed, width, color);
}

// Narrows [from, to] to where a + s * d >= 0.
static void narrow(double a, double d, double *from, double *to)
{
    if (d > 0)
        *from = fmax(*from, -a / d);
    else if (d < 0)
        *to = fmin(*to, -a / d);
    else if (a < 0)
        *to = -1;
}

bool editor_ui_canvas_cut(pick_rect r, pick_vec2 a, pick_vec2 b, double *from, double *to)
{
    const double x = b.x - a.x, y = b.y - a.y;
    *from = 0;
    *to = 1;
    narrow(a.x - r.x, x, from, to);
    narrow(r.x + r.width - a.x, -x, from, to);
    narrow(a.y - r.y, y, from, to);
    narrow(r.y + r.height - a.y, -y, from, to);
    return *from <= *to;
}

static pick_vec2 place_between(pick_vec2 a, pick_vec2 b, double s)
{
    return (pick_vec2){a.x + s * (b.x - a.x), a.y + s * (b.y - a.y)};
}

// What is seen of a segment, with room for its width. *skipped: the length before it. False: nothing.
static bool cut_to_seen(const editor_ui *ui, pick_vec2 *a, pick_vec2 *b, double *skipped)
{
    const double room = 8 * editor_ui_unit(ui);
    const pick_rect seen = editor_ui_paint_clipped(ui);
    const pick_rect r = {seen.x - room, seen.y - room, seen.width + 2 * room, seen.height + 2 * room};
    const pick_vec2 first = *a, last = *b;
    double from, to;
    if (!editor_ui_canvas_cut(r, first, last, &from, &to))
        return false;
    if (from > 0)
        *a = place_between(first, last, from);
    if (to < 1)
        *b = place_between(first, last, to);
    *skipped = from * hypot(last.x - first.x, last.y - first.y);
    return true;
}

// Draws dashes of equal length. The pattern continues around corners, and where it is not seen.
static void stroke_dashed(editor_ui *ui, const pick_vec2 *points, uint32_t count, bool closed, double width,
                          uint32_t color)
{
    double unit = editor_ui_unit(ui), on = 5 * unit, period = 9 * unit, phase = 0;
    uint32_t edges = closed ? count : count - 1;
    for (uint32_t i = 0; i < edges; i++) {
        pick_vec2 a = points[i], b = points[(i + 1) % count];
        const double whole = hypot(b.x - a.x, b.y - a.y);
        if (!(whole > 0 && isfinite(whole)))
            continue;
        double skipped = 0;
        const bool is_seen = cut_to_seen(ui, &a, &b, &skipped);
        const double length = hypot(b.x - a.x, b.y - a.y);
        for (double at = -fmod(phase + skipped, period); is_seen && at < length; at += period) {
            double from = fmax(0, at), to = fmin(length, at + on);
            if (to <= from)
                continue;
            const pick_vec2 dash[2] = {{a.x + (b.x - a.x) * from / length, a.y + (b.y - a.y) * from / length},
                                       {a.x + (b.x - a.x) * to / length, a.y + (b.y - a.y) * to / length}};
            stroke(ui, dash, 2, false, width, color);
        }
        phase = fmod(phase + whole, period);
    }
}

void editor_ui_canvas_path(editor_ui *ui, const pick_vec2 *points, uint32_t count, bool closed, bool dashed,
                           editor_ui_ink ink)
{
    if (count < 2)
        return;
    double unit = editor_ui_unit(ui), skipped;
    pick_vec2 seen[2] = {points[0], points[1]};
    if (count == 2 && !closed && !dashed) { // far ends are coarse in the floats that are painted
        if (!cut_to_seen(ui, &seen[0], &seen[1], &skipped))
            return;
        points = seen;
    }
    if (ink == EDITOR_UI_INK_REGION)
        stroke(ui, points, count, closed, 3 * unit, seam);
    if (dashed)
        stroke_dashed(ui, points, count, closed, 1.25 * unit, color_of(ink));
    else
        stroke(ui, points, count, closed, 1.25 * unit, color_of(ink));
}

void editor_ui_canvas_area(editor_ui *ui, const pick_vec2 *points, uint32_t count, editor_ui_ink ink)
{
    editor_ui_paint_area(ui, points, count, color_of(ink));
}

void editor_ui_canvas_circle(editor_ui *ui, pick_vec2 center, double radius, bool dashed, editor_ui_ink ink)
{
    enum { SIDES = 64 };
    pick_vec2 points[SIDES];
    for (int i = 0; i < SIDES; i++) {
        double angle = 6.283185307179586 * i / SIDES;
        points[i] = (pick_vec2){center.x + radius * cos(angle), center.y + radius * sin(angle)};
    }
    editor_ui_canvas_path(ui, points, SIDES, true, dashed, ink);
}

void editor_ui_canvas_text(editor_ui *ui, pick_vec2 at, const char *text, uint32_t color, bool centered)
{
    if (centered)
        at = (pick_vec2){at.x - editor_ui_text_width(ui, text) / 2, at.y - editor_ui_line_height(ui) / 2};
    editor_ui_paint_text(ui, (pick_vec2){at.x + 1, at.y + 1}, text, seam);
    editor_ui_paint_text(ui, at, text, color);
}

void editor_ui_canvas_tag(editor_ui *ui, pick_rect inside, pick_vec2 at, const char *text)
{
    double unit = editor_ui_unit(ui), pad = 7 * unit;
    pick_rect box = {at.x, at.y, editor_ui_text_width(ui, text) + 2 * pad, editor_ui_line_height(ui) + 6 * unit};
    box.x = fmax(inside.x, fmin(box.x, inside.x + inside.width - box.width));
    box.y = fmax(inside.y, fmin(box.y, inside.y + inside.height - box.height));
    at = (pick_vec2){box.x, box.y};
    editor_ui_paint_rect(ui, box, 3 * unit, ground);
    editor_ui_paint_text(ui, (pick_vec2){at.x + pad, at.y + 3 * unit}, text, color_of(EDITOR_UI_INK_STRONG));
}
