// file_read.c: reads whole files.
#define _POSIX_C_SOURCE 200809L // open, fdopen

#include "system/file_read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

editor_file_result editor_file_open(const char *path, FILE **file)
{
    // O_NONBLOCK: opening a pipe would otherwise wait for its writer. It does not affect regular files.
    const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0) {
        if (errno == ENXIO) // a socket
            return EDITOR_FILE_NOT_REGULAR;
        if (errno == EMFILE || errno == ENFILE)
            return EDITOR_FILE_TOO_MANY;
        return errno == ENOENT || errno == ENOTDIR ? EDITOR_FILE_MISSING : EDITOR_FILE_UNREADABLE;
    }
    struct stat status;
    editor_file_result result = EDITOR_FILE_UNREADABLE;
    FILE *opened = NULL;
    if (fstat(descriptor, &status) == 0)
        result = S_ISREG(status.st_mode) ? EDITOR_FILE_OK : EDITOR_FILE_NOT_REGULAR;
    if (result == EDITOR_FILE_OK && (opened = fdopen(descriptor, "rb")) == NULL)
        result = EDITOR_FILE_OUT_OF_MEMORY;
    if (result != EDITOR_FILE_OK) {
        close(descriptor);
        return result;
    }
    *file = opened;
    return EDITOR_FILE_OK;
}

enum { PIECE = 1 << 22 }; // that is read at a time

bool editor_file_find_size(FILE *file, uint64_t *size)
{
    struct stat status;
    const bool ok = fstat(fileno(file), &status) == 0 && status.st_size >= 0;
    *size = ok ? (uint64_t)status.st_size : 0;
    return ok;
}

editor_file_result editor_file_read_first(FILE *file, size_t size, editor_progress *progress, uint8_t **bytes)
{
    uint8_t *data = malloc(size + 1);
    editor_file_result result = data ? EDITOR_FILE_OK : EDITOR_FILE_OUT_OF_MEMORY;
    editor_progress_enter_bytes(progress, "Reading", size);
    for (size_t used = 0; result == EDITOR_FILE_OK && used < size;) {
        const size_t left = size - used, got = fread(data + used, 1, left < PIECE ? left : PIECE, file);
        used += got;
        editor_progress_advance(progress, got);
        if (editor_progress_is_cancelled(progress))
            result = EDITOR_FILE_CANCELLED;
        else if (got == 0)
            result = EDITOR_FILE_UNREADABLE;
    }
    fclose(file);
    if (result == EDITOR_FILE_OK)
        *bytes = data;
    else
        free(data);
    return result;
}

editor_file_result editor_file_read_rest(FILE *file, size_t limit, editor_progress *progress, uint8_t **bytes,
                                         size_t *size)
{
    uint8_t *data = NULL;
    size_t used = 0, capacity = 0;
    editor_file_result result = EDITOR_FILE_OK;
    struct stat status;
    const bool has_size = fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
    if (has_size && (uint64_t)status.st_size > limit) { // without reading that much of it
        fclose(file);
        return EDITOR_FILE_TOO_LARGE;
    }
    editor_progress_enter_bytes(progress, "Reading", has_size ? (uint64_t)status.st_size : 0);
    for (;;) {
        if (editor_progress_is_cancelled(progress)) {
            result = EDITOR_FILE_CANCELLED;
            break;
        }
        if (capacity - used < 2) {
            // Room for all of it and the zero; it may grow meanwhile.
            const size_t first = has_size ? (size_t)status.st_size + 2 : 65536;
            size_t wanted = capacity == 0 ? first : capacity * 2;
            uint8_t *grown = realloc(data, wanted);
            if (!grown) {
                result = EDITOR_FILE_OUT_OF_MEMORY;
                break;
            }
            data = grown;
            capacity = wanted;
        }
        const size_t room = capacity - used - 1;
        const size_t got = fread(data + used, 1, room < PIECE ? room : PIECE, file);
        used += got;
        editor_progress_advance(progress, got);
        if (used > limit) {
            result = EDITOR_FILE_TOO_LARGE;
            break;
        }
        if (got == 0) {
            if (ferror(file))
                result = EDITOR_FILE_UNREADABLE;
            break;
        }
    }
    fclose(file);
    if (result != EDITOR_FILE_OK) {
        free(data);
        return result;
    }
    data[used] = 0;
    *bytes = data;
    *size = used;
    return EDITOR_FILE_OK;
}

editor_file_result editor_file_read_watched(const char *path, size_t limit, editor_progress *progress, uint8_t **bytes,
                                            size_t *size)
{
    FILE *file;
    const editor_file_result result = editor_file_open(path, &file);
    return result == EDITOR_FILE_OK ? editor_file_read_rest(file, limit, progress, bytes, size) : result;
}

editor_file_result editor_file_read(const char *path, size_t limit, uint8_t **bytes, size_t *size)
{
    return editor_file_read_watched(path, limit, NULL, bytes, size);
}

const char *editor_file_result_text(editor_file_result result)
{
    switch (result) {
    case EDITOR_FILE_OK:
        return "read";
    case EDITOR_FILE_MISSING:
        return "no such file";
    case EDITOR_FILE_UNREADABLE:
        return "cannot be read (no permission?)";
    case EDITOR_FILE_NOT_REGULAR:
        return "not a regular file";
    case EDITOR_FILE_OUTSIDE:
        return "outside of the model's folder and the folder above (--model-folder allows others)";
    case EDITOR_FILE_TOO_LARGE:
        return "too large";
    case EDITOR_FILE_OUT_OF_MEMORY:
        return "out of memory";
    case EDITOR_FILE_CANCELLED:
        return "cancelled";
    case EDITOR_FILE_TOO_MANY:
        return "too many files are open";
    }
    return "cannot be read";
}
