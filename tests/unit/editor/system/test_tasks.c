// Lent threads: every task is run once, on several threads where the machine has them, and all have ended afterwards.
#define _DEFAULT_SOURCE // usleep
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "picking/points.h"
#include "system/tasks.h"

enum { MOST = 1000 };

typedef struct tally {
    atomic_uint runs[MOST];
    atomic_uint elsewhere; // tasks that another thread than the caller's ran
    pthread_t caller;
    useconds_t rest;
} tally;

static void count_run(void *data, uint32_t index)
{
    tally *t = data;
    if (t->rest > 0)
        usleep(t->rest); // so that a job that does not wait for its end is seen not to
    atomic_fetch_add(&t->runs[index], 1);
    if (!pthread_equal(pthread_self(), t->caller))
        atomic_fetch_add(&t->elsewhere, 1);
}

static uint32_t run_all(uint32_t count, useconds_t rest)
{
    static tally t;
    for (int i = 0; i < MOST; i++)
        atomic_init(&t.runs[i], 0);
    atomic_init(&t.elsewhere, 0);
    t.caller = pthread_self();
    t.rest = rest;
    editor_tasks()->run(editor_tasks()->user, count_run, &t, count);
    for (uint32_t i = 0; i < MOST; i++)
        assert_int_equal(atomic_load(&t.runs[i]), i < count ? 1 : 0);
    return atomic_load(&t.elsewhere);
}

static void each_task_runs_once(void **state)
{
    (void)state;
    run_all(0, 0);
    assert_int_equal(run_all(1, 0), 0); // alone: on the caller's thread
    run_all(2, 0);
    run_all(MOST, 0);
    const uint32_t elsewhere = run_all(40, 1000);
    if (sysconf(_SC_NPROCESSORS_ONLN) > 1)
        assert_true(elsewhere > 0);
    assert_true(elsewhere < 40);
}

// The hierarchy does not depend on the threads.
static void clouds_are_the_same(void **state)
{
    (void)state;
    enum { COUNT = 30000 };
    static float positions[3 * COUNT];
    uint32_t bits = 1;
    for (int i = 0; i < 3 * COUNT; i++)
        positions[i] = (float)((bits = bits * 1664525u + 1013904223u) >> 8) / 16777216.0f;
    pick_points_desc desc = {.positions = positions, .count = COUNT, .radius = 2, .unit = PICK_THIN_ON_SCREEN};
    pick_thin *alone = NULL, *shared = NULL;
    assert_int_equal(pick_points_create(&desc, NULL, &alone), PICK_OK);
    desc.tasks = editor_tasks();
    assert_int_equal(pick_points_create(&desc, NULL, &shared), PICK_OK);
    for (uint32_t i = 0; i < COUNT; i++) {
        pick_vec3 a, b;
        assert_true(pick_thin_place(alone, i, 0, &a) && pick_thin_place(shared, i, 0, &b));
        assert_true(a.x == b.x && a.y == b.y && a.z == b.z && a.x == (double)positions[3 * i]);
    }
    pick_thin_destroy(alone);
    pick_thin_destroy(shared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_task_runs_once), cmocka_unit_test(clouds_are_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
