#include "simd_avx2.h"

#define PICK_BIN_KERNEL pick_bin_kernel_avx2
#include "bvh_bins_passes.h"
