// upload.h: from the host to device-local buffers and images. Copies are batched, and submitted before the next frame.
#ifndef RENDERER_SRC_UPLOAD_H
#define RENDERER_SRC_UPLOAD_H

#include "submit.h"

enum { RENDER_UPLOAD_SLOTS = 8 };

typedef struct render_upload {
    render_slot slots[RENDER_UPLOAD_SLOTS];
    uint32_t current; // being recorded, or recorded last
    bool recording;
    uint64_t batch; // number of the one that is recorded now or next, from 1
    uint64_t bytes; // since the device was made
} render_upload;

render_result render_upload_init(render_device *device);
void render_upload_finish(render_device *device);
// A buffer range may be written once per batch.
render_result render_upload_buffer(render_device *device, const render_buffer *buffer, VkDeviceSize offset,
                                   const void *data, VkDeviceSize size);
// Fills level 0 with 4 bytes per texel and makes the smaller levels; leaves the image ready to be sampled.
render_result render_upload_image(render_device *device, const render_image *image, const uint8_t *texels);
// Submits what is recorded.
render_result render_upload_flush(render_device *device);

#endif
