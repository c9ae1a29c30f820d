#include "device/ranges.h"

#include "device/heap.h"

#include <string.h>

static bool insert(render_ranges *ranges, uint32_t at, render_range range)
{
    if (ranges->count == ranges->capacity) {
        uint32_t capacity = ranges->capacity ? 2 * ranges->capacity : 8;
        render_range *grown = render_reallocate(ranges->allocator, ranges->free, capacity * sizeof *grown);
        if (grown == NULL)
            return false;
        ranges->free = grown;
        ranges->capacity = capacity;
    }
    memmove(ranges->free + at + 1, ranges->free + at, (ranges->count - at) * sizeof range);
    ranges->free[at] = range;
    ranges->count++;
    return true;
}

static void remove_at(render_ranges *ranges, uint32_t at)
{
    ranges->count--;
    memmove(ranges->free + at, ranges->free + at + 1, (ranges->count - at) * sizeof *ranges->free);
}

bool render_ranges_init(render_ranges *ranges, const render_allocator *allocator, uint64_t size)
{
    *ranges = (render_ranges){.allocator = allocator, .size = size};
    // Allocates the array now, so that giving back the first ranges cannot fail.
    return insert(ranges, 0, (render_range){0, size});
}

void render_ranges_finish(render_ranges *ranges)
{
    render_free(ranges->free);
    *ranges = (render_ranges){0};
}

// The gap that alignment leaves stays a free range.
bool render_ranges_take(render_ranges *ranges, uint64_t size, uint64_t alignment, uint64_t *offset)
{
    for (uint32_t i = 0; i < ranges->count; i++) {
        render_range range = ranges->free[i];
        uint64_t start = (range.offset + alignment - 1) / alignment * alignment;
        uint64_t skipped = start - range.offset;
        if (skipped > range.size || range.size - skipped < size)
            continue;
        uint64_t left = range.size - skipped - size;
        if (skipped > 0 && left > 0) {
            if (!insert(ranges, i + 1, (render_range){start + size, left}))
                return false;
            ranges->free[i].size = skipped;
        } else if (skipped > 0) {
            ranges->free[i].size = skipped;
        } else if (left > 0) {
            ranges->free[i] = (render_range){start + size, left};
        } else {
            remove_at(ranges, i);
        }
        *offset = start;
        return true;
    }
    return false;
}

void render_ranges_give_back(render_ranges *ranges, uint64_t offset, uint64_t size)
{
    uint32_t at = 0;
    render_range *all = ranges->free;
    while (at < ranges->count && all[at].offset < offset)
        at++;
    bool joins_next = at < ranges->count && offset + size == all[at].offset;
    bool joins_previous = at > 0 && all[at - 1].offset + all[at - 1].size == offset;
    if (joins_previous && joins_next) {
        all[at - 1].size += size + all[at].size;
        remove_at(ranges, at);
    } else if (joins_previous) {
        all[at - 1].size += size;
    } else if (joins_next) {
        all[at] = (render_range){offset, size + all[at].size};
    } else {
        // Out of host memory the range is lost until the owner frees the whole space.
        (void)insert(ranges, at, (render_range){offset, size});
    }
}

bool render_ranges_is_unused(const render_ranges *ranges)
{
    return ranges->count == 1 && ranges->free[0].size == ranges->size;
}
