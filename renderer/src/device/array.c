#include "device/array.h"

#include "device/heap.h"

bool render_grow(const render_allocator *allocator, void **array, uint32_t *capacity, uint32_t count, size_t size)
{
    if (count <= *capacity)
        return true;
    uint32_t grown = *capacity ? *capacity : 64;
    while (grown < count)
        grown *= 2;
    void *moved = render_reallocate(allocator, *array, grown * size);
    if (moved == NULL)
        return false;
    *array = moved;
    *capacity = grown;
    return true;
}
