// stats.h: statistics of a device, for panels, benchmarks and tests. Reading them never waits.
#ifndef RENDERER_STATS_H
#define RENDERER_STATS_H

#include "renderer/device.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RENDER_STATS_PASSES = 26, RENDER_STATS_HEAPS = 16 };

// One drawing pass of the last frame, summed over its views.
typedef struct render_pass_stats {
    const char *name;
    double cpu_ms; // on the CPU, to record it; 0: submitted again as it was
    // On the GPU, in the last frame that it has finished. 0: not drawn, or the device has no timestamps. Passes that
    // draw into the same images overlap: a pass lasts until its last pixel is done.
    double gpu_ms;
} render_pass_stats;

typedef struct render_heap_stats {
    uint64_t size;     // bytes
    uint64_t used;     // bytes, by this device
    uint64_t budget;   // bytes, what the driver advises this process to use; 0: unknown
    bool device_local; // the GPU's own memory
} render_heap_stats;

typedef struct render_stats {
    uint64_t frames;    // drawn into targets and windows
    uint64_t id_images; // drawn for requests and for render_target_draw_ids
    uint64_t draws;     // draw calls for objects
    uint64_t drawn;     // submeshes of objects in them
    uint64_t culled;    // submeshes of objects left out: hidden, or outside the view
    uint64_t lists;     // views culled and sorted anew; a still camera on a still scene adds none
    // Command buffers of frames recorded anew: one a view, one for the overlay, one for each image of a window. Others
    // are submitted again: a still picture adds none.
    uint64_t recorded;
    uint64_t upload_bytes; // uploaded to the device
    uint64_t waits;        // times that the CPU waited for the GPU
    double cpu_ms;         // on the CPU, to record the last frame
    double gpu_ms;         // on the GPU, the last frame that it has finished
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
