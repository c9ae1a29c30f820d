// timeline.h: a timeline semaphore that counts submissions and shows which are complete.
#ifndef RENDERER_SRC_TIMELINE_H
#define RENDERER_SRC_TIMELINE_H

#include "device/vk.h"

typedef struct render_timeline {
    VkSemaphore semaphore;
    uint64_t submitted; // value that the last submission signals
    uint64_t completed; // a lower bound; queried when needed
    uint64_t waits;     // how often the host waited for the GPU
} render_timeline;

render_result render_timeline_init(render_device *device);
uint64_t render_timeline_completed(render_device *device);
// Whether the GPU has reached `value`. A failed query counts as no, also on a lost device: what that may still read is
// freed when the device is destroyed.
bool render_timeline_has_passed(render_device *device, uint64_t value);
// Sets `*reached` if the GPU has reached `value`. Fails on a lost device.
render_result render_timeline_reached(render_device *device, uint64_t value, bool *reached);
render_result render_timeline_wait(render_device *device, uint64_t value);
// The same for `nanoseconds` at most. RENDER_PENDING: not reached yet.
render_result render_timeline_wait_for(render_device *device, uint64_t value, uint64_t nanoseconds);

#endif
