// autosave.h: writes copies of unsaved changes, for recovery after a crash. copies.h finds and opens them.
//
// Where:      beside the level's file; in the folder of the user's state if there is no level file or nothing can be
//             written beside it. Written as a save is.
// When:       60 s after the first unsaved change, and every 60 s while changes continue; never during a transaction.
//             The clock is the caller's, so that tests need not wait.
// Which:      each copy is a new file. Of its own, a session keeps the last EDITOR_AUTOSAVE_GENERATIONS; it never
//             touches a copy of another session.
#ifndef EDITOR_DOCUMENT_AUTOSAVE_H
#define EDITOR_DOCUMENT_AUTOSAVE_H

#include "document/history/document.h"

#define EDITOR_AUTOSAVE_SECONDS 60.0
enum { EDITOR_AUTOSAVE_GENERATIONS = 5 };

// Start from a zeroed struct. End with drop or finish.
typedef struct editor_autosave {
    bool waiting;                              // there are unsaved changes, to be written when due
    double due;                                // on the caller's clock
    editor_document_version version;           // that was written last
    char *copies[EDITOR_AUTOSAVE_GENERATIONS]; // paths of the session's copies, the oldest first
    uint32_t copy_count;
} editor_autosave;

typedef enum editor_autosave_result {
    EDITOR_AUTOSAVE_NOTHING, // not due, or nothing to write
    EDITOR_AUTOSAVE_DONE,
    EDITOR_AUTOSAVE_MOVED, // done in the state folder, because it failed beside the file: `error` has the reason
    EDITOR_AUTOSAVE_FAILED // `error` has the reason; tried again after 60 s
} editor_autosave_result;

// Call it regularly. `state_folder`: NULL: there is none; `now`: seconds, never going back.
editor_autosave_result editor_autosave_tick(editor_autosave *autosave, const editor_document *document,
                                            const char *state_folder, double now, editor_error *error);

// Has no copy written of what the document is now: there is one, which it was opened from.
void editor_autosave_pass_over(editor_autosave *autosave, const editor_document *document);
// Removes the session's copies: the changes were saved, or discarded on purpose. The struct is zeroed.
void editor_autosave_drop(editor_autosave *autosave);
// Leaves the copies for a later start. The struct is zeroed.
void editor_autosave_finish(editor_autosave *autosave);

#endif
