// simd_x86.h: f4, four floats, for the vocabularies of x86-64. See simd_scalar.h for what each word means. Private.
//
// In all vocabularies a word for a single instruction is a macro. Operands must not have side effects.
#ifndef PICKING_SRC_SIMD_X86_H
#define PICKING_SRC_SIMD_X86_H

#include <emmintrin.h>
#include <stdint.h>

typedef __m128 f4;

#define f4_load _mm_load_ps
#define f4_load_any _mm_loadu_ps
#define f4_store _mm_store_ps
#define f4_set1 _mm_set1_ps
#define f4_add _mm_add_ps
#define f4_sub _mm_sub_ps
#define f4_mul _mm_mul_ps
#define f4_div _mm_div_ps
#define f4_min _mm_min_ps
#define f4_max _mm_max_ps
#define f4_lane(x, lane) _mm_shuffle_ps(x, x, _MM_SHUFFLE(lane, lane, lane, lane))
#define f4_lt(x, y) f4_signs(_mm_cmplt_ps(x, y))
#define f4_le(x, y) f4_signs(_mm_cmple_ps(x, y))

static inline uint32_t f4_signs(f4 x)
{
    return (uint32_t)_mm_movemask_ps(x);
}

static inline f4 f4_abs(f4 x)
{
    return _mm_andnot_ps(_mm_set1_ps(-0.0f), x);
}

static inline f4 f4_signed_as(f4 x, f4 y)
{
    return _mm_or_ps(x, _mm_and_ps(_mm_set1_ps(-0.0f), y));
}

static inline void f4_truncate(int32_t *p, f4 x)
{
    _mm_store_si128((__m128i *)(void *)p, _mm_cvttps_epi32(x));
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

#endif
