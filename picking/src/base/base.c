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
    switch (result) {
    case PICK_OK:
        return "PICK_OK";
    case PICK_ERROR_OUT_OF_MEMORY:
        return "PICK_ERROR_OUT_OF_MEMORY";
    case PICK_ERROR_INVALID_ARGUMENT:
        return "PICK_ERROR_INVALID_ARGUMENT";
    case PICK_ERROR_NOT_FINITE:
        return "PICK_ERROR_NOT_FINITE";
    case PICK_ERROR_INDEX_OUT_OF_RANGE:
        return "PICK_ERROR_INDEX_OUT_OF_RANGE";
    case PICK_ERROR_TOO_LARGE:
        return "PICK_ERROR_TOO_LARGE";
    case PICK_ERROR_STALE_HANDLE:
        return "PICK_ERROR_STALE_HANDLE";
    case PICK_ERROR_UNSUPPORTED_PROJECTION:
        return "PICK_ERROR_UNSUPPORTED_PROJECTION";
    case PICK_ERROR_EMPTY_VIEWPORT:
        return "PICK_ERROR_EMPTY_VIEWPORT";
    case PICK_ERROR_BAD_DATA:
        return "PICK_ERROR_BAD_DATA";
    }
    return "unknown pick_result";
}

// aligned_alloc is missing from some C runtimes, so over-aligned blocks carry the pointer that malloc gave just
// before their first byte.
static void *default_allocate(void *user, size_t size, size_t alignment)
{
    (void)user;
    PICK_ASSERT(alignment != 0 && (alignment & (alignment - 1)) == 0);
    if (size == 0) {
        size = 1; // NULL means out of memory, nothing else
    }
    if (alignment <= _Alignof(max_align_t)) {
        return malloc(size);
    }
    const size_t extra = sizeof(void *) + alignment - 1;
    if (size > SIZE_MAX - extra) {
        return NULL;
    }
    char *block = malloc(size + extra);
    if (!block) {
        return NULL;
    }
    char *first = block + sizeof(void *);
    void *aligned = first + (-(uintptr_t)first & (alignment - 1));
    ((void **)aligned)[-1] = block;
    return aligned;
}

static void default_deallocate(void *user, void *pointer, size_t size, size_t alignment)
{
    (void)user;
    (void)size;
    if (pointer && alignment > _Alignof(max_align_t)) {
        pointer = ((void **)pointer)[-1];
    }
    free(pointer);
}

const pick_allocator *pick_default_allocator(void)
{
    static const pick_allocator allocator = {default_allocate, default_deallocate, NULL};
    return &allocator;
}
