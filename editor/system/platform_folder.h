// platform_folder.h: lists folders, for file dialogs.
#ifndef EDITOR_PLATFORM_FOLDER_H
#define EDITOR_PLATFORM_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct editor_folder_entry {
    char *name;
    bool is_folder;
} editor_folder_entry;

// Lists folders first, then files, both sorted by name. Skips names that begin with a dot. False: the folder cannot be
// read. Free the list with editor_folder_free.
bool editor_folder_list(const char *path, editor_folder_entry **entries, size_t *count);
void editor_folder_free(editor_folder_entry *entries, size_t count);

bool editor_path_is_folder(const char *path);

#endif
