// The program's allocations, counted and made to fail: see --wrap in CMakeLists.txt.
#include "failing_calls.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void __wrap_free(void *memory);

static struct {
    uint32_t count, fail_at;
    bool armed, failed;
    int64_t live;
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

int64_t failing_heap_live(void)
{
    return heap.live;
}

static bool refuse(void)
{
    bool now = heap.armed && heap.count == heap.fail_at;
    heap.count++;
    heap.failed = heap.failed || now;
    return now;
}

void *__wrap_malloc(size_t size)
{
    void *memory = refuse() ? NULL : __real_malloc(size);
    heap.live += memory != NULL;
    return memory;
}

void *__wrap_calloc(size_t count, size_t size)
{
    void *memory = refuse() ? NULL : __real_calloc(count, size);
    heap.live += memory != NULL;
    return memory;
}

void *__wrap_realloc(void *memory, size_t size)
{
    void *moved = refuse() ? NULL : __real_realloc(memory, size);
    heap.live += memory == NULL && moved != NULL;
    return moved;
}

void __wrap_free(void *memory)
{
    heap.live -= memory != NULL;
    __real_free(memory);
}
