// simd_pair.h: f8 and d4 as pairs of vectors of 128 bits, for vocabularies that have these: f4, and d2, two doubles. It
// is included after their words, which do for a half what the word without a comment here does for both. Private.
#ifndef PICKING_SRC_SIMD_PAIR_H
#define PICKING_SRC_SIMD_PAIR_H

#include <stdint.h>

typedef struct f8 {
    f4 a, b;
} f8;

typedef struct d4 {
    d2 a, b;
} d4;

// Define the word `word`, which does to each half what `half` does; of one operand, and of two.
#define PICK_HALVES(type, word, half)                                                                                  \
    static inline type word(type x)                                                                                    \
    {                                                                                                                  \
        return (type){half(x.a), half(x.b)};                                                                           \
    }
#define PICK_HALVES_OF_TWO(type, word, half)                                                                           \
    static inline type word(type x, type y)                                                                            \
    {                                                                                                                  \
        return (type){half(x.a, y.a), half(x.b, y.b)};                                                                 \
    }

PICK_HALVES_OF_TWO(f8, f8_sub, f4_sub)
PICK_HALVES_OF_TWO(f8, f8_mul, f4_mul)
PICK_HALVES_OF_TWO(f8, f8_min, f4_min)
PICK_HALVES_OF_TWO(f8, f8_max, f4_max)
PICK_HALVES_OF_TWO(d4, d4_add, d2_add)
PICK_HALVES_OF_TWO(d4, d4_sub, d2_sub)
PICK_HALVES_OF_TWO(d4, d4_mul, d2_mul)
PICK_HALVES_OF_TWO(d4, d4_div, d2_div)
PICK_HALVES_OF_TWO(d4, d4_min, d2_min)
PICK_HALVES_OF_TWO(d4, d4_max, d2_max)
PICK_HALVES_OF_TWO(d4, d4_signed_as, d2_signed_as)
PICK_HALVES(d4, d4_abs, d2_abs)

#undef PICK_HALVES
#undef PICK_HALVES_OF_TWO

static inline f8 f8_load(const float *p)
{
    return (f8){f4_load(p), f4_load(p + 4)};
}

static inline void f8_store(float *p, f8 x)
{
    f4_store(p, x.a);
    f4_store(p + 4, x.b);
}

static inline f8 f8_both(f4 x)
{
    return (f8){x, x};
}

#define f8_set1(x) f8_both(f4_set1(x))
#define f8_lane(x, lane) f8_both(f4_lane(x, lane))

static inline f8 f8_mul_add(f8 x, f8 y, f8 z)
{
    return (f8){f4_mul_add(x.a, y.a, z.a), f4_mul_add(x.b, y.b, z.b)};
}

static inline uint32_t f8_le(f8 x, f8 y)
{
    return f4_le(x.a, y.a) | f4_le(x.b, y.b) << 4;
}

static inline f8 f8_swap_halves(f8 x)
{
    return (f8){x.b, x.a};
}

static inline void f8_all_entries(int64_t *out, f8 x, const uint32_t *child)
{
    f4_all_entries(out, x.a, child);
    f4_all_entries(out + 4, x.b, child + 4);
}

static inline d4 d4_load(const double *p)
{
    return (d4){d2_load(p), d2_load(p + 2)};
}

static inline d4 d4_load3(const double *p)
{
    return (d4){d2_load(p), d2_of(p[2], 0)};
}

static inline d4 d4_load3_f(const float *p)
{
    return (d4){d2_of((double)p[0], (double)p[1]), d2_of((double)p[2], 0)};
}

static inline d4 d4_load3_row_f(const float *p)
{
    return (d4){d2_of((double)p[0], (double)p[3]), d2_of((double)p[6], 0)};
}

static inline d4 d4_load_f4(const float *p)
{
    const f4 x = f4_load(p);
    return (d4){d2_of_low(x), d2_of_high(x)};
}

static inline void d4_store(double *p, d4 x)
{
    d2_store(p, x.a);
    d2_store(p + 2, x.b);
}

static inline f4 d4_to_f4(d4 x)
{
    return f4_of_d2(x.a, x.b);
}

static inline d4 d4_both(d2 x)
{
    return (d4){x, x};
}

// d2_lanes(x, i, y, j): lane i of x, and lane j of y.
#define d4_set1(x) d4_both(d2_set1(x))
#define d4_all_x(x) d4_both(d2_lanes((x).a, 0, (x).a, 0))
#define d4_all_y(x) d4_both(d2_lanes((x).a, 1, (x).a, 1))
#define d4_all_z(x) d4_both(d2_lanes((x).b, 0, (x).b, 0))

static inline d4 d4_yzx(d4 x)
{
    return (d4){d2_lanes(x.a, 1, x.b, 0), d2_lanes(x.a, 0, x.b, 1)};
}

static inline d4 d4_zxy(d4 x)
{
    return (d4){d2_lanes(x.b, 0, x.a, 0), d2_lanes(x.a, 1, x.b, 1)};
}

static inline double d4_sum3(d4 x)
{
    return d2_first(x.a) + d2_second(x.a) + d2_first(x.b);
}

static inline double d4_max3(d4 x)
{
    const double a = d2_first(x.a), b = d2_second(x.a), c = d2_first(x.b);
    const double ab = a > b ? a : b;
    return ab > c ? ab : c;
}

static inline uint32_t d4_lt(d4 x, d4 y)
{
    return d2_lt(x.a, y.a) | d2_lt(x.b, y.b) << 2;
}

static inline uint32_t d4_eq(d4 x, d4 y)
{
    return d2_eq(x.a, y.a) | d2_eq(x.b, y.b) << 2;
}

#define PICK_SIMD_LEAVE() ((void)0)

#include "simd/simd_entries.h"

#endif
