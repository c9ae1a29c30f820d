#include "device/device_private.h"

#include <stdarg.h>
#include <stdio.h>

const char *render_result_name(render_result result)
{
    switch (result) {
    case RENDER_OK:
        return "ok";
    case RENDER_SKIPPED:
        return "skipped";
    case RENDER_PENDING:
        return "pending";
    case RENDER_ERROR_NO_DRIVER:
        return "no Vulkan driver";
    case RENDER_ERROR_OUT_OF_MEMORY:
        return "out of memory";
    case RENDER_ERROR_DEVICE_LOST:
        return "device lost";
    case RENDER_ERROR_INVALID_ARGUMENT:
        return "invalid argument";
    case RENDER_ERROR_VULKAN:
        return "Vulkan error";
    }
    return "unknown result";
}

const char *render_vk_result_name(VkResult vk)
{
#define NAME(value)                                                                                                    \
    case value:                                                                                                        \
        return #value
    switch (vk) {
        NAME(VK_SUCCESS);
        NAME(VK_NOT_READY);
        NAME(VK_TIMEOUT);
        NAME(VK_INCOMPLETE);
        NAME(VK_SUBOPTIMAL_KHR);
        NAME(VK_ERROR_OUT_OF_HOST_MEMORY);
        NAME(VK_ERROR_OUT_OF_DEVICE_MEMORY);
        NAME(VK_ERROR_INITIALIZATION_FAILED);
        NAME(VK_ERROR_DEVICE_LOST);
        NAME(VK_ERROR_MEMORY_MAP_FAILED);
        NAME(VK_ERROR_LAYER_NOT_PRESENT);
        NAME(VK_ERROR_EXTENSION_NOT_PRESENT);
        NAME(VK_ERROR_FEATURE_NOT_PRESENT);
        NAME(VK_ERROR_INCOMPATIBLE_DRIVER);
        NAME(VK_ERROR_TOO_MANY_OBJECTS);
        NAME(VK_ERROR_FORMAT_NOT_SUPPORTED);
        NAME(VK_ERROR_FRAGMENTED_POOL);
        NAME(VK_ERROR_OUT_OF_POOL_MEMORY);
        NAME(VK_ERROR_SURFACE_LOST_KHR);
        NAME(VK_ERROR_NATIVE_WINDOW_IN_USE_KHR);
        NAME(VK_ERROR_OUT_OF_DATE_KHR);
        NAME(VK_ERROR_UNKNOWN);
    default:
        return "another VkResult";
    }
#undef NAME
}

static render_result from_vk(VkResult vk)
{
    switch (vk) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
    case VK_ERROR_MEMORY_MAP_FAILED:
    case VK_ERROR_TOO_MANY_OBJECTS:
        return RENDER_ERROR_OUT_OF_MEMORY;
    case VK_ERROR_DEVICE_LOST:
        return RENDER_ERROR_DEVICE_LOST;
    default:
        return vk < VK_SUCCESS ? RENDER_ERROR_VULKAN : RENDER_OK;
    }
}

void render_log(const render_device *device, render_log_level level, const char *format, ...)
{
    if (device->log == NULL)
        return;
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    device->log(device->log_user, level, text);
}

render_result render_fail(render_device *device, render_result result, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(device->last_error, sizeof device->last_error, format, arguments);
    va_end(arguments);
    render_log(device, RENDER_LOG_ERROR, "%s", device->last_error);
    return result;
}

render_result render_check(render_device *device, VkResult vk, const char *call)
{
    render_result result = from_vk(vk);
    device->lost = device->lost || result == RENDER_ERROR_DEVICE_LOST;
    device->surface_lost = device->surface_lost || vk == VK_ERROR_SURFACE_LOST_KHR;
    if (result != RENDER_OK)
        render_fail(device, result, "%s: %s", call, render_vk_result_name(vk));
    return result;
}

render_result render_check_alive(render_device *device)
{
    return device->lost ? render_fail(device, RENDER_ERROR_DEVICE_LOST, "the device was lost (VK_ERROR_DEVICE_LOST)")
                        : RENDER_OK;
}
