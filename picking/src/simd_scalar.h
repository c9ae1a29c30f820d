// simd_scalar.h: the vocabulary in plain C. The specification of the others. Private.
//
// f8: eight floats, for boxes. d4: four doubles, for triangles. Masks: bit i for lane i.
#ifndef PICKING_SRC_SIMD_SCALAR_H
#define PICKING_SRC_SIMD_SCALAR_H

#include <stdint.h>

typedef struct f8 {
    float v[8];
} f8;

typedef struct d4 {
    double v[4];
} d4;

#define PICK_LANES(n, expression)                                                                                      \
    for (int i = 0; i < (n); ++i) {                                                                                    \
        r.v[i] = (expression);                                                                                         \
    }                                                                                                                  \
    return r

static inline f8 f8_load(const float *p)
{
    f8 r;
    PICK_LANES(8, p[i]);
}

static inline void f8_store(float *p, f8 a)
{
    for (int i = 0; i < 8; ++i) {
        p[i] = a.v[i];
    }
}

static inline f8 f8_set1(float x)
{
    f8 r;
    PICK_LANES(8, x);
}

static inline f8 f8_sub(f8 a, f8 b)
{
    f8 r;
    PICK_LANES(8, a.v[i] - b.v[i]);
}

static inline f8 f8_mul(f8 a, f8 b)
{
    f8 r;
    PICK_LANES(8, a.v[i] * b.v[i]);
}

// a * b + c; a vocabulary may round once or twice, so only for what need not be exact.
static inline f8 f8_mul_add(f8 a, f8 b, f8 c)
{
    f8 r;
    PICK_LANES(8, a.v[i] * b.v[i] + c.v[i]);
}

static inline f8 f8_min(f8 a, f8 b)
{
    f8 r;
    PICK_LANES(8, a.v[i] < b.v[i] ? a.v[i] : b.v[i]);
}

static inline f8 f8_max(f8 a, f8 b)
{
    f8 r;
    PICK_LANES(8, a.v[i] > b.v[i] ? a.v[i] : b.v[i]);
}

static inline uint32_t f8_le(f8 a, f8 b)
{
    uint32_t mask = 0;
    for (int i = 0; i < 8; ++i) {
        mask |= (uint32_t)(a.v[i] <= b.v[i]) << i;
    }
    return mask;
}

// The lower four lanes in the place of the upper ones, and the other way round.
static inline f8 f8_swap_halves(f8 a)
{
    f8 r;
    PICK_LANES(8, a.v[i ^ 4]);
}

// Lanes 0 to 3 towards zero, as integers; they are in range.
static inline void f8_truncate4(int32_t *p, f8 a)
{
    for (int i = 0; i < 4; ++i) {
        p[i] = (int32_t)a.v[i];
    }
}

// Of a box held as lo.x lo.y lo.z * -hi.x -hi.y -hi.z *: half its surface.
static inline float f8_half_area(f8 a)
{
    const float x = -(a.v[0] + a.v[4]);
    const float y = -(a.v[1] + a.v[5]);
    const float z = -(a.v[2] + a.v[6]);
    return x * y + y * z + z * x;
}

static inline d4 d4_load_f4(const float *p)
{
    d4 r;
    PICK_LANES(4, (double)p[i]);
}

static inline d4 d4_set1(double x)
{
    d4 r;
    PICK_LANES(4, x);
}

static inline d4 d4_add(d4 a, d4 b)
{
    d4 r;
    PICK_LANES(4, a.v[i] + b.v[i]);
}

static inline d4 d4_sub(d4 a, d4 b)
{
    d4 r;
    PICK_LANES(4, a.v[i] - b.v[i]);
}

static inline d4 d4_mul(d4 a, d4 b)
{
    d4 r;
    PICK_LANES(4, a.v[i] * b.v[i]);
}

// NaN in either operand gives b, as the x86 instructions do.
static inline d4 d4_min(d4 a, d4 b)
{
    d4 r;
    PICK_LANES(4, a.v[i] < b.v[i] ? a.v[i] : b.v[i]);
}

static inline d4 d4_max(d4 a, d4 b)
{
    d4 r;
    PICK_LANES(4, a.v[i] > b.v[i] ? a.v[i] : b.v[i]);
}

static inline uint32_t d4_lt(d4 a, d4 b)
{
    uint32_t mask = 0;
    for (int i = 0; i < 4; ++i) {
        mask |= (uint32_t)(a.v[i] < b.v[i]) << i;
    }
    return mask;
}

static inline uint32_t d4_eq(d4 a, d4 b)
{
    uint32_t mask = 0;
    for (int i = 0; i < 4; ++i) {
        mask |= (uint32_t)(a.v[i] == b.v[i]) << i;
    }
    return mask;
}

// Number of the lowest set bit; the mask is not 0.
static inline uint32_t mask_first(uint32_t mask)
{
    uint32_t i = 0;
    while ((mask & 1u) == 0) {
        mask >>= 1;
        ++i;
    }
    return i;
}

// A macro: gcc finds that a function which only prefetches has no effect, and drops the call.
#define PICK_PREFETCH(p) ((void)(p))

#undef PICK_LANES

#endif
