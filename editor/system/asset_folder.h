// asset_folder.h: a folder of models to choose from, with its subfolders and a search.
//
// Order:      subfolders first, ".." before all of them, then models; each sorted by name.
// Search:     models whose path below the folder holds the text, upper and lower case alike, in all subfolders.
// Bounds:     a listing looks at up to EDITOR_ASSET_LOOKED files and 16 folders deep, so that a wrong choice ("/")
//             ends.
#ifndef EDITOR_SYSTEM_ASSET_FOLDER_H
#define EDITOR_SYSTEM_ASSET_FOLDER_H

#include "system/path.h"

#include <stdint.h>

enum { EDITOR_ASSET_LOOKED = 20000, EDITOR_ASSET_SEARCH_SIZE = 64 };

typedef struct editor_asset_entry {
    char *name; // of a folder or a file; found by a search: its path below the folder
    char *path; // the whole path
    bool is_folder;
    bool seen;        // its cell was in view in the last frame of the panel, which writes this
    uint32_t picture; // texture of its thumbnail; 0: none yet
    const char *why;  // why it has none; NULL: it may get one
} editor_asset_entry;

typedef struct editor_asset_folder {
    char root[EDITOR_PATH_SIZE];    // absolute; no slash at its end, but for "/"; "": none is chosen
    char current[EDITOR_PATH_SIZE]; // `root`, or a folder below it
    char search[EDITOR_ASSET_SEARCH_SIZE];
    char file[EDITOR_PATH_SIZE]; // keeps `root` from run to run; "": not kept
    editor_asset_entry *entries;
    uint32_t count, capacity;
    uint32_t looked;  // at so many files for this listing
    const char *note; // why the listing is empty or not complete; NULL: it is complete
} editor_asset_folder;

// `file` NULL: the choice is not kept. Reads it, and lists nothing yet.
void editor_asset_folder_init(editor_asset_folder *folder, const char *file);
void editor_asset_folder_finish(editor_asset_folder *folder);

// Chooses another root, lists it and keeps the choice. False: `path` is no folder, or too long; nothing changes.
bool editor_asset_folder_choose(editor_asset_folder *folder, const char *path);
// Goes into the folder of an entry, and ends the search.
void editor_asset_folder_enter(editor_asset_folder *folder, uint32_t entry);
// Lists again: after the search text or the disk changed.
void editor_asset_folder_list(editor_asset_folder *folder);

// Whether the name is that of a model, by its extension.
bool editor_asset_is_model(const char *name);

#endif
