#include "bvh/bvh_bins.h"
#include "base/compiler.h"

const pick_bin_kernel *pick_bin_kernel_at(pick_simd level)
{
    PICK_ASSERT(pick_simd_available(level));
#ifdef PICK_HAVE_AVX2
    if (level >= PICK_SIMD_AVX2)
        return &pick_bin_kernel_avx2;
#endif
#ifdef PICK_HAVE_SSE2
    if (level >= PICK_SIMD_SSE2)
        return &pick_bin_kernel_sse2;
#endif
    (void)level;
    return &pick_bin_kernel_scalar;
}
