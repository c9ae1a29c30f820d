// document.h: a level being edited, its selection, and the history of both.
//
// Changes:    are made by the commands in edit.h. Each is a step that undo reverts bit for bit: transforms, names,
//             order, selection. A command that changes nothing adds no step; one that fails changes nothing.
// Drags:      begin, any number of commands, then commit: a single step. cancel instead restores the state at begin.
//             Transactions nest; the outermost makes the step.
// Memory:     undo holds the changes, not copies of the level. Beyond the bound the oldest steps are dropped, but the
//             newest stays, however large. Objects that no step can restore are then forgotten.
// Saved:      is_changed compares with the last saved state: undoing back to it counts as unchanged. The selection
//             does not count.
// Failure:    a failed call changes nothing. editor_document_reason says why the last command was refused.
// Threads:    many readers or one writer.
#ifndef EDITOR_DOCUMENT_DOCUMENT_H
#define EDITOR_DOCUMENT_DOCUMENT_H

#include "document/level/clips.h"
#include "document/level/level.h"

typedef struct editor_document editor_document;

typedef struct editor_document_desc {
    size_t history_bytes; // bound on the memory of all steps together
} editor_document_desc;

#define EDITOR_DOCUMENT_DESC_DEFAULT ((editor_document_desc){.history_bytes = (size_t)256 << 20})

// Takes ownership of a finished level. NULL: out of memory; the level is destroyed. `desc` NULL: the default.
editor_document *editor_document_create(editor_level *level, const editor_document_desc *desc);
void editor_document_destroy(editor_document *document); // NULL is fine

const editor_level *editor_document_level(const editor_document *document);
const pick_selection *editor_document_selection(const editor_document *document);

// Why the last command was refused, one line; empty if it was not. Valid until the next command.
const char *editor_document_reason(const editor_document *document);

// The selected objects' numbers in the order of selection. Writes at most `capacity`; returns how many there are.
uint32_t editor_document_selected(const editor_document *document, uint32_t *objects, uint32_t capacity);
uint32_t editor_document_active(const editor_document *document); // or EDITOR_NONE
// Whether any selected object is not hidden.
bool editor_document_sees_selected(const editor_document *document);

// A moment of a document: as long as it is at the same one, neither its level nor its selection has changed, so that
// what was worked out from all objects still holds. Zeroed, it is a moment of no document.
typedef struct editor_document_moment {
    uint64_t document, level, selection;
} editor_document_moment;
editor_document_moment editor_document_now(const editor_document *document);
// Whether the document is at that moment; if not, `*moment` becomes now.
bool editor_document_is_still(const editor_document *document, editor_document_moment *moment);

// Sets the cameras of the viewports, which are saved with the level. Makes no undo step and does not count as an
// unsaved change.
void editor_document_set_views(editor_document *document, const editor_view *views, uint32_t count);

// Sets a camera bookmark (0 is number 1). Makes no undo step, but counts as an unsaved change.
void editor_document_set_bookmark(editor_document *document, uint32_t bookmark, const editor_view *view);

// Shows and picks only these objects (NULL: the selection), with what is below them; `count` 0 with objects, or an
// empty selection: everything again. Makes no undo step, does not count as a change and is not saved. False: out of
// memory.
bool editor_document_isolate(editor_document *document, const uint32_t *objects, uint32_t count);
// As editor_level_show_volumes.
void editor_document_show_volumes(editor_document *document, bool shown);
// As editor_level_show_measurements.
void editor_document_show_measurements(editor_document *document, bool shown);

// As editor_level_set_pose and editor_level_clear_pose: states of the view as well.
bool editor_document_pose(editor_document *document, const char *clip, double time, editor_error *error);
void editor_document_rest(editor_document *document);
// As editor_level_list_clips.
bool editor_document_list_clips(editor_document *document, editor_clip_list *list);

// Call it now and then: objects that could not be shown to picks for want of memory are tried again. Next to nothing if
// there are none.
void editor_document_catch_up(editor_document *document);
// Call it in idle time, until it returns false: improves the hierarchy of the pick scene after edits, for some
// milliseconds at most. True: more is left to do. Picks answer the same before and after.
bool editor_document_maintain(editor_document *document);

// --- Transactions ---

// `label`: the name of the step ("Move 3 objects"); the outermost transaction's counts. NULL: that of the first command
// in it that changes something. False: out of memory.
bool editor_document_begin(editor_document *document, const char *label);
// Ends the innermost transaction. True: it was the outermost and made a step, because something differs.
bool editor_document_commit(editor_document *document);
// Ends all open transactions and restores the state at the outermost begin.
void editor_document_cancel(editor_document *document);
bool editor_document_is_open(const editor_document *document);

// --- History ---

// False: there is no such step, a transaction is open, or out of memory; nothing changed.
bool editor_document_undo(editor_document *document);
bool editor_document_redo(editor_document *document);
// Undoes the last step and forgets it, and all that could be redone. As editor_document_undo otherwise.
bool editor_document_take_back(editor_document *document);
// Removes an asset without objects that no step can bring back. False: it stays, because something has it, assets were
// added after it, or out of memory.
bool editor_document_remove_model(editor_document *document, uint32_t asset);
// The labels of the steps that they would undo or redo, or NULL.
const char *editor_document_undo_label(const editor_document *document);
const char *editor_document_redo_label(const editor_document *document);

// The label of a step, from 0 (the oldest held) to step_count - 1; else NULL.
const char *editor_document_step_label(const editor_document *document, uint32_t step);
// Undoes or redoes until `position` steps are done. False: there are not so many, a transaction is open, or out of
// memory; then as many were undone or redone as could be.
bool editor_document_go(editor_document *document, uint32_t position);

typedef struct editor_history {
    uint32_t step_count; // steps held
    uint32_t position;   // how many of them are done; the others can be redone
    uint64_t dropped;    // steps dropped because of the memory bound
    size_t bytes;        // of all steps
    uint64_t made;       // steps ever made; undo and redo make none
    size_t limit;        // bound on bytes
} editor_history;
editor_history editor_document_history(const editor_document *document);
// The steps that were ever made and are not undone, dropped ones included.
uint64_t editor_document_count_done(const editor_document *document);

bool editor_document_is_changed(const editor_document *document);
void editor_document_mark_saved(editor_document *document);
// Counts the document as changed since the last save, for example after a recovery.
void editor_document_mark_changed(editor_document *document);
// Identifies the level's content in the history: equal numbers mean equal content. Selection does not count.
uint64_t editor_document_state(const editor_document *document);
// The state, and the one that was saved last, which changes without a step change too: they make it a new number.
typedef struct editor_document_version {
    uint64_t state, saved;
} editor_document_version;
editor_document_version editor_document_get_version(const editor_document *document);
// Whether the document is as it was then: not changed, and not saved or undone to the same content either.
bool editor_document_is_at(const editor_document *document, const editor_document_version *version);

#endif
