// cache.h: a folder of files that can be made again from others: large results under a key, shared by all processes of
// the user.
//
// Folder:     $XDG_CACHE_HOME/vkpick/models, or ~/.cache/vkpick/models. It and its files must belong to the user, and
//             nobody else may write to them: otherwise there is no cache.
// Entry:      KEY.model: 64 bytes of header (size, key, checksum) and the content. The checksum is of all bytes, and is
//             checked whenever an entry is found: an entry that was cut off, changed or is of another key is none. What
//             the content means is checked by whoever reads it: a checksum shows that nothing changed by accident.
// Writing:    under another name, then renamed, by a process of its own: it has a copy of this process's memory as of
//             the call, so neither the caller nor a window waits for the disk, and what crashes there costs the entry.
//             Two that write one entry both write all of it, and the later stays. A full disk, a folder that is read
//             only, a kill: no entry. What a killed writer left, which holds no lock, is removed by a later one.
// Reading:    an entry is mapped and stays as it is while it is mapped: writers replace and remove files, and change
//             none.
// Bound:      before an entry is written, those that were not found for the longest time are removed, until all fit.
//             An entry above the bound is not written.
// Content:    which content a file has is remembered with its device, number, size and times of change (content and
//             status, in nanoseconds), in HEX.content files of 64 bytes, so that a large file is not read to know that
//             it is as it was. The risk: whoever changes a file with no trace in any of these, by setting the clock of
//             the machine back or on a file system that keeps no times, gets the model as it was. Files that changed
//             within the last minute are read, and those in memory (tmpfs): what programs write through a mapping
//             shows in the times only after it was written to the disk.
// Threads:    editor_cache_use before any other thread. The others from any.
#ifndef EDITOR_SYSTEM_CACHE_H
#define EDITOR_SYSTEM_CACHE_H

#include "system/hash.h"
#include "system/mapping.h"

#include "picking/mesh.h"

#include <stdbool.h>
#include <stdio.h>

// The content of an entry begins here. It is aligned to 64.
enum { EDITOR_CACHE_CONTENT = 64 };

#define EDITOR_CACHE_LIMIT_DEFAULT ((uint64_t)4000000000)

// From now on there is a cache, in that folder, which is made when something is written, of at most `limit` bytes.
// Before, and with NULL or 0, there is none: nothing is found or written. Copies `folder`.
void editor_cache_use(const char *folder, uint64_t limit);
bool editor_cache_is_used(void);

// The entry, whole, of which one user is the caller. NULL: there is none that is whole.
editor_mapping *editor_cache_find(editor_hash key);

// A piece of the content of an entry: bytes, or what pick_mesh_write writes of a mesh.
typedef struct editor_cache_piece {
    uint64_t at; // from the start of the file, EDITOR_CACHE_CONTENT or more. Pieces are in order, with zeros between
    uint64_t size;
    const void *bytes;
    const pick_mesh *mesh; // or NULL
} editor_cache_piece;

// Begins to write an entry, unless eight are being written. Everything may change or go when this returns.
void editor_cache_store(editor_hash key, const editor_cache_piece *pieces, size_t count);
// Waits until all that was begun is written, or failed.
void editor_cache_wait(void);

// How old in seconds the times of a file are before they are trusted. Tests set it lower.
enum { EDITOR_CACHE_SETTLING = 60 };
void editor_cache_set_settling(unsigned seconds);

// The hash of all bytes of an open regular file, as it is now (hash.h). Leaves its position. False: unreadable, or
// cancelled.
bool editor_cache_content(FILE *file, editor_progress *progress, editor_hash *content);

#endif
