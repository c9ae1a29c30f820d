// A driver that offers VK_KHR_present_id and VK_KHR_present_wait, over one that knows neither.
#include "failing_private.h"

#include <string.h>

fake_present_times fake_presents;

#define REAL(function) ((PFN_##function)failing_real(#function))

static const char *const names[2] = {VK_KHR_PRESENT_ID_EXTENSION_NAME, VK_KHR_PRESENT_WAIT_EXTENSION_NAME};

static bool is_ours(const char *name)
{
    return strcmp(name, names[0]) == 0 || strcmp(name, names[1]) == 0;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_vkEnumerateDeviceExtensionProperties(VkPhysicalDevice physical,
                                                                                const char *layer, uint32_t *count,
                                                                                VkExtensionProperties *out)
{
    const uint32_t room = *count;
    VkResult result = REAL(vkEnumerateDeviceExtensionProperties)(physical, layer, count, out);
    for (int i = 0; i < (fake_presents.lacks_wait ? 1 : 2); i++, ++*count) {
        if (out == NULL || *count >= room)
            continue;
        out[*count] = (VkExtensionProperties){.specVersion = 1};
        memcpy(out[*count].extensionName, names[i], strlen(names[i]) + 1);
    }
    return result;
}

static VKAPI_ATTR void VKAPI_CALL fake_vkGetPhysicalDeviceFeatures2(VkPhysicalDevice physical,
                                                                    VkPhysicalDeviceFeatures2 *out)
{
    REAL(vkGetPhysicalDeviceFeatures2)(physical, out);
    for (VkBaseOutStructure *it = (VkBaseOutStructure *)out; it != NULL; it = it->pNext) {
        if (it->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRESENT_ID_FEATURES_KHR)
            ((VkPhysicalDevicePresentIdFeaturesKHR *)it)->presentId = VK_TRUE;
        if (it->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRESENT_WAIT_FEATURES_KHR)
            ((VkPhysicalDevicePresentWaitFeaturesKHR *)it)->presentWait = !fake_presents.lacks_feature;
    }
}

// Notes what is enabled, and leaves it out: the real driver would refuse it.
static VKAPI_ATTR VkResult VKAPI_CALL fake_vkCreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                                          const VkAllocationCallbacks *allocator, VkDevice *out)
{
    const char *kept[8];
    uint32_t ours = 0;
    VkDeviceCreateInfo less = *info;
    less.enabledExtensionCount = 0;
    less.ppEnabledExtensionNames = kept;
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        if (is_ours(info->ppEnabledExtensionNames[i]))
            ours++;
        else
            kept[less.enabledExtensionCount++] = info->ppEnabledExtensionNames[i];
    }
    for (VkBaseOutStructure *it = (VkBaseOutStructure *)&less; it->pNext != NULL;) {
        const VkBaseOutStructure *next = it->pNext;
        const VkPhysicalDevicePresentIdFeaturesKHR *id = (const void *)next;
        const VkPhysicalDevicePresentWaitFeaturesKHR *wait = (const void *)next;
        const bool is_id = next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRESENT_ID_FEATURES_KHR;
        const bool is_wait = next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRESENT_WAIT_FEATURES_KHR;
        ours += (is_id && id->presentId) || (is_wait && wait->presentWait);
        if (is_id || is_wait)
            it->pNext = next->pNext;
        else
            it = it->pNext;
    }
    fake_presents.enabled = ours == 4;
    VkResult result = REAL(vkCreateDevice)(physical, &less, allocator, out);
    failing.live[FAILING_DEVICE] += result == VK_SUCCESS;
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_vkWaitForPresentKHR(VkDevice device, VkSwapchainKHR swapchain, uint64_t id,
                                                               uint64_t timeout)
{
    VkResult result = VK_SUCCESS;
    (void)device;
    fake_presents.waits += timeout > 0 || swapchain == VK_NULL_HANDLE;
    if (failing_or_lost("vkWaitForPresentKHR", &result))
        return result;
    // A swapchain knows its own presents alone.
    return id <= fake_presents.shown && id >= fake_presents.first ? VK_SUCCESS : VK_TIMEOUT;
}

void fake_presents_note(const VkPresentInfoKHR *info, bool new_swapchain)
{
    const VkPresentIdKHR *id = info->pNext;
    if (id == NULL || id->sType != VK_STRUCTURE_TYPE_PRESENT_ID_KHR)
        return;
    fake_presents.first = new_swapchain ? id->pPresentIds[0] : fake_presents.first;
    fake_presents.last = id->pPresentIds[0];
}

PFN_vkVoidFunction fake_present_function(const char *name)
{
    if (!fake_presents.offered)
        return NULL;
    if (strcmp(name, "vkEnumerateDeviceExtensionProperties") == 0)
        return (PFN_vkVoidFunction)fake_vkEnumerateDeviceExtensionProperties;
    if (strcmp(name, "vkGetPhysicalDeviceFeatures2") == 0)
        return (PFN_vkVoidFunction)fake_vkGetPhysicalDeviceFeatures2;
    if (strcmp(name, "vkCreateDevice") == 0)
        return (PFN_vkVoidFunction)fake_vkCreateDevice;
    return strcmp(name, "vkWaitForPresentKHR") == 0 ? (PFN_vkVoidFunction)fake_vkWaitForPresentKHR : NULL;
}
