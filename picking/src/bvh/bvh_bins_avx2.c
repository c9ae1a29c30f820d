#include "base/compiler.h"
#include "simd/simd_avx2.h"

#include "bvh/bvh_bins_x86.h"

static inline __m128 extents(f8 x)
{
    return _mm_add_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
}

static inline f4 three_half_areas(f8 x, f8 y, f8 z)
{
    return three_products(extents(x), extents(y), extents(z));
}

#define PICK_BIN_KERNEL pick_bin_kernel_avx2
#include "bvh/bvh_bins_passes.h"
