#include "compiler.h"
#include "simd_sse2.h"

#include "region_ids.h"

#define PICK_PLANE_WALK pick_plane_walk_sse2
#include "region_walk.h"
