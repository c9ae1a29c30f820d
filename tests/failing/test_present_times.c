// Which pictures have reached the screen, on a device that says so, and on others.
#include "world.h"

#include "device/vk.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static int teardown(void **state)
{
    (void)state;
    fake_presents = (fake_present_times){0};
    failing_calls_reset();
    return 0;
}

static void end(world *it)
{
    assert_int_equal(fake_presents.waits, 0);
    world_end_clean(it);
}

static void check_shown(const world *it, uint64_t on_screen, uint64_t expected)
{
    fake_presents.shown = on_screen;
    assert_int_equal(render_window_poll_shown(it->window), expected);
}

static void test_shown(void **state)
{
    (void)state;
    world it = {.plain = true};
    fake_presents = (fake_present_times){.offered = true};
    assert_int_equal(world_do(&it, WORLD_START), RENDER_OK);
    assert_int_equal(render_window_get_picture(it.window), 0);
    check_shown(&it, 99, 0);
    world_begin(&it);
    assert_true(fake_presents.enabled);
    assert_true(render_device_features(it.device) & RENDER_FEATURE_PRESENT_TIMES);
    assert_int_equal(render_window_get_picture(it.window), 1);
    check_shown(&it, 0, 0);
    for (uint64_t picture = 2; picture <= 4; picture++) {
        assert_int_equal(world_do(&it, WORLD_FRAME), RENDER_OK);
        assert_int_equal(render_window_get_picture(it.window), picture);
        assert_int_equal(fake_presents.last, picture);
    }
    check_shown(&it, 1, 1);
    check_shown(&it, 3, 3);
    check_shown(&it, 3, 3);
    check_shown(&it, 99, 4); // no more than were presented
    end(&it);
}

// The pictures of a swapchain that is gone count as shown with the first one of the next.
static void test_new_swapchain(void **state)
{
    (void)state;
    world it = {.plain = true};
    fake_presents = (fake_present_times){.offered = true};
    world_begin(&it);
    assert_int_equal(world_do(&it, WORLD_FRAME), RENDER_OK);
    check_shown(&it, 1, 1);
    assert_int_equal(world_do(&it, WORLD_RESIZE), RENDER_OK);
    const uint64_t first = fake_presents.first;
    assert_true(first >= 3);
    assert_int_equal(render_window_get_picture(it.window), first);
    check_shown(&it, first - 1, 1);
    check_shown(&it, first, first);
    // A lost surface takes its swapchain along; the picture is drawn again on another.
    failing_calls_fail_next("vkQueuePresentKHR", VK_ERROR_SURFACE_LOST_KHR);
    assert_int_equal(world_do(&it, WORLD_RESIZE), RENDER_OK);
    failing_calls_reset();
    assert_int_equal(render_window_get_picture(it.window), first + 2);
    check_shown(&it, first + 1, first);
    check_shown(&it, first + 2, first + 2);
    // A swapchain that could not be made is not queried.
    assert_int_equal(world_do(&it, WORLD_RESIZE), RENDER_OK);
    it.fake.width = 50;
    failing_calls_fail_next("vkCreateSwapchainKHR", VK_ERROR_INITIALIZATION_FAILED);
    assert_int_equal(render_window_wait(it.window, 0), RENDER_ERROR_VULKAN);
    failing_calls_reset();
    check_shown(&it, 99, first + 2);
    end(&it);
}

static void fail_query(const world *it, VkResult result, uint64_t known)
{
    failing_calls_reset();
    failing_calls_fail_next("vkWaitForPresentKHR", (int32_t)result);
    check_shown(it, UINT64_MAX, known);
    assert_true(failing_calls_has_failed());
    assert_int_equal(render_device_is_lost(it->device), result == VK_ERROR_DEVICE_LOST);
    failing_calls_reset();
}

// Whatever the query returns, nothing is known of the picture, and the next query works, unless the device is lost.
static void test_failures(void **state)
{
    (void)state;
    static const VkResult results[] = {VK_TIMEOUT, VK_ERROR_OUT_OF_DATE_KHR, VK_ERROR_SURFACE_LOST_KHR,
                                       VK_ERROR_OUT_OF_DEVICE_MEMORY};
    world it = {.plain = true};
    fake_presents = (fake_present_times){.offered = true};
    world_begin(&it);
    uint64_t picture = 1;
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++, picture++) {
        fail_query(&it, results[i], picture - 1);
        check_shown(&it, picture, picture);
        assert_int_equal(world_do(&it, WORLD_FRAME), RENDER_OK);
    }
    fail_query(&it, VK_ERROR_DEVICE_LOST, picture - 1);
    check_shown(&it, picture, picture - 1);
    assert_int_equal(world_do(&it, WORLD_FRAME), RENDER_ERROR_DEVICE_LOST);
    end(&it);
}

// Masked, or without the second extension or its feature: nothing is enabled, and nothing is known.
static void test_without(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        world it = {.mask = kind == 0 ? RENDER_FEATURE_PRESENT_TIMES : 0, .plain = true};
        fake_presents = (fake_present_times){.offered = kind < 3, .lacks_wait = kind == 1, .lacks_feature = kind == 2};
        world_begin(&it);
        assert_false(fake_presents.enabled);
        assert_false(render_device_features(it.device) & RENDER_FEATURE_PRESENT_TIMES);
        assert_int_equal(render_window_get_picture(it.window), 1);
        assert_int_equal(fake_presents.last, 0); // no numbers are passed
        if (kind < 3)
            check_shown(&it, 99, 0);
        end(&it);
    }
}

int main(void)
{
    if (!world_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_shown, teardown), cmocka_unit_test_teardown(test_new_swapchain, teardown),
        cmocka_unit_test_teardown(test_failures, teardown), cmocka_unit_test_teardown(test_without, teardown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
