#include "view/viewport.h"

#include <math.h>
#include <string.h>

bool editor_viewport_init(editor_viewport *viewport, double ui_scale, double (*clock)(void))
{
    *viewport = (editor_viewport){.camera = EDITOR_CAMERA_DEFAULT,
                                  .navigation = EDITOR_NAVIGATION_DEFAULT,
                                  .clock = clock,
                                  .pick_microseconds = -1};
    pick_pointer_desc desc = PICK_POINTER_DESC_DEFAULT;
    desc.marquee = PICK_MARQUEE_ANYWHERE; // the tools decide which drags are one
    desc.scale = ui_scale;
    return pick_pointer_create(&desc, NULL, &viewport->pointer) == PICK_OK;
}

void editor_viewport_finish(editor_viewport *viewport)
{
    pick_pointer_destroy(viewport->pointer);
    viewport->pointer = NULL;
}

void editor_viewport_place(editor_viewport *viewport, pick_rect rect, const pick_window *window)
{
    pick_vec2 from = pick_window_to_drawable(window, (pick_vec2){rect.x, rect.y});
    pick_vec2 to = pick_window_to_drawable(window, (pick_vec2){rect.x + rect.width, rect.y + rect.height});
    from = (pick_vec2){floor(from.x + 0.5), floor(from.y + 0.5)};
    to = (pick_vec2){floor(to.x + 0.5), floor(to.y + 0.5)};
    viewport->pixels = (render_rect){(float)from.x, (float)from.y, (float)(to.x - from.x), (float)(to.y - from.y)};
    from = pick_window_from_drawable(window, from);
    to = pick_window_from_drawable(window, to);
    viewport->rect = (pick_rect){from.x, from.y, to.x - from.x, to.y - from.y};
}

static double aspect_of(const editor_viewport *viewport)
{
    const pick_rect *r = &viewport->rect;
    return r->width > 0 && r->height > 0 ? r->width / r->height : 1;
}

static bool contains(const editor_viewport *viewport, pick_vec2 p)
{
    return viewport->has_view && pick_view_contains(&viewport->view, p);
}

static void push(editor_viewport *viewport, pick_pointer_event_type type, const editor_event *event, bool captured)
{
    pick_pointer_push(viewport->pointer, &(pick_pointer_event){.type = type,
                                                               .position = event->position,
                                                               .button = event->button,
                                                               .modifiers = event->modifiers,
                                                               .ui_captured = captured,
                                                               .seconds = event->seconds});
}

bool editor_viewport_event(editor_viewport *viewport, const editor_event *event, bool captured)
{
    bool flying = viewport->navigation.flying;
    bool own = !captured && contains(viewport, event->position);
    // During a drag the right button cancels it: do not start flying.
    bool busy = pick_pointer_is_dragging(viewport->pointer) && event->type == EDITOR_EVENT_MOUSE_PRESS;
    const pick_pointer_desc pointer = pick_pointer_get_desc(viewport->pointer);
    viewport->navigation.dead_zone = pointer.dead_zone * pointer.scale;
    bool taken = editor_navigation_event(&viewport->navigation, event, own && !busy, &viewport->camera);
    switch (event->type) {
    case EDITOR_EVENT_MOUSE_MOVE:
    case EDITOR_EVENT_MOUSE_PRESS:
    case EDITOR_EVENT_MOUSE_RELEASE:
        viewport->mouse = event->position;
        viewport->modifiers = event->modifiers;
        viewport->mouse_inside = true;
        viewport->mouse_captured = captured;
        push(viewport,
             event->type == EDITOR_EVENT_MOUSE_MOVE    ? PICK_POINTER_MOVE
             : event->type == EDITOR_EVENT_MOUSE_PRESS ? PICK_POINTER_PRESS
                                                       : PICK_POINTER_RELEASE,
             event, captured);
        return flying && event->type == EDITOR_EVENT_MOUSE_MOVE;
    case EDITOR_EVENT_MOUSE_LEAVE:
        viewport->mouse_inside = false;
        push(viewport, PICK_POINTER_LEAVE, event, false);
        return false;
    case EDITOR_EVENT_FOCUS_LOST:
        push(viewport, PICK_POINTER_CANCEL, event, false);
        return false;
    case EDITOR_EVENT_KEY_UP:
    case EDITOR_EVENT_KEY_DOWN:
        if (event->type == EDITOR_EVENT_KEY_DOWN && event->key == EDITOR_KEY_ESCAPE)
            push(viewport, PICK_POINTER_CANCEL, event, false);
        return false;
    case EDITOR_EVENT_WHEEL:
        if (taken || !own)
            return false;
        editor_navigation_wheel(event->delta.y, event->position, pick_pointer_hover(viewport->pointer), &viewport->view,
                                &viewport->camera);
        return true;
    default:
        return false;
    }
}

void editor_viewport_forget(editor_viewport *viewport)
{
    pick_pointer_reset(viewport->pointer);
    viewport->revision++;
    if (viewport->mouse_inside)
        push(viewport, PICK_POINTER_MOVE, &(editor_event){.position = viewport->mouse}, viewport->mouse_captured);
}

void editor_viewport_cancel(editor_viewport *viewport)
{
    push(viewport, PICK_POINTER_CANCEL, &(editor_event){.position = viewport->mouse}, false);
}

void editor_viewport_set_captured(editor_viewport *viewport, bool captured)
{
    if (!viewport->mouse_inside || captured == viewport->mouse_captured)
        return;
    viewport->mouse_captured = captured;
    push(viewport, PICK_POINTER_MOVE, &(editor_event){.position = viewport->mouse}, captured);
}

static double seconds_now(const editor_viewport *viewport)
{
    return viewport->clock ? viewport->clock() : 0;
}

editor_viewport_changes editor_viewport_update(editor_viewport *viewport, const editor_viewport_host *host,
                                               double seconds)
{
    editor_viewport_changes changes = {0};
    pick_query query = editor_level_query(host->level);
    query.pass_locked = host->pass_locked;
    query.cull = editor_section_cull(&viewport->view);
    pick_pointer_begin_frame(viewport->pointer,
                             &(pick_pointer_frame){.view = viewport->has_view ? &viewport->view : NULL,
                                                   .scene = host->level->scene,
                                                   .query = &query,
                                                   .revision = viewport->revision,
                                                   .handle_test = host->handle_test,
                                                   .group_of = host->group_of,
                                                   .gather = host->gather,
                                                   .user = host->user});
    double start = seconds_now(viewport), spent = 0;
    pick_pointer_action action;
    while (pick_pointer_next(viewport->pointer, &action)) {
        spent += seconds_now(viewport) - start;
        bool moves = action.type == PICK_POINTER_DRAG_BEGIN || action.type == PICK_POINTER_DRAG_MOVE;
        if (action.type == PICK_POINTER_HOVER)
            changes.hover = true;
        else if (moves && action.drag == PICK_DRAG_PLAIN &&
                 editor_navigation_drag(&viewport->navigation, &action, &viewport->view, &viewport->camera))
            changes.camera = true;
        else
            host->act(host->user, &action);
        start = seconds_now(viewport);
    }
    spent += seconds_now(viewport) - start;
    if (viewport->clock && pick_pointer_frame_picks(viewport->pointer) > 0)
        viewport->pick_microseconds = spent * 1e6;
    changes.camera |= editor_navigation_advance(&viewport->navigation, seconds, &viewport->camera);
    return changes;
}

bool editor_viewport_is_busy(const editor_viewport *viewport)
{
    return pick_pointer_is_pending(viewport->pointer) || editor_navigation_is_moving(&viewport->navigation);
}

void editor_viewport_scene_changed(editor_viewport *viewport)
{
    viewport->revision++;
}

bool editor_viewport_frame(editor_viewport *viewport, const editor_level *level, const pick_selection *selection,
                           bool hidden)
{
    const pick_aabb box = pick_selection_count(selection) == 0 ? pick_scene_bounds(level->scene)
                                                               : editor_level_selected_bounds(level, selection, hidden);
    if (pick_aabb_is_empty(&box))
        return false;
    editor_camera_frame(&viewport->camera, &box, aspect_of(viewport));
    return true;
}

void editor_viewport_frame_box(editor_viewport *viewport, const pick_aabb *box)
{
    editor_camera_frame(&viewport->camera, box, aspect_of(viewport));
}

void editor_viewport_prepare(editor_viewport *viewport, const editor_section *section, render_frame *frame)
{
    viewport->next_matrices = editor_camera_get_matrices(&viewport->camera, aspect_of(viewport));
    viewport->next_has_view =
        editor_camera_get_view(&viewport->camera, viewport->rect, &viewport->next_view) == PICK_OK;
    memcpy(frame->projection, viewport->next_matrices.projection, sizeof(frame->projection));
    memcpy(frame->view, viewport->next_matrices.view, sizeof(frame->view));
    frame->eye[0] = viewport->camera.eye.x;
    frame->eye[1] = viewport->camera.eye.y;
    frame->eye[2] = viewport->camera.eye.z;
    frame->viewport = viewport->pixels;
    editor_section_cut_view(section, &viewport->next_view);
    editor_section_cut_frame(section, frame);
}

static bool same_view(const pick_view *a, const pick_view *b)
{
    return a->eye.x == b->eye.x && a->eye.y == b->eye.y && a->eye.z == b->eye.z && a->viewport.x == b->viewport.x &&
           a->viewport.y == b->viewport.y && a->viewport.width == b->viewport.width &&
           a->viewport.height == b->viewport.height && a->section_count == b->section_count && a->caps == b->caps &&
           memcmp(a->section, b->section, sizeof(a->section)) == 0;
}

bool editor_viewport_shown(editor_viewport *viewport)
{
    bool same = viewport->has_view == viewport->next_has_view &&
                memcmp(&viewport->matrices, &viewport->next_matrices, sizeof(viewport->matrices)) == 0 &&
                (!viewport->has_view || same_view(&viewport->view, &viewport->next_view));
    viewport->matrices = viewport->next_matrices;
    viewport->view = viewport->next_view;
    viewport->has_view = viewport->next_has_view;
    if (!same)
        viewport->revision++;
    return !same;
}
