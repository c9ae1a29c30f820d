#include "base/compiler.h"
#include "simd/simd_avx2.h"

#define PICK_KERNEL pick_kernel_avx2
#define PICK_KERNEL_LEVEL PICK_SIMD_AVX2
#include "query/query_walk.h"
