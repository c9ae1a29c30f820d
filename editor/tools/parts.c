// parts.c: hovers and selects parts, by clicks and regions, and measures them.
#include "tools/parts.h"

#include "document/level/look.h"
#include "document/level/mesh_tools.h"
#include "document/level/prefab.h"
#include "system/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void editor_parts_finish(editor_part_tool *parts)
{
    free(parts->selected.items);
    free(parts->touched.items);
    free(parts->stack.items);
    *parts = (editor_part_tool){0};
}

void editor_parts_choose(editor_part_tool *parts, uint32_t kind)
{
    if (kind != parts->kind)
        parts->selected.count = 0;
    parts->revision++;
    parts->kind = kind;
    parts->touched.count = parts->stack.count = 0;
    parts->hovered = parts->looked = false;
}

void editor_parts_clear(editor_part_tool *parts)
{
    parts->selected.count = parts->stack.count = 0;
    parts->looked = false;
    parts->revision++;
}

void editor_parts_forget(editor_part_tool *parts)
{
    parts->stack.count = 0;
    parts->looked = false;
}

bool editor_parts_drop_gone(editor_part_tool *parts, const editor_document *document)
{
    const editor_level *level = editor_document_level(document);
    editor_part_list *list = &parts->selected;
    size_t kept = 0;
    if (list->count == 0 || editor_document_is_still(document, &parts->found_at))
        return false;
    for (size_t i = 0; i < list->count; i++) {
        const pick_part *part = &list->items[i];
        const uint32_t object = editor_level_object(level, part->object);
        if (object != EDITOR_NONE && level->objects[object].exists &&
            editor_level_part_points(level, part, NULL, 0) > 0)
            list->items[kept++] = *part;
    }
    if (kept == list->count)
        return false;
    list->count = kept;
    parts->stack.count = 0;
    parts->revision++;
    return true;
}

static bool find(const editor_part_tool *parts, const editor_tool_context *context, uint32_t view, pick_vec2 at,
                 pick_part_hit *out)
{
    const editor_level *level = editor_document_level(context->document);
    const editor_viewport *viewport = &context->views->view[view];
    const pick_query query = editor_parts_query(level, &viewport->view, context->settings->pass_locked);
    const pick_part_query wanted = {.kinds = parts->kind, .reach = editor_parts_reach(parts, context)};
    if (!viewport->has_view || !pick_part_in_window(level->scene, &viewport->view, at, &wanted, &query, out))
        return false;
    out->part = editor_level_part_drawn(level, &out->part, out->place.path, out->place.path_count);
    return !out->place.locked;
}

bool editor_parts_follow(editor_part_tool *parts, const editor_tool_context *context, bool dragging)
{
    const bool was = parts->hovered;
    const pick_part before = parts->hover.part;
    if (parts->kind == 0 || dragging)
        return false;
    const editor_view_mouse mouse = editor_views_mouse(context->views);
    if (parts->looked && editor_view_mouse_is_same(&mouse, &parts->mouse))
        return false;
    const bool inside = mouse.view != EDITOR_VIEW_MAX;
    parts->looked = true;
    parts->mouse = mouse;
    parts->hovered = inside && find(parts, context, mouse.view, mouse.position, &parts->hover);
    if (inside && pick_pointer_click_op(mouse.modifiers) == PICK_SELECTION_REPLACE &&
        editor_parts_goes_on(parts, context, mouse.view, mouse.position)) { // the hover shows what a click selects
        parts->hovered = true;
        parts->hover.part = parts->stack.items[(parts->place + 1) % parts->stack.count];
    }
    return was != parts->hovered || (was && pick_part_compare(&before, &parts->hover.part) != 0);
}

bool editor_parts_leave(editor_part_tool *parts)
{
    const bool was = parts->hovered;
    parts->hovered = parts->looked = false;
    return was;
}

// --- Selecting ------------------------------------------------------------------------------------------------------

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

static void select_parts(editor_part_tool *parts, pick_selection_op op, const pick_part *items, size_t count)
{
    editor_part_list *list = &parts->selected;
    parts->revision++;
    if (op == PICK_SELECTION_REPLACE)
        list->count = 0;
    if (count == 0 || !editor_part_list_reserve(list, list->count + count))
        return;
    memcpy(list->items + list->count, items, count * sizeof(*items));
    list->count += count;
    merge(list, op == PICK_SELECTION_TOGGLE);
    parts->active = count == 1 ? items[0] : parts->active;
}

static bool is_selected(const editor_part_tool *parts, const pick_part *part)
{
    const editor_part_list *list = &parts->selected;
    return list->count > 0 && bsearch(part, list->items, list->count, sizeof(*part), by_part);
}

void editor_parts_click(editor_part_tool *parts, const editor_tool_context *context, const pick_pointer_action *action)
{
    pick_part_hit hit;
    if (action->button != PICK_BUTTON_LEFT)
        return;
    // The second click of a double click must not undo the toggle of the first.
    const bool again = action->type == PICK_POINTER_DOUBLE_CLICK && action->op == PICK_SELECTION_TOGGLE;
    parts->looked = false; // the next click may select another one
    if (action->op == PICK_SELECTION_REPLACE && editor_parts_goes_on(parts, context, context->view, action->press)) {
        parts->place = (parts->place + 1) % parts->stack.count;
        select_parts(parts, PICK_SELECTION_REPLACE, &parts->stack.items[parts->place], 1);
        return;
    }
    const bool found = find(parts, context, context->view, action->press, &hit);
    // On a handle a click selects nothing else, but with Shift or Ctrl: the gizmo lies over what one would add.
    if (action->target.handle != 0 && action->op == PICK_SELECTION_REPLACE &&
        !(found && parts->selected.count == 1 && is_selected(parts, &hit.part)))
        return;
    parts->stack.count = 0;
    select_parts(parts, again ? PICK_SELECTION_ADD : action->op, &hit.part, found ? 1 : 0);
    if (found && action->op == PICK_SELECTION_REPLACE)
        editor_parts_stack(parts, context, context->view, action->press, &hit.part);
}

bool editor_parts_selected_at(const editor_part_tool *parts, const editor_tool_context *context, uint32_t view,
                              pick_vec2 at, pick_vec3 *point)
{
    pick_part_hit hit;
    if (!find(parts, context, view, at, &hit) || !is_selected(parts, &hit.part))
        return false;
    *point = hit.place.point;
    return true;
}

void editor_parts_take_hovered(editor_part_tool *parts)
{
    const pick_part hover = parts->hover.part;
    if (!parts->hovered || is_selected(parts, &hover))
        return;
    parts->stack.count = 0;
    select_parts(parts, PICK_SELECTION_REPLACE, &hover, 1);
}

static bool is_unlocked(void *user, pick_object_id object, uint64_t number)
{
    const editor_level *level = user; // which it only reads
    (void)object;
    return !level->objects[number].is_locked;
}

void editor_parts_touch(editor_part_tool *parts, const editor_tool_context *context, const pick_region *region,
                        bool contains)
{
    const editor_level *level = editor_document_level(context->document);
    const pick_view *view = &context->views->view[context->view].view;
    const bool pass_locked = context->settings->pass_locked;
    const pick_query drawn = editor_parts_query(level, view, pass_locked);
    const pick_region_query rules = {.mode = contains ? PICK_REGION_CONTAIN : PICK_REGION_TOUCH,
                                     .hidden_layers = drawn.hidden_layers,
                                     .cull = drawn.cull,
                                     .object_filter = pass_locked ? is_unlocked : NULL,
                                     .object_filter_user = (void *)(uintptr_t)level,
                                     .hidden_kinds = drawn.hidden_kinds};
    const pick_region_part_query wanted = {.kinds = parts->kind,
                                           .view = context->settings->regions_visible ? view : NULL,
                                           .sight = &drawn, // cut-outs occlude nothing, as in picks
                                           .region = &rules};
    editor_part_list *list = &parts->touched;
    const size_t most = editor_level_region_parts(level, region, &wanted, NULL, 0);
    if (most == 0 || !editor_part_list_reserve(list, list->count + most)) // out of memory: nothing is touched
        return;
    list->count += editor_level_region_parts(level, region, &wanted, list->items + list->count, most);
    merge(list, false);
}

void editor_parts_select_touched(editor_part_tool *parts, pick_selection_op op)
{
    select_parts(parts, op, parts->touched.items, parts->touched.count);
    parts->touched.count = parts->stack.count = 0;
}

bool editor_parts_are_movable(const editor_level *level, uint32_t object)
{
    return object != EDITOR_NONE && !level->objects[object].is_hidden && !level->objects[object].is_locked;
}

bool editor_parts_active_middle(const editor_part_tool *parts, const editor_level *level, pick_vec3 *out)
{
    pick_part_measures m;
    if (!is_selected(parts, &parts->active) ||
        !editor_parts_are_movable(level, editor_level_object(level, parts->active.object)) ||
        !editor_level_part_measure(level, &parts->active, &m))
        return false;
    *out = m.center;
    return true;
}

void editor_parts_label(const editor_part_tool *parts, const editor_level *level, const char *verb, char *out,
                        size_t size)
{
    const editor_part_list *list = &parts->selected;
    size_t count = 0;
    uint32_t object = EDITOR_NONE; // the one that all are of
    for (size_t i = 0; i < list->count; i++) {
        const uint32_t of = editor_level_object(level, list->items[i].object);
        if (!editor_parts_are_movable(level, of))
            continue;
        object = count == 0 || object == of ? of : EDITOR_NONE;
        count++;
    }
    const char *one = parts->kind == PICK_PART_VERTEX ? "vertex" : parts->kind == PICK_PART_EDGE ? "edge" : "face";
    char number[32] = "";
    if (count != 1)
        snprintf(number, sizeof(number), "%zu ", count);
    snprintf(out, size, "%s %s%s%s%.60s", verb, number, count == 1 ? one : editor_tools_part_name(parts->kind),
             object != EDITOR_NONE ? " of " : "", object != EDITOR_NONE ? level->objects[object].name : "");
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
    case EDITOR_PARTS_ALL:
        memset(set, 1, count);
        return true;
    case EDITOR_PARTS_INVERT:
        for (uint32_t i = 0; i < count; i++)
            set[i] = set[i] == 0;
        return true;
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

// Replaces the selected parts of one object, `count` from `from` on, by those that the step makes of them, in `out`.
// The object and the kind are those of `from`, also where `count` is 0.
static bool extend_object(const editor_level *level, editor_part_step step, const pick_part *from, size_t count,
                          editor_part_list *out)
{
    pick_topology *topology = NULL;
    const uint32_t kind = from->kind, object = editor_level_object(level, from->object);
    const pick_mesh *mesh = object != EDITOR_NONE ? editor_level_pick_mesh(level, &level->objects[object]) : NULL;
    if (mesh == NULL)
        return true;
    if (pick_topology_create(mesh, NULL, &topology) != PICK_OK)
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
        ok = editor_part_list_reserve(out, out->count + 1);
        out->count += ok && pick_topology_part(topology, kind, i, from->object, &out->items[out->count]);
    }
    free(set);
    pick_topology_destroy(topology);
    return ok;
}

// All parts of the selected objects, with what is below them, that can be seen and are not locked.
static bool take_objects(const editor_part_tool *parts, const editor_level *level, const pick_selection *objects,
                         editor_part_list *out)
{
    for (size_t i = 0; i < pick_selection_count(objects); i++) {
        const uint32_t root = editor_level_object(level, pick_selection_objects(objects)[i]);
        for (uint32_t o = root; o != EDITOR_NONE; o = editor_level_next_below(level, root, o)) {
            const pick_part none = {.object = level->objects[o].pick, .kind = parts->kind};
            if (!level->objects[o].is_hidden && !level->objects[o].is_locked && level->objects[o].mesh != EDITOR_NONE &&
                !extend_object(level, EDITOR_PARTS_ALL, &none, 0, out))
                return false;
        }
    }
    return true;
}

bool editor_parts_extend(editor_part_tool *parts, const editor_level *level, const pick_selection *objects,
                         editor_part_step step)
{
    editor_part_list result = {0};
    const editor_part_list *list = &parts->selected;
    const bool takes_objects = list->count == 0 && (step == EDITOR_PARTS_ALL || step == EDITOR_PARTS_INVERT);
    bool ok = !takes_objects || take_objects(parts, level, objects, &result);
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
    parts->stack.count = 0;
    parts->revision++;
    return true;
}

// --- Measures -------------------------------------------------------------------------------------------------------

bool editor_part_face_begin(editor_part_face *face, const editor_level *level, const pick_part *part)
{
    enum { FEW = sizeof(face->few) / sizeof(face->few[0]) };
    face->triangles = face->few;
    face->count = editor_level_part_triangles(level, part, face->few, FEW);
    if (face->count > FEW) {
        face->triangles = malloc(face->count * sizeof(*face->triangles));
        if (face->triangles)
            (void)editor_level_part_triangles(level, part, face->triangles, face->count);
    }
    return face->triangles && face->count > 0;
}

void editor_part_face_end(editor_part_face *face)
{
    if (face->triangles != face->few)
        free(face->triangles);
}

// What would be written as "-0.00" is 0.
static void describe(const editor_level *level, const pick_part *part, char *out, size_t size)
{
    pick_part_measures m;
    const uint32_t object = editor_level_object(level, part->object);
    if (object == EDITOR_NONE || !editor_level_part_measure(level, part, &m))
        return;
    char name[208 + 32];
    editor_level_part_name(level, part, name, 208);
    const uint32_t mesh = level->objects[object].mesh;
    if (mesh != EDITOR_NONE) {
        const size_t used = strlen(name);
        snprintf(name + used, sizeof(name) - used, "%s", mesh_tools_box_note(&level->meshes[mesh]));
    }
    if (part->kind == PICK_PART_VERTEX) {
        snprintf(out, size, "Vertex %u of %s at %.3f, %.3f, %.3f", (unsigned)part->a, name,
                 editor_text_shown(m.center.x, 3), editor_text_shown(m.center.y, 3), editor_text_shown(m.center.z, 3));
        return;
    }
    if (part->kind == PICK_PART_EDGE) {
        snprintf(out, size, "Edge %u-%u of %s: length %.3f m", (unsigned)part->a, (unsigned)part->b, name, m.size);
        return;
    }
    const uint32_t corners = editor_level_part_points(level, part, NULL, 0);
    char sides[32] = "";
    if (corners > 3)
        snprintf(sides, sizeof(sides), ", %u sides", (unsigned)corners);
    snprintf(out, size, "Face %u of %s%s: area %.3f m\302\262, normal %.2f, %.2f, %.2f", (unsigned)part->a, name, sides,
             m.size, editor_text_shown(m.normal.x, 2), editor_text_shown(m.normal.y, 2),
             editor_text_shown(m.normal.z, 2));
}

static double total(const editor_part_list *list, const editor_level *level)
{
    double sum = 0;
    pick_part_measures m;
    for (size_t i = 0; i < list->count; i++)
        sum += editor_level_part_measure(level, &list->items[i], &m) ? m.size : 0;
    return sum;
}

// The box of a part. Empty: it is gone.
static pick_aabb box_of(const editor_level *level, const pick_part *part)
{
    pick_aabb box = PICK_AABB_EMPTY;
    pick_vec3 end[2];
    editor_part_face face;
    const uint32_t count = part->kind == PICK_PART_FACE ? 0 : editor_level_part_points(level, part, end, 2);
    for (uint32_t i = 0; i < count; i++)
        box = pick_aabb_union(&box, &(pick_aabb){end[i], end[i]});
    if (part->kind != PICK_PART_FACE || !editor_part_face_begin(&face, level, part))
        return box;
    for (uint32_t i = 0; i < 3 * face.count; i++) {
        const pick_vec3 corner = face.triangles[i / 3].corner[i % 3];
        box = pick_aabb_union(&box, &(pick_aabb){corner, corner});
    }
    editor_part_face_end(&face);
    return box;
}

bool editor_parts_place_of(const editor_level *level, pick_vec3 eye, const pick_part *items, size_t count, bool movable,
                           editor_part_place *out)
{
    pick_vec3 base = {0, 0, 0}, sum = {0, 0, 0}, normals = {0, 0, 0}, fronts = {0, 0, 0};
    double weights = 0;
    *out = (editor_part_place){.box = PICK_AABB_EMPTY};
    for (size_t i = 0; i < count; i++) {
        const uint32_t object = editor_level_object(level, items[i].object);
        if (object == EDITOR_NONE || level->objects[object].is_hidden ||
            (movable && !editor_parts_are_movable(level, object)))
            continue;
        const pick_aabb box = box_of(level, &items[i]);
        pick_part_measures m;
        if (pick_aabb_is_empty(&box) || !editor_level_part_measure(level, &items[i], &m))
            continue;
        if (pick_aabb_is_empty(&out->box)) {
            base = m.center; // summed from there, so that no digits are lost far out
            out->object = items[i].object;
        } else if (!pick_object_id_equal(out->object, items[i].object)) {
            out->object = (pick_object_id){0};
        }
        out->box = pick_aabb_union(&out->box, &box);
        const double weight = items[i].kind == PICK_PART_VERTEX ? 1 : m.size;
        const bool away = pick_vec3_dot(m.normal, pick_vec3_sub(eye, m.center)) < 0;
        normals = pick_vec3_add(normals, pick_vec3_scale(m.normal, away ? -m.size : m.size));
        fronts = pick_vec3_add(fronts, pick_vec3_scale(m.normal, m.size));
        sum = pick_vec3_add(sum, pick_vec3_scale(pick_vec3_sub(m.center, base), weight));
        weights += weight;
    }
    if (pick_aabb_is_empty(&out->box) || !(weights > 0))
        return false;
    out->middle = pick_vec3_add(base, pick_vec3_scale(sum, 1 / weights));
    out->normal = pick_vec3_normalize(normals);
    out->front = pick_vec3_normalize(fronts);
    return true;
}

bool editor_parts_find_place(const editor_part_tool *parts, const editor_tool_context *context, bool movable,
                             editor_part_place *out)
{
    const editor_level *level = editor_document_level(context->document);
    const pick_vec3 eye = context->views->view[context->view].view.eye;
    return parts->selected.count > 0
               ? editor_parts_place_of(level, eye, parts->selected.items, parts->selected.count, movable, out)
               : editor_parts_place_of(level, eye, &parts->hover.part, parts->hovered ? 1 : 0, movable, out);
}

void editor_parts_status(const editor_part_tool *parts, const editor_level *level, const char *objects_way, char *out,
                         size_t size)
{
    const editor_part_list *list = &parts->selected;
    char selected[96] = "";
    out[0] = '\0';
    if (parts->stack.count > 1 && list->count == 1)
        snprintf(selected, sizeof(selected), "     %zu of %zu here selected", parts->place + 1, parts->stack.count);
    else if (parts->kind == PICK_PART_VERTEX && list->count > 0)
        snprintf(selected, sizeof(selected), "     %zu selected", list->count);
    else if (list->count > 0)
        snprintf(selected, sizeof(selected), "     %zu selected: %.3f %s", list->count, total(list, level),
                 parts->kind == PICK_PART_EDGE ? "m" : "m\302\262");
    if (parts->hovered)
        describe(level, &parts->hover.part, out, size);
    else if (list->count == 1)
        describe(level, &list->items[0], out, size);
    if (parts->kind != 0 && !parts->hovered && list->count == 0)
        snprintf(out, size, "Selecting %s; %s selects objects", editor_tools_part_name(parts->kind), objects_way);
    const size_t used = strlen(out);
    snprintf(out + used, size - used, "%s", used > 0 ? selected : (selected[0] != '\0' ? selected + 5 : ""));
}
