#include "device/upload.h"

#include "device/array.h"
#include "device/barrier.h"
#include "device/device_private.h"

#include <string.h>

// Bytes of one piece of data, of one batch, and of staging memory in flight before an upload waits; and the number of
// submissions after which staging memory counts as unused.
enum { PIECE = 16 << 20, BATCH_LIMIT = 32 << 20, FLIGHT_LIMIT = 64 << 20, SUBMISSIONS_KEPT = 16 };

// The stages in which frames read uploaded data.
#define FRAME_STAGES                                                                                                   \
    (VK_PIPELINE_STAGE_2_VERTEX_INPUT_BIT | VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT |                                    \
     VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT)

static void free_staging(render_device *device)
{
    render_upload_trim(device, true);
}

render_result render_upload_init(render_device *device)
{
    render_result result = RENDER_OK;
    device->upload.batch = 1;
    device->free_staging = free_staging; // resources cannot call what is built on them
    for (uint32_t i = 0; i < RENDER_UPLOAD_SLOTS; i++)
        TRY(render_slot_init(device, &device->upload.slots[i], "upload", VK_BUFFER_USAGE_TRANSFER_SRC_BIT));
error:
    return result;
}

void render_upload_finish(render_device *device)
{
    for (uint32_t i = 0; i < RENDER_UPLOAD_SLOTS; i++)
        render_slot_finish(device, &device->upload.slots[i]);
    render_free(device->upload.copies);
}

void render_upload_trim(render_device *device, bool all)
{
    const render_upload *upload = &device->upload;
    for (uint32_t i = 0; i < RENDER_UPLOAD_SLOTS; i++) {
        render_slot *slot = &device->upload.slots[i];
        if ((all || slot->value + SUBMISSIONS_KEPT < device->timeline.submitted) &&
            !(upload->open && upload->current == i))
            render_slot_trim(device, slot);
    }
}

// Chooses the slot of the next batch: an idle one if there is one. If none is idle, or more than FLIGHT_LIMIT bytes of
// staging memory are in flight, it chooses the oldest, which the caller waits for.
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
    bool wait = idle == NULL || busy_bytes > FLIGHT_LIMIT;
    upload->current = (uint32_t)((wait ? oldest : idle) - upload->slots);
error:
    return result;
}

static render_result open_batch(render_device *device)
{
    render_result result = RENDER_OK;
    render_upload *upload = &device->upload;
    if (upload->open)
        return result;
    TRY(choose_slot(device));
    TRY(render_slot_recycle(device, &upload->slots[upload->current]));
    upload->open = true;
error:
    return result;
}

// Allocates staging memory in the open batch. When memory is out, waits for earlier uploads to use theirs.
static render_result allocate(render_device *device, VkDeviceSize size, render_span *out)
{
    render_result result = RENDER_OK;
    render_upload *upload = &device->upload;
    TRY(open_batch(device));
    result = render_slot_allocate(device, &upload->slots[upload->current], size, 16, out);
    if (result != RENDER_ERROR_OUT_OF_MEMORY)
        return result;
    if (upload->copy_count > 0)
        TRY(render_upload_flush(device));
    upload->open = false;
    TRY(render_timeline_wait(device, device->timeline.submitted));
    render_upload_trim(device, true);
    TRY(open_batch(device));
    TRY(render_slot_allocate(device, &upload->slots[upload->current], size, 16, out));
error:
    return result;
}

// Makes room for one more copy and stages its data. The caller fills the copy and counts it.
static render_result stage(render_device *device, const void *data, VkDeviceSize size, render_upload_copy **out)
{
    render_result result = RENDER_OK;
    render_upload *upload = &device->upload;
    render_span span;
    if (upload->open && upload->slots[upload->current].total + size > BATCH_LIMIT)
        TRY(render_upload_flush(device));
    if (!render_grow(device->allocator, (void **)&upload->copies, &upload->copy_capacity, upload->copy_count + 1,
                     sizeof *upload->copies))
        return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    TRY(allocate(device, size, &span));
    memcpy(span.data, data, size);
    upload->bytes += size;
    *out = &upload->copies[upload->copy_count++];
    **out = (render_upload_copy){.from = span.buffer, .from_offset = span.offset, .size = size};
error:
    return result;
}

render_result render_upload_buffer(render_device *device, const render_buffer *buffer, VkDeviceSize offset,
                                   const void *data, VkDeviceSize size)
{
    render_result result = RENDER_OK;
    for (VkDeviceSize done = 0, part; done < size; done += part) {
        render_upload_copy *copy = NULL;
        part = size - done < PIECE ? size - done : PIECE;
        TRY(stage(device, (const char *)data + done, part, &copy));
        copy->buffer = buffer->handle;
        copy->offset = offset + done;
    }
error:
    return result;
}

render_result render_upload_image(render_device *device, const render_image *image, const uint8_t *texels,
                                  uint32_t first_row, uint32_t row_count)
{
    render_result result = RENDER_OK;
    const VkDeviceSize row_size = (VkDeviceSize)4 * image->width;
    const uint32_t piece = row_size < PIECE ? (uint32_t)(PIECE / row_size) : 1;
    const uint32_t end = first_row + row_count;
    for (uint32_t row = first_row, rows; row < end; row += rows) {
        render_upload_copy *copy = NULL;
        rows = end - row < piece ? end - row : piece;
        TRY(stage(device, texels + row * row_size, rows * row_size, &copy));
        copy->image = image->handle;
        copy->width = image->width;
        copy->height = image->height;
        copy->levels = image->levels;
        copy->first_row = row;
        copy->row_count = rows;
    }
error:
    return result;
}

static void level_barrier(const render_device *device, VkCommandBuffer commands, VkImage image, uint32_t level,
                          VkImageLayout from, VkImageLayout to, render_access before, render_access after)
{
    render_image_barrier(device, commands,
                         &(render_image_transition){.image = image,
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

// Copies some rows of an image. The first copy prepares the image, the last one fills its smaller levels; they can lie
// in different batches.
static void record_image(const render_device *device, VkCommandBuffer commands, const render_upload_copy *it)
{
    const VkImageLayout to = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, from = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    for (uint32_t level = 0; level < it->levels && it->first_row == 0; level++)
        level_barrier(device, commands, it->image, level, VK_IMAGE_LAYOUT_UNDEFINED, to, RENDER_ACCESS_NONE,
                      RENDER_ACCESS_TRANSFER_WRITE);
    const VkBufferImageCopy copy = {.bufferOffset = it->from_offset,
                                    .imageSubresource = {.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .layerCount = 1},
                                    .imageOffset = {0, (int32_t)it->first_row, 0},
                                    .imageExtent = {it->width, it->row_count, 1}};
    device->vk.CmdCopyBufferToImage(commands, it->from, it->image, to, 1, &copy);
    if (it->first_row + it->row_count < it->height)
        return;

    // Blit each level from the one before. The sRGB format makes the filter work in linear light.
    for (uint32_t level = 1; level < it->levels; level++) {
        level_barrier(device, commands, it->image, level - 1, to, from, RENDER_ACCESS_TRANSFER_WRITE,
                      RENDER_ACCESS_TRANSFER_READ);
        const VkImageBlit blit = {
            .srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level - 1, 0, 1},
            .srcOffsets[1] = {level_size(it->width, level - 1), level_size(it->height, level - 1), 1},
            .dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, 1},
            .dstOffsets[1] = {level_size(it->width, level), level_size(it->height, level), 1}};
        device->vk.CmdBlitImage(commands, it->image, from, it->image, to, 1, &blit, VK_FILTER_LINEAR);
    }
    for (uint32_t level = 0; level < it->levels; level++) {
        bool last = level + 1 == it->levels;
        level_barrier(device, commands, it->image, level, last ? to : from, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                      last ? RENDER_ACCESS_TRANSFER_WRITE : RENDER_ACCESS_TRANSFER_READ, RENDER_ACCESS_SHADER_READ);
    }
}

static void record(const render_device *device, VkCommandBuffer commands)
{
    const render_upload *upload = &device->upload;
    // Wait until frames in flight have read what this batch overwrites, and until the last batch has been written.
    render_memory_barrier(device, commands, FRAME_STAGES | VK_PIPELINE_STAGE_2_COPY_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT,
                          VK_PIPELINE_STAGE_2_COPY_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT);
    for (uint32_t i = 0; i < upload->copy_count; i++) {
        const render_upload_copy *it = &upload->copies[i];
        const VkBufferCopy region = {.srcOffset = it->from_offset, .dstOffset = it->offset, .size = it->size};
        if (it->buffer != VK_NULL_HANDLE)
            device->vk.CmdCopyBuffer(commands, it->from, it->buffer, 1, &region);
        else
            record_image(device, commands, it);
    }
    render_memory_barrier(device, commands, VK_PIPELINE_STAGE_2_COPY_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT, FRAME_STAGES,
                          VK_ACCESS_2_INDEX_READ_BIT | VK_ACCESS_2_VERTEX_ATTRIBUTE_READ_BIT |
                              VK_ACCESS_2_SHADER_READ_BIT);
}

render_result render_upload_flush(render_device *device)
{
    render_result result = RENDER_OK;
    render_upload *upload = &device->upload;
    render_slot *slot = &upload->slots[upload->current];
    if (!upload->open)
        return result;
    TRY(render_slot_record(device, slot));
    record(device, slot->commands);
    TRY(render_slot_submit(device, slot, VK_NULL_HANDLE, 0, VK_NULL_HANDLE));
    upload->open = false;
    upload->copy_count = 0;
    upload->batch++;
error:
    return result;
}

render_result render_submit(render_device *device, render_slot *slot, VkSemaphore wait,
                            VkPipelineStageFlags2 wait_stage, VkSemaphore signal)
{
    render_result result = render_upload_flush(device);
    if (result == RENDER_OK)
        result = render_slot_submit(device, slot, wait, wait_stage, signal);
    if (result == RENDER_OK)
        render_upload_trim(device, false);
    return result;
}
