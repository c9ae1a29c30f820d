#include "base/blocks.h"
#include "base/compiler.h"
#include "base/memory.h"

#include <string.h>

// Only the first block can be smaller than a full one: more are added once it is full.
static size_t elements_of_last_block(const pick_blocks *blocks)
{
    const uint32_t whole = 1u << blocks->shift;
    return blocks->capacity < whole ? blocks->capacity : whole;
}

static uint32_t blocks_in_use(const pick_blocks *blocks)
{
    return (uint32_t)(((uint64_t)blocks->capacity + (1u << blocks->shift) - 1) >> blocks->shift);
}

void pick_blocks_init(pick_blocks *blocks, const pick_allocator *allocator, uint32_t stride, uint32_t shift)
{
    *blocks =
        (pick_blocks){.table_capacity = PICK_BLOCKS_INLINE, .allocator = allocator, .stride = stride, .shift = shift};
    blocks->table = blocks->first;
}

static void free_block_table(pick_blocks *blocks)
{
    if (blocks->table != blocks->first)
        pick_deallocate(blocks->allocator, blocks->table, blocks->table_capacity * sizeof *blocks->table);
}

void pick_blocks_finish(pick_blocks *blocks)
{
    while (pick_blocks_drop(blocks)) {
    }
    free_block_table(blocks);
    pick_blocks_init(blocks, blocks->allocator, blocks->stride, blocks->shift);
}

bool pick_blocks_drop(pick_blocks *blocks)
{
    const uint32_t count = blocks_in_use(blocks);
    if (count == 0)
        return false;
    const size_t elements = elements_of_last_block(blocks);
    pick_deallocate(blocks->allocator, blocks->table[count - 1], elements * blocks->stride);
    blocks->capacity -= (uint32_t)elements;
    return true;
}

// Makes the first block larger.
static bool grow_first_block(pick_blocks *blocks, uint32_t capacity)
{
    char *larger = pick_allocate(blocks->allocator, (size_t)capacity * blocks->stride);
    if (larger == NULL)
        return false;
    if (blocks->capacity > 0) {
        const size_t bytes = (size_t)blocks->capacity * blocks->stride;
        memcpy(larger, blocks->table[0], bytes);
        pick_deallocate(blocks->allocator, blocks->table[0], bytes);
    }
    blocks->table[0] = larger;
    blocks->capacity = capacity;
    return true;
}

static bool grow_block_table(pick_blocks *blocks)
{
    const uint32_t capacity = 2 * blocks->table_capacity;
    void **larger = pick_allocate(blocks->allocator, capacity * sizeof *larger);
    if (larger == NULL)
        return false;
    memcpy(larger, blocks->table, blocks->table_capacity * sizeof *larger);
    free_block_table(blocks);
    blocks->table = larger;
    blocks->table_capacity = capacity;
    return true;
}

static bool add_block(pick_blocks *blocks)
{
    const uint32_t count = blocks_in_use(blocks);
    if (count == blocks->table_capacity && !grow_block_table(blocks))
        return false;
    void *block = pick_allocate(blocks->allocator, ((size_t)1 << blocks->shift) * blocks->stride);
    if (block == NULL)
        return false;
    blocks->table[count] = block;
    blocks->capacity += 1u << blocks->shift;
    return true;
}

bool pick_blocks_reserve(pick_blocks *blocks, uint32_t capacity)
{
    const uint32_t whole = 1u << blocks->shift;
    const uint32_t before = blocks->capacity;
    PICK_ASSERT(capacity <= 1u << 31);
    if (capacity > before && before < whole && !grow_first_block(blocks, capacity < whole ? capacity : whole))
        return false;
    while (capacity > blocks->capacity) {
        if (!add_block(blocks)) {
            while (blocks->capacity > before && blocks->capacity > whole)
                (void)pick_blocks_drop(blocks);
            return false;
        }
    }
    return true;
}

bool pick_blocks_grow(pick_blocks *blocks, uint32_t capacity)
{
    const uint32_t whole = 1u << blocks->shift;
    if (capacity <= blocks->capacity)
        return true;
    const uint32_t more = blocks->capacity + blocks->capacity / 2 + 4;
    const uint32_t wanted = more < whole ? more : whole; // beyond a full block, add one at a time
    return pick_blocks_reserve(blocks, capacity > wanted ? capacity : wanted);
}

void pick_blocks_move(pick_blocks *to, pick_blocks *from)
{
    const bool is_inline = from->table == from->first;
    *to = *from;
    to->table = is_inline ? to->first : from->table;
    pick_blocks_init(from, from->allocator, from->stride, from->shift);
}

size_t pick_blocks_bytes(const pick_blocks *blocks)
{
    return (size_t)blocks->capacity * blocks->stride +
           (blocks->table != blocks->first ? blocks->table_capacity * sizeof *blocks->table : 0);
}
