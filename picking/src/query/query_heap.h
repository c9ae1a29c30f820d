// query_heap.h: keeps the first `capacity` hits of a sequence in the caller's buffer, without memory of its own.
// Private.
#ifndef PICKING_SRC_QUERY_HEAP_H
#define PICKING_SRC_QUERY_HEAP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct pick_hit_heap {
    void *items; // `capacity` items of `size` bytes; a heap whose root is the last in order
    size_t size, capacity;
    size_t total; // hits added, kept or not
    bool (*before)(const void *user, const void *a, const void *b);
    const void *user;
} pick_hit_heap;

void pick_hit_heap_add(pick_hit_heap *heap, const void *item);
// Sorts the kept items. Nothing can be added afterwards.
void pick_hit_heap_sort(pick_hit_heap *heap);

#endif
