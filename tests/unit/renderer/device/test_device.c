// Devices: the error without a driver, choice by name, invalid arguments.
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void collect_log(void *user, render_log_level level, const char *text)
{
    char *all = user;
    (void)level;
    size_t used = strlen(all);
    snprintf(all + used, 4096 - used, "%s\n", text);
}

static void test_create_destroy(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        const render_device_desc desc = {.validation = i != 1, .log = fixture_log};
        render_device *device;
        char error[256] = "old";
        bool active;
        assert_int_equal(render_device_create(&desc, &device, error, sizeof error), RENDER_OK);
        assert_non_null(device);
        assert_string_equal(error, "");
        assert_true(strlen(render_device_name(device)) > 0);
        assert_true(render_device_subpixel_bits(device) >= 4);
        assert_int_equal(render_device_validation_count(device, &active), 0);
        assert_int_equal(active, i != 1);
        render_device_wait_idle(device);
        render_device_destroy(device);
    }
    render_device_destroy(NULL);
}

static void test_two_at_once(void **state)
{
    (void)state;
    fixture first, second;
    fixture_open(&first);
    const render_device_desc plain = {0};
    render_device *device;
    assert_int_equal(render_device_create(&plain, &device, NULL, 0), RENDER_OK);
    fixture_open(&second);
    fixture_close(&first);
    render_device_destroy(device);
    fixture_close(&second);
}

static void test_choice_by_name(void **state)
{
    (void)state;
    char log[4096] = "", error[512];
    const render_device_desc any = {.log = collect_log, .log_user = log};
    render_device *device;
    assert_int_equal(render_device_create(&any, &device, error, sizeof error), RENDER_OK);
    assert_non_null(strstr(log, "using "));
    char name[64];
    snprintf(name, sizeof name, "%.5s", render_device_name(device));
    render_device_destroy(device);

    const render_device_desc same = {.device_name = name};
    assert_int_equal(render_device_create(&same, &device, error, sizeof error), RENDER_OK);
    render_device_destroy(device);

    log[0] = '\0';
    const render_device_desc none = {.device_name = "no such device", .log = collect_log, .log_user = log};
    assert_int_equal(render_device_create(&none, &device, error, sizeof error), RENDER_ERROR_NO_DRIVER);
    assert_null(device);
    assert_non_null(strstr(error, "no such device"));
    assert_non_null(strstr(log, "not using "));
}

static void test_no_driver(void **state)
{
    (void)state;
    const char *names[] = {"VK_ICD_FILENAMES", "VK_DRIVER_FILES"};
    char *before[2];
    for (int i = 0; i < 2; i++) {
        const char *value = getenv(names[i]);
        before[i] = value ? strdup(value) : NULL;
        setenv(names[i], "/nowhere/none.json", 1);
    }
    const render_device_desc desc = {0};
    render_device *device = (render_device *)&desc;
    char error[256];
    assert_int_equal(render_device_create(&desc, &device, error, sizeof error), RENDER_ERROR_NO_DRIVER);
    assert_null(device);
    assert_string_equal(error, "no Vulkan driver found: install mesa-vulkan-drivers (software) or your GPU's driver");
    for (int i = 0; i < 2; i++) {
        if (before[i] != NULL)
            setenv(names[i], before[i], 1);
        else
            unsetenv(names[i]);
        free(before[i]);
    }
}

static void test_missing_extension(void **state)
{
    (void)state;
    const char *extension = "VK_KHR_nobody_has_this";
    const render_device_desc desc = {.instance_extensions = &extension, .instance_extension_count = 1};
    render_device *device;
    char error[256];
    assert_int_equal(render_device_create(&desc, &device, error, sizeof error), RENDER_ERROR_NO_DRIVER);
    assert_non_null(strstr(error, extension));
}

static void *refuse(void *user, size_t size, size_t alignment)
{
    (void)user, (void)size, (void)alignment;
    return NULL;
}

static void test_invalid(void **state)
{
    (void)state;
    const render_device_desc desc = {0}, no_list = {.instance_extension_count = 2};
    render_device *device;
    char tiny[4];
    assert_int_equal(render_device_create(&desc, NULL, NULL, 0), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_device_create(NULL, &device, NULL, 0), RENDER_ERROR_INVALID_ARGUMENT);
    assert_null(device);
    const render_allocator half = {.allocate = refuse};
    const render_device_desc half_heap = {.allocator = &half};
    assert_int_equal(render_device_create(&half_heap, &device, NULL, 0), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_device_create(&no_list, &device, tiny, sizeof tiny), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(strlen(tiny), 3);
}

static void test_result_names(void **state)
{
    (void)state;
    for (int i = -5; i <= 2; i++) {
        for (int j = -5; j < i; j++)
            assert_string_not_equal(render_result_name((render_result)i), render_result_name((render_result)j));
    }
}

int main(void)
{
    if (!fixture_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_create_destroy),    cmocka_unit_test(test_two_at_once),
        cmocka_unit_test(test_choice_by_name),    cmocka_unit_test(test_no_driver),
        cmocka_unit_test(test_missing_extension), cmocka_unit_test(test_invalid),
        cmocka_unit_test(test_result_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
