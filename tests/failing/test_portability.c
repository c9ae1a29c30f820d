// Devices and displays that are not here: one that implements the portability subset alone, and a turned display.
#include "world.h"

#include "device/vk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void draw_a_frame(world *it)
{
    world_begin(it);
    assert_true(world_picks_right(it));
}

// The subset is enabled with all that the device has beyond it, and the loader is told to list such devices.
static void test_subset(void **state)
{
    (void)state;
    world it = {0};
    fake_subset = (fake_portability){.offered = true};
    draw_a_frame(&it);
    assert_true(fake_subset.enabled && fake_subset.enabled_stride);
    assert_true(failing_calls_lists_portability());
    world_end_clean(&it);
    fake_subset = (fake_portability){0};
    draw_a_frame(&it);
    assert_false(fake_subset.enabled);
    world_end_clean(&it);
}

// Streams that a mesh lacks are read with stride 0: a device that cannot is refused in one line.
static void test_subset_without_stride(void **state)
{
    (void)state;
    world it = {0};
    fake_subset = (fake_portability){.offered = true, .lacks_stride = true};
    assert_int_equal(world_do(&it, WORLD_START), RENDER_ERROR_NO_DRIVER);
    assert_non_null(strstr(it.error, "no vertexAttributeAccessBeyondStride"));
    assert_null(strchr(it.error, '\n'));
    world_end_clean(&it);
    fake_subset = (fake_portability){0};
}

// A display that is turned by a quarter: the window system turns the picture, not we.
static void test_turned_display(void **state)
{
    (void)state;
    world it = {0};
    failing_calls_turn_display(true);
    draw_a_frame(&it);
    assert_int_equal(failing_calls_pre_transform(), VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR);
    world_end_clean(&it);
    failing_calls_turn_display(false);
}

int main(void)
{
    if (!world_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_subset), cmocka_unit_test(test_subset_without_stride),
                                       cmocka_unit_test(test_turned_display)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
