// slot.h: a command buffer with the transient memory and the descriptor sets that its commands use.
#ifndef RENDERER_SRC_SLOT_H
#define RENDERER_SRC_SLOT_H

#include "device/resource.h"

enum { RENDER_SLOT_CHUNKS = 24, RENDER_SLOT_POOLS = 24, RENDER_SLOT_KEPT = 1 << 20, RENDER_SLOT_PARTS = 32 };

// A piece of host-visible memory, valid until the slot is begun again.
typedef struct render_span {
    VkBuffer buffer;
    VkDeviceSize offset, size;
    void *data;
} render_span;

typedef struct render_slot {
    const char *name;
    uint64_t value;      // 0: never submitted
    uint64_t recordings; // counts how often it was recycled
    VkCommandPool pool;
    VkCommandBuffer commands;
    bool repeats;                             // what is recorded may be submitted more than once
    bool recorded;                            // into `commands`, since the slot was recycled
    VkCommandBuffer parts[RENDER_SLOT_PARTS]; // recorded elsewhere; submitted before `commands`, in order
    uint32_t part_count;
    VkBufferUsageFlags usage;
    render_buffer chunks[RENDER_SLOT_CHUNKS];
    uint32_t chunk_count;
    VkDeviceSize used;  // of the last chunk
    VkDeviceSize total; // of all chunks, since begin
    VkDescriptorPool set_pools[RENDER_SLOT_POOLS];
    uint32_t set_pool_count, set_pool_current;
} render_slot;

render_result render_slot_init(render_device *device, render_slot *slot, const char *name, VkBufferUsageFlags usage);
void render_slot_finish(render_device *device, render_slot *slot);
// Waits until the slot's last submission is complete, then frees the slot's memory and sets, and forgets its parts.
render_result render_slot_recycle(render_device *device, render_slot *slot);
// Frees the slot's memory but for RENDER_SLOT_KEPT bytes, if the GPU is done with the slot. Nothing may be recording
// into it.
void render_slot_trim(render_device *device, render_slot *slot);
// Starts recording; discards what was recorded before.
render_result render_slot_record(render_device *device, render_slot *slot);
// Recycles the slot and starts recording.
render_result render_slot_begin(render_device *device, render_slot *slot);
render_result render_slot_allocate(render_device *device, render_slot *slot, VkDeviceSize size, VkDeviceSize alignment,
                                   render_span *out);
render_result render_slot_allocate_set(render_device *device, render_slot *slot, VkDescriptorSetLayout layout,
                                       VkDescriptorSet *out);
// Submits to the device's queue, which an engine may share.
render_result render_queue_submit(render_device *device, const VkSubmitInfo2 *info);
// Ends the recording, if there is one, and submits the parts and it, without the open batch of uploads: see
// render_submit for that. `wait` and `signal` are binary semaphores, or null; `wait_stage` is the stage that waits.
render_result render_slot_submit(render_device *device, render_slot *slot, VkSemaphore wait,
                                 VkPipelineStageFlags2 wait_stage, VkSemaphore signal);

#endif
