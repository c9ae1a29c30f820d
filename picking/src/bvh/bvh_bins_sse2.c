#include "base/compiler.h"
#include "simd/simd_sse2.h"

#include "bvh/bvh_bins_x86.h"

static inline f4 three_half_areas(f8 x, f8 y, f8 z)
{
    return three_products(_mm_add_ps(x.a, x.b), _mm_add_ps(y.a, y.b), _mm_add_ps(z.a, z.b));
}

#define PICK_BIN_KERNEL pick_bin_kernel_sse2
#include "bvh/bvh_bins_passes.h"
