#include "base/compiler.h"
#include "simd/simd_scalar.h"

#define PICK_KERNEL(name) name##_scalar
#include "query/query_walk.h"
