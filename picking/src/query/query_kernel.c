#include "query/query_kernel.h"
#include "base/compiler.h"

const pick_kernel *pick_kernel_at(pick_simd level)
{
    PICK_ASSERT(pick_simd_available(level));
    switch (level) {
#ifdef PICK_HAVE_AVX512
    case PICK_SIMD_AVX512:
        return &pick_kernel_avx512;
#endif
#ifdef PICK_HAVE_AVX2
    case PICK_SIMD_AVX2:
        return &pick_kernel_avx2;
#endif
#ifdef PICK_HAVE_SSE2
    case PICK_SIMD_SSE2:
        return &pick_kernel_sse2;
#endif
#ifdef PICK_HAVE_NEON
    case PICK_SIMD_NEON:
        return &pick_kernel_neon;
#endif
    default:
        return &pick_kernel_scalar;
    }
}
