// Batches in scenes of every kind of object: each answer is that of the single query, to the last bit, on any threads.
#include "extras.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "effort.h"

enum { THREADS = 3, MOST = 1000 };

typedef struct tally {
    uint64_t rays, hits, meshes, volumes, others, free, inside, blocked, tasks;
} tally;

// --- Lent threads ---------------------------------------------------------------------------------------------------

typedef struct lent_job {
    pthread_mutex_t lock;
    void (*task)(void *data, uint32_t index);
    void *data;
    uint32_t count, next;
} lent_job;

static void *do_tasks(void *user)
{
    lent_job *job = user;
    for (;;) {
        assert_int_equal(pthread_mutex_lock(&job->lock), 0);
        const uint32_t index = job->next++;
        assert_int_equal(pthread_mutex_unlock(&job->lock), 0);
        if (index >= job->count)
            return NULL;
        job->task(job->data, index);
    }
}

static void run_on_threads(void *user, void (*task)(void *data, uint32_t index), void *data, uint32_t count)
{
    lent_job job = {.task = task, .data = data, .count = count};
    pthread_t threads[THREADS];
    *(uint64_t *)user += count;
    assert_int_equal(pthread_mutex_init(&job.lock, NULL), 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, do_tasks, &job), 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_int_equal(pthread_mutex_destroy(&job.lock), 0);
}

// --- Comparing ------------------------------------------------------------------------------------------------------

static void random_ray(world *w, uint32_t i, pick_ray *ray, pick_vec3 *to)
{
    const pick_vec3 from = pick_vec3_add(w->center, random_in_cube(&w->random, 1.5 * w->spread));
    *to = pick_vec3_add(w->center, random_in_cube(&w->random, w->spread));
    *ray = (pick_ray){from, pick_vec3_sub(*to, from), 0, HUGE_VAL};
    if (i % 13 == 5) // not valid
        ray->direction = pick_vec3_make(0, 0, 0);
    if (i % 17 == 3)
        ray->origin.x = i % 2 == 0 ? HUGE_VAL : (double)NAN;
    if (i % 11 == 7)
        ray->t_max = 0.01;
}

static void compare(world *w, uint32_t count, const pick_query *query, tally *seen)
{
    static pick_ray rays[MOST];
    static pick_vec3 from[MOST], to[MOST];
    static pick_hit hits[MOST], one;
    static bool found[MOST], sees[MOST];
    size_t total = 0, open = 0;
    memset(hits, 0x3c, sizeof hits);
    for (uint32_t i = 0; i < count; i++) {
        random_ray(w, i, &rays[i], &to[i]);
        from[i] = rays[i].origin;
        found[i] = sees[i] = i % 2 == 0;
    }
    const size_t hit = pick_closest_batch(w->scene, rays, count, query, hits, found);
    const size_t seen_free = pick_visible_batch(w->scene, from, to, count, query, sees);
    for (uint32_t i = 0; i < count; i++) {
        pick_object_desc desc;
        memset(&one, 0x3c, sizeof one);
        assert_int_equal(pick_closest(w->scene, &rays[i], query, &one), found[i]);
        assert_memory_equal(&one, &hits[i], sizeof one);
        assert_int_equal(pick_visible(w->scene, from[i], to[i], query), sees[i]);
        total += found[i];
        open += sees[i];
        if (!found[i])
            continue;
        assert_int_equal(pick_scene_get(w->scene, one.object, &desc), PICK_OK);
        seen->meshes += desc.mesh != NULL;
        seen->volumes += desc.volume != NULL;
        seen->others += desc.thin != NULL;
        seen->inside += one.inside;
    }
    assert_int_equal(hit, total);
    assert_int_equal(seen_free, open);
    seen->rays += count;
    seen->hits += total;
    seen->free += open;
    seen->blocked += count - open;
}

static void equals_single_queries(void **state)
{
    (void)state;
    static const uint32_t counts[] = {0, 1, 3, 4, 15, 16, 17, 31, 32, 33, 64, 65, MOST};
    tally seen = {.rays = 0};
    for (uint32_t seed = 0; seed < test_effort(2, 20); seed++) {
        world w;
        extras e;
        world_make(&w, pick_vec3_make(seed % 2 * 1e6, 0, 0), 10, 900 + seed);
        extras_add(&w, &e);
        const pick_task_hook hook = {run_on_threads, &seen.tasks};
        for (uint32_t i = 0; i < 2 * sizeof counts / sizeof counts[0]; i++) {
            pick_query query = PICK_QUERY_DEFAULT;
            pick_stats stats = {0};
            query.cull = (pick_cull)random_index(&w.random, 4);
            query.pass_locked = random_index(&w.random, 4) == 0;
            query.hidden_layers = ~(random_index(&w.random, 3) == 0 ? random_index(&w.random, 16) : 0xf);
            if (random_index(&w.random, 2) == 0)
                query.hidden_layers = ~EXTRA_LAYER;
            world_filter(&w.random, &query);
            query.tasks = i % 2 != 0 ? &hook : NULL;
            query.stats = i % 8 == 7 ? &stats : NULL;
            const uint64_t tasks = seen.tasks;
            const uint32_t count = counts[i / 2];
            compare(&w, count, &query, &seen);
            // Counting is for one thread, and one task needs no other.
            assert_true((seen.tasks > tasks) == (query.tasks != NULL && query.stats == NULL && count > 32));
        }
        extras_remove(&w, &e);
        world_free(&w);
    }
    print_message("%llu rays, %llu hits: %llu of meshes, %llu of volumes, %llu of points and lines, %llu inside; %llu "
                  "lines of sight free, %llu not; %llu tasks\n",
                  (unsigned long long)seen.rays, (unsigned long long)seen.hits, (unsigned long long)seen.meshes,
                  (unsigned long long)seen.volumes, (unsigned long long)seen.others, (unsigned long long)seen.inside,
                  (unsigned long long)seen.free, (unsigned long long)seen.blocked, (unsigned long long)seen.tasks);
    assert_true(seen.hits > seen.rays / 4 && seen.hits < seen.rays && seen.meshes > seen.hits / 10);
    assert_true(seen.volumes > seen.hits / 20 && seen.others > 20 && seen.inside > 4);
    assert_true(seen.free > seen.rays / 50 && seen.blocked > seen.rays / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(equals_single_queries)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
