#include "base/compiler.h"
#include "simd/simd_scalar.h"

#define PICK_KERNEL pick_kernel_scalar
#define PICK_KERNEL_LEVEL PICK_SIMD_SCALAR
#include "query/query_walk.h"
