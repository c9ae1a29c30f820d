#include "device/clock.h"

#include "device/device_private.h"

#include <string.h>
#include <time.h>

// Two queries per span; the first span is the whole frame.
enum { QUERIES = 2 * RENDER_CLOCK_SPANS };

double render_clock_now(void)
{
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

render_result render_clock_init(render_device *device, render_clock *clock)
{
    render_result result = RENDER_OK;
    *clock = (render_clock){0};
    if (!device->features.clock)
        return result;
    const VkQueryPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_TIMESTAMP, .queryCount = QUERIES};
    VK(device, CreateQueryPool(device->handle, &info, NULL, &clock->pool));
    render_set_name(device, VK_OBJECT_TYPE_QUERY_POOL, (uint64_t)clock->pool, "clock");
error:
    return result;
}

void render_clock_finish(render_device *device, render_clock *clock)
{
    device->vk.DestroyQueryPool(device->handle, clock->pool, NULL);
    *clock = (render_clock){0};
}

static double to_ms(const render_device *device, uint64_t begin, uint64_t end)
{
    uint64_t ticks = (end - begin) & device->features.clock_mask;
    // Some drivers report the end before the begin: count that as 0.
    return ticks > device->features.clock_mask / 2
               ? 0.0
               : (double)ticks * (double)device->properties.limits.timestampPeriod * 1e-6;
}

void render_clock_collect(render_device *device, render_clock *clock)
{
    uint64_t times[QUERIES];
    if (!clock->pending || clock->span_count == 0)
        return;
    clock->pending = false;
    uint32_t count = 2 * clock->span_count;
    VkResult vk = device->vk.GetQueryPoolResults(device->handle, clock->pool, 0, count, sizeof times, times,
                                                 sizeof times[0], VK_QUERY_RESULT_64_BIT);
    device->lost = device->lost || vk == VK_ERROR_DEVICE_LOST; // the next call reports it
    if (vk != VK_SUCCESS)
        return;
    for (uint32_t p = 0; p < RENDER_STATS_PASSES; p++)
        device->stats.passes[p].gpu_ms = 0.0;
    device->stats.gpu_ms = to_ms(device, times[0], times[1]);
    for (uint32_t i = 1; i < clock->span_count; i++)
        device->stats.passes[clock->passes[i]].gpu_ms += to_ms(device, times[2 * i], times[2 * i + 1]);
}

void render_clock_start_frame(render_device *device, render_clock *clock, VkCommandBuffer commands)
{
    for (uint32_t p = 0; p < RENDER_STATS_PASSES; p++)
        device->stats.passes[p].cpu_ms = 0.0;
    clock->span_count = 0;
    if (clock->pool == VK_NULL_HANDLE)
        return;
    device->vk.CmdResetQueryPool(commands, clock->pool, 0, QUERIES);
    render_clock_start(device, clock, commands, 0);
}

void render_clock_end_frame(const render_device *device, render_clock *clock, VkCommandBuffer commands)
{
    if (clock->pool == VK_NULL_HANDLE)
        return;
    render_clock_end(device, clock, commands, 0);
}

uint32_t render_clock_start(const render_device *device, render_clock *clock, VkCommandBuffer commands, uint32_t pass)
{
    if (clock->pool == VK_NULL_HANDLE || clock->span_count == RENDER_CLOCK_SPANS)
        return RENDER_CLOCK_SPANS;
    uint32_t span = clock->span_count++;
    clock->passes[span] = (uint8_t)pass;
    device->vk.CmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_BOTTOM_OF_PIPE_BIT, clock->pool, 2 * span);
    return span;
}

void render_clock_end(const render_device *device, render_clock *clock, VkCommandBuffer commands, uint32_t span)
{
    if (span < RENDER_CLOCK_SPANS)
        device->vk.CmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_BOTTOM_OF_PIPE_BIT, clock->pool, 2 * span + 1);
}
