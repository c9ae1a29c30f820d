#include "query/query_heap.h"
#include "base/compiler.h"

#include <string.h>

static char *item_at(const pick_hit_heap *heap, size_t i)
{
    return (char *)heap->items + i * heap->size;
}

static void swap_items(const pick_hit_heap *heap, size_t i, size_t j)
{
    char *a = item_at(heap, i);
    char *b = item_at(heap, j);
    for (size_t k = 0; k < heap->size; k++) {
        const char c = a[k];
        a[k] = b[k];
        b[k] = c;
    }
}

static void sift_down(const pick_hit_heap *heap, size_t i, size_t count)
{
    for (;;) {
        size_t last = i;
        for (size_t child = 2 * i + 1; child <= 2 * i + 2; child++) {
            if (child < count && heap->before(heap->user, item_at(heap, last), item_at(heap, child)))
                last = child;
        }
        if (last == i)
            return;
        swap_items(heap, i, last);
        i = last;
    }
}

void pick_hit_heap_add(pick_hit_heap *heap, const void *item)
{
    size_t i = heap->total++;
    if (i < heap->capacity) {
        memcpy(item_at(heap, i), item, heap->size);
        while (i > 0 && heap->before(heap->user, item_at(heap, (i - 1) / 2), item_at(heap, i))) {
            swap_items(heap, i, (i - 1) / 2);
            i = (i - 1) / 2;
        }
    } else if (heap->capacity > 0 && heap->before(heap->user, item, item_at(heap, 0))) {
        memcpy(item_at(heap, 0), item, heap->size);
        sift_down(heap, 0, heap->capacity);
    }
}

void pick_hit_heap_sort(pick_hit_heap *heap)
{
    size_t count = heap->total < heap->capacity ? heap->total : heap->capacity;
    while (count > 1) {
        swap_items(heap, 0, --count);
        sift_down(heap, 0, count);
    }
}
