#include "compiler.h"
#include "simd_scalar.h"

#include "region_ids.h"

#define PICK_PLANE_WALK pick_plane_walk_scalar
#include "region_walk.h"
