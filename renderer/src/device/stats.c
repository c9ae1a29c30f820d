#include "device/device_private.h"

static void get_heaps(const render_device *device, render_stats *out)
{
    VkPhysicalDeviceMemoryBudgetPropertiesEXT budget = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT};
    VkPhysicalDeviceMemoryProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2,
                                                    .pNext = device->features.memory_budget ? &budget : NULL};
    device->vk.GetPhysicalDeviceMemoryProperties2(device->physical, &properties);
    out->heap_count = properties.memoryProperties.memoryHeapCount;
    for (uint32_t i = 0; i < out->heap_count; i++) {
        const VkMemoryHeap *heap = &properties.memoryProperties.memoryHeaps[i];
        out->heaps[i] = (render_heap_stats){.size = heap->size,
                                            .used = device->memory.used[i],
                                            .budget = budget.heapBudget[i],
                                            .device_local = heap->flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT};
    }
}

void render_device_get_stats(const render_device *device, render_stats *out)
{
    *out = device->stats;
    out->upload_bytes = device->upload.bytes;
    out->waits = device->timeline.waits;
    get_heaps(device, out);
}
