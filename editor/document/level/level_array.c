// level_array.c: room in the arrays of a level.
#include "document/level/level_internal.h"
#include "system/platform_memory.h"

#include <stdlib.h>

void *editor_level_reserve(void *array, uint32_t count, uint32_t *capacity, size_t element_size)
{
    if (count < *capacity)
        return array;
    if (count >= EDITOR_NONE / 2)
        return NULL;
    uint32_t wanted = count < 16 ? 16 : count * 2;
    void *grown = realloc(array, wanted * element_size);
    if (grown) {
        editor_use_huge_pages(grown, wanted * element_size);
        *capacity = wanted;
    }
    return grown;
}
