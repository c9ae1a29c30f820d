// import_file.c: files, paths and URIs.
#include "document/import/import_internal.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

char *editor_text_copy(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

char *editor_path_beside(const char *base, const char *relative)
{
    const char *slash = strrchr(base, '/');
    size_t folder = slash ? (size_t)(slash - base) + 1 : 0;
    size_t length = strlen(relative);
    char *path = malloc(folder + length + 1);
    if (path) {
        memcpy(path, base, folder);
        memcpy(path + folder, relative, length + 1);
    }
    return path;
}

bool editor_path_has_extension(const char *path, const char *extension)
{
    const char *dot = strrchr(path, '.');
    if (!dot)
        return false;
    for (dot++; *dot && *extension; dot++, extension++) {
        if (tolower((unsigned char)*dot) != *extension)
            return false;
    }
    return !*dot && !*extension;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

void editor_uri_decode(char *uri)
{
    char *out = uri;
    for (const char *in = uri; *in; in++) {
        int high = in[0] == '%' ? hex_digit(in[1]) : -1;
        int low = high >= 0 ? hex_digit(in[2]) : -1;
        if (low >= 0 && high + low > 0) {
            *out++ = (char)(high * 16 + low);
            in += 2;
        } else {
            *out++ = *in;
        }
    }
    *out = 0;
}

static int base64_digit(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

bool editor_base64_decode(const char *text, size_t length, uint8_t **bytes, size_t *size)
{
    for (int i = 0; i < 2 && length > 0 && text[length - 1] == '='; i++)
        length--;
    uint8_t *out = malloc(length / 4 * 3 + 4);
    if (!out)
        return false;
    size_t used = 0;
    uint32_t bits = 0;
    int have = 0;
    for (size_t i = 0; i < length; i++) {
        int digit = base64_digit(text[i]);
        if (digit < 0) {
            free(out);
            return false;
        }
        bits = (bits << 6 | (uint32_t)digit) & 0xffffff;
        have += 6;
        if (have >= 8) {
            have -= 8;
            out[used++] = (uint8_t)(bits >> have);
        }
    }
    *bytes = out;
    *size = used;
    return true;
}
