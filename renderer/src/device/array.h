// array.h: arrays that grow.
#ifndef RENDERER_SRC_ARRAY_H
#define RENDERER_SRC_ARRAY_H

#include "renderer/device.h"

// Grows `*array` to at least `count` elements of `size` bytes. False: out of memory; nothing has changed.
bool render_grow(const render_allocator *allocator, void **array, uint32_t *capacity, uint32_t count, size_t size);

#endif
