#include "device/queue_family.h"

enum { MAX_FAMILIES = 32 };

const char *render_find_queue_family(const render_device *device, VkPhysicalDevice physical, VkSurfaceKHR surface,
                                     uint32_t wanted, render_queue_family *out)
{
    VkQueueFamilyProperties properties[MAX_FAMILIES];
    uint32_t count = 0;
    bool draws = false, presents = false;
    device->vk.GetPhysicalDeviceQueueFamilyProperties(physical, &count, NULL);
    if (count > MAX_FAMILIES)
        count = MAX_FAMILIES;
    device->vk.GetPhysicalDeviceQueueFamilyProperties(physical, &count, properties);
    for (uint32_t i = 0; i < count; i++) {
        const bool family_draws = properties[i].queueFlags & VK_QUEUE_GRAPHICS_BIT;
        VkBool32 family_presents = surface == VK_NULL_HANDLE;
        if (wanted != RENDER_ANY_FAMILY && wanted != i)
            continue;
        if (surface != VK_NULL_HANDLE &&
            device->vk.GetPhysicalDeviceSurfaceSupportKHR(physical, i, surface, &family_presents) != VK_SUCCESS)
            return "vkGetPhysicalDeviceSurfaceSupportKHR failed";
        if (family_draws && family_presents) {
            *out = (render_queue_family){.index = i, .clock_bits = properties[i].timestampValidBits};
            return NULL;
        }
        draws = draws || family_draws;
        presents = presents || family_presents;
    }
    return !draws     ? "no graphics queue"
           : presents ? "no queue can both draw and show pictures in this window"
                      : "cannot show pictures in this window";
}
