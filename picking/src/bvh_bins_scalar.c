#include "simd_scalar.h"

#define PICK_BIN_KERNEL pick_bin_kernel_scalar
#include "bvh_bins_passes.h"
