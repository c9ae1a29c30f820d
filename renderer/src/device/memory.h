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
    uint32_t block_count;
    VkResult refusal; // of the last failed allocation, which `refused_call` returned
    const char *refused_call;
} render_memory;

typedef enum render_memory_use {
    RENDER_MEMORY_DEVICE,  // the GPU's own
    RENDER_MEMORY_UPLOAD,  // written sequentially by the host
    RENDER_MEMORY_READBACK // read by the host
} render_memory_use;

typedef struct render_memory_request {
    const char *name; // of the resource
    VkMemoryRequirements needs;
    render_memory_use use;
    bool optimal; // for an image with optimal tiling; those live apart from buffers (bufferImageGranularity)
} render_memory_request;

void render_memory_init(render_device *device);
void render_memory_finish(render_device *device);
// Tries every memory type that fits, the best one first. When memory is out it fails without recording an error, so
// that the caller can free some and try again, or refuse.
render_result render_memory_allocate(render_device *device, const render_memory_request *request,
                                     render_allocation *out);
// Records the error of the failed allocation: how much was wanted of what is free. Returns
// RENDER_ERROR_OUT_OF_MEMORY.
render_result render_memory_refuse(render_device *device, const render_memory_request *request);
void render_memory_free(render_device *device, render_allocation *allocation);

#endif
