// Blocks from the caller's allocator: what it is asked for, and what it gets back.
#include "device/heap.h"

#include <setjmp.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct counter {
    size_t live, bytes, left; // left: allocations until one fails
} counter;

static void *allocate(void *user, size_t size, size_t alignment)
{
    counter *it = user;
    assert_int_equal(alignment, alignof(max_align_t));
    if (it->left == 0)
        return NULL;
    it->left--;
    it->live++;
    it->bytes += size;
    return malloc(size);
}

static void deallocate(void *user, void *memory, size_t size, size_t alignment)
{
    counter *it = user;
    assert_int_equal(alignment, alignof(max_align_t));
    it->live--;
    it->bytes -= size;
    free(memory);
}

static void test_blocks(void **state)
{
    (void)state;
    counter counts = {.left = SIZE_MAX};
    const render_allocator counting = {allocate, deallocate, &counts};
    const render_allocator *const allocators[2] = {&counting, NULL};
    for (int a = 0; a < 2; a++) {
        unsigned char *blocks[64];
        for (size_t i = 0; i < 64; i++) {
            blocks[i] = i % 2 ? render_allocate(allocators[a], i) : render_allocate_zeroed(allocators[a], i);
            assert_non_null(blocks[i]);
            assert_int_equal((uintptr_t)blocks[i] % alignof(max_align_t), 0);
            for (size_t k = 0; i % 2 == 0 && k < i; k++)
                assert_int_equal(blocks[i][k], 0);
            memset(blocks[i], (int)i, i);
        }
        assert_int_equal(counts.live, a == 0 ? 64 : 0);
        for (size_t i = 0; i < 64; i++) {
            const size_t size = i % 3 == 0 ? i / 2 : 3 * i;
            blocks[i] = render_reallocate(allocators[a], blocks[i], size);
            assert_non_null(blocks[i]);
            for (size_t k = 0; k < i && k < size; k++)
                assert_int_equal(blocks[i][k], i);
        }
        for (size_t i = 0; i < 64; i++)
            render_free(blocks[i]);
        assert_int_equal(counts.live, 0);
        assert_int_equal(counts.bytes, 0);
    }
    render_free(NULL);
}

// A block that cannot be moved stays as it is.
static void test_refusals(void **state)
{
    (void)state;
    counter counts = {.left = 1};
    const render_allocator counting = {allocate, deallocate, &counts};
    char *text = render_reallocate(&counting, NULL, 6);
    assert_non_null(text);
    memcpy(text, "hello", 6);
    assert_null(render_reallocate(&counting, text, 600));
    assert_null(render_allocate(&counting, 1));
    assert_null(render_allocate_zeroed(&counting, 1));
    assert_string_equal(text, "hello");
    counts.left = 1;
    assert_null(render_allocate(&counting, SIZE_MAX));
    assert_int_equal(counts.left, 1);
    render_free(text);
    assert_int_equal(counts.live, 0);
    assert_int_equal(counts.bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_blocks), cmocka_unit_test(test_refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
