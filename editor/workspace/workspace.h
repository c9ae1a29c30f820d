// workspace.h: the editor without a window and without a device: level, selection, viewports, panels, and their state.
// Events and time go in, pictures come out.
//
// Time:       passes only in editor_workspace_step, in the seconds it is given. The same events and the same steps
//             give the same level, bit for bit: that is what makes a recording a test.
// Picking:    refers to the last picture that was made, so it must be the one on screen.
// Space:      logical points of the window, origin top-left; the picture is in drawable pixels.
// Shell:      the owner of the window, if any, passes in events and the size, draws the picture, and serves the
//             requests.
#ifndef EDITOR_WORKSPACE_H
#define EDITOR_WORKSPACE_H

#include "document/export/gltf_export.h"
#include "document/history/edit.h"
#include "panels/panels.h"
#include "system/keymap.h"
#include "view/draw_list.h"
#include "view/views.h"

typedef struct editor_workspace editor_workspace;

// What menus, toolbar and keys can do: rows that the workspace shows and runs by number. actions.h has the editor's.
typedef struct editor_action_table {
    uint32_t count;
    // False: not a shortcut.
    bool (*find_key)(const editor_workspace *workspace, editor_key key, uint32_t modifiers, uint32_t *number);
    bool (*works_in_fields)(uint32_t number); // its key works while a field of a panel has the keyboard
    void (*run)(editor_workspace *workspace, uint32_t number);                  // does nothing if it is not enabled
    void (*list)(const editor_workspace *workspace, editor_panel_action *rows); // fills `count` rows for the panels
    // Writes what does the action of that name: its key, or, if it has none, its place in the menus.
    void (*name_way)(const editor_workspace *workspace, const char *action, char *out, size_t size);
} editor_action_table;

typedef struct editor_workspace_desc {
    const editor_action_table *actions; // NULL: none
    const editor_key_binding *keys;     // of the actions, in the table's order; NULL: those of the table
    const char *notice;                 // shown in the status line at the start; NULL: nothing
    pick_window window;
    double ui_scale;              // points per design unit
    double (*clock)(void);        // seconds, monotonic; to measure picks. NULL: picks are not timed
    editor_image_decoder decoder; // of the pictures in models; NULL: no textures
    editor_image_encoder encoder; // of exported pictures; NULL: none
    void *decoder_user;
    bool keeps_copies;        // autosaves changed levels (autosave.h) and offers to recover them
    const char *state_folder; // for copies of levels without a file (autosave.h); NULL: they have none
    bool no_files;            // file access is disabled
    bool loads_behind; // files are opened and imported while the editor goes on (editor_workspace_poll_load); false: by
                       // the step that begins to
    const char *opens; // a file that is opened at once; the level stands in its place meanwhile. NULL: none
    uint64_t boxes_from;     // loads_behind: levels and models of so many bytes are shown as boxes first; 0: 8 MiB
    const char *recent_file; // file that keeps the list of recent files; NULL: none
    const char *assets_file; // file that keeps the folder of the assets panel; NULL: none
    // Returns text copied by another program, or NULL; valid until the next call. NULL: only text copied in the editor
    // is pasted.
    const char *(*get_clipboard)(void *user);
    void (*set_clipboard)(void *user, const char *text);
    void *clipboard_user;
} editor_workspace_desc;

// Takes ownership of the level, also on failure. Its models that are still to be read (level_file.h) are read behind.
// NULL: out of memory; `error` has one line.
editor_workspace *editor_workspace_create(editor_level *level, const editor_workspace_desc *desc, editor_error *error);
void editor_workspace_destroy(editor_workspace *workspace); // NULL is fine

// Chooses the folder of models that the assets panel lists. False: it is no folder; nothing changes.
bool editor_workspace_set_assets(editor_workspace *workspace, const char *folder);

// --- input ---

// Returns whether a step must come before the next event: the panels read the mouse once per picture, so a press and
// its release must not fall into the same one. So do keys that go to a text field, but for those that only type.
bool editor_workspace_event(editor_workspace *workspace, const editor_event *event);

// Sets the window's size; (0, 0) while it is minimised: then no pictures are made.
void editor_workspace_set_window(editor_workspace *workspace, const pick_window *window);

// The picture on screen was lost: draw another one.
void editor_workspace_invalidate(editor_workspace *workspace);

// Statistics that the shell measured, shown by the panels. They change nothing else.
typedef struct editor_figures {
    const char *device_name; // NULL: none
    double frame_milliseconds;
    uint64_t frame_count;
    const char *const *lines; // lines of the statistics panel, in pairs: label, value. Valid until the next call
    uint32_t line_count;      // pairs
} editor_figures;
void editor_workspace_set_figures(editor_workspace *workspace, const editor_figures *figures);

// What a step changed.
typedef struct editor_workspace_changes {
    bool picture; // there is a new picture: draw it
    bool hover, selection;
    bool camera; // the picture has another camera or another size
    bool size;   // the picture has another size
} editor_workspace_changes;

// Advances the workspace: at most one pick before a new picture and one after it.
editor_workspace_changes editor_workspace_step(editor_workspace *workspace, double seconds);

// The workspace's clock, which the times of events are on: 1 at first, and the seconds of all steps.
double editor_workspace_seconds(const editor_workspace *workspace);

// The entries of the assets panel, whose pictures the shell makes and sets; NULL: the panel is not shown.
editor_asset_folder *editor_workspace_assets(editor_workspace *workspace);

// Whether another step has work to do even without input. If not, a shell can sleep.
bool editor_workspace_is_busy(const editor_workspace *workspace);

// How many seconds the shell may sleep; negative: until the next event.
double editor_workspace_wake(const editor_workspace *workspace);

// Whether the file that is being read has been read, or could not be, since the last call: a later step uses what it
// gives. It does so only after this said so, and no step waits. Once for each file. `wait`: waits for it.
bool editor_workspace_poll_load(editor_workspace *workspace, bool wait);
// The name of the file that is being read, or waits to be used; "": none.
const char *editor_workspace_loading(const editor_workspace *workspace);
// Says what the level that the workspace began with was opened with, if there is something to say, and remembers its
// file as a recent one. For a level without a file: does nothing.
void editor_workspace_begin_with_file(editor_workspace *workspace);

// Whether desc.opens is still being opened. It ends, too, when another file is opened, or the user cancels it.
bool editor_workspace_is_opening(const editor_workspace *workspace);
// Why desc.opens was refused, if nobody has done anything in the meantime: nothing is shown for it. NULL: it was not,
// or a dialog says it.
const char *editor_workspace_refusal(const editor_workspace *workspace);

// --- output ---

// Valid until the next step.
typedef struct editor_picture {
    render_frame views[EDITOR_VIEW_MAX]; // the first one's overlay lies over all
    uint32_t view_count;
    editor_highlight highlight;
} editor_picture;
const editor_picture *editor_workspace_picture(const editor_workspace *workspace);

// Says whether a GPU draws the pictures, and no processor: some settings are on only there unless they are chosen.
void editor_workspace_set_gpu(editor_workspace *workspace, bool on_gpu);

// Says that the pictures have no caps: then sections have none, so that picks meet what is drawn.
void editor_workspace_forbid_caps(editor_workspace *workspace);

// Changes when another level is opened: discard what was uploaded of the previous one.
uint64_t editor_workspace_generation(const editor_workspace *workspace);

// Requests that only the shell can serve. Each is returned once.
typedef struct editor_requests {
    bool quit;
    bool screenshot;
} editor_requests;
editor_requests editor_workspace_take_requests(editor_workspace *workspace);

bool editor_workspace_wants_grab(const editor_workspace *workspace); // relative mouse motion
// Whether text is typed in a field, or will be in the next one; `caret` is where it appears, in points. Otherwise keys
// are commands, and an input method must not take them.
bool editor_workspace_wants_text(const editor_workspace *workspace, pick_rect *caret);
editor_cursor editor_workspace_cursor(const editor_workspace *workspace);

// --- state ---

const pick_window *editor_workspace_window(const editor_workspace *workspace);
const editor_level *editor_workspace_level(const editor_workspace *workspace);
const pick_selection *editor_workspace_selection(const editor_workspace *workspace);
const editor_document *editor_workspace_document(const editor_workspace *workspace);
const editor_panels *editor_workspace_panels(const editor_workspace *workspace);
const editor_views *editor_workspace_views(const editor_workspace *workspace);
const editor_viewport *editor_workspace_viewport(const editor_workspace *workspace); // the active one
const editor_dialog *editor_workspace_dialog(const editor_workspace *workspace);
// Presses the dialog's button of that label. False: there is none.
bool editor_workspace_press(editor_workspace *workspace, const char *label);
// Fills in the field of that label, or chooses a choice by its label. False: there is none.
bool editor_workspace_fill(editor_workspace *workspace, const char *label, const char *text);
const char *editor_workspace_title(const editor_workspace *workspace); // of the window; valid until the next call
const char *editor_workspace_tool(const editor_workspace *workspace);  // its name
editor_panels_timeline editor_workspace_timeline(const editor_workspace *workspace);
size_t editor_workspace_part_count(const editor_workspace *workspace); // selected vertices, edges or faces
// What a drag amounts to, or hovered and selected parts measure.
void editor_workspace_measure(const editor_workspace *workspace, char *out, size_t size);
const char *editor_workspace_message(const editor_workspace *workspace); // of the status line; "" when there is none
editor_ui *editor_workspace_ui(editor_workspace *workspace);
const pick_target *editor_workspace_hover(const editor_workspace *workspace);
uint64_t editor_workspace_picks(const editor_workspace *workspace);
uint64_t editor_workspace_pictures(const editor_workspace *workspace);

#endif
