// tasks.c: a job's tasks, shared by threads that each take the next one.
#define _POSIX_C_SOURCE 200809L // sysconf

#include "system/tasks.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { MOST_THREADS = 32 };

typedef struct shared_job {
    void (*task)(void *data, uint32_t index);
    void *data;
    uint32_t count;
    atomic_uint next;
} shared_job;

static void *work(void *user)
{
    shared_job *job = user;
    for (uint32_t i = atomic_fetch_add(&job->next, 1); i < job->count; i = atomic_fetch_add(&job->next, 1))
        job->task(job->data, i);
    return NULL;
}

static void run(void *user, void (*task)(void *data, uint32_t index), void *data, uint32_t count)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    shared_job job = {.task = task, .data = data, .count = count};
    pthread_t threads[MOST_THREADS];
    uint32_t started = 0;
    (void)user;
    atomic_init(&job.next, 0);
    while (started + 1 < count && started < MOST_THREADS && (long)started + 1 < processors &&
           pthread_create(&threads[started], NULL, work, &job) == 0)
        started++;
    work(&job);
    for (uint32_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

const pick_task_hook *editor_tasks(void)
{
    static const pick_task_hook hook = {run, NULL};
    return &hook;
}
