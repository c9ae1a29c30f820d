// simd_avx2.h: the vocabulary at its natural width. See simd_scalar.h for what each word means. Private.
#ifndef PICKING_SRC_SIMD_AVX2_H
#define PICKING_SRC_SIMD_AVX2_H

#include <immintrin.h>
#include <stdint.h>

typedef __m256 f8;
typedef __m256d d4;

static inline f8 f8_load(const float *p)
{
    return _mm256_load_ps(p);
}

static inline void f8_store(float *p, f8 x)
{
    _mm256_store_ps(p, x);
}

static inline f8 f8_set1(float x)
{
    return _mm256_set1_ps(x);
}

static inline f8 f8_sub(f8 x, f8 y)
{
    return _mm256_sub_ps(x, y);
}

static inline f8 f8_mul(f8 x, f8 y)
{
    return _mm256_mul_ps(x, y);
}

static inline f8 f8_mul_add(f8 x, f8 y, f8 z)
{
    return _mm256_fmadd_ps(x, y, z);
}

static inline f8 f8_min(f8 x, f8 y)
{
    return _mm256_min_ps(x, y);
}

static inline f8 f8_max(f8 x, f8 y)
{
    return _mm256_max_ps(x, y);
}

static inline uint32_t f8_le(f8 x, f8 y)
{
    return (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(x, y, _CMP_LE_OQ));
}

static inline f8 f8_swap_halves(f8 x)
{
    return _mm256_permute2f128_ps(x, x, 1);
}

static inline void f8_truncate4(int32_t *p, f8 x)
{
    _mm_store_si128((__m128i *)(void *)p, _mm_cvttps_epi32(_mm256_castps256_ps128(x)));
}

static inline float f8_half_area(f8 x)
{
    const __m128 negative = _mm_add_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1)); // signs cancel below
    const __m128 product = _mm_mul_ps(_mm_permute_ps(negative, _MM_SHUFFLE(0, 2, 1, 0)),
                                      _mm_permute_ps(negative, _MM_SHUFFLE(0, 0, 2, 1)));
    const __m128 sum = _mm_add_ss(product, _mm_movehdup_ps(product));
    return _mm_cvtss_f32(_mm_add_ss(sum, _mm_movehl_ps(product, product)));
}

static inline d4 d4_load_f4(const float *p)
{
    return _mm256_cvtps_pd(_mm_load_ps(p));
}

static inline d4 d4_set1(double x)
{
    return _mm256_set1_pd(x);
}

static inline d4 d4_add(d4 x, d4 y)
{
    return _mm256_add_pd(x, y);
}

static inline d4 d4_sub(d4 x, d4 y)
{
    return _mm256_sub_pd(x, y);
}

static inline d4 d4_mul(d4 x, d4 y)
{
    return _mm256_mul_pd(x, y);
}

static inline d4 d4_min(d4 x, d4 y)
{
    return _mm256_min_pd(x, y);
}

static inline d4 d4_max(d4 x, d4 y)
{
    return _mm256_max_pd(x, y);
}

static inline uint32_t d4_lt(d4 x, d4 y)
{
    return (uint32_t)_mm256_movemask_pd(_mm256_cmp_pd(x, y, _CMP_LT_OQ));
}

static inline uint32_t d4_eq(d4 x, d4 y)
{
    return (uint32_t)_mm256_movemask_pd(_mm256_cmp_pd(x, y, _CMP_EQ_OQ));
}

static inline uint32_t mask_first(uint32_t mask)
{
    return _tzcnt_u32(mask);
}

#define PICK_PREFETCH(p) _mm_prefetch((const char *)(p), _MM_HINT_T0)

#endif
