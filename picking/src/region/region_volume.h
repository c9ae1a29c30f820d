// region_volume.h: parts of volumes in a region. Private.
#ifndef PICKING_SRC_REGION_VOLUME_H
#define PICKING_SRC_REGION_VOLUME_H

#include "region/region_internal.h"
#include "shapes/volume_internal.h"

// Bodies are relative to the region's eye.
bool pick_region_body_touches(const pick_region *region, const pick_body *body);
bool pick_region_body_contained(const pick_region *region, const pick_body *body);

// Asks the callback of a primitive that has one for regions. `linear` is its object's, and `offset` where that is.
bool pick_region_primitive_in(const pick_region *region, const pick_volume *volume, const float linear[9],
                              pick_vec3 offset, bool contain);

#endif
