#include "simd_sse2.h"

#define PICK_BIN_KERNEL pick_bin_kernel_sse2
#include "bvh_bins_passes.h"
