// autosave.h: copies of unsaved changes beside the level's file, for recovery after a crash.
//
// Where:      FILE.autosave in FILE's folder, written as a save is. A save of FILE removes it.
// When:       60 s after the first unsaved change, and every 60 s while changes continue; never during a transaction.
//             The clock is the caller's, so that tests need not wait.
// Recovery:   at start, call editor_autosave_check. If there is a copy, offer it: open it with editor_autosave_open and
//             call editor_document_mark_changed, or discard it.
#ifndef EDITOR_DOCUMENT_AUTOSAVE_H
#define EDITOR_DOCUMENT_AUTOSAVE_H

#include "document/history/document.h"

#define EDITOR_AUTOSAVE_SECONDS 60.0

// Start from a zeroed struct.
typedef struct editor_autosave {
    bool waiting;   // there are unsaved changes, to be written when due
    double due;     // on the caller's clock
    uint64_t state; // state that was written last
} editor_autosave;

typedef enum editor_autosave_result {
    EDITOR_AUTOSAVE_NOTHING, // not due, or nothing to write
    EDITOR_AUTOSAVE_DONE,
    EDITOR_AUTOSAVE_FAILED // `error` has the reason; tried again after 60 s
} editor_autosave_result;

// Call it regularly. `path`: the level's file; `now`: seconds, never going back.
editor_autosave_result editor_autosave_tick(editor_autosave *autosave, const editor_document *document,
                                            const char *path, double now, editor_error *error);

// Whether there is a copy that is not older than `path`, or a copy while `path` is missing. A copy with the same time
// counts as newer: a save and a copy within a tick of the file system's clock have equal times.
bool editor_autosave_check(const char *path);
// Opens the copy as a level whose file is `path`. NULL: refused; `error` has the reason.
editor_level *editor_autosave_open(const char *path, editor_image_decoder decoder, void *decoder_user,
                                   editor_error *error);
// Removes the copy. True: there is none left.
bool editor_autosave_discard(const char *path);

#endif
