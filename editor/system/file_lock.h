// file_lock.h: tells other editors that a file is open here, and keeps two from saving it at the same moment.
//
// Lock:       the file ".NAME.lock" beside NAME, with the user, host and process that has NAME open, and since when. It
//             hinders nobody from writing: editors look at it and ask. That of a process that ended is taken over.
// Guard:      held while a file is compared and then saved, so that no other editor saves it in between.
#ifndef EDITOR_SYSTEM_FILE_LOCK_H
#define EDITOR_SYSTEM_FILE_LOCK_H

#include "system/error.h"
#include "system/owner.h"

// Start from a zeroed struct.
typedef struct editor_file_lock {
    char *path; // of the lock file; NULL: not held
} editor_file_lock;

typedef enum editor_lock_result {
    EDITOR_LOCK_TAKEN,
    EDITOR_LOCK_HELD,  // another editor has the file open: `holder`
    EDITOR_LOCK_FAILED // the lock file cannot be made: `error` has the reason
} editor_lock_result;

typedef struct editor_lock_holder {
    editor_owner owner;
    char since[32]; // local time of the holder, "2026-01-31 12:00"
} editor_lock_holder;

// Takes the lock of `file`; `lock` must not be held. An editor on another host holds its lock until it removes it, or
// until it is taken `by_force`; one that runs on this host cannot be forced.
editor_lock_result editor_file_lock_take(editor_file_lock *lock, const char *file, bool by_force,
                                         editor_lock_holder *holder, editor_error *error);
// Removes the lock file, unless another editor has replaced it. Fine if it is not held.
void editor_file_lock_release(editor_file_lock *lock);

// Waits until no other editor is saving a file in the folder of `file`, at most ten seconds. Where folders cannot be
// guarded it returns at once. End it with editor_file_unguard.
int editor_file_guard(const char *file);
void editor_file_unguard(int guard);

#endif
