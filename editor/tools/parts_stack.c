// parts_stack.c: the parts under a click, through which further clicks there go; what is found and how far around.
#include "tools/parts.h"

#include "document/level/prefab.h"
#include "document/level/volume.h"
#include "view/section.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Faces behind the mouse, or parts within reach, that are gone through; the nearest of them.
enum { MOST = 64 };

static const double REACH = 10;     // design units around vertices and edges
static const double SAME_PLACE = 4; // design units that the mouse may move between the clicks

double editor_parts_reach(const editor_part_tool *parts, const editor_tool_context *context)
{
    return parts->kind == PICK_PART_FACE ? 0 : REACH * context->ui_scale * context->reach;
}

pick_query editor_parts_query(const editor_level *level, const pick_view *view, bool pass_locked)
{
    pick_query query = editor_level_query(level);
    query.pass_locked = pass_locked;
    editor_section_query(view, &query);
    query.hidden_kinds = EDITOR_VOLUME_KIND;
    return query;
}

bool editor_part_list_reserve(editor_part_list *list, size_t count)
{
    if (count <= list->capacity)
        return true;
    pick_part *items = realloc(list->items, 2 * count * sizeof(*items));
    if (items == NULL)
        return false;
    list->items = items;
    list->capacity = 2 * count;
    return true;
}

const char *editor_tools_part_name(uint32_t kind)
{
    return kind == PICK_PART_VERTEX ? "vertices" : kind == PICK_PART_EDGE ? "edges" : kind != 0 ? "faces" : NULL;
}

// --- The stack ------------------------------------------------------------------------------------------------------

typedef struct entry {
    pick_part part;
    pick_vec3 points[3]; // of a face the first corners
    uint32_t point_count;
    double distance, depth; // points of the window from the click, metres along the view
} entry;

// The distance from a position to the segment that is drawn between two projected points.
static double segment_distance(pick_vec2 at, const pick_projected_point end[2], double *depth)
{
    const double x = end[1].window.x - end[0].window.x, y = end[1].window.y - end[0].window.y;
    const double px = at.x - end[0].window.x, py = at.y - end[0].window.y, square = x * x + y * y;
    const double t = square > 0 ? fmin(1, fmax(0, (px * x + py * y) / square)) : 0;
    *depth = end[0].distance + t * (end[1].distance - end[0].distance);
    return hypot(px - t * x, py - t * y);
}

// False: the part is gone, or an end of it lies behind the eye.
static bool measure(const editor_level *level, const pick_view *view, pick_vec2 at, const pick_part *part, entry *out)
{
    pick_projected_point end[2];
    *out = (entry){.part = *part};
    out->point_count = editor_level_part_points(level, part, out->points, 3);
    if (out->point_count == 0 || !pick_view_project(view, out->points[0], &end[0]))
        return false;
    end[1] = end[0];
    if (out->point_count == 2 && !pick_view_project(view, out->points[1], &end[1]))
        return false;
    out->distance = segment_distance(at, end, &out->depth);
    return true;
}

// By distance on screen, then by depth. Sharing a vertex is no distance.
static int nearer(const void *a, const void *b)
{
    const entry *one = a, *two = b;
    if (fabs(one->distance - two->distance) > 1e-6)
        return one->distance < two->distance ? -1 : 1;
    if (one->depth != two->depth)
        return one->depth < two->depth ? -1 : 1;
    return pick_part_compare(&one->part, &two->part);
}

static bool same_point(pick_vec3 a, pick_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool same_place(const entry *a, const entry *b)
{
    if (a->point_count != b->point_count)
        return false;
    if (a->point_count == 2 && same_point(a->points[0], b->points[1]) && same_point(a->points[1], b->points[0]))
        return true;
    for (uint32_t i = 0; i < a->point_count && i < 3; i++) {
        if (!same_point(a->points[i], b->points[i]))
            return false;
    }
    return true;
}

static void find_faces(const editor_tool_context *context, const pick_view *view, pick_vec2 at, editor_part_list *out)
{
    pick_hit hits[MOST];
    const editor_level *level = editor_document_level(context->document);
    const pick_query query = editor_parts_query(level, view, context->settings->pass_locked);
    const pick_ray ray = pick_view_ray(view, at);
    const size_t count = pick_all(level->scene, &ray, &query, hits, MOST);
    if (!editor_part_list_reserve(out, MOST))
        return;
    for (size_t i = 0; i < count && i < MOST; i++) {
        // Caps are no parts.
        if (!hits[i].locked && hits[i].cap == 0 && editor_level_hit_face(level, &hits[i], &out->items[out->count]))
            out->count++;
    }
}

// Those within reach, seen or not, in no order.
static void find_in_reach(const editor_part_tool *parts, const editor_tool_context *context, const pick_view *view,
                          pick_vec2 at, editor_part_list *out)
{
    const editor_level *level = editor_document_level(context->document);
    const pick_query drawn = editor_parts_query(level, view, context->settings->pass_locked);
    const pick_region_query rules = {
        .hidden_layers = drawn.hidden_layers, .cull = drawn.cull, .hidden_kinds = drawn.hidden_kinds};
    const pick_region_part_query wanted = {.kinds = parts->kind, .region = &rules};
    pick_region *circle = NULL;
    if (pick_region_create(NULL, &circle) != PICK_OK)
        return;
    if (pick_region_circle(circle, view, at, editor_parts_reach(parts, context)) == PICK_OK) {
        const size_t most = editor_level_region_parts(level, circle, &wanted, NULL, 0);
        if (most > 0 && editor_part_list_reserve(out, most))
            out->count = editor_level_region_parts(level, circle, &wanted, out->items, most);
    }
    pick_region_destroy(circle);
}

// Orders the parts, `first` before all, and keeps one of each place.
static void order(editor_part_tool *parts, const editor_level *level, const pick_view *view, const pick_part *first)
{
    editor_part_list *list = &parts->stack;
    entry *entries = malloc((list->count + 1) * sizeof(*entries));
    size_t count = 0, kept = 0;
    if (!entries || !editor_part_list_reserve(list, 1)) {
        free(entries);
        list->count = 0;
        return;
    }
    for (size_t i = 0; i < list->count; i++)
        count += measure(level, view, parts->clicked, &list->items[i], &entries[count]);
    if (parts->kind != PICK_PART_FACE) // which are in the ray's order
        qsort(entries, count, sizeof(*entries), nearer);
    entry top;
    (void)measure(level, view, parts->clicked, first, &top);
    list->items[kept++] = *first;
    size_t left = 0; // of the entries, those kept come first
    for (size_t i = 0; i < count && kept < MOST; i++) {
        bool is_new = !same_place(&entries[i], &top);
        for (size_t k = 0; k < left && is_new; k++)
            is_new = !same_place(&entries[k], &entries[i]);
        if (!is_new)
            continue;
        entries[left++] = entries[i];
        list->items[kept++] = entries[i].part;
    }
    list->count = kept;
    free(entries);
}

void editor_parts_stack(editor_part_tool *parts, const editor_tool_context *context, uint32_t view, pick_vec2 at,
                        const pick_part *first)
{
    const editor_level *level = editor_document_level(context->document);
    const editor_viewport *viewport = &context->views->view[view];
    parts->stack.count = parts->place = 0;
    parts->clicked = at;
    parts->clicked_view = view;
    parts->clicked_revision = viewport->revision;
    if (parts->kind == PICK_PART_FACE)
        find_faces(context, &viewport->view, at, &parts->stack);
    else
        find_in_reach(parts, context, &viewport->view, at, &parts->stack);
    order(parts, level, &viewport->view, first);
}

bool editor_parts_goes_on(const editor_part_tool *parts, const editor_tool_context *context, uint32_t view,
                          pick_vec2 at)
{
    return parts->stack.count > 1 && parts->clicked_view == view &&
           parts->clicked_revision == context->views->view[view].revision &&
           hypot(at.x - parts->clicked.x, at.y - parts->clicked.y) <= SAME_PLACE * context->ui_scale;
}
