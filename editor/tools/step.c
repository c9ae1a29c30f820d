// step.c: picking by keyboard: the visible objects one after the other, the nearest to the middle of the view first.
#include "tools/tools_private.h"

#include <math.h>
#include <stdlib.h>

typedef struct candidate {
    uint32_t object;
    double distance; // from the middle of the view, squared, points
} candidate;

static int by_distance(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    return x->distance < y->distance   ? -1
           : x->distance > y->distance ? 1
           : x->object < y->object     ? -1
                                       : x->object > y->object;
}

static bool is_icon(const editor_object *object)
{
    return object->exists && !object->is_hidden && !object->is_locked &&
           (object->kind == EDITOR_OBJECT_LIGHT || object->kind == EDITOR_OBJECT_CAMERA);
}

// The objects that are seen at some pixel of the view, and the lights and cameras whose icons are in it. `ids`: has
// room for all objects.
static size_t find_visible(const editor_tool_context *context, const pick_view *view, pick_region *region,
                           pick_object_id *ids)
{
    const editor_level *level = editor_document_level(context->document);
    const pick_rect r = view->viewport;
    const pick_vec2 from = {r.x, r.y}, to = {r.x + r.width, r.y + r.height};
    if (pick_region_rect(region, view, from, to) != PICK_OK)
        return 0;
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    query.cull = editor_section_cull(view);
    size_t count = pick_region_objects(level->scene, region, &query, ids, level->object_count);
    count = editor_region_keep_visible(level, true, view, region, 4, ids, count);
    for (uint32_t i = 0; i < level->object_count && !context->settings->hide_icons; i++) {
        pick_projected_point p;
        if (is_icon(&level->objects[i]) && pick_view_project(view, level->objects[i].world.origin, &p) &&
            pick_view_contains(view, p.window))
            ids[count++] = level->objects[i].pick;
    }
    return count;
}

// What a click on the object selects.
static uint32_t target_of(const editor_tool_context *context, uint32_t object)
{
    const editor_level *level = editor_document_level(context->document);
    const pick_object_id entered = pick_pointer_entered_group(context->views->view[context->view].pointer);
    for (; context->settings->whole_groups;) {
        const pick_object_id group = editor_tools_group_of(level, level->objects[object].pick);
        if (pick_object_id_is_null(group) || pick_object_id_equal(group, entered))
            break;
        object = editor_level_object(level, group);
    }
    return object;
}

static double distance_of(const editor_level *level, const pick_view *view, uint32_t object)
{
    const pick_aabb box = editor_level_subtree_bounds(level, object);
    const pick_vec3 middle = pick_vec3_add(box.min, pick_vec3_scale(pick_vec3_sub(box.max, box.min), 0.5));
    pick_projected_point p;
    if (!pick_view_project(view, middle, &p))
        return HUGE_VAL;
    const double x = p.window.x - view->viewport.x - view->viewport.width / 2;
    const double y = p.window.y - view->viewport.y - view->viewport.height / 2;
    return x * x + y * y;
}

// In the group that clicks are in, if they are.
static uint32_t sort_targets(const editor_tool_context *context, const pick_view *view, const pick_object_id *ids,
                             size_t count, bool *is_in, candidate *out)
{
    const editor_level *level = editor_document_level(context->document);
    const uint32_t entered =
        editor_level_object(level, pick_pointer_entered_group(context->views->view[context->view].pointer));
    uint32_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t object = editor_level_object(level, ids[i]);
        const bool outside =
            object != EDITOR_NONE && entered != EDITOR_NONE && !editor_level_is_below(level, object, entered);
        const uint32_t target = object == EDITOR_NONE || outside ? EDITOR_NONE : target_of(context, object);
        if (target == EDITOR_NONE || is_in[target] || level->objects[object].is_locked)
            continue;
        is_in[target] = true;
        out[found++] = (candidate){target, distance_of(level, view, target)};
    }
    if (found > 1)
        qsort(out, found, sizeof(*out), by_distance);
    return found;
}

uint32_t editor_tools_step(const editor_tool_context *context, bool backwards, uint32_t *place, uint32_t *count)
{
    const editor_level *level = editor_document_level(context->document);
    const editor_viewport *viewport = &context->views->view[context->view];
    const size_t room = level->object_count + 1;
    pick_object_id *ids = malloc(2 * room * sizeof(*ids)); // an icon may have been found already
    candidate *found = malloc(room * sizeof(*found));
    bool *is_in = calloc(room, sizeof(*is_in));
    pick_region *region = NULL;
    uint32_t next = EDITOR_NONE;
    *place = *count = 0;
    if (ids && found && is_in && viewport->has_view && pick_region_create(NULL, &region) == PICK_OK) {
        const size_t visible = find_visible(context, &viewport->view, region, ids);
        *count = sort_targets(context, &viewport->view, ids, visible, is_in, found);
        const uint32_t active = editor_document_active(context->document);
        uint32_t at = 0;
        while (at < *count && found[at].object != active)
            at++;
        if (at == *count) // not among them: begin at an end
            *place = backwards ? *count : 1;
        else
            *place = backwards ? (at + *count - 1) % *count + 1 : (at + 1) % *count + 1;
        next = *count > 0 ? found[*place - 1].object : EDITOR_NONE;
    }
    pick_region_destroy(region);
    free(ids);
    free(found);
    free(is_in);
    return next;
}
