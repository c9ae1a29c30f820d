// Drivers and window systems that do what they should not, or what they may and seldom do: nothing crashes, nothing
// waits for ever, nothing is left behind, and when they come round the picture is right again.
#include "world.h"

#include "device/vk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void open_world(world *it)
{
    failing_calls_reset();
    failing_heap_reset();
    *it = (world){.plain = true};
    world_begin(it);
    render_device_wait_idle(it->device);
}

static render_result draw(world *it)
{
    static const render_frame frame = {.projection = {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, -1, 0, 0, 0.1f, 0},
                                       .view = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    render_device_wait_idle(it->device); // a slow device is still busy after a second: the picture would be skipped
    return render_window_draw(it->window, it->scene, &frame);
}

static void check_size(world *it, uint32_t width, uint32_t height)
{
    uint32_t size[2];
    render_window_get_size(it->window, &size[0], &size[1]);
    assert_int_equal(size[0], width);
    assert_int_equal(size[1], height);
}

static void check_right(world *it)
{
    for (int i = 0; i < 3; i++)
        assert_int_equal(draw(it), RENDER_OK);
    assert_true(world_picks_right(it));
}

// The driver of a device that was removed may say that all is done, for ever (D3D12's fences do): no answer is.
static void test_progress_beyond_the_end(void **state)
{
    (void)state;
    static const render_frame frame = {.projection = {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, -1, 0, 0, 0.1f, 0},
                                       .view = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    world it;
    render_id_request request;
    render_pick pick;
    open_world(&it);
    render_target *target = render_window_get_target(it.window);
    assert_int_equal(render_target_request_pick(target, it.scene, &frame, 5, 5, &request), RENDER_OK);
    fake_lie.runs_ahead = true;
    for (int i = 0; i < 3; i++)
        assert_int_equal(render_pick_poll(it.device, request, &pick), RENDER_ERROR_DEVICE_LOST);
    assert_true(render_device_is_lost(it.device));
    assert_non_null(strstr(render_device_last_error(it.device), "VK_ERROR_DEVICE_LOST"));
    assert_int_equal(draw(&it), RENDER_ERROR_DEVICE_LOST);
    fake_lie.runs_ahead = false;
    world_end_clean(&it);
}

// What was done once is done.
static void test_progress_backwards(void **state)
{
    (void)state;
    world it;
    open_world(&it);
    fake_lie.runs_back = true;
    check_right(&it);
    for (int step = WORLD_FRAME; step < (int)WORLD_STEPS; step++)
        assert_int_equal(world_do(&it, (world_step)step), RENDER_OK);
    fake_lie.runs_back = false;
    check_right(&it);
    world_end_clean(&it);
}

// As on Wayland: the window is as large as its pictures, which may be limited.
static void test_sizeless_windows(void **state)
{
    (void)state;
    world it;
    open_world(&it);
    it.fake.sizeless = true;
    it.fake.width = 50;
    it.fake.height = 40;
    check_right(&it);
    check_size(&it, 50, 40);
    it.fake.largest = 32;
    it.fake.width = 60;
    check_right(&it);
    check_size(&it, 32, 32);
    it.fake.largest = 0;
    it.fake.height = 44;
    check_right(&it);
    check_size(&it, 60, 44);
    world_end_clean(&it);
}

// A window that has no area for a while, though its size is as before (minimised, on some systems).
static void test_shut_windows(void **state)
{
    (void)state;
    world it;
    open_world(&it);
    for (int round = 0; round < 3; round++) {
        it.fake.shut = true;
        it.fake.acquires_as = VK_ERROR_OUT_OF_DATE_KHR;
        for (int i = 0; i < 5; i++)
            assert_int_equal(draw(&it), RENDER_SKIPPED);
        assert_int_equal(render_window_wait(it.window, 0.01), RENDER_SKIPPED);
        it.fake.shut = false;
        it.fake.acquires_as = VK_SUCCESS;
        check_right(&it);
    }
    world_end_clean(&it);
}

static void remake(world *it)
{
    it->fake.width += 3;
}

// Fewer images than asked for, and more; too many; numbers of images that there are not.
static void test_numbers_of_images(void **state)
{
    (void)state;
    static const uint32_t counts[] = {1, 2, 5, 16};
    world it;
    open_world(&it);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        it.fake.image_count = counts[i];
        remake(&it);
        check_right(&it);
        for (uint32_t k = 0; k < 20; k++)
            assert_int_equal(draw(&it), RENDER_OK);
    }
    it.fake.image_count = 17;
    remake(&it);
    for (int i = 0; i < 3; i++)
        assert_int_equal(draw(&it), RENDER_ERROR_VULKAN);
    assert_non_null(strstr(render_device_last_error(it.device), "more than 16 images"));
    it.fake.image_count = 0;
    check_right(&it);
    static const uint32_t wrong[] = {3, 15, 16, UINT32_MAX};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        it.fake.wrong_image = wrong[i];
        for (int k = 0; k < 3; k++)
            assert_int_equal(draw(&it), RENDER_ERROR_VULKAN);
        assert_non_null(strstr(render_device_last_error(it.device), "image"));
        it.fake.wrong_image = 0;
        check_right(&it);
    }
    world_end_clean(&it);
}

// The same answer each time.
static void test_for_ever(void **state)
{
    (void)state;
    static const struct {
        int32_t acquires, presents;
        render_result expected;
    } cases[] = {{VK_ERROR_OUT_OF_DATE_KHR, 0, RENDER_SKIPPED},
                 {0, VK_ERROR_OUT_OF_DATE_KHR, RENDER_OK},
                 {VK_ERROR_SURFACE_LOST_KHR, 0, RENDER_ERROR_VULKAN},
                 {0, VK_ERROR_SURFACE_LOST_KHR, RENDER_ERROR_VULKAN},
                 {VK_TIMEOUT, 0, RENDER_SKIPPED},
                 {VK_NOT_READY, 0, RENDER_SKIPPED}};
    world it;
    open_world(&it);
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        char kinds[512];
        int64_t live = 0;
        it.fake.acquires_as = cases[c].acquires;
        it.fake.presents_as = cases[c].presents;
        for (int i = 0; i < 20; i++) {
            assert_int_equal(draw(&it), cases[c].expected);
            const int64_t now = failing_calls_live_objects(kinds, sizeof kinds);
            live = i == 5 ? now : live;
            assert_true(i < 5 || now <= live);
        }
        it.fake.acquires_as = it.fake.presents_as = 0;
        check_right(&it);
    }
    world_end_clean(&it);
}

// Memory that is mapped to nowhere, and pipelines that are null, are refused as if the driver had said so.
static void test_nothing_for_something(void **state)
{
    (void)state;
    world it = {.plain = true};
    failing_calls_reset();
    failing_heap_reset();
    fake_lie.no_pipelines = true;
    assert_int_equal(world_do(&it, WORLD_START), RENDER_ERROR_VULKAN);
    assert_non_null(strstr(it.error, "vkCreateGraphicsPipelines"));
    fake_lie.no_pipelines = false;
    fake_lie.maps_nowhere = true;
    render_result result = world_do(&it, WORLD_START);
    if (result == RENDER_OK)
        result = world_do(&it, WORLD_FILL);
    assert_int_equal(result, RENDER_ERROR_OUT_OF_MEMORY);
    assert_non_null(strstr(it.device != NULL ? render_device_last_error(it.device) : it.error, "vkMapMemory"));
    fake_lie.maps_nowhere = false;
    world_begin(&it);
    check_right(&it);
    world_end_clean(&it);
}

static void test_no_alphas(void **state)
{
    (void)state;
    world it;
    fake_lie.no_alphas = true;
    open_world(&it);
    check_right(&it);
    assert_int_equal(failing_calls_alpha(), VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR);
    fake_lie.no_alphas = false;
    world_end_clean(&it);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    if (!world_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_progress_beyond_the_end), cmocka_unit_test(test_progress_backwards),
        cmocka_unit_test(test_sizeless_windows),        cmocka_unit_test(test_shut_windows),
        cmocka_unit_test(test_numbers_of_images),       cmocka_unit_test(test_for_ever),
        cmocka_unit_test(test_nothing_for_something),   cmocka_unit_test(test_no_alphas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
