// recording.h: what is recorded into an engine's command buffers: its memory is in use until the engine has submitted
// them and the GPU has executed them.
#ifndef RENDERER_SRC_FRAME_RECORDING_H
#define RENDERER_SRC_FRAME_RECORDING_H

#include "device/device_private.h"

render_result render_recording_init(render_device *device); // of an adopted device; others have none
void render_recording_finish(render_device *device);
void render_recording_trim(render_device *device); // frees what recordings no longer need
// The engine's commands use the slot, until render_vulkan_submitted. Submits the open batch of uploads, which the
// engine's submission follows.
render_result render_recording_open(render_device *device, render_slot *slot);

#endif
