#include "device/slot.h"

#include "device/device_private.h"

#include <string.h>

render_result render_slot_init(render_device *device, render_slot *slot, const char *name, VkBufferUsageFlags usage)
{
    render_result result = RENDER_OK;
    *slot = (render_slot){.name = name, .usage = usage};
    const VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
                                          .queueFamilyIndex = device->queue_family};
    VK(device, CreateCommandPool(device->handle, &pool, NULL, &slot->pool));
    render_set_name(device, VK_OBJECT_TYPE_COMMAND_POOL, (uint64_t)slot->pool, "%s pool", name);
    const VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                              .commandPool = slot->pool,
                                              .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                              .commandBufferCount = 1};
    VK(device, AllocateCommandBuffers(device->handle, &info, &slot->commands));
    render_set_name(device, VK_OBJECT_TYPE_COMMAND_BUFFER, (uint64_t)(uintptr_t)slot->commands, "%s commands", name);
error:
    return result;
}

void render_slot_finish(render_device *device, render_slot *slot)
{
    for (uint32_t i = 0; i < slot->chunk_count; i++)
        render_buffer_destroy(device, &slot->chunks[i]);
    for (uint32_t i = 0; i < slot->set_pool_count; i++)
        device->vk.DestroyDescriptorPool(device->handle, slot->set_pools[i], NULL);
    device->vk.DestroyCommandPool(device->handle, slot->pool, NULL);
    *slot = (render_slot){0};
}

// Keeps only the last and largest chunk: after a few frames one is enough.
static void recycle_chunks(render_device *device, render_slot *slot)
{
    while (slot->chunk_count > 1) {
        render_buffer_destroy(device, &slot->chunks[0]);
        slot->chunk_count--;
        memmove(slot->chunks, slot->chunks + 1, slot->chunk_count * sizeof slot->chunks[0]);
        slot->chunks[slot->chunk_count] = (render_buffer){0};
    }
    slot->used = 0;
    slot->total = 0;
}

void render_slot_trim(render_device *device, render_slot *slot)
{
    if (slot->total <= RENDER_SLOT_KEPT && (slot->chunk_count == 0 || slot->chunks[0].size <= RENDER_SLOT_KEPT))
        return;
    if (!render_timeline_has_passed(device, slot->value))
        return;
    recycle_chunks(device, slot);
    if (slot->chunks[0].size > RENDER_SLOT_KEPT) {
        render_buffer_destroy(device, &slot->chunks[0]);
        slot->chunk_count = 0;
    }
}

render_result render_slot_recycle(render_device *device, render_slot *slot)
{
    render_result result = RENDER_OK;
    TRY(render_timeline_wait(device, slot->value));
    slot->recordings++;
    slot->recorded = false;
    slot->part_count = 0;
    recycle_chunks(device, slot);
    for (uint32_t i = 0; i < slot->set_pool_count; i++)
        VK(device, ResetDescriptorPool(device->handle, slot->set_pools[i], 0));
    slot->set_pool_current = 0;
error:
    return result;
}

render_result render_slot_begin(render_device *device, render_slot *slot)
{
    render_result result = render_slot_recycle(device, slot);
    return result == RENDER_OK ? render_slot_record(device, slot) : result;
}

render_result render_slot_record(render_device *device, render_slot *slot)
{
    render_result result = RENDER_OK;
    VK(device, ResetCommandPool(device->handle, slot->pool, 0));
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                            .flags = slot->repeats ? 0 : VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VK(device, BeginCommandBuffer(slot->commands, &begin));
    slot->recorded = true;
error:
    return result;
}

render_result render_slot_allocate(render_device *device, render_slot *slot, VkDeviceSize size, VkDeviceSize alignment,
                                   render_span *out)
{
    VkDeviceSize start = (slot->used + alignment - 1) / alignment * alignment;
    if (slot->chunk_count == 0 || start + size > slot->chunks[slot->chunk_count - 1].size) {
        VkDeviceSize wanted = slot->chunk_count ? 2 * slot->chunks[slot->chunk_count - 1].size : 256 << 10;
        if (slot->chunk_count == RENDER_SLOT_CHUNKS)
            return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "too much data in one frame");
        render_result result = render_buffer_create(device, slot->name, wanted > size ? wanted : size, slot->usage,
                                                    RENDER_MEMORY_UPLOAD, &slot->chunks[slot->chunk_count]);
        if (result != RENDER_OK)
            return result;
        slot->chunk_count++;
        start = 0;
    }
    render_buffer *chunk = &slot->chunks[slot->chunk_count - 1];
    *out = (render_span){
        .buffer = chunk->handle, .offset = start, .size = size, .data = (char *)chunk->memory.mapped + start};
    slot->used = start + size;
    slot->total += size;
    return RENDER_OK;
}

static render_result add_set_pool(render_device *device, render_slot *slot)
{
    render_result result = RENDER_OK;
    if (slot->set_pool_count == RENDER_SLOT_POOLS)
        return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "too many descriptor sets in one frame");
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 16},
                                          {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, 16},
                                          {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 32},
                                          {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 320}};
    const VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .maxSets = 64,
                                             .poolSizeCount = sizeof sizes / sizeof sizes[0],
                                             .pPoolSizes = sizes};
    VkDescriptorPool *pool = &slot->set_pools[slot->set_pool_count];
    VK(device, CreateDescriptorPool(device->handle, &info, NULL, pool));
    render_set_name(device, VK_OBJECT_TYPE_DESCRIPTOR_POOL, (uint64_t)*pool, "%s sets", slot->name);
    slot->set_pool_count++;
error:
    return result;
}

render_result render_slot_allocate_set(render_device *device, render_slot *slot, VkDescriptorSetLayout layout,
                                       VkDescriptorSet *out)
{
    for (;;) {
        if (slot->set_pool_current == slot->set_pool_count) {
            render_result result = add_set_pool(device, slot);
            if (result != RENDER_OK)
                return result;
        }
        const VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                                  .descriptorPool = slot->set_pools[slot->set_pool_current],
                                                  .descriptorSetCount = 1,
                                                  .pSetLayouts = &layout};
        VkResult vk = device->vk.AllocateDescriptorSets(device->handle, &info, out);
        if (vk != VK_ERROR_OUT_OF_POOL_MEMORY && vk != VK_ERROR_FRAGMENTED_POOL)
            return render_check(device, vk, "vkAllocateDescriptorSets");
        slot->set_pool_current++;
    }
}

render_result render_queue_submit(render_device *device, const VkSubmitInfo2 *info)
{
    if (device->lock_queue != NULL)
        device->lock_queue(device->lock_user);
    VkResult vk = device->vk.QueueSubmit2(device->queue, 1, info, VK_NULL_HANDLE);
    if (device->unlock_queue != NULL)
        device->unlock_queue(device->lock_user);
    return render_check(device, vk, "vkQueueSubmit2");
}

render_result render_slot_submit(render_device *device, render_slot *slot, VkSemaphore wait,
                                 VkPipelineStageFlags2 wait_stage, VkSemaphore signal)
{
    render_result result = RENDER_OK;
    VkCommandBufferSubmitInfo commands[RENDER_SLOT_PARTS + 1];
    const uint32_t count = slot->part_count + (slot->recorded ? 1 : 0);
    if (slot->recorded)
        VK(device, EndCommandBuffer(slot->commands));
    for (uint32_t i = 0; i < count; i++)
        commands[i] =
            (VkCommandBufferSubmitInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                        .commandBuffer = i < slot->part_count ? slot->parts[i] : slot->commands};
    const VkSemaphoreSubmitInfo waits = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, .semaphore = wait, .stageMask = wait_stage};
    const VkSemaphoreSubmitInfo signals[2] = {{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                               .semaphore = device->timeline.semaphore,
                                               .value = device->timeline.submitted + 1,
                                               .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT},
                                              {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                               .semaphore = signal,
                                               .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT}};
    const VkSubmitInfo2 info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
                                .waitSemaphoreInfoCount = wait != VK_NULL_HANDLE,
                                .pWaitSemaphoreInfos = &waits,
                                .commandBufferInfoCount = count,
                                .pCommandBufferInfos = commands,
                                .signalSemaphoreInfoCount = signal != VK_NULL_HANDLE ? 2 : 1,
                                .pSignalSemaphoreInfos = signals};
    TRY(render_queue_submit(device, &info));
    slot->value = ++device->timeline.submitted;
    render_delete_queue_collect(device);
error:
    return result;
}
