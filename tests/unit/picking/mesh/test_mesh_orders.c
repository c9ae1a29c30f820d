// Meshes built by tasks in the calling thread: byte for byte what a build without them makes, in whatever order they
// run.
#include "effort.h"
#include "mesh_making.h"

#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

// --- Orders ---------------------------------------------------------------------------------------------------------

typedef struct order {
    test_random random;   // of those shuffled
    uint64_t runs, tasks; // jobs and tasks requested
} order;

static void run_in_order(void *user, void (*task)(void *data, uint32_t index), void *data, uint32_t count)
{
    order *o = user;
    ++o->runs;
    o->tasks += count;
    for (uint32_t i = 0; i < count; i++)
        task(data, i);
}

static void run_backwards(void *user, void (*task)(void *data, uint32_t index), void *data, uint32_t count)
{
    order *o = user;
    ++o->runs;
    o->tasks += count;
    while (count > 0)
        task(data, --count);
}

static void run_shuffled(void *user, void (*task)(void *data, uint32_t index), void *data, uint32_t count)
{
    order *o = user;
    uint32_t *number = malloc(count * sizeof *number);
    assert_non_null(number);
    ++o->runs;
    o->tasks += count;
    for (uint32_t i = 0; i < count; i++) { // R. Durstenfeld, "Algorithm 235", CACM 7(7), 1964
        const uint32_t k = random_index(&o->random, i + 1);
        number[i] = number[k];
        number[k] = i;
    }
    for (uint32_t i = 0; i < count; i++)
        task(data, number[i]);
    free(number);
}

static void (*const RUNS[])(void *, void (*)(void *, uint32_t), void *, uint32_t) = {run_in_order, run_backwards,
                                                                                     run_shuffled, run_shuffled};
enum { RUN_COUNT = sizeof RUNS / sizeof RUNS[0] };

// --- Tests ----------------------------------------------------------------------------------------------------------

static void any_order_builds_the_same(void **state)
{
    (void)state;
    static const struct {
        uint32_t count;
        double cluster;
        uint64_t runs, tasks; // at least
    } cases[] = {{1, 0.01, 0, 0},      {5, 0.01, 0, 0},      {1000, 0.01, 0, 0},   {16384, 0.01, 0, 0},
                 {16385, 0.01, 4, 12}, {20000, 2e-5, 6, 20}, {40000, 0.01, 4, 12}, {140000, 0.01, 8, 100}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        float *positions = mesh_making_triangles(cases[i].count, cases[i].cluster);
        size_t alone_size;
        char *alone = mesh_making_bytes(positions, cases[i].count, NULL, &alone_size);
        order first = {.runs = 0};
        for (int run = 0; run < RUN_COUNT; run += (int)test_effort(2, 1)) { // in order and shuffled, or all
            order o = {.random = {(uint64_t)run}};
            const pick_task_hook hook = {RUNS[run], &o};
            size_t size;
            char *bytes = mesh_making_bytes(positions, cases[i].count, &hook, &size);
            assert_int_equal(size, alone_size);
            assert_memory_equal(bytes, alone, size);
            assert_true(o.runs >= cases[i].runs && o.tasks >= cases[i].tasks);
            first = run == 0 ? o : first;
            assert_true(o.runs == first.runs && o.tasks == first.tasks);
            free(bytes);
        }
        free(alone);
        free(positions);
    }
}

// Needs more nodes than are expected: the build starts again with more room. The answers are exact.
static void sparse_clusters_need_more_room(void **state)
{
    (void)state;
    enum { COUNT = 20000 };
    float *positions = mesh_making_triangles(COUNT, 2e-5);
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = 3 * COUNT};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    test_random r = {3};
    size_t hits = 0;
    for (int i = 0; i < 60; i++) {
        const float *v = &positions[9 * random_index(&r, COUNT)];
        const pick_vec3 target = {((double)v[0] + (double)v[3] + (double)v[6]) / 3,
                                  ((double)v[1] + (double)v[4] + (double)v[7]) / 3,
                                  ((double)v[2] + (double)v[5] + (double)v[8]) / 3};
        const pick_vec3 origin = random_in_cube(&r, 3);
        const pick_ray ray = {origin, pick_vec3_sub(target, origin), 0, HUGE_VAL};
        const pick_mesh_query query = {.cull = PICK_CULL_NONE};
        pick_mesh_hit fast = {0}, slow = {0};
        if (!pick_ray_is_valid(&ray))
            continue; // it aimed at the one with a NaN
        const bool hit = pick_mesh_closest_brute_force(mesh, &ray, &query, &slow);
        assert_int_equal(pick_mesh_closest(mesh, &ray, &query, &fast), hit);
        assert_true(fast.t == slow.t && fast.triangle == slow.triangle);
        hits += hit;
    }
    assert_true(hits > 40);
    pick_mesh_destroy(mesh);
    free(positions);
}

static void look_sound(const pick_mesh *mesh)
{
    assert_int_equal(pick_mesh_get_stats(mesh).dropped_triangles, 1);
}

static void survives_every_failed_allocation(void **state)
{
    (void)state;
    static const uint32_t counts[] = {20000, 70000, 140000};
    const size_t used = test_effort(2, sizeof counts / sizeof counts[0]);
    for (size_t i = 0; i < used; i++) {
        float *positions = mesh_making_triangles(counts[i], i == 0 ? 2e-5 : 0.01); // with and without a second attempt
        for (size_t run = test_effort((uint32_t)i, 0); run < 3; run += test_effort(3, 1)) {
            order o = {.random = {i}};
            const pick_task_hook hook = {RUNS[run], &o};
            const pick_mesh_desc desc = {.positions = positions, .vertex_count = 3 * counts[i], .tasks = &hook};
            assert_true(mesh_making_fail_each(&desc, look_sound) >= 16);
            assert_true(o.runs > 0);
        }
        free(positions);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_order_builds_the_same),
        cmocka_unit_test(sparse_clusters_need_more_room),
        cmocka_unit_test(survives_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
