// memory.h: allocators, sizes that do not wrap where size_t has 32 bits, and memory aligned to cache lines. Private.
#ifndef PICKING_SRC_MEMORY_H
#define PICKING_SRC_MEMORY_H

#include "picking/base.h"

#include <stddef.h>
#include <stdint.h>

enum { PICK_MEMORY_ALIGNMENT = 64 };

// NULL stands for the default one; one that is given needs both functions.
static inline bool pick_allocator_is_usable(const pick_allocator *allocator)
{
    return allocator == NULL || (allocator->allocate != NULL && allocator->deallocate != NULL);
}

// A number of bytes as an allocator takes it. Counts are 32 bits, so that sums of their products with the sizes of
// structs fit 64 bits. Where one does not fit size_t, the answer is SIZE_MAX, which no allocator has.
static inline size_t pick_size(uint64_t bytes)
{
#if SIZE_MAX < UINT64_MAX
    return bytes > SIZE_MAX ? SIZE_MAX : (size_t)bytes;
#else
    return (size_t)bytes;
#endif
}

// Of an array.
static inline size_t pick_array_size(uint64_t count, size_t item)
{
    return pick_size(count * item);
}

// NULL when there is no memory.
static inline void *pick_allocate(const pick_allocator *allocator, size_t bytes)
{
    return allocator->allocate(allocator->user, bytes, PICK_MEMORY_ALIGNMENT);
}

// Frees what pick_allocate returned; NULL is ignored.
static inline void pick_deallocate(const pick_allocator *allocator, void *memory, size_t bytes)
{
    if (memory != NULL) {
        allocator->deallocate(allocator->user, memory, bytes, PICK_MEMORY_ALIGNMENT);
    }
}

#endif
