// clock.h: measures how long each pass of a frame takes on the CPU and on the GPU. GPU times are read when their slot
// is used again, so that nothing waits for them.
#ifndef RENDERER_SRC_CLOCK_H
#define RENDERER_SRC_CLOCK_H

#include "device/vk.h"

#include "renderer/stats.h"

enum { RENDER_CLOCK_SPANS = 256 };

// The GPU's times of one frame slot.
typedef struct render_clock {
    VkQueryPool pool; // null: the device has no clock
    uint32_t span_count;
    uint8_t passes[RENDER_CLOCK_SPANS]; // the pass of each span
    bool pending;                       // submitted but not read yet; see render_frame_submitted
} render_clock;

double render_clock_now(void); // seconds, for differences

render_result render_clock_init(render_device *device, render_clock *clock);
void render_clock_finish(render_device *device, render_clock *clock);
// Adds the slot's times to the device's stats. The slot's last submission must be complete.
void render_clock_collect(render_device *device, render_clock *clock);
// Measures a frame, and each pass of it. Spans beyond RENDER_CLOCK_SPANS are not timed.
void render_clock_start_frame(render_device *device, render_clock *clock, VkCommandBuffer commands);
void render_clock_end_frame(const render_device *device, render_clock *clock, VkCommandBuffer commands);
uint32_t render_clock_start(const render_device *device, render_clock *clock, VkCommandBuffer commands, uint32_t pass);
void render_clock_end(const render_device *device, render_clock *clock, VkCommandBuffer commands, uint32_t span);

#endif
