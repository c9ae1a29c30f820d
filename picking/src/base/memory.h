// memory.h: allocators, sizes that do not wrap where size_t has 32 bits, and memory aligned to cache lines. Private.
#ifndef PICKING_SRC_MEMORY_H
#define PICKING_SRC_MEMORY_H

#include "picking/base.h"

#include <stddef.h>
#include <stdint.h>

enum { PICK_MEMORY_ALIGNMENT = 64 };

// Whether an allocator is NULL, which means the default one, or has both functions.
static inline bool pick_allocator_is_usable(const pick_allocator *allocator)
{
    return allocator == NULL || (allocator->allocate != NULL && allocator->deallocate != NULL);
}

// Converts a number of bytes for an allocator. Counts have 32 bits, so sums of their products with the sizes of structs
// fit into 64 bits. A number that does not fit size_t becomes SIZE_MAX, which no allocator can provide.
static inline size_t pick_size(uint64_t bytes)
{
#if SIZE_MAX < UINT64_MAX
    return bytes > SIZE_MAX ? SIZE_MAX : (size_t)bytes;
#else
    return (size_t)bytes;
#endif
}

// The size of an array.
static inline size_t pick_array_size(uint64_t count, size_t item)
{
    return pick_size(count * item);
}

// NULL: out of memory.
static inline void *pick_allocate(const pick_allocator *allocator, size_t bytes)
{
    return allocator->allocate(allocator->user, bytes, PICK_MEMORY_ALIGNMENT);
}

// Frees what pick_allocate returned; NULL is ignored.
static inline void pick_deallocate(const pick_allocator *allocator, void *memory, size_t bytes)
{
    if (memory != NULL)
        allocator->deallocate(allocator->user, memory, bytes, PICK_MEMORY_ALIGNMENT);
}

#endif
