// copies.h: autosaved copies that editors left behind: finds them, says what they are, opens and removes them.
//
// A copy:     a level file with the field "vkpick_copy", which names the file that it is a copy of, the program that
//             wrote it, and the number of its objects. autosave.h writes them.
// Where:      NAME.autosave, NAME.2.autosave, ... beside the file NAME; in the folder of the user's state if
//             there is no file yet, if the file is a model, or if nothing can be written beside it.
// Decisions:  no copy is removed or replaced but by editor_copy_remove, on a person's decision.
#ifndef EDITOR_DOCUMENT_COPIES_H
#define EDITOR_DOCUMENT_COPIES_H

#include "document/level/level.h"
#include "system/owner.h"
#include "system/text.h"

typedef struct editor_copy {
    char *path;
    char *origin; // absolute path of the file that it is a copy of; NULL: the level was never saved
    editor_owner owner;
    int64_t time;    // when it was written, nanoseconds since 1970
    int64_t objects; // how many it has, groups included; negative: unknown
} editor_copy;

typedef struct editor_copies {
    editor_copy *items; // the latest first
    uint32_t count;
} editor_copies;

typedef struct editor_copies_query {
    const char *file;         // a level's file, whose copies are listed; NULL: of none
    const char *state_folder; // NULL: there is none
    bool all;                 // all copies in the state folder, not only those of `file`
    const char *const *own;   // paths of copies that are not listed: the caller's
    uint32_t own_count;
    const editor_owner *busy; // runs, though that cannot be told from here: its copies are not listed. NULL: none
} editor_copies_query;

// Lists the copies left by programs that ended, and by those on other hosts; not those of programs that run. Free the
// list with editor_copies_free. False: out of memory.
bool editor_copies_list(const editor_copies_query *query, editor_copies *out);
void editor_copies_free(editor_copies *copies); // a zeroed one is fine

// Opens a copy as a level whose file is the copy's origin. NULL: refused; `error` has the reason.
editor_level *editor_copy_open(const editor_copy *copy, editor_image_decoder decoder, void *decoder_user,
                               editor_error *error);
// Removes a copy. True: it is gone.
bool editor_copy_remove(const editor_copy *copy);

// "NAME.vkpick: 12 objects", and "03:41 today, by anna on host": as rows of a dialog.
void editor_copy_describe(const editor_copy *copy, char *label, size_t label_size, char *detail, size_t detail_size);

// Writes a level as a copy. `origin` absolute, or NULL; `path`: where the copy will lie.
bool editor_copy_write(const editor_level *level, const char *origin, const char *path, editor_text *out,
                       editor_error *error);

#endif
