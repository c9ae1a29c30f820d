// child.h: a process that decodes untrusted bytes, so that a broken or hostile file costs the file and nothing else.
//
// The child is a copy of this process with one function to run, task after task. Before its first task it gives up:
//   files    all open ones are closed, and it opens none. It asks for one by name; this process decides and opens it
//   calls    it can only use memory, read and write what is open, and end: no network, no processes, no code in data
//            (seccomp, on Linux)
//   limits   memory, processor time and the size of a result are bounded
// It reads what this process had in memory when it started, and cannot change it.
//
// Where a system lacks processes or their filter, tasks run with less: editor_child_weakness says so.
//
// Threads:    use a child from one thread, which must not end before the child: the child ends with it. A task runs in
//             a copy of that thread alone. It must take no lock that another thread may hold, but those of the C
//             library.
// Trust:      a result is bytes that a hostile child may have chosen. Check all of them.
#ifndef EDITOR_SYSTEM_CHILD_H
#define EDITOR_SYSTEM_CHILD_H

#include "system/error.h"
#include "system/file_read.h"

#include <stdbool.h>

typedef struct editor_child editor_child;

// One task, run in the child: decodes `size` bytes and writes the result to `out`. False: `error` says why not.
typedef bool (*editor_child_task)(void *user, editor_child *child, const uint8_t *bytes, size_t size, FILE *out,
                                  editor_error *error);

typedef struct editor_child_desc {
    editor_child_task task;
    void *task_user;
    // Runs in this process: opens the file that a task asked for, or refuses. NULL: no task may open any.
    editor_file_result (*open)(void *user, const char *name, FILE **file);
    void *open_user;
    uint64_t memory;  // bytes that it may have beyond those of this process at the start
    uint64_t output;  // bytes of one result
    unsigned seconds; // of processor time for one task
    unsigned wall;    // seconds by the clock for one task; 0: 20 times as many as of processor time
    const struct editor_progress *progress; // a task that is cancelled there ends as EDITOR_CHILD_BROKEN. NULL: none is
} editor_child_desc;

typedef enum editor_child_result {
    EDITOR_CHILD_DONE,
    EDITOR_CHILD_FAILED, // the task said no
    EDITOR_CHILD_BROKEN  // the child crashed, was killed or broke a limit; each later task starts another child
} editor_child_result;

// Starts nothing before the first task. The strings and users of `desc` must outlive the child. NULL: out of memory.
editor_child *editor_child_create(const editor_child_desc *desc);
void editor_child_destroy(editor_child *child); // ends the process; NULL is fine

// Runs a task and waits for it. On EDITOR_CHILD_DONE the caller frees `*result`, which has a zero after its last byte.
// On the others `error` says why in one line that follows the name of a file.
editor_child_result editor_child_run(editor_child *child, const uint8_t *bytes, size_t size, uint8_t **result,
                                     size_t *result_size, editor_error *error);

// Bounds the processor time of the next tasks below that of the description.
void editor_child_set_seconds(editor_child *child, double seconds);
// The processor time that the last task took, as far as it is known.
double editor_child_spent(const editor_child *child);

// Within a task: opens a file that this process opens for it.
editor_file_result editor_child_open(editor_child *child, const char *name, FILE **file);

// What the child lacks on this system, as the end of a sentence, or NULL. Known after the first task.
const char *editor_child_weakness(const editor_child *child);

#endif
