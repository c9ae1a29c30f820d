#include "base/compiler.h"
#include "simd/simd_avx512.h"

#define PICK_KERNEL pick_kernel_avx512
#define PICK_KERNEL_LEVEL PICK_SIMD_AVX512
#include "query/query_walk.h"
