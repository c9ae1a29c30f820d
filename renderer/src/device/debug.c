#include "device/debug.h"

#include "device/device_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static VKAPI_ATTR VkBool32 VKAPI_CALL on_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                 VkDebugUtilsMessageTypeFlagsEXT types,
                                                 const VkDebugUtilsMessengerCallbackDataEXT *data, void *user)
{
    render_device *device = user;
    (void)severity;
    // The layer warns of an extension that the layer itself needs.
    if (data->pMessageIdName != NULL && strstr(data->pMessageIdName, "specialuse-extension-debugging") != NULL)
        return VK_FALSE;
    // General messages come from the loader and concern drivers that are not used.
    if (types & (VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT)) {
        device->debug.message_count++;
        render_log(device, RENDER_LOG_VALIDATION, "%s", data->pMessage);
    }
    return VK_FALSE;
}

VkDebugUtilsMessengerCreateInfoEXT render_debug_messenger_info(render_device *device)
{
    return (VkDebugUtilsMessengerCreateInfoEXT){.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
                                                .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                                                                   VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                                                .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                                                               VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT,
                                                .pfnUserCallback = on_message,
                                                .pUserData = device};
}

render_result render_debug_init(render_device *device)
{
    render_result result = RENDER_OK;
    render_debug *debug = &device->debug;
    if (!debug->names)
        return result;
    debug->destroy_messenger = vkDestroyDebugUtilsMessengerEXT;
    debug->set_name = vkSetDebugUtilsObjectNameEXT;
    debug->begin_label = vkCmdBeginDebugUtilsLabelEXT;
    debug->end_label = vkCmdEndDebugUtilsLabelEXT;
    if (debug->active) {
        const VkDebugUtilsMessengerCreateInfoEXT info = render_debug_messenger_info(device);
        VK(device, vkCreateDebugUtilsMessengerEXT(device->instance, &info, NULL, &debug->messenger));
    }
error:
    return result;
}

void render_debug_finish(render_device *device)
{
    if (device->debug.messenger != VK_NULL_HANDLE)
        device->debug.destroy_messenger(device->instance, device->debug.messenger, NULL);
    device->debug.messenger = VK_NULL_HANDLE;
}

void render_set_name(const render_device *device, VkObjectType type, uint64_t handle, const char *format, ...)
{
    if (device->debug.set_name == NULL)
        return;
    char name[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    const VkDebugUtilsObjectNameInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
                                                .objectType = type,
                                                .objectHandle = handle,
                                                .pObjectName = name};
    device->debug.set_name(device->handle, &info);
}

void render_begin_label(const render_device *device, VkCommandBuffer commands, const char *name)
{
    if (device->debug.begin_label == NULL)
        return;
    const VkDebugUtilsLabelEXT label = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT, .pLabelName = name};
    device->debug.begin_label(commands, &label);
}

void render_end_label(const render_device *device, VkCommandBuffer commands)
{
    if (device->debug.end_label != NULL)
        device->debug.end_label(commands);
}
