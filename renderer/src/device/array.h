// array.h: arrays that grow.
#ifndef RENDERER_SRC_ARRAY_H
#define RENDERER_SRC_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Makes `*array` hold at least `count` elements of `size` bytes; false: out of memory, all is as before.
bool render_grow(void **array, uint32_t *capacity, uint32_t count, size_t size);

#endif
