// failing_allocator.h: an allocator that fails on request and counts blocks in use. It overwrites freed memory, so that
// a test notices when it is read.
#ifndef TESTS_SUPPORT_FAILING_ALLOCATOR_H
#define TESTS_SUPPORT_FAILING_ALLOCATOR_H

#include "picking/base.h"

#include <string.h>

typedef struct failing_allocator {
    size_t held_bytes, held_blocks;
    size_t calls;
    size_t fail_at; // the call that fails, counted from 1; 0: none
    bool for_ever;  // and all after it
} failing_allocator;

static inline void *failing_allocate(void *user, size_t size, size_t alignment)
{
    failing_allocator *a = user;
    ++a->calls;
    if (a->fail_at != 0 && (a->calls == a->fail_at || (a->for_ever && a->calls > a->fail_at)))
        return NULL;
    const pick_allocator *memory = pick_default_allocator();
    void *pointer = memory->allocate(memory->user, size, alignment);
    if (pointer != NULL) {
        a->held_bytes += size;
        ++a->held_blocks;
    }
    return pointer;
}

static inline void failing_deallocate(void *user, void *pointer, size_t size, size_t alignment)
{
    failing_allocator *a = user;
    const pick_allocator *memory = pick_default_allocator();
    if (pointer != NULL) {
        a->held_bytes -= size; // wraps when the size is wrong, and the test sees it
        --a->held_blocks;
        memset(pointer, 0xdd, size);
    }
    memory->deallocate(memory->user, pointer, size, alignment);
}

static inline pick_allocator failing_allocator_hook(failing_allocator *a)
{
    return (pick_allocator){failing_allocate, failing_deallocate, a};
}

#endif
