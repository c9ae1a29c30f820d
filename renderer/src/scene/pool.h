// pool.h: items with handles. A handle holds an index and a generation, so that a stale one finds nothing.
#ifndef RENDERER_SRC_POOL_H
#define RENDERER_SRC_POOL_H

#include "renderer/device.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RENDER_POOL_MAX = 1 << 20 };

typedef struct render_pool_entry {
    uint32_t generation;
    bool live;
    uint32_t next_free; // index + 1
} render_pool_entry;

typedef struct render_pool {
    const render_allocator *allocator;
    size_t item_size;
    void *items;
    render_pool_entry *entries;
    uint32_t count, capacity, first_free;
} render_pool;

void render_pool_init(render_pool *pool, const render_allocator *allocator, size_t item_size);
void render_pool_finish(render_pool *pool);
// Adds a zeroed item. NULL: out of memory or full. Invalidates pointers to items.
void *render_pool_add(render_pool *pool, uint32_t *handle);
void render_pool_remove(render_pool *pool, uint32_t handle);
void *render_pool_get(const render_pool *pool, uint32_t handle); // NULL: none or stale
void *render_pool_at(const render_pool *pool, uint32_t index);   // NULL: no item there
uint32_t render_pool_index(uint32_t handle);

#endif
