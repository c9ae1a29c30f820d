// simd_avx512.h: the vocabulary of AVX2, with twice the registers, and with masks and compression of AVX-512 (F, VL,
// DQ) where they save work. See simd_scalar.h for what each word means. Private.
#ifndef PICKING_SRC_SIMD_AVX512_H
#define PICKING_SRC_SIMD_AVX512_H

#define PICK_SIMD_HAS_MASKS
#include "simd/simd_avx2.h"

static inline uint32_t f8_le(f8 x, f8 y)
{
    return _mm256_cmp_ps_mask(x, y, _CMP_LE_OQ);
}

static inline uint32_t d4_lt(d4 x, d4 y)
{
    return _mm256_cmp_pd_mask(x, y, _CMP_LT_OQ);
}

static inline uint32_t d4_eq(d4 x, d4 y)
{
    return _mm256_cmp_pd_mask(x, y, _CMP_EQ_OQ);
}

// Those of the mask are moved together, so that taking them out needs no search. Not as one register of 512 bits: using
// that once a node slows down everything else by more than it saves.
static inline void f8_entries(int64_t *out, int64_t *one, int64_t *two, uint32_t mask, f8 x, const uint32_t *child)
{
    const __m256i bits = _mm256_castps_si256(x);
    const __m256i key = _mm256_xor_si256(bits, _mm256_srli_epi32(_mm256_srai_epi32(bits, 31), 1));
    const __m256i child8 = _mm256_load_si256((const __m256i *)(const void *)child);
    const __m256i c = _mm256_maskz_compress_epi32((__mmask8)mask, child8);
    const __m256i k = _mm256_maskz_compress_epi32((__mmask8)mask, key);
    const __m256i even = _mm256_unpacklo_epi32(c, k);
    const __m256i odd = _mm256_unpackhi_epi32(c, k);
    __m128i *const o = (__m128i *)(void *)out;
    *one = _mm_cvtsi128_si64(_mm256_castsi256_si128(even));
    *two = _mm_extract_epi64(_mm256_castsi256_si128(even), 1);
    _mm_store_si128(o, _mm256_castsi256_si128(even));
    _mm_store_si128(o + 1, _mm256_castsi256_si128(odd));
    _mm_store_si128(o + 2, _mm256_extracti128_si256(even, 1));
    _mm_store_si128(o + 3, _mm256_extracti128_si256(odd, 1));
}

static inline int64_t next_entry(const int64_t **entries, uint32_t *mask)
{
    *mask &= *mask - 1;
    return *(*entries)++;
}

#endif
