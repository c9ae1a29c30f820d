// portability.h: devices that implement a part of Vulkan on another interface, as MoltenVK does on Metal. The loader
// hides them unless the instance asks for them, and a device that offers VK_KHR_portability_subset must enable it.
#ifndef RENDERER_SRC_PORTABILITY_H
#define RENDERER_SRC_PORTABILITY_H

#include "device/functions.h"

// The header of extensions that may still change; this one has been the same since 2020.
#include <vulkan/vulkan_beta.h>

// vulkan_core.h names its sType only for programs that enable all such extensions.
#define RENDER_PORTABILITY_TYPE ((VkStructureType)1000163000)

typedef VkPhysicalDevicePortabilitySubsetFeaturesKHR render_portability;

// Reads what such a device has beyond the subset. It can be part of a VkDeviceCreateInfo then.
static inline render_portability render_get_portability(const render_functions *vk, VkPhysicalDevice physical)
{
    render_portability out = {.sType = RENDER_PORTABILITY_TYPE};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &out};
    vk->GetPhysicalDeviceFeatures2(physical, &features);
    out.pNext = NULL;
    return out;
}

#endif
