// mapping.h: the bytes of a file in memory, read-only, shared by all that use them and with other processes; or memory
// that is shared likewise, without a file.
//
// The bytes stay when the file is removed or replaced. A file that somebody cuts off while it is mapped ends the
// program (SIGBUS), so map only files of which that is not to be expected.
//
// Threads:    the number of users is not guarded: one thread at a time.
#ifndef EDITOR_SYSTEM_MAPPING_H
#define EDITOR_SYSTEM_MAPPING_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct editor_mapping {
    const uint8_t *bytes; // aligned to a page
    size_t size;          // above 0
    uint32_t users;
} editor_mapping;

// Maps a whole regular file, which the caller may then close, and reads it, so that later use fails no more. It has
// one user. NULL: empty, unreadable, or out of memory.
editor_mapping *editor_mapping_open(FILE *file);
// Zeroed memory of its own, which its maker may write until others use it. It has one user. NULL: out of memory.
editor_mapping *editor_mapping_make(size_t size);
// Adds a user. Returns `mapping`.
editor_mapping *editor_mapping_hold(editor_mapping *mapping);
// Removes a user; unmaps after the last. NULL is fine.
void editor_mapping_release(editor_mapping *mapping);

#endif
