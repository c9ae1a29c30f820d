// simd_avx2.h: the vocabulary at its natural width. See simd_scalar.h for what each word means. Private.
#ifndef PICKING_SRC_SIMD_AVX2_H
#define PICKING_SRC_SIMD_AVX2_H

#include "simd/simd_x86.h"

#include <immintrin.h>

typedef __m256 f8;
typedef __m256d d4;

#define f8_load _mm256_load_ps
#define f8_set1 _mm256_set1_ps
#define f8_sub _mm256_sub_ps
#define f8_mul _mm256_mul_ps
#define f8_min _mm256_min_ps
#define f8_max _mm256_max_ps
#define f8_swap_halves(x) _mm256_permute2f128_ps(x, x, 1)
#define f8_lane(x, lane) _mm256_broadcastss_ps(_mm_permute_ps(x, _MM_SHUFFLE(lane, lane, lane, lane)))
#define f8_truncate4(p, x) f4_truncate(p, _mm256_castps256_ps128(x))

#define F8_MUL_ADD_IS_FUSED true
#define f8_mul_add _mm256_fmadd_ps

static inline void f8_store(float *p, f8 x)
{
    _mm256_store_ps(p, x);
}

#define d4_load _mm256_loadu_pd
#define d4_load3_f(p) _mm256_cvtps_pd(_mm_setr_ps((p)[0], (p)[1], (p)[2], 0))
#define d4_load3_row_f(p) _mm256_cvtps_pd(_mm_setr_ps((p)[0], (p)[3], (p)[6], 0))
#define d4_load_f4(p) _mm256_cvtps_pd(_mm_load_ps(p))
#define d4_store _mm256_storeu_pd
#define d4_set1 _mm256_set1_pd
#define d4_add _mm256_add_pd
#define d4_sub _mm256_sub_pd
#define d4_mul _mm256_mul_pd
#define d4_div _mm256_div_pd
#define d4_min _mm256_min_pd
#define d4_max _mm256_max_pd
#define d4_to_f4 _mm256_cvtpd_ps
#define d4_yzx(x) _mm256_permute4x64_pd(x, _MM_SHUFFLE(3, 0, 2, 1))
#define d4_zxy(x) _mm256_permute4x64_pd(x, _MM_SHUFFLE(3, 1, 0, 2))
#define d4_all_x(x) _mm256_permute4x64_pd(x, _MM_SHUFFLE(0, 0, 0, 0))
#define d4_all_y(x) _mm256_permute4x64_pd(x, _MM_SHUFFLE(1, 1, 1, 1))
#define d4_all_z(x) _mm256_permute4x64_pd(x, _MM_SHUFFLE(2, 2, 2, 2))

#define mask_first _tzcnt_u32

static inline uint32_t mask_count(uint32_t mask)
{
    return (uint32_t)_mm_popcnt_u32(mask);
}

static inline d4 d4_load3(const double *p)
{
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(p)), _mm_load_sd(p + 2), 1);
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

// The upper halves of entries: see walk_entry.h.
static inline __m256i entry_keys(f8 x)
{
    const __m256i bits = _mm256_castps_si256(x);
    return _mm256_xor_si256(bits, _mm256_srli_epi32(_mm256_srai_epi32(bits, 31), 1));
}

static inline __m256i load_children(const uint32_t *child)
{
    return _mm256_load_si256((const __m256i *)(const void *)child);
}

// Stores four entries. Returns the first two.
static inline __m128i store_entries(int64_t *out, __m256i children, __m256i keys)
{
    const __m256i even = _mm256_unpacklo_epi32(children, keys); // of the lanes 0 1 4 5
    const __m256i odd = _mm256_unpackhi_epi32(children, keys);
    __m128i *const o = (__m128i *)(void *)out;
    _mm_store_si128(o, _mm256_castsi256_si128(even));
    _mm_store_si128(o + 1, _mm256_castsi256_si128(odd));
    _mm_store_si128(o + 2, _mm256_extracti128_si256(even, 1));
    _mm_store_si128(o + 3, _mm256_extracti128_si256(odd, 1));
    return _mm256_castsi256_si128(even);
}

// Explicit, because gcc 12 omits it in functions with wide arguments, and every pick then paid 100 ns for two
// transitions between wide registers and the SSE code around the kernel.
#define PICK_SIMD_LEAVE() _mm256_zeroupper()

// AVX-512 replaces these by mask registers and compression, and keeps the rest of this vocabulary.
#ifndef PICK_SIMD_HAS_MASKS
#define d4_lt(x, y) d4_signs(_mm256_cmp_pd(x, y, _CMP_LT_OQ))
#define d4_eq(x, y) d4_signs(_mm256_cmp_pd(x, y, _CMP_EQ_OQ))

static inline uint32_t f8_le(f8 x, f8 y)
{
    return (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(x, y, _CMP_LE_OQ));
}

static inline uint32_t d4_signs(d4 x)
{
    return (uint32_t)_mm256_movemask_pd(x);
}

#define f8_all_entries(out, x, child) (void)store_entries(out, load_children(child), entry_keys(x))

#include "simd/simd_entries.h"
#endif

#endif
