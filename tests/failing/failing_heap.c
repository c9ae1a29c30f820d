// An allocator for the renderer that counts, checks sizes, and fails on request.
#include "failing_calls.h"

#include <stdlib.h>

static struct {
    uint32_t count, fail_at;
    bool armed, failed;
    int64_t live, bytes;
} heap;

void failing_heap_reset(void)
{
    heap.count = 0;
    heap.armed = heap.failed = false;
}

uint32_t failing_heap_count(void)
{
    return heap.count;
}

void failing_heap_fail(uint32_t index)
{
    heap.fail_at = index;
    heap.armed = true;
}

bool failing_heap_has_failed(void)
{
    return heap.failed;
}

// A block that was freed with another size than its own is as wrong as one that was not freed.
int64_t failing_heap_live(void)
{
    return heap.live != 0 ? heap.live : heap.bytes;
}

static bool refuse(void)
{
    bool now = heap.armed && heap.count == heap.fail_at;
    heap.count++;
    heap.failed = heap.failed || now;
    return now;
}

static void *allocate(void *user, size_t size, size_t alignment)
{
    (void)user, (void)alignment;
    void *memory = refuse() ? NULL : malloc(size);
    if (memory != NULL) {
        heap.live++;
        heap.bytes += (int64_t)size;
    }
    return memory;
}

static void deallocate(void *user, void *memory, size_t size, size_t alignment)
{
    (void)user, (void)alignment;
    heap.live--;
    heap.bytes -= (int64_t)size;
    free(memory);
}

const render_allocator failing_heap = {allocate, deallocate, NULL};
