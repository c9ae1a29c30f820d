#define _POSIX_C_SOURCE 200809L
#include "system/platform_folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_ENTRIES = 4096 };

bool editor_path_is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static int by_name(const void *a, const void *b)
{
    const editor_folder_entry *x = a, *y = b;
    if (x->is_folder != y->is_folder)
        return x->is_folder ? -1 : 1;
    return strcmp(x->name, y->name);
}

static bool add(editor_folder_entry **entries, size_t *count, size_t *capacity, const char *folder, const char *name)
{
    if (*count == *capacity) {
        size_t wanted = *capacity ? 2 * *capacity : 64;
        editor_folder_entry *grown = realloc(*entries, wanted * sizeof(*grown));
        if (!grown)
            return false;
        *entries = grown;
        *capacity = wanted;
    }
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    char *copy = strdup(name);
    if (!path || !copy) {
        free(path);
        free(copy);
        return false;
    }
    snprintf(path, size, "%s/%s", folder, name);
    (*entries)[(*count)++] = (editor_folder_entry){copy, editor_path_is_folder(path)};
    free(path);
    return true;
}

bool editor_folder_list(const char *path, editor_folder_entry **entries, size_t *count)
{
    *entries = NULL;
    *count = 0;
    DIR *folder = opendir(path);
    if (!folder)
        return false;
    size_t capacity = 0;
    bool ok = true;
    for (struct dirent *entry = readdir(folder); entry && ok && *count < MOST_ENTRIES; entry = readdir(folder)) {
        if (entry->d_name[0] != '.')
            ok = add(entries, count, &capacity, path, entry->d_name);
    }
    closedir(folder);
    if (!ok) {
        editor_folder_free(*entries, *count);
        *entries = NULL;
        *count = 0;
        return false;
    }
    if (*count > 0)
        qsort(*entries, *count, sizeof(**entries), by_name);
    return true;
}

void editor_folder_free(editor_folder_entry *entries, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(entries[i].name);
    free(entries);
}

// Its own, whatever the umask.
static bool make_one(const char *path)
{
    return mkdir(path, 0700) == 0 && chmod(path, 0700) == 0;
}

bool editor_folder_make(const char *path)
{
    char *part = strdup(path);
    if (!part)
        return false;
    for (char *slash = part[0] ? strchr(part + 1, '/') : NULL; slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)make_one(part); // what cannot be made is noticed at the last one
        *slash = '/';
    }
    bool made = make_one(part) || (errno == EEXIST && editor_path_is_folder(part));
    free(part);
    return made;
}

// What is below a base folder of the XDG specification. `in_home`: where that is without the variable.
static char *base_folder(const char *variable, const char *in_home, const char *below)
{
    const char *base = getenv(variable), *home = getenv("HOME");
    bool own = base && base[0] == '/'; // the specification ignores relative ones
    if (!own && !(home && home[0] == '/'))
        return NULL;
    size_t size = strlen(own ? base : home) + strlen(in_home) + strlen(below) + 1;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s%s%s", own ? base : home, own ? "" : in_home, below);
    return path;
}

char *editor_folder_cache(const char *name)
{
    char below[64];
    snprintf(below, sizeof(below), "/vkpick/%.50s", name);
    return base_folder("XDG_CACHE_HOME", "/.cache", below);
}

char *editor_folder_state(void)
{
    return base_folder("XDG_STATE_HOME", "/.local/state", "/vkpick");
}

char *editor_config_file(const char *name)
{
    char below[64];
    snprintf(below, sizeof(below), "/vkpick/%.50s", name);
    return base_folder("XDG_CONFIG_HOME", "/.config", below);
}
