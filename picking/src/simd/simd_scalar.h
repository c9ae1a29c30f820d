// simd_scalar.h: the vocabulary in plain C. The specification of the others. Private.
//
// f8: eight floats, for boxes. d4: four doubles, for triangles, and for points and directions, whose fourth lane means
// nothing. f4: four floats. Masks: bit i for lane i.
#ifndef PICKING_SRC_SIMD_SCALAR_H
#define PICKING_SRC_SIMD_SCALAR_H

#include "simd/walk_entry.h"

#include <math.h>

enum { ENTRY_ROOM = 9 };

typedef struct f8 {
    float v[8];
} f8;

typedef struct f4 {
    float v[4];
} f4;

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

// a * b + c; a vocabulary may round once, which F8_MUL_ADD_IS_FUSED says, or twice: only for what need not be exact.
#define F8_MUL_ADD_IS_FUSED false

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

// How many bits are set, of eight.
static inline uint32_t mask_count(uint32_t mask)
{
    mask = mask - (mask >> 1 & 0x55u);
    mask = (mask & 0x33u) + (mask >> 2 & 0x33u);
    return (mask + (mask >> 4)) & 0xfu;
}

// Entries of the lanes of `mask` (walk_entry.h): the first two, or 0 where there are fewer, and all in `out`, to be
// taken out one by one. `out` has ENTRY_ROOM places.
static inline void f8_entries(int64_t *out, int64_t *one, int64_t *two, uint32_t mask, f8 a, const uint32_t *child)
{
    for (int i = 0; i < 8; ++i) {
        out[i] = walk_entry_of(a.v[i], child[i]);
    }
    out[8] = 0;
    const uint32_t rest = mask & (mask - 1);
    *one = out[mask_first(mask | 0x100u)];
    *two = out[mask_first(rest | 0x100u)];
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

static inline f4 f4_set1(float x)
{
    f4 r;
    PICK_LANES(4, x);
}

// Four floats from anywhere.
static inline f4 f4_load_any(const float *p)
{
    f4 r;
    PICK_LANES(4, p[i]);
}

static inline void f4_store(float *p, f4 a)
{
    for (int i = 0; i < 4; ++i) {
        p[i] = a.v[i];
    }
}

static inline f4 f4_min(f4 a, f4 b)
{
    f4 r;
    PICK_LANES(4, a.v[i] < b.v[i] ? a.v[i] : b.v[i]);
}

static inline f4 f4_max(f4 a, f4 b)
{
    f4 r;
    PICK_LANES(4, a.v[i] > b.v[i] ? a.v[i] : b.v[i]);
}

static inline uint32_t f4_lt(f4 a, f4 b)
{
    uint32_t mask = 0;
    for (int i = 0; i < 4; ++i) {
        mask |= (uint32_t)(a.v[i] < b.v[i]) << i;
    }
    return mask;
}

// Lane i of axis[k] is lane k of point[i].
static inline void f4_transpose3(const f4 point[4], f4 axis[3])
{
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 4; ++i) {
            axis[k].v[i] = point[i].v[k];
        }
    }
}

static inline f4 f4_add(f4 a, f4 b)
{
    f4 r;
    PICK_LANES(4, a.v[i] + b.v[i]);
}

static inline f4 f4_sub(f4 a, f4 b)
{
    f4 r;
    PICK_LANES(4, a.v[i] - b.v[i]);
}

static inline f4 f4_mul(f4 a, f4 b)
{
    f4 r;
    PICK_LANES(4, a.v[i] * b.v[i]);
}

static inline f4 f4_div(f4 a, f4 b)
{
    f4 r;
    PICK_LANES(4, a.v[i] / b.v[i]);
}

static inline f4 f4_abs(f4 a)
{
    f4 r;
    PICK_LANES(4, fabsf(a.v[i]));
}

// |a| with the sign of b; a is not negative.
static inline f4 f4_signed_as(f4 a, f4 b)
{
    f4 r;
    PICK_LANES(4, copysignf(a.v[i], b.v[i]));
}

// One lane of four in all eight.
static inline f8 f8_lane(f4 a, int lane)
{
    return f8_set1(a.v[lane]);
}

// Bit i: lane i is negative.
static inline uint32_t f4_signs(f4 a)
{
    uint32_t mask = 0;
    for (int i = 0; i < 4; ++i) {
        mask |= (uint32_t)(signbit(a.v[i]) != 0) << i;
    }
    return mask;
}

static inline d4 d4_load(const double *p)
{
    d4 r;
    PICK_LANES(4, p[i]);
}

// A point or direction: three numbers, one after the other.
static inline d4 d4_load3(const double *p)
{
    return (d4){{p[0], p[1], p[2], 0}};
}

static inline d4 d4_load3_f(const float *p)
{
    return (d4){{(double)p[0], (double)p[1], (double)p[2], 0}};
}

// Three numbers, each three after the last: a row of a column-major matrix.
static inline d4 d4_load3_row_f(const float *p)
{
    return (d4){{(double)p[0], (double)p[3], (double)p[6], 0}};
}

static inline void d4_store(double *p, d4 a)
{
    for (int i = 0; i < 4; ++i) {
        p[i] = a.v[i];
    }
}

static inline f4 d4_to_f4(d4 a)
{
    f4 r;
    PICK_LANES(4, (float)a.v[i]);
}

// (x, y, z) -> (y, z, x) and (z, x, y)
static inline d4 d4_yzx(d4 a)
{
    return (d4){{a.v[1], a.v[2], a.v[0], a.v[3]}};
}

static inline d4 d4_zxy(d4 a)
{
    return (d4){{a.v[2], a.v[0], a.v[1], a.v[3]}};
}

// One coordinate in every lane.
static inline d4 d4_all_x(d4 a)
{
    d4 r;
    PICK_LANES(4, a.v[0]);
}

static inline d4 d4_all_y(d4 a)
{
    d4 r;
    PICK_LANES(4, a.v[1]);
}

static inline d4 d4_all_z(d4 a)
{
    d4 r;
    PICK_LANES(4, a.v[2]);
}

// (x + y) + z
static inline double d4_sum3(d4 a)
{
    return a.v[0] + a.v[1] + a.v[2];
}

static inline double d4_max3(d4 a)
{
    const double xy = a.v[0] > a.v[1] ? a.v[0] : a.v[1];
    return a.v[2] > xy ? a.v[2] : xy;
}

static inline d4 d4_abs(d4 a)
{
    d4 r;
    PICK_LANES(4, fabs(a.v[i]));
}

// |a| with the sign of b; a is not negative.
static inline d4 d4_signed_as(d4 a, d4 b)
{
    d4 r;
    PICK_LANES(4, copysign(a.v[i], b.v[i]));
}

static inline d4 d4_div(d4 a, d4 b)
{
    d4 r;
    PICK_LANES(4, a.v[i] / b.v[i]);
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

static inline int64_t next_entry(const int64_t **entries, uint32_t *mask)
{
    const uint32_t lane = mask_first(*mask);
    *mask &= *mask - 1;
    return (*entries)[lane];
}

// Before code of another vocabulary runs.
#define PICK_SIMD_LEAVE() ((void)0)

// A macro: gcc finds that a function which only prefetches has no effect, and drops the call.
#define PICK_PREFETCH(p) ((void)(p))

#undef PICK_LANES

#endif
