#include "failing_malloc.h"

static struct {
    size_t calls, fail_at;
    bool for_ever;
} failing;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *pointer, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *pointer, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void failing_malloc_arm(size_t nth, bool for_ever)
{
    failing.calls = 0;
    failing.fail_at = nth;
    failing.for_ever = for_ever;
}

size_t failing_malloc_calls(void)
{
    return failing.calls;
}

static bool fails(void)
{
    size_t call = ++failing.calls;
    return failing.fail_at != 0 && (call == failing.fail_at || (failing.for_ever && call > failing.fail_at));
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *pointer, size_t size)
{
    return fails() ? NULL : __real_realloc(pointer, size);
}

#ifndef _WIN32 // has none
void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __real_aligned_alloc(alignment, size);
}
#endif
