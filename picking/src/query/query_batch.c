// query_batch.c: many rays, and many lines of sight, shared out among lent threads.
//
// Each is answered by itself. Packets of 16 rays that walk together, with tests of intervals, were measured: they pay
// only where rays are a pixel apart (docs/performance-notes.md).
#include "base/compiler.h"
#include "base/tasks.h"
#include "query/query_internal.h"

// Below so many rays a task costs more than it saves. Beyond SHARE_TASKS tasks they grow instead.
enum { SHARE_LEAST = 32, SHARE_TASKS = 1 << 16 };

typedef struct batch_job {
    const pick_scene *scene;
    const pick_query *query;
    size_t count, share;
    const pick_ray *rays; // or NULL: lines of sight
    pick_hit *hits;
    const pick_vec3 *from, *to;
    bool *answers;
} batch_job;

static void answer_share(void *data, uint32_t index)
{
    const batch_job *job = data;
    const size_t first = index * job->share;
    const size_t end = job->count - first > job->share ? first + job->share : job->count;
    for (size_t i = first; i < end; i++) {
        job->answers[i] = job->rays != NULL ? pick_closest(job->scene, &job->rays[i], job->query, &job->hits[i])
                                            : pick_visible(job->scene, job->from[i], job->to[i], job->query);
    }
}

// Returns how many answers are true.
static size_t answer_all(batch_job *job)
{
    const pick_query *query = pick_usable_query(job->query);
    const pick_task_hook *tasks = query != NULL && query->stats == NULL ? query->tasks : NULL;
    size_t total = 0;
    if (job->count == 0 || (tasks != NULL && tasks->run == NULL))
        return 0;
    job->share = SHARE_LEAST + job->count / SHARE_TASKS;
    pick_run_tasks(tasks, answer_share, job, (uint32_t)((job->count - 1) / job->share + 1));
    for (size_t i = 0; i < job->count; i++)
        total += job->answers[i];
    return total;
}

size_t pick_closest_batch(const pick_scene *scene, const pick_ray *rays, size_t count, const pick_query *query,
                          pick_hit *hits, bool *found)
{
    batch_job job = {.scene = scene, .query = query, .count = count, .rays = rays, .hits = hits, .answers = found};
    return scene != NULL && rays != NULL && hits != NULL && found != NULL ? answer_all(&job) : 0;
}

size_t pick_visible_batch(const pick_scene *scene, const pick_vec3 *from, const pick_vec3 *to, size_t count,
                          const pick_query *query, bool *visible)
{
    batch_job job = {.scene = scene, .query = query, .count = count, .from = from, .to = to, .answers = visible};
    return scene != NULL && from != NULL && to != NULL && visible != NULL ? answer_all(&job) : 0;
}
