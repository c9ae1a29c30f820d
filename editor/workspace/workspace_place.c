// workspace_place.c: places a model by dragging it from the assets panel, or copies of objects by a click. Until then
// its objects are in the level already, as a ghost: what one sees is what one gets, and cancelling restores every bit.
#include "workspace/workspace_private.h"

#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>

bool editor_workspace_is_placing(const editor_workspace *workspace)
{
    return workspace->placing.active;
}

// The next random number in 0..1, the same in each session: recordings come to the same level.
static double next_random(editor_placing *placing)
{
    uint64_t x = placing->random ? placing->random : UINT64_C(0x9e3779b97f4a7c15);
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    placing->random = x;
    return (double)(x >> 11) / 9007199254740992.0;
}

static void begin_ghost(editor_workspace *workspace)
{
    workspace->placing.ghost.turn = next_random(&workspace->placing) * 6.283185307179586;
    workspace->placing.stale = true;
}

void editor_workspace_end_place(editor_workspace *workspace)
{
    free(workspace->placing.copied);
    workspace->placing.copied = NULL;
    workspace->placing.active = false;
}

static bool begin(editor_workspace *workspace)
{
    editor_placing *placing = &workspace->placing;
    if (placing->active || editor_workspace_asks(workspace) || editor_document_is_open(workspace->document))
        return false;
    const uint64_t random = placing->random;
    *placing = (editor_placing){.active = true,
                                .asset = EDITOR_NONE,
                                .warnings = editor_workspace_get_level(workspace)->warning_count,
                                .random = random,
                                .mouse = editor_ui_mouse(workspace->ui),
                                .modifiers = editor_ui_modifiers(workspace->ui)};
    begin_ghost(workspace);
    return true;
}

bool editor_workspace_begin_place(editor_workspace *workspace)
{
    return !workspace->desc.no_files && begin(workspace);
}

void editor_workspace_place_copies(editor_workspace *workspace, const char *text)
{
    editor_workspace_cancel_place(workspace);
    char *copied = editor_text_copy(text);
    if (!copied || !begin(workspace)) {
        editor_workspace_say(workspace, copied ? "Cannot place anything now" : "Out of memory");
        free(copied);
        return;
    }
    workspace->placing.copied = copied;
    workspace->placing.keeps = true;
    editor_workspace_say(workspace, "Click to put it there. Shift keeps placing, Esc cancels");
    workspace->dirty = true;
}

void editor_workspace_follow_place(editor_workspace *workspace)
{
    editor_placing *placing = &workspace->placing;
    if (placing->active && placing->asset == EDITOR_NONE && !placing->copied &&
        !editor_workspace_reads_placed(workspace))
        editor_workspace_end_place(workspace); // the model could not be read, or that was cancelled
    if (!placing->active || !placing->stale || (placing->asset == EDITOR_NONE && !placing->copied))
        return;
    placing->stale = false;
    const uint32_t view = editor_views_at(&workspace->views, placing->mouse);
    if (view == EDITOR_VIEW_MAX || !workspace->views.view[view].has_view)
        editor_ghost_drop(workspace);
    else if (placing->ghost.count > 0 || editor_ghost_make(workspace))
        editor_ghost_move(workspace, view);
    else if (placing->copied)
        editor_workspace_end_place(workspace); // what was pasted is refused, and that was said
    workspace->dirty = true;
}

// --- ends ---

void editor_workspace_cancel_place(editor_workspace *workspace)
{
    editor_placing *placing = &workspace->placing;
    if (!placing->active)
        return;
    editor_ghost_drop(workspace);
    editor_workspace_end_place(workspace);
    if (placing->asset != EDITOR_NONE)
        editor_workspace_drop_boxes(workspace, placing->asset);
    if (workspace->work == EDITOR_WORK_PLACE)
        workspace->work = EDITOR_WORK_NONE;
    editor_workspace_cancel_placed(workspace);
    workspace->message[0] = '\0';
    workspace->dirty = true;
}

static void say_placed(editor_workspace *workspace, bool again)
{
    editor_placing *placing = &workspace->placing;
    const editor_level *level = editor_workspace_get_level(workspace);
    const char *more = again ? ". Click for the next one; Esc ends" : "";
    const uint32_t before = placing->warnings, now = level->warning_count;
    char warnings[64], hidden[48];
    editor_workspace_describe_warnings(now > before ? now - before : 0, warnings, sizeof(warnings));
    placing->warnings = now;
    editor_workspace_describe_hidden(workspace, placing->ghost.roots[0], hidden, sizeof(hidden));
    if (placing->ghost.count == 1)
        editor_workspace_say(workspace, "Placed %.100s%s%s%s", level->objects[placing->ghost.roots[0]].name, hidden,
                             warnings, more);
    else
        editor_workspace_say(workspace, "Placed %u objects%s%s%s", (unsigned)placing->ghost.count, hidden, warnings,
                             more);
}

static void finish(editor_workspace *workspace, bool again)
{
    editor_placing *placing = &workspace->placing;
    placing->stale = true; // the last position counts
    if (placing->asset == EDITOR_NONE && !placing->copied &&
        editor_views_at(&workspace->views, placing->mouse) < EDITOR_VIEW_MAX) {
        // Released before the model was read: it comes there once it is.
        placing->active = false;
        workspace->drops.placed = 0;
        workspace->drops.was_placed = true;
        workspace->drops.point = editor_workspace_surface(workspace, &placing->mouse);
        if (workspace->work == EDITOR_WORK_PLACE)
            workspace->work = EDITOR_WORK_IMPORT;
        workspace->is_drop = true;
        editor_workspace_drop_placed(workspace);
        return;
    }
    editor_workspace_follow_place(workspace);
    if (placing->ghost.count == 0) {
        editor_workspace_cancel_place(workspace);
        return;
    }
    say_placed(workspace, again);
    const uint64_t steps = editor_document_count_done(workspace->document);
    editor_ghost_keep(workspace);
    if (placing->asset != EDITOR_NONE)
        editor_workspace_keep_boxes(workspace, placing->asset, steps);
    if (!again)
        editor_workspace_end_place(workspace);
    placing->keeps = again;
    placing->pressed = false;
    begin_ghost(workspace);
}

// A press or a release of the left button.
static bool take_button(editor_workspace *workspace, const editor_event *event)
{
    editor_placing *placing = &workspace->placing;
    const bool press = event->type == EDITOR_EVENT_MOUSE_PRESS;
    if (press && editor_views_at(&workspace->views, event->position) == EDITOR_VIEW_MAX) {
        editor_workspace_cancel_place(workspace); // the panels get it
        return false;
    }
    if (!press && (placing->pressed || !placing->keeps))
        finish(workspace, (event->modifiers & PICK_MODIFIER_SHIFT) != 0);
    else
        placing->pressed = press;
    return true;
}

bool editor_workspace_place_event(editor_workspace *workspace, const editor_event *event)
{
    editor_placing *placing = &workspace->placing;
    switch (event->type) {
    case EDITOR_EVENT_MOUSE_PRESS:
    case EDITOR_EVENT_MOUSE_RELEASE:
    case EDITOR_EVENT_MOUSE_MOVE:
        placing->mouse = event->position;
        placing->modifiers = event->modifiers;
        placing->stale = true;
        if (event->type == EDITOR_EVENT_MOUSE_MOVE)
            return false;
        if (event->button == PICK_BUTTON_LEFT)
            return take_button(workspace, event);
        if (event->button == PICK_BUTTON_RIGHT && event->type == EDITOR_EVENT_MOUSE_PRESS)
            editor_workspace_cancel_place(workspace);
        return event->button == PICK_BUTTON_RIGHT;
    case EDITOR_EVENT_MOUSE_LEAVE:
        placing->mouse = (pick_vec2){-1, -1};
        placing->stale = true;
        return false;
    case EDITOR_EVENT_WHEEL:
        placing->stale = true; // the camera moves
        return false;
    case EDITOR_EVENT_KEY_DOWN:
    case EDITOR_EVENT_KEY_UP:
        placing->modifiers = event->modifiers;
        placing->stale = true;
        if (event->type == EDITOR_EVENT_KEY_DOWN && event->key == EDITOR_KEY_ESCAPE)
            editor_workspace_cancel_place(workspace);
        return true;
    case EDITOR_EVENT_FOCUS_LOST:
    case EDITOR_EVENT_QUIT:
    case EDITOR_EVENT_CLOSE:
    case EDITOR_EVENT_DROP:
        editor_workspace_cancel_place(workspace);
        return false;
    default:
        return false;
    }
}
