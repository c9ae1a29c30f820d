// panels_internal.h: the functions of the panels, a file each, and the state that they keep between frames.
#ifndef EDITOR_PANELS_PANELS_INTERNAL_H
#define EDITOR_PANELS_PANELS_INTERNAL_H

#include "document/level/search.h"
#include "panels/panels.h"
#include "panels/text_rows.h"
#include "panels/tree_row.h"

// An array of object numbers, for commands.
typedef struct editor_numbers {
    uint32_t *at;
    uint32_t count, capacity;
} editor_numbers;
bool editor_numbers_add(editor_numbers *numbers, uint32_t object);

// The name that is being typed in a row.
typedef struct editor_renaming {
    uint32_t object; // EDITOR_NONE: none
    bool is_new;     // the field has not got the keyboard yet
    bool reveal;     // scroll to the row
    bool shown;      // its row was built in the last frame
    bool over;       // the text is complete
    char text[1024];
    uint32_t named; // for the command
} editor_renaming;

// The tree as a list of rows: those that are not folded away, or those that match the search.
typedef struct editor_outliner {
    bool *open; // per object
    uint32_t open_capacity;
    editor_numbers rows, depths;
    bool rows_stale;
    const editor_level *level; // the level of the rows
    uint64_t tree_revision;    // and its revision
    uint64_t revision;         // likewise, for searches for more than names
    editor_numbers picked;     // scratch for commands
    uint64_t seen_selection;
    bool own_change; // the outliner itself changed the selection: do not scroll
    char search[EDITOR_SEARCH_SIZE];
    editor_error search_error; // why the text is no search
    // The row that is being dragged.
    uint32_t held; // object, or EDITOR_NONE
    pick_vec2 held_at;
    bool dragging;
    bool called_off;    // the drag was cancelled: ignore the mouse until the button is released
    double left, right; // edges of the list: a drop outside is ignored
    uint32_t drop_row;  // row under the mouse, or EDITOR_NONE: after the last one
    int drop_place;     // -1: before that row, 0: into it, 1: after it
    editor_panels_rows shown;
    bool wants_context; // a row was right-clicked
    editor_renaming renaming;
} editor_outliner;

void editor_outliner_finish(editor_outliner *outliner);
void editor_outliner_let_go(editor_outliner *outliner); // of the row that is held
// The search field and its count.
void editor_outliner_show_head(editor_outliner *outliner, editor_ui *ui, const editor_panels_model *model);
void editor_outliner_show(editor_outliner *outliner, editor_ui *ui, const editor_panels_model *model,
                          editor_command *command);

// Opens a text field in the object's row. `reveal`: scrolls to the row, even if the search does not show it. False: the
// name is too long for the field.
bool editor_outliner_begin_rename(editor_outliner *outliner, const editor_level *level, uint32_t object, bool reveal);
// Call after the rows were built. Ends typing that is over, or whose row is out of view, with a command if the text is
// another one than the name.
void editor_outliner_follow_rename(editor_outliner *outliner, const editor_level *level, editor_command *command);

// The selection sets, below the outliner's tree.
typedef struct editor_sets_panel {
    bool is_closed;
    editor_document_moment seen;                                    // when they were counted
    uint32_t count;                                                 // of rows
    uint32_t rows[EDITOR_SET_COUNT];                                // numbers of sets
    uint32_t members[EDITOR_SET_COUNT], selected[EDITOR_SET_COUNT]; // by number: how many, and of these selected
    uint32_t wants_context; // the set whose row was right-clicked, or EDITOR_NONE
} editor_sets_panel;

// The height that the section takes of a panel of the height `room`, points; 0 while the level has no sets.
double editor_sets_height(editor_sets_panel *panel, const editor_ui *ui, const editor_panels_model *model, double room);
// Returns whether it was opened or closed, so that another frame is needed.
bool editor_sets_show(editor_sets_panel *panel, editor_ui *ui, pick_rect rect, const editor_panels_model *model,
                      editor_command *command);

// The cell that the mouse button is down on.
typedef struct editor_assets_panel {
    uint32_t held; // entry, or EDITOR_NONE
    pick_vec2 held_at;
    bool dragged; // out of its place, and the command was given
} editor_assets_panel;

void editor_assets_show(editor_assets_panel *panel, editor_ui *ui, pick_rect rect, double head_height,
                        const editor_panels_model *model, editor_command *command);

typedef struct editor_inspector {
    editor_numbers chosen;          // the selection
    editor_numbers objects;         // what can be seen of it, or all if nothing can: what the values are of
    uint32_t active;                // the one of these whose values are shown
    editor_document_moment seen;    // when they were collected
    editor_document_moment counted; // when the level was
    editor_level_counts counts;
    editor_document_moment shared; // when the next four were
    bool mixed_hidden, mixed_locked, above_locked;
    const char *hidden_by;       // editor_level_hidden_by of the first that is hidden by something else; or NULL
    editor_document_moment used; // when the users of the active object's mesh were counted
    uint32_t users;
    editor_document_moment compared; // when the materials of a slot were
    uint32_t compared_slot, mixed;
    editor_document_moment wide; // when the widths of points and lines were compared
    bool mixed_widths, mixed_units;
    editor_document_moment lined; // when the lines of the level were
    bool mixed_closed, mixed_measures;
    uint32_t first_point, pointed; // of the line, that is shown; and the object that it was shown of
    editor_document_moment sized;  // when the sizes of primitives were compared; bits: those that differ
    uint32_t mixed_sizes;
    editor_document_moment measured; // when the numbers of the transform were
    editor_ui_numbers numbers[3];
    bool is_flat, is_sheared;
    pick_affine *locals;
    uint32_t local_capacity;
    editor_numbers targets; // objects of a command that not all selected ones take part in
    void *values;           // their new values
    size_t value_bytes;
    char refused[EDITOR_UI_WHY_SIZE]; // for the command
    uint32_t slot;                    // of the materials, that is shown
    editor_override material;         // copied values; without fields: none
    editor_light light;               // likewise, if has_light
    editor_lens lens;                 // likewise, if has_lens
    bool has_light, has_lens;
} editor_inspector;

void editor_inspector_finish(editor_inspector *inspector);
void editor_inspector_show(editor_inspector *inspector, editor_ui *ui, const editor_panels_model *model,
                           editor_command *command);
// Position, rotation and scale of the selected objects.
void editor_inspector_show_transform(editor_inspector *inspector, editor_ui *ui, const editor_panels_model *model,
                                     editor_command *command);

// The context menu of a viewport, the outliner or a selection set, made from the actions.
typedef struct editor_context_menu {
    uint32_t menu; // EDITOR_CONTEXT_VIEWPORT, _OUTLINER, _SET; 0: closed
    uint32_t set;  // EDITOR_CONTEXT_SET: which one
    bool is_new;   // not shown yet
    bool by_key;
    pick_vec2 at;
} editor_context_menu;
void editor_context_menu_show(editor_context_menu *context, editor_ui *ui, const editor_panels_model *model,
                              editor_command *command);

// The clips: a row of buttons, and a track to scrub in.
typedef enum editor_timeline_menu {
    EDITOR_TIMELINE_CLOSED,
    EDITOR_TIMELINE_CLIPS,
    EDITOR_TIMELINE_MORE // what the row has no room for
} editor_timeline_menu;
typedef struct editor_timeline_panel {
    editor_timeline_menu menu; // that is open
    bool is_new;               // and was not shown yet
    pick_vec2 at;
} editor_timeline_panel;
// Returns whether another frame is needed.
bool editor_timeline_show(editor_timeline_panel *panel, editor_ui *ui, pick_rect rect, const editor_panels_model *model,
                          editor_command *command);

// What can be done with an empty level.
void editor_empty_state_show(editor_ui *ui, pick_rect viewport, const editor_panels_model *model,
                             editor_command *command);

// The list of undo steps.
typedef struct editor_history_panel {
    const editor_document *document; // shown last
    uint64_t made;
    uint32_t position;
} editor_history_panel;
void editor_history_panel_show(editor_history_panel *panel, editor_ui *ui, pick_rect rect,
                               const editor_panels_model *model, editor_command *command);

// The command palette: a text, and the actions that it finds.
enum { EDITOR_PALETTE_RECENT = 8 };
typedef struct editor_command_palette {
    bool is_open;
    bool is_new;  // not shown yet
    bool refocus; // the field gets the keyboard back
    char text[64];
    editor_numbers rows;                                  // numbers of actions, as listed
    uint32_t selected;                                    // row that Enter runs
    uint32_t recent[EDITOR_PALETTE_RECENT], recent_count; // run from here, the last one first
} editor_command_palette;
void editor_command_palette_finish(editor_command_palette *palette);
void editor_command_palette_open(editor_command_palette *palette);
void editor_command_palette_show(editor_command_palette *palette, editor_ui *ui, const pick_window *window,
                                 const editor_panels_model *model, editor_command *command);

// Memory for the new values of a command, kept by the inspector. NULL: out of memory.
void *editor_inspector_values(editor_inspector *inspector, size_t bytes);
// Fills `targets` with the selected objects of a kind.
void editor_inspector_gather(editor_inspector *inspector, const editor_level *level, editor_object_kind kind);
// Beside the label of a row that was shown at `row`: an arrow that goes back to the model's value. `number`: another
// one for each row of the inspector. Returns whether it was clicked.
bool editor_inspector_reset_arrow(editor_ui *ui, pick_rect row, uint32_t number, const char *tip);
// Makes the command that a refused text stands for, if one was refused.
void editor_inspector_refuse(editor_inspector *inspector, const char *why, editor_command *command);
// The sizes of the selected terrains.
void editor_inspector_show_terrain(editor_inspector *inspector, editor_ui *ui, const editor_panels_model *model,
                                   editor_command *command);
// The sizes of the selected primitives that the active one's shape has.
void editor_inspector_show_primitive(editor_inspector *inspector, editor_ui *ui, const editor_panels_model *model,
                                     editor_command *command);
// The width of the selected points and lines, if the active object has one.
void editor_inspector_show_width(editor_inspector *inspector, editor_ui *ui, const editor_panels_model *model,
                                 editor_command *command);
// What the selected lines of the level are, and the points of the active one, if it is such a line.
void editor_inspector_show_line(editor_inspector *inspector, editor_ui *ui, const editor_panels_model *model,
                                editor_command *command);
// The materials of the selected objects with a mesh, if the active one has one.
void editor_inspector_show_material(editor_inspector *inspector, editor_ui *ui, const editor_panels_model *model,
                                    editor_command *command);
// The selected lights, or cameras, if the active object is one.
void editor_inspector_show_light(editor_inspector *inspector, editor_ui *ui, const editor_panels_model *model,
                                 editor_command *command);
void editor_inspector_show_camera(editor_inspector *inspector, editor_ui *ui, const editor_panels_model *model,
                                  editor_command *command);
// The layers that are in use, and those that all and that some of the selected objects are in.
typedef struct editor_layers_panel {
    editor_document_moment seen;
    uint32_t used, all, some;
    uint32_t first_column; // of the table, that is shown; counted among the layers in use
} editor_layers_panel;
void editor_layers_show(editor_layers_panel *panel, editor_ui *ui, const editor_panels_model *model,
                        editor_command *command);
// The table of which layers see which. `layers`: bits, those in it. `first_column`: where there is no room for all
// columns, the first one that is shown.
void editor_layer_matrix_show(editor_ui *ui, const editor_level *level, uint32_t layers, uint32_t *first_column,
                              editor_command *command);
// What lies over the active viewport and can be clicked: the groups that clicks are in, and that objects are isolated.
void editor_chips_show(editor_ui *ui, const editor_panels_model *model, editor_command *command);
void editor_stats_show(editor_ui *ui, pick_rect viewport, const editor_panels_model *model);
void editor_status_show(editor_ui *ui, pick_rect rect, const editor_panels_model *model, editor_command *command);
// The file that is being read, at the right end of the status line. Returns where it begins, points.
double editor_load_bar_show(editor_ui *ui, pick_rect status, const editor_panels_load *load, editor_command *command);
void editor_menu_show(editor_ui *ui, double height, const editor_panels_model *model, editor_command *command);
void editor_toolbar_show(editor_ui *ui, pick_rect rect, const editor_panels_model *model, editor_command *command);
// The text of a REPORT dialog.
void editor_report_view_show(editor_ui *ui, editor_dialog *dialog);
// The fields of a dialog. Returns whether Enter was pressed in one.
bool editor_form_show(editor_ui *ui, editor_dialog *dialog);
// `was_shown`: the last frame showed a dialog. Returns whether another frame is needed.
bool editor_dialog_show(editor_ui *ui, const editor_panels_model *model, bool was_shown, editor_command *command);

#endif
