// workspace_keys.c: keys that are pressed before the text field that they are for has the keyboard, again before a
// picture showed their release, or before the pointers acted on a click. Where pictures are slow, several events come
// before the next one: letters after Ctrl+P must not run actions, two presses of Tab are two, and Del after a click
// deletes what the click selected.
#include "workspace/workspace_private.h"

#include <string.h>

// Pictures: a field is laid out in the first one, activated in the second, and has the keyboard in the third.
enum { LEAST_WAIT = 2, LONGEST_WAIT = 5 };

static void await_pictures(editor_workspace *workspace, bool released)
{
    workspace->ahead.waits = workspace->window.drawable_width >= 1 && workspace->window.drawable_height >= 1;
    workspace->ahead.pictures = 0;
    workspace->ahead.released = released;
}

// The text of the key that opened the field is not for it. It comes before or after the key's release.
static void drop_own_text(editor_keys_ahead *ahead)
{
    uint32_t i = 0;
    while (i < ahead->count && ahead->events[i].type == EDITOR_EVENT_KEY_UP)
        i++;
    if (i == ahead->count || ahead->events[i].type != EDITOR_EVENT_TEXT)
        return;
    ahead->count--;
    memmove(&ahead->events[i], &ahead->events[i + 1], (ahead->count - i) * sizeof(ahead->events[0]));
}

void editor_workspace_await_keyboard(editor_workspace *workspace)
{
    await_pictures(workspace, false);
    drop_own_text(&workspace->ahead);
}

void editor_workspace_count_picture(editor_workspace *workspace)
{
    editor_keys_ahead *ahead = &workspace->ahead;
    ahead->pictures += ahead->waits;
    if (ahead->released || ahead->pictures >= LONGEST_WAIT ||
        (ahead->pictures >= LEAST_WAIT && editor_ui_owns_keyboard(workspace->ui)))
        ahead->waits = false;
}

bool editor_workspace_is_letter(const editor_event *event)
{
    return event->key >= EDITOR_KEY_SPACE && event->key < EDITOR_KEY_TAB &&
           (event->modifiers & (PICK_MODIFIER_CTRL | PICK_MODIFIER_ALT)) == 0;
}

// The keys that edit text are those without Ctrl and Alt, but for F1 to F12, and some with Ctrl.
static bool edits_text(const editor_event *event)
{
    if ((event->modifiers & (PICK_MODIFIER_CTRL | PICK_MODIFIER_ALT)) == 0)
        return event->key < EDITOR_KEY_F1 || event->key > EDITOR_KEY_F12;
    return event->key < 128 && strchr("ACVXY", (int)event->key) != NULL;
}

bool editor_workspace_is_field_action(const editor_workspace *workspace, const editor_event *event, uint32_t *action)
{
    const editor_action_table *actions = workspace->desc.actions;
    uint32_t row;
    return actions && actions->works_in_fields && !event->repeat && !edits_text(event) &&
           editor_ui_types_in_field(workspace->ui) && !editor_panels_palette(workspace->panels, &row) &&
           actions->find_key(workspace, event->key, event->modifiers, action) && actions->works_in_fields(*action);
}

// Whether the panels would take the press for one that goes on. Letters come as text too.
static bool is_too_early(const editor_workspace *workspace, const editor_event *event)
{
    return event->type == EDITOR_EVENT_KEY_DOWN && !editor_workspace_is_letter(event) &&
           editor_ui_owns_keyboard(workspace->ui) && editor_ui_hides_release(workspace->ui, event->key);
}

static bool is_held(const editor_keys_ahead *ahead, editor_key key)
{
    for (uint32_t i = 0; i < ahead->count; i++) {
        if (ahead->events[i].type == EDITOR_EVENT_KEY_DOWN && ahead->events[i].key == key)
            return true;
    }
    return false;
}

bool editor_workspace_keep_key(editor_workspace *workspace, const editor_event *event)
{
    editor_keys_ahead *ahead = &workspace->ahead;
    const bool is_command = event->type == EDITOR_EVENT_KEY_DOWN || event->type == EDITOR_EVENT_CLOSE;
    if (!ahead->waits && ahead->count == 0 &&
        (is_too_early(workspace, event) || (is_command && workspace->clicks_wait)))
        await_pictures(workspace, true);
    const bool waits = ahead->waits || ahead->count > 0;
    // The release, and the text, of the key that opened the field are not for it.
    const bool keeps = is_command                           ? waits
                       : event->type == EDITOR_EVENT_KEY_UP ? is_held(ahead, event->key)
                                                            : event->type == EDITOR_EVENT_TEXT && ahead->count > 0;
    if (keeps && ahead->count < EDITOR_KEYS_AHEAD)
        ahead->events[ahead->count++] = *event;
    return keeps;
}

bool editor_workspace_next_key(editor_workspace *workspace, editor_event *out)
{
    editor_keys_ahead *ahead = &workspace->ahead;
    if (!ahead->waits && ahead->count > 0 && is_too_early(workspace, &ahead->events[0]))
        await_pictures(workspace, true);
    if (ahead->waits || ahead->count == 0)
        return false;
    *out = ahead->events[0];
    memmove(ahead->events, ahead->events + 1, --ahead->count * sizeof(*ahead->events));
    return true;
}
