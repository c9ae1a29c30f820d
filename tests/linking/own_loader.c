#include "own_loader.h"

#include <stdint.h>
#include <vulkan/vulkan.h>

bool check_own_loader(void)
{
    uint32_t version = 0;
    return vkEnumerateInstanceVersion(&version) == VK_SUCCESS && version >= VK_API_VERSION_1_3;
}
