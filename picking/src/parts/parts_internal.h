// parts_internal.h: how parts are named. Private.
#ifndef PICKING_SRC_PARTS_INTERNAL_H
#define PICKING_SRC_PARTS_INTERNAL_H

#include "picking/parts.h"

// pick_part_of for arguments that are known to be right.
pick_part pick_part_make(const pick_mesh *mesh, pick_object_id object, uint32_t kind, uint32_t triangle,
                         uint32_t index);

#endif
