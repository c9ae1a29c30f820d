// transform.c: applies drags of the gizmo's handles and typed numbers to the document.
#include "tools/tools_private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool editor_transform_init(editor_transform *transform)
{
    for (int i = 0; i < EDITOR_VIEW_MAX; i++)
        pick_gizmo_init(&transform->gizmo[i], NULL);
    transform->primitives = malloc(PICK_GIZMO_PRIMITIVE_MAX * sizeof(*transform->primitives));
    return transform->primitives != NULL;
}

void editor_transform_finish(editor_transform *transform)
{
    free(transform->objects);
    free(transform->targets);
    free(transform->results);
    free(transform->pivots);
    free(transform->dragged);
    free(transform->above);
    free(transform->primitives);
    editor_part_drag_finish(&transform->part_drag);
    editor_collide_finish(&transform->collision);
    *transform = (editor_transform){0};
}

// --- the transformed objects ---

static bool reserve(editor_transform *transform, uint32_t count)
{
    if (count <= transform->capacity)
        return true;
    uint32_t *objects = realloc(transform->objects, 2 * count * sizeof(*objects));
    transform->objects = objects ? objects : transform->objects;
    pick_gizmo_target *targets = realloc(transform->targets, 2 * count * sizeof(*targets));
    transform->targets = targets ? targets : transform->targets;
    pick_affine *results = realloc(transform->results, 2 * count * sizeof(*results));
    transform->results = results ? results : transform->results;
    pick_vec3 *pivots = realloc(transform->pivots, 2 * count * sizeof(*pivots));
    transform->pivots = pivots ? pivots : transform->pivots;
    if (!objects || !targets || !results || !pivots)
        return false;
    transform->capacity = 2 * count;
    return true;
}

static bool reserve_above(editor_transform *transform, uint32_t count)
{
    if (count <= transform->above_capacity)
        return true;
    uint8_t *grown = realloc(transform->above, 2 * (size_t)count);
    if (!grown)
        return false;
    transform->above = grown;
    transform->above_capacity = 2 * count;
    return true;
}

static bool selected_above(const editor_level *level, const pick_selection *selection, uint32_t object)
{
    for (uint32_t i = level->objects[object].parent; i != EDITOR_NONE; i = level->objects[i].parent) {
        if (pick_selection_contains(selection, level->objects[i].pick))
            return true;
    }
    return false;
}

// The same for many objects. `transform->above` keeps, per object, whether it or one above it is selected, so that each
// object is climbed once: a chain of 100 000 would take minutes else.
static bool selected_above_kept(editor_transform *transform, const editor_level *level, const pick_selection *selection,
                                uint32_t object)
{
    enum { UNKNOWN, SELECTED, NOT_SELECTED };
    uint8_t *above = transform->above;
    const uint32_t first = level->objects[object].parent;
    uint32_t stop = first;
    while (stop != EDITOR_NONE && above[stop] == UNKNOWN &&
           !pick_selection_contains(selection, level->objects[stop].pick))
        stop = level->objects[stop].parent;
    uint8_t answer = NOT_SELECTED;
    if (stop != EDITOR_NONE) {
        answer = above[stop] == UNKNOWN ? SELECTED : above[stop];
        above[stop] = answer;
    }
    for (uint32_t i = first; i != stop; i = level->objects[i].parent)
        above[i] = answer;
    return answer == SELECTED;
}

// The pivot of an object in its own space: its origin, but for groups what the settings say; `chosen`, if there is one.
static pick_vec3 pivot_of(const editor_level *level, uint32_t object, editor_group_pivot which, const pick_vec3 *chosen)
{
    const pick_vec3 origin = {0, 0, 0};
    const editor_object *o = &level->objects[object];
    pick_affine inverse;
    if (chosen)
        return pick_affine_invert(&o->world, &inverse)
                   ? pick_affine_vector(&inverse, pick_vec3_sub(*chosen, o->world.origin))
                   : origin;
    if (o->kind != EDITOR_OBJECT_GROUP || o->first_child == EDITOR_NONE || which == EDITOR_GROUP_PIVOT_ORIGIN ||
        !pick_affine_invert(&o->world, &inverse))
        return origin;
    const pick_aabb box = editor_level_subtree_bounds(level, object);
    pick_vec3 at = pick_vec3_add(box.min, pick_vec3_scale(pick_vec3_sub(box.max, box.min), 0.5));
    if (which == EDITOR_GROUP_PIVOT_BASE)
        at.y = box.min.y;
    // The inverse's origin would round away the digits of a point far out.
    return pick_affine_vector(&inverse, pick_vec3_sub(at, o->world.origin));
}

// Collects the selected, unlocked objects that have no selected ancestor: those with one move along with it. `hidden`:
// also those that are not seen.
static void collect_anew(editor_transform *transform, const editor_document *document, editor_group_pivot group_pivot,
                         bool hidden)
{
    const editor_level *level = editor_document_level(document);
    const pick_selection *selection = editor_document_selection(document);
    uint32_t count = (uint32_t)pick_selection_count(selection), active = editor_document_active(document);
    transform->count = transform->active = 0;
    if (count == 0 || !reserve(transform, count) || !reserve_above(transform, level->object_count))
        return;
    memset(transform->above, 0, level->object_count);
    const pick_object_id *ids = pick_selection_objects(selection);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t object = editor_level_object(level, ids[i]);
        if (object == EDITOR_NONE || !level->objects[object].exists || level->objects[object].is_locked ||
            (level->objects[object].is_hidden && !hidden) || selected_above_kept(transform, level, selection, object))
            continue;
        const editor_object *o = &level->objects[object];
        if (object == active)
            transform->active = transform->count;
        transform->targets[transform->count] = (pick_gizmo_target){
            .world = o->world,
            .parent = o->parent == EDITOR_NONE ? PICK_AFFINE_IDENTITY : level->objects[o->parent].world,
            .pivot = pivot_of(level, object, group_pivot, transform->has_point ? &transform->point : NULL)};
        transform->objects[transform->count++] = object;
    }
}

// The same, unless they are those that were collected before.
static void collect(editor_transform *transform, const editor_document *document, editor_group_pivot group_pivot,
                    bool hidden)
{
    const bool same = transform->collected_pivot == group_pivot && transform->collected_hidden == hidden;
    transform->collected_pivot = group_pivot;
    transform->collected_hidden = hidden;
    if (!editor_document_is_still(document, &transform->collected) || !same)
        collect_anew(transform, document, group_pivot, hidden);
}

// What selected parts turn about: the chosen point, or the middle of the active one. NULL: the middle of all.
static const pick_vec3 *pivot_of_parts(const editor_transform *transform, const editor_tool_context *context,
                                       pick_vec3 *active)
{
    if (transform->has_point)
        return &transform->point;
    const editor_level *level = editor_document_level(context->document);
    const bool has_active =
        context->settings->pivot == PICK_GIZMO_ACTIVE && editor_parts_active_middle(transform->parts, level, active);
    return has_active ? active : NULL;
}

// The target of the selected parts, found anew when these or the level changed. A choice of the pivot forgets it
// (editor_tools_set_pivot_point).
static void collect_parts(editor_transform *transform, const editor_tool_context *context)
{
    const bool same = transform->parts_revision == transform->parts->revision;
    pick_vec3 active;
    transform->parts_revision = transform->parts->revision;
    if (!editor_document_is_still(context->document, &transform->parts_at) || !same)
        transform->has_part_target = editor_part_drag_target(
            transform->parts, context, pivot_of_parts(transform, context, &active), &transform->part_target);
    transform->collected = (editor_document_moment){0}; // objects have to be collected anew
    transform->count = transform->active = 0;
    if (transform->has_part_target && reserve(transform, 1))
        transform->targets[transform->count++] = transform->part_target;
}

// What the gizmo is placed at, and moves.
static void collect_targets(editor_transform *transform, const editor_tool_context *context)
{
    if (transform->parts)
        collect_parts(transform, context);
    else
        collect(transform, context->document, context->settings->group_pivot, false);
}

// A gizmo whose origin is beside the viewport is not shown: handles cut off by its edge would be dragged around a point
// that nobody sees. A drag that has begun goes on.
static void hide_outside(editor_transform *transform, uint32_t v, const editor_viewport *view)
{
    pick_gizmo *gizmo = &transform->gizmo[v];
    if (!gizmo->visible || transform->dragging || pick_view_contains(&view->next_view, gizmo->pose.center))
        return;
    transform->outside[v] = true;
    transform->beside[v] = gizmo->pose.center;
    pick_gizmo_place(gizmo, &view->next_view, NULL, 0, 0);
}

editor_pivots editor_transform_pivots(editor_transform *transform, const editor_tool_context *context, bool hidden)
{
    editor_pivot_moves_follow(transform, context->document);
    collect(transform, context->document, context->settings->group_pivot, hidden);
    const uint32_t count = transform->count;
    pick_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < count && transform->has_point; i++)
        transform->pivots[i] = transform->point; // to the bit, and of flat objects, too
    if (transform->has_point)
        return (editor_pivots){transform->objects, transform->pivots, count};
    for (uint32_t i = 0; i < count; i++) {
        const pick_gizmo_target *target = &transform->targets[i];
        transform->pivots[i] = pick_affine_point(&target->world, target->pivot);
        // Summed from the first one, so that no digits are lost far out.
        sum = pick_vec3_add(sum, pick_vec3_sub(transform->pivots[i], transform->pivots[0]));
    }
    if (count > 0 && context->settings->pivot != PICK_GIZMO_INDIVIDUAL) {
        const pick_vec3 point = context->settings->pivot == PICK_GIZMO_ACTIVE
                                    ? transform->pivots[transform->active]
                                    : pick_vec3_add(transform->pivots[0], pick_vec3_scale(sum, 1.0 / count));
        for (uint32_t i = 0; i < count; i++)
            transform->pivots[i] = point;
    }
    return (editor_pivots){transform->objects, transform->pivots, count};
}

void editor_transform_place(editor_transform *transform, const editor_tool_context *context, int mode)
{
    const editor_level *level = editor_document_level(context->document);
    if (!transform->dragging)
        editor_pivot_moves_follow(transform, context->document);
    if (!transform->dragging && mode >= 0) // else no gizmo is shown, and what begins a drag collects them
        collect_targets(transform, context);
    // While dragging, the gizmo follows the objects. The result for parts is what was applied.
    pick_gizmo_target *now = transform->targets;
    for (uint32_t i = 0; transform->dragging && !transform->parts && i < transform->count; i++)
        transform->results[i] = level->objects[transform->objects[i]].world;
    for (uint32_t v = 0; v < EDITOR_VIEW_MAX; v++) {
        pick_gizmo *gizmo = &transform->gizmo[v];
        const editor_viewport *view = &context->views->view[v];
        if (!transform->dragging) {
            gizmo->desc.mode = mode < 0 ? gizmo->desc.mode : (pick_gizmo_mode)mode;
            gizmo->desc.space = context->settings->space;
            gizmo->desc.pivot = transform->has_point ? PICK_GIZMO_ACTIVE : context->settings->pivot;
            gizmo->desc.scale = context->ui_scale;
            gizmo->desc.tolerance = PICK_GIZMO_DESC_DEFAULT.tolerance * context->reach;
        }
        transform->outside[v] = false;
        bool shown =
            mode >= 0 && transform->count > 0 && view->next_has_view && editor_views_is_shown(context->views, v);
        if (!shown) {
            pick_gizmo_place(gizmo, &view->next_view, NULL, 0, 0);
            pick_gizmo_set_hot(gizmo, PICK_GIZMO_NONE);
            continue;
        }
        for (uint32_t i = 0; transform->dragging && i < transform->count; i++) {
            pick_affine start = now[i].world;
            now[i].world = transform->results[i];
            transform->results[i] = start;
        }
        pick_gizmo_place(gizmo, &view->next_view, now, transform->count, transform->active);
        for (uint32_t i = 0; transform->dragging && i < transform->count; i++) {
            pick_affine current = now[i].world;
            now[i].world = transform->results[i];
            transform->results[i] = current;
        }
        hide_outside(transform, v, view);
        bool own = transform->dragging ? v == transform->view : view->mouse_inside && !view->mouse_captured;
        pick_gizmo_handle hot = transform->dragging ? gizmo->active
                                : own               ? pick_gizmo_handle_at(gizmo, view->mouse)
                                                    : PICK_GIZMO_NONE;
        pick_gizmo_set_hot(gizmo, own ? hot : PICK_GIZMO_NONE);
    }
}

// --- the drag ---

static bool is_move(pick_gizmo_handle handle)
{
    return handle >= PICK_GIZMO_MOVE_X && handle <= PICK_GIZMO_MOVE_VIEW;
}

// The gizmo stays with the parts: a result that is refused gives way to the last one that was not.
static void apply_to_parts(editor_transform *transform, editor_document *document)
{
    char reason[sizeof(transform->refusal) - 5];
    if (editor_part_drag_apply(&transform->part_drag, document, reason, sizeof(reason)) == EDITOR_EDIT_REFUSED) {
        snprintf(transform->refusal, sizeof(transform->refusal), "     %s", reason);
        transform->refused = true;
        transform->results[0] = transform->part_result;
    }
    transform->part_result = transform->results[0];
}

// Applies the gizmo's result to the document.
static void apply(editor_transform *transform, const editor_tool_context *context)
{
    pick_gizmo *gizmo = &transform->gizmo[transform->view];
    editor_part_drag *parts = &transform->part_drag;
    transform->refusal[0] = '\0';
    transform->refused = false;
    pick_result result = pick_gizmo_apply(gizmo, transform->targets, transform->count, transform->results);
    if (transform->parts && pick_gizmo_apply(gizmo, parts->targets, parts->target_count, parts->results) != PICK_OK)
        result = PICK_ERROR_NOT_FINITE;
    if (result != PICK_OK)
        snprintf(transform->refusal, sizeof(transform->refusal),
                 "     too far: part of the selection cannot move there");
    transform->collision.stopped = false;
    if (transform->parts) {
        apply_to_parts(transform, context->document);
        return;
    }
    if (context->settings->collide && is_move(gizmo->active) && !gizmo->typing.active) {
        editor_collide(transform, editor_document_level(context->document));
        if (transform->collision.passes && !transform->refusal[0])
            snprintf(transform->refusal, sizeof(transform->refusal), "     %s", transform->collision.passes);
    } else {
        transform->collision.active = false; // it goes where nothing was swept
    }
    if (editor_edit_set_worlds(context->document, transform->objects, transform->results, transform->count) ==
        EDITOR_EDIT_REFUSED) {
        snprintf(transform->refusal, sizeof(transform->refusal), "     %s", editor_document_reason(context->document));
        transform->refused = true;
    }
}

// A free drag moves the grabbed point in its own plane across the view, so that it stays under the pointer. The gizmo
// alone would move the pivot's plane, at another depth.
static void follow_pointer(const editor_transform *transform, pick_gizmo_input *input)
{
    const pick_gizmo *gizmo = &transform->gizmo[transform->view];
    const pick_gizmo_pose *start = &gizmo->start;
    const pick_vec2 press = transform->last.press;
    if (gizmo->typing.active || (input->position.x == press.x && input->position.y == press.y))
        return; // at the press the result is the start, to the bit
    const pick_vec3 across = pick_vec3_cross(start->right, start->up);
    const pick_ray from = pick_view_ray(&start->view, press), to = pick_view_ray(&start->view, input->position);
    // Both ends come from rays: a point hit within the tolerance is not exactly under the pointer.
    pick_vec3 ends[2];
    const pick_ray *rays[2] = {&from, &to};
    for (int i = 0; i < 2; i++) {
        const double t = pick_vec3_dot(across, pick_vec3_sub(transform->grabbed, rays[i]->origin)) /
                         pick_vec3_dot(across, rays[i]->direction);
        ends[i] = pick_vec3_add(rays[i]->origin, pick_vec3_scale(rays[i]->direction, t));
    }
    input->has_base = input->has_point = true;
    input->base = ends[0];
    input->point = ends[1];
}

static void drag(editor_transform *transform, const editor_tool_context *context)
{
    pick_gizmo *gizmo = &transform->gizmo[transform->view];
    const pick_pointer_action *action = &transform->last;
    const bool ctrl = (action->held & PICK_MODIFIER_CTRL) != 0;
    pick_gizmo_input input = {.position = action->position, .snap = context->settings->snap != ctrl};
    // A number that is typed goes before places.
    transform->snapped =
        is_move(gizmo->active) && !gizmo->typing.active && editor_snap_find(transform, context, &input);
    if (transform->free && !input.has_point && !input.snap)
        follow_pointer(transform, &input);
    pick_gizmo_drag(gizmo, &input);
    apply(transform, context);
}

static const char *verb(pick_gizmo_handle handle)
{
    return is_move(handle) ? "Move" : handle <= PICK_GIZMO_TURN_BALL ? "Rotate" : "Scale";
}

// Marks what the drag moves. False: out of memory.
static bool mark_dragged(editor_transform *transform, const editor_level *level)
{
    if (level->object_count > transform->dragged_capacity) {
        bool *grown = realloc(transform->dragged, 2 * (size_t)level->object_count);
        if (!grown)
            return false;
        transform->dragged = grown;
        transform->dragged_capacity = 2 * level->object_count;
    }
    memset(transform->dragged, 0, transform->dragged_capacity);
    for (uint32_t i = 0; !transform->parts && i < transform->count; i++) {
        uint32_t root = transform->objects[i];
        for (uint32_t o = root; o != EDITOR_NONE; o = editor_level_next_below(level, root, o))
            transform->dragged[o] = true;
    }
    return true;
}

// Counts what is selected and not marked.
static void count_left(editor_transform *transform, const editor_document *document)
{
    const editor_level *level = editor_document_level(document);
    const pick_selection *selection = editor_document_selection(document);
    const size_t count = transform->parts ? 0 : pick_selection_count(selection);
    transform->left = (editor_drag_left){0};
    for (size_t i = 0; i < count; i++) {
        const uint32_t object = editor_level_object(level, pick_selection_objects(selection)[i]);
        if (object == EDITOR_NONE || !level->objects[object].exists || transform->dragged[object])
            continue;
        transform->left.hidden += level->objects[object].is_hidden;
        transform->left.locked += level->objects[object].is_locked && !level->objects[object].is_hidden;
    }
}

// Duplicates the objects of the drag, which then moves the copies, and marks those.
static bool copy_dragged(editor_transform *transform, const editor_tool_context *context)
{
    if (editor_edit_duplicate(context->document, transform->objects, transform->count) != EDITOR_EDIT_DONE)
        return false;
    collect(transform, context->document, context->settings->group_pivot, false);
    return transform->count > 0 && mark_dragged(transform, editor_document_level(context->document));
}

// Marks and counts; with `copies`, those are dragged. False: out of memory, or there is nothing to drag.
static bool prepare(editor_transform *transform, const editor_tool_context *context, bool copies)
{
    if (!mark_dragged(transform, editor_document_level(context->document)))
        return false;
    count_left(transform, context->document);
    return !copies || copy_dragged(transform, context);
}

static bool moves_islands(const editor_transform *transform, const editor_tool_context *context)
{
    return context->settings->pivot == PICK_GIZMO_INDIVIDUAL && !transform->has_point;
}

// `copies`: duplicates the objects first.
static void begin(editor_transform *transform, const editor_tool_context *context, pick_gizmo_handle handle,
                  pick_vec2 press, bool copies)
{
    const editor_level *level = editor_document_level(context->document);
    collect_targets(transform, context);
    pick_gizmo *gizmo = &transform->gizmo[context->view];
    char label[128];
    const char *name = transform->count == 1 && !transform->parts ? level->objects[transform->objects[0]].name : NULL;
    copies = copies && !transform->parts;
    if (transform->parts)
        editor_parts_label(transform->parts, level, verb(handle), label, sizeof(label));
    else if (name)
        snprintf(label, sizeof(label), "%s %.60s", copies ? "Duplicate" : verb(handle), name);
    else
        snprintf(label, sizeof(label), "%s %u objects", copies ? "Duplicate" : verb(handle),
                 (unsigned)transform->count);
    if (transform->count == 0 || !editor_document_begin(context->document, label))
        return;
    if (!prepare(transform, context, copies) ||
        (transform->parts && !editor_part_drag_begin(&transform->part_drag, transform->parts, context,
                                                     transform->targets, moves_islands(transform, context))) ||
        !pick_gizmo_begin(gizmo, handle, press, transform->targets, transform->count, transform->active)) {
        editor_document_cancel(context->document);
        return;
    }
    transform->dragging = true;
    transform->part_result = transform->targets[0].world;
    transform->copied = copies;
    transform->free = false;
    transform->view = context->view;
    transform->refusal[0] = '\0';
    transform->refused = false;
    transform->collision.active = false;
    transform->collision.passes = NULL;
    if (context->settings->collide && is_move(handle) && !transform->parts)
        editor_collide_begin(transform, level);
    editor_snap_begin(transform, context, press);
}

// Whether the object or a group that it is in is selected.
static bool is_selected(const editor_level *level, const pick_selection *selection, uint32_t object)
{
    return object != EDITOR_NONE && (pick_selection_contains(selection, level->objects[object].pick) ||
                                     selected_above(level, selection, object));
}

void editor_transform_begin_free(editor_transform *transform, const editor_tool_context *context,
                                 const pick_pointer_action *action)
{
    const editor_level *level = editor_document_level(context->document);
    pick_vec3 grabbed = action->target.nearest;
    if (transform->dragging || action->modifiers != 0)
        return;
    if (transform->parts) {
        if (!editor_parts_selected_at(transform->parts, context, context->view, action->press, &grabbed))
            return;
    } else if (!action->target.hit || !is_selected(level, editor_document_selection(context->document),
                                                   editor_level_object(level, action->target.nearest_object))) {
        return; // the nearest object decides, not the one that the next click would select
    }
    pick_gizmo *gizmo = &transform->gizmo[context->view];
    const pick_gizmo_mode mode = gizmo->desc.mode;
    gizmo->desc.mode = PICK_GIZMO_TRANSLATE; // until the drag ends: it moves, whatever the tool
    begin(transform, context, PICK_GIZMO_MOVE_VIEW, action->press, false);
    if (!transform->dragging) {
        gizmo->desc.mode = mode;
        return;
    }
    transform->free = true;
    transform->grabbed = grabbed;
    editor_snap_begin(transform, context, action->press);
}

void editor_transform_act(editor_transform *transform, const editor_tool_context *context,
                          const pick_pointer_action *action)
{
    if (action->type == PICK_POINTER_DRAG_BEGIN && !transform->dragging)
        begin(transform, context, (pick_gizmo_handle)action->target.handle, action->press,
              action->modifiers == PICK_MODIFIER_SHIFT);
    if (!transform->dragging)
        return;
    if (action->type == PICK_POINTER_DRAG_CANCEL) {
        editor_transform_cancel(transform, context);
        return;
    }
    transform->last = *action;
    drag(transform, context);
    if (action->type != PICK_POINTER_DRAG_END)
        return;
    pick_gizmo *gizmo = &transform->gizmo[transform->view];
    const pick_vec3 before = transform->point;
    if (transform->has_point && is_move(gizmo->active)) { // the chosen pivot moves along
        const pick_affine *now =
            transform->parts
                ? &transform->results[0]
                : &editor_document_level(context->document)->objects[transform->objects[transform->active]].world;
        transform->point = pick_affine_point(now, transform->targets[transform->active].pivot);
    }
    // Copies that were dragged back to their originals are not wanted, nor are those of meshes.
    const bool unwanted = (transform->copied || transform->parts) && !pick_gizmo_changed(gizmo);
    pick_gizmo_end(gizmo);
    editor_part_drag_finish(&transform->part_drag);
    transform->dragging = transform->snapped = false;
    if (unwanted)
        editor_document_cancel(context->document);
    else if (editor_document_commit(context->document) && transform->has_point)
        editor_pivot_moves_add(transform, context->document, before);
}

void editor_transform_cancel(editor_transform *transform, const editor_tool_context *context)
{
    if (!transform->dragging)
        return;
    pick_gizmo_cancel(&transform->gizmo[transform->view]);
    editor_part_drag_finish(&transform->part_drag);
    transform->dragging = transform->snapped = false;
    editor_document_cancel(context->document);
}

bool editor_transform_is_refused(const editor_transform *transform)
{
    return transform->refused && !transform->gizmo[transform->view].typing.active;
}

char editor_typed_character(editor_key key)
{
    if ((key >= (editor_key)'0' && key <= (editor_key)'9') || key == EDITOR_KEY_MINUS || key == EDITOR_KEY_PERIOD ||
        key == EDITOR_KEY_COMMA)
        return (char)key;
    if (key >= EDITOR_KEY_KP_0 && key <= EDITOR_KEY_KP_9)
        return (char)('0' + (key - EDITOR_KEY_KP_0));
    return key == EDITOR_KEY_BACKSPACE ? '\b' : key == EDITOR_KEY_TAB ? '\t' : '\0';
}

bool editor_transform_key(editor_transform *transform, const editor_tool_context *context, const editor_event *event)
{
    bool down = event->type == EDITOR_EVENT_KEY_DOWN;
    bool vertex = event->key == (editor_key)'V' && !(event->modifiers & PICK_MODIFIER_CTRL);
    if (vertex && down && event->repeat)
        return false; // auto-repeat of the held key
    if (vertex)
        transform->vertex_key = down;
    if (!transform->dragging)
        return false;
    if (!vertex) {
        char c = down ? editor_typed_character(event->key) : '\0';
        if (!c || !pick_gizmo_type(&transform->gizmo[transform->view], c))
            return false;
    }
    drag(transform, context);
    return true;
}
