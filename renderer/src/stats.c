#include "device_private.h"

void render_device_get_stats(const render_device *device, render_stats *out)
{
    *out = device->stats;
    out->upload_bytes = device->upload.bytes;
    out->waits = device->timeline.waits;
}
