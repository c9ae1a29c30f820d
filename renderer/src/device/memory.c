#include "device/memory.h"

#include "device/device_private.h"
#include "device/ranges.h"

#include <assert.h>
#include <stdlib.h>

enum { BLOCK_SIZE = 32 << 20 };

struct render_memory_block {
    render_memory_block *next;
    VkDeviceMemory memory;
    VkDeviceSize size;
    void *mapped;
    uint32_t type;
    bool optimal;
    render_ranges ranges; // bytes
};

void render_memory_init(render_device *device)
{
    device->vk.GetPhysicalDeviceMemoryProperties(device->physical, &device->memory.properties);
}

static void destroy_block(render_device *device, render_memory_block *block)
{
    render_memory *memory = &device->memory;
    if (block->memory != VK_NULL_HANDLE)
        memory->used[memory->properties.memoryTypes[block->type].heapIndex] -= block->size;
    device->vk.FreeMemory(device->handle, block->memory, NULL);
    render_ranges_finish(&block->ranges);
    free(block);
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

static bool find_type(const render_memory *memory, uint32_t bits, VkMemoryPropertyFlags flags, uint32_t *type)
{
    for (uint32_t i = 0; i < memory->properties.memoryTypeCount; i++) {
        if ((bits >> i & 1u) && (memory->properties.memoryTypes[i].propertyFlags & flags) == flags) {
            *type = i;
            return true;
        }
    }
    return false;
}

static render_result create_block(render_device *device, VkDeviceSize size, uint32_t type, bool optimal,
                                  render_memory_block **out)
{
    render_result result = RENDER_ERROR_OUT_OF_MEMORY;
    render_memory *memory = &device->memory;
    render_memory_block *block = calloc(1, sizeof *block);
    if (block == NULL || !render_ranges_init(&block->ranges, size)) {
        free(block);
        return render_fail(device, result, "out of memory");
    }
    block->size = size;
    block->type = type;
    block->optimal = optimal;
    const VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = size, .memoryTypeIndex = type};
    VK(device, AllocateMemory(device->handle, &info, NULL, &block->memory));
    memory->used[memory->properties.memoryTypes[type].heapIndex] += size;
    render_set_name(device, VK_OBJECT_TYPE_DEVICE_MEMORY, (uint64_t)block->memory, "memory type %u", type);
    if (memory->properties.memoryTypes[type].propertyFlags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT)
        VK(device, MapMemory(device->handle, block->memory, 0, VK_WHOLE_SIZE, 0, &block->mapped));
    // Append it: small resources go to the oldest block with room, so that newer ones become empty and are freed.
    render_memory_block **link = &memory->blocks;
    while (*link != NULL)
        link = &(*link)->next;
    *link = block;
    *out = block;
    return RENDER_OK;
error:
    destroy_block(device, block);
    return result;
}

render_result render_memory_allocate(render_device *device, const VkMemoryRequirements *needs, render_memory_use use,
                                     bool optimal, render_allocation *out)
{
    uint32_t type = 0;
    if (!find_type(&device->memory, needs->memoryTypeBits, wanted_flags(use, 0), &type) &&
        !find_type(&device->memory, needs->memoryTypeBits, wanted_flags(use, 1), &type))
        return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "no memory type fits");

    render_memory_block *block = NULL;
    VkDeviceSize offset = 0;
    // A request for more than half a block gets a block of its own.
    bool own = needs->size > BLOCK_SIZE / 2;
    if (!own) {
        for (block = device->memory.blocks; block != NULL; block = block->next) {
            if (block->type == type && block->optimal == optimal && block->size == BLOCK_SIZE &&
                render_ranges_take(&block->ranges, needs->size, needs->alignment, &offset))
                break;
        }
    }
    if (block == NULL) {
        render_result result = create_block(device, own ? needs->size : BLOCK_SIZE, type, optimal, &block);
        if (result != RENDER_OK)
            return result;
        bool taken = render_ranges_take(&block->ranges, needs->size, needs->alignment, &offset);
        assert(taken);
        (void)taken;
    }
    *out = (render_allocation){.memory = block->memory,
                               .offset = offset,
                               .size = needs->size,
                               .mapped = block->mapped ? (char *)block->mapped + offset : NULL,
                               .block = block};
    return RENDER_OK;
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
