// path.c: operations on paths, as text and resolved by the file system.
#define _XOPEN_SOURCE 700 // realpath

#include "system/path.h"

#include "system/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *editor_path_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return editor_text_copy(".");
    size_t length = slash == path ? 1 : (size_t)(slash - path);
    char *out = malloc(length + 1);
    if (out) {
        memcpy(out, path, length);
        out[length] = 0;
    }
    return out;
}

size_t editor_path_folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

const char *editor_path_name(const char *path)
{
    return path + editor_path_folder_length(path);
}

char *editor_path_beside(const char *base, const char *relative)
{
    size_t folder = editor_path_folder_length(base);
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

// Removes ".", ".." and empty parts from an absolute path, in place.
static void normalize(char *path)
{
    char *out = path;
    for (const char *in = path; *in;) {
        while (*in == '/')
            in++;
        size_t length = strcspn(in, "/");
        if (length == 2 && in[0] == '.' && in[1] == '.') {
            while (out > path && *--out != '/') {
            }
        } else if (length > 0 && !(length == 1 && in[0] == '.')) {
            *out++ = '/';
            memmove(out, in, length);
            out += length;
        }
        in += length;
    }
    if (out == path)
        *out++ = '/';
    *out = 0;
}

static char *join(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *out = malloc(size);
    if (out)
        snprintf(out, size, "%s/%s", folder, name);
    return out;
}

char *editor_path_absolute(const char *path)
{
    char *folder = editor_path_folder(path);
    char *real = folder ? realpath(folder, NULL) : NULL;
    free(folder);
    char *out = NULL;
    if (real) {
        out = join(real, editor_path_name(path));
    } else if (path[0] == '/') {
        out = editor_text_copy(path);
    } else { // its folder does not exist: use the text as it is
        real = realpath(".", NULL);
        out = real ? join(real, path) : NULL;
    }
    free(real);
    if (out)
        normalize(out);
    return out;
}

char *editor_path_relative(const char *base, const char *target)
{
    size_t common = 0; // length of the common prefix, up to and including its last slash
    for (size_t i = 0; base[i] && base[i] == target[i]; i++) {
        if (base[i] == '/')
            common = i + 1;
    }
    size_t up = 0;
    for (const char *c = base + common; *c; c++)
        up += *c == '/';
    size_t rest = strlen(target + common);
    char *out = malloc(3 * up + rest + 1);
    if (!out)
        return NULL;
    for (size_t i = 0; i < up; i++)
        memcpy(out + 3 * i, "../", 3);
    memcpy(out + 3 * up, target + common, rest + 1);
    return out;
}
