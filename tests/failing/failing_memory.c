// A driver that is out of memory.
#include "failing_private.h"

#include <string.h>

static struct {
    uint32_t refuse_times, refuse_types, refused;
    uint64_t limit, allocated;
    bool double_type;
} policy;

#define REAL(function) ((PFN_##function)failing_real(#function))

// What is allocated, to know what a freed block gives back.
enum { MAX_BLOCKS = 1024 };
static struct {
    VkDeviceMemory memory;
    VkDeviceSize size;
} blocks[MAX_BLOCKS];

static void note_block(VkDeviceMemory from, VkDeviceMemory to, VkDeviceSize size)
{
    for (uint32_t i = 0; i < MAX_BLOCKS; i++) {
        if (blocks[i].memory != from)
            continue;
        policy.allocated += size;
        policy.allocated -= blocks[i].size;
        blocks[i].memory = to;
        blocks[i].size = size;
        return;
    }
}

// Memory type 1 of a device with two is type 0 of the driver.
static VKAPI_ATTR VkResult VKAPI_CALL wrap_vkAllocateMemory(VkDevice device, const VkMemoryAllocateInfo *info,
                                                            const VkAllocationCallbacks *allocator, VkDeviceMemory *out)
{
    VkResult result;
    if (failing_now("vkAllocateMemory", &result))
        return result;
    VkMemoryAllocateInfo real = *info;
    const bool chosen = policy.refuse_times > 0 && (policy.refuse_types >> info->memoryTypeIndex & 1u);
    if (chosen || (policy.limit > 0 && policy.allocated + info->allocationSize > policy.limit)) {
        policy.refuse_times -= chosen && policy.refuse_times < UINT32_MAX;
        policy.refused++;
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    real.memoryTypeIndex = policy.double_type ? 0 : info->memoryTypeIndex;
    result = REAL(vkAllocateMemory)(device, &real, allocator, out);
    failing.live[FAILING_MEMORY] += result == VK_SUCCESS;
    if (result == VK_SUCCESS)
        note_block(VK_NULL_HANDLE, *out, info->allocationSize);
    return result;
}

static VKAPI_ATTR void VKAPI_CALL wrap_vkFreeMemory(VkDevice device, VkDeviceMemory memory,
                                                    const VkAllocationCallbacks *allocator)
{
    failing.live[FAILING_MEMORY] -= memory != VK_NULL_HANDLE;
    if (memory != VK_NULL_HANDLE)
        note_block(memory, VK_NULL_HANDLE, 0);
    REAL(vkFreeMemory)(device, memory, allocator);
}

static VKAPI_ATTR void VKAPI_CALL wrap_vkGetPhysicalDeviceMemoryProperties(VkPhysicalDevice physical,
                                                                           VkPhysicalDeviceMemoryProperties *out)
{
    REAL(vkGetPhysicalDeviceMemoryProperties)(physical, out);
    if (!policy.double_type)
        return;
    out->memoryTypeCount = 2;
    out->memoryTypes[1] = out->memoryTypes[0];
}

static VKAPI_ATTR void VKAPI_CALL wrap_vkGetBufferMemoryRequirements(VkDevice device, VkBuffer buffer,
                                                                     VkMemoryRequirements *out)
{
    REAL(vkGetBufferMemoryRequirements)(device, buffer, out);
    out->memoryTypeBits = policy.double_type ? 3 : out->memoryTypeBits;
}

static VKAPI_ATTR void VKAPI_CALL wrap_vkGetImageMemoryRequirements(VkDevice device, VkImage image,
                                                                    VkMemoryRequirements *out)
{
    REAL(vkGetImageMemoryRequirements)(device, image, out);
    out->memoryTypeBits = policy.double_type ? 3 : out->memoryTypeBits;
}

PFN_vkVoidFunction failing_memory_function(const char *name)
{
    static const struct {
        const char *name;
        PFN_vkVoidFunction function;
    } all[] = {
        {"vkAllocateMemory", (PFN_vkVoidFunction)wrap_vkAllocateMemory},
        {"vkFreeMemory", (PFN_vkVoidFunction)wrap_vkFreeMemory},
        {"vkGetPhysicalDeviceMemoryProperties", (PFN_vkVoidFunction)wrap_vkGetPhysicalDeviceMemoryProperties},
        {"vkGetBufferMemoryRequirements", (PFN_vkVoidFunction)wrap_vkGetBufferMemoryRequirements},
        {"vkGetImageMemoryRequirements", (PFN_vkVoidFunction)wrap_vkGetImageMemoryRequirements},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (strcmp(name, all[i].name) == 0)
            return all[i].function;
    }
    return NULL;
}

void failing_calls_refuse_memory(uint32_t times, uint32_t types, uint64_t limit)
{
    policy.refuse_times = times;
    policy.refuse_types = types;
    policy.limit = limit;
    policy.refused = 0;
}

uint32_t failing_calls_refused(void)
{
    return policy.refused;
}

uint64_t failing_calls_allocated(void)
{
    return policy.allocated;
}

void failing_calls_double_memory_type(bool twice)
{
    policy.double_type = twice;
}
