// file_save.h: replaces files atomically, so that they are never half written.
#ifndef EDITOR_SYSTEM_FILE_SAVE_H
#define EDITOR_SYSTEM_FILE_SAVE_H

#include "system/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Replaces `path` atomically: after a crash or a power cut it is either the old file or the new one, whole. Writes a
// new file in the same folder, flushes it, renames it over the old one and flushes the folder.
//
// Kept:       permissions; owner and group where the system allows it. A symbolic link stays a link, and its target is
//             replaced. Other hard links keep the old content.
// Refused:    a folder, device or pipe; a file without write permission; no space; an I/O error: false, with the reason
//             in one line. The old file is then untouched, except when only the final flush of the folder failed: the
//             new file is then in place.
bool editor_file_save(const char *path, const void *bytes, size_t size, editor_error *error);

// Whether editor_file_save would refuse `path` before it writes. False: it would, and `error` has the reason.
bool editor_file_can_save(const char *path, editor_error *error);

// Makes an empty file of a name that no file has yet. `*taken`: there is one already. False: `error` has the reason.
bool editor_file_claim(const char *path, bool *taken, editor_error *error);

// What tells a file from a later one of the same path.
typedef struct editor_file_stamp {
    bool exists;
    int64_t time; // of the last modification, nanoseconds since 1970
    uint64_t bytes, number;
} editor_file_stamp;

editor_file_stamp editor_file_look(const char *path);
bool editor_file_stamp_is_same(const editor_file_stamp *a, const editor_file_stamp *b);
// Whether both paths lead to one file that exists, also through links.
bool editor_file_is_same(const char *a, const char *b);
// Removes a file. True also if it did not exist.
bool editor_file_remove(const char *path);

#endif
