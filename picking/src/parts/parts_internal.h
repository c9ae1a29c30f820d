// parts_internal.h: how parts are named. Private.
#ifndef PICKING_SRC_PARTS_INTERNAL_H
#define PICKING_SRC_PARTS_INTERNAL_H

#include "picking/parts.h"

// Whether a face is named by this triangle.
bool pick_part_has_face(const pick_mesh *mesh, uint32_t face);
// Whether a triangle of a polygon counts: not if it is degenerate. Without polygons, a triangle is as it was named.
bool pick_part_has_triangle(const pick_mesh *mesh, uint32_t triangle);

// pick_part_of for arguments that are known to be right.
pick_part pick_part_make(const pick_mesh *mesh, pick_object_id object, uint32_t kind, uint32_t triangle,
                         uint32_t index);

// pick_part_compare and pick_part_compare_within for parts that are not NULL.
int pick_part_order(const pick_part *first, const pick_part *second);
int pick_part_order_within(const pick_part *first, const pick_part_path *first_path, const pick_part *second,
                           const pick_part_path *second_path);

#endif
