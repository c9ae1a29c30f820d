// file_read.c: reads whole files.
#include "system/file_read.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

editor_file_result editor_file_read(const char *path, size_t limit, uint8_t **bytes, size_t *size)
{
    errno = 0;
    FILE *file = fopen(path, "rb");
    if (!file)
        return errno == ENOENT || errno == ENOTDIR ? EDITOR_FILE_MISSING : EDITOR_FILE_UNREADABLE;
    uint8_t *data = NULL;
    size_t used = 0, capacity = 0;
    editor_file_result result = EDITOR_FILE_OK;
    for (;;) {
        if (capacity - used < 2) {
            size_t wanted = capacity < 65536 ? 65536 : capacity * 2;
            uint8_t *grown = realloc(data, wanted);
            if (!grown) {
                result = EDITOR_FILE_OUT_OF_MEMORY;
                break;
            }
            data = grown;
            capacity = wanted;
        }
        size_t got = fread(data + used, 1, capacity - used - 1, file);
        used += got;
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

const char *editor_file_result_text(editor_file_result result)
{
    switch (result) {
    case EDITOR_FILE_OK:
        return "read";
    case EDITOR_FILE_MISSING:
        return "no such file";
    case EDITOR_FILE_UNREADABLE:
        return "cannot be read (a directory, or no permission)";
    case EDITOR_FILE_TOO_LARGE:
        return "too large";
    case EDITOR_FILE_OUT_OF_MEMORY:
        return "out of memory";
    }
    return "cannot be read";
}
