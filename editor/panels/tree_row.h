// tree_row.h: a row of a tree: fold, kind, name, lock and eye.
#ifndef EDITOR_PANELS_TREE_ROW_H
#define EDITOR_PANELS_TREE_ROW_H

#include "panels/icons.h"

// A list of rows. Only the visible ones are built.
typedef struct editor_tree_rows {
    double height; // height of a row, points
    uint32_t count;
    uint32_t first, end; // the visible rows
} editor_tree_rows;

// `scroll_to`: a row to scroll into view, or EDITOR_NO_ROW.
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
    bool hidden, locked; // flags of the object itself
    bool dimmed;         // not visible: the object or an ancestor is hidden
} editor_tree_row;

typedef enum editor_tree_row_event {
    EDITOR_ROW_NOTHING,
    EDITOR_ROW_CLICK,
    EDITOR_ROW_DOUBLE_CLICK,
    EDITOR_ROW_HELD, // the mouse button is down on it
    EDITOR_ROW_OPEN,
    EDITOR_ROW_HIDE,
    EDITOR_ROW_LOCK
} editor_tree_row_event;

// `rect`: receives its rectangle.
editor_tree_row_event editor_tree_row_show(editor_ui *ui, const editor_tree_rows *rows, const editor_tree_row *row,
                                           pick_rect *rect);

#endif
