#include "upload.h"

#include "barrier.h"
#include "device_private.h"

#include <string.h>

enum { BATCH_LIMIT = 64 << 20 };

render_result render_upload_init(render_device *device)
{
    render_result result = RENDER_OK;
    device->upload.batch = 1;
    for (uint32_t i = 0; i < RENDER_UPLOAD_SLOTS; i++)
        TRY(render_slot_init(device, &device->upload.slots[i], "upload", VK_BUFFER_USAGE_TRANSFER_SRC_BIT));
error:
    return result;
}

void render_upload_finish(render_device *device)
{
    for (uint32_t i = 0; i < RENDER_UPLOAD_SLOTS; i++)
        render_slot_finish(device, &device->upload.slots[i]);
}

// The slot of the next batch: one that the GPU is done with. Only when all are in use, or so much is on its way that
// staging memory would pile up, does it wait: for the oldest.
static render_result choose_slot(render_device *device)
{
    render_result result = RENDER_OK;
    render_upload *upload = &device->upload;
    render_slot *idle = NULL, *oldest = NULL;
    VkDeviceSize busy_bytes = 0;
    for (uint32_t i = 0; i < RENDER_UPLOAD_SLOTS; i++) {
        render_slot *slot = &upload->slots[i];
        bool reached = false;
        TRY(render_timeline_reached(device, slot->value, &reached));
        if (reached) {
            idle = idle != NULL ? idle : slot;
            continue;
        }
        if (oldest == NULL || slot->value < oldest->value)
            oldest = slot;
        busy_bytes += slot->total;
    }
    bool wait = idle == NULL || busy_bytes > BATCH_LIMIT;
    upload->current = (uint32_t)((wait ? oldest : idle) - upload->slots);
error:
    return result;
}

static render_result stage(render_device *device, const void *data, VkDeviceSize size, render_span *span)
{
    render_result result = RENDER_OK;
    render_upload *upload = &device->upload;
    if (upload->recording && upload->slots[upload->current].total + size > BATCH_LIMIT)
        TRY(render_upload_flush(device));
    if (!upload->recording)
        TRY(choose_slot(device));
    render_slot *slot = &upload->slots[upload->current];
    if (!upload->recording) {
        TRY(render_slot_begin(device, slot));
        // What frames in flight still read must be read before it is overwritten.
        render_memory_barrier(slot->commands, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, 0, VK_PIPELINE_STAGE_2_COPY_BIT,
                              VK_ACCESS_2_TRANSFER_WRITE_BIT);
        upload->recording = true;
    }
    TRY(render_slot_allocate(device, slot, size, 16, span));
    memcpy(span->data, data, size);
    upload->bytes += size;
error:
    return result;
}

render_result render_upload_buffer(render_device *device, const render_buffer *buffer, VkDeviceSize offset,
                                   const void *data, VkDeviceSize size)
{
    render_span span;
    render_result result = stage(device, data, size, &span);
    if (result != RENDER_OK)
        return result;
    const VkBufferCopy region = {.srcOffset = span.offset, .dstOffset = offset, .size = size};
    vkCmdCopyBuffer(device->upload.slots[device->upload.current].commands, span.buffer, buffer->handle, 1, &region);
    return RENDER_OK;
}

static void level_barrier(VkCommandBuffer commands, const render_image *image, uint32_t level, VkImageLayout from,
                          VkImageLayout to, render_access before, render_access after)
{
    render_image_barrier(commands, &(render_image_transition){.image = image->handle,
                                                              .aspect = VK_IMAGE_ASPECT_COLOR_BIT,
                                                              .level = level,
                                                              .level_count = 1,
                                                              .from = from,
                                                              .to = to,
                                                              .before = before,
                                                              .after = after});
}

static int32_t level_size(uint32_t size, uint32_t level)
{
    return size >> level ? (int32_t)(size >> level) : 1;
}

render_result render_upload_image(render_device *device, const render_image *image, const uint8_t *texels)
{
    render_span span;
    render_result result = stage(device, texels, (VkDeviceSize)4 * image->width * image->height, &span);
    if (result != RENDER_OK)
        return result;
    VkCommandBuffer commands = device->upload.slots[device->upload.current].commands;
    for (uint32_t level = 0; level < image->levels; level++) {
        level_barrier(commands, image, level, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                      RENDER_ACCESS_NONE, RENDER_ACCESS_TRANSFER_WRITE);
    }
    const VkBufferImageCopy copy = {.bufferOffset = span.offset,
                                    .imageSubresource = {.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .layerCount = 1},
                                    .imageExtent = {image->width, image->height, 1}};
    vkCmdCopyBufferToImage(commands, span.buffer, image->handle, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);

    // Each level is made from the one before, in linear light: the format converts.
    for (uint32_t level = 1; level < image->levels; level++) {
        level_barrier(commands, image, level - 1, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                      VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, RENDER_ACCESS_TRANSFER_WRITE, RENDER_ACCESS_TRANSFER_READ);
        const VkImageBlit blit = {
            .srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level - 1, 0, 1},
            .srcOffsets[1] = {level_size(image->width, level - 1), level_size(image->height, level - 1), 1},
            .dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, 1},
            .dstOffsets[1] = {level_size(image->width, level), level_size(image->height, level), 1}};
        vkCmdBlitImage(commands, image->handle, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, image->handle,
                       VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &blit, VK_FILTER_LINEAR);
    }
    for (uint32_t level = 0; level < image->levels; level++) {
        bool last = level + 1 == image->levels;
        level_barrier(commands, image, level,
                      last ? VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL : VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                      VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                      last ? RENDER_ACCESS_TRANSFER_WRITE : RENDER_ACCESS_TRANSFER_READ, RENDER_ACCESS_SHADER_READ);
    }
    return RENDER_OK;
}

render_result render_upload_flush(render_device *device)
{
    render_upload *upload = &device->upload;
    if (!upload->recording)
        return RENDER_OK;
    render_slot *slot = &upload->slots[upload->current];
    render_memory_barrier(slot->commands, VK_PIPELINE_STAGE_2_COPY_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT,
                          VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, VK_ACCESS_2_MEMORY_READ_BIT);
    upload->recording = false;
    upload->batch++;
    return render_slot_submit(device, slot, VK_NULL_HANDLE, 0, VK_NULL_HANDLE);
}
