// memory.h: device memory in blocks of some megabytes, shared by many buffers and images.
#ifndef RENDERER_SRC_MEMORY_H
#define RENDERER_SRC_MEMORY_H

#include "device/vk.h"

typedef struct render_memory_block render_memory_block;

typedef struct render_allocation {
    VkDeviceMemory memory;
    VkDeviceSize offset, size;
    void *mapped; // NULL: not visible to the host
    render_memory_block *block;
} render_allocation;

typedef struct render_memory {
    VkPhysicalDeviceMemoryProperties properties;
    VkDeviceSize used[VK_MAX_MEMORY_HEAPS]; // bytes allocated in blocks, by heap
    render_memory_block *blocks;            // oldest first
} render_memory;

typedef enum render_memory_use {
    RENDER_MEMORY_DEVICE,  // the GPU's own
    RENDER_MEMORY_UPLOAD,  // written sequentially by the host
    RENDER_MEMORY_READBACK // read by the host
} render_memory_use;

void render_memory_init(render_device *device);
void render_memory_finish(render_device *device);
// `optimal`: for an image with optimal tiling; those live apart from buffers (bufferImageGranularity).
render_result render_memory_allocate(render_device *device, const VkMemoryRequirements *needs, render_memory_use use,
                                     bool optimal, render_allocation *out);
void render_memory_free(render_device *device, render_allocation *allocation);

#endif
