#include "device/device_private.h"
#include "device/extensions.h"
#include "device/portability.h"
#include "device/present_times.h"

#include <stdio.h>
#include <string.h>

enum { MAX_EXTENSIONS = RENDER_MAX_INSTANCE_EXTENSIONS + 5 };

static void add_extension(const char *list[MAX_EXTENSIONS], uint32_t *count, const char *name)
{
    for (uint32_t i = 0; i < *count; i++) {
        if (strcmp(list[i], name) == 0)
            return;
    }
    list[(*count)++] = name;
}

static render_result lacks_function(const char *name, char *error, size_t error_size)
{
    snprintf(error, error_size, "the Vulkan driver lacks the function %s", name);
    return RENDER_ERROR_NO_DRIVER;
}

static render_result create_instance(render_device *device, const render_device_desc *desc, char *error,
                                     size_t error_size)
{
    const char *extensions[MAX_EXTENSIONS];
    uint32_t extension_count = 0;
    for (uint32_t i = 0; i < desc->instance_extension_count; i++) {
        if (!render_has_instance_extension(&device->vk, NULL, desc->instance_extensions[i])) {
            snprintf(error, error_size, "the Vulkan driver lacks %s, which the window system needs",
                     desc->instance_extensions[i]);
            return RENDER_ERROR_NO_DRIVER;
        }
        add_extension(extensions, &extension_count, desc->instance_extensions[i]);
    }
    device->debug.names = render_has_instance_extension(&device->vk, NULL, VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    if (device->debug.names)
        add_extension(extensions, &extension_count, VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    device->debug.active =
        desc->validation && device->debug.names && render_has_layer(&device->vk, RENDER_VALIDATION_LAYER);
    if (desc->validation && !device->debug.active)
        render_log(device, RENDER_LOG_WARNING, "no validation: install vulkan-validationlayers");

    render_debug_layer layer = {0};
    if (device->debug.active)
        render_debug_layer_init(&layer, device);
    if (layer.extension != NULL)
        add_extension(extensions, &extension_count, layer.extension);
    // Without it the loader hides devices of the portability subset.
    const bool portability =
        render_has_instance_extension(&device->vk, NULL, VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
    if (portability)
        add_extension(extensions, &extension_count, VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .pApplicationName = "vkpick",
                                           .pEngineName = "vkpick renderer",
                                           .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pNext = layer.next,
                                       .flags = portability ? VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR : 0,
                                       .pApplicationInfo = &application,
                                       .enabledLayerCount = device->debug.active,
                                       .ppEnabledLayerNames = &layer.name,
                                       .enabledExtensionCount = extension_count,
                                       .ppEnabledExtensionNames = extensions};
    VkResult vk = device->vk.CreateInstance(&info, NULL, &device->instance);
    if (vk == VK_ERROR_INCOMPATIBLE_DRIVER) {
        snprintf(error, error_size,
                 "no Vulkan driver found: install mesa-vulkan-drivers (software) or your GPU's driver");
        return RENDER_ERROR_NO_DRIVER;
    }
    render_result result = render_check(device, vk, "vkCreateInstance");
    if (result != RENDER_OK)
        return result;
    const char *missing = render_load_instance_functions(&device->vk, device->instance);
    if (missing == NULL)
        return RENDER_OK;
    if (device->vk.DestroyInstance != NULL)
        device->vk.DestroyInstance(device->instance, NULL);
    device->instance = VK_NULL_HANDLE;
    return lacks_function(missing, error, error_size);
}

static render_result create_handle(render_device *device, char *error, size_t error_size)
{
    render_result result = RENDER_OK;
    const render_features *features = &device->features;
    VkPhysicalDeviceVulkan13Features v13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                            .synchronization2 = VK_TRUE,
                                            .dynamicRendering = VK_TRUE};
    VkPhysicalDeviceVulkan12Features v12 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &v13, .timelineSemaphore = VK_TRUE};
    const VkPhysicalDeviceFeatures2 enabled = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                               .pNext = &v12,
                                               .features = {.fullDrawIndexUint32 = features->full_index,
                                                            .geometryShader = features->primitive_id,
                                                            .fillModeNonSolid = features->line_mode,
                                                            .sampleRateShading = features->sample_shading,
                                                            .samplerAnisotropy = features->max_anisotropy > 1.0f,
                                                            .multiDrawIndirect = features->indirect,
                                                            .drawIndirectFirstInstance = features->indirect}};
    const float priority = 1.0f;
    const VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                           .queueFamilyIndex = device->queue_family,
                                           .queueCount = 1,
                                           .pQueuePriorities = &priority};
    const char *extensions[5];
    uint32_t extension_count = 0;
    render_portability portability;
    if (features->portability) {
        portability = render_get_portability(&device->vk, device->physical);
        v13.pNext = &portability;
        extensions[extension_count++] = VK_KHR_PORTABILITY_SUBSET_EXTENSION_NAME;
    }
    if (features->swapchain)
        extensions[extension_count++] = VK_KHR_SWAPCHAIN_EXTENSION_NAME;
    render_present_times presents;
    if (features->present_times) {
        render_present_times_init(&presents, v13.pNext);
        v13.pNext = &presents.id;
        extensions[extension_count++] = VK_KHR_PRESENT_ID_EXTENSION_NAME;
        extensions[extension_count++] = VK_KHR_PRESENT_WAIT_EXTENSION_NAME;
    }
    if (features->memory_budget)
        extensions[extension_count++] = VK_EXT_MEMORY_BUDGET_EXTENSION_NAME;
    const VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                     .pNext = &enabled,
                                     .queueCreateInfoCount = 1,
                                     .pQueueCreateInfos = &queue,
                                     .enabledExtensionCount = extension_count,
                                     .ppEnabledExtensionNames = extensions};
    VK(device, CreateDevice(device->physical, &info, NULL, &device->handle));
    const char *missing = render_load_device_functions(&device->vk, device->handle);
    if (missing != NULL) {
        if (device->vk.DestroyDevice != NULL)
            device->vk.DestroyDevice(device->handle, NULL);
        device->handle = VK_NULL_HANDLE;
        return lacks_function(missing, error, error_size);
    }
    device->vk.GetDeviceQueue(device->handle, device->queue_family, 0, &device->queue);
    render_set_name(device, VK_OBJECT_TYPE_DEVICE, (uint64_t)(uintptr_t)device->handle, "device");
    render_set_name(device, VK_OBJECT_TYPE_QUEUE, (uint64_t)(uintptr_t)device->queue, "queue");
error:
    return result;
}

// Opens what needs only the Vulkan device.
static render_result open_parts(render_device *device, const char *cache_path)
{
    render_result result = RENDER_OK;
    render_memory_init(device);
    TRY(render_timeline_init(device));
    TRY(render_upload_init(device));
    for (uint32_t i = 0; i < RENDER_FRAMES_IN_FLIGHT; i++) {
        TRY(render_slot_init(device, &device->frames[i], "frame", RENDER_FRAME_USAGE));
        TRY(render_clock_init(device, &device->clocks[i]));
    }
    TRY(render_pipelines_init(device, cache_path));
error:
    return result;
}

render_result render_device_open(render_device *device, const render_device_desc *desc, char *error, size_t error_size)
{
    render_result result = RENDER_OK;
    if (render_load_global_functions(&device->vk, NULL) != NULL) {
        snprintf(error, error_size,
                 "no Vulkan loader found: install libvulkan1 and mesa-vulkan-drivers (software) or "
                 "your GPU's driver");
        return RENDER_ERROR_NO_DRIVER;
    }
    TRY(create_instance(device, desc, error, error_size));
    TRY(render_debug_init(device));
    TRY(render_choose_physical(device, desc, error, error_size));
    TRY(create_handle(device, error, error_size));
    TRY(open_parts(device, desc->pipeline_cache_path));
error:
    return result;
}

render_result render_device_open_adopted(render_device *device, const render_vulkan_device *vulkan,
                                         const render_device_desc *desc, char *error, size_t error_size)
{
    render_result result = RENDER_OK;
    device->adopted = true;
    device->instance = vulkan->instance;
    device->lock_queue = vulkan->lock_queue;
    device->unlock_queue = vulkan->unlock_queue;
    device->lock_user = vulkan->user;
    device->debug.names = vulkan->debug_utils;
    const char *missing = render_load_global_functions(&device->vk, vulkan->get_instance_proc_addr);
    if (missing == NULL)
        missing = render_load_instance_functions(&device->vk, vulkan->instance);
    if (missing == NULL)
        missing = render_load_device_functions(&device->vk, vulkan->device);
    if (missing != NULL)
        return lacks_function(missing, error, error_size);
    if (!vulkan->debug_utils)
        render_forget_debug_functions(&device->vk);
    TRY(render_adopt_physical(device, vulkan, desc->masked_features, error, error_size));
    device->handle = vulkan->device;
    device->queue = vulkan->queue;
    TRY(open_parts(device, desc->pipeline_cache_path));
error:
    return result;
}

void render_device_close(render_device *device)
{
    if (device->handle != VK_NULL_HANDLE) {
        render_delete_queue_finish(device);
        render_pipelines_finish(device);
        for (uint32_t i = 0; i < RENDER_FRAMES_IN_FLIGHT; i++) {
            render_clock_finish(device, &device->clocks[i]);
            render_slot_finish(device, &device->frames[i]);
        }
        render_upload_finish(device);
        device->vk.DestroySemaphore(device->handle, device->timeline.semaphore, NULL);
        render_memory_finish(device);
        if (!device->adopted)
            device->vk.DestroyDevice(device->handle, NULL);
    }
    if (device->instance != VK_NULL_HANDLE && !device->adopted) {
        render_debug_finish(device);
        device->vk.DestroyInstance(device->instance, NULL);
    }
}

render_slot *render_next_slot(render_device *device)
{
    render_slot *slot = &device->frames[device->frame];
    device->frame = (device->frame + 1) % RENDER_FRAMES_IN_FLIGHT;
    return slot;
}

const char *render_device_name(const render_device *device)
{
    return device->properties.deviceName;
}

const char *render_device_last_error(const render_device *device)
{
    return device->last_error;
}

bool render_device_is_lost(const render_device *device)
{
    return device->lost;
}

uint32_t render_device_validation_count(const render_device *device, bool *active)
{
    if (active != NULL)
        *active = device->debug.active;
    return device->debug.message_count;
}

bool render_device_is_software(const render_device *device)
{
    return device != NULL && device->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

uint32_t render_device_subpixel_bits(const render_device *device)
{
    return device->properties.limits.subPixelPrecisionBits;
}

render_result render_device_drain(render_device *device)
{
    // Waiting for the whole of an engine's device would need its queues to be locked.
    if (device->adopted)
        return render_timeline_drain(device);
    const VkResult vk = device->vk.DeviceWaitIdle(device->handle);
    render_timeline_note_drain(device, vk);
    return render_check(device, vk, "vkDeviceWaitIdle");
}
