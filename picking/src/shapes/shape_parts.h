// shape_parts.h: the dispatch, with the depth of compounds inside compounds. Private.
#ifndef PICKING_SRC_SHAPE_PARTS_H
#define PICKING_SRC_SHAPE_PARTS_H

#include "picking/mesh.h"
#include "picking/shape.h"

bool pick_ray_shape_at(const pick_ray *ray, const pick_shape *shape, int depth, pick_shape_hit *hit);
pick_aabb pick_shape_bounds_at(const pick_shape *shape, int depth);

bool pick_ray_compound_at(const pick_ray *ray, const pick_compound *compound, int depth, pick_shape_hit *hit);
pick_aabb pick_compound_bounds_at(const pick_compound *compound, int depth);
pick_aabb pick_convex_bounds(const pick_convex *convex);

#endif
