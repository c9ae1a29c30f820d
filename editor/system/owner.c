#define _POSIX_C_SOURCE 200809L // gethostname, kill
#include "system/owner.h"

#include <errno.h>
#include <inttypes.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Reads when a process started, in the kernel's ticks since it booted. 0: no such process, or not Linux. `*ended`: it
// has ended, and its parent has not taken note yet.
static uint64_t read_start(int64_t process, bool *ended)
{
    *ended = false;
    char path[64], line[1024];
    snprintf(path, sizeof(path), "/proc/%" PRId64 "/stat", process);
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    size_t size = fread(line, 1, sizeof(line) - 1, file);
    fclose(file);
    line[size] = '\0';
    // The second field is the program's name in brackets, which may hold anything. The 22nd is the start.
    char *at = strrchr(line, ')');
    *ended = at && (at[1] == ' ') && (at[2] == 'Z' || at[2] == 'X');
    for (int field = 2; at && field < 22; field++)
        at = strchr(at + 1, ' ');
    return at ? strtoull(at, NULL, 10) : 0;
}

editor_owner editor_owner_self(void)
{
    editor_owner owner = {.process = getpid()};
    if (gethostname(owner.host, sizeof(owner.host) - 1) != 0)
        owner.host[0] = '\0';
    const struct passwd *user = getpwuid(getuid());
    snprintf(owner.user, sizeof(owner.user), "%s", user && user->pw_name ? user->pw_name : "");
    bool ended;
    owner.started = read_start(owner.process, &ended);
    return owner;
}

bool editor_owner_is_same(const editor_owner *a, const editor_owner *b)
{
    return a->process == b->process && a->started == b->started && strcmp(a->host, b->host) == 0;
}

editor_owner_state editor_owner_check(const editor_owner *owner)
{
    editor_owner self = editor_owner_self();
    if (editor_owner_is_same(owner, &self))
        return EDITOR_OWNER_SELF;
    if (strcmp(owner->host, self.host) != 0)
        return EDITOR_OWNER_ELSEWHERE;
    if (owner->process <= 0 || (kill((pid_t)owner->process, 0) != 0 && errno == ESRCH))
        return EDITOR_OWNER_ENDED;
    bool ended;
    uint64_t started = read_start(owner->process, &ended);
    return ended || (started && owner->started && started != owner->started) ? EDITOR_OWNER_ENDED
                                                                             : EDITOR_OWNER_RUNNING;
}
