// platform_folder.h: lists folders, for file dialogs.
#ifndef EDITOR_PLATFORM_FOLDER_H
#define EDITOR_PLATFORM_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct editor_folder_entry {
    char *name;
    bool is_folder;
} editor_folder_entry;

// Folders first, each by name; without those whose name begins with a dot. False when it cannot be read. Free with
// editor_folder_free.
bool editor_folder_list(const char *path, editor_folder_entry **entries, size_t *count);
void editor_folder_free(editor_folder_entry *entries, size_t count);

bool editor_path_is_folder(const char *path);

#endif
