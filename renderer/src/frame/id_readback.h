// id_readback.h: the ID requests of a device: see renderer/ids.h.
#ifndef RENDERER_SRC_ID_READBACK_H
#define RENDERER_SRC_ID_READBACK_H

#include "device/vk.h"

// Creates `device->id_readback`. After a failed init, finish frees the rest.
render_result render_id_readback_init(render_device *device);
void render_id_readback_finish(render_device *device); // the GPU must be idle
// Frees what answered requests no longer need. A large answer that was read is discarded.
void render_id_readback_trim(render_device *device);

#endif
