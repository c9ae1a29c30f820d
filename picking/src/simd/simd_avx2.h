// simd_avx2.h: the vocabulary at its natural width. See simd_scalar.h for what each word means. Private.
#ifndef PICKING_SRC_SIMD_AVX2_H
#define PICKING_SRC_SIMD_AVX2_H

#include <immintrin.h>
#include <stdint.h>

enum { ENTRY_ROOM = 9 };

typedef __m256 f8;
typedef __m128 f4;
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

#define F8_MUL_ADD_IS_FUSED true

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

static inline f8 f8_swap_halves(f8 x)
{
    return _mm256_permute2f128_ps(x, x, 1);
}

static inline void f8_truncate4(int32_t *p, f8 x)
{
    _mm_store_si128((__m128i *)(void *)p, _mm_cvttps_epi32(_mm256_castps256_ps128(x)));
}

static inline void f4_store(float *p, f4 x)
{
    _mm_store_ps(p, x);
}

static inline f4 f4_set1(float x)
{
    return _mm_set1_ps(x);
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

#define f8_lane(x, lane) _mm256_broadcastss_ps(_mm_permute_ps(x, _MM_SHUFFLE(lane, lane, lane, lane)))

static inline uint32_t f4_signs(f4 x)
{
    return (uint32_t)_mm_movemask_ps(x);
}

static inline d4 d4_load(const double *p)
{
    return _mm256_loadu_pd(p);
}

static inline d4 d4_load3(const double *p)
{
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(p)), _mm_load_sd(p + 2), 1);
}

static inline d4 d4_load3_f(const float *p)
{
    return _mm256_cvtps_pd(_mm_setr_ps(p[0], p[1], p[2], 0));
}

static inline d4 d4_load3_row_f(const float *p)
{
    return _mm256_cvtps_pd(_mm_setr_ps(p[0], p[3], p[6], 0));
}

static inline void d4_store(double *p, d4 x)
{
    _mm256_storeu_pd(p, x);
}

static inline f4 d4_to_f4(d4 x)
{
    return _mm256_cvtpd_ps(x);
}

static inline d4 d4_yzx(d4 x)
{
    return _mm256_permute4x64_pd(x, _MM_SHUFFLE(3, 0, 2, 1));
}

static inline d4 d4_zxy(d4 x)
{
    return _mm256_permute4x64_pd(x, _MM_SHUFFLE(3, 1, 0, 2));
}

static inline d4 d4_all_x(d4 x)
{
    return _mm256_permute4x64_pd(x, _MM_SHUFFLE(0, 0, 0, 0));
}

static inline d4 d4_all_y(d4 x)
{
    return _mm256_permute4x64_pd(x, _MM_SHUFFLE(1, 1, 1, 1));
}

static inline d4 d4_all_z(d4 x)
{
    return _mm256_permute4x64_pd(x, _MM_SHUFFLE(2, 2, 2, 2));
}

static inline double d4_sum3(d4 x)
{
    const __m128d xy = _mm256_castpd256_pd128(x);
    return _mm_cvtsd_f64(_mm_add_sd(_mm_add_sd(xy, _mm_unpackhi_pd(xy, xy)), _mm256_extractf128_pd(x, 1)));
}

static inline double d4_max3(d4 x)
{
    const __m128d xy = _mm256_castpd256_pd128(x);
    return _mm_cvtsd_f64(_mm_max_sd(_mm_max_sd(xy, _mm_unpackhi_pd(xy, xy)), _mm256_extractf128_pd(x, 1)));
}

static inline d4 d4_abs(d4 x)
{
    return _mm256_andnot_pd(_mm256_set1_pd(-0.0), x);
}

static inline d4 d4_signed_as(d4 x, d4 y)
{
    return _mm256_or_pd(x, _mm256_and_pd(_mm256_set1_pd(-0.0), y));
}

static inline d4 d4_div(d4 x, d4 y)
{
    return _mm256_div_pd(x, y);
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

// Entries as 64-bit integers in the order of the lanes 0 1 4 5 and 2 3 6 7: see walk_entry.h.
static inline void make_entries(__m256i *even, __m256i *odd, f8 x, const uint32_t *child)
{
    const __m256i bits = _mm256_castps_si256(x);
    const __m256i key = _mm256_xor_si256(bits, _mm256_srli_epi32(_mm256_srai_epi32(bits, 31), 1));
    const __m256i c = _mm256_load_si256((const __m256i *)(const void *)child);
    *even = _mm256_unpacklo_epi32(c, key);
    *odd = _mm256_unpackhi_epi32(c, key);
}

static inline uint32_t mask_first(uint32_t mask)
{
    return _tzcnt_u32(mask);
}

static inline uint32_t mask_count(uint32_t mask)
{
    return (uint32_t)_mm_popcnt_u32(mask);
}

// What AVX-512 does with mask registers and by compressing; it keeps the rest of this vocabulary.
#ifndef PICK_SIMD_HAS_MASKS

static inline uint32_t f8_le(f8 x, f8 y)
{
    return (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(x, y, _CMP_LE_OQ));
}

static inline uint32_t d4_lt(d4 x, d4 y)
{
    return (uint32_t)_mm256_movemask_pd(_mm256_cmp_pd(x, y, _CMP_LT_OQ));
}

static inline uint32_t d4_eq(d4 x, d4 y)
{
    return (uint32_t)_mm256_movemask_pd(_mm256_cmp_pd(x, y, _CMP_EQ_OQ));
}

static inline void f8_entries(int64_t *out, int64_t *one, int64_t *two, uint32_t mask, f8 x, const uint32_t *child)
{
    __m256i even, odd;
    __m128i *const o = (__m128i *)(void *)out;
    make_entries(&even, &odd, x, child);
    _mm_store_si128(o, _mm256_castsi256_si128(even));
    _mm_store_si128(o + 1, _mm256_castsi256_si128(odd));
    _mm_store_si128(o + 2, _mm256_extracti128_si256(even, 1));
    _mm_store_si128(o + 3, _mm256_extracti128_si256(odd, 1));
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

#endif

// Said aloud: gcc 12 leaves it out where a function takes wide arguments, and every pick then paid 100 ns for two
// changes between wide registers and the SSE code around the kernel.
#define PICK_SIMD_LEAVE() _mm256_zeroupper()

#define PICK_PREFETCH(p) _mm_prefetch((const char *)(p), _MM_HINT_T0)

#endif
