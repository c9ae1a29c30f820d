// stats.h: what a device has done so far, for panels, benches and tests. Reading it costs nothing and waits for
// nothing.
#ifndef RENDERER_STATS_H
#define RENDERER_STATS_H

#include "renderer/device.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct render_stats {
    uint64_t frames;       // drawn into targets and windows
    uint64_t id_images;    // drawn for requests and for render_target_draw_ids
    uint64_t draws;        // calls that drew objects
    uint64_t drawn;        // objects' submeshes in them
    uint64_t culled;       // objects' submeshes left out, as the view could not see them or they are hidden
    uint64_t upload_bytes; // from the host to the device's own memory
    uint64_t waits;        // times that the host stood still until the GPU was done
} render_stats;

void render_device_get_stats(const render_device *device, render_stats *out);

#ifdef __cplusplus
}
#endif

#endif
