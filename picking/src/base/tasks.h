// tasks.h: runs the tasks of a job through the caller's hook, or without one. Private.
#ifndef PICKING_SRC_TASKS_H
#define PICKING_SRC_TASKS_H

#include "picking/base.h"

// Calls task(data, i) for every i below `count`, and returns when all are complete. Without a hook, or for a single
// task, runs on the caller's thread.
void pick_run_tasks(const pick_task_hook *hook, void (*task)(void *, uint32_t), void *data, uint32_t count);

#endif
