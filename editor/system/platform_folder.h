// platform_folder.h: lists and makes folders.
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

// Makes a folder, for this user alone, and those above it that are missing. False: it cannot be made.
bool editor_folder_make(const char *path);

// The folder for what the program keeps from run to run: $XDG_STATE_HOME/vkpick, or ~/.local/state/vkpick. It need not
// exist. The caller frees it. NULL: neither is set, or out of memory.
char *editor_folder_state(void);

// The folder NAME of what can be made again: in $XDG_CACHE_HOME/vkpick, or in ~/.cache/vkpick. Otherwise as above.
char *editor_folder_cache(const char *name);

// The path of a file that the user may write to configure the program: NAME in $XDG_CONFIG_HOME/vkpick, or in
// ~/.config/vkpick. Otherwise as above.
char *editor_config_file(const char *name);

#endif
