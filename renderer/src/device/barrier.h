// barrier.h: synchronization2 barriers. Each is described by the last access before it and the first access after it.
#ifndef RENDERER_SRC_BARRIER_H
#define RENDERER_SRC_BARRIER_H

#include "device/vk.h"

typedef enum render_access {
    RENDER_ACCESS_NONE, // nothing to wait for
    RENDER_ACCESS_TRANSFER_READ,
    RENDER_ACCESS_TRANSFER_WRITE,
    RENDER_ACCESS_SHADER_READ, // fragment shader
    RENDER_ACCESS_COLOR,       // colour attachment, read and written
    RENDER_ACCESS_DEPTH,       // depth attachment, read and written
    RENDER_ACCESS_DEPTH_READ,
    RENDER_ACCESS_ACQUIRED, // a swapchain image, chained to the semaphore that waits at colour output
    RENDER_ACCESS_PRESENT,
    RENDER_ACCESS_COUNT
} render_access;

typedef struct render_image_transition {
    VkImage image;
    VkImageAspectFlags aspect;
    uint32_t level, level_count; // 0 levels: all
    VkImageLayout from, to;
    render_access before, after;
} render_image_transition;

void render_image_barrier(const render_device *device, VkCommandBuffer commands,
                          const render_image_transition *transition);
void render_memory_barrier(const render_device *device, VkCommandBuffer commands, VkPipelineStageFlags2 from_stage,
                           VkAccessFlags2 from_access, VkPipelineStageFlags2 to_stage, VkAccessFlags2 to_access);

#endif
