#include "base/compiler.h"
#include "simd/simd_scalar.h"

#include "region/region_ids.h"

#define PICK_PLANE_WALK pick_plane_walk_scalar
#define PICK_PLANE_TEST pick_plane_test_scalar
#include "region/region_walk.h"
