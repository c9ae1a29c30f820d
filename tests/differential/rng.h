// rng.h: numbers for the differential tests, the same everywhere: xorshift64*, no library involved.
#ifndef TESTS_RNG_H
#define TESTS_RNG_H

#include "picking/math.h"

#include <math.h>

typedef struct rng {
    uint64_t state;
} rng;

static inline rng rng_make(uint64_t seed)
{
    return (rng){seed * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1du};
}

static inline uint32_t rng_u32(rng *r)
{
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return (uint32_t)(r->state * 0x2545f4914f6cdd1du >> 32);
}

static inline uint32_t rng_below(rng *r, uint32_t limit)
{
    return (uint32_t)((uint64_t)rng_u32(r) * limit >> 32);
}

// In [-1, 1).
static inline double rng_signed(rng *r)
{
    return (double)rng_u32(r) * 0x1p-31 - 1;
}

static inline double rng_range(rng *r, double low, double high)
{
    return low + (high - low) * (0.5 * rng_signed(r) + 0.5);
}

static inline pick_vec3 rng_vec3(rng *r)
{
    const double x = rng_signed(r);
    const double y = rng_signed(r);
    return pick_vec3_make(x, y, rng_signed(r));
}

static inline pick_vec3 rng_direction(rng *r)
{
    for (;;) {
        const pick_vec3 v = rng_vec3(r);
        const double square = pick_vec3_dot(v, v);
        if (square > 0.01 && square <= 1) {
            return pick_vec3_scale(v, 1 / sqrt(square));
        }
    }
}

#endif
