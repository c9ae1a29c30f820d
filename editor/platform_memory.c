#define _DEFAULT_SOURCE // madvise
#include "platform_memory.h"

#ifdef __linux__
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20, PAGE = 4096 };

static size_t whole_pages(size_t size)
{
    return (size + PAGE - 1) & ~(size_t)(PAGE - 1);
}

// Whether a block has a mapping of its own.
static bool is_mapped(size_t size, size_t alignment)
{
    return size >= HUGE_PAGE && size <= SIZE_MAX - 2 * (size_t)HUGE_PAGE && alignment <= HUGE_PAGE;
}

static void *allocate(void *user, size_t size, size_t alignment)
{
    (void)user;
    if (!is_mapped(size, alignment)) {
        const pick_allocator *usual = pick_default_allocator();
        return usual->allocate(usual->user, size, alignment);
    }
    // One huge page more than is needed, of which what lies before and after the block is given back.
    const size_t bytes = whole_pages(size);
    char *const mapped = mmap(NULL, bytes + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) {
        return NULL;
    }
    const size_t before = -(uintptr_t)mapped & (HUGE_PAGE - 1);
    if (before > 0) {
        (void)munmap(mapped, before);
    }
    (void)munmap(mapped + before + bytes, HUGE_PAGE - before);
    (void)madvise(mapped + before, bytes, MADV_HUGEPAGE); // a wish: without them it works as well
    return mapped + before;
}

static void deallocate(void *user, void *pointer, size_t size, size_t alignment)
{
    (void)user;
    if (!is_mapped(size, alignment)) {
        const pick_allocator *usual = pick_default_allocator();
        usual->deallocate(usual->user, pointer, size, alignment);
    } else if (pointer != NULL) {
        (void)munmap(pointer, whole_pages(size));
    }
}

const pick_allocator *editor_platform_memory(void)
{
    static const pick_allocator allocator = {allocate, deallocate, NULL};
    return &allocator;
}
#else
const pick_allocator *editor_platform_memory(void)
{
    return pick_default_allocator();
}
#endif
