// id_readback.h: the ID requests of a device: see renderer/ids.h.
#ifndef RENDERER_SRC_ID_READBACK_H
#define RENDERER_SRC_ID_READBACK_H

#include "device/vk.h"

// `device->id_readback`. What a failed init leaves is freed by finish.
render_result render_id_readback_init(render_device *device);
void render_id_readback_finish(render_device *device); // once the GPU is done

#endif
