// parts.c: hovers and selects parts, by clicks and regions, and measures them.
#include "tools/parts.h"

#include "document/level/volume.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double REACH = 10; // design units around vertices and edges

void editor_parts_finish(editor_part_tool *parts)
{
    free(parts->selected.items);
    free(parts->touched.items);
    *parts = (editor_part_tool){0};
}

void editor_parts_choose(editor_part_tool *parts, uint32_t kind)
{
    if (kind != parts->kind)
        parts->selected.count = 0;
    parts->kind = kind;
    parts->touched.count = 0;
    parts->hovered = parts->looked = false;
}

static pick_query query_of(const editor_level *level)
{
    pick_query query = editor_level_query(level);
    query.hidden_kinds = EDITOR_VOLUME_KIND;
    return query;
}

static bool find(const editor_part_tool *parts, const editor_tool_context *context, uint32_t view, pick_vec2 at,
                 pick_part_hit *out)
{
    const editor_level *level = editor_document_level(context->document);
    const editor_viewport *viewport = &context->views->view[view];
    const pick_query query = query_of(level);
    const pick_part_query wanted = {.kinds = parts->kind,
                                    .reach = parts->kind == PICK_PART_FACE ? 0 : REACH * context->ui_scale};
    return viewport->has_view && pick_part_in_window(level->scene, &viewport->view, at, &wanted, &query, out) &&
           !out->place.locked;
}

bool editor_parts_follow(editor_part_tool *parts, const editor_tool_context *context, bool dragging)
{
    const bool was = parts->hovered;
    const pick_part before = parts->hover.part;
    if (parts->kind == 0 || dragging)
        return false;
    bool inside = false;
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX && !inside; i++) {
        const editor_viewport *view = &context->views->view[i];
        inside = editor_views_is_shown(context->views, i) && view->mouse_inside && !view->mouse_captured;
        if (!inside)
            continue;
        if (parts->looked && parts->view == i && parts->revision == view->revision && parts->mouse.x == view->mouse.x &&
            parts->mouse.y == view->mouse.y)
            return false;
        parts->looked = true;
        parts->view = i;
        parts->revision = view->revision;
        parts->mouse = view->mouse;
        parts->hovered = find(parts, context, i, view->mouse, &parts->hover);
    }
    if (!inside)
        parts->hovered = parts->looked = false;
    return was != parts->hovered || (was && pick_part_compare(&before, &parts->hover.part) != 0);
}

// --- Selecting ------------------------------------------------------------------------------------------------------

static bool make_room(editor_part_list *list, size_t count)
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

static int by_part(const void *a, const void *b)
{
    return pick_part_compare(a, b);
}

// Sorts, and keeps parts that are there once, or (`toggle`) an odd number of times.
static void merge(editor_part_list *list, bool toggle)
{
    size_t kept = 0;
    if (list->count > 0)
        qsort(list->items, list->count, sizeof(*list->items), by_part);
    for (size_t i = 0, next; i < list->count; i = next) {
        for (next = i + 1; next < list->count && by_part(&list->items[i], &list->items[next]) == 0;)
            next++;
        if (!toggle || (next - i) % 2 != 0)
            list->items[kept++] = list->items[i];
    }
    list->count = kept;
}

static void select_parts(editor_part_list *list, pick_selection_op op, const pick_part *items, size_t count)
{
    if (op == PICK_SELECTION_REPLACE)
        list->count = 0;
    if (count == 0 || !make_room(list, list->count + count))
        return;
    memcpy(list->items + list->count, items, count * sizeof(*items));
    list->count += count;
    merge(list, op == PICK_SELECTION_TOGGLE);
}

void editor_parts_click(editor_part_tool *parts, const editor_tool_context *context, const pick_pointer_action *action)
{
    pick_part_hit hit;
    if (action->button != PICK_BUTTON_LEFT)
        return;
    // The second click of a double click must not undo the toggle of the first.
    const bool again = action->type == PICK_POINTER_DOUBLE_CLICK && action->op == PICK_SELECTION_TOGGLE;
    const bool found = find(parts, context, context->view, action->press, &hit);
    select_parts(&parts->selected, again ? PICK_SELECTION_ADD : action->op, &hit.part, found ? 1 : 0);
}

void editor_parts_touch(editor_part_tool *parts, const editor_tool_context *context, const pick_region *region,
                        bool contains)
{
    const editor_level *level = editor_document_level(context->document);
    const pick_query drawn = query_of(level);
    const pick_region_query rules = {.mode = contains ? PICK_REGION_CONTAIN : PICK_REGION_TOUCH,
                                     .hidden_layers = drawn.hidden_layers,
                                     .cull = drawn.cull,
                                     .hidden_kinds = drawn.hidden_kinds};
    const pick_region_part_query wanted = {
        .kinds = parts->kind,
        .view = context->settings->regions_visible ? &context->views->view[context->view].view : NULL,
        .region = &rules};
    editor_part_list *list = &parts->touched;
    const size_t most = pick_region_parts(level->scene, region, &wanted, NULL, 0);
    if (most == 0 || !make_room(list, list->count + most)) // out of memory: nothing is touched
        return;
    list->count += pick_region_parts(level->scene, region, &wanted, list->items + list->count, most);
    merge(list, false);
}

void editor_parts_select_touched(editor_part_tool *parts, pick_selection_op op)
{
    select_parts(&parts->selected, op, parts->touched.items, parts->touched.count);
    parts->touched.count = 0;
}

// --- Along the mesh -------------------------------------------------------------------------------------------------

static bool do_step(const pick_topology *topology, uint32_t kind, editor_part_step step, uint8_t *set, uint8_t *scratch)
{
    const uint32_t count = pick_topology_count(topology, kind);
    switch (step) {
    case EDITOR_PARTS_GROW:
        return pick_topology_grow(topology, kind, set);
    case EDITOR_PARTS_SHRINK:
        return pick_topology_shrink(topology, kind, set);
    case EDITOR_PARTS_LINKED:
        return pick_topology_linked(topology, kind, set) == PICK_OK;
    case EDITOR_PARTS_LOOP:
        if (kind == PICK_PART_FACE) // the flat side that a face belongs to
            return pick_topology_flat(topology, 0.01, set) == PICK_OK;
        if (kind != PICK_PART_EDGE)
            return true;
        memcpy(scratch, set, count);
        for (uint32_t i = 0; i < count; i++) {
            if (scratch[i] != 0)
                (void)pick_topology_loop(topology, i, set);
        }
        return true;
    }
    return false;
}

// Replaces the selected parts of one object, `from` of `count`, by those that the step makes of them, in `out`.
static bool extend_object(const editor_level *level, editor_part_step step, const pick_part *from, size_t count,
                          editor_part_list *out)
{
    pick_object_desc desc;
    pick_topology *topology = NULL;
    const uint32_t kind = from->kind;
    if (pick_scene_get(level->scene, from->object, &desc) != PICK_OK || desc.mesh == NULL)
        return true;
    if (pick_topology_create(desc.mesh, NULL, &topology) != PICK_OK)
        return false;
    const uint32_t size = pick_topology_count(topology, kind);
    uint8_t *set = calloc(2 * (size_t)size + 1, 1);
    bool ok = set != NULL;
    for (size_t i = 0; i < count && ok; i++) {
        const uint32_t number = pick_topology_number(topology, &from[i]);
        if (number != PICK_NO_PART)
            set[number] = 1;
    }
    ok = ok && do_step(topology, kind, step, set, set + size);
    for (uint32_t i = 0; i < size && ok; i++) {
        if (set[i] == 0)
            continue;
        ok = make_room(out, out->count + 1);
        out->count += ok && pick_topology_part(topology, kind, i, from->object, &out->items[out->count]);
    }
    free(set);
    pick_topology_destroy(topology);
    return ok;
}

bool editor_parts_extend(editor_part_tool *parts, const editor_level *level, editor_part_step step)
{
    editor_part_list result = {0};
    const editor_part_list *list = &parts->selected;
    bool ok = true;
    for (size_t i = 0, next; i < list->count && ok; i = next) {
        for (next = i + 1; next < list->count && pick_object_id_equal(list->items[i].object, list->items[next].object);)
            next++;
        ok = extend_object(level, step, &list->items[i], next - i, &result);
    }
    if (!ok) {
        free(result.items);
        return false;
    }
    merge(&result, false);
    free(parts->selected.items);
    parts->selected = result;
    return true;
}

// --- Measures -------------------------------------------------------------------------------------------------------

static void describe(const editor_level *level, const pick_part *part, char *out, size_t size)
{
    pick_vec3 p[3];
    const uint32_t object = editor_level_object(level, part->object);
    if (object == EDITOR_NONE || pick_part_points(level->scene, part, p) == 0)
        return;
    const char *name = level->objects[object].name;
    if (part->kind == PICK_PART_VERTEX) {
        snprintf(out, size, "Vertex %u of %s at %.3f, %.3f, %.3f", (unsigned)part->a, name, p[0].x, p[0].y, p[0].z);
        return;
    }
    const pick_vec3 side = pick_vec3_sub(p[1], p[0]);
    if (part->kind == PICK_PART_EDGE) {
        snprintf(out, size, "Edge %u-%u of %s: length %.3f m", (unsigned)part->a, (unsigned)part->b, name,
                 pick_vec3_length(side));
        return;
    }
    const pick_vec3 cross = pick_vec3_cross(side, pick_vec3_sub(p[2], p[0]));
    const pick_vec3 normal = pick_vec3_normalize(cross);
    snprintf(out, size, "Face %u of %s: area %.3f m2, normal %.2f, %.2f, %.2f", (unsigned)part->a, name,
             0.5 * pick_vec3_length(cross), normal.x, normal.y, normal.z);
}

static double total(const editor_part_list *list, const editor_level *level)
{
    double sum = 0;
    for (size_t i = 0; i < list->count; i++) {
        pick_vec3 p[3];
        const uint32_t count = pick_part_points(level->scene, &list->items[i], p);
        if (count == 2)
            sum += pick_vec3_length(pick_vec3_sub(p[1], p[0]));
        else if (count == 3)
            sum += 0.5 * pick_vec3_length(pick_vec3_cross(pick_vec3_sub(p[1], p[0]), pick_vec3_sub(p[2], p[0])));
    }
    return sum;
}

void editor_parts_status(const editor_part_tool *parts, const editor_level *level, char *out, size_t size)
{
    const editor_part_list *list = &parts->selected;
    char selected[96] = "";
    out[0] = '\0';
    if (parts->kind == PICK_PART_VERTEX && list->count > 0)
        snprintf(selected, sizeof(selected), "     %zu selected", list->count);
    else if (list->count > 0)
        snprintf(selected, sizeof(selected), "     %zu selected: %.3f %s", list->count, total(list, level),
                 parts->kind == PICK_PART_EDGE ? "m" : "m2");
    if (parts->hovered)
        describe(level, &parts->hover.part, out, size);
    else if (list->count == 1)
        describe(level, &list->items[0], out, size);
    if (parts->kind != 0 && !parts->hovered && list->count == 0)
        snprintf(out, size, "Selecting %s; 4 selects objects",
                 parts->kind == PICK_PART_VERTEX ? "vertices" : (parts->kind == PICK_PART_EDGE ? "edges" : "faces"));
    const size_t used = strlen(out);
    snprintf(out + used, size - used, "%s", used > 0 ? selected : (selected[0] != '\0' ? selected + 5 : ""));
}
