// recent.h: the files that were opened last, kept from run to run.
#ifndef EDITOR_RECENT_H
#define EDITOR_RECENT_H

enum { EDITOR_RECENT_MAX = 8, EDITOR_RECENT_PATH = 1024 };

typedef struct editor_recent {
    char paths[EDITOR_RECENT_MAX][EDITOR_RECENT_PATH]; // the last one first
    int count;
    char file[EDITOR_RECENT_PATH]; // where they are kept, a line each; "": nowhere
} editor_recent;

// `file` NULL: kept nowhere. A file that is not there, or holds something else, is an empty list.
void editor_recent_init(editor_recent *recent, const char *file);
// Puts a path at the front, and writes the file. What cannot be written is forgotten at the end of the run.
void editor_recent_add(editor_recent *recent, const char *path);

#endif
