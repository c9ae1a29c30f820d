// blocks.h: an array that grows without moving its elements. Private.
//
// Elements lie in blocks of 2^shift, found through a table. Growing allocates a block, shrinking frees the last one;
// neither cost depends on the length of the array. Only the first block starts small and is copied when it grows, so
// that a short array takes little memory.
#ifndef PICKING_SRC_BLOCKS_H
#define PICKING_SRC_BLOCKS_H

#include "picking/base.h"

enum {
    // Entries of the table that the array itself holds: with up to so many blocks, a reader saves the cache miss of a
    // separate table.
    PICK_BLOCKS_INLINE = 8
};

typedef struct pick_blocks {
    void **table;            // of the blocks: `first`, or one of its own
    uint32_t capacity;       // elements, in all blocks
    uint32_t table_capacity; // blocks
    void *first[PICK_BLOCKS_INLINE];
    const pick_allocator *allocator;
    uint32_t stride; // bytes of an element
    uint32_t shift;  // elements of a block, as a power of two
} pick_blocks;

void pick_blocks_init(pick_blocks *blocks, const pick_allocator *allocator, uint32_t stride, uint32_t shift);
void pick_blocks_finish(pick_blocks *blocks);

// Reserves room for `capacity` elements in total, at most 2^31. False: out of memory; nothing changed.
bool pick_blocks_reserve(pick_blocks *blocks, uint32_t capacity);
// The same for an array that grows gradually: up to a full block it grows by half.
bool pick_blocks_grow(pick_blocks *blocks, uint32_t capacity);
// Frees the last block. False: there was none.
bool pick_blocks_drop(pick_blocks *blocks);

// Moves everything from `from` to `to`, which is overwritten. `from` is left empty.
void pick_blocks_move(pick_blocks *to, pick_blocks *from);

size_t pick_blocks_bytes(const pick_blocks *blocks);

// The element, which must be in the array. `shift` and `size` are those of the array, as constants.
static inline void *pick_blocks_at(void *const *table, uint32_t index, uint32_t shift, size_t size)
{
    return (char *)table[index >> shift] + (index & ((1u << shift) - 1)) * size;
}

#endif
