// A driver that says what is not so.
#include "failing_private.h"

#include <string.h>

fake_lies fake_lie;

#define REAL(function) ((PFN_##function)failing_real(#function))

static VKAPI_ATTR VkResult VKAPI_CALL lie_vkMapMemory(VkDevice device, VkDeviceMemory memory, VkDeviceSize offset,
                                                      VkDeviceSize size, VkMemoryMapFlags flags, void **out)
{
    VkResult result;
    if (failing_now("vkMapMemory", &result))
        return result;
    result = REAL(vkMapMemory)(device, memory, offset, size, flags, out);
    if (fake_lie.maps_nowhere)
        *out = NULL;
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL lie_vkCreateGraphicsPipelines(VkDevice device, VkPipelineCache cache,
                                                                    uint32_t count,
                                                                    const VkGraphicsPipelineCreateInfo *infos,
                                                                    const VkAllocationCallbacks *allocator,
                                                                    VkPipeline *out)
{
    VkResult result;
    if (failing_now("vkCreateGraphicsPipelines", &result))
        return result;
    if (fake_lie.no_pipelines) {
        memset(out, 0, count * sizeof *out);
        return VK_SUCCESS;
    }
    result = REAL(vkCreateGraphicsPipelines)(device, cache, count, infos, allocator, out);
    failing.live[FAILING_PIPELINE] += result == VK_SUCCESS;
    return result;
}

PFN_vkVoidFunction fake_lie_function(const char *name)
{
#define LIE(function)                                                                                                  \
    if (strcmp(name, #function) == 0)                                                                                  \
    return (PFN_vkVoidFunction)lie_##function
    LIE(vkMapMemory);
    LIE(vkCreateGraphicsPipelines);
#undef LIE
    return NULL;
}
