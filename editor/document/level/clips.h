// clips.h: the clips that a level can play.
#ifndef EDITOR_DOCUMENT_CLIPS_H
#define EDITOR_DOCUMENT_CLIPS_H

#include "document/level/level.h"

typedef struct editor_clip_row {
    char *name;    // as for editor_level_set_pose. NULL: the first clip of each model
    double length; // seconds: of the longest clip of that name
} editor_clip_row;

// Start from zeros. Names are copies.
typedef struct editor_clip_list {
    editor_clip_row *rows;
    uint32_t count;
} editor_clip_list;
void editor_clip_list_finish(editor_clip_list *list);

// Lists the clips of the models that existing objects come from, each name once, in the order of the files. Where there
// are several models, the first row is the one without a name. False: out of memory; then there are no rows.
bool editor_level_list_clips(editor_level *level, editor_clip_list *list);

#endif
