// simd_neon.h: the vocabulary in halves, for any aarch64. See simd_scalar.h for what each word means. Private.
//
// Minima and maxima are comparisons and selections: NEON's own treat NaN and -0 in another way than the scalar words.
#ifndef PICKING_SRC_SIMD_NEON_H
#define PICKING_SRC_SIMD_NEON_H

#include <arm_neon.h>
#include <stdint.h>

enum { ENTRY_ROOM = 9 };

typedef struct f8 {
    float32x4_t a, b;
} f8;

typedef float32x4_t f4;

typedef struct d4 {
    float64x2_t a, b;
} d4;

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

static inline f8 f8_load(const float *p)
{
    return (f8){vld1q_f32(p), vld1q_f32(p + 4)};
}

static inline void f8_store(float *p, f8 x)
{
    vst1q_f32(p, x.a);
    vst1q_f32(p + 4, x.b);
}

static inline f8 f8_set1(float x)
{
    return (f8){vdupq_n_f32(x), vdupq_n_f32(x)};
}

static inline f8 f8_sub(f8 x, f8 y)
{
    return (f8){vsubq_f32(x.a, y.a), vsubq_f32(x.b, y.b)};
}

static inline f8 f8_mul(f8 x, f8 y)
{
    return (f8){vmulq_f32(x.a, y.a), vmulq_f32(x.b, y.b)};
}

#define F8_MUL_ADD_IS_FUSED true

static inline f8 f8_mul_add(f8 x, f8 y, f8 z)
{
    return (f8){vfmaq_f32(z.a, x.a, y.a), vfmaq_f32(z.b, x.b, y.b)};
}

static inline f8 f8_min(f8 x, f8 y)
{
    return (f8){vbslq_f32(vcltq_f32(x.a, y.a), x.a, y.a), vbslq_f32(vcltq_f32(x.b, y.b), x.b, y.b)};
}

static inline f8 f8_max(f8 x, f8 y)
{
    return (f8){vbslq_f32(vcgtq_f32(x.a, y.a), x.a, y.a), vbslq_f32(vcgtq_f32(x.b, y.b), x.b, y.b)};
}

static inline uint32_t f8_le(f8 x, f8 y)
{
    return neon_mask4(vcleq_f32(x.a, y.a)) | neon_mask4(vcleq_f32(x.b, y.b)) << 4;
}

static inline uint32_t mask_first(uint32_t mask)
{
    return (uint32_t)__builtin_ctz(mask);
}

static inline uint32_t mask_count(uint32_t mask)
{
    return (uint32_t)__builtin_popcount(mask);
}

static inline void f8_entries(int64_t *out, int64_t *one, int64_t *two, uint32_t mask, f8 x, const uint32_t *child)
{
    for (int i = 0; i < 2; ++i) {
        const int32x4_t bits = vreinterpretq_s32_f32(i == 0 ? x.a : x.b);
        const uint32x4_t turned = vshrq_n_u32(vreinterpretq_u32_s32(vshrq_n_s32(bits, 31)), 1);
        const uint32x4x2_t pairs = {{vld1q_u32(child + 4 * i), veorq_u32(vreinterpretq_u32_s32(bits), turned)}};
        vst2q_u32((uint32_t *)(void *)(out + 4 * i), pairs);
    }
    out[8] = 0;
    const uint32_t rest = mask & (mask - 1);
    *one = out[mask_first(mask | 0x100u)];
    *two = out[mask_first(rest | 0x100u)];
}

static inline int64_t next_entry(const int64_t **entries, uint32_t *mask)
{
    const uint32_t lane = mask_first(*mask);
    *mask &= *mask - 1;
    return (*entries)[lane];
}

#define f8_lane(x, lane) f8_broadcast(vdupq_laneq_f32(x, lane))

static inline f8 f8_broadcast(float32x4_t x)
{
    return (f8){x, x};
}

static inline f4 f4_set1(float x)
{
    return vdupq_n_f32(x);
}

static inline f4 f4_add(f4 x, f4 y)
{
    return vaddq_f32(x, y);
}

static inline f4 f4_sub(f4 x, f4 y)
{
    return vsubq_f32(x, y);
}

static inline f4 f4_mul(f4 x, f4 y)
{
    return vmulq_f32(x, y);
}

static inline f4 f4_div(f4 x, f4 y)
{
    return vdivq_f32(x, y);
}

static inline f4 f4_abs(f4 x)
{
    return vabsq_f32(x);
}

static inline f4 f4_signed_as(f4 x, f4 y)
{
    return vbslq_f32(vdupq_n_u32(0x80000000u), y, x);
}

static inline uint32_t f4_signs(f4 x)
{
    return neon_mask4(vreinterpretq_u32_f32(x));
}

static inline d4 d4_load(const double *p)
{
    return (d4){vld1q_f64(p), vld1q_f64(p + 2)};
}

static inline d4 d4_load3(const double *p)
{
    return (d4){vld1q_f64(p), vcombine_f64(vld1_f64(p + 2), vdup_n_f64(0))};
}

static inline d4 neon_make3(float x, float y, float z)
{
    const double v[4] = {(double)x, (double)y, (double)z, 0};
    return d4_load(v);
}

static inline d4 d4_load3_f(const float *p)
{
    return neon_make3(p[0], p[1], p[2]);
}

static inline d4 d4_load3_row_f(const float *p)
{
    return neon_make3(p[0], p[3], p[6]);
}

static inline void d4_store(double *p, d4 x)
{
    vst1q_f64(p, x.a);
    vst1q_f64(p + 2, x.b);
}

static inline f4 d4_to_f4(d4 x)
{
    return vcombine_f32(vcvt_f32_f64(x.a), vcvt_f32_f64(x.b));
}

static inline d4 d4_yzx(d4 x)
{
    return (d4){vextq_f64(x.a, x.b, 1), vcopyq_laneq_f64(x.b, 0, x.a, 0)};
}

static inline d4 d4_zxy(d4 x)
{
    return (d4){vzip1q_f64(x.b, x.a), vcopyq_laneq_f64(x.b, 0, x.a, 1)};
}

static inline d4 d4_all_x(d4 x)
{
    const float64x2_t v = vdupq_laneq_f64(x.a, 0);
    return (d4){v, v};
}

static inline d4 d4_all_y(d4 x)
{
    const float64x2_t v = vdupq_laneq_f64(x.a, 1);
    return (d4){v, v};
}

static inline d4 d4_all_z(d4 x)
{
    const float64x2_t v = vdupq_laneq_f64(x.b, 0);
    return (d4){v, v};
}

static inline double d4_sum3(d4 x)
{
    return vgetq_lane_f64(x.a, 0) + vgetq_lane_f64(x.a, 1) + vgetq_lane_f64(x.b, 0);
}

static inline double d4_max3(d4 x)
{
    const double a = vgetq_lane_f64(x.a, 0), b = vgetq_lane_f64(x.a, 1), c = vgetq_lane_f64(x.b, 0);
    const double ab = a > b ? a : b;
    return ab > c ? ab : c;
}

static inline d4 d4_abs(d4 x)
{
    return (d4){vabsq_f64(x.a), vabsq_f64(x.b)};
}

static inline d4 d4_signed_as(d4 x, d4 y)
{
    const uint64x2_t sign = vdupq_n_u64(0x8000000000000000u);
    return (d4){vbslq_f64(sign, y.a, x.a), vbslq_f64(sign, y.b, x.b)};
}

static inline d4 d4_div(d4 x, d4 y)
{
    return (d4){vdivq_f64(x.a, y.a), vdivq_f64(x.b, y.b)};
}

static inline d4 d4_load_f4(const float *p)
{
    const float32x4_t x = vld1q_f32(p);
    return (d4){vcvt_f64_f32(vget_low_f32(x)), vcvt_high_f64_f32(x)};
}

static inline d4 d4_set1(double x)
{
    return (d4){vdupq_n_f64(x), vdupq_n_f64(x)};
}

static inline d4 d4_add(d4 x, d4 y)
{
    return (d4){vaddq_f64(x.a, y.a), vaddq_f64(x.b, y.b)};
}

static inline d4 d4_sub(d4 x, d4 y)
{
    return (d4){vsubq_f64(x.a, y.a), vsubq_f64(x.b, y.b)};
}

static inline d4 d4_mul(d4 x, d4 y)
{
    return (d4){vmulq_f64(x.a, y.a), vmulq_f64(x.b, y.b)};
}

static inline d4 d4_min(d4 x, d4 y)
{
    return (d4){vbslq_f64(vcltq_f64(x.a, y.a), x.a, y.a), vbslq_f64(vcltq_f64(x.b, y.b), x.b, y.b)};
}

static inline d4 d4_max(d4 x, d4 y)
{
    return (d4){vbslq_f64(vcgtq_f64(x.a, y.a), x.a, y.a), vbslq_f64(vcgtq_f64(x.b, y.b), x.b, y.b)};
}

static inline uint32_t d4_lt(d4 x, d4 y)
{
    return neon_mask2(vcltq_f64(x.a, y.a)) | neon_mask2(vcltq_f64(x.b, y.b)) << 2;
}

static inline uint32_t d4_eq(d4 x, d4 y)
{
    return neon_mask2(vceqq_f64(x.a, y.a)) | neon_mask2(vceqq_f64(x.b, y.b)) << 2;
}

#define PICK_SIMD_LEAVE() ((void)0)

#define PICK_PREFETCH(p) __builtin_prefetch(p)

#endif
