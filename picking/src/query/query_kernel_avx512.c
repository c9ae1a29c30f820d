#include "base/compiler.h"
#include "simd/simd_avx512.h"

#define PICK_KERNEL(name) name##_avx512
#include "query/query_walk.h"
