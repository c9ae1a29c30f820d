// document.h: a level being edited, its selection, and the history of both.
//
// Changes:    come through the commands in edit.h, each a step that undo takes back bit for bit: transforms, names,
//             order, selection. A command that changes nothing adds no step; one that fails changes nothing.
// Drags:      begin, any number of commands, then commit: one step, however many commands. cancel instead puts
//             everything back as it was at begin. Transactions nest; the outermost makes the step.
// Memory:     undo holds what changed, not copies of the level. Beyond the bound the oldest steps are dropped, but
//             the newest stays, however large. Objects that no step can bring back are then forgotten.
// Saved:      is_changed compares with the state that was last saved: undoing back to it is unchanged again. What is
//             selected does not count.
// Failure:    no call fails half way. editor_document_reason says why the last refused command was.
// Threads:    many readers or one writer.
#ifndef EDITOR_DOCUMENT_DOCUMENT_H
#define EDITOR_DOCUMENT_DOCUMENT_H

#include "document/level/level.h"

typedef struct editor_document editor_document;

typedef struct editor_document_desc {
    size_t history_bytes; // bound on the memory of all steps together
} editor_document_desc;

#define EDITOR_DOCUMENT_DESC_DEFAULT ((editor_document_desc){.history_bytes = (size_t)256 << 20})

// Takes over a finished level; when out of memory (NULL), the level is destroyed. `desc` NULL: the default.
editor_document *editor_document_create(editor_level *level, const editor_document_desc *desc);
void editor_document_destroy(editor_document *document); // NULL is fine

const editor_level *editor_document_level(const editor_document *document);
const pick_selection *editor_document_selection(const editor_document *document);

// One line on why the last command was refused; empty when it was not. Valid until the next command.
const char *editor_document_reason(const editor_document *document);

// The selected objects' numbers in the order of selection. Writes at most `capacity`; returns how many there are.
uint32_t editor_document_selected(const editor_document *document, uint32_t *objects, uint32_t capacity);
uint32_t editor_document_active(const editor_document *document); // or EDITOR_NONE

// Where the viewports look from, saved with the level. No step and no change to save by itself.
void editor_document_set_views(editor_document *document, const editor_view *views, uint32_t count);

// --- Transactions ---

// `label` is what the step is called ("Move 3 objects"); of nested ones the outermost's counts. False out of memory.
bool editor_document_begin(editor_document *document, const char *label);
// Ends the innermost transaction. True when that made a step: it was the outermost, and something differs.
bool editor_document_commit(editor_document *document);
// Ends all open transactions: everything is as it was at the outermost begin.
void editor_document_cancel(editor_document *document);
bool editor_document_is_open(const editor_document *document);

// --- History ---

// False when there is no such step, a transaction is open, or memory is out; nothing changed then.
bool editor_document_undo(editor_document *document);
bool editor_document_redo(editor_document *document);
// What they would do, or NULL.
const char *editor_document_undo_label(const editor_document *document);
const char *editor_document_redo_label(const editor_document *document);

typedef struct editor_history {
    uint32_t step_count; // held
    uint32_t position;   // how many of them are done; the others can be redone
    uint64_t dropped;    // steps that the memory bound has cost
    size_t bytes;        // of all steps
} editor_history;
editor_history editor_document_history(const editor_document *document);

bool editor_document_is_changed(const editor_document *document);
void editor_document_mark_saved(editor_document *document);
// As if something had changed since the last save: after a recovery, say.
void editor_document_mark_changed(editor_document *document);
// Names the level's content as the history knows it: equal numbers, equal content; selection does not count.
uint64_t editor_document_state(const editor_document *document);

#endif
