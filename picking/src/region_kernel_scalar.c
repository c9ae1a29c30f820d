#include "simd_scalar.h"

#define PICK_PLANE_WALK pick_plane_walk_scalar
#include "region_walk.h"
