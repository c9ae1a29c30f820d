// actions.h: the table of actions: one row for each thing that menus, toolbar, shortcuts and scripts can do.
#ifndef EDITOR_ACTIONS_H
#define EDITOR_ACTIONS_H

#include "workspace/workspace.h"

typedef struct editor_action {
    const char *name; // in scripts
    const char *menu; // "Edit", or "Object|Align" for a submenu; NULL: in none
    const char *label;
    editor_key key; // EDITOR_KEY_NONE: no shortcut
    uint32_t modifiers;
    void (*run)(editor_workspace *workspace, int argument);
    bool (*enabled)(const editor_workspace *workspace, int argument); // NULL: always
    bool (*checked)(const editor_workspace *workspace, int argument); // NULL: not a toggle
    int argument;
    bool separator;          // a line above it in the menu
    uint8_t bar;             // group of buttons in the toolbar, from 1; 0: not in the toolbar
    const char *short_label; // label in the toolbar, and in the context menu of a set; NULL: `label`
    const char *tip;
    uint8_t context;   // EDITOR_CONTEXT_*: the context menus that it is in
    const char *title; // label where the menu's name does not stand above it; NULL: `label`
    bool in_fields;    // its key works while a field of a panel has the keyboard
    const char *hint;  // what its key does, for the hints beside an empty selection; NULL: not among them
} editor_action;

extern const editor_action EDITOR_ACTIONS[];
extern const uint32_t EDITOR_ACTION_COUNT;

// Finds the row with that name or that default shortcut. NULL: none.
const editor_action *editor_action_find(const char *name);
const editor_action *editor_action_of_key(editor_key key, uint32_t modifiers);

// The default shortcuts of all rows, for editor_workspace_desc.keys and editor_keymap_read. The caller frees it. NULL:
// out of memory.
editor_key_binding *editor_action_keys(void);

// Runs the action if it is enabled. Returns whether it was.
bool editor_action_run(editor_workspace *workspace, const editor_action *action);

// Formats the default shortcut: "Ctrl+Shift+Z"; "" if there is none.
void editor_action_shortcut(const editor_action *action, char out[EDITOR_KEY_TEXT_SIZE]);

// The same rows, for editor_workspace_desc.
extern const editor_action_table EDITOR_ACTION_TABLE;

#endif
