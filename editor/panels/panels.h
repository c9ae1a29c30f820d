// panels.h: the panels around the viewports: menu, toolbar, outliner, layers, inspector, status line, dialogs.
//
// Panels read the document and never change it: they return commands, which the workspace carries out.
#ifndef EDITOR_PANELS_PANELS_H
#define EDITOR_PANELS_PANELS_H

#include "document/history/document.h"
#include "panels/imgui_face.h"
#include "system/asset_folder.h"
#include "system/keymap.h"
#include "system/path.h"
#include "system/settings.h"

typedef struct editor_panels editor_panels;

// The current state of a row of the action table.
typedef struct editor_panel_action {
    const char *menu; // "Edit", or "Object|Align" for a menu in a menu; NULL: in none
    const char *label;
    const char *bar_label;               // label in the toolbar, and in the context menu of a set
    const char *tip;                     // NULL: none
    char shortcut[EDITOR_KEY_TEXT_SIZE]; // "": none
    bool separator;                      // a line above it
    bool enabled;
    bool has_check, checked;
    uint8_t bar;       // group of buttons in the toolbar, from 1, or EDITOR_BAR_TIMELINE; 0: no button
    uint8_t context;   // EDITOR_CONTEXT_*: the context menus that it is in
    const char *title; // label where the menu's name does not stand above it
    const char *hint;  // what its key does, for the hints beside an empty selection; NULL: not among them
} editor_panel_action;

// The context menus, as bits.
enum {
    EDITOR_CONTEXT_VIEWPORT = 1,
    EDITOR_CONTEXT_OUTLINER = 2,
    EDITOR_CONTEXT_SUBMENU = 4, // there in a submenu with the name of its menu, as are all actions of submenus
    EDITOR_CONTEXT_START = 8,   // listed in the viewport of an empty level
    EDITOR_CONTEXT_ADD = 16,    // of what can be added at the cursor; in submenus only what the Add menu has there
    EDITOR_CONTEXT_SET = 32     // of a selection set in the outliner, with the short labels of the toolbar
};

enum { EDITOR_BAR_TIMELINE = 8 }; // the buttons of the timeline

// The kinds of dialogs. The workspace owns the dialog.
typedef enum editor_dialog_kind {
    EDITOR_DIALOG_NONE,
    EDITOR_DIALOG_MESSAGE,   // title, text
    EDITOR_DIALOG_CONFIRM,   // title, text, rows if there are any, and answers: yes, no, cancel
    EDITOR_DIALOG_FILE,      // title, a path to edit
    EDITOR_DIALOG_TEXT,      // title, a name to edit
    EDITOR_DIALOG_FORM,      // title, text, fields to fill in
    EDITOR_DIALOG_SHORTCUTS, // the sheet
    EDITOR_DIALOG_REPORT,    // title, the report
    EDITOR_DIALOG_STACK      // a list of the objects under the cursor
} editor_dialog_kind;

// A path, and more than that, so that one which is too long is refused and not cut.
enum { EDITOR_DIALOG_ANSWERS = 4, EDITOR_DIALOG_TEXT_SIZE = 2 * EDITOR_PATH_SIZE };

typedef struct editor_dialog_row {
    char *label; // name of a file or an object
    bool strong; // a folder; an object that can be selected; a copy
    char detail[64];
} editor_dialog_row;

enum { EDITOR_FORM_FIELDS = 8, EDITOR_FORM_CHOICES = 4 };

// A number to type, as in the inspector (number_text.h), or one of several choices: side by side, or in a list.
typedef struct editor_form_field {
    const char *label;
    const char *choices[EDITOR_FORM_CHOICES]; // labels; without any it is a number, or
    const char **list; // more labels than have room side by side, list_count of them; the dialog frees the list
    uint32_t list_count;
    uint32_t chosen;
    editor_quantity quantity;
    double value; // before it is typed
    char text[64];
    uint32_t edition; // another one when the text was set from outside, so that the cursor does not keep the old one
    pick_rect rects[EDITOR_FORM_CHOICES]; // where its choices are, the first: the number; written by the panels
} editor_form_field;

// Makes it a field for a number: its text is the shortest that reads back as `value`.
void editor_form_set_number(editor_form_field *field, const char *label, editor_quantity quantity, double value);
// The number that the field's text makes. False: none, and `why`, EDITOR_UI_WHY_SIZE bytes, says so.
bool editor_form_number(const editor_form_field *field, double *out, char *why);

typedef struct editor_dialog {
    editor_dialog_kind kind;
    char title[160];
    char text[EDITOR_DIALOG_TEXT_SIZE];         // the message; FILE and TEXT: the text being typed
    const char *answers[EDITOR_DIALOG_ANSWERS]; // labels of the buttons: Enter presses the first, Esc the last
    pick_rect buttons[EDITOR_DIALOG_ANSWERS];   // where these are; written by the panels
    editor_dialog_row *rows;
    uint32_t row_count;
    pick_vec2 at;      // STACK: where it opens
    bool is_new;       // not shown yet
    uint32_t hovered;  // row under the mouse, or EDITOR_NONE; written by the panels
    uint32_t selected; // row that the answers are about, which the arrow keys change; EDITOR_NONE: rows have none
    editor_form_field fields[EDITOR_FORM_FIELDS]; // FORM
    uint32_t field_count;
    const char *note; // FILE, TEXT, FORM: what is wrong; NULL: nothing
    char note_text[EDITOR_UI_WHY_SIZE];
    char *report;         // REPORT: its lines
    char *wrapped;        // the same as shown, wrapped to a width; written by the panels
    double wrapped_width; // points
    const char *hint;     // TEXT: shown in the empty field; NULL: "Name"
} editor_dialog;

// A file that is being read.
typedef struct editor_panels_load {
    const char *name;     // NULL: none is
    const char *stage;    // "Building"
    double fraction;      // of the stage, 0 to 1; negative: not known
    uint64_t done, total; // bytes of a file, if counts_bytes
    bool counts_bytes;
    double seconds;   // a clock, for what moves meanwhile
    uint32_t waiting; // files that are read after it
} editor_panels_load;

// The clips that can be played, and the pose that is shown.
typedef struct editor_panels_timeline {
    const editor_clip_row *clips;
    uint32_t clip_count, clip; // the chosen one
    double time, length;       // seconds
    bool posed;                // the level is shown at that time; false: at rest
    bool playing, loops;
} editor_panels_timeline;

// What the panels show. Everything is borrowed for the frame.
typedef struct editor_panels_model {
    const editor_document *document;
    const editor_settings *settings;
    const editor_panel_action *actions;
    uint32_t action_count;
    editor_dialog *dialog;
    const pick_target *hover;
    const char *hover_name; // the object that a click would select
    pick_rect view;         // the active viewport, points
    const char *view_name;  // at its upper left; NULL: none
    double corner;          // points at the right of its upper edge that the axis widget takes; 0: it is not there
    const uint32_t *crumbs; // the groups that clicks are in, the outermost first
    uint32_t crumb_count;
    bool is_isolating;
    uint32_t section_planes; // that cut the views
    const char *part_mode;   // "vertices" or another name of what clicks select; NULL: objects
    uint32_t isolated;       // how many objects; one: `isolated_name`
    const char *isolated_name;
    const char *tool_text;    // status of a drag; "": none
    const char *hint;         // where no object is under the mouse
    const char *message;      // result of the last command; "": none
    double pick_microseconds; // the last pick; negative: none yet
    double frame_milliseconds;
    uint64_t frame_count, pick_count;
    double fly_speed; // metres per second while flying, else 0
    const char *device_name;
    const char *const *figures; // lines of the stats panel in pairs: label, value
    uint32_t figure_count;      // pairs
    editor_panels_load load;
    editor_panels_timeline timeline;
    editor_asset_folder *assets; // of the assets panel, which writes only `search` and `seen`
} editor_panels_model;

typedef enum editor_command_type {
    EDITOR_COMMAND_NONE,
    EDITOR_COMMAND_ACTION,        // number of the action
    EDITOR_COMMAND_SELECT_SET,    // set; value: its objects are added to the selection
    EDITOR_COMMAND_SET_ACTION,    // number of the action, done to `set`
    EDITOR_COMMAND_SELECT,        // op, objects, object_count; the last one becomes active
    EDITOR_COMMAND_RENAME,        // objects: one; text: its new name, as typed
    EDITOR_COMMAND_LEAVE,         // isolation
    EDITOR_COMMAND_LEAVE_PARTS,   // clicks select objects again
    EDITOR_COMMAND_UNCUT,         // nothing is cut by a section any more
    EDITOR_COMMAND_CLIP,          // number: the clip to show from now on
    EDITOR_COMMAND_SCRUB,         // seconds: the time to show
    EDITOR_COMMAND_CANCEL_LOAD,   // of the file that is being read
    EDITOR_COMMAND_ENTER,         // number: the group that clicks are in from now on, or EDITOR_NONE: in none
    EDITOR_COMMAND_HIDE,          // objects, value
    EDITOR_COMMAND_LOCK,          // objects, value
    EDITOR_COMMAND_SET_LOCALS,    // objects, locals; value: typed, a step of its own
    EDITOR_COMMAND_SET_SIZES,     // objects, primitives; value as for SET_LOCALS
    EDITOR_COMMAND_SET_LIGHTS,    // objects, lights; likewise
    EDITOR_COMMAND_SET_LENSES,    // objects, lenses; likewise
    EDITOR_COMMAND_SET_MATERIALS, // objects, overrides; likewise
    EDITOR_COMMAND_SET_WIDTHS,    // objects, widths; likewise
    EDITOR_COMMAND_SET_LINES,     // objects, lines; likewise
    EDITOR_COMMAND_SET_TERRAINS,  // objects, terrains; likewise
    EDITOR_COMMAND_SET_HOLES,     // objects, terrains, with holes or without: value
    EDITOR_COMMAND_LOOK,          // number: the camera to look through
    EDITOR_COMMAND_SET_CAMERA,    // number: the camera to set from the view
    EDITOR_COMMAND_REFUSED,       // text: why what was typed is refused
    EDITOR_COMMAND_REPARENT,      // objects, parent, before
    EDITOR_COMMAND_SET_LAYERS,    // layers to remove from and to add to the selection: remove, add
    EDITOR_COMMAND_LAYER_FLAGS,   // hidden in `remove`, locked in `add`
    EDITOR_COMMAND_LAYER_SIGHT,   // whether layer `remove` sees layer `add` (numbers): value
    EDITOR_COMMAND_SETTINGS,      // settings
    EDITOR_COMMAND_ASSET,         // asset; number of an entry of the assets
    EDITOR_COMMAND_HISTORY,       // number of steps that shall be done: undoes or redoes the others
    EDITOR_COMMAND_ANSWER,        // number of the dialog's button
    EDITOR_COMMAND_ROW,           // number of the chosen row; value: double-clicked
    EDITOR_COMMAND_TYPED          // the dialog's text changed
} editor_command_type;

typedef enum editor_asset_op {
    EDITOR_ASSET_NOTHING,
    EDITOR_ASSET_CHOOSE, // another folder
    EDITOR_ASSET_SEARCH, // the text changed
    EDITOR_ASSET_ENTER,  // the folder of an entry
    EDITOR_ASSET_IMPORT, // the model of an entry, into the view
    EDITOR_ASSET_PLACE   // it is being dragged out of the panel
} editor_asset_op;

typedef struct editor_command {
    editor_command_type type;
    editor_asset_op asset;
    uint32_t number;
    double seconds;
    bool value;
    pick_selection_op op;
    const uint32_t *objects; // numbers; valid until the next frame
    uint32_t object_count;
    const pick_affine *locals;
    const editor_primitive *primitives;
    const editor_light *lights;
    const editor_lens *lenses;
    const editor_override *overrides; // one for each object
    const editor_width *widths;       // likewise
    const editor_line *lines;         // likewise
    const editor_terrain *terrains;   // likewise
    const char *text;                 // valid until the next frame
    uint32_t parent, before;
    uint32_t set;
    uint32_t remove, add;
    uint32_t modifiers; // held
    bool from_palette;  // the action was chosen in the command palette
    bool from_outliner; // likewise, in the outliner's context menu
    uint32_t left;      // hidden objects that are selected, and left as they are
    editor_settings settings;
} editor_command;

editor_panels *editor_panels_create(void);         // NULL: out of memory
void editor_panels_destroy(editor_panels *panels); // NULL is fine

// Hides or shows outliner, inspector, undo history, assets and timeline, as the settings say. A window that is too low
// has no assets, which are below the viewports, and no timeline, which is between them. `has_clips`: the level has
// some.
void editor_panels_arrange(editor_panels *panels, const editor_settings *settings, bool has_clips);

// Opens a context menu with the next frame. `menu`: its bit. `by_key`: the first entry is highlighted.
void editor_panels_open_context(editor_panels *panels, uint32_t menu, pick_vec2 at, bool by_key);
// The context menu that is open; 0: none.
uint32_t editor_panels_context(const editor_panels *panels);
// Opens the command palette with the next frame.
void editor_panels_open_palette(editor_panels *panels);
// Whether the palette is open. `action`: that of the selected row, or EDITOR_NONE.
bool editor_panels_palette(const editor_panels *panels, uint32_t *action);
// Whether the outliner is at this position.
bool editor_panels_is_outliner(const editor_panels *panels, pick_vec2 position);

// The part of the window that the panels leave free, in logical points; the whole window if it is too small for panels.
pick_rect editor_panels_viewport(const editor_panels *panels, const editor_ui *ui, const pick_window *window);

// Shows the panels. Call between editor_ui_begin and editor_ui_end. A frame returns at most one command.
editor_command editor_panels_show(editor_panels *panels, editor_ui *ui, const pick_window *window,
                                  const editor_panels_model *model);

// Scrolls the outliner to an object's row and opens a text field in it: Enter or a click elsewhere gives
// EDITOR_COMMAND_RENAME, Esc leaves the name. False: the outliner is not shown, or the name is too long for the field.
bool editor_panels_rename(editor_panels *panels, const editor_level *level, uint32_t object);

// Whether rows of the outliner are being dragged; calls that off, so that the release drops them nowhere.
bool editor_panels_is_dragging(const editor_panels *panels);
void editor_panels_cancel_drag(editor_panels *panels);

// The rows of the outliner in view in the last frame, for checks. `area`: from the top of the first to the bottom of
// the last. It covers `panel`, the visible part of the list, or all rows fit into the panel.
typedef struct editor_panels_rows {
    uint32_t first, count, total;
    pick_rect area, panel;
} editor_panels_rows;
editor_panels_rows editor_panels_outline(const editor_panels *panels);
// The object of a row, below `total`.
uint32_t editor_panels_outline_object(const editor_panels *panels, uint32_t row);

// Whether the last frame changed the layout or another frame is needed.
bool editor_panels_need_frame(const editor_panels *panels);

#endif
