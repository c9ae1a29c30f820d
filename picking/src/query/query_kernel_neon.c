#include "base/compiler.h"
#include "simd/simd_neon.h"

#define PICK_KERNEL(name) name##_neon
#include "query/query_walk.h"
