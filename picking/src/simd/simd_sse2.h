// simd_sse2.h: the vocabulary in halves, for any x86-64. See simd_scalar.h for what each word means. Private.
#ifndef PICKING_SRC_SIMD_SSE2_H
#define PICKING_SRC_SIMD_SSE2_H

#include "simd/simd_x86.h"

typedef __m128d d2;

#define d2_load _mm_loadu_pd
#define d2_store _mm_storeu_pd
#define d2_set1 _mm_set1_pd
#define d2_of _mm_setr_pd
#define d2_add _mm_add_pd
#define d2_sub _mm_sub_pd
#define d2_mul _mm_mul_pd
#define d2_div _mm_div_pd
#define d2_min _mm_min_pd
#define d2_max _mm_max_pd
#define d2_lanes(x, i, y, j) _mm_shuffle_pd(x, y, (i) | (j) << 1)
#define d2_first _mm_cvtsd_f64
#define d2_second(x) _mm_cvtsd_f64(_mm_unpackhi_pd(x, x))
#define d2_lt(x, y) d2_signs(_mm_cmplt_pd(x, y))
#define d2_eq(x, y) d2_signs(_mm_cmpeq_pd(x, y))
#define d2_of_low _mm_cvtps_pd
#define d2_of_high(x) _mm_cvtps_pd(_mm_movehl_ps(x, x))
#define f4_of_d2(x, y) _mm_movelh_ps(_mm_cvtpd_ps(x), _mm_cvtpd_ps(y))
#define f8_truncate4(p, x) f4_truncate(p, (x).a)

#define F8_MUL_ADD_IS_FUSED false
#define f4_mul_add(x, y, z) _mm_add_ps(_mm_mul_ps(x, y), z)

static inline uint32_t d2_signs(d2 x)
{
    return (uint32_t)_mm_movemask_pd(x);
}

static inline d2 d2_abs(d2 x)
{
    return _mm_andnot_pd(_mm_set1_pd(-0.0), x);
}

static inline d2 d2_signed_as(d2 x, d2 y)
{
    return _mm_or_pd(x, _mm_and_pd(_mm_set1_pd(-0.0), y));
}

// SSE2 has no bit-scan instruction: a conversion to float puts the bit's index into the exponent.
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

static inline void f4_all_entries(int64_t *out, f4 x, const uint32_t *child)
{
    __m128i *const o = (__m128i *)(void *)out;
    const __m128i bits = _mm_castps_si128(x);
    const __m128i key = _mm_xor_si128(bits, _mm_srli_epi32(_mm_srai_epi32(bits, 31), 1));
    const __m128i c = _mm_load_si128((const __m128i *)(const void *)child);
    _mm_store_si128(o, _mm_unpacklo_epi32(c, key));
    _mm_store_si128(o + 1, _mm_unpackhi_epi32(c, key));
}

#include "simd/simd_pair.h"

#endif
