// simd_avx512.h: the vocabulary of AVX2, with twice the registers, and with masks and compression of AVX-512 (F, VL,
// DQ) where they save work. See simd_scalar.h for what each word means. Private.
#ifndef PICKING_SRC_SIMD_AVX512_H
#define PICKING_SRC_SIMD_AVX512_H

#define PICK_SIMD_HAS_MASKS
#include "simd/simd_avx2.h"

#define f8_le(x, y) _mm256_cmp_ps_mask(x, y, _CMP_LE_OQ)
#define d4_lt(x, y) _mm256_cmp_pd_mask(x, y, _CMP_LT_OQ)
#define d4_eq(x, y) _mm256_cmp_pd_mask(x, y, _CMP_EQ_OQ)

// Compresses the entries of the mask to the front, so that reading them needs no search. It avoids registers of 512
// bits: a single use per node slows everything else down by more than it saves.
static inline void f8_entries(int64_t *out, int64_t *one, int64_t *two, uint32_t mask, f8 x, const uint32_t *child)
{
    const __m256i children = _mm256_maskz_compress_epi32((__mmask8)mask, load_children(child));
    const __m256i keys = _mm256_maskz_compress_epi32((__mmask8)mask, entry_keys(x));
    const __m128i first = store_entries(out, children, keys);
    *one = _mm_cvtsi128_si64(first);
    *two = _mm_extract_epi64(first, 1);
}

static inline int64_t next_entry(const int64_t **entries, uint32_t *mask)
{
    *mask &= *mask - 1;
    return *(*entries)++;
}

#endif
