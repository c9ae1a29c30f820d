// workspace_private.h: the parts of the workspace, for its own files and the actions.
#ifndef EDITOR_WORKSPACE_PRIVATE_H
#define EDITOR_WORKSPACE_PRIVATE_H

#include "document/file/autosave.h"
#include "document/file/copies.h"
#include "picking/cursor.h"
#include "system/file_lock.h"
#include "system/recent.h"
#include "tools/tools.h"
#include "view/debug_view.h"
#include "view/icons.h"
#include "workspace/workspace.h"
#include "workspace/workspace_loads.h"

// The purpose of the dialog on screen.
typedef enum editor_purpose {
    EDITOR_FOR_NOTHING,
    EDITOR_FOR_RENAME,
    EDITOR_FOR_STACK,
    EDITOR_FOR_SEARCH,
    EDITOR_FOR_SAVE_SET,   // a new set's name
    EDITOR_FOR_ADD_TO_SET, // which set
    EDITOR_FOR_REMOVE_FROM_SET,
    EDITOR_FOR_RENAME_SET,
    EDITOR_FOR_NAME_SET,   // its new name
    EDITOR_FOR_UPDATE_SET, // to hold the selection
    EDITOR_FOR_DELETE_SET,
    EDITOR_FOR_RENAME_PREFAB,
    EDITOR_FOR_LINEAR_ARRAY,
    EDITOR_FOR_RADIAL_ARRAY,
    EDITOR_FOR_OPEN,
    EDITOR_FOR_IMPORT,
    EDITOR_FOR_TERRAIN, // the picture of its heights
    EDITOR_FOR_SAVE,
    EDITOR_FOR_EXPORT,
    EDITOR_FOR_RELINK,  // the file of a missing model
    EDITOR_FOR_ASSETS,  // the folder of models to place
    EDITOR_FOR_MODELS,  // models changed on disk
    EDITOR_FOR_REPLACE, // replacing an existing file
    EDITOR_FOR_SOURCE,  // replacing a model that the level is made of
    EDITOR_FOR_UNSAVED,
    EDITOR_FOR_LOCK,      // another editor has the level open
    EDITOR_FOR_OVERTAKEN, // another program wrote the level's file
    EDITOR_FOR_COPIES,    // autosaved copies of earlier sessions
    EDITOR_FOR_DISCARD,   // discarding all of them
    EDITOR_FOR_REPORT,    // of the import or of an export
    EDITOR_FOR_FIT        // scale, up axis, scene and variant of a model
} editor_purpose;

// What to do after unsaved changes were saved or discarded.
typedef enum editor_pending {
    EDITOR_PENDING_NOTHING,
    EDITOR_PENDING_QUIT,
    EDITOR_PENDING_NEW,
    EDITOR_PENDING_ASK_OPEN,
    EDITOR_PENDING_OPEN,   // pending_path
    EDITOR_PENDING_LOADED, // the level that was read from pending_path
    EDITOR_PENDING_COPY    // pending_copy
} editor_pending;

// Files dropped on the window that were not read yet.
typedef struct editor_drops {
    char **paths;
    uint32_t count;
    uint32_t placed; // of those dropped together
    bool has_point;  // dropped at `point`; else outside of the viewports: they come as File > Import puts them
    pick_vec3 point; // world
    bool was_placed; // they came from the assets panel
} editor_drops;

// A point where something can be put.
typedef struct editor_surface {
    pick_vec3 point, normal; // world; the normal faces the eye
    uint32_t object;         // whose surface it is; EDITOR_NONE: the floor, or the air
    bool is_air;             // neither: the plane across the view, through the point that the camera orbits
} editor_surface;

// Objects that follow the surface under the mouse, in an open transaction. Without any: the mouse is over no viewport.
typedef struct editor_ghost {
    uint32_t *roots;
    pick_affine *starts, *worlds; // one for each root: its world transform where it was made; scratch
    uint32_t count;
    bool *is_part;  // per object of the level
    pick_vec3 foot; // the middle of the base of the box of all, where they were made
    double turn;    // about the normal, radians
} editor_ghost;

// The document that a model was opened in place of, while that one is still boxes, and how it was looked at.
typedef struct editor_aside {
    editor_document *document; // NULL: none
    editor_camera cameras[EDITOR_VIEW_MAX];
    editor_section section;
} editor_aside;

// A model, or copies of objects, being placed.
typedef struct editor_placing {
    bool active;
    bool keeps;        // without a button down: a click places
    bool pressed;      // then: the left button is down
    bool stale;        // the mouse, the camera or a setting changed
    uint32_t asset;    // EDITOR_NONE: still being read, or copies
    char *copied;      // copies: the objects as text; else NULL
    uint32_t warnings; // of the level before it has what is placed, or when they were last told
    editor_ghost ghost;
    uint64_t random;
    pick_vec2 mouse;
    uint32_t modifiers;
} editor_placing;

// A press of a finger that may become a long one.
typedef struct editor_long_press {
    bool held;   // within the dead zone
    bool is_new; // no step has been made since the press
    pick_vec2 at;
    double seconds;
} editor_long_press;

enum { EDITOR_CRUMBS = 16 }; // of the path of groups, at most

// The mouse and the axis widget.
typedef struct editor_axes {
    uint32_t view; // whose widget is under the mouse, or EDITOR_VIEW_MAX
    int hot;       // axis under the mouse, -1: none
    int pressed;   // at the press
    bool held, dragged;
    pick_vec2 press, last;
    editor_camera before; // at the press
} editor_axes;

// Keys that wait for a text field, or for a picture.
enum { EDITOR_KEYS_AHEAD = 256 };
typedef struct editor_keys_ahead {
    bool waits;        // a field has been opened and has not the keyboard yet, or a key is pressed again too early
    uint32_t pictures; // since then
    bool released;     // it is such a key: one picture is enough
    uint32_t count;
    editor_event events[EDITOR_KEYS_AHEAD];
} editor_keys_ahead;

// The clips that are played, workspace_timeline.c.
typedef struct editor_timeline {
    editor_clip_list clips;
    uint64_t seen_tree; // the level's tree_revision that they were listed at, + 1
    uint32_t seen_assets;
    uint32_t chosen; // row
    char *name;      // of the chosen clip; NULL: that of the first row
    double time;     // seconds
    bool posed;      // the level is shown in the clip's pose; false: at rest
    bool playing, loops;
    bool begins;   // it was just begun: time that passed before does not count
    double waited; // seconds since the last pose
    bool stale;    // the level has another pose yet
    // A button is held in the track; Esc goes back to what was shown before.
    bool scrubbing, was_posed, was_playing;
    double time_before; // seconds
} editor_timeline;

struct editor_workspace {
    editor_workspace_desc desc;
    editor_document *document;
    uint64_t generation; // of the document: another one when another level was opened
    editor_settings settings;
    bool on_gpu;  // what draws the pictures is no processor
    bool no_caps; // it cannot draw caps
    editor_views views;
    editor_tools *tools;
    editor_ui *ui;
    editor_panels *panels;
    editor_dialog dialog;
    editor_purpose purpose;
    uint32_t *dialog_objects; // of the stack list's rows
    editor_work work;
    bool work_shown;
    editor_pending pending;
    editor_file_lock lock; // of the level's file
    bool held;             // another editor has it: `holder`
    bool lock_troubled;    // it cannot be taken, and that was said
    bool overwrite;        // the next save replaces what another program wrote
    editor_lock_holder holder;
    bool looks_at_file, looks_at_models; // the window got the focus: others may have written them meanwhile
    uint64_t told_models;                // the versions of models that were asked about
    editor_file_stamp told;              // the version of the file that was asked about
    editor_work asked_work;              // what replaces the file that the dialog asks about
    char work_path[EDITOR_PATH_SIZE], pending_path[EDITOR_PATH_SIZE];
    char listed_folder[EDITOR_DIALOG_TEXT_SIZE]; // of the file dialog's rows
    bool is_drop;                                // the imported model goes to drops.point
    editor_drops drops;
    pick_vec3 terrain_point; // where a terrain goes whose file is being chosen, world
    editor_loads loads;
    editor_aside aside;
    pick_object_id group_of_parts; // the group that clicks are in; clicks on parts and of the ruler keep it
    pick_object_id entered;        // the same in all views
    editor_surface add_ground;     // where a menu, or the command palette, was opened in a viewport
    bool palette_pointed;          // the mouse pointed into a viewport when the palette was opened
    bool from_palette;             // the action that runs was chosen there: what the palette covers counts
    bool from_outliner; // it was chosen in the outliner's context menu, or by a key with the mouse over the outliner
    bool takes_hidden;  // so was the last action: what it changes may be hidden
    uint32_t *targets;  // of editor_workspace_find_targets
    uint32_t left_hidden, left_locked; // selected objects that the command leaves as they are
    bool leaves_out;                   // it only looks at them: these are left out
    editor_asset_folder assets;
    editor_placing placing;
    editor_recent recent;
    editor_autosave autosave;
    bool autosave_troubled; // the last autosave failed in whole or in part, and that was said
    editor_copies copies;   // of earlier sessions: the rows of the dialog
    editor_copy pending_copy;
    editor_copy opened_copy;                // the copy that the level was opened from; without a path: none
    editor_document_version opened_version; // of the document when it was opened
    char *clipboard;                        // the copied text, or NULL
    editor_debug_view debug;
    pick_window window, shown_window;
    bool untouched; // no press, wheel or action since the level was opened: a new size of the window frames it anew
    editor_figures figures;
    bool dirty; // the last picture is out of date
    editor_keys_ahead ahead;
    bool clicks_wait; // a button went down or up in a viewport, and the pointers have not acted on it
    bool is_pressing; // the left button is down since a press in a viewport, which may become a drag of what is there
    bool is_touch;    // the last mouse event was made by a finger
    editor_long_press hold;
    bool maintains;  // the pick scene's hierarchy is not yet as good as it can be
    bool was_busy;   // when the last step ended: time since then moves a flying camera
    bool editing;    // a panel's drag has an open transaction
    uint32_t acting; // the view whose pointer is acting
    double seconds;  // editor_workspace_seconds
    double since_shown;
    uint64_t pictures;
    uint64_t seen_level, seen_selection; // revisions, as of the last step
    uint32_t chosen_set;                 // that the action is about; EDITOR_NONE: it asks
    editor_document_moment choices_seen; // when all models were looked at that were not read as chosen
    editor_document_moment model_seen;
    uint32_t model; // editor_workspace_active_model, as of then
    char message[256];
    bool refused;        // the last typed text was, as the message says
    bool said;           // something since the last editor_workspace_tell
    uint64_t told_steps; // of the document, as of then
    char title[256];
    char sight[64]; // how many objects are in the active object's line of sight; empty: not shown
    editor_requests requests;
    bool opens;           // desc.opens is being opened
    editor_error refusal; // of desc.opens; empty: none
    editor_picture picture;
    editor_icons icons;
    uint32_t *hovered, *selected; // numbers, for the picture's highlight
    size_t hovered_capacity, selected_capacity;
    editor_document_moment highlighted; // of `selected`
    editor_document_moment isolated;    // of the next two
    uint32_t isolated_count, isolated_last;
    editor_panel_action *entries;
    editor_axes axes;
    editor_timeline timeline;
    uint32_t crumbs[EDITOR_CRUMBS];
};

// --- workspace_state.c ---

size_t editor_workspace_action_count(const editor_workspace *workspace);
const editor_level *editor_workspace_get_level(const editor_workspace *workspace);
editor_tool_context editor_workspace_context(const editor_workspace *workspace, uint32_t view);

// Writes to the status line; done() writes the reason of a refused edit.
void editor_workspace_say(editor_workspace *workspace, const char *format, ...);
void editor_workspace_done(editor_workspace *workspace, editor_edit_result result);
// What does an action, for messages: its key in use, or, if it has none, its place in the menus. Returns `out`.
enum { EDITOR_WAY_SIZE = 96 };
const char *editor_workspace_name_way(const editor_workspace *workspace, const char *action, char out[EDITOR_WAY_SIZE]);

// The scale of everything that has a size in design units.
double editor_workspace_scale(const editor_workspace *workspace);
// How many times as far as a mouse the pointer reaches: around thin objects and handles.
double editor_workspace_reach(const editor_workspace *workspace);
// Says what the last step did, unless something else was said since the last call.
void editor_workspace_tell(editor_workspace *workspace);                                      // workspace_told.c
void editor_workspace_rename(editor_workspace *workspace, uint32_t object, const char *name); // workspace_told.c
// What the status line adds where something that was made is not seen: ", hidden by a parent or a layer"; "": it is.
void editor_workspace_describe_hidden(const editor_workspace *workspace, uint32_t object, char *out, size_t size);
bool editor_workspace_has_effect(const editor_workspace *workspace, editor_effect effect); // whether it is drawn
// Applies settings.
void editor_workspace_set_settings(editor_workspace *workspace, const editor_settings *settings);

// Moves the active view's camera so that the selection (all, when it is empty) fills it.
void editor_workspace_frame(editor_workspace *workspace);

// Moves all cameras so that the whole level fills the views.
void editor_workspace_frame_all(editor_workspace *workspace);

// Lays panels and views out in the window.
void editor_workspace_place(editor_workspace *workspace);
bool editor_workspace_same_window(const pick_window *a, const pick_window *b);

// --- what commands change, workspace_targets.c ---

typedef struct editor_targets {
    const uint32_t *objects; // valid until the next call
    uint32_t count;
} editor_targets;

typedef enum editor_leave {
    EDITOR_LEAVE_HIDDEN,       // alone
    EDITOR_LEAVE_LOCKED,       // too, unless all others are locked
    EDITOR_LEAVE_LOCKED_OTHERS // too, but not the active object, which others are moved to
} editor_leave;

// The selected objects that a command changes: those that can be seen; all, if it comes from the outliner. False, with
// the reason on the status line: none can be seen.
bool editor_workspace_find_targets(editor_workspace *workspace, editor_leave leave, editor_targets *out);
// Adds to what the status line says how many objects were left as they are, or left out.
void editor_workspace_tell_left(editor_workspace *workspace);

// --- the picture, workspace_picture.c ---

// Makes the next picture. Returns the command that came from its panels.
editor_command editor_workspace_show(editor_workspace *workspace, editor_workspace_changes *changes);

// --- cameras in levels, workspace_bookmarks.c ---

void editor_workspace_take_view(const editor_view *from, editor_camera *camera);
editor_view editor_workspace_give_view(const editor_camera *camera);
// Keeps the active view's camera as a bookmark (0 is number 1); moves it there, at once as the viewpoints do.
void editor_workspace_set_bookmark(editor_workspace *workspace, uint32_t bookmark);
void editor_workspace_go_to_bookmark(editor_workspace *workspace, uint32_t bookmark);

// --- searches, workspace_search.c ---

// Asks for the words of a search (search.h); the other selects what it finds, or says what is wrong.
void editor_workspace_ask_search(editor_workspace *workspace);
void editor_workspace_search(editor_workspace *workspace);

// --- undo and redo, workspace_history.c ---

#define EDITOR_STEP_KEEP_RULER "Keep measurement" // the label of the step
// Undoes or redoes until `position` steps are done, as editor_document_go. The ruler comes back with the undo of the
// step that kept it, unless there is another one, and goes with the redo.
bool editor_workspace_go_in_history(editor_workspace *workspace, uint32_t position);

// --- selection sets, workspace_sets.c ---

// Selects the objects of a set that are neither hidden nor locked, or adds them to the selection.
void editor_workspace_select_set(editor_workspace *workspace, uint32_t set, bool add);
// Asks for a new set's name, or which set to change: one of the purposes of sets. The chosen set is changed at once.
// Asks for another name of a definition.
void editor_workspace_ask_prefab_name(editor_workspace *workspace, uint32_t prefab);
void editor_workspace_answer_prefab(editor_workspace *workspace, const editor_command *command);
void editor_workspace_ask_set_name(editor_workspace *workspace);
void editor_workspace_ask_set(editor_workspace *workspace, editor_purpose purpose);
// Carries out the answer of such a dialog.
void editor_workspace_answer_set(editor_workspace *workspace, const editor_command *command);

// --- what the views are confined to, workspace_focus.c ---

// Shows and picks only the selection, or everything again.
void editor_workspace_isolate(editor_workspace *workspace, bool on);
void editor_workspace_uncut(editor_workspace *workspace); // clears the section
void editor_workspace_list_isolated(editor_workspace *workspace, editor_panels_model *model);
// The group that clicks are in, or EDITOR_NONE.
uint32_t editor_workspace_entered(const editor_workspace *workspace);
// Clicks are in that group (EDITOR_NONE: in none) from now on. Selects what was left.
void editor_workspace_enter(editor_workspace *workspace, uint32_t group);
// What the pointer of a view has entered or left, all have; none without Select Groups as Whole.
void editor_workspace_share_group(editor_workspace *workspace, uint32_t view);
// The selection is another one: clicks leave the groups that the active object is not in; all if nothing is selected.
void editor_workspace_follow_selection(editor_workspace *workspace);
// Leaves the group that clicks are in for the one around it. False: they are in none.
bool editor_workspace_leave_group(editor_workspace *workspace);
void editor_workspace_list_crumbs(editor_workspace *workspace, editor_panels_model *model);

// --- clips, workspace_timeline.c ---

void editor_workspace_begin_timeline(editor_workspace *workspace); // of another level
void editor_workspace_finish_timeline(editor_workspace *workspace);
// Lists them again if models came or went; what is being placed counts once it is placed.
void editor_workspace_follow_clips(editor_workspace *workspace);
void editor_workspace_choose_clip(editor_workspace *workspace, uint32_t row);
void editor_workspace_scrub(editor_workspace *workspace, double seconds); // shows that time, and stops playing
// The same, while the mouse drags in the track.
void editor_workspace_scrub_track(editor_workspace *workspace, double seconds);
// Shows what was shown before that drag, which is over. Returns whether there was one.
bool editor_workspace_cancel_scrub(editor_workspace *workspace);
void editor_workspace_play(editor_workspace *workspace);               // or pauses
void editor_workspace_step_frame(editor_workspace *workspace, int by); // -1 or 1
void editor_workspace_rest(editor_workspace *workspace);               // shows the level without any pose
// Time passes while a clip is played.
void editor_workspace_step_timeline(editor_workspace *workspace, double seconds);
double editor_workspace_timeline_wake(const editor_workspace *workspace); // as editor_workspace_wake
// Gives the level the pose of the timeline, right before a picture. Returns whether it may have changed.
bool editor_workspace_pose(editor_workspace *workspace);
void editor_workspace_pose_again(editor_workspace *workspace); // the level was put to rest for a while
void editor_workspace_list_timeline(const editor_workspace *workspace, editor_panels_model *model);

// --- the axis widget, workspace_axes.c ---

// Returns whether the widget has the mouse. `captured`: the panels have it.
bool editor_workspace_axes_event(editor_workspace *workspace, const editor_event *event, bool captured);
// Esc while its button is held: puts the camera back. False: it is not held.
bool editor_workspace_cancel_axes(editor_workspace *workspace);
void editor_workspace_draw_axes(editor_workspace *workspace, uint32_t view);
// The points at the right of the view's upper edge that the widget takes; 0: it is not shown.
double editor_workspace_axes_room(const editor_workspace *workspace, uint32_t view);

// --- how a model is imported: scale, up axis, scene and variant, workspace_fit.c ---

// The asset of the active object's mesh, or of the first below it; EDITOR_NONE: none, or the built-in one.
uint32_t editor_workspace_active_model(const editor_workspace *workspace);
void editor_workspace_follow_model(editor_workspace *workspace); // finds it before a picture
// Asks for its settings; sets those of the dialog.
void editor_workspace_ask_fit(editor_workspace *workspace);
void editor_workspace_set_fit(editor_workspace *workspace);
// Reads those models again whose scene or variant undo and redo changed.
void editor_workspace_follow_choices(editor_workspace *workspace);
// Takes what a file of CHOOSE gave; NULL: nothing, for that reason.
void editor_workspace_take_choice(editor_workspace *workspace, const editor_load_entry *entry, editor_level *level,
                                  const editor_error *error);

// --- the reports of import and export, workspace_report.c ---

// How many more warnings the level has than `before`; some may have gone meanwhile.
uint32_t editor_workspace_new_warnings(const editor_workspace *workspace, uint32_t before);
// ": 3 warnings (File > Import Report)"; "" without any.
void editor_workspace_describe_warnings(uint32_t count, char *out, size_t size);
// The lines of the import report.
void editor_workspace_show_report(editor_workspace *workspace);
// What an export of the level to glTF leaves out.
void editor_workspace_show_losses(editor_workspace *workspace);
// Copies the lines that are shown to the clipboard.
void editor_workspace_copy_report(editor_workspace *workspace);

// --- the document that is shown, workspace_level.c ---

// Replaces the level.
void editor_workspace_replace(editor_workspace *workspace, editor_level *level);
// Sets the cameras from the views of the level, or frames it.
void editor_workspace_begin_level(editor_workspace *workspace);
// Shows the boxes of a model. The document that was shown is kept until they are the model. False, with a message: out
// of memory; the level is gone.
bool editor_workspace_put_aside(editor_workspace *workspace, editor_level *level);
// Shows the document again that was put aside, and forgets the one that is shown. Forgets the one that was put aside.
void editor_workspace_return(editor_workspace *workspace);
void editor_workspace_drop_aside(editor_workspace *workspace);
void editor_workspace_remember(editor_workspace *workspace, const char *path); // among the recent files

// --- files, workspace_file.c ---

// Whether the path fits into a buffer of EDITOR_PATH_SIZE. If not, no file can have it: shows a message that says so.
bool editor_workspace_takes_path(editor_workspace *workspace, const char *path);
// `path`: shorter than EDITOR_PATH_SIZE.
void editor_workspace_begin_work(editor_workspace *workspace, editor_work work, const char *path);
void editor_workspace_do_work(editor_workspace *workspace);
// Shows a level that was read from that file.
void editor_workspace_show_opened(editor_workspace *workspace, editor_level *level, const char *path);
// Carries out `pending`: now, or after unsaved changes were saved or discarded.
void editor_workspace_unless_changed(editor_workspace *workspace, editor_pending pending);
void editor_workspace_go_on(editor_workspace *workspace);
void editor_workspace_save(editor_workspace *workspace);

// --- boxes that stand for models until these are read, workspace_boxes.c ---

// Whether the level is a model by itself, of which only boxes are there.
bool editor_workspace_is_model_of_boxes(const editor_level *level);
// The boxes of a model by itself have come, by that entry (OPEN, IMPORT or PLACE): it is read next. `steps`: before
// they came.
void editor_workspace_show_boxes(editor_workspace *workspace, const editor_load_entry *from, uint32_t asset,
                                 uint64_t steps);
// Another level is asked for: a model that was opened, and is still boxes, is given up, or stays if it was changed.
void editor_workspace_settle_boxes(editor_workspace *workspace);
// Cancels the file that is being read, and says so.
void editor_workspace_cancel_load(editor_workspace *workspace);

// --- files that are read while the editor goes on, workspace_load.c ---

// Will open, import, or read for placing. Opening puts all others off. False: `error` has the reason.
bool editor_workspace_load(editor_workspace *workspace, editor_work work, const char *path, editor_error *error);
// Will read a file for an asset of the level: RELOAD, RELINK or FILL. NULL: out of memory.
editor_load_entry *editor_workspace_load_model(editor_workspace *workspace, editor_work work, const char *path,
                                               uint32_t asset);
// Makes the model of an asset that boxes stand for the next one that is read, by itself, after those that are being
// read. NULL: out of memory. Else the entry is valid until the next change of the queue.
editor_load_entry *editor_workspace_fill_next(editor_workspace *workspace, uint32_t asset);
// Whether a file is being opened: read, shown as boxes, or waiting for an answer.
bool editor_workspace_has_opening(const editor_workspace *workspace);
// The asset of the level that the file of an entry that imports or places is, read or, to import it, as boxes with the
// objects that it adds; or EDITOR_NONE.
uint32_t editor_workspace_find_known(const editor_workspace *workspace, const editor_load_entry *entry);
// Begins to read the first file, if nothing is being read.
void editor_workspace_start_load(editor_workspace *workspace);
// The load of the first files, which have been read; NULL: it had no memory. Then remove them from the queue.
editor_load *editor_workspace_take_job(editor_workspace *workspace);
// Removes the first file, which has been read, and gives what was read to the caller, who frees entry->path. NULL
// without an error: the level has the model.
editor_level *editor_workspace_take_load(editor_workspace *workspace, editor_load_entry *entry, editor_error *error);
double editor_workspace_load_wake(const editor_workspace *workspace); // as editor_workspace_wake
void editor_workspace_list_load(editor_workspace *workspace, editor_panels_model *model);
void editor_workspace_finish_loads(editor_workspace *workspace); // waits for the mesh that is being built

// --- the queue of these files, workspace_queue.c ---

// Whether the files of that work replace content of the level, all or none: RELOAD, RELINK, FILL.
bool editor_workspace_is_exchange(editor_work work);
// Whether a file of that work is being read or waits; one for that asset, also one that was put off.
bool editor_workspace_has_load(const editor_workspace *workspace, editor_work work);
bool editor_workspace_has_load_of(const editor_workspace *workspace, uint32_t asset);
// The models of RELOAD or of RELINK that were read; and forgets those that have not been exchanged.
editor_exchange *editor_workspace_exchange(editor_workspace *workspace, editor_work work);
void editor_workspace_forget_models(editor_workspace *workspace, editor_work work);
// Reads the first file no more, unless it is begun again.
void editor_workspace_abandon_job(editor_workspace *workspace);
void editor_workspace_remove_load(editor_workspace *workspace, uint32_t number);
void editor_workspace_remove_first(editor_workspace *workspace, uint32_t count); // those were read
// The number of the entry that reads what boxes of that asset stand for, or EDITOR_NONE.
uint32_t editor_workspace_find_fill(const editor_workspace *workspace, uint32_t asset);
// The boxes of that asset are placed, if it is to be read: they were dropped, in the step after `steps`; or not.
void editor_workspace_keep_boxes(editor_workspace *workspace, uint32_t asset, uint64_t steps);
void editor_workspace_drop_boxes(editor_workspace *workspace, uint32_t asset);
// The first of the files that were dropped together comes to nothing: the next one, which has that number now, takes
// its place.
void editor_workspace_pass_place_on(editor_workspace *workspace, uint32_t number);
bool editor_workspace_reads_placed(const editor_workspace *workspace); // or is about to
// The one that is being placed was dropped at drops.point before it was read: it comes there once it is.
void editor_workspace_drop_placed(editor_workspace *workspace);
void editor_workspace_cancel_placed(editor_workspace *workspace);
void editor_workspace_cancel_exchange(editor_workspace *workspace, editor_work work);
void editor_workspace_cancel_exchanges(editor_workspace *workspace); // those of RELOAD, RELINK and FILL
// Cancels all of them, those that were put off too.
void editor_workspace_cancel_loads(editor_workspace *workspace);

// Another level is being opened: puts off all that is in the queue. Those behind a level that was to be opened, and is
// not any more, are cancelled.
void editor_workspace_put_loads_off(editor_workspace *workspace);
// The level stays: they are the first in the queue again. Or it is gone: they are cancelled.
void editor_workspace_resume_loads(editor_workspace *workspace);
void editor_workspace_forget_put_off(editor_workspace *workspace);

// --- what they give, workspace_loaded.c ---

// Uses what has been read: at once, or when nothing is in its way (editor_workspace_desc.loads_behind).
void editor_workspace_step_loads(editor_workspace *workspace, double seconds);
// Whether a step would use what was read.
bool editor_workspace_can_take_load(const editor_workspace *workspace);
// Whether the user is in the middle of something that another level, another selection or a question would spoil.
bool editor_workspace_is_occupied(const editor_workspace *workspace);

// --- files dropped on the window, workspace_drop.c ---

// A model is placed under the mouse, several that are dropped at once beside each other; a level is opened.
void editor_workspace_drop(editor_workspace *workspace, const char *path);
// Whether a dropped file can be read now, and reading it.
bool editor_workspace_has_drop(const editor_workspace *workspace);
void editor_workspace_next_drop(editor_workspace *workspace);
void editor_workspace_finish_drops(editor_workspace *workspace);

// --- autosaved copies, workspace_copies.c ---

// Autosaves when it is time, or now.
void editor_workspace_keep_copy(editor_workspace *workspace, bool at_once);
// Asks about copies of the level's file that earlier sessions left; at the start, about all that are found.
void editor_workspace_offer_copies(editor_workspace *workspace, bool at_start);
// The same on request.
void editor_workspace_show_copies(editor_workspace *workspace);
void editor_workspace_discard_copy(editor_workspace *workspace, uint32_t row); // that of a row of the dialog
void editor_workspace_discard_copies(editor_workspace *workspace);             // all in the dialog
// Moves a copy's description, and leaves an empty one.
void editor_workspace_take_copy(editor_copy *from, editor_copy *to);
// The level was saved: removes its copies, the one that it was opened from, and older ones of that session.
void editor_workspace_saved_copies(editor_workspace *workspace);
// Another level comes, or the program ends: leaves copies of changed work for a later start.
void editor_workspace_leave_copies(editor_workspace *workspace);
void editor_workspace_finish_copies(editor_workspace *workspace);

// --- cameras of the level, workspace_camera.c ---

// Moves the active view to the object, a camera; or that camera to the view, one undo step, none if it has that view.
// Says why not.
void editor_workspace_look_through(editor_workspace *workspace, uint32_t object);
void editor_workspace_set_camera(editor_workspace *workspace, uint32_t object);

// --- imports, workspace_import.c ---

// The surface at a window position of the hovered view; NULL: in the middle of the active one. Where nothing is, the
// floor at height 0, or, if that is too far away, as far ahead as the point that the camera orbits.
pick_vec3 editor_workspace_surface(const editor_workspace *workspace, const pick_vec2 *position);
editor_surface editor_workspace_ground(const editor_workspace *workspace, const pick_vec2 *position);
// The same in a view, of what the query accepts.
editor_surface editor_workspace_find_surface(const editor_workspace *workspace, uint32_t view,
                                             const pick_vec2 *position, const pick_query *query);
// Frames the selection if that object, with what is below it, is not wholly in the active view.
void editor_workspace_bring_into_view(editor_workspace *workspace, uint32_t object);
enum { EDITOR_LABEL_SIZE = 160 };
// The name of the undo step.
void editor_workspace_label_import(const editor_load_entry *entry, char label[EDITOR_LABEL_SIZE]);
// Adds a model to the level and selects it: at the drop point, or standing on what the active view looks at. Frames it
// if it is not wholly in view. One undo step.
bool editor_workspace_import(editor_workspace *workspace, const editor_load_entry *entry, uint32_t asset,
                             editor_error *error);

// --- the assets panel, workspace_assets.c ---

void editor_workspace_asset(editor_workspace *workspace, const editor_command *command);
// Takes the folder, or that of the file, and shows the panel.
void editor_workspace_choose_assets(editor_workspace *workspace, const char *path);

// --- placing a model, workspace_place.c ---

// Begins while the left button is held, before the model is read. False: something else is going on.
bool editor_workspace_begin_place(editor_workspace *workspace);
bool editor_workspace_is_placing(const editor_workspace *workspace);
// Handles an event while a model is being placed. Returns whether nothing else must get it.
bool editor_workspace_place_event(editor_workspace *workspace, const editor_event *event);
// Moves the model to what is under the mouse; at most one pick, or two on the grid.
void editor_workspace_follow_place(editor_workspace *workspace);
void editor_workspace_cancel_place(editor_workspace *workspace);
// Copies of objects, as text of editor_edit_copy, follow the mouse until a click places them.
void editor_workspace_place_copies(editor_workspace *workspace, const char *text);
void editor_workspace_end_place(editor_workspace *workspace); // frees what placing keeps; there is no ghost

// --- the ghost of what is placed, workspace_ghost.c ---

// Adds its objects, in a transaction. False: refused, which the status line says.
bool editor_ghost_make(editor_workspace *workspace);
// Moves it to the surface under the mouse, which is over a viewport.
void editor_ghost_move(editor_workspace *workspace, uint32_t view);
void editor_ghost_drop(editor_workspace *workspace); // removes it: every bit is as before
void editor_ghost_keep(editor_workspace *workspace); // its objects stay

// --- other programs and the level's file, workspace_guard.c ---

// Locks the file of a level that was opened or saved under another name. Asks if another editor has it open.
void editor_workspace_lock_level(editor_workspace *workspace);
void editor_workspace_unlock_level(editor_workspace *workspace);
void editor_workspace_take_over(editor_workspace *workspace); // the lock of an editor on another host
// Whether a save to `path` replaces nothing that another program wrote. If not, asks.
bool editor_workspace_may_save(editor_workspace *workspace, const char *path);
// Asks if another program wrote the level's file.
void editor_workspace_notice_file(editor_workspace *workspace);

// --- model files, workspace_models.c ---

// Asks if models changed on disk.
void editor_workspace_notice_models(editor_workspace *workspace);
void editor_workspace_reload_models(editor_workspace *workspace); // those that changed
// Asks for the file of the first missing model for which none is being read. Relink reads that file, then those that
// lie beside it. All that are being read make one step. False: `error` has the reason.
void editor_workspace_ask_relink(editor_workspace *workspace);
bool editor_workspace_relink(editor_workspace *workspace, const char *path, editor_error *error);
// Takes what a file of RELOAD or RELINK gave; NULL: nothing, for that reason. After the last one of that work,
// exchanges the content of all of them.
void editor_workspace_take_model(editor_workspace *workspace, const editor_load_entry *entry, editor_level *level,
                                 const editor_error *error);
// Will read the models that boxes stand for. False: there are none.
bool editor_workspace_fill_boxes(editor_workspace *workspace);
// Takes the files of FILL that were read together.
void editor_workspace_take_filled(editor_workspace *workspace);

// --- what was done in the panels, workspace_command.c ---

void editor_workspace_do_command(editor_workspace *workspace, const editor_command *command);
// Ends the undo step once a number is no longer dragged in a panel.
void editor_workspace_end_edit(editor_workspace *workspace);
// Takes back what was dragged in a panel since the press.
void editor_workspace_cancel_edit(editor_workspace *workspace);

// --- keys before their field has the keyboard, or before their release was shown, workspace_keys.c ---

// Call it when a text field opens that shall have the keyboard: keys wait for it, for a few pictures at the most.
void editor_workspace_await_keyboard(editor_workspace *workspace);
// After each picture was laid out.
void editor_workspace_count_picture(editor_workspace *workspace);
// Whether the key only types text, of which a picture can take any amount.
bool editor_workspace_is_letter(const editor_event *event);
// Whether the key runs an action though a field of a panel has the keyboard. What edits text stays the field's.
bool editor_workspace_is_field_action(const editor_workspace *workspace, const editor_event *event, uint32_t *action);
// Whether the event waits. At most EDITOR_KEYS_AHEAD do; those beyond are lost.
bool editor_workspace_keep_key(editor_workspace *workspace, const editor_event *event);
// Takes the next one that has waited. False: there is none, or the field has not the keyboard yet.
bool editor_workspace_next_key(editor_workspace *workspace, editor_event *out);

// --- fingers, workspace_touch.c ---

void editor_workspace_touch_event(editor_workspace *workspace, const editor_event *event, bool captured);
// Opens the context menu after a long press.
void editor_workspace_touch_step(editor_workspace *workspace, double seconds);
double editor_workspace_touch_wake(const editor_workspace *workspace); // as editor_workspace_wake

// Opens the context menu of a viewport, workspace_context.c. It is about the target, which is selected if it is not
// yet. A click cycle that has gone past the nearest object keeps what it has selected.
void editor_workspace_open_context(editor_workspace *workspace, const pick_target *target, pick_vec2 at);

// --- dialogs, workspace_dialog.c ---

editor_dialog *editor_workspace_open_dialog(editor_workspace *workspace, editor_dialog_kind kind,
                                            editor_purpose purpose, const char *title);
// Asks for the path to save to, and proposes one that no file has.
void editor_workspace_ask_other_name(editor_workspace *workspace);

void editor_workspace_ask_file(editor_workspace *workspace, editor_purpose purpose);
// Lists the folder of the path in the file dialog.
void editor_workspace_list_files(editor_workspace *workspace);
// Asks before an existing file is replaced. `path` and `work` become those of the work. `source`: the level reads it.
void editor_workspace_ask_replace(editor_workspace *workspace, editor_work work, const char *path, bool source);
void editor_workspace_ask_unsaved(editor_workspace *workspace);
// Lists workspace->copies.
void editor_workspace_ask_copies(editor_workspace *workspace, const char *title, const char *text);
void editor_workspace_ask_discard(editor_workspace *workspace);

bool editor_workspace_asks(const editor_workspace *workspace);
void editor_workspace_close_dialog(editor_workspace *workspace);
void editor_workspace_ask_name(editor_workspace *workspace);
void editor_workspace_show_shortcuts(editor_workspace *workspace);
void editor_workspace_show_message(editor_workspace *workspace, const char *title, const char *text);
// Says why the work was not done.
void editor_workspace_fail_work(editor_workspace *workspace, editor_work work, const char *why);
// Lists the objects under the pointer of the acting view.
void editor_workspace_show_stack(editor_workspace *workspace, pick_vec2 at);
// The object of the stack list's row under the mouse, or EDITOR_NONE.
uint32_t editor_workspace_listed(const editor_workspace *workspace);

// --- arrays, workspace_array.c ---

void editor_workspace_ask_linear_array(editor_workspace *workspace);
void editor_workspace_ask_radial_array(editor_workspace *workspace);
// Makes the array of the dialog and closes it, or says in it what is wrong.
void editor_workspace_make_array(editor_workspace *workspace);

// --- answers, workspace_answer.c ---

// Carries out the answer of the dialog.
void editor_workspace_answer(editor_workspace *workspace, const editor_command *command);

#endif
