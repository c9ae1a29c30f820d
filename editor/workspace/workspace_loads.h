// workspace_loads.h: the files that are read while the editor goes on, and those that wait.
#ifndef EDITOR_WORKSPACE_LOADS_H
#define EDITOR_WORKSPACE_LOADS_H

#include "document/file/load.h"
#include "document/history/document.h"
#include "view/camera.h"

// Slow work, done after a picture has announced it.
typedef enum editor_work {
    EDITOR_WORK_NONE,
    EDITOR_WORK_OPEN,
    EDITOR_WORK_IMPORT,
    EDITOR_WORK_SAVE,
    EDITOR_WORK_EXPORT,
    EDITOR_WORK_RELINK,
    EDITOR_WORK_PLACE,  // reading the model that is being dragged
    EDITOR_WORK_RELOAD, // reading a model that changed on disk
    EDITOR_WORK_CHOOSE, // reading a model with another scene or material variant
    EDITOR_WORK_FILL    // reading a model of the level that boxes stand for
} editor_work;

enum { EDITOR_LOADS_TOGETHER = 64 }; // models that are read at a time, at most

// A file that is read, or waits for its turn.
typedef struct editor_load_entry {
    editor_work work; // OPEN, IMPORT, PLACE, RELOAD, RELINK, CHOOSE or FILL
    char *path;
    uint32_t asset;        // RELOAD, RELINK, CHOOSE and FILL: of the level, whose content is exchanged
    bool is_chosen;        // RELINK: the user chose the file. False: it was found beside that. CHOOSE: the user chose
                           // scene and variant. False: undo or redo did, and the asset has them
    char *scene, *variant; // CHOOSE: those that the user chose, with scale and up axis
    editor_fit fit;
    uint32_t group;    // FILL: those of a group are read together
    editor_work shows; // FILL: OPEN, IMPORT, or PLACE until it is dropped: the boxes are a model by itself, which comes
                       // once it is read. NONE: else
    uint64_t steps;    // FILL that shows IMPORT: editor_document_count_done before that
    bool was_asked;    // FILL that shows IMPORT: the boxes were there, and to be read, before that
    uint32_t view;     // the same: the view that shows what was imported, and its camera before and then
    editor_camera before, then;
    bool was_placed; // IMPORT, and FILL that shows it: dragged from the assets panel to where it is, or will be
    bool is_drop;    // goes to `point`; else to what the view looks at
    bool is_first;   // of files dropped together: exactly there, the others beside it
    pick_vec3 point; // world
    editor_document_version version; // of the document when the file was asked for, or its boxes came
    uint32_t warnings;               // of the level before it has the model
} editor_load_entry;

// A model that was read for an asset of the level.
typedef struct editor_read_model {
    uint32_t asset;
    editor_level *level;
} editor_read_model;

// Models that were read and wait for the others that are reloaded, or found again, with them: all get their new
// content in one step, or none when they are cancelled.
typedef struct editor_exchange {
    editor_read_model *models;
    uint32_t count;
    uint32_t failed;    // files that could not be read
    editor_error first; // why the first one could not
} editor_exchange;

// What was asked for before another level was (workspace_queue.c).
typedef struct editor_put_off {
    editor_load_entry *entries;
    uint32_t count;
    editor_exchange exchanges[2]; // the models of RELOAD and RELINK that were read
} editor_put_off;

typedef struct editor_loads {
    editor_load_entry *entries; // the first one is being read
    uint32_t count;
    editor_load *job;     // of the first one; NULL: not begun, or there is nothing to read
    editor_load *ending;  // a cancelled one, whose thread has not ended
    bool has_ended;       // the first one has been read, or failed, and the shell knows
    editor_level *opened; // was read, and waits for an answer about unsaved changes
    editor_exchange reloaded, relinked;
    editor_put_off put_off;    // for the level that is shown while another one is being opened, or for the one aside
    uint32_t parts;            // so many of the first entries are being read
    uint32_t groups;           // of FILL, so far
    uint32_t filled, unfilled; // models that were read since boxes were shown, and that could not be
    double since_shown;        // seconds
} editor_loads;

#endif
