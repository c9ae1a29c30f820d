// tasks.h: threads that picking may use to build hierarchies.
#ifndef EDITOR_SYSTEM_TASKS_H
#define EDITOR_SYSTEM_TASKS_H

#include "picking/base.h"

// Runs the tasks of a job on as many threads as the machine has processors, the caller's among them. Threads last as
// long as the job: some tens of microseconds each, so small jobs should do without. Where no thread can be created, the
// caller's runs all tasks.
const pick_task_hook *editor_tasks(void);

#endif
