#include "device/memory.h"

#include "device/device_private.h"
#include "device/ranges.h"

#include <assert.h>

enum { BLOCK_SIZE = 32 << 20 };

struct render_memory_block {
    render_memory_block *next;
    VkDeviceMemory memory;
    VkDeviceSize size;
    void *mapped;
    uint32_t type;
    bool optimal;
    bool shared;          // by several resources
    render_ranges ranges; // bytes
};

void render_memory_init(render_device *device)
{
    device->vk.GetPhysicalDeviceMemoryProperties(device->physical, &device->memory.properties);
}

static void destroy_block(render_device *device, render_memory_block *block)
{
    render_memory *memory = &device->memory;
    if (block->memory != VK_NULL_HANDLE) {
        memory->used[memory->properties.memoryTypes[block->type].heapIndex] -= block->size;
        memory->block_count--;
    }
    device->vk.FreeMemory(device->handle, block->memory, NULL);
    render_ranges_finish(&block->ranges);
    render_free(block);
}

void render_memory_finish(render_device *device)
{
    render_memory *memory = &device->memory;
    while (memory->blocks != NULL) {
        render_memory_block *block = memory->blocks;
        memory->blocks = block->next;
        destroy_block(device, block);
    }
}

static VkMemoryPropertyFlags wanted_flags(render_memory_use use, int attempt)
{
    const VkMemoryPropertyFlags visible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    switch (use) {
    case RENDER_MEMORY_DEVICE:
        return attempt == 0 ? VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT : 0;
    case RENDER_MEMORY_UPLOAD:
        return visible;
    case RENDER_MEMORY_READBACK:
        return attempt == 0 ? visible | VK_MEMORY_PROPERTY_HOST_CACHED_BIT : visible;
    }
    return 0;
}

// Whether a resource may use the type, at the given attempt; each type belongs to one attempt at most.
static bool fits(const render_memory *memory, const render_memory_request *request, uint32_t type, int attempt)
{
    // Types for other features, which are not enabled.
    const VkMemoryPropertyFlags special = VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT | VK_MEMORY_PROPERTY_PROTECTED_BIT |
                                          VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD |
                                          VK_MEMORY_PROPERTY_DEVICE_UNCACHED_BIT_AMD;
    const VkMemoryPropertyFlags flags = memory->properties.memoryTypes[type].propertyFlags;
    if (!(request->needs.memoryTypeBits >> type & 1u) || (flags & special))
        return false;
    const VkMemoryPropertyFlags best = wanted_flags(request->use, 0), least = wanted_flags(request->use, 1);
    return attempt == 0 ? (flags & best) == best : (flags & best) != best && (flags & least) == least;
}

static bool is_out_of_memory(VkResult vk)
{
    return vk == VK_ERROR_OUT_OF_DEVICE_MEMORY || vk == VK_ERROR_OUT_OF_HOST_MEMORY ||
           vk == VK_ERROR_MEMORY_MAP_FAILED || vk == VK_ERROR_TOO_MANY_OBJECTS;
}

// Allocates and maps the block's memory.
static VkResult fill_block(render_device *device, render_memory_block *block)
{
    render_memory *memory = &device->memory;
    const VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = block->size, .memoryTypeIndex = block->type};
    memory->refused_call = "vkAllocateMemory";
    if (memory->block_count >= device->limits.allocations)
        return VK_ERROR_TOO_MANY_OBJECTS;
    if (block->size > device->limits.allocation_size)
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    VkResult vk = device->vk.AllocateMemory(device->handle, &info, NULL, &block->memory);
    if (vk != VK_SUCCESS) {
        block->memory = VK_NULL_HANDLE;
        return vk;
    }
    memory->used[memory->properties.memoryTypes[block->type].heapIndex] += block->size;
    memory->block_count++;
    render_set_name(device, VK_OBJECT_TYPE_DEVICE_MEMORY, (uint64_t)block->memory, "memory type %u", block->type);
    if (!(memory->properties.memoryTypes[block->type].propertyFlags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT))
        return VK_SUCCESS;
    memory->refused_call = "vkMapMemory";
    vk = device->vk.MapMemory(device->handle, block->memory, 0, VK_WHOLE_SIZE, 0, &block->mapped);
    return vk == VK_SUCCESS && block->mapped == NULL ? VK_ERROR_MEMORY_MAP_FAILED : vk;
}

// NULL: none, for the reason in `refusal`.
static render_memory_block *create_block(render_device *device, VkDeviceSize size, uint32_t type, bool optimal)
{
    render_memory *memory = &device->memory;
    memory->refusal = VK_ERROR_OUT_OF_HOST_MEMORY;
    memory->refused_call = "malloc";
    render_memory_block *block = render_allocate_zeroed(device->allocator, sizeof *block);
    if (block == NULL || !render_ranges_init(&block->ranges, device->allocator, size)) {
        render_free(block);
        return NULL;
    }
    block->size = size;
    block->type = type;
    block->optimal = optimal;
    memory->refusal = fill_block(device, block);
    if (memory->refusal != VK_SUCCESS) {
        destroy_block(device, block);
        return NULL;
    }
    // Append it: small resources go to the oldest block with room, so that newer ones become empty and are freed.
    render_memory_block **link = &memory->blocks;
    while (*link != NULL)
        link = &(*link)->next;
    *link = block;
    return block;
}

// Finds room in memory of one type: in a shared block, in a new one, in a block of just the size.
static bool take(render_device *device, const render_memory_request *request, uint32_t type, render_allocation *out)
{
    const VkMemoryRequirements *needs = &request->needs;
    render_memory_block *block = NULL;
    VkDeviceSize offset = 0;
    // A request for more than half a block gets a block of its own.
    const bool shares = needs->size <= BLOCK_SIZE / 2;
    for (block = shares ? device->memory.blocks : NULL; block != NULL; block = block->next) {
        if (block->type == type && block->optimal == request->optimal && block->shared &&
            render_ranges_take(&block->ranges, needs->size, needs->alignment, &offset))
            break;
    }
    if (block == NULL) {
        if (shares)
            block = create_block(device, BLOCK_SIZE, type, request->optimal);
        if (block != NULL)
            block->shared = true;
        else if (!shares || is_out_of_memory(device->memory.refusal))
            block = create_block(device, needs->size, type, request->optimal);
        if (block == NULL)
            return false;
        bool taken = render_ranges_take(&block->ranges, needs->size, needs->alignment, &offset);
        assert(taken);
        (void)taken;
    }
    *out = (render_allocation){.memory = block->memory,
                               .offset = offset,
                               .size = needs->size,
                               .mapped = block->mapped ? (char *)block->mapped + offset : NULL,
                               .block = block};
    return true;
}

render_result render_memory_allocate(render_device *device, const render_memory_request *request,
                                     render_allocation *out)
{
    render_memory *memory = &device->memory;
    memory->refusal = VK_SUCCESS; // no type fits
    for (int attempt = 0; attempt < 2; attempt++) {
        for (uint32_t type = 0; type < memory->properties.memoryTypeCount; type++) {
            if (!fits(memory, request, type, attempt))
                continue;
            if (take(device, request, type, out))
                return RENDER_OK;
            if (!is_out_of_memory(memory->refusal))
                return render_check(device, memory->refusal, memory->refused_call);
        }
    }
    return RENDER_ERROR_OUT_OF_MEMORY;
}

// The heap of the best type for a request.
static uint32_t find_heap(const render_memory *memory, const render_memory_request *request)
{
    for (int attempt = 0; attempt < 2; attempt++) {
        for (uint32_t type = 0; type < memory->properties.memoryTypeCount; type++) {
            if (fits(memory, request, type, attempt))
                return memory->properties.memoryTypes[type].heapIndex;
        }
    }
    return 0;
}

// What of a heap is free for this process, as the driver says, or else what this device has not taken of it.
static VkDeviceSize get_free(const render_device *device, uint32_t heap)
{
    VkPhysicalDeviceMemoryBudgetPropertiesEXT budget = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT};
    VkPhysicalDeviceMemoryProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2,
                                                    .pNext = &budget};
    VkDeviceSize size = device->memory.properties.memoryHeaps[heap].size, used = device->memory.used[heap];
    if (device->features.memory_budget)
        device->vk.GetPhysicalDeviceMemoryProperties2(device->physical, &properties);
    if (budget.heapBudget[heap] > 0) { // it never is, but with some drivers
        size = budget.heapBudget[heap];
        used = budget.heapUsage[heap];
    }
    return size > used ? size - used : 0;
}

render_result render_memory_refuse(render_device *device, const render_memory_request *request)
{
    const render_memory *memory = &device->memory;
    const double mebi = 1048576.0, wanted = (double)request->needs.size / mebi;
    if (memory->refusal == VK_SUCCESS)
        return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "%s: no memory type fits", request->name);
    if (request->needs.size > device->limits.allocation_size)
        return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY,
                           "%s needs %.1f MiB in one piece: this device allocates at most %.1f MiB", request->name,
                           wanted, (double)device->limits.allocation_size / mebi);
    if (memory->block_count >= device->limits.allocations)
        return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY,
                           "%s needs %.1f MiB: all of this device's %u allocations are in use", request->name, wanted,
                           device->limits.allocations);
    const uint32_t heap = find_heap(memory, request);
    return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "%s: %s: %s needs %.1f MiB, %.1f of %.1f MiB are free",
                       memory->refused_call, render_vk_result_name(memory->refusal), request->name, wanted,
                       (double)get_free(device, heap) / mebi, (double)memory->properties.memoryHeaps[heap].size / mebi);
}

void render_memory_free(render_device *device, render_allocation *allocation)
{
    render_memory_block *block = allocation->block;
    if (block == NULL)
        return;
    render_ranges_give_back(&block->ranges, allocation->offset, allocation->size);
    *allocation = (render_allocation){0};
    if (render_ranges_is_unused(&block->ranges)) {
        render_memory_block **link = &device->memory.blocks;
        while (*link != block)
            link = &(*link)->next;
        *link = block->next;
        destroy_block(device, block);
    }
}
