// simd_neon.h: the vocabulary in halves, for any aarch64. See simd_scalar.h for what each word means. Private.
//
// Minima and maxima are comparisons and selections, because NEON's own treat NaN and -0 differently from the scalar
// words.
#ifndef PICKING_SRC_SIMD_NEON_H
#define PICKING_SRC_SIMD_NEON_H

#include <arm_neon.h>
#include <stdint.h>

typedef float32x4_t f4;
typedef float64x2_t d2;

// The sign bits of four lanes.
static inline uint32_t neon_mask4(uint32x4_t x)
{
    const int32_t places[4] = {0, 1, 2, 3};
    return vaddvq_u32(vshlq_u32(vshrq_n_u32(x, 31), vld1q_s32(places)));
}

static inline uint32_t neon_mask2(uint64x2_t x)
{
    return (uint32_t)(vgetq_lane_u64(x, 0) >> 63 | vgetq_lane_u64(x, 1) >> 63 << 1);
}

#define f4_load vld1q_f32
#define f4_store vst1q_f32
#define f4_set1 vdupq_n_f32
#define f4_add vaddq_f32
#define f4_sub vsubq_f32
#define f4_mul vmulq_f32
#define f4_div vdivq_f32
#define f4_abs vabsq_f32
#define f4_signed_as(x, y) vbslq_f32(vdupq_n_u32(0x80000000u), y, x)
#define f4_lane vdupq_laneq_f32
#define f4_le(x, y) neon_mask4(vcleq_f32(x, y))
#define f4_signs(x) neon_mask4(vreinterpretq_u32_f32(x))

#define F8_MUL_ADD_IS_FUSED true
#define f4_mul_add(x, y, z) vfmaq_f32(z, x, y)

#define d2_load vld1q_f64
#define d2_store vst1q_f64
#define d2_set1 vdupq_n_f64
#define d2_of(x, y) vcombine_f64(vdup_n_f64(x), vdup_n_f64(y))
#define d2_add vaddq_f64
#define d2_sub vsubq_f64
#define d2_mul vmulq_f64
#define d2_div vdivq_f64
#define d2_abs vabsq_f64
#define d2_signed_as(x, y) vbslq_f64(vdupq_n_u64(0x8000000000000000u), y, x)
#define d2_lanes(x, i, y, j) vcopyq_laneq_f64(vdupq_laneq_f64(x, i), 1, y, j)
#define d2_first(x) vgetq_lane_f64(x, 0)
#define d2_second(x) vgetq_lane_f64(x, 1)
#define d2_lt(x, y) neon_mask2(vcltq_f64(x, y))
#define d2_eq(x, y) neon_mask2(vceqq_f64(x, y))
#define d2_of_low(x) vcvt_f64_f32(vget_low_f32(x))
#define d2_of_high vcvt_high_f64_f32
#define f4_of_d2(x, y) vcombine_f32(vcvt_f32_f64(x), vcvt_f32_f64(y))

static inline f4 f4_min(f4 x, f4 y)
{
    return vbslq_f32(vcltq_f32(x, y), x, y);
}

static inline f4 f4_max(f4 x, f4 y)
{
    return vbslq_f32(vcgtq_f32(x, y), x, y);
}

static inline d2 d2_min(d2 x, d2 y)
{
    return vbslq_f64(vcltq_f64(x, y), x, y);
}

static inline d2 d2_max(d2 x, d2 y)
{
    return vbslq_f64(vcgtq_f64(x, y), x, y);
}

static inline uint32_t mask_first(uint32_t mask)
{
    return (uint32_t)__builtin_ctz(mask);
}

static inline uint32_t mask_count(uint32_t mask)
{
    return (uint32_t)__builtin_popcount(mask);
}

static inline void f4_all_entries(int64_t *out, f4 x, const uint32_t *child)
{
    const int32x4_t bits = vreinterpretq_s32_f32(x);
    const uint32x4_t turned = vshrq_n_u32(vreinterpretq_u32_s32(vshrq_n_s32(bits, 31)), 1);
    const uint32x4x2_t pairs = {{vld1q_u32(child), veorq_u32(vreinterpretq_u32_s32(bits), turned)}};
    vst2q_u32((uint32_t *)(void *)out, pairs);
}

#include "simd/simd_pair.h"

#endif
