#include "base/compiler.h"
#include "simd/simd_scalar.h"

typedef struct u4 {
    uint32_t v[4];
} u4;

static inline u4 u4_zero(void)
{
    return (u4){{0}};
}

static inline u4 u4_add(u4 x, const uint32_t *p)
{
    u4 r;
    for (int i = 0; i < 4; i++)
        r.v[i] = x.v[i] + p[i];
    return r;
}

// Divides by 2^shift, rounding up.
static inline f4 u4_units(u4 x, uint32_t shift)
{
    f4 r;
    for (int i = 0; i < 4; i++)
        r.v[i] = (float)((x.v[i] + (1u << shift) - 1) >> shift);
    return r;
}

static inline float half_area(f8 box)
{
    const float x = -(box.v[0] + box.v[4]);
    const float y = -(box.v[1] + box.v[5]);
    const float z = -(box.v[2] + box.v[6]);
    return x * y + y * z + z * x;
}

static inline f4 three_half_areas(f8 x, f8 y, f8 z)
{
    return (f4){{half_area(x), half_area(y), half_area(z), 0}};
}

#define PICK_BIN_KERNEL pick_bin_kernel_scalar
#include "bvh/bvh_bins_passes.h"
