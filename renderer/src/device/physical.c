#include "device/device_private.h"
#include "device/formats.h"
#include "device/portability.h"
#include "device/present_times.h"
#include "device/queue_family.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct candidate {
    VkPhysicalDevice physical;
    VkPhysicalDeviceProperties properties;
    render_queue_family family;
    int rank; // lower is better
    bool swapchain, memory_budget, portability, present_times;
} candidate;

typedef struct extension_list {
    VkExtensionProperties *at;
    uint32_t count;
} extension_list;

// What a device must be able to show pictures in.
typedef struct needs {
    bool windows;
    VkSurfaceKHR surface; // of the window; null: not known
} needs;

static int rank_of(VkPhysicalDeviceType type)
{
    switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
        return 0;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
        return 1;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
        return 2;
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
        return 3;
    default:
        return 4;
    }
}

static bool contains(const char *text, const char *part)
{
    size_t size = strlen(part);
    for (; *text != '\0'; text++) {
        size_t i = 0;
        while (i < size && tolower((unsigned char)text[i]) == tolower((unsigned char)part[i]))
            i++;
        if (i == size)
            return true;
    }
    return size == 0;
}

// The names of a device's extensions; VkResult of the driver, or VK_ERROR_OUT_OF_HOST_MEMORY. The caller frees them.
static VkResult list_extensions(const render_device *device, VkPhysicalDevice physical, extension_list *list)
{
    VkResult vk = device->vk.EnumerateDeviceExtensionProperties(physical, NULL, &list->count, NULL);
    if (vk != VK_SUCCESS)
        return vk;
    list->at = render_allocate_zeroed(device->allocator, (list->count + 1) * sizeof *list->at);
    if (list->at == NULL)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    // VK_INCOMPLETE: a driver that has more of them by now.
    vk = device->vk.EnumerateDeviceExtensionProperties(physical, NULL, &list->count, list->at);
    return vk == VK_INCOMPLETE ? VK_SUCCESS : vk;
}

static bool has_extension(const extension_list *list, const char *name)
{
    bool found = false;
    for (uint32_t i = 0; i < list->count && !found; i++)
        found = strcmp(list->at[i].extensionName, name) == 0;
    return found;
}

// Sets what the extensions of a device say. Returns false where they cannot be listed.
static bool read_extensions(const render_device *device, candidate *it, bool windows)
{
    extension_list list = {0};
    const bool listed = list_extensions(device, it->physical, &list) == VK_SUCCESS;
    if (listed) {
        it->swapchain = windows && has_extension(&list, VK_KHR_SWAPCHAIN_EXTENSION_NAME);
        it->present_times = it->swapchain && has_extension(&list, VK_KHR_PRESENT_ID_EXTENSION_NAME) &&
                            has_extension(&list, VK_KHR_PRESENT_WAIT_EXTENSION_NAME) &&
                            render_has_present_times(&device->vk, it->physical);
        it->memory_budget = has_extension(&list, VK_EXT_MEMORY_BUDGET_EXTENSION_NAME);
        it->portability = has_extension(&list, VK_KHR_PORTABILITY_SUBSET_EXTENSION_NAME);
    }
    render_free(list.at);
    return listed;
}

static bool has_format(const render_device *device, VkPhysicalDevice physical, VkFormat format,
                       VkFormatFeatureFlags needed)
{
    VkFormatProperties properties;
    device->vk.GetPhysicalDeviceFormatProperties(physical, format, &properties);
    return (properties.optimalTilingFeatures & needed) == needed;
}

// Returns NULL if the device is suitable, else why not.
static const char *why_not(const render_device *device, candidate *it, const needs *needed)
{
    const bool windows = needed->windows;
    if (it->properties.apiVersion < VK_API_VERSION_1_3)
        return "no Vulkan 1.3";
    VkPhysicalDeviceVulkan13Features v13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    VkPhysicalDeviceVulkan12Features v12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                            .pNext = &v13};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &v12};
    device->vk.GetPhysicalDeviceFeatures2(it->physical, &features);
    if (!v12.timelineSemaphore)
        return "no timeline semaphores (timelineSemaphore), which Vulkan 1.3 requires";
    if (!v13.dynamicRendering)
        return "no dynamic rendering (dynamicRendering), which Vulkan 1.3 requires";
    if (!v13.synchronization2)
        return "no synchronization2, which Vulkan 1.3 requires";
    const char *reason =
        render_find_queue_family(device, it->physical, needed->surface, RENDER_ANY_FAMILY, &it->family);
    if (reason != NULL)
        return reason;
    if (!read_extensions(device, it, windows))
        return "its extensions cannot be listed";
    if (it->portability && !render_get_portability(&device->vk, it->physical).vertexAttributeAccessBeyondStride)
        return "no vertexAttributeAccessBeyondStride in its portability subset";
    if (windows && !it->swapchain)
        return "cannot show pictures in a window";
    const VkFormatFeatureFlags color = VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT | VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT;
    if (!has_format(device, it->physical, VK_FORMAT_R8G8B8A8_SRGB,
                    color | VK_FORMAT_FEATURE_BLIT_SRC_BIT | VK_FORMAT_FEATURE_BLIT_DST_BIT) ||
        !has_format(device, it->physical, VK_FORMAT_D32_SFLOAT, VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT) ||
        !has_format(device, it->physical, VK_FORMAT_R32G32_UINT, VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT))
        return "lacks an image format";
    VkSampleCountFlags samples =
        it->properties.limits.framebufferColorSampleCounts & it->properties.limits.framebufferDepthSampleCounts;
    if (!(samples & RENDER_SAMPLES))
        return "no 4x multisampling";
    return NULL;
}

// Sets what the device's struct says of the chosen physical device.
static void take(render_device *device, const candidate *it, const VkPhysicalDeviceFeatures *usable, uint32_t masked)
{
    device->physical = it->physical;
    device->properties = it->properties;
    device->queue_family = it->family.index;
    const bool stencil =
        has_format(device, it->physical, RENDER_CAP_FORMAT,
                   VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_FORMAT_FEATURE_TRANSFER_SRC_BIT);
    render_features_init(device, &(render_features_source){.usable = *usable,
                                                           .masked = masked,
                                                           .swapchain = it->swapchain,
                                                           .portability = it->portability,
                                                           .memory_budget = it->memory_budget,
                                                           .present_times = it->present_times,
                                                           .stencil = stencil,
                                                           .clock_bits = it->family.clock_bits});
}

static void append(char *text, size_t size, const char *more)
{
    size_t used = strlen(text);
    for (; *more != '\0' && used + 1 < size; more++)
        text[used++] = *more;
    text[used] = '\0';
}

static render_result list_devices(render_device *device, VkPhysicalDevice **out, uint32_t *count, char *error,
                                  size_t error_size)
{
    render_result result = RENDER_OK;
    *out = NULL;
    *count = 0;
    // A loader without any driver reports a failed initialisation rather than no device.
    VkResult vk = device->vk.EnumeratePhysicalDevices(device->instance, count, NULL);
    if (vk == VK_ERROR_INITIALIZATION_FAILED || (vk == VK_SUCCESS && *count == 0)) {
        snprintf(error, error_size,
                 "no Vulkan driver found: install mesa-vulkan-drivers (software) or your GPU's driver");
        return RENDER_ERROR_NO_DRIVER;
    }
    result = render_check(device, vk, "vkEnumeratePhysicalDevices");
    if (result != RENDER_OK)
        return result;
    *out = render_allocate_zeroed(device->allocator, *count * sizeof **out);
    if (*out == NULL)
        return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    VK(device, EnumeratePhysicalDevices(device->instance, count, *out));
error:
    return result;
}

// Adds "NAME: REASON" to a list.
static void add_reason(char *reasons, size_t size, const candidate *it, const char *reason)
{
    append(reasons, size, reasons[0] ? "; " : "");
    append(reasons, size, it->properties.deviceName);
    append(reasons, size, ": ");
    append(reasons, size, reason);
}

// Finds the best of the suitable devices; `reasons` gets what the others lack.
static candidate find_best(const render_device *device, const VkPhysicalDevice *devices, uint32_t count,
                           const char *name, const needs *needed, char *reasons, size_t size)
{
    candidate best = {0};
    for (uint32_t i = 0; i < count; i++) {
        candidate it = {.physical = devices[i]};
        device->vk.GetPhysicalDeviceProperties(it.physical, &it.properties);
        it.rank = rank_of(it.properties.deviceType);
        const char *reason = why_not(device, &it, needed);
        if (reason == NULL && name != NULL && !contains(it.properties.deviceName, name))
            reason = "another one was asked for";
        if (reason == NULL && best.physical != VK_NULL_HANDLE && it.rank >= best.rank)
            reason = "a better one was found";
        if (reason == NULL) {
            if (best.physical != VK_NULL_HANDLE)
                render_log(device, RENDER_LOG_INFO, "not using %s: a better one was found", best.properties.deviceName);
            best = it;
            continue;
        }
        render_log(device, RENDER_LOG_INFO, "not using %s: %s", it.properties.deviceName, reason);
        add_reason(reasons, size, &it, reason);
    }
    return best;
}

static bool wants_extension(const render_device_desc *desc, const char *name)
{
    bool found = false;
    for (uint32_t i = 0; i < desc->instance_extension_count && !found; i++)
        found = strcmp(desc->instance_extensions[i], name) == 0;
    return found;
}

// Makes the surface of the described window; null if none is described.
static render_result make_surface(render_device *device, const render_device_desc *desc, VkSurfaceKHR *out, char *error,
                                  size_t error_size)
{
    uint64_t surface = 0;
    *out = VK_NULL_HANDLE;
    if (desc->create_surface == NULL)
        return RENDER_OK;
    if (!wants_extension(desc, VK_KHR_SURFACE_EXTENSION_NAME)) {
        snprintf(error, error_size, "a device for a window needs %s among its instance extensions",
                 VK_KHR_SURFACE_EXTENSION_NAME);
        return RENDER_ERROR_INVALID_ARGUMENT;
    }
    if (!desc->create_surface(desc->surface_user, device->instance, &surface)) {
        snprintf(error, error_size, "the window system made no surface");
        return RENDER_ERROR_VULKAN;
    }
    *out = (VkSurfaceKHR)surface;
    return RENDER_OK;
}

// Chooses a device that can present to the window, which gets another surface of its own later.
static render_result choose(render_device *device, const render_device_desc *desc, candidate *best, char *error,
                            size_t error_size)
{
    const char *name = desc->device_name;
    needs needed = {.windows = desc->instance_extension_count > 0};
    VkPhysicalDevice *devices;
    uint32_t count;
    char reasons[384] = "";
    render_result result = list_devices(device, &devices, &count, error, error_size);
    if (result == RENDER_OK)
        result = make_surface(device, desc, &needed.surface, error, error_size);
    if (result == RENDER_OK) {
        *best = find_best(device, devices, count, name, &needed, reasons, sizeof reasons);
        if (best->physical == VK_NULL_HANDLE)
            result = RENDER_ERROR_NO_DRIVER;
        if (result != RENDER_OK && name != NULL)
            snprintf(error, error_size, "no usable Vulkan device has \"%s\" in its name (%s)", name, reasons);
        else if (result != RENDER_OK)
            snprintf(error, error_size,
                     "no usable Vulkan driver found (%s): install mesa-vulkan-drivers (software) or your GPU's driver",
                     reasons);
    }
    if (needed.surface != VK_NULL_HANDLE)
        device->vk.DestroySurfaceKHR(device->instance, needed.surface, NULL);
    render_free(devices);
    return result;
}

render_result render_choose_physical(render_device *device, const render_device_desc *desc, char *error,
                                     size_t error_size)
{
    candidate best = {0};
    render_result result = choose(device, desc, &best, error, error_size);
    if (result != RENDER_OK)
        return result;
    VkPhysicalDeviceFeatures features;
    device->vk.GetPhysicalDeviceFeatures(best.physical, &features);
    take(device, &best, &features, desc->masked_features);
    render_log(device, RENDER_LOG_INFO, "using %s", best.properties.deviceName);
    return RENDER_OK;
}

render_result render_adopt_physical(render_device *device, const render_vulkan_device *vulkan, uint32_t masked,
                                    char *error, size_t error_size)
{
    candidate it = {.physical = vulkan->physical};
    device->vk.GetPhysicalDeviceProperties(it.physical, &it.properties);
    const char *reason = why_not(device, &it, &(needs){.windows = false});
    if (reason == NULL &&
        render_find_queue_family(device, it.physical, VK_NULL_HANDLE, vulkan->queue_family, &it.family) != NULL)
        reason = "its queue cannot draw";
    if (reason != NULL) {
        snprintf(error, error_size, "%s: %s", it.properties.deviceName, reason);
        return RENDER_ERROR_NO_DRIVER;
    }
    it.memory_budget = vulkan->memory_budget;
    take(device, &it, &vulkan->enabled, masked);
    return RENDER_OK;
}
