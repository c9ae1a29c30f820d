// platform_priority.h: work that gives way to the window.
#ifndef EDITOR_SYSTEM_PLATFORM_PRIORITY_H
#define EDITOR_SYSTEM_PLATFORM_PRIORITY_H

// The calling thread, and what it starts from now on, threads and processes, gives way to threads of usual priority
// where there are more of them than processors. Nothing is slower on a processor that would be idle. Only Linux has
// this for a thread; elsewhere nothing changes.
void editor_thread_gives_way(void);

#endif
