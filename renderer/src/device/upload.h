// upload.h: copies from the host to device-local buffers and images. Copies are batched and submitted before the next
// frame. A batch whose submission failed is submitted again with the next one. Large data is staged in pieces, so that
// staging memory stays small, and is freed once uploads pause.
#ifndef RENDERER_SRC_UPLOAD_H
#define RENDERER_SRC_UPLOAD_H

#include "device/slot.h"

enum { RENDER_UPLOAD_SLOTS = 8 };

// A copy that is waiting to be recorded.
typedef struct render_upload_copy {
    VkBuffer from;
    VkDeviceSize from_offset;
    VkBuffer buffer; // the destination; null: `image` is
    VkDeviceSize offset, size;
    VkImage image;
    uint32_t width, height, levels;
    uint32_t first_row, row_count; // of the image's level 0
} render_upload_copy;

typedef struct render_upload {
    render_slot slots[RENDER_UPLOAD_SLOTS];
    uint32_t current;           // slot of the open batch
    bool open;                  // a batch is open
    render_upload_copy *copies; // of the batch; kept until it is submitted, for another try
    uint32_t copy_count, copy_capacity;
    uint64_t batch; // number of the open batch, or of the next one; from 1
    uint64_t bytes; // since the device was created
} render_upload;

render_result render_upload_init(render_device *device);
void render_upload_finish(render_device *device);
// A buffer range may be written once per batch.
render_result render_upload_buffer(render_device *device, const render_buffer *buffer, VkDeviceSize offset,
                                   const void *data, VkDeviceSize size);
// Fills rows of level 0, with 4 bytes per texel of the whole image. Rows come in order, in one call or several; with
// the last one the smaller levels are generated, and the image is then ready to be sampled.
render_result render_upload_image(render_device *device, const render_image *image, const uint8_t *texels,
                                  uint32_t first_row, uint32_t row_count);
// Frees staging memory that the GPU is done with. `all`: also what was used lately.
void render_upload_trim(render_device *device, bool all);
// Submits the open batch.
render_result render_upload_flush(render_device *device);
// Submits the open batch, then a slot that reads the uploaded data. Arguments as for render_slot_submit.
render_result render_submit(render_device *device, render_slot *slot, VkSemaphore wait,
                            VkPipelineStageFlags2 wait_stage, VkSemaphore signal);

#endif
