// A driver that is out of memory, once, twice, for one memory type, for good, or above some bytes: the renderer tries
// other memory, frees what it no longer needs, or refuses and leaves everything as it was.
#include "world.h"

#include "device/vk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MEBI = 1 << 20 };

static uint64_t get_used(const world *it)
{
    render_stats stats;
    uint64_t used = 0;
    render_device_get_stats(it->device, &stats);
    for (uint32_t i = 0; i < stats.heap_count; i++)
        used += stats.heaps[i].used;
    return used;
}

static void do_step(world *it, world_step step)
{
    if (world_do(it, step) != RENDER_OK)
        fail_msg("%s: %s", world_step_name(step), it->device ? render_device_last_error(it->device) : it->error);
}

static void open_world(world *it)
{
    failing_calls_reset();
    failing_calls_refuse_memory(0, 0, 0);
    for (int step = 0; step <= (int)WORLD_READ; step++)
        do_step(it, (world_step)step);
    render_device_wait_idle(it->device);
}

static void close_world(world *it)
{
    failing_calls_refuse_memory(0, 0, 0);
    assert_true(world_picks_right(it));
    world_end(it);
    char kinds[512];
    if (failing_calls_live_objects(kinds, sizeof kinds) != 0 || failing_calls_allocated() != 0)
        fail_msg("left behind: %s", kinds);
}

// A mesh without area, of so many MiB: 12 bytes a vertex, and an index for each. No two triangles share a vertex, so
// that it has the same size where triangles are numbered by their vertices.
static render_result make_mesh(world *it, uint32_t size, render_mesh *out)
{
    const uint32_t count = 65535 * size;
    float *positions = calloc((size_t)3 * count, sizeof *positions);
    uint32_t *indices = calloc(count, sizeof *indices);
    assert_true(positions && indices);
    for (uint32_t i = 0; i < count; i++)
        indices[i] = i;
    const render_submesh all = {.triangle_count = count / 3};
    const render_mesh_desc desc = {.name = "large",
                                   .positions = positions,
                                   .vertex_count = count,
                                   .indices = indices,
                                   .index_count = count,
                                   .submeshes = &all,
                                   .submesh_count = 1};
    render_result result = render_mesh_create(it->scene, &desc, out);
    free(positions);
    free(indices);
    return result;
}

// A few refusals are got over: by a block of just the size, then by another try.
static void test_refused_at_times(void **state)
{
    (void)state;
    for (uint32_t size = 1; size <= 57; size += 56) {
        const uint32_t bearable = size < 16 ? 3 : 1; // a large mesh has a block of its own: one try each time
        for (uint32_t times = 1; times <= bearable; times++) {
            world it = {.plain = true};
            open_world(&it);
            const uint64_t used = get_used(&it);
            render_mesh mesh = 0;
            failing_calls_refuse_memory(times, 1, 0);
            render_result result = RENDER_OK;
            // Small meshes fill what is left of the blocks first.
            for (uint32_t i = 0; i < 64 && result == RENDER_OK && failing_calls_refused() == 0; i++)
                result = make_mesh(&it, size, &mesh);
            assert_int_equal(result, RENDER_OK);
            assert_int_equal(failing_calls_refused(), times);
            do_step(&it, WORLD_FRAME);
            assert_true(get_used(&it) > used);
            close_world(&it);
        }
    }
}

static void test_one_type_only(void **state)
{
    (void)state;
    for (uint32_t type = 0; type < 2; type++) {
        world it = {0};
        failing_calls_double_memory_type(true);
        failing_calls_reset();
        failing_calls_refuse_memory(UINT32_MAX, 1u << type, 0);
        for (int step = 0; step <= (int)WORLD_READ; step++)
            do_step(&it, (world_step)step);
        render_mesh mesh;
        assert_int_equal(make_mesh(&it, 57, &mesh), RENDER_OK);
        assert_true(failing_calls_refused() > 0 || type == 1); // the first type is tried first
        do_step(&it, WORLD_FRAME);
        close_world(&it);
        failing_calls_double_memory_type(false);
    }
}

static void test_refused_for_good(void **state)
{
    (void)state;
    world it = {0};
    open_world(&it);
    const uint64_t used = get_used(&it), allocated = failing_calls_allocated();
    for (int round = 0; round < 3; round++) {
        failing_calls_refuse_memory(UINT32_MAX, ~0u, 0);
        render_mesh mesh = 1;
        assert_int_equal(make_mesh(&it, 57, &mesh), RENDER_ERROR_OUT_OF_MEMORY);
        assert_int_equal(mesh, 0);
        const char *error = render_device_last_error(it.device);
        if (strstr(error, "vkAllocateMemory") == NULL || strstr(error, "geometry") == NULL ||
            strstr(error, "MiB are free") == NULL)
            fail_msg("the error is %s", error);
        double wanted = 0.0;
        assert_int_equal(sscanf(strstr(error, "needs "), "needs %lf MiB", &wanted), 1);
        assert_true(wanted > 56.0 && wanted < 58.0);
        if (round == 0)
            printf("%s\n", error);
        assert_int_equal(get_used(&it), used);
        assert_int_equal(failing_calls_allocated(), allocated);
        do_step(&it, WORLD_FRAME); // what is there is drawn on
        failing_calls_refuse_memory(0, 0, 0);
        assert_true(world_picks_right(&it));
        assert_int_equal(make_mesh(&it, 57, &mesh), RENDER_OK);
        render_mesh_destroy(it.scene, mesh);
        do_step(&it, WORLD_FRAME);
        render_device_wait_idle(it.device);
        assert_int_equal(get_used(&it), used);
    }
    close_world(&it);
}

// Returns how often memory was refused: 0 if a slow driver let the renderer notice by itself what can be freed.
static uint32_t collect(void)
{
    world it = {.plain = true};
    open_world(&it);
    render_mesh mesh = 0, other = 0, next = 0;
    assert_int_equal(make_mesh(&it, 57, &mesh), RENDER_OK);
    do_step(&it, WORLD_FRAME);
    render_device_wait_idle(it.device);
    const uint64_t limit = failing_calls_allocated() + 34 * MEBI; // for staging, not for another mesh
    assert_int_equal(make_mesh(&it, 1, &other), RENDER_OK);       // its upload is not submitted yet
    render_mesh_destroy(it.scene, mesh);                          // so this waits for it
    do_step(&it, WORLD_FRAME);
    usleep(300000); // the GPU completes the frame, and nobody notices
    assert_true(failing_calls_allocated() > 57 * MEBI);
    failing_calls_refuse_memory(0, 0, limit);
    if (make_mesh(&it, 57, &next) != RENDER_OK)
        fail_msg("%s; %.1f of %.1f MiB", render_device_last_error(it.device), (double)failing_calls_allocated() / MEBI,
                 (double)limit / MEBI);
    const uint32_t refused = failing_calls_refused();
    assert_true(failing_calls_allocated() <= limit);
    do_step(&it, WORLD_FRAME);
    close_world(&it);
    return refused;
}

// What was destroyed, and what uploads left, is freed for what is wanted next.
static void test_collected_when_needed(void **state)
{
    (void)state;
    uint32_t refused = 0;
    for (int i = 0; i < 5 && refused == 0; i++)
        refused = collect();
    assert_true(refused > 0);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    if (!failing_calls_install())
        return 77;
    world it = {0};
    const bool there = world_do(&it, WORLD_START) == RENDER_OK;
    if (!there)
        fprintf(stderr, "skipped: %s\n", it.error);
    world_end(&it);
    if (!there)
        return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_refused_at_times), cmocka_unit_test(test_one_type_only),
                                       cmocka_unit_test(test_refused_for_good),
                                       cmocka_unit_test(test_collected_when_needed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
