// Arrays in blocks: elements never move, and running out of memory changes nothing.
#include "base/blocks.h"
#include "failing_allocator.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { SHIFT = 4, BLOCK = 1 << SHIFT };

static uint32_t *at(const pick_blocks *blocks, uint32_t index)
{
    return pick_blocks_at(blocks->table, index, SHIFT, sizeof(uint32_t));
}

static void grow_to(pick_blocks *blocks, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        assert_true(pick_blocks_grow(blocks, i + 1));
        assert_true(blocks->capacity > i);
        assert_true(blocks->capacity <= BLOCK || blocks->capacity - i <= BLOCK); // at most a block is spare
        *at(blocks, i) = i;
    }
}

static void elements_stay(void **state)
{
    (void)state;
    enum { COUNT = BLOCK * PICK_BLOCKS_INLINE * 5 };
    failing_allocator memory = {0};
    const pick_allocator hook = failing_allocator_hook(&memory);
    pick_blocks blocks;
    pick_blocks_init(&blocks, &hook, sizeof(uint32_t), SHIFT);
    assert_false(pick_blocks_drop(&blocks));
    assert_int_equal(pick_blocks_bytes(&blocks), 0);
    grow_to(&blocks, BLOCK);
    const uint32_t *const first = at(&blocks, 0);
    grow_to(&blocks, COUNT);
    assert_ptr_equal(at(&blocks, 0), first);
    assert_int_equal(pick_blocks_bytes(&blocks), memory.held_bytes);
    pick_blocks moved;
    pick_blocks_move(&moved, &blocks);
    assert_int_equal(blocks.capacity, 0);
    assert_int_equal(pick_blocks_bytes(&blocks), 0);
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(*at(&moved, i), i);
    for (uint32_t left = COUNT; left > 0; left -= BLOCK) {
        assert_int_equal(moved.capacity, left);
        assert_int_equal(pick_blocks_bytes(&moved), memory.held_bytes);
        assert_true(pick_blocks_drop(&moved));
    }
    assert_false(pick_blocks_drop(&moved));
    pick_blocks_finish(&moved);
    assert_int_equal(memory.held_bytes, 0);
    assert_int_equal(pick_blocks_bytes(&moved), 0);
    // A finished array is an empty one.
    grow_to(&moved, 3);
    assert_int_equal(pick_blocks_bytes(&moved), memory.held_bytes);
    pick_blocks_finish(&moved);
    assert_int_equal(memory.held_bytes, 0);
}

// A short array is moved with the table that it has in itself.
static void short_arrays_move(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    const pick_allocator hook = failing_allocator_hook(&memory);
    pick_blocks blocks, moved;
    pick_blocks_init(&blocks, &hook, sizeof(uint32_t), SHIFT);
    assert_true(pick_blocks_reserve(&blocks, 1));
    *at(&blocks, 0) = 5;
    assert_true(pick_blocks_reserve(&blocks, 3));
    assert_int_equal(blocks.capacity, 3);
    assert_int_equal(*at(&blocks, 0), 5);
    assert_int_equal(pick_blocks_bytes(&blocks), memory.held_bytes);
    *at(&blocks, 2) = 7;
    const size_t calls = memory.calls;
    for (uint32_t capacity = 0; capacity <= 3; capacity++) { // there is room
        assert_true(pick_blocks_reserve(&blocks, capacity));
        assert_int_equal(blocks.capacity, 3);
    }
    assert_int_equal(memory.calls, calls);
    pick_blocks_move(&moved, &blocks);
    pick_blocks_finish(&blocks);
    assert_ptr_equal(moved.table, moved.first);
    assert_int_equal(*at(&moved, 2), 7);
    pick_blocks_finish(&moved);
    assert_int_equal(memory.held_bytes, 0);
}

static void without_memory_nothing_changes(void **state)
{
    (void)state;
    enum { COUNT = BLOCK * (PICK_BLOCKS_INLINE + 3) };
    failing_allocator memory = {0};
    const pick_allocator hook = failing_allocator_hook(&memory);
    size_t refusals = 0;
    for (size_t n = 1;; n++) {
        pick_blocks blocks;
        pick_blocks_init(&blocks, &hook, sizeof(uint32_t), SHIFT);
        assert_true(pick_blocks_reserve(&blocks, BLOCK + 1));
        *at(&blocks, BLOCK) = 11;
        memory.fail_at = memory.calls + n;
        const bool done = pick_blocks_reserve(&blocks, COUNT);
        memory.fail_at = 0;
        assert_int_equal(*at(&blocks, BLOCK), 11);
        assert_int_equal(blocks.capacity, done ? COUNT : 2 * BLOCK);
        assert_int_equal(pick_blocks_bytes(&blocks), memory.held_bytes);
        pick_blocks_finish(&blocks);
        assert_int_equal(memory.held_bytes, 0);
        if (done)
            break;
        ++refusals;
    }
    assert_int_equal(refusals, PICK_BLOCKS_INLINE + 3 - 2 + 1); // blocks, and a table
    // A short array keeps its first block, which has become a whole one.
    pick_blocks shorter;
    pick_blocks_init(&shorter, &hook, sizeof(uint32_t), SHIFT);
    assert_true(pick_blocks_reserve(&shorter, 3));
    *at(&shorter, 2) = 7;
    memory.fail_at = memory.calls + 3;
    assert_false(pick_blocks_reserve(&shorter, COUNT));
    memory.fail_at = 0;
    assert_int_equal(shorter.capacity, BLOCK);
    assert_int_equal(*at(&shorter, 2), 7);
    pick_blocks_finish(&shorter);
    assert_int_equal(memory.held_bytes, 0);
    memory.fail_at = memory.calls + 1;
    pick_blocks none;
    pick_blocks_init(&none, &hook, sizeof(uint32_t), SHIFT);
    assert_false(pick_blocks_grow(&none, 1));
    assert_int_equal(none.capacity, 0);
    pick_blocks_finish(&none);
}

// An array that has less than a block grows by half, and is not touched when it has room.
static void short_arrays_grow_by_half(void **state)
{
    (void)state;
    enum { LARGE_SHIFT = 10, LARGE = 1 << LARGE_SHIFT };
    failing_allocator memory = {0};
    const pick_allocator hook = failing_allocator_hook(&memory);
    pick_blocks blocks;
    pick_blocks_init(&blocks, &hook, sizeof(uint32_t), LARGE_SHIFT);
    for (uint32_t before = 0; before < LARGE; before = blocks.capacity) {
        const size_t calls = memory.calls;
        assert_true(pick_blocks_grow(&blocks, before));
        assert_int_equal(memory.calls, calls);
        assert_true(pick_blocks_grow(&blocks, before + 1));
        assert_int_equal(memory.calls, calls + 1);
        assert_true(blocks.capacity == LARGE || blocks.capacity >= before + before / 2);
        assert_true(blocks.capacity <= LARGE && blocks.capacity <= 2 * before + 8);
    }
    pick_blocks_finish(&blocks);
    assert_int_equal(memory.held_bytes, 0);
}

static void emptied_arrays_grow_again(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    const pick_allocator hook = failing_allocator_hook(&memory);
    pick_blocks blocks;
    pick_blocks_init(&blocks, &hook, sizeof(uint32_t), SHIFT);
    for (uint32_t count = 1; count <= 3 * BLOCK; count++) {
        assert_true(pick_blocks_reserve(&blocks, count));
        assert_int_equal(pick_blocks_bytes(&blocks), memory.held_bytes);
        while (pick_blocks_drop(&blocks)) {
        }
        assert_int_equal(blocks.capacity, 0);
        assert_int_equal(memory.held_blocks, 0);
    }
    pick_blocks_finish(&blocks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_stay),
        cmocka_unit_test(short_arrays_move),
        cmocka_unit_test(without_memory_nothing_changes),
        cmocka_unit_test(short_arrays_grow_by_half),
        cmocka_unit_test(emptied_arrays_grow_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
