// child_internal.h: what the two sides of a child share.
#ifndef EDITOR_SYSTEM_CHILD_INTERNAL_H
#define EDITOR_SYSTEM_CHILD_INTERNAL_H

#include "system/child.h"
#include "system/path.h"

#include <sys/types.h>

// A child may use the processor time of so many tasks in all.
enum { CHILD_TASKS = 10 };
// The status of a child that lacks what it needs, such as descriptors, before it saw any input (EX_OSERR).
enum { CHILD_CANNOT_START = 71 };

// Messages have one size, so that a reader never waits for the rest of one that it cannot judge.
typedef enum child_message_kind {
    CHILD_READY = 1, // from the child, once: `value` is whether its calls are filtered
    CHILD_RUN,       // to the child: `value` bytes of input
    CHILD_OPEN,      // from the child: `text` names a file
    CHILD_OPENED,    // to the child: `value` is an editor_file_result; a descriptor comes with EDITOR_FILE_OK
    CHILD_DONE,      // from the child: `value` bytes of result
    CHILD_FAILED     // from the child: `text` says why
} child_message_kind;

typedef struct child_message {
    uint32_t kind;
    uint32_t unused;
    uint64_t value;
    char text[EDITOR_PATH_SIZE];
} child_message;

struct editor_child {
    editor_child_desc desc;
    pid_t process; // 0: none, or this is the child
    int channel;   // a socket
    int said;      // this process: the reading end of the child's standard error
    FILE *in, *out;
    double seconds;   // of processor time for the next task
    double spent;     // of it by the last one
    bool is_direct;   // tasks run in this process
    bool is_filtered; // the child's calls are
    bool has_started; // once at least
    bool is_inside;   // this is the child
};

bool child_send(int channel, const child_message *message, int descriptor);

// The child's side: gives up what it does not need, then runs tasks until the other side closes the channel.
_Noreturn void child_main(editor_child *child, int said);

// Forbids this process most system calls, for ever. False: this system cannot.
bool child_filter_calls(void);

#endif
