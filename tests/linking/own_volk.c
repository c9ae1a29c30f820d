#include "own_volk.h"

#define VOLK_IMPLEMENTATION
#include <volk.h>

static VkInstance instance;
static PFN_vkEnumeratePhysicalDevices enumerate;
static uint32_t device_count;

bool open_own_volk(void)
{
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &application};
    if (volkInitialize() != VK_SUCCESS || vkCreateInstance(&info, NULL, &instance) != VK_SUCCESS)
        return false;
    volkLoadInstance(instance);
    enumerate = vkEnumeratePhysicalDevices;
    return vkEnumeratePhysicalDevices(instance, &device_count, NULL) == VK_SUCCESS;
}

bool check_own_volk(void)
{
    uint32_t count = 0;
    bool good = volkGetLoadedInstance() == instance && vkEnumeratePhysicalDevices == enumerate &&
                vkEnumeratePhysicalDevices(instance, &count, NULL) == VK_SUCCESS && count == device_count;
    vkDestroyInstance(instance, NULL);
    return good;
}
