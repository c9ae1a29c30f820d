#define _GNU_SOURCE // gettid

#include "system/platform_priority.h"

#ifdef __linux__

#include <sys/resource.h>
#include <unistd.h>

// Between two threads on one processor, the one at nice 5 gets a quarter of it, and the usual one three.
enum { LOWER = 5 };

void editor_thread_gives_way(void)
{
    const id_t thread = (id_t)gettid();
    const int now = getpriority(PRIO_PROCESS, thread);
    setpriority(PRIO_PROCESS, thread, now + LOWER);
}

#else

void editor_thread_gives_way(void)
{
}

#endif
