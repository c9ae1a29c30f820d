// upload.h: from the host to device-local buffers and images. Copies are batched, and submitted before the next frame;
// a batch that could not be submitted stays, and goes with the next one.
#ifndef RENDERER_SRC_UPLOAD_H
#define RENDERER_SRC_UPLOAD_H

#include "device/slot.h"

enum { RENDER_UPLOAD_SLOTS = 8 };

// A copy that is waiting to be recorded.
typedef struct render_upload_copy {
    VkBuffer from;
    VkDeviceSize from_offset;
    VkBuffer buffer; // to; or null: `image`
    VkDeviceSize offset, size;
    VkImage image;
    uint32_t width, height, levels;
} render_upload_copy;

typedef struct render_upload {
    render_slot slots[RENDER_UPLOAD_SLOTS];
    uint32_t current;           // the batch's
    bool open;                  // there is a batch
    render_upload_copy *copies; // of the batch; kept until it is submitted, to be tried again
    uint32_t copy_count, copy_capacity;
    uint64_t batch; // number of the one that is open or comes next, from 1
    uint64_t bytes; // since the device was made
} render_upload;

render_result render_upload_init(render_device *device);
void render_upload_finish(render_device *device);
// A buffer range may be written once per batch.
render_result render_upload_buffer(render_device *device, const render_buffer *buffer, VkDeviceSize offset,
                                   const void *data, VkDeviceSize size);
// Fills level 0 with 4 bytes per texel and makes the smaller levels; leaves the image ready to be sampled.
render_result render_upload_image(render_device *device, const render_image *image, const uint8_t *texels);
// Submits the open batch.
render_result render_upload_flush(render_device *device);
// Submits the open batch, then a slot that reads what was uploaded. Arguments as for render_slot_submit.
render_result render_submit(render_device *device, render_slot *slot, VkSemaphore wait,
                            VkPipelineStageFlags2 wait_stage, VkSemaphore signal);

#endif
