// stats.h: what a device has done so far, for panels, benches and tests. Reading it waits for nothing.
#ifndef RENDERER_STATS_H
#define RENDERER_STATS_H

#include "renderer/device.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RENDER_STATS_PASSES = 24, RENDER_STATS_HEAPS = 16 };

// A drawing pass in the last frame, over all its views.
typedef struct render_pass_stats {
    const char *name;
    double cpu_ms; // to record it
    // On the GPU; of the last frame that the GPU is done with. 0: not drawn, or the device has no clock. Passes that
    // draw into the same images overlap: a pass ends where its last pixel does.
    double gpu_ms;
} render_pass_stats;

typedef struct render_heap_stats {
    uint64_t size;     // bytes
    uint64_t used;     // of them by this device
    uint64_t budget;   // what the driver would have a process use; 0: it does not say
    bool device_local; // the GPU's own
} render_heap_stats;

typedef struct render_stats {
    uint64_t frames;       // drawn into targets and windows
    uint64_t id_images;    // drawn for requests and for render_target_draw_ids
    uint64_t draws;        // calls that drew objects
    uint64_t drawn;        // objects' submeshes in them
    uint64_t culled;       // objects' submeshes left out, as the view could not see them or they are hidden
    uint64_t upload_bytes; // from the host to the device's own memory
    uint64_t waits;        // times that the host stood still until the GPU was done
    double cpu_ms;         // to record the last frame
    double gpu_ms;         // from the start to the end of the last frame that the GPU is done with
    uint32_t pass_count;
    render_pass_stats passes[RENDER_STATS_PASSES];
    uint32_t heap_count;
    render_heap_stats heaps[RENDER_STATS_HEAPS];
} render_stats;

void render_device_get_stats(const render_device *device, render_stats *out);

#ifdef __cplusplus
}
#endif

#endif
