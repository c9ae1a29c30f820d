// record.h: records a workspace's input as a script. `vkpick play` replays it step by step, to the same level.
#ifndef EDITOR_RECORD_H
#define EDITOR_RECORD_H

#include "workspace/workspace.h"

typedef struct editor_record editor_record;

// `level_path` NULL: the demo level. False: the file cannot be written; `error` has one line.
bool editor_record_open(const char *path, const char *level_path, const editor_workspace_desc *desc,
                        editor_record **out, editor_error *error);

// Record the input in order. A NULL record is fine and does nothing. `seconds` is a multiple of a microsecond.
// `clock`: editor_workspace_seconds, which the event's time is on.
void editor_record_event(editor_record *record, const editor_event *event, double clock);
void editor_record_loaded(editor_record *record); // editor_workspace_poll_load said so
void editor_record_step(editor_record *record, const pick_window *window, double seconds);

// Ends the script with a check of the resulting level. False: a write failed; `error` has one line.
bool editor_record_close(editor_record *record, const editor_workspace *workspace, editor_error *error);

#endif
