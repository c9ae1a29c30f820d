// A device that is lost while the GPU is at work. Answers that are pending are reported as lost, again and again and at
// once; nothing that the GPU may still use is freed before a wait has ended; nothing is created any more.
#include "world.h"

#include "device/vk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static render_frame make_frame(void)
{
    return (render_frame){.projection = {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, -1, 0, 0, 0.1f, 0},
                          .view = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
}

static render_result request(world *it, uint32_t size, render_id_request *out)
{
    const render_frame frame = make_frame();
    render_target *target = render_window_get_target(it->window);
    return render_target_request_ids(target, it->scene, &frame, (render_area){0, 0, size, size}, out);
}

static render_result poll(world *it, render_id_request number)
{
    static render_pixel_id ids[24 * 24];
    return render_ids_poll(it->device, number, ids, NULL, sizeof ids / sizeof ids[0]);
}

// A world after its first picture. From now on the GPU seems to be at work.
static void open_busy(world *it)
{
    *it = (world){.validation = true, .plain = true};
    world_begin(it);
    render_device_wait_idle(it->device);
    failing_calls_stall(true);
}

static void close_busy(world *it)
{
    failing_calls_reset();
    world_end_clean(it);
    failing_calls_stall(false);
}

static int64_t count_live(void)
{
    char kinds[512];
    return failing_calls_live_objects(kinds, sizeof kinds);
}

// Ways to find out that the device is lost.
static const char *const finders[] = {"vkQueueSubmit2", "vkGetSemaphoreCounterValue", "vkDeviceWaitIdle"};
enum { FINDERS = 3 };

static void lose(world *it, uint32_t finder, render_id_request pending)
{
    render_id_request other;
    failing_calls_reset();
    failing_calls_fail_next(finders[finder], VK_ERROR_DEVICE_LOST);
    if (finder == 0)
        assert_int_equal(request(it, 1, &other), RENDER_ERROR_DEVICE_LOST);
    else if (finder == 1)
        assert_int_equal(poll(it, pending), RENDER_ERROR_DEVICE_LOST);
    else
        render_device_wait_idle(it->device);
    assert_true(failing_calls_has_failed() && render_device_is_lost(it->device));
    failing_calls_reset();
}

static void test_pending_answer(void **state)
{
    (void)state;
    for (uint32_t finder = 0; finder < FINDERS; finder++) {
        world it;
        render_id_request before = 0, pending = 0, next = 1;
        open_busy(&it);
        failing_calls_stall(false);
        assert_int_equal(request(&it, 4, &before), RENDER_OK);
        render_device_wait_idle(it.device);
        assert_int_equal(poll(&it, before), RENDER_OK);
        failing_calls_stall(true);
        assert_int_equal(request(&it, 4, &pending), RENDER_OK);
        assert_int_equal(poll(&it, pending), RENDER_PENDING);
        lose(&it, finder, pending);
        for (int again = 0; again < 3; again++) {
            render_pick pick;
            assert_int_equal(poll(&it, pending), RENDER_ERROR_DEVICE_LOST);
            assert_int_equal(render_pick_poll(it.device, pending, &pick), RENDER_ERROR_DEVICE_LOST);
            assert_non_null(strstr(render_device_last_error(it.device), "VK_ERROR_DEVICE_LOST"));
            assert_int_equal(poll(&it, before), RENDER_OK); // it was there
        }
        // Larger ones need other memory; more of them than there can be.
        for (uint32_t more = 0; more < 2 * RENDER_ID_REQUESTS; more++) {
            assert_int_equal(request(&it, 24, &next), RENDER_ERROR_DEVICE_LOST);
            assert_int_equal(next, 0);
        }
        assert_int_equal(failing_calls_waits(), 0);
        close_busy(&it);
    }
}

// All requests are with the GPU: not "try again later".
static void test_all_pending(void **state)
{
    (void)state;
    world it;
    render_id_request numbers[RENDER_ID_REQUESTS], next;
    open_busy(&it);
    for (uint32_t i = 0; i < RENDER_ID_REQUESTS; i++)
        assert_int_equal(request(&it, 4, &numbers[i]), RENDER_OK);
    assert_int_equal(request(&it, 4, &next), RENDER_SKIPPED);
    lose(&it, 1, numbers[2]);
    assert_int_equal(request(&it, 24, &next), RENDER_ERROR_DEVICE_LOST); // would need other memory for its answer
    assert_int_equal(it.messages, 0);
    for (uint32_t i = 0; i < RENDER_ID_REQUESTS; i++)
        assert_int_equal(poll(&it, numbers[i]), RENDER_ERROR_DEVICE_LOST);
    close_busy(&it);
}

// What is destroyed on a lost device stays until a wait has ended, and no longer.
static void test_freed_after_wait(void **state)
{
    (void)state;
    for (uint32_t finder = 0; finder < FINDERS; finder++) {
        world it;
        render_id_request pending;
        open_busy(&it);
        assert_int_equal(request(&it, 24, &pending), RENDER_OK);
        lose(&it, finder, pending);
        const bool waited = finder == 2;
        const int64_t live = count_live();
        render_mesh_destroy(it.scene, it.mesh);
        render_scene_destroy(it.scene);
        it.scene = NULL;
        assert_true(render_device_collect(it.device));
        if (!waited)
            assert_int_equal(count_live(), live);
        render_device_wait_idle(it.device);
        assert_true(count_live() < live - 5);
        assert_true(render_device_collect(it.device));
        close_busy(&it);
    }
}

// Nothing is created on a lost device, however often it is tried, and a window says at once that the device is lost.
static void test_nothing_created(void **state)
{
    (void)state;
    static const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint32_t indices[3] = {0, 1, 2};
    static const uint8_t texels[16];
    static const render_submesh all = {.triangle_count = 1};
    const render_mesh_desc desc = {.positions = positions,
                                   .vertex_count = 3,
                                   .indices = indices,
                                   .index_count = 3,
                                   .submeshes = &all,
                                   .submesh_count = 1};
    const render_texture_desc picture = {.name = "checks", .width = 2, .height = 2, .rgba = texels};
    world it;
    render_id_request pending;
    render_mesh mesh = 0;
    render_texture texture = 0;
    open_busy(&it);
    assert_int_equal(request(&it, 24, &pending), RENDER_OK);
    assert_int_equal(render_mesh_create(it.scene, &desc, &mesh), RENDER_OK); // its upload is not submitted yet
    lose(&it, 1, pending);
    it.fake.hidden = true; // gives no image
    it.fake.longest = 0;
    const int64_t live = count_live();
    for (uint32_t again = 0; again < 100; again++) {
        render_target *target = NULL;
        assert_int_equal(render_texture_create(it.scene, &picture, &texture), RENDER_ERROR_DEVICE_LOST);
        assert_int_equal(render_target_create(it.device, 8, 8, &target), RENDER_ERROR_DEVICE_LOST);
        it.fake.width = 8 + again % 9;
        assert_int_equal(world_do(&it, WORLD_FRAME), RENDER_ERROR_DEVICE_LOST);
        assert_int_equal(render_window_wait(it.window, 0.1), RENDER_ERROR_DEVICE_LOST);
        assert_int_equal(count_live(), live);
    }
    assert_int_equal(it.fake.longest, 0);
    close_busy(&it);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    if (!world_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pending_answer), cmocka_unit_test(test_all_pending),
                                       cmocka_unit_test(test_freed_after_wait), cmocka_unit_test(test_nothing_created)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
