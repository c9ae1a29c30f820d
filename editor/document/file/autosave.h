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

// Zero-initialise it.
typedef struct editor_autosave {
    bool waiting;   // something differs, and will be written when due
    double due;     // on the caller's clock
    uint64_t state; // that was written last
} editor_autosave;

typedef enum editor_autosave_result {
    EDITOR_AUTOSAVE_NOTHING, // not due, or nothing to write
    EDITOR_AUTOSAVE_DONE,
    EDITOR_AUTOSAVE_FAILED // with the reason; tried again after another 60 s
} editor_autosave_result;

// Call it regularly. `path` is the file that the copy is of; `now` counts seconds and never goes back.
editor_autosave_result editor_autosave_tick(editor_autosave *autosave, const editor_document *document,
                                            const char *path, double now, editor_error *error);

// Whether there is a copy of `path` that is not older than `path`, or `path` is not there and a copy is. A save that is
// followed by a copy within one tick of the file system's clock leaves both with one time, so that counts as newer.
bool editor_autosave_check(const char *path);
// The copy as a level whose file is `path`. NULL with the refusal.
editor_level *editor_autosave_open(const char *path, editor_image_decoder decoder, void *decoder_user,
                                   editor_error *error);
// True when there is no copy left.
bool editor_autosave_discard(const char *path);

#endif
