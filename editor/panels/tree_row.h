// tree_row.h: a row of a tree or a list: fold, kind, name, lock and eye.
#ifndef EDITOR_PANELS_TREE_ROW_H
#define EDITOR_PANELS_TREE_ROW_H

#include "panels/icons.h"

typedef struct editor_tree_row {
    uint32_t index; // in the list
    uint32_t depth;
    const char *label;
    editor_icon_kind kind;
    bool has_children, open;
    bool selected, active;
    bool hovered;        // in the viewport
    bool hidden, locked; // flags of the object itself
    bool dimmed;         // not visible: the object or an ancestor is hidden
    char *text;          // being typed in place of the label, in a buffer of `text_size` bytes; NULL: none
    size_t text_size;
    bool focus;         // gives the keyboard to the text
    const char *detail; // at the right, in place of lock and eye; NULL: these
} editor_tree_row;

typedef enum editor_tree_row_event {
    EDITOR_ROW_NOTHING,
    EDITOR_ROW_CLICK,
    EDITOR_ROW_DOUBLE_CLICK,
    EDITOR_ROW_HELD,  // the mouse button is down on it
    EDITOR_ROW_MENU,  // right click
    EDITOR_ROW_TYPED, // the text is complete: Enter, or a click elsewhere; Esc restores it
    EDITOR_ROW_OPEN,
    EDITOR_ROW_HIDE,
    EDITOR_ROW_LOCK
} editor_tree_row_event;

double editor_tree_row_height(const editor_ui *ui); // points

// `rect`: receives its rectangle.
editor_tree_row_event editor_tree_row_show(editor_ui *ui, const editor_tree_row *row, pick_rect *rect);

#endif
