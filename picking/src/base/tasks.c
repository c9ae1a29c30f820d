#include "base/tasks.h"
#include "base/compiler.h"

void pick_run_tasks(const pick_task_hook *hook, void (*task)(void *, uint32_t), void *data, uint32_t count)
{
    if (hook != NULL && count > 1) {
        hook->run(hook->user, task, data, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        task(data, i);
}
