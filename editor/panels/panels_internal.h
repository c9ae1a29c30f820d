// panels_internal.h: the panels, one file each, and what they keep from frame to frame.
#ifndef EDITOR_PANELS_PANELS_INTERNAL_H
#define EDITOR_PANELS_PANELS_INTERNAL_H

#include "panels.h"

// The tree as a list of the rows that are not folded away.
typedef struct editor_outliner {
    uint32_t object_count; // that the arrays are for
    uint32_t *first_child, *next_sibling;
    bool *open;
    uint32_t *rows, *depths; // object and depth of each row
    uint32_t row_count;
    bool rows_stale;
    pick_object_id *range; // scratch for what a Shift-click takes
    uint64_t seen_revision;
    bool own_change; // the selection was changed here, so the list stays where it is
} editor_outliner;

bool editor_outliner_init(editor_outliner *outliner, const editor_level *level);
void editor_outliner_finish(editor_outliner *outliner);
void editor_outliner_show(editor_outliner *outliner, editor_ui *ui, const editor_panels_model *model,
                          editor_command *command);

void editor_inspector_show(editor_ui *ui, const editor_panels_model *model, editor_command *command);
void editor_status_show(editor_ui *ui, pick_rect rect, const editor_panels_model *model);
void editor_menu_show(editor_ui *ui, double height, const editor_panels_model *model, editor_command *command);

#endif
