// A machine with several devices, each of which is the real one under another name, type and set of queue families.
#include "failing_private.h"

#include <stdio.h>
#include <string.h>

fake_device_list fake_devices;

// A handle of the driver begins with the loader's pointer; nothing but the functions here sees these.
typedef struct fake_physical {
    VkPhysicalDevice real;
    uint32_t index;
} fake_physical;

static fake_physical handles[FAKE_DEVICES];

#define REAL(function) ((PFN_##function)failing_real(#function))
#define FAKE(handle) ((const fake_physical *)(const void *)(handle))

static const fake_device *find(VkPhysicalDevice physical)
{
    return &fake_devices.devices[FAKE(physical)->index];
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_vkEnumeratePhysicalDevices(VkInstance instance, uint32_t *count,
                                                                      VkPhysicalDevice *out)
{
    VkPhysicalDevice real;
    uint32_t one = 1;
    VkResult result = REAL(vkEnumeratePhysicalDevices)(instance, &one, &real);
    *count = fake_devices.count;
    for (uint32_t i = 0; out != NULL && i < fake_devices.count; i++) {
        handles[i] = (fake_physical){.real = real, .index = i};
        out[i] = (VkPhysicalDevice)(void *)&handles[i];
    }
    return result == VK_INCOMPLETE ? VK_SUCCESS : result;
}

static void rename_device(VkPhysicalDevice physical, VkPhysicalDeviceProperties *out)
{
    const fake_device *device = find(physical);
    snprintf(out->deviceName, sizeof out->deviceName, "%s", device->name);
    out->deviceType = (VkPhysicalDeviceType)device->type;
}

static VKAPI_ATTR void VKAPI_CALL fake_vkGetPhysicalDeviceProperties(VkPhysicalDevice physical,
                                                                     VkPhysicalDeviceProperties *out)
{
    REAL(vkGetPhysicalDeviceProperties)(FAKE(physical)->real, out);
    rename_device(physical, out);
}

static VKAPI_ATTR void VKAPI_CALL fake_vkGetPhysicalDeviceProperties2(VkPhysicalDevice physical,
                                                                      VkPhysicalDeviceProperties2 *out)
{
    REAL(vkGetPhysicalDeviceProperties2)(FAKE(physical)->real, out);
    rename_device(physical, &out->properties);
}

static VKAPI_ATTR void VKAPI_CALL fake_vkGetPhysicalDeviceQueueFamilyProperties(VkPhysicalDevice physical,
                                                                                uint32_t *count,
                                                                                VkQueueFamilyProperties *out)
{
    const fake_device *device = find(physical);
    VkQueueFamilyProperties real;
    uint32_t one = 1;
    REAL(vkGetPhysicalDeviceQueueFamilyProperties)(FAKE(physical)->real, &one, &real);
    for (uint32_t i = 0; out != NULL && i < FAKE_FAMILIES && i < *count; i++) {
        out[i] = real;
        if (!(device->draws & 1u << i))
            out[i].queueFlags &= ~(VkQueueFlags)VK_QUEUE_GRAPHICS_BIT;
    }
    *count = FAKE_FAMILIES;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_vkGetPhysicalDeviceSurfaceSupportKHR(VkPhysicalDevice physical,
                                                                                uint32_t family, VkSurfaceKHR surface,
                                                                                VkBool32 *out)
{
    (void)surface;
    *out = (find(physical)->presents >> family) & 1;
    return VK_SUCCESS;
}

// The real device has one family, which stands for all.
static VKAPI_ATTR VkResult VKAPI_CALL fake_vkCreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                                          const VkAllocationCallbacks *allocator, VkDevice *out)
{
    VkDeviceQueueCreateInfo queue = info->pQueueCreateInfos[0];
    VkDeviceCreateInfo real = *info;
    fake_devices.family = queue.queueFamilyIndex;
    queue.queueFamilyIndex = 0;
    real.pQueueCreateInfos = &queue;
    VkResult result = REAL(vkCreateDevice)(FAKE(physical)->real, &real, allocator, out);
    failing.live[FAILING_DEVICE] += result == VK_SUCCESS;
    return result;
}

static VKAPI_ATTR void VKAPI_CALL fake_vkGetDeviceQueue(VkDevice device, uint32_t family, uint32_t index, VkQueue *out)
{
    (void)family;
    REAL(vkGetDeviceQueue)(device, 0, index, out);
    failing.queue = *out;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_vkCreateCommandPool(VkDevice device, const VkCommandPoolCreateInfo *info,
                                                               const VkAllocationCallbacks *allocator,
                                                               VkCommandPool *out)
{
    VkCommandPoolCreateInfo real = *info;
    real.queueFamilyIndex = 0;
    VkResult result = REAL(vkCreateCommandPool)(device, &real, allocator, out);
    failing.live[FAILING_COMMAND_POOL] += result == VK_SUCCESS;
    return result;
}

// What all devices answer alike.
#define PASS(type, function, parameters, ...)                                                                          \
    static VKAPI_ATTR type VKAPI_CALL fake_##function parameters                                                       \
    {                                                                                                                  \
        return REAL(function)(__VA_ARGS__);                                                                            \
    }
#define PASS_VOID(function, type)                                                                                      \
    static VKAPI_ATTR void VKAPI_CALL fake_##function(VkPhysicalDevice physical, type *out)                            \
    {                                                                                                                  \
        REAL(function)(FAKE(physical)->real, out);                                                                     \
    }
PASS(VkResult, vkEnumerateDeviceExtensionProperties,
     (VkPhysicalDevice physical, const char *layer, uint32_t *count, VkExtensionProperties *out), FAKE(physical)->real,
     layer, count, out)
PASS(void, vkGetPhysicalDeviceFormatProperties, (VkPhysicalDevice physical, VkFormat format, VkFormatProperties *out),
     FAKE(physical)->real, format, out)
PASS_VOID(vkGetPhysicalDeviceFeatures, VkPhysicalDeviceFeatures)
PASS_VOID(vkGetPhysicalDeviceFeatures2, VkPhysicalDeviceFeatures2)
PASS_VOID(vkGetPhysicalDeviceMemoryProperties, VkPhysicalDeviceMemoryProperties)
PASS_VOID(vkGetPhysicalDeviceMemoryProperties2, VkPhysicalDeviceMemoryProperties2)

PFN_vkVoidFunction fake_device_function(const char *name)
{
    if (fake_devices.count == 0)
        return NULL;
#define FIND(function)                                                                                                 \
    if (strcmp(name, #function) == 0)                                                                                  \
    return (PFN_vkVoidFunction)fake_##function
    FIND(vkEnumeratePhysicalDevices);
    FIND(vkEnumerateDeviceExtensionProperties);
    FIND(vkGetPhysicalDeviceFeatures);
    FIND(vkGetPhysicalDeviceFeatures2);
    FIND(vkGetPhysicalDeviceFormatProperties);
    FIND(vkGetPhysicalDeviceMemoryProperties);
    FIND(vkGetPhysicalDeviceMemoryProperties2);
    FIND(vkGetPhysicalDeviceProperties);
    FIND(vkGetPhysicalDeviceProperties2);
    FIND(vkGetPhysicalDeviceQueueFamilyProperties);
    FIND(vkGetPhysicalDeviceSurfaceSupportKHR);
    FIND(vkCreateDevice);
    FIND(vkCreateCommandPool);
    FIND(vkGetDeviceQueue);
#undef FIND
    return NULL;
}
