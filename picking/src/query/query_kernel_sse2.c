#include "base/compiler.h"
#include "simd/simd_sse2.h"

#define PICK_KERNEL(name) name##_sse2
#include "query/query_walk.h"
