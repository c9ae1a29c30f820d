// timeline.h: a timeline semaphore that counts submissions and shows which are complete.
#ifndef RENDERER_SRC_TIMELINE_H
#define RENDERER_SRC_TIMELINE_H

#include "device/vk.h"

typedef struct render_timeline {
    VkSemaphore semaphore;
    uint64_t submitted; // value that the last submission signals
    uint64_t completed; // a lower bound; queried when needed
    uint64_t ended;     // what no longer runs: completed, or cut short when the device was lost
    uint64_t waits;     // how often the host waited for the GPU
} render_timeline;

render_result render_timeline_init(render_device *device);
// Whether the GPU no longer uses what was submitted up to `value`. A failed query counts as no. The loss of the device
// alone ends nothing: in Vulkan, resources stay in use until a wait has returned, even if it returned
// VK_ERROR_DEVICE_LOST. On a lost device the answer is no until render_device_drain has waited.
bool render_timeline_has_passed(render_device *device, uint64_t value);
// Sets `*reached` if the GPU has reached `value`, so that its results are there. Fails on a lost device for what was
// not known to be complete before.
render_result render_timeline_reached(render_device *device, uint64_t value, bool *reached);
// Waits. Fails at once on a lost device.
render_result render_timeline_wait(render_device *device, uint64_t value);
// The same for `nanoseconds` at most. RENDER_PENDING: not reached yet.
render_result render_timeline_wait_for(render_device *device, uint64_t value, uint64_t nanoseconds);
// Waits until nothing that was submitted runs any more, also on a lost device: Vulkan ends such a wait in finite time.
render_result render_timeline_drain(render_device *device);
// Takes note of the result of another wait for all that was submitted.
void render_timeline_note_drain(render_device *device, VkResult vk);

#endif
