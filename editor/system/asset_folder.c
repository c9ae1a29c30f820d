#include "system/asset_folder.h"

#include "system/platform_folder.h"
#include "system/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 16 };

static void clear(editor_asset_folder *folder)
{
    for (uint32_t i = 0; i < folder->count; i++) {
        free(folder->entries[i].name);
        free(folder->entries[i].path);
    }
    folder->count = folder->looked = 0;
    folder->note = NULL;
}

bool editor_asset_is_model(const char *name)
{
    static const char *const extensions[] = {"gltf", "glb", "obj", "fbx", "dae", "stl", "ply",
                                             "3mf",  "3ds", "off", "x",   "ac",  "lwo"};
    for (size_t i = 0; i < sizeof(extensions) / sizeof(extensions[0]); i++) {
        if (editor_path_has_extension(name, extensions[i]))
            return true;
    }
    return false;
}

// Takes ownership of `path`.
static void add(editor_asset_folder *folder, const char *name, char *path, bool is_folder)
{
    if (folder->count == folder->capacity) {
        const uint32_t wanted = folder->capacity ? 2 * folder->capacity : 64;
        editor_asset_entry *grown = realloc(folder->entries, wanted * sizeof(*grown));
        if (grown) {
            folder->entries = grown;
            folder->capacity = wanted;
        }
    }
    char *copy = folder->count < folder->capacity && path ? editor_text_copy(name) : NULL;
    if (!copy) {
        free(path);
        folder->note = "Out of memory.";
        return;
    }
    folder->entries[folder->count++] = (editor_asset_entry){.name = copy, .path = path, .is_folder = is_folder};
}

// NULL: too long for the system, or out of memory, as `note` says then.
static char *join(const char *folder, const char *name, const char **note)
{
    const size_t length = strlen(folder), slash = folder[length - 1] != '/', size = strlen(name) + 1;
    if (length + slash + size > EDITOR_PATH_SIZE) {
        *note = "Some paths are too long for the system.";
        return NULL;
    }
    char *path = malloc(length + slash + size);
    if (!path) {
        *note = "Out of memory.";
        return NULL;
    }
    memcpy(path, folder, length);
    path[length] = '/';
    memcpy(path + length + slash, name, size);
    return path;
}

static bool holds(const char *text, const char *wanted)
{
    const size_t length = strlen(wanted);
    for (; *text; text++) {
        size_t i = 0;
        while (i < length && text[i] && tolower((unsigned char)text[i]) == tolower((unsigned char)wanted[i]))
            i++;
        if (i == length)
            return true;
    }
    return false;
}

// Lists one folder, or with a search all below it too. Recursion is bounded by `depth`.
static void list(editor_asset_folder *folder, const char *path, int depth) // NOLINT(misc-no-recursion)
{
    editor_folder_entry *entries;
    size_t count;
    const bool searching = folder->search[0] != '\0';
    if (!editor_folder_list(path, &entries, &count)) {
        if (depth == 0)
            folder->note = "This folder does not exist or cannot be read.";
        return;
    }
    const size_t skip = strlen(folder->root) + (folder->root[1] != '\0'); // "/" has its slash
    for (size_t i = 0; i < count; i++) {
        if (folder->looked++ >= EDITOR_ASSET_LOOKED) {
            folder->note = "The folder is too large to list all of it.";
            break;
        }
        char *whole = join(path, entries[i].name, &folder->note);
        if (whole && entries[i].is_folder && searching && depth < DEEPEST)
            list(folder, whole, depth + 1);
        const bool wanted = entries[i].is_folder ? !searching : editor_asset_is_model(entries[i].name);
        if (whole && wanted && (!searching || holds(whole + skip, folder->search)))
            add(folder, searching ? whole + skip : entries[i].name, whole, entries[i].is_folder);
        else
            free(whole);
    }
    editor_folder_free(entries, count);
}

void editor_asset_folder_list(editor_asset_folder *folder)
{
    clear(folder);
    if (!folder->root[0])
        return;
    const bool searching = folder->search[0] != '\0';
    if (!searching && strcmp(folder->current, folder->root) != 0) {
        char *above = editor_path_folder(folder->current);
        add(folder, "..", above, true);
    }
    list(folder, searching ? folder->root : folder->current, 0);
    if (folder->count == 0 && !folder->note)
        folder->note = searching ? "No model has this name." : "There are no models in this folder.";
}

// What lies below is named by what follows the root and one slash.
static void cut_slashes(char *root)
{
    for (size_t length = strlen(root); length > 1 && root[length - 1] == '/'; length--)
        root[length - 1] = '\0';
}

void editor_asset_folder_init(editor_asset_folder *folder, const char *file)
{
    *folder = (editor_asset_folder){.count = 0};
    if (!file || strlen(file) >= sizeof(folder->file))
        return;
    snprintf(folder->file, sizeof(folder->file), "%s", file);
    FILE *in = fopen(file, "r");
    if (!in)
        return;
    if (fgets(folder->root, sizeof(folder->root), in))
        folder->root[strcspn(folder->root, "\r\n")] = '\0';
    fclose(in);
    if (folder->root[0] != '/')
        folder->root[0] = '\0';
    cut_slashes(folder->root);
    memcpy(folder->current, folder->root, sizeof(folder->current));
}

void editor_asset_folder_finish(editor_asset_folder *folder)
{
    clear(folder);
    free(folder->entries);
}

bool editor_asset_folder_choose(editor_asset_folder *folder, const char *path)
{
    char *absolute = editor_path_is_folder(path) ? editor_path_absolute(path) : NULL;
    const size_t length = absolute ? strlen(absolute) : 0;
    const bool ok = length > 0 && length < sizeof(folder->root) && !strchr(absolute, '\n');
    if (ok) {
        snprintf(folder->root, sizeof(folder->root), "%s", absolute);
        cut_slashes(folder->root);
        memcpy(folder->current, folder->root, sizeof(folder->current));
        folder->search[0] = '\0';
        editor_asset_folder_list(folder);
        FILE *out = folder->file[0] ? fopen(folder->file, "w") : NULL;
        if (out) {
            fprintf(out, "%s\n", folder->root);
            fclose(out);
        }
    }
    free(absolute);
    return ok;
}

void editor_asset_folder_enter(editor_asset_folder *folder, uint32_t entry)
{
    if (entry >= folder->count || !folder->entries[entry].is_folder)
        return;
    snprintf(folder->current, sizeof(folder->current), "%s", folder->entries[entry].path);
    folder->search[0] = '\0';
    editor_asset_folder_list(folder);
}
