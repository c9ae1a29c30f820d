// bvh_bins_x86.h: shared by SSE2 and AVX2: what bvh_bins_passes.h needs beyond the vocabulary. Private.
#ifndef PICKING_SRC_BVH_BINS_X86_H
#define PICKING_SRC_BVH_BINS_X86_H

#include <stdint.h>

typedef __m128i u4;

static inline u4 u4_zero(void)
{
    return _mm_setzero_si128();
}

static inline u4 u4_add(u4 x, const uint32_t *p)
{
    return _mm_add_epi32(x, _mm_load_si128((const __m128i *)(const void *)p));
}

// Divides by 2^shift, rounding up.
static inline f4 u4_units(u4 x, uint32_t shift)
{
    const __m128i rest = _mm_set1_epi32((int)((1u << shift) - 1));
    return _mm_cvtepi32_ps(_mm_srl_epi32(_mm_add_epi32(x, rest), _mm_cvtsi32_si128((int)shift)));
}

// Of extents (x y z *) with the wrong sign, which cancels.
static inline f4 three_products(__m128 a, __m128 b, __m128 c)
{
    const __m128 xy = _mm_unpacklo_ps(a, b);
    const __m128 z = _mm_shuffle_ps(_mm_unpackhi_ps(a, b), c, _MM_SHUFFLE(2, 2, 1, 0));
    const __m128 x = _mm_shuffle_ps(xy, c, _MM_SHUFFLE(0, 0, 1, 0));
    const __m128 y = _mm_shuffle_ps(xy, c, _MM_SHUFFLE(1, 1, 3, 2));
    return _mm_add_ps(_mm_add_ps(_mm_mul_ps(x, y), _mm_mul_ps(y, z)), _mm_mul_ps(z, x));
}

#endif
