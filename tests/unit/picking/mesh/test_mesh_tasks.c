// Meshes built with lent threads: byte for byte what one thread builds, however many there are.
#include "effort.h"
#include "mesh_making.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct crew {
    void (*task)(void *data, uint32_t index);
    void *data;
    uint32_t count;
    atomic_uint next;
    int workers;
    uint64_t runs, tasks; // jobs and tasks requested
} crew;

static void *work(void *user)
{
    crew *c = user;
    for (uint32_t i = atomic_fetch_add(&c->next, 1); i < c->count; i = atomic_fetch_add(&c->next, 1))
        c->task(c->data, i);
    return NULL;
}

static void run_threads(void *user, void (*task)(void *data, uint32_t index), void *data, uint32_t count)
{
    crew *c = user;
    pthread_t threads[8];
    c->task = task;
    c->data = data;
    c->count = count;
    atomic_store(&c->next, 0);
    ++c->runs;
    c->tasks += count;
    for (int i = 0; i < c->workers; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, c), 0);
    for (int i = 0; i < c->workers; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
}

static void any_number_of_threads_builds_the_same(void **state)
{
    (void)state;
    static const uint32_t counts[] = {1, 5, 1000, 16384, 16385, 40000, 140000};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        float *positions = mesh_making_triangles(counts[i], 0.01);
        size_t alone_size;
        char *alone = mesh_making_bytes(positions, counts[i], NULL, &alone_size);
        // In a quick run with two or five.
        for (int workers = (int)test_effort(2, 1); workers <= 5;
             workers += workers < (int)test_effort(0, 3) ? 1 : (int)test_effort(3, 2)) {
            crew c = {.workers = workers};
            const pick_task_hook hook = {run_threads, &c};
            size_t size;
            char *bytes = mesh_making_bytes(positions, counts[i], &hook, &size);
            assert_int_equal(size, alone_size);
            assert_memory_equal(bytes, alone, size);
            assert_true(counts[i] < 40000 || (c.runs >= 4 && c.tasks >= 12));
            free(bytes);
        }
        free(alone);
        free(positions);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads_builds_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
