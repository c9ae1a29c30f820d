// A driver that offers VK_KHR_portability_subset, as MoltenVK does, over one that knows nothing of it.
#include "failing_private.h"

#include "device/portability.h"

#include <string.h>

fake_portability fake_subset;

#define REAL(function) ((PFN_##function)failing_real(#function))

static VKAPI_ATTR VkResult VKAPI_CALL fake_vkEnumerateDeviceExtensionProperties(VkPhysicalDevice physical,
                                                                                const char *layer, uint32_t *count,
                                                                                VkExtensionProperties *out)
{
    const uint32_t room = *count;
    VkResult result = REAL(vkEnumerateDeviceExtensionProperties)(physical, layer, count, out);
    if (out != NULL && *count < room) {
        out[*count] = (VkExtensionProperties){.specVersion = 1};
        memcpy(out[*count].extensionName, VK_KHR_PORTABILITY_SUBSET_EXTENSION_NAME,
               sizeof VK_KHR_PORTABILITY_SUBSET_EXTENSION_NAME);
    }
    ++*count;
    return result;
}

static VKAPI_ATTR void VKAPI_CALL fake_vkGetPhysicalDeviceFeatures2(VkPhysicalDevice physical,
                                                                    VkPhysicalDeviceFeatures2 *out)
{
    REAL(vkGetPhysicalDeviceFeatures2)(physical, out);
    for (VkBaseOutStructure *it = (VkBaseOutStructure *)out; it != NULL; it = it->pNext) {
        if (it->sType == RENDER_PORTABILITY_TYPE)
            ((render_portability *)it)->vertexAttributeAccessBeyondStride = !fake_subset.lacks_stride;
    }
}

// Notes what is enabled, and leaves it out: the real driver would refuse it.
static VKAPI_ATTR VkResult VKAPI_CALL fake_vkCreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                                          const VkAllocationCallbacks *allocator, VkDevice *out)
{
    const char *names[8];
    VkDeviceCreateInfo less = *info;
    less.enabledExtensionCount = 0;
    less.ppEnabledExtensionNames = names;
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        if (strcmp(info->ppEnabledExtensionNames[i], VK_KHR_PORTABILITY_SUBSET_EXTENSION_NAME) == 0)
            fake_subset.enabled = true;
        else
            names[less.enabledExtensionCount++] = info->ppEnabledExtensionNames[i];
    }
    for (VkBaseOutStructure *it = (VkBaseOutStructure *)&less; it->pNext != NULL; it = it->pNext) {
        if (it->pNext->sType != RENDER_PORTABILITY_TYPE)
            continue;
        fake_subset.enabled_stride = ((render_portability *)it->pNext)->vertexAttributeAccessBeyondStride;
        it->pNext = it->pNext->pNext;
        break;
    }
    VkResult result = REAL(vkCreateDevice)(physical, &less, allocator, out);
    failing.live[FAILING_DEVICE] += result == VK_SUCCESS;
    return result;
}

PFN_vkVoidFunction fake_portability_function(const char *name)
{
    if (!fake_subset.offered)
        return NULL;
    if (strcmp(name, "vkEnumerateDeviceExtensionProperties") == 0)
        return (PFN_vkVoidFunction)fake_vkEnumerateDeviceExtensionProperties;
    if (strcmp(name, "vkGetPhysicalDeviceFeatures2") == 0)
        return (PFN_vkVoidFunction)fake_vkGetPhysicalDeviceFeatures2;
    return strcmp(name, "vkCreateDevice") == 0 ? (PFN_vkVoidFunction)fake_vkCreateDevice : NULL;
}
