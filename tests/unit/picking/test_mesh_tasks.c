// Meshes built with lent threads: byte for byte what one thread builds, however many there are and in whatever order.
#include "picking/mesh.h"

#include "failing_allocator.h"
#include "random.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// --- Hooks ----------------------------------------------------------------------------------------------------------

typedef struct crew {
    void (*task)(void *data, uint32_t index);
    void *data;
    uint32_t count;
    atomic_uint next;
    int workers;
    uint64_t runs, tasks; // what was asked of it
} crew;

static void *work(void *user)
{
    crew *c = user;
    for (uint32_t i = atomic_fetch_add(&c->next, 1); i < c->count; i = atomic_fetch_add(&c->next, 1)) {
        c->task(c->data, i);
    }
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
    for (int i = 0; i < c->workers; ++i) {
        assert_int_equal(pthread_create(&threads[i], NULL, work, c), 0);
    }
    for (int i = 0; i < c->workers; ++i) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
}

static void run_backwards(void *user, void (*task)(void *data, uint32_t index), void *data, uint32_t count)
{
    (void)user;
    while (count > 0) {
        task(data, --count);
    }
}

// --- Meshes ---------------------------------------------------------------------------------------------------------

// Triangles in threes, which come in threes themselves: nodes of few triangles. One is far away by itself, and one
// cannot be hit.
static float *make_triangles(uint32_t count, double cluster)
{
    float *positions = malloc(9 * sizeof(float) * count);
    assert_non_null(positions);
    test_random r = {count};
    pick_vec3 at = {0, 0, 0}, near = {0, 0, 0};
    for (uint32_t i = 0; i < count; ++i) {
        at = i % 9 == 0 ? random_in_cube(&r, 1) : at;
        near = i % 3 == 0 ? pick_vec3_add(at, random_in_cube(&r, 100 * cluster)) : near;
        near = i == 7 ? pick_vec3_make(1000, 0, 0) : near;
        for (uint32_t k = 0; k < 3; ++k) {
            const pick_vec3 p = pick_vec3_add(near, random_in_cube(&r, cluster));
            positions[9 * i + 3 * k] = (float)p.x;
            positions[9 * i + 3 * k + 1] = (float)p.y;
            positions[9 * i + 3 * k + 2] = (float)p.z;
        }
    }
    positions[9 * (count / 2)] = NAN;
    return positions;
}

static char *build(const float *positions, uint32_t count, const pick_task_hook *hook, size_t *size)
{
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = 3 * count, .tasks = hook};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    *size = pick_mesh_write(mesh, NULL, 0);
    char *bytes = malloc(*size);
    assert_non_null(bytes);
    assert_int_equal(pick_mesh_write(mesh, bytes, *size), *size);
    pick_mesh_destroy(mesh);
    return bytes;
}

static void any_number_of_threads_builds_the_same(void **state)
{
    (void)state;
    static const uint32_t counts[] = {1, 5, 1000, 16384, 16385, 40000, 140000};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
        float *positions = make_triangles(counts[i], 0.01);
        size_t alone_size;
        char *alone = build(positions, counts[i], NULL, &alone_size);
        for (int workers = 0; workers <= 5; workers += workers < 3 ? 1 : 2) { // 0: one thread, backwards
            crew c = {.workers = workers};
            const pick_task_hook hook = {workers > 0 ? run_threads : run_backwards, &c};
            size_t size;
            char *bytes = build(positions, counts[i], &hook, &size);
            assert_int_equal(size, alone_size);
            assert_memory_equal(bytes, alone, size);
            assert_true(workers == 0 || counts[i] < 40000 || (c.runs >= 4 && c.tasks >= 12));
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
    float *positions = make_triangles(COUNT, 2e-5);
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = 3 * COUNT};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    test_random r = {3};
    size_t hits = 0;
    for (int i = 0; i < 60; ++i) {
        const float *v = &positions[9 * random_index(&r, COUNT)];
        const pick_vec3 target = {((double)v[0] + (double)v[3] + (double)v[6]) / 3,
                                  ((double)v[1] + (double)v[4] + (double)v[7]) / 3,
                                  ((double)v[2] + (double)v[5] + (double)v[8]) / 3};
        const pick_vec3 origin = random_in_cube(&r, 3);
        const pick_ray ray = {origin, pick_vec3_sub(target, origin), 0, HUGE_VAL};
        const pick_mesh_query query = {.cull = PICK_CULL_NONE};
        pick_mesh_hit fast = {0}, slow = {0};
        if (!pick_ray_is_valid(&ray)) {
            continue; // it aimed at the one with a NaN
        }
        const bool hit = pick_mesh_closest_brute_force(mesh, &ray, &query, &slow);
        assert_int_equal(pick_mesh_closest(mesh, &ray, &query, &fast), hit);
        assert_true(fast.t == slow.t && fast.triangle == slow.triangle);
        hits += hit;
    }
    assert_true(hits > 40);
    pick_mesh_destroy(mesh);
    free(positions);
}

static void survives_every_failed_allocation(void **state)
{
    (void)state;
    static const uint32_t counts[] = {20000, 70000};
    for (size_t i = 0; i < 2; ++i) {
        float *positions = make_triangles(counts[i], i == 0 ? 2e-5 : 0.01); // with and without a second attempt
        const pick_task_hook hook = {run_backwards, NULL};
        const pick_mesh_desc desc = {.positions = positions, .vertex_count = 3 * counts[i], .tasks = &hook};
        for (int for_ever = 0; for_ever < 2; ++for_ever) {
            size_t failures = 0;
            for (size_t n = 1;; ++n) {
                failing_allocator memory = {.fail_at = n, .for_ever = for_ever != 0};
                const pick_allocator allocator = failing_allocator_hook(&memory);
                pick_mesh *mesh = NULL;
                const pick_result result = pick_mesh_create(&desc, &allocator, &mesh);
                if (result == PICK_OK) {
                    assert_int_equal(memory.held_blocks, 1);
                    pick_mesh_destroy(mesh);
                    assert_int_equal(memory.held_bytes, 0);
                    break;
                }
                assert_int_equal(result, PICK_ERROR_OUT_OF_MEMORY);
                assert_null(mesh);
                assert_int_equal(memory.held_blocks, 0);
                assert_int_equal(memory.held_bytes, 0);
                ++failures;
            }
            assert_true(failures >= 8);
        }
        free(positions);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads_builds_the_same),
        cmocka_unit_test(sparse_clusters_need_more_room),
        cmocka_unit_test(survives_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
