#include "device/debug.h"

#include "device/device_private.h"
#include "device/extensions.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Whether a message only says that an extension for debugging is on. Best practices include not to ship extensions with
// a special use; these are on because the layer is. Older layers add the use to the ID.
static bool is_about_debugging(const VkDebugUtilsMessengerCallbackDataEXT *data)
{
    static const char *const extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME,
                                             VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME, "VK_EXT_layer_settings"};
    if (data->pMessageIdName == NULL || strstr(data->pMessageIdName, "specialuse-extension") == NULL)
        return false;
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        if (strstr(data->pMessage, extensions[i]) != NULL)
            return true;
    }
    return false;
}

// Whether a message only says that a vertex shader writes what a fragment shader does not read. Passes share vertex
// shaders on purpose, so that all compute the same positions.
static bool is_about_sharing(const VkDebugUtilsMessengerCallbackDataEXT *data)
{
    return data->pMessageIdName != NULL && strstr(data->pMessageIdName, "OutputNotConsumed") != NULL;
}

static VKAPI_ATTR VkBool32 VKAPI_CALL on_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                 VkDebugUtilsMessageTypeFlagsEXT types,
                                                 const VkDebugUtilsMessengerCallbackDataEXT *data, void *user)
{
    render_device *device = user;
    (void)severity;
    if (is_about_debugging(data) || is_about_sharing(data))
        return VK_FALSE;
    // General messages come from the loader and concern drivers that are not used.
    if (types & (VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT)) {
        // Older layers begin the message with its ID.
        const char *id = data->pMessageIdName;
        bool named = id == NULL || strstr(data->pMessage, id) != NULL;
        device->debug.message_count++;
        render_log(device, RENDER_LOG_VALIDATION, "%s%s%s", named ? "" : id, named ? "" : ": ", data->pMessage);
    }
    return VK_FALSE;
}

static VkDebugUtilsMessengerCreateInfoEXT messenger_info(render_device *device)
{
    return (VkDebugUtilsMessengerCreateInfoEXT){.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
                                                .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                                                                   VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                                                .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                                                               VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT,
                                                .pfnUserCallback = on_message,
                                                .pUserData = device};
}

void render_debug_layer_init(render_debug_layer *layer, render_device *device)
{
    *layer = (render_debug_layer){.name = RENDER_VALIDATION_LAYER, .messenger = messenger_info(device)};
    layer->next = &layer->messenger;
#ifdef VK_EXT_layer_settings
    if (render_has_instance_extension(&device->vk, layer->name, VK_EXT_LAYER_SETTINGS_EXTENSION_NAME)) {
        static const VkBool32 yes = VK_TRUE;
        static const VkLayerSettingEXT more[] = {
            {RENDER_VALIDATION_LAYER, "validate_sync", VK_LAYER_SETTING_TYPE_BOOL32_EXT, 1, &yes},
            {RENDER_VALIDATION_LAYER, "validate_best_practices", VK_LAYER_SETTING_TYPE_BOOL32_EXT, 1, &yes}};
        layer->settings = (VkLayerSettingsCreateInfoEXT){.sType = VK_STRUCTURE_TYPE_LAYER_SETTINGS_CREATE_INFO_EXT,
                                                         .pNext = &layer->messenger,
                                                         .settingCount = sizeof more / sizeof more[0],
                                                         .pSettings = more};
        layer->extension = VK_EXT_LAYER_SETTINGS_EXTENSION_NAME;
        layer->next = &layer->settings;
        return;
    }
#endif
    if (render_has_instance_extension(&device->vk, layer->name, VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME)) {
        static const VkValidationFeatureEnableEXT more[] = {VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT,
                                                            VK_VALIDATION_FEATURE_ENABLE_BEST_PRACTICES_EXT};
        layer->features = (VkValidationFeaturesEXT){.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
                                                    .pNext = &layer->messenger,
                                                    .enabledValidationFeatureCount = sizeof more / sizeof more[0],
                                                    .pEnabledValidationFeatures = more};
        layer->extension = VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME;
        layer->next = &layer->features;
    }
}

render_result render_debug_init(render_device *device)
{
    render_result result = RENDER_OK;
    render_debug *debug = &device->debug;
    if (!debug->names)
        return result;
    if (debug->active) {
        const VkDebugUtilsMessengerCreateInfoEXT info = messenger_info(device);
        VK(device, CreateDebugUtilsMessengerEXT(device->instance, &info, NULL, &debug->messenger));
    }
error:
    return result;
}

void render_debug_finish(render_device *device)
{
    if (device->debug.messenger != VK_NULL_HANDLE)
        device->vk.DestroyDebugUtilsMessengerEXT(device->instance, device->debug.messenger, NULL);
    device->debug.messenger = VK_NULL_HANDLE;
}

void render_set_name(const render_device *device, VkObjectType type, uint64_t handle, const char *format, ...)
{
    if (device->vk.SetDebugUtilsObjectNameEXT == NULL)
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
    device->vk.SetDebugUtilsObjectNameEXT(device->handle, &info);
}

void render_begin_label(const render_device *device, VkCommandBuffer commands, const char *name)
{
    if (device->vk.CmdBeginDebugUtilsLabelEXT == NULL)
        return;
    const VkDebugUtilsLabelEXT label = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT, .pLabelName = name};
    device->vk.CmdBeginDebugUtilsLabelEXT(commands, &label);
}

void render_end_label(const render_device *device, VkCommandBuffer commands)
{
    if (device->vk.CmdEndDebugUtilsLabelEXT != NULL)
        device->vk.CmdEndDebugUtilsLabelEXT(commands);
}
