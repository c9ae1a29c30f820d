#include "base/compiler.h"
#include "simd/simd_neon.h"

#define PICK_KERNEL pick_kernel_neon
#define PICK_KERNEL_LEVEL PICK_SIMD_NEON
#include "query/query_walk.h"
