#include "device/extensions.h"

#include <string.h>

bool render_has_layer(const render_functions *vk, const char *name)
{
    VkLayerProperties properties[64];
    uint32_t count = sizeof properties / sizeof properties[0];
    if (vk->EnumerateInstanceLayerProperties(&count, properties) < VK_SUCCESS)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(properties[i].layerName, name) == 0)
            return true;
    }
    return false;
}

bool render_has_instance_extension(const render_functions *vk, const char *layer, const char *name)
{
    VkExtensionProperties properties[128];
    uint32_t count = sizeof properties / sizeof properties[0];
    if (vk->EnumerateInstanceExtensionProperties(layer, &count, properties) < VK_SUCCESS)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(properties[i].extensionName, name) == 0)
            return true;
    }
    return false;
}
