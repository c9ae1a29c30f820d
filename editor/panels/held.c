#include "panels/held.h"

#include <string.h>

void editor_held_event(editor_held *held, const editor_event *event)
{
    // Only mouse and key events carry modifiers, and recordings keep those.
    if (event->type >= EDITOR_EVENT_MOUSE_MOVE && event->type <= EDITOR_EVENT_KEY_UP &&
        event->type != EDITOR_EVENT_MOUSE_LEAVE)
        held->modifiers = event->modifiers & (PICK_MODIFIER_SHIFT | PICK_MODIFIER_CTRL | PICK_MODIFIER_ALT);
    // Nobody types text with Ctrl or Alt held: another window may have received their release.
    if (event->type == EDITOR_EVENT_TEXT)
        held->modifiers &= PICK_MODIFIER_SHIFT;
    bool press = event->type == EDITOR_EVENT_MOUSE_PRESS || event->type == EDITOR_EVENT_KEY_DOWN;
    if (press || event->type == EDITOR_EVENT_MOUSE_RELEASE || event->type == EDITOR_EVENT_KEY_UP) {
        bool key = event->type == EDITOR_EVENT_KEY_DOWN || event->type == EDITOR_EVENT_KEY_UP;
        if (!key && event->button >= PICK_BUTTON_COUNT)
            return;
        *(key ? &held->keys[event->key] : &held->buttons[event->button]) = press;
        *(key ? &held->tapped[event->key] : &held->pressed[event->button]) |= press;
    } else if (event->type == EDITOR_EVENT_FOCUS_LOST) {
        memset(held->buttons, 0, sizeof(held->buttons));
        memset(held->keys, 0, sizeof(held->keys));
    }
}

static bool take(const bool *down, bool *went_down, int count, bool *out)
{
    bool over = false;
    for (int i = 0; i < count; i++) {
        out[i] = down[i] || went_down[i];
        over |= went_down[i] && !down[i];
        went_down[i] = false;
    }
    return over;
}

bool editor_held_take_buttons(editor_held *held, bool down[PICK_BUTTON_COUNT])
{
    return take(held->buttons, held->pressed, PICK_BUTTON_COUNT, down);
}

bool editor_held_take_keys(editor_held *held, bool down[EDITOR_KEY_COUNT])
{
    const bool over = take(held->keys, held->tapped, EDITOR_KEY_COUNT, down);
    memcpy(held->shown, down, sizeof(held->shown));
    return over;
}

void editor_held_forget_keys(editor_held *held)
{
    for (int i = 0; i < EDITOR_KEY_COUNT; i++) {
        held->tapped[i] = false;
        held->keys[i] &= held->shown[i]; // one that the last picture showed is still held
    }
}

bool editor_held_hides_release(const editor_held *held, editor_key key)
{
    return !held->keys[key] && (held->shown[key] || held->tapped[key]);
}
