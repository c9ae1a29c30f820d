#include "device/clock.h"

#include "device/device_private.h"

#include <string.h>

// Two queries per span; the first span is the whole frame, then follow those of each part.
enum { QUERIES = 2 + 2 * RENDER_CLOCK_PARTS * RENDER_CLOCK_PART_SPANS };

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

// Reads the times of consecutive spans. False: they are not known.
static bool read_spans(render_device *device, const render_clock *clock, uint32_t first, uint32_t count,
                       uint64_t times[2 * RENDER_CLOCK_PART_SPANS])
{
    if (count == 0)
        return true;
    VkResult vk =
        device->vk.GetQueryPoolResults(device->handle, clock->pool, 2 * first, 2 * count, 2 * count * sizeof times[0],
                                       times, sizeof times[0], VK_QUERY_RESULT_64_BIT);
    device->lost = device->lost || vk == VK_ERROR_DEVICE_LOST; // the next call reports it
    return vk == VK_SUCCESS;
}

static uint32_t first_span(uint32_t part)
{
    return 1 + part * RENDER_CLOCK_PART_SPANS;
}

void render_clock_collect(render_device *device, render_clock *clock)
{
    uint64_t times[2 * RENDER_CLOCK_PART_SPANS];
    double passes[RENDER_STATS_PASSES] = {0};
    if (!clock->pending || clock->pool == VK_NULL_HANDLE)
        return;
    clock->pending = false;
    for (uint32_t part = 0; part < RENDER_CLOCK_PARTS; part++) {
        const render_clock_part *it = &clock->parts[part];
        if (!(clock->used >> part & 1u))
            continue;
        if (!read_spans(device, clock, first_span(part), it->span_count, times))
            return;
        for (uint32_t i = 0; i < it->span_count; i++)
            passes[it->passes[i]] += to_ms(device, times[2 * i], times[2 * i + 1]);
    }
    if (!read_spans(device, clock, 0, 1, times))
        return;
    device->stats.gpu_ms = to_ms(device, times[0], times[1]);
    for (uint32_t p = 0; p < RENDER_STATS_PASSES; p++)
        device->stats.passes[p].gpu_ms = passes[p];
}

void render_clock_start_frame(render_device *device, render_clock *clock)
{
    for (uint32_t p = 0; p < RENDER_STATS_PASSES; p++)
        device->stats.passes[p].cpu_ms = 0.0;
    clock->used = 0;
}

static void write_time(const render_device *device, const render_clock *clock, VkCommandBuffer commands, uint32_t query)
{
    device->vk.CmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_BOTTOM_OF_PIPE_BIT, clock->pool, query);
}

void render_clock_record_start(const render_device *device, const render_clock *clock, VkCommandBuffer commands)
{
    if (clock->pool == VK_NULL_HANDLE)
        return;
    device->vk.CmdResetQueryPool(commands, clock->pool, 0, QUERIES);
    write_time(device, clock, commands, 0);
}

void render_clock_record_end(const render_device *device, const render_clock *clock, VkCommandBuffer commands)
{
    if (clock->pool != VK_NULL_HANDLE)
        write_time(device, clock, commands, 1);
}

void render_clock_start_part(render_clock *clock, uint32_t part)
{
    clock->parts[part].span_count = 0;
}

void render_clock_use_part(render_clock *clock, uint32_t part)
{
    clock->used |= 1u << part;
}

uint32_t render_clock_start(const render_device *device, render_clock *clock, VkCommandBuffer commands, uint32_t part,
                            uint32_t pass)
{
    render_clock_part *it = &clock->parts[part];
    if (clock->pool == VK_NULL_HANDLE || it->span_count == RENDER_CLOCK_PART_SPANS)
        return RENDER_CLOCK_NO_SPAN;
    const uint32_t span = first_span(part) + it->span_count;
    it->passes[it->span_count++] = (uint8_t)pass;
    write_time(device, clock, commands, 2 * span);
    return span;
}

void render_clock_end(const render_device *device, render_clock *clock, VkCommandBuffer commands, uint32_t span)
{
    if (span != RENDER_CLOCK_NO_SPAN)
        write_time(device, clock, commands, 2 * span + 1);
}
