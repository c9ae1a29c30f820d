// An engine's device is adopted, outlines and IDs are recorded into its command buffer, and every Vulkan call and
// allocation on the way fails once: nothing crashes, the engine's objects stay, ours go, and the next try works.
//
// By default one in 12 of them; all with VKPICK_THOROUGH=1.
#include "failing_calls.h"

#include "device/functions.h"
#include "device/vk.h"
#include "effort.h"
#include "renderer/renderer.h"
#include "renderer/vulkan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIZE = 24, SLOT = 3 };

#define OK(call) assert_int_equal(call, VK_SUCCESS)

typedef struct host {
    render_functions vk;
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool;
    VkCommandBuffer commands;
    VkImage color;
    VkImageView view;
    VkDeviceMemory memory;
} host;

// What was made of the renderer.
typedef struct ours {
    render_device *device;
    render_scene *scene;
    render_target *target;
    render_id_request request;
    char error[256];
} ours;

static void open_device(host *it)
{
    uint32_t count = 1;
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo instance = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                           .pApplicationInfo = &application};
    assert_null(render_load_global_functions(&it->vk, NULL));
    OK(it->vk.CreateInstance(&instance, NULL, &it->instance));
    assert_null(render_load_instance_functions(&it->vk, it->instance));
    assert_true(it->vk.EnumeratePhysicalDevices(it->instance, &count, &it->physical) >= VK_SUCCESS);
    VkPhysicalDeviceVulkan13Features v13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                            .synchronization2 = VK_TRUE,
                                            .dynamicRendering = VK_TRUE};
    VkPhysicalDeviceVulkan12Features v12 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &v13, .timelineSemaphore = VK_TRUE};
    const float priority = 1.0f;
    const VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    const VkDeviceCreateInfo device = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                       .pNext = &v12,
                                       .queueCreateInfoCount = 1,
                                       .pQueueCreateInfos = &queue};
    OK(it->vk.CreateDevice(it->physical, &device, NULL, &it->device));
    assert_null(render_load_device_functions(&it->vk, it->device));
    it->vk.GetDeviceQueue(it->device, 0, 0, &it->queue);
}

static void open_engine(host *it)
{
    *it = (host){0};
    open_device(it);
    const VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    OK(it->vk.CreateCommandPool(it->device, &pool, NULL, &it->pool));
    const VkCommandBufferAllocateInfo commands = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = it->pool, .commandBufferCount = 1};
    OK(it->vk.AllocateCommandBuffers(it->device, &commands, &it->commands));
    const VkImageCreateInfo image = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                     .imageType = VK_IMAGE_TYPE_2D,
                                     .format = VK_FORMAT_R8G8B8A8_UNORM,
                                     .extent = {SIZE, SIZE, 1},
                                     .mipLevels = 1,
                                     .arrayLayers = 1,
                                     .samples = VK_SAMPLE_COUNT_1_BIT,
                                     .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT};
    OK(it->vk.CreateImage(it->device, &image, NULL, &it->color));
    VkMemoryRequirements needs;
    it->vk.GetImageMemoryRequirements(it->device, it->color, &needs);
    VkMemoryAllocateInfo memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size};
    while (!(needs.memoryTypeBits >> memory.memoryTypeIndex & 1u))
        memory.memoryTypeIndex++;
    OK(it->vk.AllocateMemory(it->device, &memory, NULL, &it->memory));
    OK(it->vk.BindImageMemory(it->device, it->color, it->memory, 0));
    const VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                        .image = it->color,
                                        .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                        .format = image.format,
                                        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    OK(it->vk.CreateImageView(it->device, &view, NULL, &it->view));
}

static void close_engine(host *it)
{
    it->vk.DeviceWaitIdle(it->device);
    it->vk.DestroyImageView(it->device, it->view, NULL);
    it->vk.DestroyImage(it->device, it->color, NULL);
    it->vk.FreeMemory(it->device, it->memory, NULL);
    it->vk.DestroyCommandPool(it->device, it->pool, NULL);
    it->vk.DestroyDevice(it->device, NULL);
    it->vk.DestroyInstance(it->instance, NULL);
}

static render_result fill(ours *it)
{
    static const float positions[12] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
    static const uint32_t indices[6] = {0, 1, 2, 0, 2, 3};
    static const render_submesh all = {.triangle_count = 2};
    const render_mesh_desc desc = {.positions = positions,
                                   .vertex_count = 4,
                                   .indices = indices,
                                   .index_count = 6,
                                   .submeshes = &all,
                                   .submesh_count = 1};
    render_object object = {
        .linear = {0.5f, 0, 0, 0, 0.5f, 0, 0, 0, 1}, .origin = {0, 0, -1}, .flags = RENDER_OBJECT_SELECTED};
    render_result result = render_scene_create(it->device, &it->scene);
    if (result == RENDER_OK)
        result = render_mesh_create(it->scene, &desc, &object.mesh);
    if (result == RENDER_OK)
        result = render_scene_set_object(it->scene, SLOT, &object);
    return result == RENDER_OK ? render_vulkan_target_create(it->device, SIZE, SIZE, &it->target) : result;
}

// Records a picture into the engine's command buffer and submits it, whatever fails: that buffer may be incomplete.
static render_result draw(const host *engine, ours *it)
{
    const render_frame frame = {.projection = {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, -1, 0, 0, 0.1f, 0},
                                .view = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    const render_vulkan_picture picture = {.commands = engine->commands,
                                           .color = engine->color,
                                           .color_view = engine->view,
                                           .color_format = VK_FORMAT_R8G8B8A8_UNORM};
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    if (engine->vk.ResetCommandPool(engine->device, engine->pool, 0) != VK_SUCCESS ||
        engine->vk.BeginCommandBuffer(engine->commands, &begin) != VK_SUCCESS)
        return RENDER_SKIPPED; // the engine's own call
    render_result result = render_vulkan_record_highlight(it->target, it->scene, &frame, &picture);
    if (result == RENDER_OK)
        result = render_vulkan_record_ids(it->target, it->scene, &frame, (render_area){SIZE / 2, SIZE / 2, 1, 1},
                                          engine->commands, &it->request);
    if (engine->vk.EndCommandBuffer(engine->commands) != VK_SUCCESS)
        result = RENDER_SKIPPED;
    const VkCommandBufferSubmitInfo commands = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                                .commandBuffer = engine->commands};
    const VkSubmitInfo2 info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2, .commandBufferInfoCount = 1, .pCommandBufferInfos = &commands};
    if (result == RENDER_OK && engine->vk.QueueSubmit2(engine->queue, 1, &info, VK_NULL_HANDLE) != VK_SUCCESS)
        result = RENDER_SKIPPED;
    render_result told = render_vulkan_submitted(it->device);
    return result != RENDER_OK ? result : told;
}

static render_result find(ours *it)
{
    render_pick pick;
    render_result result = RENDER_PENDING;
    render_device_wait_idle(it->device);
    for (int i = 0; i < 1000 && result == RENDER_PENDING; i++)
        result = render_pick_poll(it->device, it->request, &pick);
    if (result == RENDER_OK)
        assert_int_equal(pick.id.object, SLOT + 1);
    return result;
}

static render_result do_all(const host *engine, ours *it)
{
    const render_vulkan_device vulkan = {.get_instance_proc_addr = render_default_loader,
                                         .instance = engine->instance,
                                         .physical = engine->physical,
                                         .device = engine->device,
                                         .queue = engine->queue};
    const render_device_desc desc = {.allocator = &failing_heap};
    render_result result = render_device_adopt(&vulkan, &desc, &it->device, it->error, sizeof it->error);
    if (result == RENDER_OK)
        result = fill(it);
    if (result == RENDER_OK)
        result = draw(engine, it);
    return result == RENDER_OK ? find(it) : result;
}

static void close_ours(const host *engine, ours *it)
{
    if (it->device != NULL)
        engine->vk.DeviceWaitIdle(engine->device);
    render_target_destroy(it->target);
    render_scene_destroy(it->scene);
    render_device_destroy(it->device);
    *it = (ours){0};
}

// One round in which something fails that was armed. True: it did.
static bool try_once(host *engine, int64_t objects, bool (*has_failed)(void), const char *what, bool *lost)
{
    char kinds[512];
    ours it = {0};
    render_result result = do_all(engine, &it);
    bool failed = has_failed();
    *lost = it.device != NULL && render_device_is_lost(it.device);
    if (result < RENDER_OK) {
        const char *error = it.device != NULL ? render_device_last_error(it.device) : it.error;
        if (error[0] == '\0')
            fail_msg("%s: failed without a word", what);
    }
    failing_calls_reset();
    close_ours(engine, &it);
    failing_heap_reset();
    if (failing_calls_live_objects(kinds, sizeof kinds) != objects || failing_heap_live() != 0)
        fail_msg("%s: left behind, or taken from the engine: %s, %lld allocations", what, kinds,
                 (long long)failing_heap_live());
    return failed;
}

static bool never(void)
{
    return false;
}

static void check_works(host *engine, int64_t objects, const char *what)
{
    ours it = {0};
    render_result result = do_all(engine, &it);
    if (result != RENDER_OK)
        fail_msg("%s: the next try fails: %s", what, it.device ? render_device_last_error(it.device) : it.error);
    close_ours(engine, &it);
    (void)objects;
}

static void test_calls(void **state)
{
    (void)state;
    static char names[2048][64];
    char kinds[512], what[256];
    host engine;
    bool lost;
    uint32_t tried = 0;
    open_engine(&engine);
    const int64_t objects = failing_calls_live_objects(kinds, sizeof kinds);
    failing_calls_reset();
    ours first = {0};
    assert_int_equal(do_all(&engine, &first), RENDER_OK);
    const uint32_t count = failing_calls_count();
    assert_in_range(count, 100, 2048);
    for (uint32_t i = 0; i < count; i++)
        snprintf(names[i], sizeof names[i], "%s", failing_calls_name(i));
    close_ours(&engine, &first);
    for (uint32_t i = 0; i < count; i += test_effort(36, 10)) {
        int32_t results[8];
        uint32_t result_count = failing_calls_results(names[i], results);
        for (uint32_t r = 0; r < result_count; r++) {
            snprintf(what, sizeof what, "call %u, %s, returns %d", i, names[i], (int)results[r]);
            failing_calls_reset();
            failing_calls_fail(i, results[r]);
            tried += try_once(&engine, objects, failing_calls_has_failed, what, &lost);
            if (lost || results[r] == VK_ERROR_DEVICE_LOST) {
                close_engine(&engine);
                open_engine(&engine);
            }
            failing_calls_reset();
            if (tried % 8 == 0)
                check_works(&engine, objects, what);
        }
    }
    close_engine(&engine);
    printf("%u calls, %u failures\n", count, tried);
    assert_true(tried > count / 24);
}

static void test_allocations(void **state)
{
    (void)state;
    char kinds[512], what[256];
    host engine;
    bool lost;
    uint32_t tried = 0;
    open_engine(&engine);
    const int64_t objects = failing_calls_live_objects(kinds, sizeof kinds);
    for (uint32_t i = 0;; i += test_effort(24, 6)) {
        snprintf(what, sizeof what, "allocation %u fails", i);
        failing_heap_reset();
        failing_heap_fail(i);
        if (!try_once(&engine, objects, failing_heap_has_failed, what, &lost))
            break;
        tried++;
        if (tried % 4 == 0)
            check_works(&engine, objects, what);
    }
    assert_false(try_once(&engine, objects, never, "in good order", &lost));
    close_engine(&engine);
    printf("%u failed allocations\n", tried);
    assert_true(tried >= test_effort(2, 4));
}

// Before anything is freed, a lost device is waited for, too: the loss itself ends nothing.
static void test_lost_is_waited_for(void **state)
{
    (void)state;
    host engine;
    ours it = {0};
    render_pick pick;
    open_engine(&engine);
    failing_calls_reset();
    failing_heap_reset();
    assert_int_equal(do_all(&engine, &it), RENDER_OK);
    failing_calls_stall(true);
    assert_int_equal(draw(&engine, &it), RENDER_OK);
    failing_calls_fail_next("vkGetSemaphoreCounterValue", VK_ERROR_DEVICE_LOST);
    assert_int_equal(render_pick_poll(it.device, it.request, &pick), RENDER_ERROR_DEVICE_LOST);
    assert_true(failing_calls_has_failed());
    failing_calls_reset();
    render_device_wait_idle(it.device);
    assert_int_equal(failing_calls_waits(), 1);
    render_device_wait_idle(it.device); // nothing is left to wait for
    assert_int_equal(failing_calls_waits(), 1);
    assert_int_equal(render_pick_poll(it.device, it.request, &pick), RENDER_ERROR_DEVICE_LOST);
    failing_calls_stall(false);
    close_ours(&engine, &it);
    close_engine(&engine);
    assert_int_equal(failing_heap_live(), 0);
}

// A driver that tells no budget, though it offers the extension: what is free is what this device has not taken.
static void test_no_budget(void **state)
{
    (void)state;
    host engine;
    render_device *device = NULL;
    render_target *target = NULL;
    open_engine(&engine);
    failing_calls_reset();
    failing_heap_reset();
    const render_vulkan_device vulkan = {.get_instance_proc_addr = render_default_loader,
                                         .instance = engine.instance,
                                         .physical = engine.physical,
                                         .device = engine.device,
                                         .queue = engine.queue,
                                         .memory_budget = true}; // nothing fills in its structure
    const render_device_desc desc = {.allocator = &failing_heap};
    assert_int_equal(render_device_adopt(&vulkan, &desc, &device, NULL, 0), RENDER_OK);
    failing_calls_refuse_memory(UINT32_MAX, ~0u, 0);
    assert_int_equal(render_target_create(device, 4000, 4000, &target), RENDER_ERROR_OUT_OF_MEMORY);
    failing_calls_refuse_memory(0, 0, 0);
    assert_non_null(strstr(render_device_last_error(device), "MiB are free"));
    assert_null(strstr(render_device_last_error(device), ", 0.0 of"));
    render_device_destroy(device);
    close_engine(&engine);
}

int main(void)
{
    if (!failing_calls_install())
        return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_calls), cmocka_unit_test(test_allocations),
                                       cmocka_unit_test(test_lost_is_waited_for), cmocka_unit_test(test_no_budget)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
