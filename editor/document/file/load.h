// load.h: reads a file on a thread of its own, while the caller goes on.
//
// One path:   the thread runs the very functions that read a file at once (open.h), as a load that is not `behind`
//             does in the caller's thread: the level is the same.
// Shared:     nothing. The thread builds a level of its own, hierarchies included, that the caller gets whole.
// Cancelling: is asked for and takes effect between two meshes, and at once while a child process decodes. What was
//             read so far is freed on the thread.
// Memory:     of one load, as of a file that is read at once: the file, at most 4 GiB; a child process with its limits
//             (common/decode.h); and the level. Nothing else waits in a queue here.
// Threads:    use a load from one thread. `decoder` runs in a child process or on the load's thread. This and all that
//             it starts give way to the window (platform_priority.h).
#ifndef EDITOR_DOCUMENT_LOAD_H
#define EDITOR_DOCUMENT_LOAD_H

#include "document/level/level.h"

typedef struct editor_load editor_load;

// A model to read as chosen (import.h). Texts are copied.
typedef struct editor_load_model {
    const char *path, *scene, *variant;
    editor_model_origin origin;
    bool may_lack_scene, may_lack_variant;
} editor_load_model;

typedef struct editor_load_desc {
    editor_load_model first;       // or a level file, if not only_models; the path alone counts then
    bool only_models;              // level files are refused
    const editor_load_model *more; // models that are read after it, more_count of them
    uint32_t more_count;
    // As `least` of editor_level_read_boxes and editor_import_boxes: the first file may come as boxes, of models that
    // are still to be read. 0: all is read.
    uint64_t boxes_from;
    editor_excess taken; // by the models that the level has, when these are to be its models, too (import.h)
    editor_image_decoder decoder;
    void *decoder_user;
    bool finds_solids; // which meshes are closed (look.h) is found out, too, so that nobody waits for it afterwards
    bool behind;       // false, or where no thread can be had: it has ended when begin returns
} editor_load_desc;

typedef enum editor_load_state {
    EDITOR_LOAD_RUNS,
    EDITOR_LOAD_DONE,
    EDITOR_LOAD_FAILED,   // so did all that were read after it
    EDITOR_LOAD_CANCELLED // even if it was all but done
} editor_load_state;

// NULL: out of memory.
editor_load *editor_load_begin(const editor_load_desc *desc);

// The state as of now, or when it has ended.
editor_load_state editor_load_look(editor_load *load);
editor_load_state editor_load_wait(editor_load *load);

// What it does, in a word or two ("Building"), and how much of that is done, 0 to 1; negative: not known.
const char *editor_load_stage(const editor_load *load);
double editor_load_fraction(const editor_load *load);
// Of a stage that counts bytes, how many of how many. False: it does not.
bool editor_load_bytes(const editor_load *load, uint64_t *done, uint64_t *total);

// Asks it to end. Does not wait. Without effect when it has ended.
void editor_load_cancel(editor_load *load);

// The level of file `number`: 0 is `path`, 1 the first of `more`. The caller owns it from now on. NULL: it was not
// read, with the reason in `error`.
editor_level *editor_load_take(editor_load *load, uint32_t number, editor_error *error);

// Cancels and waits, for the mesh that is being built. NULL is fine.
void editor_load_destroy(editor_load *load);

#endif
