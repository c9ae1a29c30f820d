// pack_model.h: a model with one of each thing that a pack can hold, and what every pack must come to.
#ifndef TESTS_FUZZ_PACK_MODEL_H
#define TESTS_FUZZ_PACK_MODEL_H

#include <stddef.h>
#include <stdint.h>

// The packed model; the caller frees it. NULL: out of memory.
uint8_t *pack_model_write(size_t *size);

typedef enum pack_verdict {
    PACK_REFUSED, // in one line
    PACK_USED,    // a level that can be picked in
    PACK_WRONG    // neither
} pack_verdict;

// Reads any bytes as a pack, finishes the level and uses it.
pack_verdict pack_model_try(const uint8_t *bytes, size_t size);

#endif
