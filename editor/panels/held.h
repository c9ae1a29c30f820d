// held.h: the buttons and keys that the next picture shows as down. A press that ends before the next picture still
// counts in it.
#ifndef EDITOR_PANELS_HELD_H
#define EDITOR_PANELS_HELD_H

#include "system/input.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct editor_held {
    bool buttons[PICK_BUTTON_COUNT], pressed[PICK_BUTTON_COUNT]; // down now; went down since the last picture
    bool keys[EDITOR_KEY_COUNT], tapped[EDITOR_KEY_COUNT];
    bool shown[EDITOR_KEY_COUNT]; // keys that the last picture showed as down
    uint32_t modifiers;           // PICK_MODIFIER_*
} editor_held;

// Handles presses and releases. Losing the focus releases everything.
void editor_held_event(editor_held *held, const editor_event *event);

// Sets what the next picture shows as down; call once per picture. Returns whether any of them is already released, so
// that one more picture is needed.
bool editor_held_take_buttons(editor_held *held, bool down[PICK_BUTTON_COUNT]);
bool editor_held_take_keys(editor_held *held, bool down[EDITOR_KEY_COUNT]);
// The next picture shows none of the keys that went down since the last one: they were for nothing in it.
void editor_held_forget_keys(editor_held *held);
// Whether no picture has shown yet that the key was released. Pressed before that, it would look like one that is held.
bool editor_held_hides_release(const editor_held *held, editor_key key);

#ifdef __cplusplus
}
#endif

#endif
