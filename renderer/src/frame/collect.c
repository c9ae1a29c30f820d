// Frees what a device no longer needs while it draws nothing.
#include "device/device_private.h"
#include "frame/id_readback.h"
#include "frame/part.h"
#include "frame/recording.h"

// Between calls of the public functions no slot is being recorded into.
static void trim(render_device *device)
{
    render_delete_queue_collect(device);
    render_upload_trim(device, true);
    for (uint32_t i = 0; i < RENDER_FRAMES_IN_FLIGHT; i++)
        render_slot_trim(device, &device->frames[i]);
    render_parts_trim(device);
    render_id_readback_trim(device);
    render_recording_trim(device);
}

void render_device_wait_idle(render_device *device)
{
    // The open batch of uploads counts as work too. The next draw reports a failure of this flush.
    (void)render_upload_flush(device);
    (void)render_device_drain(device);
    trim(device);
}

bool render_device_collect(render_device *device)
{
    if (device == NULL)
        return true;
    // Resources that an open batch of uploads uses are freed after it.
    (void)render_upload_flush(device);
    trim(device);
    return device->lost || (!device->upload.open && device->deletions.count == 0 &&
                            render_timeline_has_passed(device, device->timeline.submitted));
}
