// Which device is chosen on a machine with several, of which not all can present to the window.
#include "world.h"

#include "device/vk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { DISCRETE = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, INTEGRATED = VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU };
enum { NONE = 0, FIRST = 1, SECOND = 2, BOTH = 3 }; // families

static int teardown(void **state)
{
    (void)state;
    fake_devices = (fake_device_list){0};
    failing_calls_reset();
    return 0;
}

// Draws a frame and picks. The device that did it has that name and presents by that family.
static void check_chosen(const fake_device *devices, uint32_t count, const char *name, uint32_t family)
{
    world it = {.plain = true};
    fake_devices = (fake_device_list){.count = count};
    memcpy(fake_devices.devices, devices, count * sizeof *devices);
    world_begin(&it);
    assert_string_equal(render_device_name(it.device), name);
    assert_int_equal(fake_devices.family, family);
    assert_true(world_picks_right(&it));
    assert_int_equal(it.fake.surfaces, 2); // one to choose by, and the window's own
    world_end_clean(&it);
}

static void test_presenting_device(void **state)
{
    (void)state;
    const fake_device blind = {"big", DISCRETE, FIRST, NONE}, small = {"small", INTEGRATED, FIRST, FIRST},
                      big = {"big", DISCRETE, FIRST, FIRST}, other = {"other", INTEGRATED, FIRST, FIRST};
    check_chosen((fake_device[]){blind, small}, 2, "small", 0);
    check_chosen((fake_device[]){small, blind}, 2, "small", 0);
    check_chosen((fake_device[]){small, big}, 2, "big", 0);
    check_chosen((fake_device[]){blind, other, small}, 3, "other", 0);
}

// A family that does both is found behind one that only draws or only presents.
static void test_family(void **state)
{
    (void)state;
    check_chosen(&(fake_device){"two", DISCRETE, BOTH, SECOND}, 1, "two", 1);
    check_chosen(&(fake_device){"two", DISCRETE, SECOND, BOTH}, 1, "two", 1);
    check_chosen(&(fake_device){"two", DISCRETE, BOTH, BOTH}, 1, "two", 0);
}

static void check_refused(const fake_device *devices, uint32_t count, const char *expected)
{
    world it = {0};
    fake_devices = (fake_device_list){.count = count};
    memcpy(fake_devices.devices, devices, count * sizeof *devices);
    assert_int_equal(world_do(&it, WORLD_START), RENDER_ERROR_NO_DRIVER);
    assert_null(it.device);
    assert_string_equal(it.error, expected);
    world_end_clean(&it);
}

static void test_none(void **state)
{
    (void)state;
    const fake_device blind = {"one", DISCRETE, FIRST, NONE}, split = {"two", INTEGRATED, FIRST, SECOND},
                      compute = {"three", DISCRETE, NONE, FIRST};
    check_refused(
        (fake_device[]){blind, split, compute}, 3,
        "no usable Vulkan driver found (one: cannot show pictures in this window; two: no queue can both draw "
        "and show pictures in this window; three: no graphics queue): install mesa-vulkan-drivers (software) "
        "or your GPU's driver");
}

// Offscreen, and for a window that the description does not know, the rank alone decides.
static void test_without_window(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        const render_device_desc desc = {.instance_extensions = fake_window_extensions, .instance_extension_count = i};
        render_device *device;
        fake_devices =
            (fake_device_list){{{"small", INTEGRATED, FIRST, FIRST}, {"big", DISCRETE, BOTH, SECOND}}, .count = 2};
        assert_int_equal(render_device_create(&desc, &device, NULL, 0), RENDER_OK);
        assert_string_equal(render_device_name(device), "big");
        assert_int_equal(fake_devices.family, 0);
        render_device_destroy(device);
    }
}

// A window system that makes no surface, and a description without the extensions that a surface needs.
static void test_no_surface(void **state)
{
    (void)state;
    world it = {.fake.refuse = true};
    assert_int_equal(world_do(&it, WORLD_START), RENDER_ERROR_VULKAN);
    assert_string_equal(it.error, "the window system made no surface");
    world_end_clean(&it);
    static const char *const other[1] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
    render_device_desc desc = {.create_surface = fake_window_create_surface, .surface_user = &it.fake};
    assert_int_equal(render_device_create(&desc, &it.device, it.error, sizeof it.error), RENDER_ERROR_INVALID_ARGUMENT);
    assert_string_equal(it.error, "invalid description of a device");
    desc.instance_extensions = other;
    desc.instance_extension_count = 1;
    assert_int_equal(render_device_create(&desc, &it.device, it.error, sizeof it.error), RENDER_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(it.error, "VK_KHR_surface"));
    assert_int_equal(it.fake.surfaces, 0);
    world_end_clean(&it);
}

// A driver that fails to say whether a device presents is named, and the next try is as good as the first.
static void test_failing_query(void **state)
{
    (void)state;
    world it = {0};
    failing_calls_fail_next("vkGetPhysicalDeviceSurfaceSupportKHR", VK_ERROR_SURFACE_LOST_KHR);
    assert_int_equal(world_do(&it, WORLD_START), RENDER_ERROR_NO_DRIVER);
    assert_true(failing_calls_has_failed());
    assert_non_null(strstr(it.error, "vkGetPhysicalDeviceSurfaceSupportKHR"));
    failing_calls_reset();
    assert_int_equal(world_do(&it, WORLD_START), RENDER_OK);
    world_end_clean(&it);
}

// A driver that lacks a function of an instance or a device is refused by that name, and nothing is left of it.
static void test_missing_function(void **state)
{
    (void)state;
    static const char *const names[] = {"vkCreateDevice", "vkGetPhysicalDeviceFeatures2", "vkAllocateMemory",
                                        "vkCmdBindVertexBuffers2", "vkWaitSemaphores"};
    world it = {0};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        failing_calls_hide(names[i]);
        assert_int_equal(world_do(&it, WORLD_START), RENDER_ERROR_NO_DRIVER);
        assert_null(it.device);
        assert_non_null(strstr(it.error, names[i]));
        world_check_clean();
    }
    failing_calls_hide(NULL);
    assert_int_equal(world_do(&it, WORLD_START), RENDER_OK);
    world_end_clean(&it);
}

int main(void)
{
    if (!world_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(test_presenting_device, teardown),
                                       cmocka_unit_test_teardown(test_family, teardown),
                                       cmocka_unit_test_teardown(test_none, teardown),
                                       cmocka_unit_test_teardown(test_without_window, teardown),
                                       cmocka_unit_test_teardown(test_no_surface, teardown),
                                       cmocka_unit_test_teardown(test_failing_query, teardown),
                                       cmocka_unit_test_teardown(test_missing_function, teardown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
