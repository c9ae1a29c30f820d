#include "simd_avx2.h"

#define PICK_PLANE_WALK pick_plane_walk_avx2
#include "region_walk.h"
