// sizes.h: sizes of memory that do not wrap where size_t has 32 bits. Private.
#ifndef PICKING_SRC_SIZES_H
#define PICKING_SRC_SIZES_H

#include <stddef.h>
#include <stdint.h>

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

#endif
