// simd_sse2.h: the vocabulary in halves, for any x86-64. See simd_scalar.h for what each word means. Private.
#ifndef PICKING_SRC_SIMD_SSE2_H
#define PICKING_SRC_SIMD_SSE2_H

#include <emmintrin.h>
#include <stdint.h>

enum { ENTRY_ROOM = 9 };

typedef struct f8 {
    __m128 a, b;
} f8;

typedef __m128 f4;

typedef struct d4 {
    __m128d a, b;
} d4;

static inline f8 f8_load(const float *p)
{
    return (f8){_mm_load_ps(p), _mm_load_ps(p + 4)};
}

static inline void f8_store(float *p, f8 x)
{
    _mm_store_ps(p, x.a);
    _mm_store_ps(p + 4, x.b);
}

static inline f8 f8_set1(float x)
{
    return (f8){_mm_set1_ps(x), _mm_set1_ps(x)};
}

static inline f8 f8_sub(f8 x, f8 y)
{
    return (f8){_mm_sub_ps(x.a, y.a), _mm_sub_ps(x.b, y.b)};
}

static inline f8 f8_mul(f8 x, f8 y)
{
    return (f8){_mm_mul_ps(x.a, y.a), _mm_mul_ps(x.b, y.b)};
}

#define F8_MUL_ADD_IS_FUSED false

static inline f8 f8_mul_add(f8 x, f8 y, f8 z)
{
    return (f8){_mm_add_ps(_mm_mul_ps(x.a, y.a), z.a), _mm_add_ps(_mm_mul_ps(x.b, y.b), z.b)};
}

static inline f8 f8_min(f8 x, f8 y)
{
    return (f8){_mm_min_ps(x.a, y.a), _mm_min_ps(x.b, y.b)};
}

static inline f8 f8_max(f8 x, f8 y)
{
    return (f8){_mm_max_ps(x.a, y.a), _mm_max_ps(x.b, y.b)};
}

static inline uint32_t mask_first(uint32_t mask)
{
    const __m128 f = _mm_cvtsi32_ss(_mm_setzero_ps(), (int)(mask & (0u - mask)));
    return ((uint32_t)_mm_cvtsi128_si32(_mm_castps_si128(f)) >> 23) - 127u;
}

static inline uint32_t mask_count(uint32_t mask)
{
    mask = mask - (mask >> 1 & 0x55u);
    mask = (mask & 0x33u) + (mask >> 2 & 0x33u);
    return (mask + (mask >> 4)) & 0xfu;
}

static inline void f8_entries(int64_t *out, int64_t *one, int64_t *two, uint32_t mask, f8 x, const uint32_t *child)
{
    __m128i *const o = (__m128i *)(void *)out;
    for (int i = 0; i < 2; ++i) {
        const __m128i bits = _mm_castps_si128(i == 0 ? x.a : x.b);
        const __m128i key = _mm_xor_si128(bits, _mm_srli_epi32(_mm_srai_epi32(bits, 31), 1));
        const __m128i c = _mm_load_si128((const __m128i *)(const void *)(child + 4 * i));
        _mm_store_si128(o + 2 * i, _mm_unpacklo_epi32(c, key));
        _mm_store_si128(o + 2 * i + 1, _mm_unpackhi_epi32(c, key));
    }
    out[8] = 0;
    const uint32_t rest = mask & (mask - 1);
    *one = out[mask_first(mask | 0x100u)];
    *two = out[mask_first(rest | 0x100u)];
}

static inline uint32_t f8_le(f8 x, f8 y)
{
    return (uint32_t)_mm_movemask_ps(_mm_cmple_ps(x.a, y.a)) | (uint32_t)_mm_movemask_ps(_mm_cmple_ps(x.b, y.b)) << 4;
}

static inline f8 f8_swap_halves(f8 x)
{
    return (f8){x.b, x.a};
}

static inline void f8_truncate4(int32_t *p, f8 x)
{
    _mm_store_si128((__m128i *)(void *)p, _mm_cvttps_epi32(x.a));
}

static inline f4 f4_set1(float x)
{
    return _mm_set1_ps(x);
}

// Four floats from anywhere.
static inline f4 f4_load_any(const float *p)
{
    return _mm_loadu_ps(p);
}

static inline void f4_store(float *p, f4 x)
{
    _mm_store_ps(p, x);
}

static inline f4 f4_min(f4 x, f4 y)
{
    return _mm_min_ps(x, y);
}

static inline f4 f4_max(f4 x, f4 y)
{
    return _mm_max_ps(x, y);
}

static inline uint32_t f4_lt(f4 x, f4 y)
{
    return (uint32_t)_mm_movemask_ps(_mm_cmplt_ps(x, y));
}

// Lane i of axis[k] is lane k of point[i].
static inline void f4_transpose3(const f4 point[4], f4 axis[3])
{
    const f4 xy01 = _mm_unpacklo_ps(point[0], point[1]), z01 = _mm_unpackhi_ps(point[0], point[1]);
    const f4 xy23 = _mm_unpacklo_ps(point[2], point[3]), z23 = _mm_unpackhi_ps(point[2], point[3]);
    axis[0] = _mm_movelh_ps(xy01, xy23);
    axis[1] = _mm_movehl_ps(xy23, xy01);
    axis[2] = _mm_movelh_ps(z01, z23);
}

static inline f4 f4_add(f4 x, f4 y)
{
    return _mm_add_ps(x, y);
}

static inline f4 f4_sub(f4 x, f4 y)
{
    return _mm_sub_ps(x, y);
}

static inline f4 f4_mul(f4 x, f4 y)
{
    return _mm_mul_ps(x, y);
}

static inline f4 f4_div(f4 x, f4 y)
{
    return _mm_div_ps(x, y);
}

static inline f4 f4_abs(f4 x)
{
    return _mm_andnot_ps(_mm_set1_ps(-0.0f), x);
}

static inline f4 f4_signed_as(f4 x, f4 y)
{
    return _mm_or_ps(x, _mm_and_ps(_mm_set1_ps(-0.0f), y));
}

#define f8_lane(x, lane) f8_broadcast(_mm_shuffle_ps(x, x, _MM_SHUFFLE(lane, lane, lane, lane)))

static inline f8 f8_broadcast(__m128 x)
{
    return (f8){x, x};
}

static inline uint32_t f4_signs(f4 x)
{
    return (uint32_t)_mm_movemask_ps(x);
}

static inline d4 d4_load(const double *p)
{
    return (d4){_mm_loadu_pd(p), _mm_loadu_pd(p + 2)};
}

static inline d4 d4_load3(const double *p)
{
    return (d4){_mm_loadu_pd(p), _mm_load_sd(p + 2)};
}

static inline d4 d4_load3_f(const float *p)
{
    return (d4){_mm_setr_pd((double)p[0], (double)p[1]), _mm_set_sd((double)p[2])};
}

static inline d4 d4_load3_row_f(const float *p)
{
    return (d4){_mm_setr_pd((double)p[0], (double)p[3]), _mm_set_sd((double)p[6])};
}

static inline void d4_store(double *p, d4 x)
{
    _mm_storeu_pd(p, x.a);
    _mm_storeu_pd(p + 2, x.b);
}

static inline f4 d4_to_f4(d4 x)
{
    return _mm_movelh_ps(_mm_cvtpd_ps(x.a), _mm_cvtpd_ps(x.b));
}

static inline d4 d4_yzx(d4 x)
{
    return (d4){_mm_shuffle_pd(x.a, x.b, 1), _mm_shuffle_pd(x.a, x.b, 2)};
}

static inline d4 d4_zxy(d4 x)
{
    return (d4){_mm_shuffle_pd(x.b, x.a, 0), _mm_shuffle_pd(x.a, x.b, 3)};
}

static inline d4 d4_all_x(d4 x)
{
    const __m128d v = _mm_unpacklo_pd(x.a, x.a);
    return (d4){v, v};
}

static inline d4 d4_all_y(d4 x)
{
    const __m128d v = _mm_unpackhi_pd(x.a, x.a);
    return (d4){v, v};
}

static inline d4 d4_all_z(d4 x)
{
    const __m128d v = _mm_unpacklo_pd(x.b, x.b);
    return (d4){v, v};
}

static inline double d4_sum3(d4 x)
{
    return _mm_cvtsd_f64(_mm_add_sd(_mm_add_sd(x.a, _mm_unpackhi_pd(x.a, x.a)), x.b));
}

static inline double d4_max3(d4 x)
{
    return _mm_cvtsd_f64(_mm_max_sd(_mm_max_sd(x.a, _mm_unpackhi_pd(x.a, x.a)), x.b));
}

static inline d4 d4_abs(d4 x)
{
    const __m128d sign = _mm_set1_pd(-0.0);
    return (d4){_mm_andnot_pd(sign, x.a), _mm_andnot_pd(sign, x.b)};
}

static inline d4 d4_signed_as(d4 x, d4 y)
{
    const __m128d sign = _mm_set1_pd(-0.0);
    return (d4){_mm_or_pd(x.a, _mm_and_pd(sign, y.a)), _mm_or_pd(x.b, _mm_and_pd(sign, y.b))};
}

static inline d4 d4_div(d4 x, d4 y)
{
    return (d4){_mm_div_pd(x.a, y.a), _mm_div_pd(x.b, y.b)};
}

static inline d4 d4_load_f4(const float *p)
{
    const __m128 x = _mm_load_ps(p);
    return (d4){_mm_cvtps_pd(x), _mm_cvtps_pd(_mm_movehl_ps(x, x))};
}

static inline d4 d4_set1(double x)
{
    return (d4){_mm_set1_pd(x), _mm_set1_pd(x)};
}

static inline d4 d4_add(d4 x, d4 y)
{
    return (d4){_mm_add_pd(x.a, y.a), _mm_add_pd(x.b, y.b)};
}

static inline d4 d4_sub(d4 x, d4 y)
{
    return (d4){_mm_sub_pd(x.a, y.a), _mm_sub_pd(x.b, y.b)};
}

static inline d4 d4_mul(d4 x, d4 y)
{
    return (d4){_mm_mul_pd(x.a, y.a), _mm_mul_pd(x.b, y.b)};
}

static inline d4 d4_min(d4 x, d4 y)
{
    return (d4){_mm_min_pd(x.a, y.a), _mm_min_pd(x.b, y.b)};
}

static inline d4 d4_max(d4 x, d4 y)
{
    return (d4){_mm_max_pd(x.a, y.a), _mm_max_pd(x.b, y.b)};
}

static inline uint32_t d4_lt(d4 x, d4 y)
{
    return (uint32_t)_mm_movemask_pd(_mm_cmplt_pd(x.a, y.a)) | (uint32_t)_mm_movemask_pd(_mm_cmplt_pd(x.b, y.b)) << 2;
}

static inline uint32_t d4_eq(d4 x, d4 y)
{
    return (uint32_t)_mm_movemask_pd(_mm_cmpeq_pd(x.a, y.a)) | (uint32_t)_mm_movemask_pd(_mm_cmpeq_pd(x.b, y.b)) << 2;
}

// Without a bit-scan instruction in this set: a conversion to float puts the bit's number into the exponent.
static inline int64_t next_entry(const int64_t **entries, uint32_t *mask)
{
    const uint32_t lane = mask_first(*mask);
    *mask &= *mask - 1;
    return (*entries)[lane];
}

#define PICK_SIMD_LEAVE() ((void)0)

#define PICK_PREFETCH(p) _mm_prefetch((const char *)(p), _MM_HINT_T0)

#endif
