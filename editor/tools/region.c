// region.c: region selection with the left button: the drawn region, the preview while it is drawn, and the selection.
#include "tools/tools_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FOUND = 1, PASSED = 2 };

void editor_region_finish(editor_region_tool *region)
{
    pick_region_destroy(region->area);
    free(region->path.points);
    free(region->ids);
    free(region->marks);
    free(region->found);
    free(region->outermost);
    *region = (editor_region_tool){0};
}

void editor_region_cancel(editor_region_tool *region)
{
    region->dragging = false;
    if (region->parts)
        region->parts->touched.count = 0;
}

static bool grow(void **array, size_t *capacity, size_t wanted, size_t size)
{
    if (wanted <= *capacity)
        return true;
    size_t next = wanted < 64 ? 64 : 2 * wanted;
    void *grown = realloc(*array, next * size);
    if (!grown)
        return false;
    *array = grown;
    *capacity = next;
    return true;
}

// Allocates the memory for a drag over a level.
static bool make_room(editor_region_tool *region, const editor_level *level)
{
    if (!region->area && pick_region_create(NULL, &region->area) != PICK_OK)
        return false;
    size_t objects = level->object_count + 1, marks = region->mark_capacity, found = region->found_capacity;
    size_t outermost_capacity = region->outermost_capacity;
    bool ok = grow((void **)&region->ids, &region->id_capacity, objects, sizeof(*region->ids)) &&
              grow((void **)&region->marks, &marks, objects, sizeof(*region->marks)) &&
              grow((void **)&region->found, &found, objects, sizeof(*region->found)) &&
              grow((void **)&region->outermost, &outermost_capacity, objects, sizeof(*region->outermost));
    region->mark_capacity = (uint32_t)marks;
    region->found_capacity = (uint32_t)found;
    region->outermost_capacity = (uint32_t)outermost_capacity;
    return ok;
}

static void add_point(editor_region_path *path, pick_vec2 p, double least)
{
    if (path->count > 0) {
        pick_vec2 last = path->points[path->count - 1];
        if (hypot(p.x - last.x, p.y - last.y) < least)
            return;
    }
    size_t capacity = path->capacity;
    // Out of memory: skip the point; the line gets a little straighter.
    if (!grow((void **)&path->points, &capacity, path->count + 1, sizeof(*path->points)))
        return;
    path->capacity = (uint32_t)capacity;
    path->points[path->count++] = p;
}

// Whether the region contains every selectable object of a group.
static bool all_found(const editor_region_tool *region, const editor_level *level, uint32_t group)
{
    for (uint32_t i = group; i != EDITOR_NONE; i = editor_level_next_below(level, group, i)) {
        const editor_object *o = &level->objects[i];
        if (o->mesh != EDITOR_NONE && !o->is_hidden && !o->is_locked && !(region->marks[i] & FOUND))
            return false;
    }
    return true;
}

// The outermost group of an object, within the entered one; the object itself if it is in none. Each object is climbed
// once: the answers of those on the way are kept until the next collection.
static uint32_t outermost(editor_region_tool *region, const editor_level *level, pick_object_id entered,
                          uint32_t object)
{
    uint32_t top = object;
    while (region->outermost[top] == EDITOR_NONE) {
        pick_object_id group = editor_tools_group_of(level, level->objects[top].pick);
        if (pick_object_id_is_null(group) || pick_object_id_equal(group, entered))
            region->outermost[top] = top;
        else
            top = editor_level_object(level, group);
    }
    const uint32_t found = region->outermost[top];
    for (uint32_t at = object; region->outermost[at] == EDITOR_NONE; at = level->objects[at].parent)
        region->outermost[at] = found;
    return found;
}

// Collects what clicks on the found objects would select: their outermost groups.
static void collect(editor_region_tool *region, const editor_tool_context *context)
{
    const editor_level *level = editor_document_level(context->document);
    const pick_pointer *pointer = context->views->view[region->view].pointer;
    pick_object_id entered = pick_pointer_entered_group(pointer);
    region->found_count = 0;
    for (uint32_t i = 0; i < level->object_count; i++) {
        region->marks[i] &= FOUND;
        region->outermost[i] = EDITOR_NONE;
    }
    for (uint32_t i = 0; i < level->object_count; i++) {
        if (!(region->marks[i] & FOUND))
            continue;
        const uint32_t target =
            context->settings->whole_groups && !region->leaf ? outermost(region, level, entered, i) : i;
        if (region->marks[target] & PASSED)
            continue;
        region->marks[target] |= PASSED;
        if (target == i || !region->contains || all_found(region, level, target))
            region->found[region->found_count++] = target;
    }
}

static void look(editor_region_tool *region, const editor_tool_context *context, const pick_region *shape, int stride)
{
    if (region->parts) {
        editor_parts_touch(region->parts, context, shape, region->contains);
        region->found_count = 0;
        return;
    }
    const editor_level *level = editor_document_level(context->document);
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    query.mode = region->contains ? PICK_REGION_CONTAIN : PICK_REGION_TOUCH;
    query.cull = editor_section_cull(&context->views->view[region->view].view);
    size_t count = pick_region_objects(level->scene, shape, &query, region->ids, region->id_capacity);
    if (context->settings->regions_visible)
        count = editor_region_keep_visible(level, context->settings->pass_locked,
                                           &context->views->view[region->view].view, shape, stride, region->ids, count);
    for (size_t i = 0; i < count; i++) {
        uint32_t number = editor_level_object(level, region->ids[i]);
        if (number != EDITOR_NONE)
            region->marks[number] |= FOUND;
    }
}

// Queries the new part of the region. `last`: tests visibility at every pixel.
static void update(editor_region_tool *region, const editor_tool_context *context, bool last)
{
    const editor_level *level = editor_document_level(context->document);
    const editor_viewport *viewport = &context->views->view[region->view];
    editor_region_path *path = &region->path;
    if (!viewport->has_view || !make_room(region, level))
        return;
    if (!region->shape->accumulates || path->done == 0) {
        memset(region->marks, 0, level->object_count);
        if (region->parts)
            region->parts->touched.count = 0;
    }
    uint32_t end = region->shape->accumulates ? path->count : path->done + 1;
    for (; path->done < end; path->done++) {
        if (region->shape->make(path, &viewport->view, region->area))
            look(region, context, region->area, last || region->shape->accumulates ? 1 : 4);
    }
    if (!region->shape->accumulates)
        path->done = 0;
    collect(region, context);
}

static void select_found(editor_region_tool *region, const editor_tool_context *context)
{
    if (region->parts) {
        editor_parts_select_touched(region->parts, region->op);
        return;
    }
    // Adding an empty region changes nothing and makes no undo step.
    editor_edit_select_objects(context->document, region->op, region->found, region->found_count);
}

void editor_region_act(editor_region_tool *region, const editor_tool_context *context, const editor_region_shape *shape,
                       editor_part_tool *parts, const pick_pointer_action *action)
{
    if (action->type == PICK_POINTER_DRAG_CANCEL) {
        editor_region_cancel(region);
        return;
    }
    editor_region_path *path = &region->path;
    if (action->type == PICK_POINTER_DRAG_BEGIN) {
        region->dragging = true;
        region->view = context->view;
        region->shape = shape;
        region->parts = parts;
        region->op = action->op;
        region->leaf = (action->modifiers & PICK_MODIFIER_ALT) != 0;
        region->found_count = path->count = path->done = 0;
        path->press = action->press;
        path->radius = context->settings->circle_radius * context->ui_scale;
        add_point(path, action->press, 0);
    }
    if (!region->dragging)
        return;
    bool left_to_right = false;
    pick_pointer_marquee(action, &left_to_right);
    editor_region_rule rule = context->settings->region_rule;
    region->contains =
        rule == EDITOR_REGION_CONTAIN || (rule == EDITOR_REGION_BY_DIRECTION && !shape->keeps_path && left_to_right);
    path->position = action->position;
    if (shape->accumulates) {
        // Add points in between, so that a fast mouse leaves no gaps.
        pick_vec2 from = path->points[path->count - 1];
        double way = hypot(action->position.x - from.x, action->position.y - from.y);
        int steps = (int)fmin(256, ceil(way / fmax(1, path->radius / 2)));
        for (int i = 1; i <= steps; i++)
            add_point(path,
                      (pick_vec2){from.x + (action->position.x - from.x) * i / steps,
                                  from.y + (action->position.y - from.y) * i / steps},
                      1);
    } else if (shape->keeps_path) {
        add_point(path, action->position, 2);
    }
    bool last = action->type == PICK_POINTER_DRAG_END;
    update(region, context, last);
    if (last) {
        region->dragging = false;
        select_found(region, context);
    }
}

void editor_region_draw(const editor_region_tool *region, const editor_tool_context *context, editor_ui *ui)
{
    editor_ui_canvas_begin(ui, context->views->view[region->view].rect);
    region->shape->draw(&region->path, ui, region->contains);
    editor_ui_canvas_end(ui);
}
