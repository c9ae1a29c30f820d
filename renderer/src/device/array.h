// array.h: arrays that grow.
#ifndef RENDERER_SRC_ARRAY_H
#define RENDERER_SRC_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Grows `*array` to at least `count` elements of `size` bytes. False: out of memory; nothing has changed.
bool render_grow(void **array, uint32_t *capacity, uint32_t count, size_t size);

#endif
