// random.h: the same numbers on every machine and in every run.
#ifndef TESTS_SUPPORT_RANDOM_H
#define TESTS_SUPPORT_RANDOM_H

#include <stdint.h>

#include "picking/math.h"

typedef struct test_random {
    uint64_t state; // any value is a good seed
} test_random;

// SplitMix64: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
static inline uint64_t random_bits(test_random *random)
{
    uint64_t z = (random->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// In [low, high).
static inline double random_between(test_random *random, double low, double high)
{
    return low + (high - low) * ((double)(random_bits(random) >> 11) * 0x1p-53);
}

// In 0 .. count - 1.
static inline uint32_t random_index(test_random *random, uint32_t count)
{
    return (uint32_t)((random_bits(random) >> 32) * count >> 32);
}

static inline pick_vec3 random_in_cube(test_random *random, double half)
{
    const double x = random_between(random, -half, half);
    const double y = random_between(random, -half, half);
    const double z = random_between(random, -half, half);
    return pick_vec3_make(x, y, z);
}

// A unit vector, all directions alike.
static inline pick_vec3 random_direction(test_random *random)
{
    for (;;) {
        const pick_vec3 v = random_in_cube(random, 1);
        const double square = pick_vec3_dot(v, v);
        if (square > 0.01 && square <= 1)
            return pick_vec3_normalize(v);
    }
}

#endif
