// heap.h: host memory from the device's allocator. A block remembers its size and where it came from.
#ifndef RENDERER_SRC_HEAP_H
#define RENDERER_SRC_HEAP_H

#include "renderer/device.h"

// `allocator` NULL: malloc. All return NULL when there is no memory.
void *render_allocate(const render_allocator *allocator, size_t size);
void *render_allocate_zeroed(const render_allocator *allocator, size_t size);
// Moves `memory` (NULL: none yet) to a block of `size` bytes; what is new is not initialised. NULL: `memory` is as
// before.
void *render_reallocate(const render_allocator *allocator, void *memory, size_t size);
void render_free(void *memory); // NULL does nothing

#endif
