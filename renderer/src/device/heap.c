#include "device/heap.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

// Precedes each block.
typedef struct header {
    alignas(max_align_t) const render_allocator *allocator; // NULL: malloc
    size_t size;                                            // of header and block
} header;

static const size_t ALIGNMENT = alignof(max_align_t);

void *render_allocate(const render_allocator *allocator, size_t size)
{
    if (size > SIZE_MAX - sizeof(header))
        return NULL;
    size += sizeof(header);
    header *block = allocator != NULL ? allocator->allocate(allocator->user, size, ALIGNMENT) : malloc(size);
    if (block == NULL)
        return NULL;
    *block = (header){.allocator = allocator, .size = size};
    return block + 1;
}

void *render_allocate_zeroed(const render_allocator *allocator, size_t size)
{
    void *memory = render_allocate(allocator, size);
    if (memory != NULL)
        memset(memory, 0, size);
    return memory;
}

void *render_reallocate(const render_allocator *allocator, void *memory, size_t size)
{
    void *moved = render_allocate(allocator, size);
    if (moved == NULL || memory == NULL)
        return moved;
    const size_t before = ((header *)memory - 1)->size - sizeof(header);
    memcpy(moved, memory, before < size ? before : size);
    render_free(memory);
    return moved;
}

void render_free(void *memory)
{
    if (memory == NULL)
        return;
    header *block = (header *)memory - 1;
    const render_allocator *allocator = block->allocator;
    if (allocator != NULL)
        allocator->deallocate(allocator->user, block, block->size, ALIGNMENT);
    else
        free(block);
}
