// ranges.h: allocates ranges of a linear space: bytes, vertices, indices.
#ifndef RENDERER_SRC_RANGES_H
#define RENDERER_SRC_RANGES_H

#include "renderer/device.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct render_range {
    uint64_t offset, size;
} render_range;

typedef struct render_ranges {
    const render_allocator *allocator;
    render_range *free; // sorted by offset, never adjacent
    uint32_t count, capacity;
    uint64_t size; // of the whole space
} render_ranges;

// All of it is free. False: out of memory.
bool render_ranges_init(render_ranges *ranges, const render_allocator *allocator, uint64_t size);
void render_ranges_finish(render_ranges *ranges);
// First fit; false: no room.
bool render_ranges_take(render_ranges *ranges, uint64_t size, uint64_t alignment, uint64_t *offset);
void render_ranges_give_back(render_ranges *ranges, uint64_t offset, uint64_t size);
bool render_ranges_is_unused(const render_ranges *ranges);

#endif
