// record.h: writes what comes into a workspace as a script that `vkpick play` replays step by step, to the same level.
#ifndef EDITOR_RECORD_H
#define EDITOR_RECORD_H

#include "workspace/workspace.h"

typedef struct editor_record editor_record;

// `level_path` NULL: the demo level. False and one line in `error` when the file cannot be written.
bool editor_record_open(const char *path, const char *level_path, const editor_workspace_desc *desc,
                        editor_record **out, editor_error *error);

// What came in, in order; a NULL record takes them and does nothing. `seconds` in whole microseconds.
void editor_record_event(editor_record *record, const editor_event *event);
void editor_record_step(editor_record *record, const pick_window *window, double seconds);

// Ends the script with a check of what came out. False and one line in `error` when not all could be written.
bool editor_record_close(editor_record *record, const editor_workspace *workspace, editor_error *error);

#endif
