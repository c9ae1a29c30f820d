// ruler_draw.c: the ruler over a view, and in words.
#include "tools/ruler.h"
#include "tools/tools_private.h"

#include <math.h>
#include <stdio.h>

enum { MOST = EDITOR_RULER_POINTS + 1, ARC = 24 };

// Whether a click would put a point, and not only end the chain where it already is.
static bool would_put(const editor_ruler *ruler, bool chosen)
{
    return chosen && ruler->hovered &&
           (ruler->ended || ruler->count == 0 ||
            pick_vec3_length(pick_vec3_sub(ruler->hover, ruler->points[ruler->count - 1])) > 0);
}

// The points of the chain, and while it grows the one under the mouse.
static uint32_t list_chain(const editor_ruler *ruler, bool chosen, pick_vec3 *out)
{
    uint32_t count = ruler->count;
    for (uint32_t i = 0; i < count; i++)
        out[i] = ruler->points[i];
    if (would_put(ruler, chosen) && !ruler->ended && count > 0)
        out[count++] = ruler->hover;
    return count;
}

static double degrees_at(const pick_vec3 *middle)
{
    const double half_turn = 3.14159265358979323846;
    return 180 / half_turn *
           editor_angle_between(pick_vec3_sub(middle[-1], middle[0]), pick_vec3_sub(middle[1], middle[0]));
}

static double length_of(const pick_vec3 *points, uint32_t count)
{
    double sum = 0;
    for (uint32_t i = 1; i < count; i++)
        sum += pick_vec3_length(pick_vec3_sub(points[i], points[i - 1]));
    return sum;
}

static void write_axes(pick_vec3 from, pick_vec3 to, char *out, size_t size)
{
    const pick_vec3 d = pick_vec3_sub(to, from);
    snprintf(out, size, "X %.3f   Y %.3f   Z %.3f", fabs(d.x), fabs(d.y), fabs(d.z));
}

static void write_snap(const editor_ruler *ruler, const editor_level *level, char *out, size_t size)
{
    if (ruler->snap.rule != PICK_SNAP_POINT)
        editor_snap_text(&ruler->snap, level, out, size);
    else // the chain's own points are the first of those that are listed
        snprintf(out, size, "Snapped to %s", ruler->snap.index < ruler->count ? "a point of the ruler" : "a pivot");
}

void editor_ruler_text(const editor_ruler *ruler, const editor_level *level, bool chosen, char *out, size_t size)
{
    pick_vec3 points[MOST];
    char axes[96], angle[32] = "", total[48] = "", snapped[192] = "";
    const uint32_t count = list_chain(ruler, chosen, points);
    if (would_put(ruler, chosen) && ruler->snapped && !ruler->ended)
        write_snap(ruler, level, snapped, sizeof(snapped));
    out[0] = '\0';
    if (count < 2) {
        snprintf(out, size, "%s", snapped);
        return;
    }
    write_axes(points[count - 2], points[count - 1], axes, sizeof(axes));
    if (count > 2) {
        snprintf(angle, sizeof(angle), "     %.1f\302\260", degrees_at(&points[count - 2]));
        snprintf(total, sizeof(total), "     %.3f m in all", length_of(points, count));
    }
    snprintf(out, size, "%.3f m     %s%s%s%s%s", length_of(&points[count - 2], 2), axes, angle, total,
             snapped[0] ? "     " : "", snapped);
}

// --- lines ---

static void draw_line(const pick_view *view, pick_vec3 a, pick_vec3 b, bool dashed, editor_ui_ink ink, editor_ui *ui)
{
    const pick_vec3 ends[2] = {a, b};
    pick_vec3 kept[4];
    pick_projected_point p[2];
    if (editor_clip_near(view, ends, 2, kept) == 2 && pick_view_project(view, kept[0], &p[0]) &&
        pick_view_project(view, kept[1], &p[1]))
        editor_ui_canvas_path(ui, (const pick_vec2[2]){p[0].window, p[1].window}, 2, false, dashed, ink);
}

// One for each axis along which they differ.
static void draw_axes(const pick_view *view, pick_vec3 a, pick_vec3 b, editor_ui *ui)
{
    const pick_vec3 corner[4] = {a, {b.x, a.y, a.z}, {b.x, b.y, a.z}, b};
    for (int i = 0; i < 3; i++)
        draw_line(view, corner[i], corner[i + 1], true, EDITOR_UI_INK_REGION_FAINT, ui);
}

void editor_ruler_draw_arc(const pick_view *view, const pick_vec3 *middle, editor_ui *ui)
{
    const pick_vec3 u = pick_vec3_sub(middle[-1], middle[0]), v = pick_vec3_sub(middle[1], middle[0]);
    const double a = pick_vec3_length(u), b = pick_vec3_length(v), angle = editor_angle_between(u, v);
    const double radius = 0.25 * fmin(a, b);
    if (!(sin(angle) > 1e-6))
        return;
    pick_vec3 last = pick_vec3_add(middle[0], pick_vec3_scale(u, radius / a));
    for (int i = 1; i <= ARC; i++) {
        const double s = (double)i / ARC;
        const pick_vec3 along = pick_vec3_add(pick_vec3_scale(u, sin((1 - s) * angle) / (a * sin(angle))),
                                              pick_vec3_scale(v, sin(s * angle) / (b * sin(angle))));
        const pick_vec3 now = pick_vec3_add(middle[0], pick_vec3_scale(along, radius));
        draw_line(view, last, now, false, EDITOR_UI_INK_REGION_FAINT, ui);
        last = now;
    }
}

static void draw_end(const pick_view *view, pick_vec3 at, double radius, editor_ui *ui)
{
    pick_projected_point p;
    if (pick_view_project(view, at, &p))
        editor_ui_canvas_circle(ui, p.window, radius, false, EDITOR_UI_INK_REGION);
}

// --- numbers ---

static bool meets(pick_rect a, pick_rect b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

pick_vec2 editor_ruler_add_tag(editor_ruler_tags *it, pick_vec2 at, const char *text)
{
    pick_rect box = {at.x, at.y, editor_ui_text_width(it->ui, text) + 14 * it->scale,
                     editor_ui_line_height(it->ui) + 6 * it->scale};
    box.x = fmax(it->inside.x, fmin(box.x, it->inside.x + it->inside.width - box.width));
    box.y = fmax(it->inside.y, fmin(box.y, it->inside.y + it->inside.height - box.height));
    bool is_free =
        it->count < EDITOR_RULER_TAGS && box.width <= it->inside.width; // numbers that are cut are wrong ones
    for (uint32_t i = 0; i < it->count; i++)
        is_free &= !meets(box, it->taken[i]);
    if (is_free) {
        it->taken[it->count++] = box;
        editor_ui_canvas_tag(it->ui, it->inside, (pick_vec2){box.x, box.y}, text);
    }
    return (pick_vec2){at.x, at.y + box.height + it->scale};
}

// The middle of what is seen of a segment.
static bool seen_middle(const pick_view *view, pick_rect r, pick_vec3 a, pick_vec3 b, pick_vec2 *out)
{
    const pick_vec3 ends[2] = {a, b};
    pick_vec3 kept[4];
    pick_projected_point p, q;
    if (editor_clip_near(view, ends, 2, kept) != 2 || !pick_view_project(view, kept[0], &p) ||
        !pick_view_project(view, kept[1], &q))
        return false;
    double from, to;
    const bool is_seen = editor_ui_canvas_cut(r, p.window, q.window, &from, &to);
    const double middle = (from + to) / 2;
    *out =
        (pick_vec2){p.window.x + middle * (q.window.x - p.window.x), p.window.y + middle * (q.window.y - p.window.y)};
    return is_seen;
}

bool editor_ruler_tag_segment(const editor_ruler_tags *tags, const pick_view *view, pick_vec3 a, pick_vec3 b,
                              pick_vec2 *out)
{
    pick_vec2 at;
    if (!seen_middle(view, tags->inside, a, b, &at))
        return false;
    *out = (pick_vec2){at.x + 10 * tags->scale, at.y + 8 * tags->scale};
    return true;
}

bool editor_ruler_tag_angle(const editor_ruler_tags *tags, const pick_view *view, pick_vec3 point, pick_vec2 *out)
{
    pick_projected_point p;
    if (!pick_view_project(view, point, &p) || !pick_view_contains(view, p.window))
        return false;
    *out = (pick_vec2){p.window.x + 10 * tags->scale, p.window.y - 26 * tags->scale};
    return true;
}

static void draw_numbers(editor_ruler_tags *it, const pick_view *view, const pick_vec3 *points, uint32_t count,
                         bool chosen)
{
    char text[96];
    pick_vec2 at;
    for (uint32_t i = count - 1; i > 0; i--) { // the last one is what people look at
        if (!editor_ruler_tag_segment(it, view, points[i - 1], points[i], &at))
            continue;
        snprintf(text, sizeof(text), "%.3f m", length_of(&points[i - 1], 2));
        at = editor_ruler_add_tag(it, at, text);
        if (!chosen || i != count - 1)
            continue;
        write_axes(points[i - 1], points[i], text, sizeof(text));
        editor_ruler_add_tag(it, at, text);
    }
    for (uint32_t i = count - 1; i > 1; i--) {
        if (!editor_ruler_tag_angle(it, view, points[i - 1], &at))
            continue;
        snprintf(text, sizeof(text), "%.1f\302\260", degrees_at(&points[i - 1]));
        editor_ruler_add_tag(it, at, text);
    }
}

void editor_ruler_draw(const editor_ruler *ruler, const editor_tool_context *context, bool chosen, editor_ui *ui)
{
    const editor_viewport *viewport = &context->views->view[context->view];
    const pick_view *view = &viewport->next_view;
    const double scale = context->ui_scale;
    pick_vec3 points[MOST];
    const uint32_t count = list_chain(ruler, chosen, points);
    const bool hovers = chosen && ruler->hovered && ruler->mouse.view == context->view;
    if ((count == 0 && !hovers) || !viewport->next_has_view)
        return;
    editor_ruler_tags it = {.ui = ui, .inside = viewport->rect, .scale = scale};
    editor_ui_canvas_begin(ui, viewport->rect);
    if (chosen && count > 1)
        draw_axes(view, points[count - 2], points[count - 1], ui);
    for (uint32_t i = 1; i < count; i++)
        draw_line(view, points[i - 1], points[i], false, EDITOR_UI_INK_REGION, ui);
    for (uint32_t i = 1; i + 1 < count; i++)
        editor_ruler_draw_arc(view, &points[i], ui);
    for (uint32_t i = 0; i < ruler->count; i++)
        draw_end(view, ruler->points[i], 3 * scale, ui);
    if (hovers && ruler->snapped)
        editor_snap_draw(&ruler->snap, view, scale, ui);
    else if (hovers)
        draw_end(view, ruler->hover, 3 * scale, ui);
    if (count > 1)
        draw_numbers(&it, view, points, count, chosen);
    editor_ui_canvas_end(ui);
}
