// simd_scalar.h: the vocabulary in plain C. It specifies all other vocabularies. Private.
//
// f8: eight floats, for boxes. d4: four doubles, for triangles, and for points and directions, whose fourth lane is
// undefined. f4: four floats. Masks: bit i for lane i.
#ifndef PICKING_SRC_SIMD_SCALAR_H
#define PICKING_SRC_SIMD_SCALAR_H

#include "simd/walk_entry.h"

#include <math.h>

typedef struct f8 {
    float v[8];
} f8;

typedef struct f4 {
    float v[4];
} f4;

typedef struct d4 {
    double v[4];
} d4;

// Defines the word `declarator`, whose result has the value of `expression` in each lane i.
#define PICK_LANES(type, lanes, declarator, expression)                                                                \
    static inline type declarator                                                                                      \
    {                                                                                                                  \
        type r;                                                                                                        \
        for (int i = 0; i < (lanes); i++) {                                                                            \
            r.v[i] = (expression);                                                                                     \
        }                                                                                                              \
        return r;                                                                                                      \
    }

// The same of a mask, of the lanes in which `condition` holds.
#define PICK_LANES_MASK(lanes, declarator, condition)                                                                  \
    static inline uint32_t declarator                                                                                  \
    {                                                                                                                  \
        uint32_t mask = 0;                                                                                             \
        for (int i = 0; i < (lanes); i++) {                                                                            \
            mask |= (uint32_t)(condition) << i;                                                                        \
        }                                                                                                              \
        return mask;                                                                                                   \
    }

// The same of what stores each lane of `a` at `p`.
#define PICK_LANES_STORE(lanes, declarator)                                                                            \
    static inline void declarator                                                                                      \
    {                                                                                                                  \
        for (int i = 0; i < (lanes); i++) {                                                                            \
            p[i] = a.v[i];                                                                                             \
        }                                                                                                              \
    }

// Minima and maxima: NaN in either operand gives b, as the x86 instructions do.
PICK_LANES(f8, 8, f8_load(const float *p), p[i])
PICK_LANES(f8, 8, f8_set1(float x), x)
PICK_LANES(f8, 8, f8_sub(f8 a, f8 b), a.v[i] - b.v[i])
PICK_LANES(f8, 8, f8_mul(f8 a, f8 b), a.v[i] * b.v[i])
PICK_LANES(f8, 8, f8_min(f8 a, f8 b), a.v[i] < b.v[i] ? a.v[i] : b.v[i])
PICK_LANES(f8, 8, f8_max(f8 a, f8 b), a.v[i] > b.v[i] ? a.v[i] : b.v[i])
PICK_LANES_MASK(8, f8_le(f8 a, f8 b), a.v[i] <= b.v[i])
PICK_LANES_STORE(8, f8_store(float *p, f8 a))

// a * b + c, rounded once (F8_MUL_ADD_IS_FUSED) or twice, depending on the vocabulary: only for conservative tests.
#define F8_MUL_ADD_IS_FUSED false
PICK_LANES(f8, 8, f8_mul_add(f8 a, f8 b, f8 c), a.v[i] * b.v[i] + c.v[i])

// Exchanges the lower and the upper four lanes.
PICK_LANES(f8, 8, f8_swap_halves(f8 a), a.v[i ^ 4])

// Broadcasts one lane of four to all eight.
PICK_LANES(f8, 8, f8_lane(f4 a, int lane), a.v[lane])

// Converts lanes 0 to 3 to integers, towards zero. They must be in range.
static inline void f8_truncate4(int32_t *p, f8 a)
{
    for (int i = 0; i < 4; i++)
        p[i] = (int32_t)a.v[i];
}

// Load four floats, aligned and unaligned.
PICK_LANES(f4, 4, f4_load(const float *p), p[i])
PICK_LANES(f4, 4, f4_load_any(const float *p), p[i])
PICK_LANES(f4, 4, f4_set1(float x), x)
PICK_LANES(f4, 4, f4_add(f4 a, f4 b), a.v[i] + b.v[i])
PICK_LANES(f4, 4, f4_sub(f4 a, f4 b), a.v[i] - b.v[i])
PICK_LANES(f4, 4, f4_mul(f4 a, f4 b), a.v[i] * b.v[i])
PICK_LANES(f4, 4, f4_div(f4 a, f4 b), a.v[i] / b.v[i])
PICK_LANES(f4, 4, f4_min(f4 a, f4 b), a.v[i] < b.v[i] ? a.v[i] : b.v[i])
PICK_LANES(f4, 4, f4_max(f4 a, f4 b), a.v[i] > b.v[i] ? a.v[i] : b.v[i])
PICK_LANES(f4, 4, f4_abs(f4 a), fabsf(a.v[i]))
PICK_LANES_MASK(4, f4_lt(f4 a, f4 b), a.v[i] < b.v[i])
PICK_LANES_STORE(4, f4_store(float *p, f4 a))

// |a| with the sign of b; a is not negative.
PICK_LANES(f4, 4, f4_signed_as(f4 a, f4 b), copysignf(a.v[i], b.v[i]))

// Bit i: lane i is negative.
PICK_LANES_MASK(4, f4_signs(f4 a), signbit(a.v[i]) != 0)

// Lane i of axis[k] is lane k of point[i].
static inline void f4_transpose3(const f4 point[4], f4 axis[3])
{
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 4; i++)
            axis[k].v[i] = point[i].v[k];
    }
}

PICK_LANES(d4, 4, d4_load(const double *p), p[i])
PICK_LANES(d4, 4, d4_load_f4(const float *p), (double)p[i])
PICK_LANES(d4, 4, d4_set1(double x), x)
PICK_LANES(d4, 4, d4_add(d4 a, d4 b), a.v[i] + b.v[i])
PICK_LANES(d4, 4, d4_sub(d4 a, d4 b), a.v[i] - b.v[i])
PICK_LANES(d4, 4, d4_mul(d4 a, d4 b), a.v[i] * b.v[i])
PICK_LANES(d4, 4, d4_div(d4 a, d4 b), a.v[i] / b.v[i])
PICK_LANES(d4, 4, d4_min(d4 a, d4 b), a.v[i] < b.v[i] ? a.v[i] : b.v[i])
PICK_LANES(d4, 4, d4_max(d4 a, d4 b), a.v[i] > b.v[i] ? a.v[i] : b.v[i])
PICK_LANES(d4, 4, d4_abs(d4 a), fabs(a.v[i]))
PICK_LANES(d4, 4, d4_signed_as(d4 a, d4 b), copysign(a.v[i], b.v[i]))
PICK_LANES(f4, 4, d4_to_f4(d4 a), (float)a.v[i])
PICK_LANES_MASK(4, d4_lt(d4 a, d4 b), a.v[i] < b.v[i])
PICK_LANES_MASK(4, d4_eq(d4 a, d4 b), a.v[i] == b.v[i])
PICK_LANES_STORE(4, d4_store(double *p, d4 a))

// Loads a point or direction: three consecutive numbers.
static inline d4 d4_load3(const double *p)
{
    return (d4){{p[0], p[1], p[2], 0}};
}

static inline d4 d4_load3_f(const float *p)
{
    return (d4){{(double)p[0], (double)p[1], (double)p[2], 0}};
}

// Loads three numbers with a stride of three: a row of a column-major matrix.
static inline d4 d4_load3_row_f(const float *p)
{
    return (d4){{(double)p[0], (double)p[3], (double)p[6], 0}};
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

// Broadcasts a coordinate to every lane.
PICK_LANES(d4, 4, d4_all_x(d4 a), a.v[0])
PICK_LANES(d4, 4, d4_all_y(d4 a), a.v[1])
PICK_LANES(d4, 4, d4_all_z(d4 a), a.v[2])

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

#undef PICK_LANES
#undef PICK_LANES_MASK
#undef PICK_LANES_STORE

// Index of the lowest set bit; the mask is not 0.
static inline uint32_t mask_first(uint32_t mask)
{
    uint32_t i = 0;
    while ((mask & 1u) == 0) {
        mask >>= 1;
        ++i;
    }
    return i;
}

// Number of set bits, of eight.
static inline uint32_t mask_count(uint32_t mask)
{
    mask = mask - (mask >> 1 & 0x55u);
    mask = (mask & 0x33u) + (mask >> 2 & 0x33u);
    return (mask + (mask >> 4)) & 0xfu;
}

// Entries of all lanes in `out`: see simd_entries.h.
static inline void f8_all_entries(int64_t *out, f8 a, const uint32_t *child)
{
    for (int i = 0; i < 8; i++)
        out[i] = walk_entry_of(a.v[i], child[i]);
}

// Call it before code of another vocabulary runs.
#define PICK_SIMD_LEAVE() ((void)0)

#include "simd/simd_entries.h"

#endif
