// clock.h: measures how long each pass of a frame takes on the CPU and on the GPU. GPU times are read when their slot
// is used again, so that nothing waits for them.
#ifndef RENDERER_SRC_CLOCK_H
#define RENDERER_SRC_CLOCK_H

#include "device/vk.h"

#include "renderer/stats.h"

// Of a frame: the views and what is drawn over all of them; and the passes of a part.
enum { RENDER_CLOCK_PARTS = 17, RENDER_CLOCK_PART_SPANS = 24, RENDER_CLOCK_NO_SPAN = UINT32_MAX };

// The spans of one part, whose commands may be submitted again as they are.
typedef struct render_clock_part {
    uint32_t span_count;
    uint8_t passes[RENDER_CLOCK_PART_SPANS]; // the pass of each span
} render_clock_part;

// The GPU's times of one frame slot.
typedef struct render_clock {
    VkQueryPool pool; // null: the device has no clock
    render_clock_part parts[RENDER_CLOCK_PARTS];
    uint32_t used; // a bit for each part of the frame
    bool pending;  // submitted but not read yet; see render_frame_submitted
} render_clock;

double render_clock_now(void); // seconds, monotonic, for differences; clock_now.c

render_result render_clock_init(render_device *device, render_clock *clock);
void render_clock_finish(render_device *device, render_clock *clock);
// Adds the slot's times to the device's stats. The slot's last submission must be complete.
void render_clock_collect(render_device *device, render_clock *clock);
// Forgets the parts of the last frame and sets the passes' times on the CPU to 0.
void render_clock_start_frame(render_device *device, render_clock *clock);
// Record the begin and the end of a frame's time on the GPU. They can be submitted again for further frames.
void render_clock_record_start(const render_device *device, const render_clock *clock, VkCommandBuffer commands);
void render_clock_record_end(const render_device *device, const render_clock *clock, VkCommandBuffer commands);
// A part of the frame is recorded anew.
void render_clock_start_part(render_clock *clock, uint32_t part);
// The frame has the part: its times are collected.
void render_clock_use_part(render_clock *clock, uint32_t part);
// Measures a pass of a part. A span beyond RENDER_CLOCK_PART_SPANS is not timed.
uint32_t render_clock_start(const render_device *device, render_clock *clock, VkCommandBuffer commands, uint32_t part,
                            uint32_t pass);
void render_clock_end(const render_device *device, render_clock *clock, VkCommandBuffer commands, uint32_t span);

#endif
