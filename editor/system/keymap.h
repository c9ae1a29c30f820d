// keymap.h: names of keys, and files that give actions other keys.
//
// File:       a line for each action: "duplicate = Ctrl+Shift+D", or "duplicate = none". '#' begins a comment. Actions
//             that the file does not name keep their keys.
// Keys:       A to Z, 0 to 9, F1 to F12, Num 0 to Num 9, Space, Tab, Enter, Esc, Backspace, Insert, Del, Left, Right,
//             Up, Down, Home, End, Page Up, Page Down, Menu, comma, minus, period and slash; in front of them Ctrl+,
//             Shift+ and Alt+. Case and blanks do not count.
// Conflicts:  a key that the file gives to an action is taken from the action that has it by default. The second of two
//             lines that give away the same key is not used.
#ifndef EDITOR_SYSTEM_KEYMAP_H
#define EDITOR_SYSTEM_KEYMAP_H

#include "system/error.h"
#include "system/input.h"

enum { EDITOR_KEY_TEXT_SIZE = 40 };

// Writes "Ctrl+Shift+Z"; "" for EDITOR_KEY_NONE.
void editor_key_write(editor_key key, uint32_t modifiers, char out[EDITOR_KEY_TEXT_SIZE]);
// Reads it. False: not a key; nothing was changed.
bool editor_key_read(const char *text, editor_key *key, uint32_t *modifiers);

// The key of an action.
typedef struct editor_key_binding {
    const char *action; // its name
    editor_key key;     // EDITOR_KEY_NONE: none
    uint32_t modifiers; // PICK_MODIFIER_*
    uint32_t line;      // of the file, from 1; 0: its default
} editor_key_binding;

// Returns the binding with that name, or NULL.
editor_key_binding *editor_keymap_find(editor_key_binding *bindings, uint32_t count, const char *action);

// What is wrong with a file: "PATH:LINE: ..."; said once for each line.
typedef void (*editor_keymap_problem)(void *user, const char *text);

// Changes the bindings as a file says. Lines that are wrong are reported and left out. False: the file cannot be read;
// `error` has one line.
bool editor_keymap_read(const char *path, editor_key_binding *bindings, uint32_t count, editor_keymap_problem problem,
                        void *user, editor_error *error);

// Writes a line, as in a file, without a line break.
void editor_keymap_write(const editor_key_binding *binding, char *out, size_t size);

#endif
