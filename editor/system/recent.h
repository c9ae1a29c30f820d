// recent.h: the list of recently opened files, kept from run to run.
#ifndef EDITOR_RECENT_H
#define EDITOR_RECENT_H

#include "system/path.h"

enum { EDITOR_RECENT_MAX = 8 };

typedef struct editor_recent {
    char paths[EDITOR_RECENT_MAX][EDITOR_PATH_SIZE]; // the latest first
    int count;
    char file[EDITOR_PATH_SIZE]; // the file that keeps the list, a path per line; "": none
} editor_recent;

// `file` NULL: the list is not kept. A missing or malformed file is an empty list.
void editor_recent_init(editor_recent *recent, const char *file);
// Puts a path at the front and writes the file. If writing fails, the list is lost at the end of the run.
void editor_recent_add(editor_recent *recent, const char *path);

#endif
