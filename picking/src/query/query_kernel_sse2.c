#include "base/compiler.h"
#include "simd/simd_sse2.h"

#define PICK_KERNEL pick_kernel_sse2
#define PICK_KERNEL_LEVEL PICK_SIMD_SSE2
#include "query/query_walk.h"
