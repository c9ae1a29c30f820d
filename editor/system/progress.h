// progress.h: what long work says of itself to whoever waits for it, and a wish that it end early.
//
// Work takes a pointer to one, or NULL where nobody looks. All functions take NULL.
//
// Threads:    one thread works and writes; any other may read and cancel at the same time.
#ifndef EDITOR_SYSTEM_PROGRESS_H
#define EDITOR_SYSTEM_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// Zeroed, nothing has begun.
typedef struct editor_progress {
    _Atomic(const char *) stage; // in words; a text that is never freed. NULL: not begun
    atomic_uint_least64_t done, total;
    atomic_bool counts_bytes; // the stage's parts are bytes of a file
    atomic_bool is_cancelled;
} editor_progress;

// The work enters a stage of `total` equal parts; 0: nobody knows how many.
void editor_progress_enter(editor_progress *progress, const char *stage, uint64_t total);
// The same where the parts are bytes of a file.
void editor_progress_enter_bytes(editor_progress *progress, const char *stage, uint64_t total);
// So many more parts are done.
void editor_progress_advance(editor_progress *progress, uint64_t parts);
// Asks the work to end. It looks now and then, and leaves nothing half done.
void editor_progress_cancel(editor_progress *progress);
bool editor_progress_is_cancelled(const editor_progress *progress);

// How much of the stage is done, 0 to 1; negative: not known, as before its first part is done, which may be all of it.
double editor_progress_fraction(const editor_progress *progress);
// How many bytes of how many. False: the stage counts no bytes.
bool editor_progress_bytes(const editor_progress *progress, uint64_t *done, uint64_t *total);
const char *editor_progress_stage(const editor_progress *progress); // "" before the first

#endif
