// The validation layer is active: a deliberate error of each kind is reported and counted. Without this, zero messages
// in the other tests would mean nothing.
#include "fixture.h"

#include "device/barrier.h"
#include "device/device_private.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct listener {
    uint32_t messages;
    char last[4096];
} listener;

static void listen(void *user, render_log_level level, const char *text)
{
    listener *it = user;
    if (level != RENDER_LOG_VALIDATION)
        return;
    it->messages++;
    snprintf(it->last, sizeof it->last, "%s", text);
}

static int open_device(void **state)
{
    listener *it = calloc(1, sizeof *it);
    render_device *device;
    const render_device_desc desc = {.validation = true, .log = listen, .log_user = it};
    assert_non_null(it);
    assert_int_equal(render_device_create(&desc, &device, NULL, 0), RENDER_OK);
    bool active = false;
    assert_int_equal(render_device_validation_count(device, &active), 0);
    assert_true(active);
    *state = device;
    return 0;
}

static int close_device(void **state)
{
    render_device *device = *state;
    listener *it = device->log_user;
    render_device_destroy(device);
    free(it);
    return 0;
}

// The mistake was heard, with this in its text, and counted.
static void expect(render_device *device, const char *part)
{
    const listener *it = device->log_user;
    assert_true(it->messages > 0);
    assert_int_equal(render_device_validation_count(device, NULL), it->messages);
    if (strstr(it->last, part) == NULL)
        fail_msg("\"%s\" is not in: %s", part, it->last);
}

static void test_core(void **state)
{
    render_device *device = *state;
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, // of no bytes
                                     .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    VkBuffer buffer = VK_NULL_HANDLE;
    if (device->vk.CreateBuffer(device->handle, &info, NULL, &buffer) == VK_SUCCESS)
        device->vk.DestroyBuffer(device->handle, buffer, NULL);
    expect(device, "VUID-VkBufferCreateInfo-size-00912");
}

static render_slot *begin(render_device *device)
{
    render_slot *slot = render_next_slot(device);
    assert_int_equal(render_slot_begin(device, slot), RENDER_OK);
    return slot;
}

static void test_synchronization(void **state)
{
    render_device *device = *state;
    render_buffer buffer;
    assert_int_equal(
        render_buffer_create(device, "twice", 256, VK_BUFFER_USAGE_TRANSFER_DST_BIT, RENDER_MEMORY_DEVICE, &buffer),
        RENDER_OK);
    render_slot *slot = begin(device);
    PFN_vkCmdFillBuffer fill = (PFN_vkCmdFillBuffer)device->vk.GetDeviceProcAddr(device->handle, "vkCmdFillBuffer");
    for (uint32_t i = 0; i < 2; i++) // nothing between the two
        fill(slot->commands, buffer.handle, 0, 256, i);
    assert_int_equal(render_slot_submit(device, slot, VK_NULL_HANDLE, 0, VK_NULL_HANDLE), RENDER_OK);
    expect(device, "SYNC-HAZARD-WRITE-AFTER-WRITE");
    render_buffer_retire(device, &buffer);
}

static void test_best_practices(void **state)
{
    render_device *device = *state;
    render_slot *slot = begin(device);
    render_memory_barrier(device, slot->commands, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, 0, VK_PIPELINE_STAGE_2_COPY_BIT,
                          0);
    assert_int_equal(render_slot_submit(device, slot, VK_NULL_HANDLE, 0, VK_NULL_HANDLE), RENDER_OK);
    expect(device, "BestPractices");
}

static void say(const render_device *device, const char *id, const char *text)
{
    const VkDebugUtilsMessengerCallbackDataEXT data = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT, .pMessageIdName = id, .pMessage = text};
    PFN_vkSubmitDebugUtilsMessageEXT submit = (PFN_vkSubmitDebugUtilsMessageEXT)device->vk.GetInstanceProcAddr(
        device->instance, "vkSubmitDebugUtilsMessageEXT");
    submit(device->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT,
           VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT, &data);
}

// Only the special use of an extension for debugging may go unreported.
static void test_debugging_extensions(void **state)
{
    render_device *device = *state;
    const listener *it = device->log_user;
    say(device, "BestPractices-specialuse-extension", "enables VK_EXT_debug_utils");
    say(device, "UNASSIGNED-BestPractices-vkCreateInstance-specialuse-extension-debugging",
        "VK_EXT_validation_features");
    assert_int_equal(it->messages, 0);
    say(device, "BestPractices-specialuse-extension", "enables VK_EXT_depth_clip_enable");
    expect(device, "BestPractices-specialuse-extension: enables VK_EXT_depth_clip_enable");
    say(device, "BestPractices-deprecated-extension", "enables VK_EXT_debug_utils");
    assert_int_equal(it->messages, 2);
}

int main(void)
{
    if (!fixture_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_core, open_device, close_device),
        cmocka_unit_test_setup_teardown(test_synchronization, open_device, close_device),
        cmocka_unit_test_setup_teardown(test_best_practices, open_device, close_device),
        cmocka_unit_test_setup_teardown(test_debugging_extensions, open_device, close_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
