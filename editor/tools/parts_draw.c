// parts_draw.c: draws the hovered and the selected parts over a view.
#include "tools/parts.h"
#include "tools/tools_private.h"

#include "document/level/prefab.h"

#include <stdlib.h>

// So many parts are drawn at most. Of more selected vertices than MANY the markers would hide each other and the mesh:
// they are small dots then.
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

// Corners of a triangle that the near plane and those of a section cut, at most.
enum { CUT_CORNERS = 4 + PICK_SECTION_PLANES };

// What a plane of a section keeps of a convex polygon, a segment or a point. Returns the number of corners left, at
// most one more than there were.
static uint32_t cut(const pick_plane *plane, const pick_vec3 *in, uint32_t count, pick_vec3 *out)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++) {
        const pick_vec3 a = in[i], b = in[(i + 1) % count];
        const double from = pick_vec3_dot(plane->normal, a) + plane->offset;
        const double to = pick_vec3_dot(plane->normal, b) + plane->offset;
        if (from >= 0)
            out[left++] = a;
        if ((from >= 0) != (to >= 0) && (count > 2 || i == 0))
            out[left++] = pick_vec3_add(a, pick_vec3_scale(pick_vec3_sub(b, a), from / (from - to)));
    }
    return left;
}

// The places in the window of what is left of a triangle, a segment or a point. Returns how many.
static uint32_t project(const pick_view *view, const pick_vec3 *points, uint32_t count, pick_vec2 window[CUT_CORNERS])
{
    pick_vec3 corners[2][CUT_CORNERS];
    pick_projected_point p;
    uint32_t drawn = 0, left = editor_clip_near(view, points, count, corners[0]);
    for (uint32_t i = 0; i < view->section_count; i++)
        left = cut(&view->section[i], corners[i % 2], left, corners[(i + 1) % 2]);
    for (uint32_t i = 0; i < left; i++) {
        if (pick_view_project(view, corners[view->section_count % 2][i], &p))
            window[drawn++] = p.window;
    }
    return drawn;
}

static bool same_place(pick_vec3 a, pick_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// A side of a face's outline.
typedef struct outline_side {
    pick_vec3 from, to;
} outline_side;

// So many sides are put in order, so that their corners are drawn as those of one line.
enum { SIDES_MOST = 128 };

// Orders the sides from `from` on, as far as each begins where the one before ends. Returns where they end.
static uint32_t order_sides(outline_side *sides, uint32_t from, uint32_t count)
{
    uint32_t end = from + 1;
    for (uint32_t i = end; i < count; i++) {
        if (!same_place(sides[i].from, sides[end - 1].to))
            continue;
        const outline_side found = sides[i];
        sides[i] = sides[end];
        sides[end++] = found;
        i = end - 1; // the next one may lie before
    }
    return end;
}

static void draw_sides(const pick_view *view, outline_side *sides, uint32_t count, editor_ui_ink ink, editor_ui *ui)
{
    for (uint32_t from = 0, end; from < count; from = end) {
        pick_vec2 window[SIDES_MOST];
        pick_projected_point p;
        uint32_t drawn = 0;
        end = count <= SIDES_MOST ? order_sides(sides, from, count) : from + 1;
        const bool closed =
            view->section_count == 0 && end - from > 2 && same_place(sides[end - 1].to, sides[from].from);
        while (closed && from + drawn < end && pick_view_project(view, sides[from + drawn].from, &p))
            window[drawn++] = p.window;
        if (closed && drawn == end - from) {
            editor_ui_canvas_path(ui, window, drawn, true, false, ink);
            continue;
        }
        for (uint32_t i = from; i < end; i++) { // open, or cut by the near plane or a section
            const pick_vec3 ends[2] = {sides[i].from, sides[i].to};
            editor_ui_canvas_path(ui, window, project(view, ends, 2, window), false, false, ink);
        }
    }
}

static void draw_face(const editor_level *level, const pick_view *view, const pick_part *part, bool hovered,
                      editor_ui *ui)
{
    editor_part_face face;
    uint32_t count = 0;
    if (!editor_part_face_begin(&face, level, part))
        return;
    outline_side few[24], *sides = 3 * face.count <= 24 ? few : malloc(3 * face.count * sizeof(*sides));
    for (uint32_t i = 0; i < face.count; i++) {
        const pick_part_triangle *triangle = &face.triangles[i];
        pick_vec2 window[CUT_CORNERS];
        const uint32_t drawn = project(view, triangle->corner, 3, window);
        if (drawn > 2)
            editor_ui_canvas_area(ui, window, drawn, hovered ? EDITOR_UI_INK_REGION_FILL : EDITOR_UI_INK_ACCENT_FILL);
        for (uint32_t k = 0; k < 3 && sides; k++) {
            if ((triangle->inner_sides >> k & 1u) == 0)
                sides[count++] = (outline_side){triangle->corner[k], triangle->corner[(k + 1) % 3]};
        }
    }
    editor_part_face_end(&face);
    if (hovered) // on a dark line, so that it is seen on any picture
        draw_sides(view, sides, count, EDITOR_UI_INK_REGION, ui);
    draw_sides(view, sides, count, hovered ? EDITOR_UI_INK_STRONG : EDITOR_UI_INK_ACCENT, ui);
    if (sides != few)
        free(sides);
}

static void draw_part(const editor_level *level, const pick_view *view, const pick_part *part, double unit,
                      bool hovered, bool small, editor_ui *ui)
{
    const editor_ui_ink ink = hovered ? EDITOR_UI_INK_STRONG : EDITOR_UI_INK_ACCENT;
    pick_vec3 points[2];
    pick_vec2 window[CUT_CORNERS];
    if (part->kind == PICK_PART_FACE) {
        draw_face(level, view, part, hovered, ui);
        return;
    }
    const uint32_t count = editor_level_part_points(level, part, points, 2);
    const uint32_t drawn = count > 0 ? project(view, points, count, window) : 0;
    if (drawn == 0)
        return;
    if (part->kind == PICK_PART_VERTEX && small) {
        draw_dot(ui, window[0], 1.25 * unit, ink);
    } else if (part->kind == PICK_PART_VERTEX) {
        draw_marker(ui, window[0], (hovered ? 4 : 3) * unit, ink);
    } else {
        editor_ui_canvas_path(ui, window, drawn, false, false, EDITOR_UI_INK_REGION); // as around faces
        editor_ui_canvas_path(ui, window, drawn, false, false, ink);
    }
}

// Whether its object was hidden after it was selected.
static bool is_hidden(const editor_level *level, const pick_part *part)
{
    const uint32_t object = editor_level_object(level, part->object);
    return object == EDITOR_NONE || level->objects[object].is_hidden;
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
        const size_t step = (lists[k]->count + DRAWN_MOST - 1) / DRAWN_MOST; // of more, some everywhere
        for (size_t i = 0; i < lists[k]->count; i += step) {
            if (is_hidden(level, &lists[k]->items[i]))
                continue;
            draw_part(level, &viewport->next_view, &lists[k]->items[i], context->ui_scale, k == 1,
                      lists[k]->count > MANY, ui);
        }
    }
    if (parts->hovered && parts->mouse.view == context->view)
        draw_part(level, &viewport->next_view, &parts->hover.part, context->ui_scale, true, false, ui);
    editor_ui_canvas_end(ui);
}
