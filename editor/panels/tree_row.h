// tree_row.h: one row of a tree: fold, kind, name, lock and eye.
#ifndef EDITOR_PANELS_TREE_ROW_H
#define EDITOR_PANELS_TREE_ROW_H

#include "panels/icons.h"

// A list of rows, of which only the visible ones are made.
typedef struct editor_tree_rows {
    double height; // of one, points
    uint32_t count;
    uint32_t first, end; // those to be made
} editor_tree_rows;

// `scroll_to`: a row that is to be in view, or EDITOR_NO_ROW.
editor_tree_rows editor_tree_rows_begin(editor_ui *ui, uint32_t count, uint32_t scroll_to);
void editor_tree_rows_end(editor_ui *ui, const editor_tree_rows *rows);
#define EDITOR_NO_ROW UINT32_MAX

typedef struct editor_tree_row {
    uint32_t index; // in the list
    uint32_t depth;
    const char *label;
    editor_icon_kind kind;
    bool has_children, open;
    bool selected, active;
    bool hovered;        // in the viewport
    bool hidden, locked; // its own
    bool dimmed;         // cannot be seen: it or one above is hidden
} editor_tree_row;

typedef enum editor_tree_row_event {
    EDITOR_ROW_NOTHING,
    EDITOR_ROW_CLICK,
    EDITOR_ROW_DOUBLE_CLICK,
    EDITOR_ROW_HELD, // the button is down on it
    EDITOR_ROW_OPEN,
    EDITOR_ROW_HIDE,
    EDITOR_ROW_LOCK
} editor_tree_row_event;

// `rect`: where it is.
editor_tree_row_event editor_tree_row_show(editor_ui *ui, const editor_tree_rows *rows, const editor_tree_row *row,
                                           pick_rect *rect);

#endif
