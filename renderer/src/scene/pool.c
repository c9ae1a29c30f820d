#include "scene/pool.h"

#include "device/heap.h"

#include <string.h>

// 20 bits of index + 1, 12 of generation.
enum { INDEX_BITS = 20, GENERATION_MASK = 0xfff };

void render_pool_init(render_pool *pool, const render_allocator *allocator, size_t item_size)
{
    *pool = (render_pool){.allocator = allocator, .item_size = item_size};
}

void render_pool_finish(render_pool *pool)
{
    render_free(pool->items);
    render_free(pool->entries);
    *pool = (render_pool){0};
}

static bool grow(render_pool *pool)
{
    uint32_t capacity = pool->capacity ? 2 * pool->capacity : 16;
    void *items = render_reallocate(pool->allocator, pool->items, capacity * pool->item_size);
    if (items == NULL)
        return false;
    pool->items = items;
    render_pool_entry *entries = render_reallocate(pool->allocator, pool->entries, capacity * sizeof *entries);
    if (entries == NULL)
        return false;
    pool->entries = entries;
    memset(entries + pool->capacity, 0, (capacity - pool->capacity) * sizeof *entries);
    pool->capacity = capacity;
    return true;
}

void *render_pool_add(render_pool *pool, uint32_t *handle)
{
    uint32_t index;
    if (pool->first_free != 0) {
        index = pool->first_free - 1;
        pool->first_free = pool->entries[index].next_free;
    } else {
        if (pool->count >= RENDER_POOL_MAX - 1 || (pool->count == pool->capacity && !grow(pool)))
            return NULL;
        index = pool->count++;
    }
    render_pool_entry *entry = &pool->entries[index];
    entry->live = true;
    void *item = (char *)pool->items + index * pool->item_size;
    memset(item, 0, pool->item_size);
    *handle = (entry->generation & GENERATION_MASK) << INDEX_BITS | (index + 1);
    return item;
}

uint32_t render_pool_index(uint32_t handle)
{
    return (handle & (RENDER_POOL_MAX - 1)) - 1;
}

void *render_pool_at(const render_pool *pool, uint32_t index)
{
    if (index >= pool->count || !pool->entries[index].live)
        return NULL;
    return (char *)pool->items + index * pool->item_size;
}

void *render_pool_get(const render_pool *pool, uint32_t handle)
{
    uint32_t index = render_pool_index(handle);
    void *item = render_pool_at(pool, index);
    if (item == NULL || (pool->entries[index].generation & GENERATION_MASK) != handle >> INDEX_BITS)
        return NULL;
    return item;
}

void render_pool_remove(render_pool *pool, uint32_t handle)
{
    if (render_pool_get(pool, handle) == NULL)
        return;
    uint32_t index = render_pool_index(handle);
    render_pool_entry *entry = &pool->entries[index];
    entry->live = false;
    entry->generation++;
    entry->next_free = pool->first_free;
    pool->first_free = index + 1;
}
