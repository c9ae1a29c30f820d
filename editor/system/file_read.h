// file_read.h: reads whole files.
#ifndef EDITOR_SYSTEM_FILE_READ_H
#define EDITOR_SYSTEM_FILE_READ_H

#include <stddef.h>
#include <stdint.h>

typedef enum editor_file_result {
    EDITOR_FILE_OK,
    EDITOR_FILE_MISSING,
    EDITOR_FILE_UNREADABLE, // a directory, no permission, an I/O error
    EDITOR_FILE_TOO_LARGE,
    EDITOR_FILE_OUT_OF_MEMORY
} editor_file_result;

// Reads a file of at most `limit` bytes and appends a zero byte, which `*size` does not count. The caller frees
// `*bytes`.
editor_file_result editor_file_read(const char *path, size_t limit, uint8_t **bytes, size_t *size);
const char *editor_file_result_text(editor_file_result result);

#endif
