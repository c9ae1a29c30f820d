// Batches of rays and of lines of sight, on one thread and on two, beside the same ones one by one in the same run.
#include "bench.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { GRID_SIDE = 16, BATCH_RAYS = GRID_SIDE * GRID_SIDE, BATCH_SIGHTS = 64, BATCH_VIEWS = 200, BATCH_ROUNDS = 9 };

typedef enum batch_way { ONE_BY_ONE, BATCHED, ON_TWO_THREADS, BATCH_WAYS } batch_way;

static void batch_must(bool fine)
{
    if (!fine)
        abort();
}

// --- A second thread ------------------------------------------------------------------------------------------------

// Waits for jobs without sleeping, as the threads of an engine do within a frame.
typedef struct helper {
    pthread_mutex_t lock;
    pthread_t thread;
    void (*task)(void *data, uint32_t index);
    void *data;
    uint32_t next, count, done;
    bool stop;
} helper;

// Does one task. False: there is none.
static bool do_one(helper *h)
{
    batch_must(pthread_mutex_lock(&h->lock) == 0);
    const bool any = h->next < h->count;
    const uint32_t index = h->next;
    h->next += any;
    void (*const task)(void *, uint32_t) = h->task;
    void *const data = h->data;
    batch_must(pthread_mutex_unlock(&h->lock) == 0);
    if (!any)
        return false;
    task(data, index);
    batch_must(pthread_mutex_lock(&h->lock) == 0);
    ++h->done;
    batch_must(pthread_mutex_unlock(&h->lock) == 0);
    return true;
}

static void *help(void *user)
{
    helper *h = user;
    for (;;) {
        if (do_one(h))
            continue;
        batch_must(pthread_mutex_lock(&h->lock) == 0);
        const bool stop = h->stop;
        batch_must(pthread_mutex_unlock(&h->lock) == 0);
        if (stop)
            return NULL;
    }
}

static void run_with_helper(void *user, void (*task)(void *data, uint32_t index), void *data, uint32_t count)
{
    helper *h = user;
    batch_must(pthread_mutex_lock(&h->lock) == 0);
    h->task = task;
    h->data = data;
    h->next = h->done = 0;
    h->count = count;
    batch_must(pthread_mutex_unlock(&h->lock) == 0);
    while (do_one(h))
        ;
    for (bool ended = false; !ended;) {
        batch_must(pthread_mutex_lock(&h->lock) == 0);
        ended = h->done == count;
        batch_must(pthread_mutex_unlock(&h->lock) == 0);
    }
}

// --- Questions ------------------------------------------------------------------------------------------------------

typedef struct batch_field {
    const char *name;
    bench_workload w;
    pick_mesh *mesh;
    pick_scene *scene;
    double radius;
    size_t views;
    pick_ray *rays;
    pick_vec3 *from, *to;
} batch_field;

// Rays of random views through 16 x 16 places, `step` pixels apart, of a picture 720 pixels high, and lines of sight
// from each eye.
static void make_views(batch_field *f, double step)
{
    test_random r = {11};
    const double near = f->w.object_count > 1 ? 0.2 : 1.2, pixel = 2 * 0.577 / 720;
    for (size_t view = 0; view < f->views; view++) {
        const pick_vec3 eye = pick_vec3_scale(random_direction(&r), f->radius * random_between(&r, near, 2.5));
        const pick_vec3 target = random_in_cube(&r, 0.2 * f->radius);
        const pick_vec3 forward = pick_vec3_normalize(pick_vec3_sub(target, eye));
        const pick_vec3 right = pick_vec3_normalize(pick_vec3_cross(forward, pick_vec3_make(0.1, 1, 0.05)));
        const pick_vec3 top = pick_vec3_cross(right, forward);
        const double x0 = random_between(&r, -0.4, 0.4), y0 = random_between(&r, -0.4, 0.4);
        for (size_t i = 0; i < BATCH_RAYS; i++) {
            const double x = x0 + pixel * step * ((double)(i % GRID_SIDE) - 0.5 * (GRID_SIDE - 1));
            const double y = y0 + pixel * step * ((double)(i / GRID_SIDE) - 0.5 * (GRID_SIDE - 1));
            const pick_vec3 aside = pick_vec3_add(pick_vec3_scale(right, x), pick_vec3_scale(top, y));
            f->rays[view * BATCH_RAYS + i] =
                (pick_ray){eye, pick_vec3_normalize(pick_vec3_add(forward, aside)), 0.01, HUGE_VAL};
        }
        for (size_t i = 0; i < BATCH_SIGHTS; i++) {
            f->from[view * BATCH_SIGHTS + i] = eye;
            f->to[view * BATCH_SIGHTS + i] = random_in_cube(&r, f->radius);
        }
    }
}

// Asks about one view. Returns how many answers are true.
static size_t ask_view(const batch_field *f, size_t view, bool sights, batch_way way, const pick_query *query)
{
    static pick_hit hits[BATCH_RAYS];
    static bool answers[BATCH_RAYS];
    const pick_ray *rays = f->rays + view * BATCH_RAYS;
    const pick_vec3 *from = f->from + view * BATCH_SIGHTS, *to = f->to + view * BATCH_SIGHTS;
    size_t total = 0;
    if (way != ONE_BY_ONE)
        return sights ? pick_visible_batch(f->scene, from, to, BATCH_SIGHTS, query, answers)
                      : pick_closest_batch(f->scene, rays, BATCH_RAYS, query, hits, answers);
    for (int i = 0; i < (sights ? BATCH_SIGHTS : BATCH_RAYS); i++) {
        total +=
            sights ? pick_visible(f->scene, from[i], to[i], query) : pick_closest(f->scene, &rays[i], query, &hits[i]);
    }
    return total;
}

// Wall times of each way, in turn and in changing order; of one thread also its own time.
static void time_ways(const batch_field *f, bool sights, const bench_options *options, helper *h, const char *question)
{
    double wall[BATCH_WAYS][BATCH_ROUNDS], cpu[BATCH_WAYS][BATCH_ROUNDS];
    size_t answers[BATCH_WAYS];
    const size_t rounds = options->quick ? 1 : BATCH_ROUNDS;
    const pick_task_hook hook = {run_with_helper, h};
    for (size_t round = 0; round < rounds; round++) {
        for (int i = 0; i < BATCH_WAYS; i++) {
            const batch_way way = (batch_way)((i + (int)round) % BATCH_WAYS);
            pick_query query = PICK_QUERY_DEFAULT;
            query.tasks = way == ON_TWO_THREADS ? &hook : NULL;
            answers[way] = 0;
            if (way == ON_TWO_THREADS)
                batch_must(pthread_create(&h->thread, NULL, help, h) == 0);
            const double start = bench_seconds(), start_cpu = bench_cpu_seconds();
            for (size_t view = 0; view < f->views; view++)
                answers[way] += ask_view(f, view, sights, way, &query);
            cpu[way][round] = bench_cpu_seconds() - start_cpu;
            wall[way][round] = bench_seconds() - start;
            if (way == ON_TWO_THREADS) {
                batch_must(pthread_mutex_lock(&h->lock) == 0);
                h->stop = true;
                batch_must(pthread_mutex_unlock(&h->lock) == 0 && pthread_join(h->thread, NULL) == 0);
                h->stop = false;
            }
        }
    }
    batch_must(answers[ONE_BY_ONE] == answers[BATCHED] && answers[ONE_BY_ONE] == answers[ON_TWO_THREADS]);
    const double count = (double)(f->views * (sights ? BATCH_SIGHTS : BATCH_RAYS));
    const double one = 1e9 * bench_quantile(cpu[ONE_BY_ONE], rounds, 0.5) / count;
    const double many = 1e9 * bench_quantile(cpu[BATCHED], rounds, 0.5) / count;
    const double gain =
        bench_quantile(wall[ONE_BY_ONE], rounds, 0.5) / bench_quantile(wall[ON_TWO_THREADS], rounds, 0.5);
    (void)printf(options->json ? "{\"bench\":\"batch\",\"scene\":\"%s\",\"query\":\"%s\",\"one_by_one_ns\":%.1f,"
                                 "\"batch_ns\":%.1f,\"batch_gain\":%.3f,\"two_threads_gain\":%.3f,\"found\":%.3f}\n"
                               : "  %-7s %-22s %12.1f %12.1f %8.2f %12.2f %8.3f\n",
                 f->name, question, one, many, one / many, gain, (double)answers[ONE_BY_ONE] / count);
    (void)fflush(stdout);
}

static bool bench_batches_in(const char *name, size_t triangles, const bench_options *options, helper *h)
{
    batch_field f = {.name = name, .views = options->quick ? 2 : BATCH_VIEWS};
    if (!(triangles > 0 ? bench_workload_spheres(&f.w, triangles, 1, 1) : bench_workload_make(&f.w, name, 1)))
        return false;
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.mesh = f.mesh = soup_mesh(&f.w.mesh, editor_platform_memory());
    batch_must(pick_scene_create(editor_platform_memory(), &f.scene) == PICK_OK);
    for (size_t i = 0; i < f.w.object_count; i++) {
        pick_object_id id;
        desc.transform = f.w.objects[i].transform;
        batch_must(pick_scene_add(f.scene, &desc, &id) == PICK_OK);
    }
    (void)pick_scene_maintain(f.scene, UINT64_MAX);
    f.radius = f.w.object_count > 1 ? 2.5 * cbrt((double)f.w.object_count) : 1.2;
    f.rays = malloc(f.views * BATCH_RAYS * sizeof *f.rays);
    f.from = malloc(f.views * BATCH_SIGHTS * sizeof *f.from);
    f.to = malloc(f.views * BATCH_SIGHTS * sizeof *f.to);
    batch_must(f.rays != NULL && f.from != NULL && f.to != NULL);
    make_views(&f, 1);
    time_ways(&f, false, options, h, "256 rays, a pixel");
    make_views(&f, 25);
    time_ways(&f, false, options, h, "256 rays, 25 pixels");
    time_ways(&f, true, options, h, "64 lines of sight");
    free(f.rays);
    free(f.from);
    free(f.to);
    pick_scene_destroy(f.scene);
    pick_mesh_destroy(f.mesh);
    bench_workload_free(&f.w);
    return true;
}

bool bench_batch(const char *name, const bench_options *options)
{
    helper h = {.stop = false};
    batch_must(pthread_mutex_init(&h.lock, NULL) == 0);
    if (!options->json) {
        (void)printf("%s: rays of one view at once; ns of a thread's own time for each, gains over one by one\n"
                     "  %-7s %-22s %12s %12s %8s %12s %8s\n",
                     name, "", "", "one by one", "batch", "gain", "two threads", "found");
    }
    const bool ok = bench_batches_in("I100", 0, options, &h) &&
                    (options->quick ||
                     (bench_batches_in("I100k", 0, options, &h) && bench_batches_in("M10", 10000000, options, &h)));
    batch_must(pthread_mutex_destroy(&h.lock) == 0);
    return ok;
}
