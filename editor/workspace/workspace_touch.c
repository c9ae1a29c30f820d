// workspace_touch.c: fingers and pens. They reach farther than a mouse, and a long press opens the context menu.
#include "workspace/workspace_private.h"

#include <math.h>

static const double long_press_seconds = 0.5;

// How far a press may move before it is a drag.
static double dead_zone(const editor_workspace *workspace)
{
    const pick_pointer_desc pointer = pick_pointer_get_desc(workspace->views.view[workspace->views.active].pointer);
    return pointer.dead_zone * pointer.scale;
}

static void set_touch(editor_workspace *workspace, bool touch)
{
    if (touch == workspace->is_touch)
        return;
    workspace->is_touch = touch;
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++) {
        pick_pointer_desc pointer = pick_pointer_get_desc(workspace->views.view[i].pointer);
        const pick_pointer_desc mouse = PICK_POINTER_DESC_DEFAULT;
        pointer.dead_zone = mouse.dead_zone * editor_workspace_reach(workspace);
        pick_pointer_set_desc(workspace->views.view[i].pointer, &pointer);
    }
    // The gizmo is reached from farther away at once, before the press is handled.
    const editor_tool_context context = editor_workspace_context(workspace, workspace->views.active);
    editor_tools_place(workspace->tools, &context);
}

void editor_workspace_touch_event(editor_workspace *workspace, const editor_event *event, bool captured)
{
    editor_long_press *hold = &workspace->hold;
    const bool press = event->type == EDITOR_EVENT_MOUSE_PRESS, release = event->type == EDITOR_EVENT_MOUSE_RELEASE;
    const bool move = event->type == EDITOR_EVENT_MOUSE_MOVE;
    if (press || move || release)
        set_touch(workspace, event->touch);
    if (press)
        *hold = (editor_long_press){.held = event->touch && event->button == PICK_BUTTON_LEFT && !captured,
                                    .is_new = true,
                                    .at = event->position};
    else if (!move || hypot(event->position.x - hold->at.x, event->position.y - hold->at.y) > dead_zone(workspace))
        hold->held = false;
}

void editor_workspace_touch_step(editor_workspace *workspace, double seconds)
{
    editor_long_press *hold = &workspace->hold;
    hold->held &= !editor_tools_is_dragging(workspace->tools); // a handle is dragged without a dead zone
    if (!hold->held)
        return;
    // The time before the step that comes after the press does not count.
    hold->seconds += hold->is_new ? 0 : seconds;
    hold->is_new = false;
    if (hold->seconds < long_press_seconds)
        return;
    const pick_target target = *pick_pointer_hover(editor_views_hovered(&workspace->views)->pointer);
    const pick_vec2 at = hold->at;
    hold->held = false;
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++)
        editor_viewport_cancel(&workspace->views.view[i]);
    // The panels see the finger lifted now: later, it would choose from the menu that has opened below it.
    editor_ui_event(workspace->ui, &(editor_event){.type = EDITOR_EVENT_MOUSE_RELEASE, .position = at});
    editor_workspace_open_context(workspace, &target, at);
}

double editor_workspace_touch_wake(const editor_workspace *workspace)
{
    const editor_long_press *hold = &workspace->hold;
    return !hold->held ? -1 : hold->is_new ? 0 : fmax(0, long_press_seconds - hold->seconds);
}
