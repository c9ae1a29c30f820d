#include "base/compiler.h"
#include "simd/simd_avx2.h"

#define PICK_KERNEL(name) name##_avx2
#include "query/query_walk.h"
