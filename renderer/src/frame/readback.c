// Copies images of the GPU into the caller's memory.
#include "device/barrier.h"
#include "frame/frame_private.h"

#include <string.h>

// Records the copy of an image, submits, waits, and returns the bytes. The image must be in the transfer layout.
static render_result copy_and_wait(render_target *target, render_slot *slot, const render_image *image,
                                   VkDeviceSize size, void *out)
{
    render_result result = RENDER_OK;
    render_device *device = target->device;
    TRY(render_target_need_readback(target, size));
    const VkBufferImageCopy copy = {.imageSubresource = {.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .layerCount = 1},
                                    .imageExtent = {image->width, image->height, 1}};
    device->vk.CmdCopyImageToBuffer(slot->commands, image->handle, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                    target->readback.handle, 1, &copy);
    render_memory_barrier(device, slot->commands, VK_PIPELINE_STAGE_2_COPY_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT,
                          VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT);
    if (image == &target->color) {
        render_image_barrier(device, slot->commands,
                             &(render_image_transition){.image = image->handle,
                                                        .aspect = VK_IMAGE_ASPECT_COLOR_BIT,
                                                        .from = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                                        .to = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                                                        .before = RENDER_ACCESS_TRANSFER_READ,
                                                        .after = RENDER_ACCESS_SHADER_READ});
    }
    TRY(render_submit(device, slot, VK_NULL_HANDLE, 0, VK_NULL_HANDLE));
    TRY(render_timeline_wait(device, slot->value));
    memcpy(out, target->readback.memory.mapped, size);
error:
    return result;
}

render_result render_target_read_color(render_target *target, uint8_t *rgba, size_t capacity, uint32_t *width,
                                       uint32_t *height)
{
    if (target == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    if (width != NULL)
        *width = target->width;
    if (height != NULL)
        *height = target->height;
    VkDeviceSize size = (VkDeviceSize)4 * target->width * target->height;
    if (!target->drawn || rgba == NULL || capacity < size)
        return render_fail(target->device, RENDER_ERROR_INVALID_ARGUMENT,
                           target->drawn ? "too little room for the picture" : "nothing was drawn yet");
    render_slot *slot = render_next_slot(target->device);
    render_result result = render_slot_begin(target->device, slot);
    if (result != RENDER_OK)
        return result;
    render_image_barrier(target->device, slot->commands,
                         &(render_image_transition){.image = target->color.handle,
                                                    .aspect = VK_IMAGE_ASPECT_COLOR_BIT,
                                                    .from = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                                                    .to = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                                    .before = RENDER_ACCESS_SHADER_READ,
                                                    .after = RENDER_ACCESS_TRANSFER_READ});
    return copy_and_wait(target, slot, &target->color, size, rgba);
}

render_result render_target_draw_ids(render_target *target, render_scene *scene, const render_frame *frame,
                                     render_pixel_id *ids, size_t capacity)
{
    if (target == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    size_t count = (size_t)target->width * target->height;
    if (ids == NULL || capacity < count)
        return render_fail(target->device, RENDER_ERROR_INVALID_ARGUMENT, "too little room for the IDs");
    render_slot *slot = render_next_slot(target->device);
    render_result result = render_record_ids(target, scene, frame, NULL, slot, VK_NULL_HANDLE);
    if (result == RENDER_OK)
        result = copy_and_wait(target, slot, &target->ids, count * sizeof *ids, ids);
    return result;
}
