#include "picking/base.h"
#include "base/compiler.h"
#include "picking/version.h"

#include <stdlib.h>

uint32_t pick_version(void)
{
    return PICK_VERSION;
}

const char *pick_result_name(pick_result result)
{
    static const char *const NAMES[] = {
        [-PICK_OK] = "PICK_OK",
        [-PICK_ERROR_OUT_OF_MEMORY] = "PICK_ERROR_OUT_OF_MEMORY",
        [-PICK_ERROR_INVALID_ARGUMENT] = "PICK_ERROR_INVALID_ARGUMENT",
        [-PICK_ERROR_NOT_FINITE] = "PICK_ERROR_NOT_FINITE",
        [-PICK_ERROR_INDEX_OUT_OF_RANGE] = "PICK_ERROR_INDEX_OUT_OF_RANGE",
        [-PICK_ERROR_TOO_LARGE] = "PICK_ERROR_TOO_LARGE",
        [-PICK_ERROR_STALE_HANDLE] = "PICK_ERROR_STALE_HANDLE",
        [-PICK_ERROR_UNSUPPORTED_PROJECTION] = "PICK_ERROR_UNSUPPORTED_PROJECTION",
        [-PICK_ERROR_EMPTY_VIEWPORT] = "PICK_ERROR_EMPTY_VIEWPORT",
        [-PICK_ERROR_BAD_DATA] = "PICK_ERROR_BAD_DATA",
    };
    const unsigned number = 0u - (unsigned)result; // errors are negative
    return number < sizeof NAMES / sizeof NAMES[0] ? NAMES[number] : "unknown pick_result";
}

// Some C runtimes lack aligned_alloc, so over-aligned blocks store the pointer from malloc just before their first
// byte.
static void *default_allocate(void *user, size_t size, size_t alignment)
{
    (void)user;
    PICK_ASSERT(alignment != 0 && (alignment & (alignment - 1)) == 0);
    if (size == 0)
        size = 1; // NULL must mean out of memory only
    if (alignment <= _Alignof(max_align_t))
        return malloc(size);
    const size_t extra = sizeof(void *) + alignment - 1;
    if (size > SIZE_MAX - extra)
        return NULL;
    char *block = malloc(size + extra);
    if (!block)
        return NULL;
    char *first = block + sizeof(void *);
    void *aligned = first + (-(uintptr_t)first & (alignment - 1));
    ((void **)aligned)[-1] = block;
    return aligned;
}

static void default_deallocate(void *user, void *pointer, size_t size, size_t alignment)
{
    (void)user;
    (void)size;
    if (pointer && alignment > _Alignof(max_align_t))
        pointer = ((void **)pointer)[-1];
    free(pointer);
}

const pick_allocator *pick_default_allocator(void)
{
    static const pick_allocator allocator = {default_allocate, default_deallocate, NULL};
    return &allocator;
}
