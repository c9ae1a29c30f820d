// debug.h: the validation layer's messages, and names of Vulkan objects.
#ifndef RENDERER_SRC_DEBUG_H
#define RENDERER_SRC_DEBUG_H

#include "device/vk.h"

#define RENDER_VALIDATION_LAYER "VK_LAYER_KHRONOS_validation"

typedef struct render_debug {
    bool active; // the validation layer is loaded
    bool names;  // VK_EXT_debug_utils is enabled
    uint32_t message_count;
    VkDebugUtilsMessengerEXT messenger;
} render_debug;

// The part of an instance's description that turns the validation layer on. It points into itself and must not be
// copied.
typedef struct render_debug_layer {
    const char *name;      // to be enabled
    const char *extension; // of the instance, to be enabled too; NULL: none
    const void *next;      // for the instance's pNext
    VkDebugUtilsMessengerCreateInfoEXT messenger;
    VkValidationFeaturesEXT features;
#ifdef VK_EXT_layer_settings
    VkLayerSettingsCreateInfoEXT settings;
#endif
} render_debug_layer;

// Asks for synchronization checks and best practices, by the newest extension that both the layer and the headers have.
void render_debug_layer_init(render_debug_layer *layer, render_device *device);

render_result render_debug_init(render_device *device);
void render_debug_finish(render_device *device);

void render_set_name(const render_device *device, VkObjectType type, uint64_t handle, const char *format, ...);
void render_begin_label(const render_device *device, VkCommandBuffer commands, const char *name);
void render_end_label(const render_device *device, VkCommandBuffer commands);

#endif
