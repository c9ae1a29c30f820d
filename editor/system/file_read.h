// file_read.h: reads whole files. Only regular files: a pipe would block for ever, a device may have no end.
#ifndef EDITOR_SYSTEM_FILE_READ_H
#define EDITOR_SYSTEM_FILE_READ_H

#include "system/progress.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum editor_file_result {
    EDITOR_FILE_OK,
    EDITOR_FILE_MISSING,
    EDITOR_FILE_UNREADABLE,  // no permission, an I/O error
    EDITOR_FILE_NOT_REGULAR, // a folder, a pipe, a socket or a device
    EDITOR_FILE_OUTSIDE,     // a reference that leads out of its folders (reference.h)
    EDITOR_FILE_TOO_LARGE,
    EDITOR_FILE_OUT_OF_MEMORY,
    EDITOR_FILE_CANCELLED,
    EDITOR_FILE_TOO_MANY // this program, or the machine, has as many files open as it may
} editor_file_result;

// Opens a regular file for reading, without waiting for anything. Links are followed. The caller closes `*file`, which
// is written only on EDITOR_FILE_OK.
editor_file_result editor_file_open(const char *path, FILE **file);

// Reads a regular file of at most `limit` bytes and appends a zero byte, which `*size` does not count. The caller frees
// `*bytes`.
editor_file_result editor_file_read(const char *path, size_t limit, uint8_t **bytes, size_t *size);
// The same for somebody who waits: it is the stage "Reading", which counts bytes. A disk can be far away.
editor_file_result editor_file_read_watched(const char *path, size_t limit, editor_progress *progress, uint8_t **bytes,
                                            size_t *size);

// Reads the rest of an open file in the same way, and closes it.
editor_file_result editor_file_read_rest(FILE *file, size_t limit, editor_progress *progress, uint8_t **bytes,
                                         size_t *size);

// Reads the first `size` bytes of an open file, without a zero behind them, and closes it. A shorter one is unreadable.
editor_file_result editor_file_read_first(FILE *file, size_t size, editor_progress *progress, uint8_t **bytes);

// The bytes of an open file. False: not known, and `*size` is 0.
bool editor_file_find_size(FILE *file, uint64_t *size);

// What to say after the name of the file: "no such file".
const char *editor_file_result_text(editor_file_result result);

#endif
