#include "base/compiler.h"
#include "simd/simd_sse2.h"

#include "region/region_ids.h"

#define PICK_PLANE_WALK pick_plane_walk_sse2
#define PICK_PLANE_TEST pick_plane_test_sse2
#include "region/region_walk.h"
