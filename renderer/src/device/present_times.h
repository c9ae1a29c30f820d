// present_times.h: VK_KHR_present_id numbers the pictures of a swapchain, and VK_KHR_present_wait says when each is
// shown.
#ifndef RENDERER_SRC_PRESENT_TIMES_H
#define RENDERER_SRC_PRESENT_TIMES_H

#include "device/functions.h"

// The features of both extensions, to be chained into a VkDeviceCreateInfo.
typedef struct render_present_times {
    VkPhysicalDevicePresentIdFeaturesKHR id;
    VkPhysicalDevicePresentWaitFeaturesKHR wait;
} render_present_times;

// Chains the structs before `next`.
static inline void render_present_times_init(render_present_times *out, void *next)
{
    *out = (render_present_times){.id = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRESENT_ID_FEATURES_KHR,
                                         .pNext = &out->wait,
                                         .presentId = VK_TRUE},
                                  .wait = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRESENT_WAIT_FEATURES_KHR,
                                           .pNext = next,
                                           .presentWait = VK_TRUE}};
}

// Whether a device that offers both extensions has both features.
static inline bool render_has_present_times(const render_functions *vk, VkPhysicalDevice physical)
{
    render_present_times found;
    render_present_times_init(&found, NULL);
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &found.id};
    found.id.presentId = found.wait.presentWait = VK_FALSE;
    vk->GetPhysicalDeviceFeatures2(physical, &features);
    return found.id.presentId && found.wait.presentWait;
}

#endif
